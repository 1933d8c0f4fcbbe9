#include "audit/patch.hpp"

#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "audit/assembly_lines.hpp"
#include "audit/audit.hpp"
#include "audit/insertions.hpp"
#include "audit/program_order.hpp"
#include "audit/wait_slack.hpp"

namespace stretto::audit {

namespace {

constexpr int most_rounds = 100;       // one insertion is kept per round
constexpr std::size_t most_tried = 8;  // insertions per round

/// A text with its audit.
struct Judged {
  AssemblyLines lines;
  assembly::Kernel kernel;
  Audit found;
  std::vector<Unordered> pairs;

  Judged(AssemblyLines of, const std::string& name, const KernelLaunch& launch)
      : lines(std::move(of)), kernel(assembly::read_kernel(lines.text(), name)), found(audit(kernel, launch)) {
    if (!found.proven() && found.program != nullptr) pairs = find_unordered(found);
  }
  Judged(const Judged&) = delete;
  Judged& operator=(const Judged&) = delete;

  /// How far it is from proven: lines and pairs of lines that race, and races. Less is better.
  [[nodiscard]] std::pair<std::size_t, std::size_t> distance() const {
    if (found.proven()) return {0, 0};
    if (found.program == nullptr || (!found.judged() && pairs.empty())) return {SIZE_MAX, 0};
    const auto line = [&](const StepInstance& step) { return found.program->instruction(step).line; };
    std::set<std::pair<int, int>> places;
    std::size_t races = pairs.size();
    for (const Unordered& pair : pairs) places.insert({line(pair.first), line(pair.second)});
    for (const Hazard& hazard : found.found.hazards) {
      if (hazard.first.present()) continue;
      if (hazard.second.present()) places.insert({0, line(hazard.second)});
      ++races;
    }
    return {places.size(), races};
  }
};

class Patcher {
 public:
  Patcher(const std::string& text, const std::string& kernel, const KernelLaunch& launch)
      : name_(kernel), launch_(launch), now_(judge(AssemblyLines(text))) {}

  PatchedAssembly run(bool loosens) {
    PatchedAssembly out;
    for (int round = 0; !now_->found.proven() && out.failure.empty(); ++round) {
      out.failure = round == most_rounds
                        ? "more than " + std::to_string(most_rounds) + " waits and barriers are missing"
                        : insert_one();
    }
    if (out.failure.empty()) {
      drop_needless();
      loosen(loosens);
    }
    out.text = now_->lines.text();
    out.changes = now_->lines.changes();
    return out;
  }

 private:
  using State = std::unique_ptr<const Judged>;

  [[nodiscard]] State judge(AssemblyLines lines) const {
    return std::make_unique<const Judged>(std::move(lines), name_, launch_);
  }
  /// Returns false if the kernel is not proven with these lines.
  bool keep_if_proven(AssemblyLines lines) {
    State other = judge(std::move(lines));
    if (!other->found.proven()) return false;
    now_ = std::move(other);
    return true;
  }

  /// Makes the insertion that comes closest to a proof. Returns the reason if none comes closer.
  std::string insert_one() {
    if (now_->found.uneven) return uneven_words();
    if (now_->found.program == nullptr) return now_->found.refusal;
    State best;
    const std::vector<Insertion> insertions = find_insertions(now_->found, now_->pairs, most_tried);
    // A barrier alone suffices where the wait is there already.
    for (const bool waits : {false, true}) {
      for (const Insertion& insertion : insertions) {
        if (waits ? insertion.wait.empty() : !insertion.barrier) continue;
        if (best != nullptr && best->found.proven()) break;
        AssemblyLines lines = now_->lines;
        if (insertion.barrier) lines.add(insertion.line, "s_barrier");
        if (waits) lines.add(insertion.line, insertion.wait);
        State other = judge(std::move(lines));
        if (best == nullptr || other->distance() < best->distance()) best = std::move(other);
      }
    }
    if (best == nullptr || best->distance() >= now_->distance()) return why_not(insertions.empty());
    now_ = std::move(best);
    return "";
  }

  /// "line 12 s_barrier", by its line in the original text.
  [[nodiscard]] std::string words(const assembly::Instruction& in) const {
    return "line " + std::to_string(now_->lines.original(in.line)) + " " + in.text;
  }
  [[nodiscard]] std::string words(const StepInstance& step) const {
    return words(now_->found.program->instruction(step));
  }

  [[nodiscard]] std::string uneven_words() const {
    const UnevenBarrier& uneven = *now_->found.uneven;
    return "wave " + std::to_string(uneven.wave) + " waits at " +
           words(now_->kernel.code[static_cast<std::size_t>(uneven.instruction)]) + ", and wave " +
           std::to_string(uneven.other) + " ends without reaching this barrier";
  }

  [[nodiscard]] std::string why_not(bool none) const {
    const KernelProgram& program = *now_->found.program;
    if (!now_->found.judged() && now_->pairs.empty()) return now_->found.refusal;
    if (!program.unwritten.empty()) return "LDS bytes are read that nothing writes";
    for (const Hazard& hazard : now_->found.found.hazards) {
      const StepInstance& read = hazard.kind == HazardKind::anti ? hazard.first : hazard.second;
      const bool reads = hazard.kind == HazardKind::anti || hazard.kind == HazardKind::content;
      if (!reads || !read.present() || hazard.buffer < 0 || written_before(program, read, hazard)) continue;
      return words(read) + " reads " + program.place(hazard.buffer, hazard.subtile) +
             ", and no write of them comes before it in program order; the compiler may have removed or moved it";
    }
    if (now_->pairs.empty()) return "see the races";
    const std::string pair = words(now_->pairs.front().first) + " and " + words(now_->pairs.front().second);
    if (none) return "between " + pair + ", there is no instruction that all waves execute equally often";
    return "no single wait or barrier comes closer to a proof; " + pair + " are not ordered";
  }

  void drop_needless() {
    for (int line = now_->lines.size(); line > 0; --line) {
      if (!now_->lines.added(line)) continue;
      AssemblyLines lines = now_->lines;
      lines.drop(line);
      keep_if_proven(std::move(lines));
    }
  }

  /// Loosens one wait after another as far as the kernel stays proven: the added ones, or all.
  void loosen(bool all) {
    std::set<std::tuple<int, Counter>> waits;  // by line, because the instructions' numbers change
    for (const WaitSlack& wait : waits_of(*now_->found.program)) waits.insert({line_of(wait), wait.counter});
    for (const auto& [line, counter] : waits) {
      const bool own = now_->lines.added(line);
      if (!own && !all) continue;
      for (WaitSlack& wait : waits_of(*now_->found.program)) {
        if (line_of(wait) != line || wait.counter != counter) continue;
        measure(*now_->found.program, wait);
        // Without an added line, the kernel is not proven.
        if (!wait.strict() || (own && !wait.needed())) continue;
        keep_if_proven(with_slack(wait, line));
      }
    }
  }

  [[nodiscard]] int line_of(const WaitSlack& wait) const {
    return now_->kernel.code[static_cast<std::size_t>(wait.instruction)].line;
  }

  [[nodiscard]] AssemblyLines with_slack(const WaitSlack& wait, int line) const {
    AssemblyLines lines = now_->lines;
    if (wait.counter == Counter::none) {
      lines.remove(line);
      return lines;
    }
    const assembly::Instruction& in = now_->kernel.code[static_cast<std::size_t>(wait.instruction)];
    assembly::WaitCounts counts = assembly::wait_counts(in).value_or(assembly::WaitCounts());
    (wait.counter == Counter::vm ? counts.vm : counts.lgkm) = wait.loosest;
    lines.loosen(line, counts);
    return lines;
  }

  std::string name_;
  const KernelLaunch& launch_;
  State now_;
};

}  // namespace

PatchedAssembly patch_assembly(const std::string& text, const std::string& kernel, const KernelLaunch& launch,
                               bool loosens) {
  return Patcher(text, kernel, launch).run(loosens);
}

}  // namespace stretto::audit
