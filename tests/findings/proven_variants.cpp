#include "proven_variants.hpp"

#include <stdexcept>

#include <stretto/stretto.hpp>

#include "references.hpp"

namespace stretto::findings {

namespace {

/// A trip of one wave: the average over the roles.
struct OneWave {
  long cycles = 0;
  long computing = 0;
  long waiting = 0;
  long at_barriers = 0;

  explicit OneWave(const TimedReport& report) : cycles(report.cycles / report.period) {
    for (int a = 0; a < report.roles.size(); ++a) {
      computing += report.roles[a].working;
      for (StallKind kind : {StallKind::counter, StallKind::full_counter, StallKind::interlock}) {
        waiting += report.lost(a, kind);
      }
      // Nothing else costs anything: waits are free.
      at_barriers += report.lost(a, StallKind::workgroup) + report.lost(a, StallKind::cost);
    }
    const long share = static_cast<long>(report.period) * report.roles.size();
    computing /= share;
    waiting /= share;
    at_barriers /= share;
  }
};

template <class S>
void row(std::string& out, const std::string& label, const S& schedule) {
  const CompiledSchedule compiled = try_compile(schedule);
  if (compiled.error) throw std::runtime_error(label + ": " + describe(compiled.error).c_str());
  int barriers = 0;
  int waits = 0;
  for (const ScheduleEntry& entry : compiled.kernel) {
    barriers += entry.op.tag == tags::barrier ? 1 : 0;
    waits += entry.op.tag == tags::wait_vm || entry.op.tag == tags::wait_lgkm ? 1 : 0;
  }
  const EmittedSections sections = emitted_sections(compiled);
  // Where a schedule leaves waits to the compiler, the time is that with the compiler's waits.
  KernelProtocol protocol = compiled.protocol;
  protocol.registers = RegisterReading::interlocked;
  const Result<TimedReport> timed =
      steady_time(lower(sections, protocol).value, timed_costs_on(targets::mi355x, schedule.compute_cycles()));
  if (!timed.ok()) throw std::runtime_error(label + ": " + describe(timed.error).c_str());
  const OneWave time(timed.value);
  out += "| " + label + " | " + name(compiled.verification.verdict) + " | " + std::to_string(barriers) + " | " +
         std::to_string(waits) + " | " + std::to_string(time.cycles) + " | " + std::to_string(time.computing) + " | " +
         std::to_string(time.waiting) + " | " + std::to_string(time.at_barriers) + " |\n";
}

template <class S>
void rows(std::string& out, const std::string& label, const S& schedule) {
  row(out, "`" + label + "`", schedule);
  row(out, "proven variant", Proven<S>(schedule));
  row(out, "proven variant, `LatencyHiding{.reads = 1, .loads = 0}`",
      Proven<S, LatencyHiding{.reads = 1, .loads = 0}>(schedule));
}

}  // namespace

std::string proven_variants(const std::string& reference_dir) {
  std::string out =
      "| schedule | verdict | barriers | waits | cycles | computing | waiting | at barriers |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const tool::Case& input : reference_cases(reference_dir)) {
    std::visit([&](const auto& schedule) { rows(out, input.name, schedule); }, input.schedule);
  }
  return out;
}

}  // namespace stretto::findings
