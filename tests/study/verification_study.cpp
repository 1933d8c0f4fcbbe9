// The studies in full, as Markdown.
//
//   verification_study agreement [programs] [first seed]
//   verification_study loops [loops] [first seed]
//   verification_study barriers [loops] [first seed]
//   verification_study changes [loops] [first seed]
//   verification_study roles [programs; 0: every single change] [first seed]
//   verification_study pipelines [loops] [first seed]
//   verification_study mutants [seeds for proven ones] [number of the only base]
//   verification_study arbitrary [--seeds N] [--first S] [--kind arbitrary | nearly_right | changed | all]
//                                [--threads T] [--states N] [--second-every K] [--reported N]
//   verification_study comparison [programs] [first seed]
#include <array>
#include <chrono>
#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "arbitrary_study.hpp"
#include "changed_loops.hpp"
#include "comparison_study.hpp"
#include "derived_sync.hpp"
#include "explorer_agreement.hpp"
#include "mutation_study.hpp"
#include "pipelines.hpp"
#include "role_agreement.hpp"

namespace {

using namespace stretto::study;

class Clock {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

int report(const std::vector<std::string>& disagreements) {
  for (const std::string& text : disagreements) std::printf("\n%s\n", text.c_str());
  return disagreements.empty() ? 0 : 1;
}

/// A number with the title of its column.
struct Figure {
  std::string column;
  std::string value;

  template <std::integral Count>
  Figure(const char* name, Count count) : column(name), value(std::to_string(count)) {}
  Figure(const char* name, double number, int decimals = 1) : column(name) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", decimals, number);
    value = text;
  }
};

/// A table of one row.
void print_row(const std::string& title, const std::vector<Figure>& figures) {
  std::string heads;
  std::string rule;
  std::string values;
  for (const Figure& figure : figures) {
    heads += "| " + figure.column + " ";
    rule += "| ---: ";
    values += "| " + figure.value + " ";
  }
  std::printf("## %s\n\n%s|\n%s|\n%s|\n", title.c_str(), heads.c_str(), rule.c_str(), values.c_str());
}

int agreement(int programs, std::uint64_t first_seed) {
  const Clock clock;
  AgreementOptions options;
  options.first_seed = first_seed;
  options.programs = programs;
  options.seeds_if_safe = 200;
  const AgreementCounts counts = compare_with_explorer(options);
  print_row("Explorer agreement", {{"programs", counts.programs},
                                   {"safe", counts.safe},
                                   {"wrong", counts.wrong},
                                   {"deadlock", counts.deadlock},
                                   {"undecided", counts.undecided},
                                   {"executor runs", counts.runs},
                                   {"most seeds to fail", counts.hardest},
                                   {"disagreements", counts.disagreements.size()},
                                   {"s", clock.seconds()}});
  return report(counts.disagreements);
}

int loops(int count, std::uint64_t first_seed) {
  const Clock clock;
  DerivedSyncOptions options;
  options.first_seed = first_seed;
  options.loops = count;
  options.loops_weakened = count;
  const DerivedSyncCounts counts = study_derived_sync(options);
  print_row("Derived synchronisation on random loops", {{"loops", counts.loops},
                                                        {"proven", counts.proven},
                                                        {"kernel barriers", counts.kernel_barriers},
                                                        {"outer barriers", counts.outer_barriers},
                                                        {"waits", counts.waits},
                                                        {"executor runs", counts.runs},
                                                        {"waits dropped", counts.waits_dropped},
                                                        {"waits loosened", counts.waits_loosened},
                                                        {"barriers dropped", counts.barriers_dropped},
                                                        {"most seeds to fail", counts.hardest},
                                                        {"failures", counts.failures.size()},
                                                        {"s", clock.seconds()}});
  return report(counts.failures);
}

int barriers(int count, std::uint64_t first_seed) {
  const Clock clock;
  BarrierMinimumOptions options;
  options.first_seed = first_seed;
  options.loops = count;
  const BarrierMinimumCounts counts = study_barrier_minimum(options);
  print_row("Fewer kernel barriers, every placement", {{"loops", counts.loops},
                                                       {"drawn", counts.drawn},
                                                       {"most barriers", counts.most_barriers},
                                                       {"placements rejected", counts.placements},
                                                       {"failures", counts.failures.size()},
                                                       {"s", clock.seconds()}});
  return report(counts.failures);
}

int changes(int count, std::uint64_t first_seed) {
  const Clock clock;
  ChangedLoopOptions options;
  options.first_seed = first_seed;
  options.loops = count;
  const ChangedLoopCounts counts = study_changed_loops(options);
  print_row("Random loops with random changes", {{"loops", count},
                                                 {"variants", counts.variants},
                                                 {"proven", counts.proven},
                                                 {"rejected", counts.rejected},
                                                 {"malformed", counts.malformed},
                                                 {"executor runs", counts.runs},
                                                 {"most seeds to fail", counts.hardest},
                                                 {"proven but wrong", counts.unsound.size()},
                                                 {"rejected but never wrong", counts.never_seen_bad.size()},
                                                 {"s", clock.seconds()}});
  return report(counts.unsound) + report(counts.never_seen_bad);
}

int roles(int programs, std::uint64_t first_seed) {
  const Clock clock;
  RoleStudyOptions options;
  options.first_seed = first_seed;
  options.programs = programs;
  options.every_single = programs == 0;
  const RoleStudyCounts counts = study_roles(options);
  print_row("Programs of roles with random changes", {{"programs", counts.programs},
                                                      {"proven", counts.proven},
                                                      {"rejected", counts.rejected},
                                                      {"wrong result", counts.wrong_number},
                                                      {"deadlock", counts.deadlock},
                                                      {"invalid phase", counts.invalid_phase},
                                                      {"unencodable", counts.unencodable},
                                                      {"malformed", counts.malformed},
                                                      {"states", counts.states},
                                                      {"cut off", counts.by_seeds},
                                                      {"proven but wrong", counts.unsound.size()},
                                                      {"rejected but never wrong", counts.never_seen_bad.size()},
                                                      {"the same for progress", counts.stricter.size()},
                                                      {"otherwise wrong", counts.other_kind.size()},
                                                      {"s", clock.seconds()}});
  std::printf("\nmost seeds to fail: %llu; not found by seeds: %d\n", static_cast<unsigned long long>(counts.hardest),
              counts.missed_by_seeds);
  if (!counts.undecided.empty()) std::printf("\nundecided:\n");
  report(counts.undecided);
  if (!counts.only_interpreter.empty()) std::printf("\nrefused by the interpreter alone:\n");
  report(counts.only_interpreter);
  if (!counts.bases.empty()) std::printf("\nnot proven as they are:\n");
  int status = report(counts.bases);
  if (!counts.unsound.empty()) std::printf("\nproven but wrong:\n");
  status += report(counts.unsound);
  if (!counts.never_seen_bad.empty()) std::printf("\nrejected but never wrong:\n");
  status += report(counts.never_seen_bad);
  if (!counts.stricter.empty()) std::printf("\nrejected for progress but never wrong:\n");
  report(counts.stricter);
  if (!counts.other_kind.empty()) std::printf("\notherwise wrong:\n");
  return status + report(counts.other_kind);
}

void print_counts(const char* title, const std::map<std::string, int>& counts) {
  std::printf("\n| %s | loops |\n| --- | ---: |\n", title);
  for (const auto& [what, count] : counts) std::printf("| %s | %d |\n", what.c_str(), count);
}

int report_as(const char* title, const std::vector<std::string>& list) {
  if (!list.empty()) std::printf("\n%s (%zu):\n", title, list.size());
  return report(list);
}

int pipelines(int loops_drawn, std::uint64_t first_seed) {
  const Clock clock;
  PipelineStudyOptions options;
  options.first_seed = first_seed;
  options.loops = loops_drawn;
  const PipelineStudyCounts counts = study_pipelines(options);
  int early = 0;
  for (const auto& [what, count] : counts.early_by) early += count;
  int late = 0;
  for (const auto& [what, count] : counts.late_by) late += count;
  print_row("Pipelines of random loops", {{"loops", counts.loops},
                                          {"refused", counts.refused},
                                          {"proven", counts.proven},
                                          {"optimal", counts.optimal},
                                          {"unproven", counts.unproven.size()},
                                          {"programs run", counts.programs},
                                          {"wrong", counts.wrong.size()},
                                          {"in time", counts.in_time},
                                          {"early", early},
                                          {"late", late},
                                          {"weakened", counts.weakened},
                                          {"needed", counts.needed},
                                          {"s", clock.seconds()}});
  std::printf("\nlatest: %.3f of the interval; idle unless runs follow each other: %d\n", counts.latest,
              counts.only_for_the_next_run);
  print_counts("refused by", counts.refused_by);
  print_counts("proven on", counts.proven_by);
  print_counts("bound by", counts.bound_by);
  print_counts("early, bound by", counts.early_by);
  print_counts("late by", counts.late_by);
  print_counts("idle", counts.idle);
  print_counts("rejected, but not seen to go wrong", counts.unseen);
  report_as("samples", counts.samples);
  return report_as("unproven", counts.unproven) + report_as("wrong", counts.wrong) + report_as("early", counts.early) +
         report_as("stuck", counts.stuck);
}

void print_by_kind(const MutationCounts& counts) {
  std::printf("\n| mutation | proven | wrong result | deadlock | unencodable | malformed |\n");
  std::printf("| --- | ---: | ---: | ---: | ---: | ---: |\n");
  for (int kind = 0; kind < mutation_kinds; ++kind) {
    const auto& row = counts.by_kind[static_cast<std::size_t>(kind)];
    std::printf("| %s | %d | %d | %d | %d | %d |\n", name(static_cast<MutationKind>(kind)), row[0], row[1], row[2],
                row[3], row[4]);
  }
  std::printf("| all | %d | %d | %d | %d | %d |\n", counts.total(Prediction::right),
              counts.total(Prediction::wrong_number), counts.total(Prediction::deadlock),
              counts.total(Prediction::unencodable), counts.total(Prediction::malformed));
}

int mutants(int seeds, int only) {
  MutationOptions options;
  options.seeds_if_proven = static_cast<std::uint64_t>(seeds);
  options.twice = 400;
  std::printf("## Mutants of proven schedules\n\n");
  std::printf("| base | mutants | proven | wrong result | deadlock | unencodable | executor runs | ");
  std::printf("most seeds to fail | over 100 seeds | disagreements | s |\n");
  std::printf("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  MutationCounts all;
  const auto print = [](const char* base, const MutationCounts& counts, double seconds) {
    std::printf("| %s | %d | %d | %d | %d | %d | %llu | %llu | %d | %zu | %.1f |\n", base, counts.mutants(),
                counts.total(Prediction::right), counts.total(Prediction::wrong_number),
                counts.total(Prediction::deadlock), counts.total(Prediction::unencodable),
                static_cast<unsigned long long>(counts.runs), static_cast<unsigned long long>(counts.hardest),
                counts.late, counts.disagreements.size(), seconds);
    std::fflush(stdout);
  };
  const Clock clock;
  int number = 0;
  for (const Base& base : proven_bases()) {
    if (only >= 0 && number++ != only) continue;
    const Clock own;
    const MutationCounts counts = study_mutants(base, options);
    print(base.name.c_str(), counts, own.seconds());
    all.add(counts);
  }
  print("all", all, clock.seconds());
  print_by_kind(all);
  return report(all.disagreements);
}

/// None: an option is unknown, or lacks its value.
std::optional<ArbitraryStudyOptions> arbitrary_options(int argc, char** argv) {
  ArbitraryStudyOptions options;
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string_view option = argv[i];
    const char* value = argv[i + 1];
    if (option == "--seeds") {
      options.seeds = std::strtoull(value, nullptr, 10);
    } else if (option == "--first") {
      options.first_seed = std::strtoull(value, nullptr, 10);
    } else if (option == "--threads") {
      options.threads = std::atoi(value);
    } else if (option == "--states") {
      options.max_states = std::atol(value);
    } else if (option == "--second-every") {
      options.second_checker_every = std::atoi(value);
    } else if (option == "--reported") {
      options.max_reported = std::strtoull(value, nullptr, 10);
    } else if (option == "--features") {
      if (value != std::string_view("plain") && value != std::string_view("all")) return std::nullopt;
      options.features = value == std::string_view("all") ? Features::all : Features::plain;
    } else if (option == "--kind") {
      int kind = 0;
      while (kind < program_kinds && name(static_cast<ProgramKind>(kind)) != std::string_view(value)) ++kind;
      if (kind == program_kinds) return std::nullopt;
      options.kind = static_cast<ProgramKind>(kind);
    } else {
      return std::nullopt;
    }
  }
  if (argc % 2 != 0) return std::nullopt;
  return options;
}

int arbitrary(const ArbitraryStudyOptions& options) {
  const ArbitraryStudyCounts counts = study_arbitrary(options);
  print_row(std::string("Arbitrary programs: ") + name(options.kind) +
                (options.features == Features::all ? ", with all features" : ""),
            {{"programs", counts.programs},
             {"invalid", counts.invalid},
             {"proven", counts.proven},
             {"wrong", counts.rejected_and_wrong},
             {"undecided", counts.rejected_undecided + counts.proven_undecided},
             {"rejected but never wrong", counts.never_wrong_count()},
             {"proven but wrong", counts.unsound_count},
             {"checked by the second checker", counts.second_checker},
             {"checkers disagree", counts.disagreement_count},
             {"refused by a checker", counts.refused},
             {"states", counts.states},
             {"s", counts.seconds},
             {"programs/s", static_cast<double>(counts.programs) / counts.seconds, 0}});
  std::printf("\nundecided though proven: %ld; slowest verify(): %.3f s, seed %llu\n", counts.proven_undecided,
              counts.slowest, static_cast<unsigned long long>(counts.slowest_seed));
  std::printf(
      "with latencies: %ld programs, of which rely on them: %ld; no repeating state: %ld; another verdict: %ld\n",
      counts.with_latency, counts.relies_on_latency, counts.undecided_with_latency, counts.latency_count);
  std::printf("\n| rejected by | wrong | never wrong |\n| --- | ---: | ---: |\n");
  std::map<std::string, std::array<long, 2>> reasons;
  for (const auto& [why, count] : counts.wrong_by) reasons[why][0] = count;
  for (const auto& [why, count] : counts.never_wrong) reasons[why][1] = count;
  for (const auto& [why, count] : reasons) std::printf("| %s | %ld | %ld |\n", why.c_str(), count[0], count[1]);
  report_as("rejected but never wrong, the first of each reason", counts.careful);
  report_as("slow", counts.slow);
  return report_as("proven but wrong", counts.unsound) + report_as("checkers disagree", counts.disagreements) +
         report_as("refused by a checker", counts.refusals) +
         report_as("another verdict with latencies", counts.latency) +
         report_as("another verdict with shortened gaps", counts.gaps);
}

int comparison(int number, std::uint64_t first_seed) {
  const Clock clock;
  const ComparisonStudyCounts counts = study_comparison(first_seed, static_cast<std::uint64_t>(number));
  const PairCounts& pairs = counts.pairs;
  print_row("Comparison of states", {{"programs", counts.programs},
                                     {"states", pairs.states},
                                     {"pairs", pairs.pairs},
                                     {"as safe", pairs.as_safe},
                                     {"of these, with hazards", pairs.telling},
                                     {"not as safe", pairs.unsafe},
                                     {"not as safe as itself", pairs.not_itself},
                                     {"not as safe a trip later", pairs.not_kept},
                                     {"s", clock.seconds()}});
  return report_as("not as safe", counts.bad);
}

int usage() {
  std::fprintf(
      stderr,
      "usage: verification_study (agreement | loops | barriers | changes | roles | pipelines | mutants | comparison) "
      "[number] [first seed or base]\n"
      "       verification_study arbitrary [--seeds N] [--first S] [--kind arbitrary | nearly_right | changed | "
      "all] [--features plain | all] [--threads T] [--states N] [--second-every K] [--reported N]\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const auto number = [&](int index, int otherwise) { return argc > index ? std::atoi(argv[index]) : otherwise; };
  if (what == "agreement") return agreement(number(2, 5000), static_cast<std::uint64_t>(number(3, 0)));
  if (what == "loops") return loops(number(2, 1000), static_cast<std::uint64_t>(number(3, 0)));
  if (what == "barriers") return barriers(number(2, 1000), static_cast<std::uint64_t>(number(3, 0)));
  if (what == "changes") return changes(number(2, 1000), static_cast<std::uint64_t>(number(3, 0)));
  if (what == "roles") return roles(number(2, 5000), static_cast<std::uint64_t>(number(3, 0)));
  if (what == "pipelines") return pipelines(number(2, 1000), static_cast<std::uint64_t>(number(3, 0)));
  if (what == "mutants") return mutants(number(2, 1000), number(3, -1));
  if (what == "comparison") return comparison(number(2, 20'000), static_cast<std::uint64_t>(number(3, 0)));
  if (what == "arbitrary") {
    const std::optional<ArbitraryStudyOptions> options = arbitrary_options(argc, argv);
    return options ? arbitrary(*options) : usage();
  }
  return usage();
}
