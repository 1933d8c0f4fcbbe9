#include "pipelines.hpp"

#include <cmath>

#include <stretto/core/error.hpp>
#include <stretto/pipeline/timed_pipeline.hpp>
#include <stretto/timing/stalls_text.hpp>

#include "random_declared_loop.hpp"
#include "tests/pipeline/weakened.hpp"

namespace stretto::study {

namespace {

const char* word(ModuloReason reason) {
  if (reason == ModuloReason::resource) return "unit or role";
  if (reason == ModuloReason::recurrence) return "recurrence";
  if (reason == ModuloReason::exhausted) return "every smaller one refuted";
  return reason == ModuloReason::fixed ? "asked for" : "not known";
}

std::string kind_of_gpu(const Gpu& gpu) {
  constexpr const char* copies[] = {"lds_load", "async_copy", "bulk"};
  constexpr const char* multiplies[] = {"from_registers", "warpgroup", "tensor_memory"};
  return std::string(copies[static_cast<int>(gpu.copies)]) + ", " + multiplies[static_cast<int>(gpu.multiplies)];
}

/// The largest stall of the role that limits the trip.
std::string reason_of_lateness(const Pipeline& pipe, const TimedReport& time) {
  const std::string how = pipe.loop.specialised() ? "roles: " : "one program: ";
  if (!time.exact) return how + "a queue that grows";
  for (const StallSum& stall : time.stalls) {
    if (stall.site.kind == StallKind::cost) continue;
    return how + name(stall.site.kind);
  }
  return how + "no stall";
}

class PipelineStudy {
 public:
  explicit PipelineStudy(const PipelineStudyOptions& options) : options_(options) {}

  PipelineStudyCounts run() {
    for (int k = 0; k < options_.loops; ++k) look_at(options_.first_seed + static_cast<std::uint64_t>(k));
    return out_;
  }

 private:
  void look_at(std::uint64_t seed) {
    const DeclaredLoop drawn = options_.shipped ? draw_on_shipped_target(seed) : draw_declared_loop(seed);
    PipelineOptions options;
    options.persistent = drawn.persistent;
    options.modulo.budget.nodes = options_.search_nodes;
    options.modulo.objective_nodes = options_.search_nodes;
    title_ = "seed " + std::to_string(seed);
    ++out_.loops;
    const Result<Pipeline> made = make_pipeline(drawn.loop, drawn.gpu, options);
    if (!made.ok()) {
      ++out_.refused;
      ++out_.refused_by[rule_text(made.error.rule).name];
      return;
    }
    const Pipeline& pipe = made.value;
    if (pipe.verdict != Verdict::proven) {
      const Verification found = verify(pipe.program);
      const std::string why = found.invalid          ? std::string(describe(found.invalid).c_str())
                              : pipe.hazards.empty() ? ""
                                                     : name(pipe.hazards[0].kind);
      out_.unproven.push_back(title_ + ", " + name(pipe.verdict) + ", " + why + "\n" + words(drawn));
      return;
    }
    ++out_.proven;
    ++out_.proven_by[kind_of_gpu(drawn.gpu)];
    ++out_.bound_by[word(pipe.schedule.reason)];
    if (pipe.schedule.status == ModuloStatus::optimal) ++out_.optimal;
    interpret(drawn, pipe);
    take_time(drawn, pipe);
    if (out_.proven % options_.weaken_every == 0) weaken(drawn, pipe);
  }

  void interpret(const DeclaredLoop& drawn, const Pipeline& pipe) {
    const auto look = [&](const WaveProgram& program) {
      ++out_.programs;
      const std::string failure = pipelines::first_failure(program, options_.trips, options_.seeds);
      if (!failure.empty()) out_.wrong.push_back(title_ + ": " + failure + "\n" + words(drawn));
    };
    look(pipe.program);
    for (const WaveProgram& few : pipe.few) look(few);
  }

  void take_time(const DeclaredLoop& drawn, const Pipeline& pipe) {
    const Result<TimedReport> time = steady_time(pipe, Signals::free);
    if (!time.ok()) {
      out_.stuck.push_back(title_ + ": " + describe(time.error).c_str() + "\n" + words(drawn));
      return;
    }
    const double ratio = time.value.cycles_per_trip() / static_cast<double>(pipe.schedule.ii);
    const std::string text = title_ + ": II " + std::to_string(pipe.schedule.ii) + ", " +
                             std::to_string(time.value.cycles_per_trip()) + " cycles\n" + words(drawn);
    if (std::abs(ratio - 1) < 1e-9) {
      ++out_.in_time;
    } else if (ratio < 1) {
      ++out_.early_by[word(pipe.schedule.reason)];
      if (pipe.schedule.reason == ModuloReason::resource) out_.early.push_back(text);
    } else {
      if (out_.late_by[reason_of_lateness(pipe, time.value)]++ == 0) {
        const TimedCosts costs = timed_costs(pipe.loop, Signals::free);
        out_.samples.push_back("late, " + text + report_text(pipe.program, costs, time.value).c_str());
      }
      out_.latest = ratio > out_.latest ? ratio : out_.latest;
    }
  }

  void weaken(const DeclaredLoop& drawn, const Pipeline& pipe) {
    for (const pipelines::Weakened& weak : pipelines::weakenings(pipe.program)) {
      ++out_.weakened;
      const bool rejected = verify(weak.program).verdict != Verdict::proven;
      const bool wrong = pipelines::goes_wrong(weak.program, options_.trips + 5, 10 * options_.seeds);
      const std::string text = title_ + ": " + weak.what + "\n" + words(drawn);
      if (rejected && wrong) {
        ++out_.needed;
      } else if (wrong) {
        out_.wrong.push_back("proven, but goes wrong, " + text);
      } else if (!rejected && pipelines::only_for_the_next_run(weak)) {
        ++out_.only_for_the_next_run;
      } else if ((rejected ? out_.unseen : out_.idle)[kind_of(weak, pipe)]++ == 0) {
        out_.samples.push_back((rejected ? "unseen, " : "idle, ") + text);
      }
    }
  }

  /// "roles: wait lgkm, loosened".
  static std::string kind_of(const pipelines::Weakened& weak, const Pipeline& pipe) {
    const std::size_t from = weak.what.find('(') + 1;
    std::string step = weak.what.substr(from, weak.what.find(')') - from);
    step = step.substr(0, step.find_last_of(' ') == std::string::npos ? step.size() : step.find_last_of(' '));
    const std::string how = weak.what.substr(weak.what.rfind(' ') + 1);
    return (pipe.loop.specialised() ? "roles: " : "one program: ") + step + ", " + how;
  }

  PipelineStudyOptions options_;
  PipelineStudyCounts out_;
  std::string title_;
};

}  // namespace

PipelineStudyCounts study_pipelines(const PipelineStudyOptions& options) { return PipelineStudy(options).run(); }

}  // namespace stretto::study
