// Replays kept cases where there is no libFuzzer: `stretto_fuzz TARGET FILE...`.
#include <cstdio>
#include <filesystem>
#include <vector>

#include "harness.hpp"
#include "targets.hpp"

int main(int argc, char** argv) {
  const stretto::fuzz::Target* target = argc > 2 ? stretto::fuzz::find_target(argv[1]) : nullptr;
  if (target == nullptr) {
    std::fprintf(stderr, "usage: stretto_fuzz TARGET FILE...; targets: %s\n", stretto::fuzz::target_names().c_str());
    return 2;
  }
  std::vector<std::string> files;
  for (int i = 2; i < argc; ++i) files.push_back(std::filesystem::absolute(argv[i]).string());
  stretto::fuzz::enter_scratch_folder();
  for (const std::string& file : files) {
    stretto::fuzz::require(stretto::fuzz::exists(file), "no file " + file);
    std::printf("%s\n", file.c_str());
    std::fflush(stdout);
    target->run(stretto::fuzz::read_file(file));
  }
  return 0;
}
