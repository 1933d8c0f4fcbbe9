// Names of enumerators and framework tags in dumps and JSON.
#pragma once

#include <stretto/mojo/edge.hpp>
#include <stretto/mojo/op.hpp>

namespace stretto {

/// Name of the unit in dumps and JSON, for example `GLOBAL_MEM`.
constexpr const char* name(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::global_mem: return "GLOBAL_MEM";
    case ResourceKind::lds: return "LDS";
    case ResourceKind::mma_unit: return "MMA_UNIT";
    case ResourceKind::scalar: return "SCALAR";
    case ResourceKind::valu: return "VALU";
    case ResourceKind::none: return "NONE";
  }
  return "?";
}

/// Name of the op role in dumps and JSON, for example `FRAGMENT_LOAD`.
constexpr const char* name(OpRole role) {
  switch (role) {
    case OpRole::global_load: return "GLOBAL_LOAD";
    case OpRole::shared_store: return "SHARED_STORE";
    case OpRole::fragment_load: return "FRAGMENT_LOAD";
    case OpRole::compute: return "COMPUTE";
    case OpRole::sync: return "SYNC";
    case OpRole::fence: return "FENCE";
    case OpRole::valu_compute: return "VALU_COMPUTE";
    case OpRole::none: return "NONE";
  }
  return "?";
}

/// The Mojo package's name of the section, in dumps and JSON, for example `KERNEL`.
constexpr const char* phase_name(Section section) {
  switch (section) {
    case Section::prologue: return "PROLOGUE";
    case Section::kernel: return "KERNEL";
    case Section::epilogue: return "EPILOGUE";
    case Section::setup: return "SETUP";
    case Section::teardown: return "TEARDOWN";
  }
  return "?";
}

/// Name of the K offset in dumps and JSON, for example `K_NEXT`.
constexpr const char* name(KOffsetKind offset) {
  switch (offset) {
    case KOffsetKind::none: return "NONE";
    case KOffsetKind::k0: return "K0";
    case KOffsetKind::k1: return "K1";
    case KOffsetKind::k_next: return "K_NEXT";
    case KOffsetKind::k_prev: return "K_PREV";
  }
  return "?";
}

/// Name of the dependence kind in dumps and JSON, for example `FLOW`.
constexpr const char* name(DepKind kind) {
  switch (kind) {
    case DepKind::flow: return "FLOW";
    case DepKind::anti: return "ANTI";
    case DepKind::output: return "OUTPUT";
  }
  return "?";
}

/// Name of a framework tag, or null for a kernel tag.
constexpr const char* framework_tag_name(int tag) {
  switch (tag) {
    case tags::barrier: return "BARRIER";
    case tags::wait_vm: return "WAIT_VM";
    case tags::wait_lgkm: return "WAIT_LGKM";
    case tags::set_prio: return "SET_PRIO";
    case tags::schedule_barrier: return "SCHEDULE_BARRIER";
    case tags::sched_group_barrier: return "SCHED_GROUP_BARRIER";
    case tags::none: return "NONE";
    default: return nullptr;
  }
}

}  // namespace stretto
