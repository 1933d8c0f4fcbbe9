#include "audit/patch.hpp"

#include <algorithm>
#include <sstream>

#include "audit/amdgcn/operands.hpp"
#include "audit/amdgcn/statements.hpp"
#include "audit/audit.hpp"
#include "audit/wait_slack.hpp"

namespace stretto::audit {

namespace {

constexpr int most_rounds = 100;  // one pair is separated per round
constexpr const char* added_mark = "  ; added by stretto audit";
constexpr const char* loosened_mark = "  ; loosened by stretto audit";

bool has_mark(const std::string& line, const std::string& mark) { return line.ends_with(mark); }

class Patcher {
 public:
  Patcher(const std::string& text, const std::string& kernel, const KernelLaunch& launch)
      : name_(kernel), launch_(launch) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines_.push_back(line);
    judge();
  }

  PatchedAssembly run(bool loosens) {
    PatchedAssembly out;
    for (int round = 0; !found_.proven() && out.failure.empty(); ++round) {
      out.failure = round == most_rounds
                        ? "more than " + std::to_string(most_rounds) + " pairs need a wait or a barrier"
                        : separate_one();
    }
    if (out.failure.empty()) {
      drop_needless();
      loosen(loosens);
    }
    out.text = text();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      for (const auto& [mark, what] : {std::pair{added_mark, "added"}, std::pair{loosened_mark, "loosened to"}}) {
        if (!has_mark(lines_[i], mark)) continue;
        std::string code = lines_[i].substr(0, lines_[i].size() - std::string(mark).size());
        code.erase(0, code.find_first_not_of(" \t;"));
        out.changes.push_back("line " + std::to_string(i + 1) + ": " + what + " " + code);
      }
    }
    return out;
  }

 private:
  using Lines = std::vector<std::string>;

  [[nodiscard]] std::string text() const {
    std::string out;
    for (const std::string& line : lines_) out += line + "\n";
    return out;
  }

  void judge() {
    kernel_ = assembly::read_kernel(text(), name_);
    found_ = audit(kernel_, launch_);
  }
  /// Undoes a change if the kernel is not proven with it.
  void keep_if_proven(const Lines& before) {
    judge();
    if (found_.proven()) return;
    lines_ = before;
    judge();
  }

  [[nodiscard]] const Step& step_of(const StepInstance& at) const {
    return found_.program->program.roles[at.role].steps[at.section][at.index];
  }

  /// Inserts a wait before the second instruction of an unordered pair, and a barrier if the two are of different
  /// waves. Returns the reason if nothing can be inserted.
  std::string separate_one() {
    if (!found_.judged()) return found_.refusal;
    if (found_.uneven) return "some waves do not reach a barrier";
    for (const Hazard& hazard : found_.found.hazards) {
      if (!hazard.first.present() || !hazard.second.present()) continue;
      const Counter counter = step_of(hazard.first).counter;
      Lines added;
      if (counter == Counter::vm) added.emplace_back("\ts_waitcnt vmcnt(0)");
      if (counter == Counter::lgkm || counter == Counter::scalar) added.emplace_back("\ts_waitcnt lgkmcnt(0)");
      if (hazard.first.role != hazard.second.role) added.emplace_back("\ts_barrier");
      for (std::string& line : added) line += added_mark;
      if (insert(found_.program->instruction(hazard.second).line, added)) {
        judge();
        return "";
      }
    }
    return "no wait or barrier helps: " +
           std::string(found_.program->unwritten.empty() ? "see the races" : "LDS bytes are read that nothing writes");
  }

  /// Returns false if these lines are already there.
  bool insert(int number, const Lines& added) {
    auto at = static_cast<std::size_t>(number - 1);
    const std::size_t count = added.size();
    if (count == 0) return false;
    if (at >= count && std::equal(added.begin(), added.end(), lines_.begin() + static_cast<long>(at - count))) {
      return false;
    }
    // Keep labels of the same line before the inserted lines.
    for (const assembly::Statement& statement : assembly::statements_of(text())) {
      if (statement.line != number || statement.labels.empty()) continue;
      Lines divided;
      for (const std::string& label : statement.labels) divided.push_back(label + ":");
      divided.push_back("\t" + statement.text());
      lines_.erase(lines_.begin() + static_cast<long>(at));
      lines_.insert(lines_.begin() + static_cast<long>(at), divided.begin(), divided.end());
      at += statement.labels.size();
    }
    lines_.insert(lines_.begin() + static_cast<long>(at), added.begin(), added.end());
    return true;
  }

  void drop_needless() {
    for (std::size_t i = lines_.size(); i-- > 0;) {
      if (!has_mark(lines_[i], added_mark)) continue;
      const Lines before = lines_;
      lines_.erase(lines_.begin() + static_cast<long>(i));
      keep_if_proven(before);
    }
  }

  void loosen(bool all) {
    for (const WaitSlack& slack : find_slack(*found_.program)) {
      const assembly::Instruction& in = kernel_.code[static_cast<std::size_t>(slack.instruction)];
      std::string& line = lines_[static_cast<std::size_t>(in.line - 1)];
      const bool own = has_mark(line, added_mark);
      if (!slack.strict() || (!own && !all)) continue;
      const Lines before = lines_;
      line = loosened(in, slack) + (own ? added_mark : loosened_mark);
      keep_if_proven(before);
    }
  }

  /// The line with its loosest count. An unneeded instruction becomes a comment, so that line numbers stay the same.
  static std::string loosened(const assembly::Instruction& in, const WaitSlack& slack) {
    if (slack.counter == Counter::none) return "\t; s_barrier";
    assembly::WaitCounts counts = assembly::wait_counts(in).value_or(assembly::WaitCounts());
    (slack.counter == Counter::vm ? counts.vm : counts.lgkm) = slack.loosest;
    std::string fields;
    if (counts.vm >= 0) fields += " vmcnt(" + std::to_string(counts.vm) + ")";
    if (counts.lgkm >= 0) fields += " lgkmcnt(" + std::to_string(counts.lgkm) + ")";
    return fields.empty() ? "\t; " + in.text : "\ts_waitcnt" + fields;
  }

  std::string name_;
  const KernelLaunch& launch_;
  Lines lines_;
  assembly::Kernel kernel_;
  Audit found_;
};

}  // namespace

PatchedAssembly patch_assembly(const std::string& text, const std::string& kernel, const KernelLaunch& launch,
                               bool loosens) {
  return Patcher(text, kernel, launch).run(loosens);
}

}  // namespace stretto::audit
