#include <stretto/report.hpp>

#include "loop/loop_writer.hpp"
#include "show/explain_outside.hpp"
#include "show/explain_program.hpp"
#include "show/html.hpp"
#include "show/loop_subject.hpp"
#include "show/make_scene.hpp"
#include "show/scene_text.hpp"

namespace stretto::report {

namespace {

tool::Subject subject_of(const Pipeline& pipe) {
  const Gpu& gpu = pipe.loop.gpu;
  return tool::pipeline_subject(pipe, std::string(pipe.loop.name) + " on " + gpu.name + " (" + gpu.architecture + ")");
}

}  // namespace

std::string to_json(const Loop& loop) { return tool::loop_file_text(tool::loop_json(loop)); }

std::string to_json(const Loop& loop, const Gpu& target, const PipelineOptions& options) {
  return tool::loop_file_text(tool::loop_json(loop, target, options));
}

std::string to_html(const Pipeline& pipe) { return tool::scene_html(tool::make_scene(subject_of(pipe))); }

std::string explain(const Pipeline& pipe, const std::string& entry) {
  const tool::Subject subject = subject_of(pipe);
  if (entry.empty())
    return tool::entries_text(tool::make_scene(subject, {1, false})) + tool::outside_entries_text(subject);
  return tool::explain_program(subject, tool::make_scene(subject), entry);
}

}  // namespace stretto::report
