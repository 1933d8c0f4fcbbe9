// The exact modulo scheduler against two general solvers, Z3 and CBC, on the same complete model: the smallest II of
// each loop, proven. Needs Debian's packages z3 and coinor-cbc (scripts/install-packages.sh bench).
// Usage: modulo_peers [--limit SECONDS] [--only TEXT] [--encodings NAME...] FILE.jsonl...
//
// Each solver is asked for one II after another, starting at the larger of the two lower bounds, until it finds a
// schedule; its time is the sum. Each peer has two encodings, and the faster one counts, loop by loop. Exit status 1:
// two solvers disagree, or a schedule violates the model.
#include <sys/utsname.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <map>
#include <sstream>

#include <CLI/CLI.hpp>

#include "loops_json.hpp"
#include "mip.hpp"
#include "smt.hpp"
#include "solver_process.hpp"
#include "summary.hpp"

namespace stretto::peers {

namespace {

double processor_seconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double deadline = 0;
bool expired() { return processor_seconds() > deadline; }

struct Measured {
  ModuloResult result;
  bool proven = false;
  double seconds = 0;  // median
};

/// Runs the library until the runs have taken 20 ms in total, at least three times. A run that reaches its limit is not
/// repeated.
Measured run_stretto(const ModuloProblem& problem, double limit) {
  ModuloOptions options;
  options.only_interval = true;  // the question that the peers answer
  options.budget.expired = expired;
  Measured measured;
  std::vector<double> seconds;
  double total = 0;
  while (total < 0.02 || (seconds.size() < 3 && total < limit)) {
    const double begin = processor_seconds();
    deadline = begin + limit;
    const Result<ModuloResult> result = modulo_schedule(problem, options);
    seconds.push_back(processor_seconds() - begin);
    total += seconds.back();
    measured.proven = result.ok() && result.value.status == ModuloStatus::optimal;
    if (result.ok()) measured.result = result.value;
  }
  std::sort(seconds.begin(), seconds.end());
  measured.seconds = seconds[seconds.size() / 2];
  return measured;
}

std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(": ") + 2);
  }
  return "unknown processor";
}

/// The first line of the output that contains the text.
std::string line_with(const std::string& output, const std::string& text) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(text) != std::string::npos) return line;
  }
  return "";
}

struct Contender {
  std::string name;
  std::vector<Peer> peers;  // the same solver with several encodings
  int solved = 0;
  std::map<std::string, int> fastest;  // number of loops by encoding
  std::map<std::string, std::vector<Pair>> by_class;
};

/// How the peer contradicts Stretto's proven result; empty if it does not.
std::string contradiction(const PeerResult& peer, const Measured& stretto) {
  if (!peer.wrong.empty()) return "its starts break: " + peer.wrong;
  if (!stretto.proven) return "";
  const long ii = stretto.result.ii;
  if (peer.solved && peer.ii != ii) return "II " + std::to_string(peer.ii) + " instead of " + std::to_string(ii);
  if (!peer.solved && peer.refuted >= ii) return "refutes II " + std::to_string(ii);
  return "";
}

class Comparison {
 public:
  Comparison(std::vector<Contender> contenders, double limit) : contenders_(std::move(contenders)), limit_(limit) {}

  void run(const tool::NamedLoop& loop) {
    const ModuloProblem& problem = loop.problem;
    const Measured stretto = run_stretto(problem, limit_);
    solved_ += stretto.proven ? 1 : 0;
    const ModuloResult& result = stretto.result;
    const long first = std::max(result.resource.ii, result.recurrence.ii);
    std::vector<long> starts(result.starts.begin(), result.starts.end());
    if (stretto.proven) report(loop.name, "stretto", broken_constraint(problem, result.ii, starts));
    std::printf("%-30s %4d %5d %4ld %4ld %9.6f%c", loop.name.c_str(), problem.size(), problem.edges.size(), first,
                result.ii, stretto.seconds, stretto.proven ? ' ' : '+');
    for (Contender& contender : contenders_) {
      const PeerResult best = fastest(contender, loop, first, stretto);
      contender.solved += best.solved ? 1 : 0;
      const Pair pair{stretto.seconds, best.seconds, stretto.proven && best.solved};
      const std::string suite = loop.name.substr(0, loop.name.find('/'));
      for (const std::string& of :
           {suite, std::string(result.ii > first ? "II above both bounds" : "II at a bound"), std::string("all")}) {
        contender.by_class[of].push_back(pair);
      }
      std::printf(" %9.4f%c %8.0f", best.seconds, best.solved ? ' ' : '+', pair.ratio());
    }
    std::printf("\n");
    std::fflush(stdout);
    ++loops_;
  }

  /// Prints the totals and returns the exit status.
  int finish() const {
    std::printf("\nproven within the limit: stretto %d", solved_);
    for (const Contender& contender : contenders_) std::printf(", %s %d", contender.name.c_str(), contender.solved);
    std::printf(" of %d loops\n", loops_);
    for (const Contender& contender : contenders_) {
      std::printf("the faster encoding of %s:", contender.name.c_str());
      for (const auto& [encoding, count] : contender.fastest) std::printf(" %s %d", encoding.c_str(), count);
      std::printf("\n");
    }
    for (const Contender& contender : contenders_) {
      for (const auto& [of, pairs] : contender.by_class) {
        std::fputs(summary_text(contender.name + ", " + of, summarise(pairs)).c_str(), stdout);
      }
    }
    for (const std::string& complaint : complaints_) std::printf("DISAGREEMENT %s\n", complaint.c_str());
    if (complaints_.empty()) std::printf("no disagreement; every schedule keeps the model\n");
    return complaints_.empty() ? 0 : 1;
  }

 private:
  /// The result of the fastest encoding. A later encoding gets no more time than the best so far took.
  PeerResult fastest(Contender& contender, const tool::NamedLoop& loop, long first, const Measured& stretto) {
    PeerResult best;
    best.seconds = limit_;
    std::string encoding;
    for (const Peer& peer : contender.peers) {
      const PeerResult result = smallest_interval(peer, loop.problem, first, best.seconds);
      report(loop.name, contender.name + " " + peer.encoding, contradiction(result, stretto));
      if (!result.solved) continue;
      best = result;
      encoding = peer.encoding;
    }
    if (best.solved) ++contender.fastest[encoding];
    return best;
  }

  void report(const std::string& loop, const std::string& who, const std::string& what) {
    if (!what.empty()) complaints_.push_back(loop + ": " + who + ": " + what);
  }

  std::vector<Contender> contenders_;
  double limit_;
  int loops_ = 0;
  int solved_ = 0;
  std::vector<std::string> complaints_;
};

int compare(int argc, char** argv) {
  double limit = 60;
  std::string only;
  std::vector<std::string> encodings{"bits", "integers", "classical", "structured"};
  std::vector<std::string> files;
  CLI::App app("Exact modulo scheduling: Stretto, Z3 and CBC on the same loops");
  app.add_option("--limit", limit, "processor seconds of each encoding for each loop (60)");
  app.add_option("--only", only, "only loops whose names contain this");
  app.add_option("--encodings", encodings, "of z3: bits integers; of cbc: classical structured (all)")
      ->delimiter(',')
      ->check(CLI::IsMember({"bits", "integers", "classical", "structured"}));
  app.add_option("files", files, "loops, one JSON object a line")->required();
  CLI11_PARSE(app, argc, argv);

  const std::string z3_version = line_with(output_of({"z3", "--version"}), "version");
  const std::string cbc_version = line_with(output_of({"cbc", "-quit"}), "Version");
  const auto wanted = [&](const Peer& peer) {
    return std::find(encodings.begin(), encodings.end(), peer.encoding) != encodings.end();
  };
  Contender by_z3;
  by_z3.name = "z3";
  Contender by_cbc;
  by_cbc.name = "cbc";
  for (const Peer& peer : {z3(SmtEncoding::bits), z3(SmtEncoding::integers)}) {
    if (wanted(peer) && !z3_version.empty()) by_z3.peers.push_back(peer);
  }
  for (const Peer& peer : {cbc(MipFormulation::classical), cbc(MipFormulation::structured)}) {
    if (wanted(peer) && !cbc_version.empty()) by_cbc.peers.push_back(peer);
  }
  std::vector<Contender> contenders;
  for (const Contender& contender : {by_z3, by_cbc}) {
    if (!contender.peers.empty()) contenders.push_back(contender);
  }

  utsname machine;
  uname(&machine);
  std::printf("machine: %s, %s %s; one thread for each solver\n", processor_name().c_str(), machine.sysname,
              machine.machine);
  std::printf("peers: %s; CBC %s\n", z3_version.empty() ? "Z3 is missing" : z3_version.c_str(),
              cbc_version.empty() ? "is missing" : cbc_version.c_str());
  std::printf(
      "method: the whole model (every op, edge and limit), II rising from the larger of the resource and the\n"
      "  recurrence bound until there is a schedule; processor seconds, summed over all II.\n"
      "  stretto: a library call, smallest II alone, median of 3 runs or more. peers: solving alone, without the "
      "start\n"
      "  of the process and the reading of the model, one run, the faster of their encodings.\n"
      "  limit %g s for each loop and encoding. +: not ended then, so time and ratio are lower bounds\n",
      limit);
  std::printf("\n%-30s %4s %5s %4s %4s %10s", "loop", "ops", "edges", "low", "II", "stretto s ");
  for (const Contender& contender : contenders) std::printf(" %8s s  %8s", contender.name.c_str(), "ratio");
  std::printf("\n");

  Comparison comparison(std::move(contenders), limit);
  for (const std::string& file : files) {
    for (const tool::NamedLoop& loop : tool::read_loops(file)) {
      if (loop.name.find(only) != std::string::npos) comparison.run(loop);
    }
  }
  return comparison.finish();
}

}  // namespace

}  // namespace stretto::peers

int main(int argc, char** argv) {
  try {
    return stretto::peers::compare(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 2;
  }
}
