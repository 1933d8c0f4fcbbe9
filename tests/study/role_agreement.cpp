#include "role_agreement.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include <stretto/verify/verify.hpp>

#include "executor/interpreter/interpreter.hpp"
#include "verdict_words.hpp"

namespace stretto::study {

namespace {

using executor::Ending;
using executor::Exploration;
using executor::Interpreter;

/// What the interpreter finds over several trip counts.
struct Truth {
  std::array<bool, executor::endings> found{};
  std::string what;  // of the first failure
  long states = 0;
  bool by_seeds = false;
  std::uint64_t seeds = 0;  // until the first failure
  bool missed = false;      // no seed found it

  [[nodiscard]] bool finds(Ending ending) const { return found[static_cast<std::size_t>(ending)]; }
  [[nodiscard]] bool fails() const {
    for (int e = 0; e < executor::endings; ++e) {
      if (static_cast<Ending>(e) != Ending::right && found[static_cast<std::size_t>(e)]) return true;
    }
    return false;
  }
  void note(Ending ending, const std::string& trips, const std::string& story) {
    found[static_cast<std::size_t>(ending)] = true;
    if (ending != Ending::right && what.empty()) what = std::string(name(ending)) + ", trips " + trips + ": " + story;
  }
};

/// What the checkers may find, given a verdict.
struct Expected {
  bool malformed = false;
  bool right = false;
  bool wrong_number = false;
  bool stuck = false;
  bool unencodable = false;
  bool unfinished = false;
  bool unfenced = false;
  bool unusable = false;
};

/// Trip counts of runs. `more`: further ones, used if an expected failure does not occur.
std::vector<Vector<int>> trips_of(const WaveProgram& program, bool more) {
  std::vector<Vector<int>> all;
  if (!program.persistent) {
    for (int n = more ? 7 : 0; n < (more ? 12 : 7); ++n) all.push_back({n});
  } else if (!more) {
    for (int a = 0; a <= 2; ++a) all.push_back({a});
    for (int a = 0; a <= 2; ++a) {
      for (int b = 0; b <= 2; ++b) all.push_back({a, b});
    }
    for (const Vector<int>& trips : {Vector<int>{0, 0, 0}, {1, 0, 2}, {2, 1, 1}, {3, 3}, {5}}) all.push_back(trips);
  } else {
    for (int n : {0, 1}) all.push_back({n, n, n, n, n, n});
    for (const Vector<int>& trips :
         {Vector<int>{0, 0, 0, 3}, {3, 0, 0, 0, 3}, {1, 0, 0, 1, 4}, {4, 3, 2}, {2, 6}, {9}}) {
      all.push_back(trips);
    }
  }
  for (Vector<int>& trips : all) {
    for (int& n : trips) n += program.min_trips;
  }
  return all;
}

Expected expected_of(const Verification& verdict) {
  Expected expected;
  if (verdict.proven()) {
    expected.right = true;
  } else if (verdict.verdict == Verdict::race) {
    for (const Hazard& hazard : verdict.hazards) {
      if (hazard.verdict != Verdict::race) continue;
      if (hazard.kind == HazardKind::progress) {
        expected.stuck = expected.wrong_number = true;
      } else if (hazard.kind == HazardKind::encodable) {
        expected.unencodable = true;
      } else if (hazard.kind == HazardKind::unfinished) {
        expected.unfinished = true;
      } else if (hazard.kind == HazardKind::fence) {
        expected.unfenced = expected.wrong_number = true;
      } else if (hazard.kind == HazardKind::uninitialised || hazard.kind == HazardKind::gone) {
        expected.unusable = true;
      } else {
        expected.wrong_number = true;
      }
    }
  } else if (verdict.invalid.rule == Rule::barrier_counts_differ) {
    expected.stuck = true;
  } else if (verdict.invalid.rule == Rule::wait_group_field || verdict.invalid.rule == Rule::expected_bytes_field) {
    expected.unencodable = true;
  } else {
    expected.malformed = true;
  }
  return expected;
}

bool agrees(const Expected& expected, const Truth& truth) {
  if (expected.right) return !truth.fails();
  return (expected.wrong_number && truth.finds(Ending::wrong_number)) ||
         (expected.stuck && (truth.finds(Ending::deadlock) || truth.finds(Ending::invalid_phase))) ||
         (expected.unencodable && truth.finds(Ending::unencodable)) ||
         (expected.unfinished && truth.finds(Ending::unfinished)) ||
         (expected.unfenced && truth.finds(Ending::unfenced)) || (expected.unusable && truth.finds(Ending::unusable));
}

class RoleStudy {
 public:
  explicit RoleStudy(const RoleStudyOptions& options) : options_(options), bases_(role_bases()) {}

  RoleStudyCounts run() {
    for (const RoleBase& base : bases_) {
      const Verification verdict = verify(base.program);
      proven_.push_back(verdict.proven());
      if (!verdict.proven())
        counts_.bases.push_back(base.name + ": " + words(verdict) + "\n" + role_words(base.program));
    }
    if (options_.every_single) {
      for (std::size_t b = 0; b < bases_.size(); ++b) {
        for (const RoleMutation& mutation : all_mutations(bases_[b].program)) compare(b, {mutation});
      }
    } else {
      for (int i = 0; i < options_.programs; ++i) draw(options_.first_seed + static_cast<std::uint64_t>(i));
    }
    return counts_;
  }

 private:
  void draw(std::uint64_t seed) {
    Dice dice(seed);
    const auto base = static_cast<std::size_t>(dice.below(static_cast<int>(bases_.size())));
    std::vector<RoleMutation> mutations;
    WaveProgram program = bases_[base].program;
    for (int count = dice.from(1, 3); count > 0; --count) {
      mutations.push_back(draw_mutation(dice, program));
      apply(program, mutations.back());
    }
    compare(base, mutations);
  }

  void compare(std::size_t base_index, const std::vector<RoleMutation>& mutations) {
    const RoleBase& base = bases_[base_index];
    WaveProgram program = base.program;
    for (const RoleMutation& mutation : mutations) apply(program, mutation);
    const Verification verdict = verify(program);
    const Expected expected = expected_of(verdict);
    const std::optional<Truth> truth = truth_of(program, expected);
    if (expected.malformed || !truth) {
      ++counts_.malformed;
      const bool undecided =
          verdict.invalid.rule == Rule::no_repeating_state || verdict.invalid.rule == Rule::too_many_starts;
      if (undecided && proven_[base_index]) counts_.undecided.push_back(report(base, mutations, program, verdict, {}));
      if (!expected.malformed) counts_.only_interpreter.push_back(report(base, mutations, program, verdict, {}));
      return;
    }
    ++counts_.programs;
    ++(expected.right ? counts_.proven : counts_.rejected);
    counts_.wrong_number += truth->finds(Ending::wrong_number) ? 1 : 0;
    counts_.deadlock += truth->finds(Ending::deadlock) ? 1 : 0;
    counts_.invalid_phase += truth->finds(Ending::invalid_phase) ? 1 : 0;
    counts_.unencodable += truth->finds(Ending::unencodable) ? 1 : 0;
    counts_.states += truth->states;
    counts_.by_seeds += truth->by_seeds ? 1 : 0;
    counts_.missed_by_seeds += truth->missed ? 1 : 0;
    counts_.hardest = std::max(counts_.hardest, truth->seeds);
    if (agrees(expected, *truth)) return;
    // A base that is rejected unchanged may well be rejected after the change.
    if (!proven_[base_index] && !expected.right) return;
    list_for(expected, *truth).push_back(report(base, mutations, program, verdict, *truth));
  }

  std::vector<std::string>& list_for(const Expected& expected, const Truth& truth) {
    if (expected.right) return counts_.unsound;
    if (truth.fails()) return counts_.other_kind;
    return expected.stuck ? counts_.stricter : counts_.never_seen_bad;
  }

  /// None: the interpreter refuses the program. Otherwise it searches until it finds an expected failure.
  std::optional<Truth> truth_of(const WaveProgram& program, const Expected& expected) const {
    if (expected.malformed) return std::nullopt;
    Truth truth;
    for (const bool more : {false, true}) {
      for (const Vector<int>& trips : trips_of(program, more)) {
        try {
          look(Interpreter(program, trips), words(trips), truth);
        } catch (const std::invalid_argument&) {
          return std::nullopt;
        }
        if (truth.fails() && (expected.right || agrees(expected, truth))) return truth;
      }
      if (expected.right) break;
    }
    return truth;
  }

  void look(const Interpreter& interpreter, const std::string& trips, Truth& truth) const {
    executor::ExplorationOptions exploration;
    exploration.max_states = options_.max_states;
    const Exploration all = interpreter.explore(exploration);
    truth.states += all.states;
    if (all.fails() && !truth.fails()) {
      const executor::Interpretation one = interpreter.search(options_.seeds);
      truth.seeds = one.right() ? options_.seeds : one.seed + 1;
      truth.missed = one.right();
    }
    for (int e = 0; e < executor::endings; ++e) {
      const auto ending = static_cast<Ending>(e);
      if (all.finds(ending)) truth.note(ending, trips, all.what[static_cast<std::size_t>(e)]);
    }
    if (all.complete) return;
    truth.by_seeds = true;
    const executor::Interpretation found = interpreter.search(options_.seeds);
    truth.note(found.ending, trips, found.what);
  }

  static std::string report(const RoleBase& base, const std::vector<RoleMutation>& mutations,
                            const WaveProgram& program, const Verification& verdict, const Truth& truth) {
    std::string text = base.name;
    WaveProgram step_by_step = base.program;
    for (const RoleMutation& mutation : mutations) {
      text += "; " + words(step_by_step, mutation);
      apply(step_by_step, mutation);
    }
    return text + "\n" + role_words(program) + "verifier: " + words(verdict) +
           "\ninterpreter: " + (truth.what.empty() ? "right" : truth.what);
  }

  const RoleStudyOptions& options_;
  std::vector<RoleBase> bases_;
  std::vector<bool> proven_;  // by base, unchanged
  RoleStudyCounts counts_;
};

}  // namespace

RoleStudyCounts study_roles(const RoleStudyOptions& options) { return RoleStudy(options).run(); }

}  // namespace stretto::study
