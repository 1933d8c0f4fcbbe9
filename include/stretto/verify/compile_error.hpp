// Turns refusals into compile errors. Compilers print template arguments. So a refusal is a type whose arguments name
// the rule, the numbers and the ops or, for a race, the two steps. Clang prints the message in words as well.
#pragma once

#include <utility>

#include <stretto/core/error.hpp>
#include <stretto/core/error_name.hpp>
#include <stretto/program/role_text.hpp>
#include <stretto/verify/hazard.hpp>
#include <stretto/verify/level.hpp>
#include <stretto/verify/step_names.hpp>

namespace stretto {

/// An op as a template argument.
struct ErrorOp {
  int number = -1;  ///< in the body, or in the emitted section
  ErrorName name;   ///< empty: only the number is known
};

namespace detail {

/// The ops of a rejection in its message: `3 "LOAD_A stage 0 subtile 1"`.
struct ErrorOps : ByNumber {
  const ErrorOp* ops;

  constexpr explicit ErrorOps(const ErrorOp* list) : ops(list) {}
  [[nodiscard]] constexpr Text op(int i) const {
    Text text;
    text << ops[i].number;
    if (ops[i].name.text[0] != '\0') text << " \"" << ops[i].name.text << "\"";
    return text;
  }
};

/// The message of a rejection, rebuilt from its template arguments.
template <Rule BrokenRule, int Value, int Limit, int Entry, ErrorOp... Ops>
constexpr Text describe_rejection() {
  const ErrorOp ops[] = {Ops..., ErrorOp{}};
  Diagnostic diagnostic(BrokenRule, Value, Limit);
  diagnostic.at_entry(Entry);
  constexpr int count = sizeof...(Ops);
  for (int i = 0; i < count; ++i) diagnostic.with_op(i);
  Text text("stretto: schedule rejected: ");
  text << describe(diagnostic, ErrorOps(ops));
  return text;
}
}  // namespace detail

/// A step of a hazard in a compile error.
struct ErrorStep {
  ErrorName role;                       ///< empty: there is no step
  Section section = Section::prologue;  ///< section that contains it
  int entry = -1;                       ///< index in that section
  ErrorName name;                       ///< its op, or its action
};

/// The worst hazard of a schedule or pipeline that is refused because it is not safe enough.
struct WorstHazard {
  HazardKind kind = HazardKind::flow;  ///< the condition that is violated
  Verdict verdict = Verdict::proven;   ///< verdict on the pair
  ErrorStep first;                     ///< the step that must complete first
  ErrorStep second;                    ///< the step that does not wait for it
  int margin = 0;                      ///< cycles, if it relies on latency
  int trips = 0;                       ///< a trip count with which it happens
};

namespace detail {

constexpr ErrorStep error_step(const WaveProgram& program, const StepNames& names, const StepInstance& step) {
  if (!step.present()) return {};
  return {ErrorName(role_text(program, step.role)), step.section, step.entry, ErrorName(names.without_place(step))};
}

}  // namespace detail

/// The worst hazard of a program's verification: the first one, since hazards are sorted worst first.
constexpr WorstHazard worst_hazard(const Verification& verification, const WaveProgram& program,
                                   const StepNames& names) {
  if (verification.hazards.empty()) return {};
  const Hazard& hazard = verification.hazards[0];
  return {hazard.kind,
          hazard.verdict,
          detail::error_step(program, names, hazard.first),
          detail::error_step(program, names, hazard.second),
          hazard.margin,
          hazard.trips};
}

STRETTO_BEGIN_MESSAGES

/// Instantiated with the worst hazard of a schedule or pipeline whose level requires more than the structural checks.
template <HazardKind Kind, Verdict Found, ErrorName FirstRole, Section FirstSection, int FirstEntry,
          ErrorName FirstStep, ErrorName SecondRole, Section SecondSection, int SecondEntry, ErrorName SecondStep,
          int Margin, int Trips, class Story>
struct ScheduleUnsafe {
  static_assert(Found == Verdict::proven,
                STRETTO_MESSAGE("stretto: schedule is not safe; the template arguments of ScheduleUnsafe are the "
                                "condition, the verdict, the step that must complete first and the step that does not "
                                "wait for it (role, section, index, name), the margin in cycles, and a trip count "
                                "with which it happens; `stretto verify` prints the execution that goes wrong",
                                Story::text()));
  static constexpr bool accepted = Found == Verdict::proven;  ///< using it evaluates the assertion
};

/// Instantiated with the rule that a schedule breaks. The compiler prints these arguments.
template <Rule BrokenRule, int Value, int Limit, int Entry, ErrorOp... Ops>
struct ScheduleRejected {
  static_assert(
      BrokenRule == Rule::none,
      STRETTO_MESSAGE("stretto: schedule rejected; the template arguments of ScheduleRejected are the rule, "
                      "the offending value, its limit, the emitted entry (-1: none), and the ops by number and name",
                      detail::describe_rejection<BrokenRule, Value, Limit, Entry, Ops...>()));
  static constexpr bool accepted = BrokenRule == Rule::none;  ///< using it evaluates the assertion
};

STRETTO_END_MESSAGES

/// Compares a verdict with the level that a schedule or pipeline is held to: no error, or the reason for refusal.
constexpr Diagnostic refused_by(const Verification& verification, VerificationLevel level) {
  if (level == VerificationLevel::structural || verification.verdict == Verdict::proven) return {};
  if (verification.verdict == Verdict::invalid) return verification.invalid;
  const bool race = verification.verdict == Verdict::race;
  if (!race && level == VerificationLevel::latency) return {};
  int hazards = 0;
  for (const Hazard& hazard : verification.hazards) hazards += hazard.verdict == verification.verdict ? 1 : 0;
  const Hazard& worst = verification.hazards[0];
  Diagnostic error(race ? Rule::race : Rule::relies_on_latency, race ? hazards : verification.smallest_margin, 0);
  if (worst.second.present()) error.at_entry(worst.second.entry).in_section(worst.second.section);
  if (worst.first.present()) error.against(worst.first.section, worst.first.entry);
  return error;
}

namespace detail {

/// For refusals whose ops have no names.
struct NoNames {
  static constexpr Text name(Rule, int) { return {}; }
};

template <Diagnostic Error, class Names, int... I>
constexpr bool accept(std::integer_sequence<int, I...>) {
  return ScheduleRejected<Error.rule, Error.value, Error.limit, Error.entry,
                          ErrorOp{Error.ops[I], ErrorName(Names::name(Error.rule, Error.ops[I]))}...>::accepted;
}

/// False, with a compile error, if a rule is broken. `Names::name(rule, op)` is what an op of the refusal is.
template <Diagnostic Error, class Names = NoNames>
constexpr bool accept() {
  return accept<Error, Names>(std::make_integer_sequence<int, Error.op_count>{});
}

/// Is the refusal about a hazard?
constexpr bool is_unsafe(const Diagnostic& error) {
  return error.rule == Rule::race || error.rule == Rule::relies_on_latency;
}

/// False, with a compile error, if the worst hazard of `Found::value` was refused, or if a rule is broken.
template <class Found, class Story>
constexpr bool accept_safety() {
  constexpr WorstHazard w = Found::value.worst;
  constexpr Diagnostic error = Found::value.error;
  if constexpr (is_unsafe(error)) {
    return ScheduleUnsafe<w.kind, w.verdict, w.first.role, w.first.section, w.first.entry, w.first.name, w.second.role,
                          w.second.section, w.second.entry, w.second.name, w.margin, w.trips, Story>::accepted;
  } else {
    return accept<error>();
  }
}

}  // namespace detail
}  // namespace stretto
