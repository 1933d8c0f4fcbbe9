#include "run.hpp"

#include <utility>

#include "scheduler.hpp"
#include "workgroup.hpp"

namespace stretto::executor {

namespace {

/// "wave 3, kernel entry 12, trip 1"
std::string place_of(int wave, const Instruction& instruction, int trip) {
  std::string text = "wave " + std::to_string(wave) + ", " + name(instruction.section);
  text += instruction.entry < 0 ? std::string(" (outside the entries)") : " entry " + std::to_string(instruction.entry);
  if (instruction.section == Section::kernel) text += ", trip " + std::to_string(trip);
  return text;
}

/// Describes the first wait that the hardware cannot encode; empty if there is none.
std::string unencodable_wait(const Machine& machine) {
  for (int w = 0; w < machine.waves.size(); ++w) {
    for (Section section : run_sections) {
      for (const Instruction& instruction : machine.waves[w][section]) {
        if (instruction.action != Action::wait) continue;
        const bool vm = instruction.counter == Counter::vm;
        const int most = vm ? machine.limits.max_wait_vm : machine.limits.max_wait_lgkm;
        if (instruction.count >= 0 && instruction.count <= most) continue;
        return place_of(w, instruction, 0) + (vm ? ": wait for vm " : ": wait for lgkm ") +
               std::to_string(instruction.count) + " is not in 0 to " + std::to_string(most);
      }
    }
  }
  return {};
}

std::string number(double value) {
  if (value != value) return "not a number";
  return std::to_string(static_cast<long long>(value));
}

}  // namespace

class Runner::State {
 public:
  State(const Machine& machine, int trips)
      : machine_(machine),
        trips_(trips),
        workgroup_(machine, trips),
        scheduler_(workgroup_),
        unencodable_(unencodable_wait(machine)) {}

  Outcome outcome(std::uint64_t seed) {
    if (!unencodable_.empty()) return Outcome::unencodable;
    workgroup_.reset(false);
    if (!scheduler_.execute(seed)) return Outcome::deadlock;
    workgroup_.land_rest();
    return workgroup_.plain().miscount().empty() && wrong_sum() < 0 ? Outcome::right : Outcome::wrong_number;
  }

  Report run(std::uint64_t seed) {
    Report report{outcome(seed), {}, trips_, seed};
    if (report.outcome == Outcome::unencodable) report.what = unencodable_;
    if (report.outcome == Outcome::deadlock) report.what = waiting_waves();
    if (report.outcome == Outcome::wrong_number) report.what = describe_wrong_number(seed);
    return report;
  }

 private:
  [[nodiscard]] std::string waiting_waves() {
    std::string text;
    for (int w = 0; w < workgroup_.waves(); ++w) {
      const Wave& wave = workgroup_.wave(w);
      if (w > 0) text += "; ";
      text += wave.finished ? "wave " + std::to_string(w) + " has finished"
                            : place_of(w, *wave.next, wave.trip) + " waits at a barrier";
    }
    return text;
  }

  /// The first sum that differs from the plain loop; -1 if there is none.
  [[nodiscard]] int wrong_sum() const {
    for (int s = 0; s < machine_.sums.size(); ++s) {
      if (value_of(s) != workgroup_.plain().expected(s)) return s;
    }
    return -1;
  }

  [[nodiscard]] double value_of(int sum) const {
    return workgroup_.accumulator(machine_.sums[sum].wave, machine_.sums[sum].accumulator);
  }

  [[nodiscard]] std::string describe_wrong_number(std::uint64_t seed) {
    if (!workgroup_.plain().miscount().empty()) return workgroup_.plain().miscount();
    const int wrong = wrong_sum();
    const Sum& sum = machine_.sums[wrong];
    return "wave " + std::to_string(sum.wave) + ": accumulator " + std::to_string(sum.accumulator) + " is " +
           number(value_of(wrong)) + ", not " + number(workgroup_.plain().expected(wrong)) + first_wrong_term(seed);
  }

  /// Repeats the run and compares each term.
  [[nodiscard]] std::string first_wrong_term(std::uint64_t seed) {
    workgroup_.reset(true);
    scheduler_.execute(seed);
    workgroup_.land_rest();
    const Consumed& wrong = workgroup_.first_wrong();
    if (wrong.instruction == nullptr) return {};
    return "; first wrong at " + place_of(wrong.wave, *wrong.instruction, wrong.trip) + ": term " +
           std::to_string(wrong.term) + " of accumulator " + std::to_string(wrong.instruction->accumulator) + " is " +
           number(wrong.value);
  }

  const Machine& machine_;
  int trips_;
  Workgroup workgroup_;
  Scheduler scheduler_;
  std::string unencodable_;
};

Runner::Runner(const Machine& machine, int trips) : state_(std::make_unique<State>(machine, trips)) {}
Runner::Runner(Runner&&) noexcept = default;
Runner& Runner::operator=(Runner&&) noexcept = default;
Runner::~Runner() = default;

Report Runner::run(std::uint64_t seed) { return state_->run(seed); }

Outcome Runner::outcome(std::uint64_t seed) { return state_->outcome(seed); }

Report run(const Machine& machine, int trips, std::uint64_t seed) { return Runner(machine, trips).run(seed); }

Report search(const Machine& machine, const Vector<int>& trips, std::uint64_t seeds) {
  for (int count : trips) {
    Runner runner(machine, count);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      Report report = runner.run(seed);
      if (!report.right()) return report;
    }
  }
  return {};
}

}  // namespace stretto::executor
