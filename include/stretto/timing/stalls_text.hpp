// Writes a timed report as text: cycles per trip, units, roles, and each stall with its cause.
#pragma once

#include <stretto/core/error.hpp>
#include <stretto/core/text.hpp>
#include <stretto/program/role_text.hpp>
#include <stretto/timing/steady_time.hpp>

namespace stretto {

namespace detail {

/// A figure of `trips` trips, per trip, with at most two decimals.
constexpr Text per_trip_text(long figure, int trips) {
  Text text;
  const long hundredths = (figure * 200 + trips) / (2L * trips);
  text << hundredths / 100;
  const long rest = hundredths % 100;
  if (rest != 0) {
    text << "." << rest / 10;
    if (rest % 10 != 0) text << rest % 10;
  }
  return text;
}

class StallWords {
 public:
  constexpr StallWords(const WaveProgram& program, const TimedCosts& costs) : program_(program), costs_(costs) {}

  /// `"load A"`, or `kernel step 3 (wait mma 0)` for a step without a named op.
  [[nodiscard]] constexpr Text step(int role, Section section, int index) const {
    const Step& step = program_.roles[role].steps[section][index];
    Text text;
    if (is_op(step) && step.op >= 0 && costs_.ops[step.op].name[0] != '\0') {
      text << "\"" << costs_.ops[step.op].name << "\"";
    } else {
      text << place(role, section, index);
    }
    return text;
  }

  /// `kernel step 3 (await full)`.
  [[nodiscard]] constexpr Text place(int role, Section section, int index) const {
    const Step& step = program_.roles[role].steps[section][index];
    Text text;
    text << name(section) << " step " << index << " (";
    if (is_op(step) && step.op >= 0 && costs_.ops[step.op].name[0] != '\0') {
      text << costs_.ops[step.op].name;
    } else {
      text << name(step.action);
      if (step.action == Action::wait) text << " " << name(step.counter) << " " << step.count;
      if (step.phase_barrier.present()) text << " " << program_.phase_barriers[step.phase_barrier.barrier].name;
    }
    text << ")";
    return text;
  }

  [[nodiscard]] constexpr Text cause(const StallSite& site) const {
    Text text;
    switch (site.kind) {
      case StallKind::counter: text << name(site.counter) << " counter waits for " << culprit(site); break;
      case StallKind::full_counter: text << name(site.counter) << " is full until " << culprit(site); break;
      case StallKind::interlock: text << "registers of " << culprit(site); break;
      case StallKind::scoreboard: text << "result of " << culprit(site); break;
      case StallKind::unit: text << costs_.units[site.unit].name << " is busy with " << culprit(site); break;
      case StallKind::bytes: text << "bytes of " << culprit(site); break;
      case StallKind::arrival:
        text << "arrival of " << role_text(program_, site.cause_role);
        text << (is_op(cause_step(site)) ? ", after " : ", ") << culprit(site);
        break;
      case StallKind::workgroup:
        text << "arrival of " << role_text(program_, site.cause_role) << ", " << culprit(site);
        break;
      case StallKind::cost: text << "its own cost"; break;
    }
    return text;
  }

 private:
  static constexpr bool is_op(const Step& step) {
    return step.action == Action::nothing || step.action == Action::fetch || step.action == Action::move ||
           step.action == Action::consume;
  }
  [[nodiscard]] constexpr const Step& cause_step(const StallSite& site) const {
    return program_.roles[site.cause_role].steps[site.cause_section][site.cause_step];
  }

  [[nodiscard]] constexpr Text culprit(const StallSite& site) const {
    if (site.cause_role < 0) return Text("nothing");
    Text text = step(site.cause_role, site.cause_section, site.cause_step);
    const int back = site.trips_before;
    if (back == 0) text << " of the same trip";
    if (back == 1) text << " of the previous trip";
    if (back > 1) text << ", " << back << " trips before";
    if (back == -1) text << " of the next trip";
    if (back < -1) text << ", " << -back << " trips later";
    return text;
  }

  const WaveProgram& program_;
  const TimedCosts& costs_;
};

}  // namespace detail

/// `role consumer waits 12 cycles/trip at kernel step 3 (await full): bytes of "load A" of the same trip`.
constexpr Text stall_text(const WaveProgram& program, const TimedCosts& costs, const StallSum& stall, int period) {
  const detail::StallWords words(program, costs);
  const StallSite& site = stall.site;
  Text text;
  text << "role " << role_text(program, site.role) << " waits " << detail::per_trip_text(stall.lost.cycles, period)
       << " cycles/trip at " << words.place(site.role, site.section, site.step) << ": " << words.cause(site);
  if (stall.lost.queued > 0) {
    text << "; " << detail::per_trip_text(stall.lost.queued, period) << " of these cycles it queued for its unit";
  }
  return text;
}

/// The whole report: one line per unit, role and stall, and per role one line with the cost of synchronisation.
constexpr Text report_text(const WaveProgram& program, const TimedCosts& costs, const TimedReport& report) {
  Text text;
  text << detail::per_trip_text(report.cycles, report.period) << " cycles/trip";
  if (!report.exact) text << " (average: the run does not repeat)";
  if (report.exact && report.period > 1) text << " (repeats every " << report.period << " trips)";
  text << "\n";
  for (int u = 0; u < report.busy.size(); ++u) {
    const long available = report.cycles * costs.units[u].limit;
    text << "unit " << costs.units[u].name << ": busy " << detail::per_trip_text(report.busy[u], report.period)
         << " cycles/trip";
    if (costs.units[u].limit > 1) text << " over " << costs.units[u].limit;
    if (available > 0) text << ", " << (report.busy[u] * 200 + available) / (2 * available) << "%";
    text << "\n";
  }
  for (int a = 0; a < report.roles.size(); ++a) {
    const RoleTime& time = report.roles[a];
    text << "role " << role_text(program, a) << ": working " << detail::per_trip_text(time.working, report.period)
         << ", issuing " << detail::per_trip_text(time.issuing, report.period) << ", stalled "
         << detail::per_trip_text(time.stalled, report.period) << "\n";
  }
  for (const StallSum& stall : report.stalls) {
    if (stall.site.kind != StallKind::cost) text << stall_text(program, costs, stall, report.period) << "\n";
  }
  for (int a = 0; a < report.roles.size(); ++a) {
    const long cost = report.lost(a, StallKind::cost);
    if (cost == 0) continue;
    text << "role " << role_text(program, a) << ": " << detail::per_trip_text(cost, report.period)
         << " cycles/trip of synchronisation cost (nothing was late)\n";
  }
  return text;
}

}  // namespace stretto
