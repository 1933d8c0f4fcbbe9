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

  /// A program with the arguments FILE, which is compared, and maybe `write`, which writes it. Returns its exit status.
  [[nodiscard]] int finish(const std::string& before, int argc, const char* const* argv) const {
    if (argc < 2) return 2;
    if (failed_) return 1;
    const std::string text = before + text_ + "\n}  // namespace stretto::hopper\n";
    if (argc > 2 && std::string(argv[2]) == "write") {
      std::ofstream(argv[1]) << text;
      return 0;
    }
    std::ifstream in(argv[1]);
    const std::string is{std::istreambuf_iterator<char>(in), {}};
    if (is == text) return 0;
    std::fprintf(stderr, "%s has other schedules: write it again with `write` behind its name\n", argv[1]);
    return 1;
  }

 private:
  std::string text_;
  bool failed_ = false;
};

}  // namespace stretto
