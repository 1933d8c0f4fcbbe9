#include "twins.hpp"

#include <stdexcept>

#include <stretto/stretto.hpp>

#include "references.hpp"

namespace stretto::findings {

namespace {

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
  const EmittedPhases phases = emitted_phases(compiled);
  // Where a schedule leaves waits to the compiler, the time is that with the compiler's waits.
  KernelProtocol protocol = compiled.protocol;
  protocol.registers = RegisterReading::interlocked;
  const TripTime time = steady_trip(lower(phases, protocol).value, mi355x_timed_costs());
  out += "| " + label + " | " + name(compiled.verification.verdict) + " | " + std::to_string(barriers) + " | " +
         std::to_string(waits) + " | " + std::to_string(time.cycles) + " | " + std::to_string(time.computing) + " | " +
         std::to_string(time.waiting_vm + time.waiting_lgkm) + " | " + std::to_string(time.at_barriers) + " |\n";
}

template <class S>
void rows(std::string& out, const std::string& label, const S& schedule) {
  row(out, "`" + label + "`", schedule);
  row(out, "its twin", Proven<S>(schedule));
  row(out, "its twin, `LatencyHiding{1, 0}`", Proven<S, LatencyHiding{1, 0}>(schedule));
}

}  // namespace

std::string twins(const std::string& reference_dir) {
  std::string out =
      "| schedule | verdict | barriers | waits | cycles | computing | waiting | at barriers |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const tool::Case& input : reference_cases(reference_dir)) {
    std::visit([&](const auto& schedule) { rows(out, input.name, schedule); }, input.schedule);
  }
  return out;
}

}  // namespace stretto::findings
