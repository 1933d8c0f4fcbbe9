// The Mojo schedules with editable entries, and their hazards in short form.
#pragma once

#include <string>
#include <vector>

#include <stretto/stretto.hpp>

#include "../bf16_ping_pong.hpp"

namespace stretto::emitted {

inline PingPongSchedule ping_pong(SchedulingStrategy scheduling = SchedulingStrategy::csp, int max_globals = 1) {
  PingPongSchedule schedule = bf16_ping_pong(max_globals);
  schedule.knobs.scheduling = scheduling;
  return schedule;
}

inline constexpr KernelGeometry bf16_geometry{256, 256, 64, 16, 16, 32, 2, 8, false, 4, 4, 8, 8};
inline constexpr KernelGeometry fp8_geometry{256, 256, 128, 16, 16, 128, 1, 16, true, 4, 4, 8, 8};

inline FourWaveSchedule four_wave(const KernelGeometry& geometry = bf16_geometry) {
  return {geometry, {}, mi355x_target({.max_globals = 0})};
}

inline SingleBufferLoop single_buffer(int k_tiles) {
  SingleBufferLoop loop;
  loop.num_k_tiles = k_tiles;
  return loop;
}

inline constexpr RegisterReading both_readings[] = {RegisterReading::explicit_waits, RegisterReading::interlocked};

/// "kernel[12]".
inline std::string entry_name(Section section, int entry) {
  return std::string(name(section)) + "[" + std::to_string(entry) + "]";
}

inline std::string entry_name(const StepInstance& step) { return entry_name(step.section, step.entry); }

/// "anti race kernel[11] kernel[12] from 1", a line for each hazard; the last number is a trip count with which it
/// happens.
inline std::vector<std::string> hazard_lines(const Verification& verification) {
  std::vector<std::string> lines;
  for (const Hazard& hazard : verification.hazards) {
    std::string line = std::string(name(hazard.kind)) + " " + name(hazard.verdict) + " " + entry_name(hazard.first) +
                       " " + entry_name(hazard.second) + " from " + std::to_string(hazard.trips);
    if (hazard.margin > 0) line += " margin " + std::to_string(hazard.margin);
    lines.push_back(line);
  }
  return lines;
}

/// Emitted sections that can be edited. The stagger stays before the op that it was before.
struct Entries {
  PipelineConfig config;
  ScheduleConfig knobs;
  KernelProtocol protocol;
  int warp_stagger_index;
  PerSection<Vector<ScheduleEntry>> sections;

  explicit Entries(const CompiledSchedule& compiled)
      : config(compiled.config),
        knobs(compiled.knobs),
        protocol(compiled.protocol),
        warp_stagger_index(compiled.warp_stagger_index) {
    sections.prologue = compiled.prologue;
    sections.kernel = compiled.kernel;
    sections.epilogue = compiled.epilogue;
  }

  [[nodiscard]] EmittedSections view() const {
    EmittedSections view(config, knobs, warp_stagger_index);
    view.set(sections);
    return view;
  }

  [[nodiscard]] WaveProgram program() const { return lower(view(), protocol).value; }
  [[nodiscard]] Verification verify() const { return verify_sections(view(), protocol); }

  [[nodiscard]] Verification verify(RegisterReading reading) const {
    KernelProtocol read = protocol;
    read.registers = reading;
    return verify_sections(view(), read);
  }

  [[nodiscard]] OpDesc& op(Section section, int entry) { return sections[section][entry].op; }

  void insert(Section section, int before, const OpDesc& op) {
    Vector<ScheduleEntry> out;
    const Vector<ScheduleEntry>& in = sections[section];
    for (int i = 0; i <= in.size(); ++i) {
      if (i == before) out.push_back({op, i, section, false});
      if (i < in.size()) out.push_back(in[i]);
    }
    sections[section] = out;
    if (section == Section::prologue && before < warp_stagger_index) ++warp_stagger_index;
  }

  OpDesc remove(Section section, int entry) {
    Vector<ScheduleEntry> out;
    const OpDesc gone = sections[section][entry].op;
    for (int i = 0; i < sections[section].size(); ++i) {
      if (i != entry) out.push_back(sections[section][i]);
    }
    sections[section] = out;
    if (section == Section::prologue && entry < warp_stagger_index) --warp_stagger_index;
    return gone;
  }

  /// Moves entry `from` to index `to`.
  void move(Section section, int from, int to) {
    const OpDesc op = remove(section, from);
    insert(section, to, op);
  }
};

/// The index of the n-th entry of a section that satisfies `wanted`; -1 if there is none.
template <class Wanted>
int find_entry(const Vector<ScheduleEntry>& entries, Wanted&& wanted, int n = 0) {
  for (int i = 0; i < entries.size(); ++i) {
    if (wanted(entries[i].op) && n-- == 0) return i;
  }
  return -1;
}

}  // namespace stretto::emitted
