// The entry points of libFuzzer: `stretto_fuzz TARGET OPTION... FOLDER...`, or FILE... to replay files.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "harness.hpp"
#include "json_mutator.hpp"
#include "targets.hpp"

namespace {

const stretto::fuzz::Target*& chosen() {
  static const stretto::fuzz::Target* target = nullptr;
  return target;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  chosen() = *argc > 1 ? stretto::fuzz::find_target((*argv)[1]) : nullptr;
  if (chosen() == nullptr) {
    std::fprintf(stderr, "usage: stretto_fuzz TARGET ...; targets: %s\n", stretto::fuzz::target_names().c_str());
    std::exit(2);
  }
  // libFuzzer sees the other arguments; those that are paths become independent of the current folder.
  static std::vector<std::string> kept;
  static std::vector<char*> passed = {(*argv)[0]};
  kept.reserve(static_cast<std::size_t>(*argc));
  for (int i = 2; i < *argc; ++i) {
    const std::string argument = (*argv)[i];
    kept.push_back(argument.starts_with('-') ? argument : std::filesystem::absolute(argument).string());
    passed.push_back(kept.back().data());
  }
  *argc = static_cast<int>(passed.size());
  passed.push_back(nullptr);
  *argv = passed.data();
  stretto::fuzz::enter_scratch_folder();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen()->run(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  const std::string changed = stretto::fuzz::mutated_json(input, seed);
  if (changed.empty() || changed.size() > most) return LLVMFuzzerMutate(data, size, most);
  changed.copy(reinterpret_cast<char*>(data), changed.size());
  return changed.size();
}
