#include "audit/audit.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>

#include <stretto/core/error.hpp>
#include <stretto/gpu/mi300x.hpp>
#include <stretto/gpu/mi355x.hpp>

#include "audit/program_order.hpp"

namespace stretto::audit {

namespace {

constexpr int most_unrolled = 4096;  // iterations of a loop that is verified fully unrolled

using assembly::EventKind;
using assembly::Trace;

/// What determines the verdict for a workgroup.
struct Behaviour {
  std::vector<assembly::StateName> digests;  // of the events, by wave
  KernelLoop loop;
  std::vector<SharedWrite> shared;  // in addition to the events: whether the written values are equal

  friend bool operator==(const Behaviour&, const Behaviour&) = default;
};

/// Runs all waves twice: to find the executed instructions, then the loops that repeat. `follow` runs them once more,
/// to find the events without the iterations that repeat earlier ones.
class Runs {
 public:
  Runs(const assembly::Kernel& kernel, const PreparedLaunch& launch)
      : kernel_(kernel), launch_(launch), effects_(assembly::effects_of(kernel)) {
    assembly::RunOptions options;
    options.effects = &effects_;
    options.keeps_events = false;
    if (!run(options)) return;
    find_common();
    check_reciprocals(options);
    for (const Trace& trace : traces) registers_.push_back(loop_registers(kernel, effects_, trace.coverage));
    if (!run(options)) return;
    loop = find_loop(traces, registers_);
    behaviour.loop = loop;
    for (const Trace& trace : traces) behaviour.digests.push_back(trace.digest);
  }

  /// False if a wave reported a problem.
  [[nodiscard]] bool complete() const { return !behaviour.digests.empty(); }

  /// Runs the waves again and keeps their events.
  void follow() {
    run_for_events();
    if (loop.found()) place_loop(traces, loop);
  }

  /// Runs the waves again and keeps the events of all iterations.
  void without_loop(const std::string& why) {
    const int head = loop.head;
    loop = KernelLoop();
    loop.head = head;
    loop.why_not = why;
    run_for_events();
  }

  std::vector<Trace> traces;
  Behaviour behaviour;
  KernelLoop loop;
  bool rounds = false;  // the events depend on the last bit of a reciprocal

 private:
  void find_common() {
    common_.assign(kernel_.code.size(), 1);
    for (const Trace& trace : traces) {
      for (std::size_t i = 0; i < common_.size(); ++i) {
        if (trace.coverage.times[i] != traces.front().coverage.times[i]) common_[i] = 0;
      }
    }
  }

  /// The events must be the same for every rounding of reciprocals that a chip may use.
  void check_reciprocals(assembly::RunOptions options) {
    if (std::none_of(traces.begin(), traces.end(), [](const Trace& t) { return t.has_reciprocals; })) return;
    const std::vector<Trace> nearest = traces;
    for (const int bit : {-1, 1}) {
      options.reciprocal_bit = bit;
      rounds = !run(options) || rounds;
      for (std::size_t w = 0; w < traces.size(); ++w) rounds = rounds || traces[w].digest != nearest[w].digest;
    }
    traces = nearest;
  }

  /// Returns false if a wave reports a problem.
  bool run(assembly::RunOptions options) {
    traces.clear();
    options.stops_at_store = false;
    for (int wave = 0; wave < launch_.waves; ++wave) {
      assembly::Launch start = launch_.start;
      start.wave = wave;
      if (!registers_.empty()) options.visits = &registers_[static_cast<std::size_t>(wave)];
      traces.push_back(assembly::run_wave(kernel_, start, options));
      if (wave > 0) traces.back().common = {};  // as in wave 0
      if (!traces.back().problems.empty()) return false;
    }
    return true;
  }

  void run_for_events() {
    assembly::RunOptions options;
    options.effects = &effects_;
    options.names_data = true;
    options.common = &common_;
    options.left_out = loop.left_out;
    run(options);
  }

  const assembly::Kernel& kernel_;
  const PreparedLaunch& launch_;
  std::vector<assembly::Effects> effects_;
  std::vector<char> common_;  // by instruction: every wave executes it equally often
  std::vector<std::map<int, assembly::LoopRegisters>> registers_;
};

/// Data that passes through global memory is not modelled, so a kernel must not load from a buffer that it stores to.
/// Pointer arguments without a value are far apart: the upper bits of an address give the argument.
std::string shared_global_memory(const assembly::Kernel& kernel, const std::vector<Trace>& traces) {
  std::set<std::uint64_t> loaded;
  std::set<std::uint64_t> stored;
  int unknown_load = -1;
  for (const Trace& trace : traces) {
    for (const assembly::Event& e : trace.events) {
      if (e.kind != EventKind::scalar && e.active == 0) continue;
      const std::uint64_t buffer = e.base >> 40;
      const bool loads = e.kind == EventKind::load || e.kind == EventKind::fetch || e.kind == EventKind::scalar;
      if (e.kind == EventKind::store) stored.insert(buffer);
      if (!loads) continue;
      const bool argument = e.kind == EventKind::scalar && e.base != 0 && buffer == 0;
      if (buffer == 0 && !argument) unknown_load = e.instruction;
      if (buffer != 0) loaded.insert(buffer);
    }
  }
  if (!stored.empty() && unknown_load >= 0) {
    const assembly::Instruction& in = kernel.code[static_cast<std::size_t>(unknown_load)];
    return kernel.place(in.line) + ": " + in.text +
           ": it loads from an unknown global address, and the kernel also stores to global memory";
  }
  for (const std::uint64_t buffer : stored) {
    if (loaded.empty()) continue;
    if (buffer == 0) return "a store to global memory has an unknown address";
    if (loaded.count(buffer) == 0) continue;
    return "the kernel loads and stores the same buffer in global memory (argument " + std::to_string(buffer - 1) +
           "), which is not modelled";
  }
  return "";
}

/// The first barrier that a wave reaches and another one does not.
std::optional<UnevenBarrier> uneven_barrier(const std::vector<Trace>& traces) {
  std::vector<std::vector<int>> barriers;
  for (const Trace& trace : traces) {
    std::vector<int>& of = barriers.emplace_back();
    for (const assembly::Event& e : trace.events) {
      if (e.kind == EventKind::barrier) of.push_back(e.instruction);
    }
  }
  const auto fewer = [](const std::vector<int>& x, const std::vector<int>& y) { return x.size() < y.size(); };
  const auto [least, most] = std::minmax_element(barriers.begin(), barriers.end(), fewer);
  if (least->size() == most->size()) return std::nullopt;
  return UnevenBarrier{(*most)[least->size()], static_cast<int>(most - barriers.begin()),
                       static_cast<int>(least - barriers.begin()), static_cast<int>(least->size())};
}

/// Reports an access outside the LDS of the workgroup.
std::string beyond_lds(const assembly::Kernel& kernel, const std::vector<Trace>& traces, int bytes) {
  for (const Trace& trace : traces) {
    for (const assembly::Event& e : trace.events) {
      if (e.kind != EventKind::load && e.kind != EventKind::read && e.kind != EventKind::write) continue;
      const Footprint touched = bytes_of(e);
      if (touched.empty() || (touched.front() >= 0 && touched.back() < bytes)) continue;
      const assembly::Instruction& in = kernel.code[static_cast<std::size_t>(e.instruction)];
      const int byte = touched.front() < 0 ? touched.front() : touched.back();
      return kernel.place(in.line) + ": " + in.text + ": accesses byte " + std::to_string(byte) +
             " of the LDS, and the workgroup has " + std::to_string(bytes) +
             "; give \"shared\" if the launch adds dynamic LDS";
    }
  }
  return "";
}

/// A refusal, with the arguments that are not given if they may be the reason.
std::string with_missing(std::string refusal, const PreparedLaunch& launch) {
  const bool unknown = refusal.find("depends on loaded data") != std::string::npos ||
                       refusal.find("unknown global address") != std::string::npos ||
                       refusal.find("unknown address") != std::string::npos;
  for (std::size_t i = 0; i < launch.missing.size() && unknown; ++i) {
    refusal += (i == 0 ? "; not given: " : ", ") + launch.missing[i];
  }
  return refusal;
}

std::string refusal_of(const assembly::Kernel& kernel, const std::vector<Trace>& traces, const PreparedLaunch& launch) {
  for (std::size_t w = 0; w < traces.size(); ++w) {
    if (traces[w].problems.empty()) continue;
    return with_missing(traces[w].problems.front() + " (wave " + std::to_string(w) + ")", launch);
  }
  return with_missing(shared_global_memory(kernel, traces), launch);
}

/// True if both steps of a hazard are in the same queue of the same wave. The chip executes a wave's LDS operations in
/// order, and its loads to the LDS. The program of all accesses does not, so it cannot judge such a pair.
bool in_one_queue(const WaveProgram& program, const Hazard& hazard) {
  if (hazard.kind == HazardKind::content) return false;  // `first` is complete, and other waves spoilt what it wrote
  if (!hazard.first.present() || !hazard.second.present() || hazard.first.role != hazard.second.role) return false;
  const auto counter = [&](const StepInstance& at) {
    return program.roles[at.role].steps[at.section][at.index].counter;
  };
  return counter(hazard.first) == counter(hazard.second) &&
         (counter(hazard.first) == Counter::lgkm || counter(hazard.first) == Counter::vm);
}

/// Drops hazards that the in-order queue of a wave may prevent. Returns why the kernel cannot be judged if no certain
/// race remains.
std::string leave_out_queues(const KernelProgram& of, Verification& found, std::vector<Hazard>& left_out) {
  Vector<Hazard> kept;
  bool certain = false;
  for (const Hazard& hazard : found.hazards) {
    if (hazard.verdict == Verdict::race && in_one_queue(of.program, hazard)) {
      left_out.push_back(hazard);
      continue;
    }
    // Such a pair may also cause a content or an output hazard at a later step.
    const bool follows = hazard.kind == HazardKind::content || hazard.kind == HazardKind::output;
    certain = certain || (hazard.verdict == Verdict::race && !follows);
    kept.push_back(hazard);
  }
  if (left_out.empty()) return "";
  found.hazards = kept;
  if (certain) return "";
  const auto words = [&](const StepInstance& at) {
    const assembly::Instruction& in = of.instruction(at);
    return of.kernel().place(in.line) + " " + in.text;
  };
  const Hazard& pair = left_out.back();
  const Step& second = of.program.roles[pair.second.role].steps[pair.second.section][pair.second.index];
  const std::string why = second.counter == Counter::lgkm
                              ? "the order in which the chip executes them is not enough for a proof"
                              : "the order in which the chip executes them is not modelled";
  return words(pair.first) + " and " + words(pair.second) + " of wave " + std::to_string(pair.second.role) +
         " access " + of.place(pair.buffer, pair.subtile) + " without a wait between them; " + why;
}

/// Why the loop must be unrolled. Empty if the program is the whole launch, or if its verdict holds for other numbers
/// of iterations, too.
std::string why_unrolled(const KernelProgram& program) {
  if (!program.loop.found()) return program.loop.left_out.branch < 0 ? "" : program.loop.why_not;
  const bool shared =
      std::any_of(program.shared.begin(), program.shared.end(), [](const SharedWrite& w) { return w.from_loop; });
  return shared ? "waves write the same bytes at the same time, in it or after it" : "";
}

/// Waves, or lanes, that write the same bytes at the same time must write equal values.
std::string unequal_writes(const KernelProgram& program) {
  const auto words = [&](int instruction) {
    const assembly::Instruction& in = program.kernel().code[static_cast<std::size_t>(instruction)];
    return program.kernel().place(in.line) + " " + in.text;
  };
  for (const SharedWrite& write : program.shared) {
    const std::string who = write.by_lanes ? "several lanes of a wave" : "several waves";
    if (!write.same_data) {
      return who + " write the same LDS bytes at the same time (" + words(write.instruction) +
             "); this is safe only if the values are equal, which is unknown";
    }
    if (write.other_order >= 0) {
      return who + " write the same LDS bytes in different orders (" + words(write.instruction) + ", " +
             words(write.other_order) + "); no barrier determines which write is the last";
    }
  }
  return "";
}

}  // namespace

Audit::Trips Audit::trips() const {
  Trips out;
  const KernelLoop& loop = program->loop;
  if (loop.head < 0) return out;
  out.line = program->kernel().code[static_cast<std::size_t>(loop.head)].line;
  // Visits of the loop head begin with the second iteration, and the program's loop excludes the last iteration.
  out.launched = loop.executed() + 2;
  out.why_not = loops_differ ? "its executions that are proven differ between the workgroups" : loop.why_not;
  if (!loop.found() || loops_differ) return out;
  const auto line = [&](int instruction) { return program->kernel().code[static_cast<std::size_t>(instruction)].line; };
  for (const int branch : loop.same_branches) out.same_branches.push_back(line(branch));
  if (loop.left_at >= 0) out.left_at = line(loop.left_at);
  out.period = loop.period;
  out.first = loop.executions(0);
  return out;
}

namespace {

/// Judges the workgroup that was run. Returns nothing if it behaves like one that was proven before.
std::optional<Audit> judge(const assembly::Kernel& kernel, const KernelLaunch& launch, const PreparedLaunch& prepared,
                           Runs& runs, std::vector<Behaviour>& proven) {
  const auto known = [&] { return std::find(proven.begin(), proven.end(), runs.behaviour) != proven.end(); };
  Audit out;
  out.waves = prepared.waves;
  if (runs.complete()) {
    if (!runs.rounds && known()) return std::nullopt;
    runs.follow();
  }
  const std::vector<Trace>& traces = runs.traces;
  out.refusal = refusal_of(kernel, traces, prepared);
  const int lds_bytes = kernel.resources.lds_bytes + launch.lds_bytes;
  if (out.refusal.empty() && runs.rounds) {
    out.refusal =
        "control flow or addresses depend on the last bit of a reciprocal (v_rcp_f32), which chips round differently";
  }
  if (out.refusal.empty()) out.refusal = beyond_lds(kernel, traces, lds_bytes);
  if (out.refusal.empty()) out.uneven = uneven_barrier(traces);
  if (!out.refusal.empty() || out.uneven) return out;
  const CounterLimits limits = kernel.target == "gfx950" ? targets::mi355x.limits : targets::mi300x.limits;
  out.program = std::make_unique<KernelProgram>(kernel, traces, runs.loop, limits);
  if (const std::string why = why_unrolled(*out.program); !why.empty()) {
    // Unroll the loop: verify as many iterations as the launch executes.
    if (runs.loop.executed() > most_unrolled) {
      out.refusal = "the loop at " + kernel.place(kernel.code[static_cast<std::size_t>(runs.loop.head)].line) +
                    " never repeats its state; give a launch with at most " + std::to_string(most_unrolled) +
                    " iterations";
      return out;
    }
    runs.without_loop(why);
    out.program = std::make_unique<KernelProgram>(kernel, traces, runs.loop, limits);
  }
  runs.behaviour.shared = out.program->shared;
  if (known()) return std::nullopt;
  out.found = verify(out.program->program);
  const bool undecided = out.found.verdict == Verdict::invalid && out.program->loop.found();
  if (undecided && out.found.invalid.rule == Rule::no_repeating_state && runs.loop.executed() <= most_unrolled) {
    runs.without_loop("its waits and barriers do not repeat their state");
    out.program = std::make_unique<KernelProgram>(kernel, traces, runs.loop, limits);
    out.found = verify(out.program->program);
  }
  if (out.found.verdict == Verdict::invalid) out.refusal = describe(out.found.invalid).c_str();
  if (out.found.verdict == Verdict::race) {
    out.common = runs.traces.front().common;
    out.refusal = leave_out_queues(*out.program, out.found, out.in_queues);
  }
  if (out.found.verdict == Verdict::race && !out.refusal.empty()) {
    // The proof may need the order of a wave's DS operations.
    auto queues = std::make_unique<KernelProgram>(kernel, traces, runs.loop, limits, Modelled::queues);
    const KernelProgram registers(kernel, traces, runs.loop, limits, Modelled::registers);
    Verification in_lds = verify(queues->program);
    const Verification in_registers = verify(registers.program);
    std::vector<Hazard> in_queues;
    if (in_lds.proven() && in_registers.proven()) {
      out.refusal.clear();
      out.program->needs_queues = true;
      out.found = in_lds;
      out.found.pairs_checked += in_registers.pairs_checked;
    } else if (in_lds.verdict == Verdict::race && leave_out_queues(*queues, in_lds, in_queues).empty()) {
      out.refusal.clear();
      out.program = std::move(queues);
      out.found = in_lds;
      out.in_queues = std::move(in_queues);
    }
  }
  if (out.found.verdict == Verdict::race) {
    put_in_program_order(*out.program, out.program->program, out.in_queues, out.found);
  }
  if (out.proven()) out.refusal = unequal_writes(*out.program);
  if (out.proven()) proven.push_back(runs.behaviour);
  return out;
}

bool same_extent(const Audit::Trips& x, const Audit::Trips& y) {
  const auto key = [](const Audit::Trips& of) {
    return std::tie(of.line, of.first, of.period, of.same_branches, of.left_at);
  };
  return key(x) == key(y);
}

}  // namespace

Audit audit(const assembly::Kernel& kernel, const KernelLaunch& launch) {
  Audit out;
  out.waves = prepare(kernel, launch).waves;
  if (kernel.target != "gfx950" && kernel.target != "gfx942") {
    out.refusal =
        "unsupported target " + (kernel.target.empty() ? "" : kernel.target + " ") + "(supported: gfx942, gfx950)";
    return out;
  }
  const long all = std::accumulate(launch.grid.begin(), launch.grid.end(), 1L, std::multiplies<>());
  const std::vector<std::array<int, 3>> workgroups = workgroups_of(launch);
  std::vector<Behaviour> proven;
  for (const std::array<int, 3>& workgroup : workgroups) {
    KernelLaunch own = launch;
    own.workgroup = workgroup;
    const PreparedLaunch prepared = prepare(kernel, own);
    Runs runs(kernel, prepared);
    std::optional<Audit> judged = judge(kernel, launch, prepared, runs, proven);
    if (!judged) continue;
    judged->all_workgroups = all;
    judged->workgroups = {workgroup};
    if (!judged->proven()) {
      if (workgroups.size() > 1 && !judged->judged()) judged->refusal += ", in workgroup " + workgroup_text(workgroup);
      return std::move(*judged);
    }
    if (!out.program) {
      out = std::move(*judged);
    } else {
      out.loops_differ = out.loops_differ || !same_extent(out.trips(), judged->trips());
    }
  }
  out.workgroups = workgroups;
  return out;
}

}  // namespace stretto::audit
