// What a plan with barriers says about every run: the position of each element, what has been issued before it, and the
// barrier that takes a role into an epoch.
//
// Operations are counted per counter from the start of a run. A run repeats the kernel, so all of this follows from the
// three sections and the number of trips, without unrolling the run.
#pragma once

#include <stretto/sync/epochs.hpp>

namespace stretto::detail {

inline constexpr int plan_counters = 2;  // 0: the counter of the program's loads (vm, or cp.async groups); 1: lgkm

/// One T per counter; not an array, for the same reason as PerSection.
template <class T>
struct PerCounter {
  T loads{};
  T lgkm{};

  constexpr T& operator[](int c) { return c == 0 ? loads : lgkm; }
  constexpr const T& operator[](int c) const { return c == 0 ? loads : lgkm; }
};

constexpr int counter_index(Counter counter) { return counter == Counter::lgkm ? 1 : 0; }

/// The counter with a plan's index. The loads of a program are all of one kind.
constexpr Counter plan_counter(const WaveProgram& program, int c) {
  if (c == 1) return Counter::lgkm;
  for (const Section section : run_sections) {
    for (const Step& step : program.roles[0].steps[section]) {
      if (step.counter == Counter::copy) return Counter::copy;
    }
  }
  return Counter::vm;
}

/// What each element of a plan issues, and where each role's barriers are, so that a position in a run is found without
/// unrolling it.
class PlanFacts {
 public:
  constexpr PlanFacts(const WaveProgram& program, const SyncPlan& plan) : epochs_(program, plan) {
    for (const Section section : run_sections) add_section(program, plan, section);
    for (int c = 0; c < plan_counters; ++c) {
      limit_[c] = program.limits.capacity(plan_counter(program, c));
    }
  }

  [[nodiscard]] constexpr const Epochs& epochs() const { return epochs_; }
  [[nodiscard]] constexpr int capacity(int c) const { return limit_[c]; }

  /// The elements of a section; the prologue has one more, for its end.
  [[nodiscard]] constexpr int size(Section section) const { return size_[section]; }
  [[nodiscard]] constexpr int run_length(int trips) const {
    return size_.prologue + trips * size_.kernel + size_.epilogue;
  }

  /// The position of an element in a run.
  [[nodiscard]] constexpr int position(Section section, int element, int trip, int trips) const {
    if (section == Section::prologue) return element;
    if (section == Section::kernel) return size_.prologue + trip * size_.kernel + element;
    return size_.prologue + trips * size_.kernel + element;
  }
  [[nodiscard]] constexpr int position(const StepAt& at, int trips) const {
    return position(at.section, epochs_.element(at), at.trip, trips);
  }

  /// Operations of counter c that the element issues.
  [[nodiscard]] constexpr int weight(int c, Section section, int element) const {
    return weights_[c][section][element];
  }
  /// Roles, by bit, whose lgkm operations complete at the element.
  [[nodiscard]] constexpr unsigned draining(Section section, int element) const { return draining_[section][element]; }

  /// Operations of counter c that are issued before an element in a run.
  [[nodiscard]] constexpr int issued(int c, Section section, int element, int trip, int trips) const {
    int count = issued_[c][section][element];
    if (section == Section::prologue) return count;
    const Vector<int>& before = issued_[c].prologue;
    const Vector<int>& each = issued_[c].kernel;
    count += before.back();
    return count + each.back() * (section == Section::kernel ? trip : trips);
  }

  /// The position of the barrier that takes a role into an epoch; the length of the run if there is none.
  [[nodiscard]] constexpr int barrier_into(int role, int epoch, int trips) const {
    if (epoch < 1) return run_length(trips);
    int rest = epoch - 1;
    const Vector<int>& first = barriers_.prologue[role];
    if (rest < first.size()) return position(Section::prologue, first[rest], 0, trips);
    rest -= first.size();
    const Vector<int>& each = barriers_.kernel[role];
    if (rest < trips * each.size())
      return position(Section::kernel, each[rest % each.size()], rest / each.size(), trips);
    rest -= trips * each.size();
    const Vector<int>& last = barriers_.epilogue[role];
    if (rest < last.size()) return position(Section::epilogue, last[rest], trips, trips);
    return run_length(trips);
  }

 private:
  constexpr void add_section(const WaveProgram& program, const SyncPlan& plan, Section section) {
    const int roles = program.roles.size();
    const Vector<SyncElement>& elements = plan.section(section);
    const Vector<Step>& steps = program.roles[0].steps[section];
    barriers_[section].resize(roles);
    int total[plan_counters] = {0, 0};
    for (int e = 0; e < elements.size(); ++e) {
      const unsigned passing = Epochs::passing_roles(program, section, elements[e]);
      for (int a = 0; a < roles && passing != 0; ++a) {
        if ((passing >> a & 1U) != 0) barriers_[section][a].push_back(e);
      }
      draining_[section].push_back(program.barriers == BarrierKind::draining ? passing : 0U);
      int counter = -1;
      int weight = 0;
      if (elements[e].kind == ElementKind::step) {
        const Step& step = steps[elements[e].step];
        const bool issues = step.action == Action::fetch || step.action == Action::move;
        if (issues && step.counter != Counter::none) {
          counter = counter_index(step.counter);
          weight = step.weight;
        }
      }
      for (int c = 0; c < plan_counters; ++c) {
        weights_[c][section].push_back(c == counter ? weight : 0);
        issued_[c][section].push_back(total[c]);
      }
      if (counter >= 0) total[counter] += weight;
    }
    // The end of the prologue is an extra position.
    if (section == Section::prologue) {
      draining_[section].push_back(0U);
      for (int c = 0; c < plan_counters; ++c) {
        weights_[c][section].push_back(0);
        issued_[c][section].push_back(total[c]);
      }
    }
    size_[section] = draining_[section].size();
    for (int c = 0; c < plan_counters; ++c) issued_[c][section].push_back(total[c]);
  }

  Epochs epochs_;
  PerSection<int> size_;
  PerCounter<PerSection<Vector<int>>> weights_;
  PerCounter<PerSection<Vector<int>>> issued_;
  PerSection<Vector<unsigned>> draining_;
  PerSection<Vector<Vector<int>>> barriers_;  // by role
  int limit_[plan_counters] = {};
};

}  // namespace stretto::detail
