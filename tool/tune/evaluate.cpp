#include "tune/evaluate.hpp"

#include <algorithm>

#include <stretto/pipeline/timed_pipeline.hpp>
#include <stretto/timing/stalls_text.hpp>

#include "compiled_case.hpp"
#include "output.hpp"
#include "pipeline_report.hpp"
#include "text_report.hpp"
#include "tune/measure.hpp"
#include "verified.hpp"

namespace stretto::tool {

namespace {

void add_slots(TuneRow& row, const char* buffer, int slots) {
  row.slots += (row.slots.empty() ? "" : ", ") + std::string(buffer) + " " + std::to_string(slots);
}

/// The cycles of the steady state, and its largest stall that is not a step's own cost.
TimedReport add_time(TuneRow& row, const WaveProgram& program, const TimedCosts& costs) {
  const Result<TimedReport> steady = steady_time(program, costs);
  if (!steady.ok()) throw InputError(reason(steady.error));
  row.cycles = steady.value.cycles;
  row.period = steady.value.period;
  row.exact = steady.value.exact;
  row.tiles = std::max(1, program.tiles_per_trip);
  for (const StallSum& stall : steady.value.stalls) {
    if (stall.site.kind == StallKind::cost) continue;
    row.stall = str(stall_text(program, costs, stall, row.period));
    break;
  }
  return steady.value;
}

void evaluate_loop(TuneRow& row, const TuneSubject& subject) {
  const LoadedLoop source = loop_of(subject);
  const Pipeline pipe = make_pipeline(source);
  if (pipe.verdict == Verdict::invalid) throw InputError("the program cannot run");
  row.verdict = pipe.verdict;
  row.interval = pipe.schedule.ii;
  row.bound = pipe.schedule.lower_bound;
  row.bound_by = cut(bound_text(pipe), longest_message);
  row.shared_bytes = pipe.shared_bytes();
  for (int b = 0; b < pipe.slots.size(); ++b) {
    const TargetBuffer& buffer = pipe.loop.buffers[b];
    if (buffer.space == Space::shared) add_slots(row, buffer.name, pipe.slots[b]);
    if (buffer.space == Space::registers) row.register_bytes += static_cast<long>(buffer.bytes) * pipe.slots[b];
  }
  row.slots = cut(row.slots, longest_message);
  add_time(row, pipe.program, timed_costs(pipe.loop, Signals::priced));
  row.work = work_of(source.loop) * row.period;
}

void evaluate_schedule(TuneRow& row, const TuneSubject& subject) {
  const Case input = read_case(subject.input);
  CompileOptions options;
  options.verify = VerificationLevel::structural;
  const CompiledSchedule compiled = compile_case(input, subject.sync, options);
  if (compiled.error) throw InputError(refusal(input, compiled));
  row.verdict = compiled.verification.verdict;
  if (row.verdict == Verdict::invalid) throw InputError(reason(compiled.verification.invalid));
  const Result<WaveProgram> program = lower(emitted_sections(compiled), compiled.protocol);
  if (!program.ok()) throw InputError(reason(program.error));
  for (const Buffer& buffer : program.value.buffers) {
    const long bytes = static_cast<long>(buffer.bytes) * buffer.subtiles * buffer.slots;
    if (buffer.space == Space::shared) add_slots(row, buffer.name, buffer.slots);
    (buffer.space == Space::registers ? row.register_bytes : row.shared_bytes) += bytes;
  }
  const TimedReport time = add_time(row, program.value, timed_costs(input));
  row.work = time.busy[0];  // the MMA unit
}

/// The reason, on one line.
TuneRow refused_row(long point, const char* why) {
  TuneRow row;
  row.point = point;
  for (const char c : message_text(why)) {
    const bool space = c == '\n' || c == ' ';
    if (!space || !row.refused.ends_with(' ')) row.refused += space ? ' ' : c;
  }
  return row;
}

}  // namespace

TuneRow evaluate(const TuneSpace& space, long point) {
  try {
    TuneRow row;
    row.point = point;
    const TuneSubject subject = space.at(point);
    if (subject.is_loop()) {
      evaluate_loop(row, subject);
    } else {
      evaluate_schedule(row, subject);
    }
    return row;
  } catch (const InputError& error) {
    return refused_row(point, error.what());
  } catch (const Error& error) {
    return refused_row(point, error.what());
  }
}

}  // namespace stretto::tool
