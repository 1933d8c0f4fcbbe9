#include "audit/audit.hpp"

#include <set>
#include <stdexcept>

#include <stretto/core/error.hpp>
#include <stretto/gpu/mi300x.hpp>
#include <stretto/gpu/mi355x.hpp>

namespace stretto::audit {

namespace {

using assembly::EventKind;
using assembly::Trace;

std::vector<Trace> run_all(const assembly::Kernel& kernel, const PreparedLaunch& launch) {
  std::vector<Trace> out;
  assembly::RunOptions options;
  options.stops_at_store = false;
  options.notes_registers = true;
  options.names_data = true;
  for (int wave = 0; wave < launch.waves; ++wave) {
    assembly::Launch start = launch.start;
    start.wave = wave;
    out.push_back(assembly::run_wave(kernel, start, options));
    if (!out.back().problems.empty()) break;  // what cannot be judged takes long, if the wave does not end
  }
  return out;
}

/// Memory that the waves share through global memory is not followed: it must not be both read and written.
std::string shared_global_memory(const std::vector<Trace>& traces) {
  std::set<std::uint64_t> loaded;
  std::set<std::uint64_t> stored;
  for (const Trace& trace : traces) {
    for (const assembly::Event& e : trace.events) {
      const std::uint64_t buffer = e.base >> 40;
      if (e.kind == EventKind::store) stored.insert(buffer);
      if (e.kind == EventKind::load || e.kind == EventKind::fetch) loaded.insert(buffer);
    }
  }
  for (const std::uint64_t buffer : stored) {
    if (buffer != 0 && loaded.count(buffer) == 0) continue;
    if (loaded.empty()) continue;
    if (buffer == 0) return "the address of a store to global memory is not known";
    return "it loads and stores the same buffer in global memory (argument " + std::to_string(buffer - 1) +
           "), which is not followed";
  }
  return "";
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

std::string refusal_of(const std::vector<Trace>& traces, const PreparedLaunch& launch) {
  for (std::size_t w = 0; w < traces.size(); ++w) {
    if (traces[w].problems.empty()) continue;
    std::string text = traces[w].problems.front() + " (wave " + std::to_string(w) + ")";
    const bool unknown = text.find("depends on data") != std::string::npos;
    for (std::size_t i = 0; i < launch.missing.size() && unknown; ++i) {
      text += (i == 0 ? "; not given: " : ", ") + launch.missing[i];
    }
    return text;
  }
  return shared_global_memory(traces);
}

}  // namespace

Audit::Trips Audit::trips() const {
  Trips out;
  const KernelLoop& loop = program->loop;
  if (loop.head < 0) return out;
  out.line = program->kernel().code[static_cast<std::size_t>(loop.head)].line;
  // The visits of the head count from the second iteration on, and the last one is not in the program's loop.
  out.launched = loop.iterations + 2;
  if (!loop.found()) return out;
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
  const std::vector<Trace> traces = run_all(kernel, prepared);
  out.refusal = refusal_of(traces, prepared);
  const int lds_bytes = kernel.resources.lds_bytes + launch.lds_bytes;
  if (out.refusal.empty()) out.refusal = beyond_lds(kernel, traces, lds_bytes);
  if (!out.refusal.empty()) return out;
  const CounterLimits limits = gfx950 ? targets::mi355x.limits : targets::mi300x.limits;
  out.program = std::make_unique<KernelProgram>(kernel, traces, find_loop(traces), limits);
  out.found = verify(out.program->program);
  const bool undecided = out.found.verdict == Verdict::invalid && out.program->loop.found();
  if (undecided && out.found.invalid.rule == Rule::no_repeating_state) {
    // The loop as often as the launch executes it.
    out.program = std::make_unique<KernelProgram>(kernel, traces, KernelLoop(), limits);
    out.found = verify(out.program->program);
  }
  if (out.found.verdict == Verdict::invalid) out.refusal = describe(out.found.invalid).c_str();
  return out;
}

}  // namespace stretto::audit
