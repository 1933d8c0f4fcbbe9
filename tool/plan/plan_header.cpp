#include "plan/plan_header.hpp"

#include <cstdio>

#include <stretto/core/version.hpp>
#include <stretto/pipeline/planned_pipeline.hpp>

#include "plan/cpp_text.hpp"
#include "plan/gpu_source.hpp"
#include "plan/loop_source.hpp"

namespace stretto::tool {
namespace {

std::string hex(unsigned long value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%016lxUL", value);
  return text;
}

std::string head_comment(const PlanSubject& subject, const Pipeline& pipe) {
  const ModuloResult& schedule = pipe.schedule;
  const bool optimal = schedule.status == ModuloStatus::optimal;
  std::string text =
      "// A plan of " + cpp_string(subject.loop.name) + " on " + subject.target.name + ", written by stretto " +
      STRETTO_VERSION +
      ".\n//\n// The compiler does not search. It checks the schedule against the loop, derives the "
      "programs and verifies them.\n// If the loop, the target, the options or the library are not those "
      "of this plan, that is a compile error: write it\n// again with `stretto plan`. Do not edit it.\n//\n";
  text += "// II " + std::to_string(schedule.ii) + " cycles, " +
          (optimal ? "proven minimal" : "at least " + std::to_string(schedule.lower_bound)) + "; " +
          std::to_string(schedule.costs.stages) + (schedule.costs.stages == 1 ? " stage; " : " stages; ") +
          std::to_string(pipe.shared_bytes()) + " bytes of shared memory; " +
          std::to_string(pipe.program.phase_barriers.size() / pipe.loop.cluster) + " phase barriers.\n// Slots:\n";
  std::vector<std::string> slots;
  for (int b = 0; b < pipe.slots.size(); ++b) {
    if (pipe.loop.buffers[b].source >= 0 && !pipe.loop.buffers[b].sum) {
      slots.push_back(std::to_string(pipe.slots[b]) + " of " + cpp_string(pipe.loop.buffers[b].name));
    }
  }
  return text + cpp_list(slots, "//   ") + "\n";
}

std::string options_source(const PipelineOptions& options) {
  const PipelineOptions standard;
  std::string text;
  const auto set = [&](const char* member, const std::string& value) {
    text += std::string("    options.") + member + " = " + value + ";\n";
  };
  const auto set_number = [&](const char* member, long value, long usual) {
    if (value != usual) set(member, std::to_string(value));
  };
  const auto set_flag = [&](const char* member, bool value, bool usual) {
    if (value != usual) set(member, value ? "true" : "false");
  };
  set_number("modulo.fixed_ii", options.modulo.fixed_ii, standard.modulo.fixed_ii);
  set_number("modulo.max_stages", options.modulo.max_stages, standard.modulo.max_stages);
  set_flag("modulo.only_interval", options.modulo.only_interval, standard.modulo.only_interval);
  set_number("modulo.budget.nodes", options.modulo.budget.nodes, standard.modulo.budget.nodes);
  set_number("modulo.objective_nodes", options.modulo.objective_nodes, standard.modulo.objective_nodes);
  set_flag("persistent", options.persistent, standard.persistent);
  if (options.barriers != standard.barriers) set("barriers", "stretto::BarrierPlacement::fewest");
  set_flag("earliest_starts", options.earliest_starts, standard.earliest_starts);
  if (text.empty()) return "";
  return "  static constexpr stretto::PipelineOptions options() {\n    stretto::PipelineOptions options;\n" + text +
         "    return options;\n  }\n";
}

template <class Number>
std::string list_source(const std::string& member, const Vector<Number>& numbers) {
  std::vector<std::string> words;
  for (const Number number : numbers) words.push_back(std::to_string(number));
  const std::string list = cpp_list(words, "          ");
  if (list.size() > 100) return "      ." + member + " = {\n" + list + "},\n";
  return "      ." + member + " = {" + cpp_list(words, "") + "},\n";
}

}  // namespace

Diagnostic refused_as_constant(const Pipeline& pipe) {
  if (const Diagnostic error = detail::plain(pipe.schedule).error) return error;
  if (const Diagnostic error = detail::static_pipeline(pipe).error) return error;
  return detail::PlainProgramsWriter().write(pipe);
}

std::string schedule_source(const PlanSubject& subject, const Pipeline& pipe) {
  const ModuloResult& schedule = pipe.schedule;
  const unsigned long made_for = fingerprint(subject.loop, subject.target, subject.options);
  const bool optimal = schedule.status == ModuloStatus::optimal;
  const unsigned long seal = detail::plan_seal(made_for, schedule);
  std::string text = "  static constexpr stretto::GivenSchedule<" + std::to_string(schedule.starts.size()) + ", " +
                     std::to_string(schedule.slots.size()) + "> plan{\n      .made_for = " + hex(made_for) +
                     ",\n      .seal = " + hex(seal) + ",\n      .ii = " + std::to_string(schedule.ii) +
                     ",\n      .bound = " + std::to_string(schedule.lower_bound) +
                     ",\n      .optimal = " + (optimal ? "true" : "false") + ",\n" +
                     list_source("starts", schedule.starts);
  if (!schedule.slots.empty()) text += list_source("slots", schedule.slots);
  return text + "  };\n";
}

std::string plan_header(const PlanSubject& subject, const Pipeline& pipe, const std::string& name) {
  const GpuSource target = gpu_source(subject.target);
  return head_comment(subject, pipe) + "#pragma once\n\n#include <" + target.header +
         ">\n#include <stretto/pipeline/planned_pipeline.hpp>\n\n/// The loop, and the schedule that was found for "
         "it.\nstruct " +
         name + "Loop {\n  static constexpr stretto::Loop declare() {\n" + loop_source(subject.loop) +
         "    return loop;\n  }\n" + target.function + options_source(subject.options) +
         schedule_source(subject, pipe) + "};\n\n/// The pipeline, for `stretto::run<" + name +
         "Plan, role>`.\nstruct " + name + "Plan {\n  static constexpr auto pipe = stretto::pipeline<" + name +
         "Loop>();\n};\n";
}

}  // namespace stretto::tool
