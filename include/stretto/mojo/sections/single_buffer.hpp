// Prologue, kernel and epilogue of a single-buffer body (depth 1): one LDS slot, with the next tile in registers.
#pragma once

#include <stretto/mojo/config/pipeline_config.hpp>
#include <stretto/mojo/declare/pipe.hpp>

namespace stretto {

namespace detail {

/// Selects ops of a role: the loop-carried ones, the others, or both.
enum class Carried : unsigned char { yes, no, both };

/// Adds the selected ops of one role, in body order.
constexpr void add_role(EntryBuilder& entries, const Vector<OpDesc>& body, const PipelineConfig& config, OpRole role,
                        Carried carried = Carried::both) {
  for (const OpDesc& op : body) {
    if (op.role != role) continue;
    if (carried != Carried::both && config.loop_carried.carries(op) != (carried == Carried::yes)) continue;
    entries.add(op);
  }
}

}  // namespace detail

/// Loads the first tile into LDS and the second into registers, then reads the loop-carried fragment.
constexpr Vector<ScheduleEntry> single_buffer_prologue(const Vector<OpDesc>& body, const PipelineConfig& config) {
  EntryBuilder entries(Section::prologue);
  detail::add_role(entries, body, config, OpRole::global_load);
  detail::add_role(entries, body, config, OpRole::shared_store);
  entries.add(OpDesc::barrier());
  detail::add_role(entries, body, config, OpRole::global_load);
  detail::add_role(entries, body, config, OpRole::fragment_load, detail::Carried::yes);
  entries.add(OpDesc::schedule_barrier());
  return entries.entries();
}

/// The body, unchanged.
constexpr Vector<ScheduleEntry> single_buffer_kernel(const Vector<OpDesc>& body) {
  return EntryBuilder(Section::kernel).add_all(body).entries();
}

/// Two passes. The first multiplies the tile in LDS and stores the tile in registers. The second multiplies that tile.
constexpr Vector<ScheduleEntry> single_buffer_epilogue(const Vector<OpDesc>& body, const PipelineConfig& config) {
  EntryBuilder entries(Section::epilogue);
  entries.add(OpDesc::schedule_barrier());
  detail::add_role(entries, body, config, OpRole::fragment_load, detail::Carried::no);
  entries.add(OpDesc::barrier());
  detail::add_role(entries, body, config, OpRole::shared_store);
  detail::add_role(entries, body, config, OpRole::compute);
  entries.add(OpDesc::schedule_barrier());
  entries.add(OpDesc::barrier());
  detail::add_role(entries, body, config, OpRole::fragment_load);
  detail::add_role(entries, body, config, OpRole::compute);
  entries.add(OpDesc::schedule_barrier());
  return entries.entries();
}

}  // namespace stretto
