// The fences of a role: where the async proxy, or wgmma, accesses what ordinary steps of the role accessed before.
//
// A proxy fence comes before the signal that lets the async proxy access the data: an arrival at a barrier that guards
// the buffer, a named barrier at which the role's waves exchange it, a workgroup barrier, or the role's own
// asynchronous step. One fence covers everything before it. A wgmma.fence comes before the first multiplication that
// accesses registers which other steps have written since the last one. The program order of the role decides both,
// through the trips and, in a persistent program, the runs.
#pragma once

#include <stretto/program/wave_program.hpp>

namespace stretto::detail {

class RoleFences {
 public:
  /// `guarded[b]` are the buffers that phase barrier b guards. `registers_of[b]` is the buffer whose registers hold
  /// buffer b: b itself, unless it replaces another one.
  constexpr RoleFences(WaveProgram& program, int role, const Vector<Vector<int>>& guarded,
                       const Vector<int>& registers_of)
      : program_(program), role_(role), guarded_(guarded), registers_of_(registers_of) {
    const int buffers = program.buffers.size();
    async_reads_.resize(buffers, 0);
    async_writes_.resize(buffers, 0);
    unfenced_.resize(buffers, 0);
    written_.resize(buffers, 0);
    for (const Role& other : program.roles) {
      for (const Section section : run_sections) {
        for (const Step& step : other.steps[section]) note_async(step);
      }
    }
    for (const Section section : run_sections) fences_[section].resize(steps(section).size(), none);
  }

  constexpr void derive() {
    if (!needed_) return;
    // Facts only accumulate, so two passes reach the loop head, and the next run, with all of them.
    const int passes = program_.persistent ? 2 : 1;
    for (int pass = 0; pass < passes; ++pass) {
      walk(Section::prologue);
      walk(Section::kernel);
      walk(Section::kernel);
      walk(Section::epilogue);
    }
    for (const Section section : run_sections) insert(section);
  }

 private:
  enum : unsigned char { none = 0, proxy = 1, mma = 2 };
  // What an entry of `unfenced_` says of the last access: 0 is no access, or one that a fence covers.
  static constexpr char complete = 1;
  static constexpr char in_flight(Counter counter) { return static_cast<char>(2 + static_cast<int>(counter)); }

  [[nodiscard]] constexpr Vector<Step>& steps(Section section) { return program_.roles[role_].steps[section]; }

  constexpr void note_async(const Step& step) {
    if (!through_async_proxy(step.counter)) return;
    needed_ = true;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      (access.mode == AccessMode::read ? async_reads_ : async_writes_)[access.buffer] = 1;
    }
  }

  constexpr void walk(Section section) {
    for (int i = 0; i < steps(section).size(); ++i) {
      const Step& step = steps(section)[i];
      unsigned char& fences = fences_[section][i];
      if ((fences & proxy) != 0 || needs_proxy_fence(step)) {
        fences |= proxy;
        for (char& open : unfenced_) open = open == complete ? 0 : open;  // a fence does not cover what is in flight
      }
      if ((fences & mma) != 0 || (step.counter == Counter::mma && accesses_written(step))) {
        fences |= mma;
        for (char& open : written_) open = 0;
      }
      if (step.action == Action::wait && step.count == 0) {
        for (char& open : unfenced_) open = open == in_flight(step.counter) ? complete : open;
      }
      note_accesses(step);
    }
  }

  [[nodiscard]] constexpr bool needs_proxy_fence(const Step& step) const {
    if (step.action == Action::barrier && !step.phase_barrier.present()) return any(unfenced_);
    if (step.action == Action::arrive || step.action == Action::barrier) {
      for (const int b : guarded_[step.phase_barrier.barrier]) {
        if (unfenced_[b] != 0) return true;
      }
      return false;
    }
    if (!through_async_proxy(step.counter)) return false;
    for (int i = 0; i < step.access_count; ++i) {
      if (unfenced_[program_.accesses[step.first_access + i].buffer] != 0) return true;
    }
    return false;
  }
  [[nodiscard]] static constexpr bool any(const Vector<char>& flags) {
    for (const char flag : flags) {
      if (flag != 0) return true;
    }
    return false;
  }

  /// Does a multiplication access registers that ordinary steps have written?
  [[nodiscard]] constexpr bool accesses_written(const Step& step) const {
    for (int i = 0; i < step.access_count; ++i) {
      const int buffer = program_.accesses[step.first_access + i].buffer;
      if (program_.buffers[buffer].per_wave() && written_[registers_of_[buffer]] != 0) return true;
    }
    return false;
  }

  constexpr void note_accesses(const Step& step) {
    if (through_async_proxy(step.counter)) return;
    for (int i = 0; i < step.access_count; ++i) {
      const StepAccess& access = program_.accesses[step.first_access + i];
      const int b = access.buffer;
      const bool writes = access.mode == AccessMode::write;
      if (program_.buffers[b].per_wave()) {
        if (writes) written_[registers_of_[b]] = 1;
      } else if (async_writes_[b] != 0 || (writes && async_reads_[b] != 0)) {
        unfenced_[b] = step.counter == Counter::none ? complete : in_flight(step.counter);
      }
    }
  }

  constexpr void insert(Section section) {
    Vector<Step> out;
    for (int i = 0; i < steps(section).size(); ++i) {
      for (const unsigned char kind : {proxy, mma}) {
        if ((fences_[section][i] & kind) == 0) continue;
        Step fence;
        fence.action = Action::fence;
        fence.counter = kind == mma ? Counter::mma : Counter::none;
        fence.section = section;
        fence.entry = out.size();
        out.push_back(fence);
      }
      out.push_back(steps(section)[i]);
      if (out.back().entry >= 0) out.back().entry = out.size() - 1;
    }
    steps(section) = out;
  }

  WaveProgram& program_;
  int role_;
  const Vector<Vector<int>>& guarded_;
  const Vector<int>& registers_of_;
  bool needed_ = false;                       // some step uses the async proxy
  Vector<char> async_reads_;                  // by buffer, of all roles
  Vector<char> async_writes_;                 // by buffer, of all roles
  Vector<char> unfenced_;                     // by buffer: accessed, and not covered by a proxy fence
  Vector<char> written_;                      // by buffer: written by ordinary steps since the last wgmma.fence
  PerSection<Vector<unsigned char>> fences_;  // by step: the fences before it
};

}  // namespace stretto::detail
