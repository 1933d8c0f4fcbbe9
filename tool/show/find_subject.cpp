#include "show/find_subject.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "audit/kernel_subject.hpp"
#include "compiled_case.hpp"
#include "entries_json.hpp"
#include "file_kind.hpp"
#include "input.hpp"
#include "output.hpp"
#include "pipeline_file.hpp"
#include "program/program_subject.hpp"
#include "result_json.hpp"
#include "show/loop_subject.hpp"
#include "text_report.hpp"
#include "usage/suggestion.hpp"
#include "verified.hpp"

namespace stretto::tool {

namespace {

// --- schedules

struct BuiltIn {
  const char* name;
  const char* json;
};
constexpr BuiltIn built_in[] = {
    {"ping_pong",
     R"({"name": "ping_pong", "schedule": "ping_pong", "params": {"is_fp8": false, "lgkm_a": 8, "lgkm_b": 4,
      "target": {"vm_per_load_a": 2, "vm_per_load_b": 2, "max_globals": 1}, "schedule_config": {}}})"},
    {"four_wave", R"({"name": "four_wave", "schedule": "four_wave", "params": {"geometry": {"BM": 256, "BN": 256,
      "BK": 64, "MMA_M": 16, "MMA_N": 16, "MMA_K": 32, "elem_bytes": 2, "simd_width": 8, "is_fp8": false,
      "vm_per_load_a": 4, "vm_per_load_b": 4, "lgkm_per_load_a": 8, "lgkm_per_load_b": 8},
      "target": {"vm_per_load_a": 4, "vm_per_load_b": 4, "max_globals": 1}, "schedule_config": {}}})"},
    {"single_buffer", R"({"name": "single_buffer", "schedule": "single_buffer", "params": {"num_k_tiles": 2,
      "hints": {"m_mmas": 4, "n_mmas": 4, "k_mmas": 2, "mma_m": 16, "mma_n": 16, "a_loads_per_thread": 2,
      "b_loads_per_thread": 2}}})"},
};

/// The entries of a schedule as a program, including compiler-inserted waits.
Subject of_entries(const std::string& title, const EmittedSections& sections, const KernelProtocol& protocol,
                   const Case& input) {
  Subject out;
  out.title = title + " on MI355X";
  out.target = "MI355X";
  Result<WaveProgram> program = lower(sections, protocol);
  if (!program.ok()) throw InputError(title + ": " + reason(program.error));
  out.program = std::move(program.value);
  out.latency = protocol.latency;
  out.costs = timed_costs(input);
  const TagNamer namer = tag_namer(input);
  for (const Role& role : out.program.roles) {
    for (const Section section : run_sections) {
      std::vector<std::string> labels;
      for (const Step& step : role.steps[section]) {
        labels.push_back(step.entry < 0 ? "the kernel's own barrier"
                                        : str(dump_op(sections.entries[section].first[step.entry].op, namer)));
      }
      out.labels.push_back(std::move(labels));
    }
  }
  return out;
}

Subject of_case(const Case& input, const std::string& sync) {
  CompileOptions options;
  options.verify = VerificationLevel::structural;
  const CompiledSchedule compiled = compile_case(input, sync, options);
  if (compiled.error) throw InputError(refusal(input, compiled));
  return of_entries(input.name + (sync == "derived" ? ", derived synchronisation" : ""), emitted_sections(compiled),
                    compiled.protocol, input);
}

Subject of_file(const SubjectArguments& arguments) {
  const Json input = read_input(arguments.what, arguments.reader);
  const std::string name = input_name(arguments.what);
  const JsonPlace place(name);
  const FileKind kind = kind_of_input(input);
  if (kind == FileKind::program) return program_subject(read_program(input, place));
  if (kind == FileKind::loop) {
    return loop_subject(loaded(find_declaration(input, name, arguments.loop.which), arguments.loop));
  }
  if (kind == FileKind::pipeline) return loop_subject(read_pipeline_file(input, place));
  if (kind != FileKind::compiled) return of_case(read_case(input, place), arguments.sync);
  if (arguments.sync == "derived") {
    throw InputError(arguments.what + ": contains compiled entries; --sync derived applies only to a case");
  }
  const EmittedFile file = read_emitted(input, place);
  return of_entries(file.declared.name, emitted_sections(file), file.protocol, file.declared);
}

}  // namespace

std::optional<Json> built_in_case(const std::string& what) {
  for (const BuiltIn& schedule : built_in) {
    if (what == schedule.name) return parse_json(schedule.json, schedule.name);
  }
  return std::nullopt;
}

std::vector<std::string> subject_names() {
  std::vector<std::string> names;
  for (const BuiltIn& schedule : built_in) names.emplace_back(schedule.name);
  for (const std::string& loop : loop_names()) names.push_back(loop);
  return names;
}

bool is_kernel_file(const std::string& what) {
  // A pipe can be read only once.
  std::error_code ignored;
  if (is_built_in(what) || (what != "-" && !std::filesystem::is_regular_file(what, ignored))) return false;
  return kind_of_file(what) == FileKind::assembly;
}

bool is_built_in(const std::string& what) { return is_loop(what) || built_in_case(what); }

void require_subject(const std::string& what) {
  std::error_code ignored;
  if (what == "-" || built_in_case(what) || is_loop(what) || std::filesystem::exists(what, ignored)) return;
  throw InputError("\"" + what + "\" is neither a built-in name nor a file" + did_you_mean(what, subject_names()));
}

Subject find_subject(const SubjectArguments& arguments) {
  require_subject(arguments.what);
  const auto found = [&] {
    if (const std::optional<Json> input = built_in_case(arguments.what)) {
      return of_case(read_case(*input), arguments.sync);
    }
    if (is_loop(arguments.what)) return loop_subject(load_loop(arguments.what, arguments.loop));
    if (is_kernel_file(arguments.what)) {
      require_taken(arguments.what, FileKind::assembly, arguments.reader);
      return kernel_subject(arguments.what, arguments.launch);
    }
    return of_file(arguments);
  };
  Subject out = found();
  out.source = arguments.command();
  return out;
}

}  // namespace stretto::tool
