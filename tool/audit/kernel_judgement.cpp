#include "audit/kernel_judgement.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "audit/audit_report.hpp"
#include "show/scene_draft.hpp"

namespace stretto::tool {

namespace {

// Larger kernels are drawn without their ordered pairs, or without the reasons of their waits.
constexpr long most_listed_pairs = 300'000;
constexpr long most_examined_pairs = 1'000'000;  // for all waits together

std::string one_line(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n')) text.replace(at, 1, "; ");
  return text;
}

class KernelJudgement : public Judgement {
 public:
  KernelJudgement(std::shared_ptr<const AuditedKernel> audited, std::shared_ptr<const DrawnKernel> drawn)
      : audited_(std::move(audited)), drawn_(std::move(drawn)), names_(program()) {}

  [[nodiscard]] HazardWords words() const override {
    return {&program().program, [this](const StepInstance& step) { return drawn_->id(step); },
            [this](const StepInstance& step) { return drawn_->role_of[static_cast<std::size_t>(step.role)]; },
            [this](const StepInstance& step) { return std::string(names_.with_role(step).c_str()); },
            [this](const Hazard& hazard) { return program().place(hazard.buffer, hazard.subtile); }};
  }

  [[nodiscard]] std::string verdict() const override { return audit_verdict(audited_->found); }

  [[nodiscard]] std::string extent() const override {
    std::string text = one_line(verdict_extent(audited_->kernel, audited_->found));
    const int iterations = program().loop.period;
    if (iterations > 1) text += "; a trip is " + std::to_string(iterations) + " executions of the loop";
    text += "; times are modelled";
    if (drawn_->cut) text += "; the end of the kernel is not drawn";
    if (!lists_pairs()) text += "; the ordered pairs are too many to draw";
    return text;
  }

  [[nodiscard]] Verification verification() const override {
    Verification out = audited_->found.found;
    if (!lists_pairs()) return out;
    for (const Hazard& pair : verify(program().program, {{}, true}).hazards) {
      if (pair.verdict == Verdict::proven) out.hazards.push_back(pair);
    }
    return out;
  }

  [[nodiscard]] std::vector<SceneHazard> more_hazards() const override {
    std::vector<SceneHazard> out;
    for (const audit::UnwrittenRead& read : program().unwritten) {
      SceneHazard hazard;
      hazard.kind = "unwritten";
      hazard.verdict = name(Verdict::race);
      hazard.text = unwritten_text(audited_->kernel, read);
      out.push_back(std::move(hazard));
    }
    return out;
  }

  void add_reasons(SceneDraft& draft) const override {
    std::map<std::pair<int, Counter>, const audit::WaitSlack*> by_instruction;
    const std::string refusal = why_not_examined();
    const std::vector<audit::WaitSlack> waits =
        refusal.empty() ? audit::find_slack(program()) : std::vector<audit::WaitSlack>();
    for (const audit::WaitSlack& slack : waits) by_instruction[{slack.instruction, slack.counter}] = &slack;
    if (refusal.empty()) draft.scene.verdict_reason += "; " + slack_summary(waits);
    for (SceneStep& step : draft.scene.steps) {
      if (!step.is_sync()) continue;
      const Step& of = draft.program().roles[step.role].steps[step.section][step.index];
      const Counter counter = of.action == Action::barrier ? Counter::none : of.counter;
      const auto found = by_instruction.find({of.part, counter});
      if (found == by_instruction.end()) {
        step.needed_for = refusal;
      } else {
        explain_wait(*found->second, step);
      }
    }
  }

 private:
  [[nodiscard]] const audit::KernelProgram& program() const { return *audited_->found.program; }
  [[nodiscard]] bool lists_pairs() const { return audited_->found.found.pairs_checked <= most_listed_pairs; }

  /// Empty: the waits are examined.
  [[nodiscard]] std::string why_not_examined() const {
    if (!audited_->found.proven()) return "not examined, because the kernel is not proven";
    std::map<int, int> waits;
    for (const Role& role : program().program.roles) {
      for (const Section section : run_sections) {
        for (const Step& step : role.steps[section]) {
          if (step.action == Action::wait || step.action == Action::barrier) ++waits[step.part];
        }
      }
    }
    const long pairs = static_cast<long>(waits.size()) * audited_->found.found.pairs_checked;
    return pairs <= most_examined_pairs ? "" : "not examined, because the kernel is large; `stretto explain` does";
  }

  void explain_wait(const audit::WaitSlack& slack, SceneStep& step) const {
    step.redundant = !slack.needed();
    if (!slack.unordered) return;
    const HazardWords own = words();
    step.needed_pair = hazard_pair(own, *slack.unordered);
    step.needed_for = hazard_text(own, *slack.unordered);
    if (slack.next >= 0) step.needed_for = slack_words(slack) + "; " + slack_change(slack) + ", " + step.needed_for;
  }

  std::shared_ptr<const AuditedKernel> audited_;
  std::shared_ptr<const DrawnKernel> drawn_;
  audit::InstructionNames names_;
};

}  // namespace

std::shared_ptr<const Judgement> judgement_of(std::shared_ptr<const AuditedKernel> audited,
                                              std::shared_ptr<const DrawnKernel> drawn) {
  return std::make_shared<KernelJudgement>(std::move(audited), std::move(drawn));
}

}  // namespace stretto::tool
