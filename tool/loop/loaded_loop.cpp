#include "loop/loaded_loop.hpp"

#include <filesystem>

#include <stretto/core/error.hpp>
#include <stretto/pipeline/loop_error.hpp>

#include "file_kind.hpp"
#include "input.hpp"
#include "loop/memory_refusal.hpp"
#include "output.hpp"
#include "usage/suggestion.hpp"

namespace stretto::tool {

namespace {

/// "bn=128" as a name and a value.
Parameters read_settings(const std::vector<std::string>& settings) {
  Parameters out;
  for (const std::string& text : settings) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || !is_parameter_name(text.substr(0, equals))) {
      throw InputError("--set " + quote(text) + ": must be NAME=VALUE, like bn=128");
    }
    const std::string name = text.substr(0, equals);
    const long value = evaluate(text.substr(equals + 1), {}, JsonPlace("--set " + name));
    if (!out.add(name, value)) throw InputError("--set " + name + ": given twice");
  }
  return out;
}

std::string title_of(const DeclaredLoop& declared, const Parameters& changed) {
  std::string text = declared.loop.name;
  for (const auto& [name, value] : changed) text += " " + name + "=" + std::to_string(value);
  text += std::string(" on ") + declared.target.name + " (" + declared.target.architecture + ")";
  if (declared.loop.groups > 1) text += ", " + std::to_string(declared.loop.groups) + " groups in turn";
  if (declared.loop.cluster > 1) text += ", clusters of " + std::to_string(declared.loop.cluster);
  if (declared.options.persistent) text += ", persistent";
  return text;
}

void set_slots(Loop& loop, int slots) {
  for (LoopBuffer& buffer : loop.buffers) {
    if (buffer.space == LoopSpace::shared) buffer.slots = slots;
  }
}

}  // namespace

LoadedLoop loaded(const PipelineRequest& request) {
  LoadedLoop out;
  out.loop = declared(request);
  out.target = *request.target;
  out.options.persistent = request.persistent;
  out.title = title(request);
  return out;
}

LoadedLoop loaded(const LoopDeclaration& declaration, const LoopArguments& arguments) {
  for (const auto& [option, given] : {std::pair{"--tile", &arguments.tile}, std::pair{"--type", &arguments.type}}) {
    if (given->empty()) continue;
    throw InputError(std::string(option) + " does not apply to a loop file; use a parameter of the file and --set");
  }
  const Parameters changed = read_settings(arguments.set);
  DeclaredLoop declared = read_declared_loop(declaration, changed);
  if (!arguments.target.empty()) declared.target = find_gpu(arguments.target);
  if (arguments.groups > 0) declared.loop.groups = arguments.groups;
  if (arguments.cluster > 0) declared.loop.cluster = arguments.cluster;
  if (arguments.slots > 0) set_slots(declared.loop, arguments.slots);
  if (arguments.persistent) declared.options.persistent = true;
  return {title_of(declared, changed), declared.loop, declared.target, declared.options};
}

LoadedLoop load_loop(const std::string& what, const LoopArguments& arguments, const std::string& reader) {
  if (is_loop(what)) {
    if (!arguments.set.empty()) throw InputError("--set does not apply to " + what + "; it is an option of loop files");
    if (!arguments.which.empty()) throw InputError("--loop does not apply to " + what + "; it is an option of files");
    return loaded(request_from(what, arguments));
  }
  std::error_code ignored;
  if (what != "-" && !std::filesystem::exists(what, ignored)) {
    std::string known;
    for (const std::string& name : loop_names()) known += (known.empty() ? "" : ", ") + name;
    throw InputError(quote(what) + " is neither a file nor a built-in loop; built-in loops: " + known +
                     did_you_mean(what, loop_names()));
  }
  return loaded(find_declaration(read_input(what, reader), input_name(what), arguments.which), arguments);
}

std::string refusal(const LoadedLoop& source, const Diagnostic& why) {
  std::string text;
  if (why.rule == Rule::storage_exceeds_capacity) text = memory_refusal(source, why);
  if (text.empty()) text = str(describe(source.loop, why));
  return std::string(source.loop.name) + " on " + source.target.name + ": " + text;
}

Pipeline make_pipeline(const LoadedLoop& source) {
  Result<Pipeline> made = stretto::make_pipeline(source.loop, source.target, source.options);
  if (!made.ok()) throw InputError(refusal(source, made.error));
  return std::move(made.value);
}

}  // namespace stretto::tool
