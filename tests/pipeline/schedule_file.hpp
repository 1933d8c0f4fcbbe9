// A header with the schedules of the library's own kernels: written from what the search finds, or compared with it.
#pragma once

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include <stretto/pipeline/pipeline.hpp>

#include "plan/plan_header.hpp"

namespace stretto {

/// The specialisations in such a header, one for each loop.
class ScheduleFile {
 public:
  /// Adds `template <> struct NAME`, with the schedule of a loop.
  template <class Declared>
  void add(const std::string& name) {
    const std::string head = "\ntemplate <>\nstruct " + name + " {\n";
    if (text_.find(head) != std::string::npos) return;
    const Loop loop = Declared::declare();
    const Gpu gpu = Declared::target();
    PipelineOptions options;
    if constexpr (requires { Declared::options(); }) options = Declared::options();
    const Result<Pipeline> pipe = make_pipeline(loop, gpu, options);
    if (!pipe.ok() || pipe.value.verdict != Verdict::proven) {
      std::fprintf(stderr, "%s has no proven pipeline\n", name.c_str());
      failed_ = true;
      return;
    }
    text_ += head + tool::schedule_source({loop, gpu, options}, pipe.value) + "};\n";
  }

  /// Writes the file at `path`, or compares it; the exit status of the program.
  [[nodiscard]] int finish(const std::string& before, const char* path, bool writes) const {
    if (failed_) return 1;
    const std::string text = before + text_ + "\n}  // namespace stretto::hopper\n";
    if (writes) {
      std::ofstream(path) << text;
      return 0;
    }
    std::ifstream in(path);
    const std::string is{std::istreambuf_iterator<char>(in), {}};
    if (is == text) return 0;
    std::fprintf(stderr, "%s has other schedules: write it again with `write` behind its name\n", path);
    return 1;
  }

 private:
  std::string text_;
  bool failed_ = false;
};

}  // namespace stretto
