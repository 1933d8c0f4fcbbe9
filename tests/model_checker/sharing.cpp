// What the waves of an unrolled program share: buffers that overlap, and the parts that several waves access.
#include "in_flight.hpp"
#include "unroll.hpp"

namespace stretto::model_checker {
namespace {

std::vector<std::vector<int>> overlapping_parts(const std::vector<Part>& parts) {
  std::vector<std::vector<int>> all(parts.size());
  for (std::size_t a = 0; a < parts.size(); ++a) {
    for (std::size_t b = 0; b < parts.size(); ++b) {
      const Part& one = parts[a];
      const Part& other = parts[b];
      if (one.buffer == other.buffer || one.space != other.space || one.workgroup != other.workgroup) continue;
      if (!one.memory() && one.owner != other.owner) continue;  // each wave has registers of its own
      if (one.space == Space::global) continue;
      if (one.begins < other.ends && other.begins < one.ends) all[a].push_back(static_cast<int>(b));
    }
  }
  return all;
}

/// A write of a place writes garbage to what overlaps it. If the step also writes that, the two writes overlap. If it
/// reads that later than at issue, it may read after it has written; it is certain to read first only the same part, or
/// the same registers under another name.
void add_overlaps(Instance& step, const std::vector<std::vector<int>>& overlaps, const std::vector<Part>& parts) {
  const auto renames = [&](int one, int other) {
    const Part& a = parts[static_cast<std::size_t>(one)];
    const Part& b = parts[static_cast<std::size_t>(other)];
    return !a.memory() && a.begins == b.begins && a.ends == b.ends;
  };
  const std::size_t own = step.writes.size();
  for (std::size_t k = 0; k < own; ++k) {
    for (const int part : overlaps[static_cast<std::size_t>(step.writes[k].part)]) {
      bool there = false;
      for (Write& write : step.writes) {
        if (write.part == part) write.spoiled = there = true;
      }
      if (!there) step.writes.push_back({part, garbage, false, true});
      for (Read& read : step.reads) {
        if (read.part == part && read.lasting && !renames(step.writes[k].part, part)) read.spoiled = true;
      }
    }
  }
}

}  // namespace

void share(Unrolled& program) {
  const auto part = [&](int id) -> Part& { return program.parts[static_cast<std::size_t>(id)]; };
  const auto overlaps = overlapping_parts(program.parts);
  const auto each = [&](auto f) {
    for (std::size_t w = 0; w < program.waves.size(); ++w) {
      for (Instance& step : program.waves[w].line) f(step, 1U << w, program.waves[w].workgroup);
    }
  };
  each([&](Instance& step, unsigned wave, int) {
    add_overlaps(step, overlaps, program.parts);
    for (const Read& read : step.reads) part(read.part).readers |= wave;
    for (const Write& write : step.writes) part(write.part).writers |= wave;
  });
  each([&](Instance& step, unsigned wave, int workgroup) {
    // Another workgroup may end at any time.
    const auto remote = [&](int id) { return part(id).workgroup >= 0 && part(id).workgroup != workgroup; };
    for (const Read& read : step.reads) {
      if ((part(read.part).writers & ~wave) != 0 || remote(read.part)) step.touches_others = true;
    }
    for (const Write& write : step.writes) {
      const bool shared = ((part(write.part).readers | part(write.part).writers) & ~wave) != 0;
      if (!shared && !remote(write.part)) continue;
      step.touches_others = true;
      if (step.counter == Counter::none) step.visible_write = true;
    }
  });
  // Registers that mma steps access and others write.
  for (std::size_t id = 0; id < program.parts.size(); ++id) {
    Part& each_part = program.parts[id];
    if (each_part.memory()) continue;
    bool accessed = false;
    bool written = false;
    for (const Instance& step : program.waves[static_cast<std::size_t>(each_part.owner)].line) {
      const bool writes_it = writes(step, static_cast<int>(id));
      if (step.counter == Counter::mma)
        accessed = accessed || writes_it || reads(step, static_cast<int>(id));
      else
        written = written || writes_it;
    }
    if (accessed && written) each_part.mma_fence = program.mma_fences++;
  }
}

}  // namespace stretto::model_checker
