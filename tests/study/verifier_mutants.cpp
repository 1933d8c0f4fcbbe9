// Mutants of the verifier: does a test notice when one of its conditions or transitions is changed?
//
// verifier_mutants.py writes the copy of the verifier that runs here. Programs are verified with one mutant active, and
// the answers are compared with those of the verifier itself, whose verdicts the other studies compare with the
// checkers. The first program with another verdict catches the mutant; so does a crash, or a call that does not end.
// Programs that have caught mutants are tried first on later ones.
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <stretto/pipeline/pipeline.hpp>
#include <stretto/sync/synchronise.hpp>
#include <stretto/verify/verify.hpp>

#include "../dice.hpp"
#include "arbitrary_study.hpp"
#include "comparison_study.hpp"
#include "latency_hole_programs.hpp"
#include "mutated/verify.hpp"
#include "phase_programs.hpp"
#include "random_declared_loop.hpp"
#include "random_loop.hpp"
#include "role_mutations.hpp"
#include "state_pair_programs.hpp"
#include "tests/executor/role_programs.hpp"

int stretto_active_mutant = 0;

namespace stretto::study {

namespace {

struct Mutant {
  int number;
  const char* file;
  int line;
  const char* kind;
  const char* text;
  const char* change;
};

constexpr Mutant mutants[] = {
#include "mutated/mutants.inc"
};

/// The parts of a verification that are compared.
struct Answer {
  Verdict verdict = Verdict::proven;
  unsigned kinds = 0;  // of hazards, by bit
  Rule rule{};
  int margin = 0;

  friend bool operator==(const Answer&, const Answer&) = default;
};

Answer answer(const Verification& found) {
  Answer out;
  out.verdict = found.verdict;
  for (const Hazard& hazard : found.hazards) out.kinds |= 1U << static_cast<unsigned>(hazard.kind);
  if (found.invalid) out.rule = found.invalid.rule;
  out.margin = found.smallest_margin;
  return out;
}

struct Case {
  std::string name;
  WaveProgram program;
  VerifyOptions options;
  Answer due;
  std::shared_ptr<const Histories> histories;  // if present, their states are compared and nothing is verified
  long as_safe = 0;                            // pairs of these
};

enum class Caught : int { nothing, other_report, told_apart, other_verdict, lost_proof, unsound, crash, hang };
constexpr std::array<const char*, 8> caught_names = {
    "survived", "another report", "states told apart",      "another verdict", "proof lost",
    "unsound",  "crash",          "does not come to an end"};

Caught difference(const Answer& due, const Answer& found) {
  if (due == found) return Caught::nothing;
  if (due.verdict == found.verdict) return Caught::other_report;
  if (due.verdict == Verdict::proven) return Caught::lost_proof;
  const bool better =
      found.verdict == Verdict::proven || (due.verdict == Verdict::race && found.verdict == Verdict::relies_on_latency);
  return better ? Caught::unsound : Caught::other_verdict;
}

/// The copy's classes.
struct MutatedClasses {
  using Cells = mutated::Cells;
  using Findings = mutated::Findings;
  using AbstractRun = mutated::AbstractRun;
  using AbstractState = mutated::AbstractState;
  using Frame = mutated::Frame;
  using RelativeState = mutated::RelativeState;
  static constexpr auto at_the_head = mutated::Stop::head;
};

Caught difference_of_states(const Case& each) {
  const PairCounts counts = StatePairs<MutatedClasses>(*each.histories, each.options.latency).compare();
  if (counts.unsafe > 0) return Caught::unsound;
  return counts.not_itself > 0 || counts.as_safe < each.as_safe ? Caught::told_apart : Caught::nothing;
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

constexpr std::clock_t slow = CLOCKS_PER_SEC / 50;  // programs that take longer are left out

class Corpus {
 public:
  std::vector<Case> cases;
  std::size_t by_hand = 0;  // the first this many are written by hand

  void add(const std::string& name, const WaveProgram& program, std::uint64_t seed) {
    if (check_program(program)) return;
    const std::clock_t start = std::clock();
    const Answer untimed = answer(verify(program));
    if (std::clock() - start > slow) return;
    cases.push_back({name, program, {}, untimed, {}, 0});
    if (seed % 3 != 0) return;
    VerifyOptions options;
    options.latency = drawn_bounds(seed);
    const Answer due = answer(verify(program, options));
    // With phase barriers, times do not matter.
    if (program.phase_barriers.empty() || seed % 30 == 0)
      cases.push_back({name + " timed", program, options, due, {}, 0});
  }
  void add_timed(const std::string& name, const WaveProgram& program, std::uint64_t seed) {
    if (check_program(program)) return;
    VerifyOptions options;
    options.latency = drawn_bounds(seed);
    cases.push_back({name + " timed", program, options, answer(verify(program, options)), {}, 0});
  }
  void add_seeds(ProgramKind kind, std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
      add(std::string(name(kind)) + " " + std::to_string(seed), program_of(kind, seed), seed);
    }
  }
  /// A correct program and a sample of its single changes.
  void add_changed(const std::string& name, const WaveProgram& base, int every) {
    add(name, base, 0);
    int number = 0;
    for (const RoleMutation& mutation : all_mutations(base)) {
      if (++number % every != 0) continue;
      WaveProgram program = base;
      if (!apply(program, mutation)) continue;
      add(name + " change " + std::to_string(number), program, static_cast<std::uint64_t>(number));
    }
  }
  void add_named() {
    for (const holes::HoleProgram& hole : holes::programs()) add(hole.name, hole.program, 1);
    for (const holes::HoleProgram& hole : holes::programs_with_latencies()) {
      VerifyOptions options;
      options.latency = holes::latencies;
      cases.push_back({hole.name, hole.program, options, answer(verify(hole.program, options)), {}, 0});
    }
    by_hand = cases.size();
    for (const holes::HoleProgram& hole : holes::programs()) add_changed(hole.name, hole.program, 1);
    for (const bool persistent : {false, true}) {
      const std::string end = persistent ? " persistent" : "";
      phased::HopperRing ring;
      ring.persistent = persistent;
      add_changed("hopper ring" + end, ring.program(), 1);
      phased::ClusterRings cluster;
      cluster.persistent = persistent;
      add_changed("cluster rings" + end, cluster.program(), 4);
    }
    for (const RoleBase& base : role_bases()) add_changed(base.name, base.program, 2);
    // With more slots, it takes more trips until a fault shows.
    using namespace executor;
    for (const bool persistent : {false, true}) {
      const std::string end = persistent ? " persistent" : "";
      add_changed("long bulk ring" + end, bulk_ring(5, 2, persistent), 3);
      add_changed("long bulk ring of two" + end, bulk_ring_of_two(4, 1, persistent), 3);
      add_changed("long tensor ring" + end, tensor_ring(4, 3, 2, persistent), 3);
      add_changed("long tensor sums" + end, tensor_sums(4, 2, persistent), 3);
      add_changed("long copy ring" + end, copy_ring(5, 2, persistent), 3);
      add_changed("long store ring" + end, store_ring(3, 4, 1, persistent), 3);
      add_changed("long fragment ring" + end, fragment_ring(4, 2, persistent), 3);
      add_changed("long shared ring" + end, shared_ring(4, persistent), 3);
      add_changed("long chained rings" + end, chained_rings(3, 4, persistent), 3);
    }
  }
  /// A fault in later trips that the prologue's copies do not have shows only if no loop head is mistaken for another.
  void add_peeled(const std::string& name, const WaveProgram& whole, int every) {
    WaveProgram base = whole;
    for (int trips = 1; trips <= 2; ++trips) {
      base = peeled(base);
      const std::string title = name + " peeled " + std::to_string(trips);
      add(title, base, 1);
      int number = 0;
      for (const RoleMutation& mutation : all_mutations(base)) {
        if (mutation.section != Section::kernel || ++number % every != 0) continue;
        WaveProgram program = base;
        if (!apply(program, mutation)) continue;
        add(title + " change " + std::to_string(number), program, static_cast<std::uint64_t>(number));
      }
    }
  }
  void add_all_peeled() {
    for (const RoleBase& base : role_bases()) add_peeled(base.name, base.program, 4);
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      const WaveProgram program = program_of(ProgramKind::nearly_right, seed);
      if (check_program(program) || !verify(program).proven()) continue;
      add_peeled("nearly_right " + std::to_string(seed), program, 8);
    }
  }
  /// Different states in which programs reach the same loop.
  void add_state_pairs() {
    for (const StatePairProgram& pair : state_pair_programs()) {
      const auto histories = std::make_shared<Histories>(pair.histories);
      VerifyOptions options;
      options.latency = pair.latency;
      const PairCounts counts = StatePairs<VerifierClasses>(*histories, pair.latency).compare();
      cases.push_back({"states: " + pair.name, {}, options, {}, histories, counts.as_safe});
      add("right: " + pair.name, pair.histories.changed[0], 1);
      add("wrong: " + pair.name, pair.histories.changed[1], 1);
    }
    by_hand = cases.size();
  }
  void add_histories(std::uint64_t seeds) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      const auto histories = std::make_shared<Histories>(drawn_histories(seed));
      if (check_program(histories->program)) continue;
      VerifyOptions options;
      if (seed % 3 == 0) options.latency = drawn_bounds(seed);
      const std::clock_t start = std::clock();
      const PairCounts counts = StatePairs<VerifierClasses>(*histories, options.latency).compare();
      if (counts.pairs == 0 || std::clock() - start > slow) continue;
      cases.push_back({"states " + std::to_string(seed), {}, options, {}, histories, counts.as_safe});
    }
  }
  void add_loops(std::uint64_t count) {
    for (std::uint64_t seed = 0; seed < count; ++seed) {
      const RandomLoop loop = random_loop(seed, LoopSize::small);
      const Result<SyncPlan> plan = synchronise(loop.program);
      if (!plan.ok()) continue;
      WaveProgram program = with_synchronisation(loop.program, plan.value);
      const std::string name = "random loop " + std::to_string(seed);
      add_timed(name, program, seed);
      for (const RoleMutation& mutation : all_mutations(program)) {
        if (mutation.change != RoleChange::drop_step && mutation.change != RoleChange::wait_looser) continue;
        WaveProgram changed = program;
        if (!apply(changed, mutation)) continue;
        add_timed(name + " changed " + std::to_string(mutation.index), changed, ++seed_of_bounds_);
      }
    }
  }
  void add_pipelines(std::uint64_t count) {
    for (std::uint64_t seed = 0; seed < count; ++seed) {
      const DeclaredLoop drawn = draw_declared_loop(seed);
      PipelineOptions options;
      options.persistent = drawn.persistent;
      options.modulo.budget.nodes = 200;
      options.modulo.objective_nodes = 200;
      const Result<Pipeline> made = make_pipeline(drawn.loop, drawn.gpu, options);
      if (!made.ok()) continue;
      WaveProgram program = made.value.program;
      const std::string name = "pipeline " + std::to_string(seed);
      add(name, program, 3 * seed);
      Dice dice(seed);
      if (apply(program, draw_mutation(dice, program))) add(name + " changed", program, 3 * seed);
    }
  }

 private:
  std::uint64_t seed_of_bounds_ = 0;
};

/// What a child process leaves for its parent.
struct Progress {
  int at = -1;  // the current case
  int tried = 0;
  Caught caught = Caught::nothing;
  int by = -1;
};

struct Options {
  double seconds = 0;  // of new seeds, after the stored programs
  int hang = 10;       // seconds of a call, in CPU time
  int jobs = 1;
  int tries = 1 << 30;         // stored programs, at most
  int only = 0;                // one mutant
  std::string chosen;          // a file of numbers
  bool states_only = false;    // compares pairs of states, without verification
  std::uint64_t seeds = 2000;  // of each kind
};

/// After this many programs, a mutant that changes a report is no longer checked for a changed verdict.
constexpr int enough_for_a_report = 2000;

class Hunt {
 public:
  explicit Hunt(const Options& options) : options_(options) {
    const double start = now();
    corpus_.add_state_pairs();
    if (!options.states_only) {
      corpus_.add_named();
      corpus_.add_all_peeled();
      corpus_.add_loops(40);
      corpus_.add_pipelines(60);
      for (const ProgramKind kind : {ProgramKind::nearly_right, ProgramKind::changed, ProgramKind::arbitrary}) {
        corpus_.add_seeds(kind, 0, options.seeds);
      }
    }
    corpus_.add_histories(4 * options.seeds);
    kills_.resize(corpus_.cases.size());
    shuffled_.resize(corpus_.cases.size());
    Dice dice(0);
    for (std::size_t i = 0; i < shuffled_.size(); ++i) {
      shuffled_[i] = i < corpus_.by_hand ? 0 : dice.below(1 << 30);
    }
    std::map<std::string, int> verdicts;
    for (const Case& each : corpus_.cases) {
      ++verdicts[each.histories ? "pairs of states" : stretto::name(each.due.verdict)];
    }
    std::fprintf(stderr, "%zu programs in %.1f s:", corpus_.cases.size(), now() - start);
    for (const auto& [verdict, count] : verdicts) std::fprintf(stderr, " %d %s", count, verdict.c_str());
    std::fprintf(stderr, "\n");
  }

  int run(const std::vector<int>& numbers) {
    std::vector<Child> running;
    std::size_t next = 0;
    while (next < numbers.size() || !running.empty()) {
      while (next < numbers.size() && running.size() < static_cast<std::size_t>(options_.jobs)) {
        running.push_back(start(numbers[next++]));
      }
      int status = 0;
      const pid_t ended = ::wait(&status);
      for (std::size_t i = 0; i < running.size(); ++i) {
        if (running[i].process != ended) continue;
        finish(running[i], status);
        running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
    }
    return 0;
  }

 private:
  struct Child {
    int number;
    pid_t process;
    Progress* progress;
    double started;
  };

  /// Cases that have caught the most mutants come first.
  std::vector<int> order() const {
    std::vector<int> order(corpus_.cases.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int x, int y) {
      const auto a = static_cast<std::size_t>(x);
      const auto b = static_cast<std::size_t>(y);
      if (kills_[a] != kills_[b]) return kills_[a] > kills_[b];
      return shuffled_[a] < shuffled_[b];
    });
    return order;
  }

  Child start(int number) {
    void* shared = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) std::abort();
    Progress* progress = new (shared) Progress;
    std::fflush(stdout);
    const pid_t process = fork();
    if (process < 0) std::abort();
    if (process == 0) {
      // A mutant that exhausts memory ends as well.
      const rlimit memory{4UL << 30U, 4UL << 30U};
      setrlimit(RLIMIT_AS, &memory);
      const rlimit no_core{0, 0};
      setrlimit(RLIMIT_CORE, &no_core);
      hunt(number, *progress);
      _exit(0);
    }
    return {number, process, progress, now()};
  }

  void hunt(int number, Progress& progress) const {
    for (const int i : order()) {
      if (progress.tried >= options_.tries) return;
      if (progress.caught != Caught::nothing && progress.tried > enough_for_a_report) return;
      const Case& each = corpus_.cases[static_cast<std::size_t>(i)];
      progress.at = i;
      ++progress.tried;
      if (look(number, each, progress, i)) return;
    }
    const double end = now() + options_.seconds;
    for (std::uint64_t seed = 1'000'000; now() < end; ++seed) {
      Corpus more;
      for (const ProgramKind kind : {ProgramKind::nearly_right, ProgramKind::changed, ProgramKind::arbitrary}) {
        more.add_seeds(kind, seed, 1);
      }
      for (const Case& each : more.cases) {
        progress.at = -static_cast<int>(seed);
        ++progress.tried;
        if (look(number, each, progress, -static_cast<int>(seed))) return;
      }
    }
  }

  /// True: nothing more can be learnt about this mutant.
  bool look(int number, const Case& each, Progress& progress, int i) const {
    const itimerval limit{{0, 0}, {options_.hang, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
    stretto_active_mutant = number;
    const Caught how = each.histories ? difference_of_states(each)
                                      : difference(each.due, answer(verify_mutated(each.program, each.options)));
    stretto_active_mutant = 0;
    if (how == Caught::nothing) return false;
    if (progress.caught < how) {
      progress.caught = how;
      progress.by = i;
    }
    return how > Caught::told_apart;
  }

  void finish(const Child& child, int status) {
    Progress& progress = *child.progress;
    if (WIFSIGNALED(status)) {
      progress.caught = WTERMSIG(status) == SIGPROF ? Caught::hang : Caught::crash;
      progress.by = progress.at;
    }
    std::string by = "-";
    if (progress.caught != Caught::nothing) {
      by = progress.by < 0 ? "seed " + std::to_string(-progress.by)
                           : corpus_.cases[static_cast<std::size_t>(progress.by)].name;
      if (progress.by >= 0) ++kills_[static_cast<std::size_t>(progress.by)];
    }
    const Mutant* mutant = child.number > 0 ? &mutants[child.number - 1] : nullptr;
    std::printf("%d\t%s\t%s\t%d\t%.1f", child.number, caught_names[static_cast<std::size_t>(progress.caught)],
                by.c_str(), progress.tried, now() - child.started);
    if (mutant != nullptr) {
      std::printf("\t%s:%d\t%s\t%s\t%s", mutant->file, mutant->line, mutant->kind, mutant->text, mutant->change);
    }
    std::printf("\n");
    munmap(child.progress, sizeof(Progress));
  }

  const Options& options_;
  Corpus corpus_;
  std::vector<int> shuffled_;  // by case: those that have caught nothing, in random order
  std::vector<int> kills_;     // by case
};

void list() {
  for (const Mutant& mutant : mutants) {
    std::printf("%d\t%s:%d\t%s\t%s\t%s\n", mutant.number, mutant.file, mutant.line, mutant.kind, mutant.text,
                mutant.change);
  }
}

std::vector<int> numbers_in(const std::string& file) {
  std::vector<int> numbers;
  std::FILE* in = std::fopen(file.c_str(), "r");
  if (in == nullptr) return numbers;
  int number = 0;
  while (std::fscanf(in, "%d%*[^\n]", &number) == 1) numbers.push_back(number);
  std::fclose(in);
  return numbers;
}

int usage() {
  std::fprintf(stderr,
               "usage: verifier_mutants --list\n"
               "       verifier_mutants (MUTANT | --all | --of FILE) [--states] [--seconds S] [--jobs N] [--tries N] "
               "[--seeds N] [--hang S]\n");
  return 2;
}

}  // namespace

int verifier_mutants(int argc, char** argv) {
  Options options;
  bool all = false;
  if (argc < 2) return usage();
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    const char* value = i + 1 < argc ? argv[i + 1] : "0";
    if (option == "--list") {
      list();
      return 0;
    }
    if (option == "--all") {
      all = true;
    } else if (option == "--states") {
      options.states_only = true;
    } else if (option[0] != '-') {
      options.only = std::atoi(argv[i]);
    } else if (i + 1 == argc) {
      return usage();
    } else {
      ++i;
      if (option == "--seconds") options.seconds = std::atof(value);
      if (option == "--tries") options.tries = std::atoi(value);
      if (option == "--jobs") options.jobs = std::atoi(value);
      if (option == "--hang") options.hang = std::atoi(value);
      if (option == "--seeds") options.seeds = std::strtoull(value, nullptr, 10);
      if (option == "--of") options.chosen = value;
    }
  }
  std::vector<int> numbers;
  if (!options.chosen.empty()) {
    numbers = numbers_in(options.chosen);
  } else if (all) {
    // The copy itself must answer as the verifier does.
    numbers.push_back(0);
    for (const Mutant& mutant : mutants) numbers.push_back(mutant.number);
  } else {
    numbers.push_back(options.only);
  }
  return Hunt(options).run(numbers);
}

}  // namespace stretto::study

int main(int argc, char** argv) { return stretto::study::verifier_mutants(argc, argv); }
