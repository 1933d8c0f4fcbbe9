// A schedule under study: the compiled schedule, its verdicts under both readings of registers, and its proven variant.
#pragma once

#include <string>
#include <vector>

#include <stretto/stretto.hpp>

namespace stretto::findings {

/// A hazard as text, and the readings of registers under which it exists.
struct Pair {
  std::string kind;
  std::string verdict;  // "race", or "latency" with the margin
  std::string first;    // "kernel[11] MMA_LOAD_B(0,1)"
  std::string second;
  std::string place;
  int trips = 0;
  bool explicit_waits = false;
  bool interlocked = false;

  [[nodiscard]] bool same_but_for_readings(const Pair& other) const {
    return kind == other.kind && verdict == other.verdict && first == other.first && second == other.second &&
           place == other.place && trips == other.trips;
  }
  friend bool operator==(const Pair&, const Pair&) = default;
};

/// The verdict under one reading of registers.
struct Reading {
  Verdict verdict = Verdict::invalid;
  int margin = 0;
  int races = 0;
  int latency = 0;
  int dead_reads = 0;
};

struct VariantSummary {
  std::string verdict;  // or the rule that rejects it
  int pacing = 0;
  int derived = 0;
  int waits = 0;  // per trip
  int delayed = 0;
};

struct Subject {
  std::string label;
  std::string refused;  // the rule, when it is not even compiled
  Reading explicit_waits;
  Reading interlocked;
  std::vector<Pair> pairs;
  VariantSummary variant;
};

namespace detail {
Reading read_under(const CompiledSchedule& compiled, RegisterReading registers, TagNamer namer,
                   std::vector<Pair>& pairs);
VariantSummary summary_of(const CompiledSchedule& variant);
std::string story_of(const CompiledSchedule& compiled, RegisterReading registers, TagNamer namer,
                     const std::string& first, const std::string& second);
}  // namespace detail

template <class S>
Subject examine(const std::string& label, const S& schedule) {
  Subject out;
  out.label = label;
  CompileOptions options;
  options.verify = VerificationLevel::structural;
  const CompiledSchedule compiled = try_compile(schedule, options);
  if (compiled.error) {
    out.refused = rule_text(compiled.error.rule).name;
    return out;
  }
  out.explicit_waits = detail::read_under(compiled, RegisterReading::explicit_waits, S::tag_name, out.pairs);
  out.interlocked = detail::read_under(compiled, RegisterReading::interlocked, S::tag_name, out.pairs);
  out.variant = detail::summary_of(try_compile(Proven<S>(schedule)));
  return out;
}

/// explain() of the hazard between two steps that are named as in Pair. Throws if there is none.
template <class S>
std::string story(const S& schedule, RegisterReading registers, const std::string& first, const std::string& second) {
  CompileOptions options;
  options.verify = VerificationLevel::structural;
  return detail::story_of(try_compile(schedule, options), registers, S::tag_name, first, second);
}

}  // namespace stretto::findings
