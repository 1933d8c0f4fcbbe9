#include "audit/audit.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include <stretto/core/error.hpp>
#include <stretto/gpu/mi300x.hpp>
#include <stretto/gpu/mi355x.hpp>

namespace stretto::audit {

namespace {

constexpr int most_unrolled = 4096;  // iterations of a loop that is verified as a straight line

using assembly::EventKind;
using assembly::Trace;

/// The runs of all waves, in three passes: what is executed; which loops repeat; and what the waves do, without the
/// iterations that repeat others.
class Runs {
 public:
  Runs(const assembly::Kernel& kernel, const PreparedLaunch& launch)
      : kernel_(kernel), launch_(launch), effects_(assembly::effects_of(kernel)) {
    assembly::RunOptions options;
    options.effects = &effects_;
    options.keeps_events = false;
    if (!run(options)) return;
    check_reciprocals(options);
    for (const Trace& trace : traces) registers_.push_back(loop_registers(kernel, effects_, trace.coverage));
    if (!run(options)) return;
    loop = find_loop(traces, registers_);
    follow();
    if (loop.head >= 0) place_loop(traces, loop);
  }

  /// All iterations leave events.
  void without_loop() {
    const int head = loop.head;
    loop = KernelLoop();
    loop.head = head;
    follow();
  }

  std::vector<Trace> traces;
  KernelLoop loop;
  bool rounds = false;  // what the waves do depends on the last bit of a reciprocal

 private:
  /// The waves must do the same however the chip rounds reciprocals.
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

  /// False: a wave has a problem.
  bool run(assembly::RunOptions options) {
    traces.clear();
    options.stops_at_store = false;
    for (int wave = 0; wave < launch_.waves; ++wave) {
      assembly::Launch start = launch_.start;
      start.wave = wave;
      if (!registers_.empty()) options.visits = &registers_[static_cast<std::size_t>(wave)];
      traces.push_back(assembly::run_wave(kernel_, start, options));
      if (!traces.back().problems.empty()) return false;
    }
    return true;
  }

  void follow() {
    assembly::RunOptions options;
    options.effects = &effects_;
    options.names_data = true;
    options.left_out = loop.left_out;
    run(options);
  }

  const assembly::Kernel& kernel_;
  const PreparedLaunch& launch_;
  std::vector<assembly::Effects> effects_;
  std::vector<std::map<int, assembly::LoopRegisters>> registers_;
};

/// What goes through global memory from one instruction to another is not followed, so a kernel must not store what it
/// loads. Pointers that are not given are far apart: their upper bits name the argument.
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
           ": its address in global memory is not known, and the kernel also stores there";
  }
  for (const std::uint64_t buffer : stored) {
    if (loaded.empty()) continue;
    if (buffer == 0) return "the address of a store to global memory is not known";
    if (loaded.count(buffer) == 0) continue;
    return "it loads and stores the same buffer in global memory (argument " + std::to_string(buffer - 1) +
           "), which is not followed";
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

/// An access beyond the LDS of the workgroup.
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

std::string refusal_of(const assembly::Kernel& kernel, const std::vector<Trace>& traces, const PreparedLaunch& launch) {
  for (std::size_t w = 0; w < traces.size(); ++w) {
    if (traces[w].problems.empty()) continue;
    std::string text = traces[w].problems.front() + " (wave " + std::to_string(w) + ")";
    const bool unknown = text.find("depends on data") != std::string::npos;
    for (std::size_t i = 0; i < launch.missing.size() && unknown; ++i) {
      text += (i == 0 ? "; not given: " : ", ") + launch.missing[i];
    }
    return text;
  }
  return shared_global_memory(kernel, traces);
}

/// Do both steps of a hazard belong to one queue of one wave? The chip keeps LDS operations of a wave in order, and
/// loads to the LDS as well. The model does not, so it cannot tell.
bool in_one_queue(const WaveProgram& program, const Hazard& hazard) {
  if (!hazard.first.present() || !hazard.second.present() || hazard.first.role != hazard.second.role) return false;
  const auto counter = [&](const StepInstance& at) {
    return program.roles[at.role].steps[at.section][at.index].counter;
  };
  return counter(hazard.first) == counter(hazard.second) &&
         (counter(hazard.first) == Counter::lgkm || counter(hazard.first) == Counter::vm);
}

/// Leaves out what the order of a wave's queue may prevent. If nothing certain is left, the kernel cannot be judged.
std::string leave_out_queues(const KernelProgram& of, Verification& found) {
  Vector<Hazard> kept;
  Hazard left_out;
  bool certain = false;
  for (const Hazard& hazard : found.hazards) {
    if (hazard.verdict == Verdict::race && in_one_queue(of.program, hazard)) {
      left_out = hazard;
      continue;
    }
    // What such a pair leaves behind may be reported as wrong content, or as an overlap.
    const bool follows = hazard.kind == HazardKind::content || hazard.kind == HazardKind::output;
    certain = certain || (hazard.verdict == Verdict::race && !follows);
    kept.push_back(hazard);
  }
  if (!left_out.second.present()) return "";
  found.hazards = kept;
  if (certain) return "";
  const auto words = [&](const StepInstance& at) {
    const assembly::Instruction& in = of.instruction(at);
    return of.kernel().place(in.line) + " " + in.text;
  };
  return words(left_out.first) + " and " + words(left_out.second) + " of wave " + std::to_string(left_out.second.role) +
         " access " + of.place(left_out.buffer, left_out.subtile) +
         " without a wait between them; whether the chip keeps them in order is not followed";
}

/// The program is the whole launch, or its loop stands for every number of iterations.
bool speaks_for_other_counts(const KernelProgram& program) {
  if (!program.loop.found()) return program.loop.left_out.branch < 0;
  return std::none_of(program.shared.begin(), program.shared.end(), [](const SharedWrite& w) { return w.from_loop; });
}

/// Waves that write the same bytes at the same time must write the same.
std::string unequal_writes(const KernelProgram& program) {
  for (const SharedWrite& write : program.shared) {
    if (write.same_data) continue;
    const assembly::Instruction& in = program.kernel().code[static_cast<std::size_t>(write.instruction)];
    return "several waves write the same bytes of the LDS at the same time (" + program.kernel().place(in.line) + " " +
           in.text + "); that is right only if they write the same, which is not known";
  }
  return "";
}

}  // namespace

Audit::Trips Audit::trips() const {
  Trips out;
  const KernelLoop& loop = program->loop;
  if (loop.head < 0) return out;
  out.line = program->kernel().code[static_cast<std::size_t>(loop.head)].line;
  // The visits of the head count from the second iteration on, and the last one is not in the program's loop.
  out.launched = loop.executed() + 2;
  if (!loop.found()) return out;
  const auto line = [&](int instruction) { return program->kernel().code[static_cast<std::size_t>(instruction)].line; };
  for (const int branch : loop.same_branches) out.same_branches.push_back(line(branch));
  if (loop.left_at >= 0) out.left_at = line(loop.left_at);
  out.period = loop.period;
  out.first = loop.before + loop.after() + 2;
  return out;
}

Audit audit(const assembly::Kernel& kernel, const KernelLaunch& launch) {
  Audit out;
  const PreparedLaunch prepared = prepare(kernel, launch);
  out.waves = prepared.waves;
  const bool gfx950 = kernel.target == "gfx950";
  if (!gfx950 && kernel.target != "gfx942") {
    out.refusal =
        "target " + (kernel.target.empty() ? "unknown" : kernel.target) + "; gfx942 and gfx950 are understood";
    return out;
  }
  Runs runs(kernel, prepared);
  const std::vector<Trace>& traces = runs.traces;
  out.refusal = refusal_of(kernel, traces, prepared);
  const int lds_bytes = kernel.resources.lds_bytes + launch.lds_bytes;
  if (out.refusal.empty() && runs.rounds) {
    out.refusal =
        "what the waves do depends on the last bit of a reciprocal (v_rcp_f32), which chips round differently";
  }
  if (out.refusal.empty()) out.refusal = beyond_lds(kernel, traces, lds_bytes);
  if (out.refusal.empty()) out.uneven = uneven_barrier(traces);
  if (!out.refusal.empty() || out.uneven) return out;
  const CounterLimits limits = gfx950 ? targets::mi355x.limits : targets::mi300x.limits;
  out.program = std::make_unique<KernelProgram>(kernel, traces, runs.loop, limits);
  if (!speaks_for_other_counts(*out.program)) {
    // The loop as often as the launch executes it.
    if (runs.loop.executed() > most_unrolled) {
      out.refusal = "the loop at " + kernel.place(kernel.code[static_cast<std::size_t>(runs.loop.head)].line) +
                    " does not repeat what it does; give a launch with at most " + std::to_string(most_unrolled) +
                    " iterations";
      return out;
    }
    runs.without_loop();
    out.program = std::make_unique<KernelProgram>(kernel, traces, runs.loop, limits);
  }
  out.found = verify(out.program->program);
  const bool undecided = out.found.verdict == Verdict::invalid && out.program->loop.found();
  if (undecided && out.found.invalid.rule == Rule::no_repeating_state && runs.loop.executed() <= most_unrolled) {
    runs.without_loop();
    out.program = std::make_unique<KernelProgram>(kernel, traces, runs.loop, limits);
    out.found = verify(out.program->program);
  }
  if (out.found.verdict == Verdict::invalid) out.refusal = describe(out.found.invalid).c_str();
  if (out.found.verdict == Verdict::race) out.refusal = leave_out_queues(*out.program, out.found);
  if (out.proven()) out.refusal = unequal_writes(*out.program);
  return out;
}

}  // namespace stretto::audit
