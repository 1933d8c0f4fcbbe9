// audit_mutants: the audit against the emulator.
//
//   audit_mutants FILE.s... [--tiles N] [--seeds N] [--more N] [--most N] [--threads N] [--list]
//                [--launch]
//
// With --launch, FILE.s.launch.json describes the launch of FILE.s; otherwise it is a GEMM of kernels/cdna.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "audit/launch_reader.hpp"
#include "mutant_study.hpp"

namespace {

using namespace stretto::audit;

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

KernelLaunch launch_of(const std::string& path) {
  namespace tool = stretto::tool;
  return tool::read_launch(tool::Json::parse(text_of(path)), tool::JsonPlace(path)).launch;
}

const char* word(Agreement agreement) {
  switch (agreement) {
    case Agreement::proven_right: return "proven and right";
    case Agreement::race_wrong: return "race and wrong";
    case Agreement::race_overtaking: return "race, wrong if loads overtake";
    case Agreement::race_unseen: return "race, never wrong";
    case Agreement::proven_wrong: return "PROVEN BUT WRONG";
    case Agreement::cannot_judge: break;
  }
  return "cannot judge";
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// The depth of a tile, from the kernel's name: "gemm_bf16_256x256x64_ping_pong".
long tile_depth(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::size_t first = name.find('x');
  const std::size_t second = name.find('x', first + 1);
  return second == std::string::npos ? 64 : std::atol(name.c_str() + second + 1);
}

}  // namespace

int main(int count, char** arguments) {
  StudyOptions options;
  std::vector<std::string> files;
  long tiles = 6;
  bool list = false;
  bool launches = false;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    const auto number = [&] { return i + 1 < count ? std::atoi(arguments[++i]) : 0; };
    if (word == "--tiles") {
      tiles = number();
    } else if (word == "--seeds") {
      options.seeds = number();
    } else if (word == "--more") {
      options.more_seeds = number();
    } else if (word == "--most") {
      options.most = number();
    } else if (word == "--threads") {
      options.threads = number();
    } else if (word == "--launch") {
      launches = true;
    } else if (word == "--list") {
      list = true;
    } else {
      files.push_back(word);
    }
  }
  std::printf(
      "| kernel | base | mutants | proven, right | race, wrong | race, wrong if loads overtake | race, never wrong | "
      "proven, WRONG | cannot judge | s "
      "|\n");
  std::printf("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  std::vector<int> sums(agreements);
  int all = 0;
  try {
    for (const std::string& file : files) {
      const double start = seconds();
      const KernelLaunch launch = launches ? launch_of(file + ".launch.json") : gemm_launch(tiles * tile_depth(file));
      const KernelStudy found = study_kernel(text_of(file), launch, options);
      std::string row;
      for (int a = 0; a < agreements; ++a) {
        const int of = found.count(static_cast<Agreement>(a));
        sums[static_cast<std::size_t>(a)] += of;
        row += " | " + std::to_string(of);
      }
      all += static_cast<int>(found.mutants.size());
      std::printf("| %s | %s | %d%s | %.0f |\n", (launches ? file.substr(file.rfind('/') + 1) : found.name).c_str(),
                  word(found.base.agreement), static_cast<int>(found.mutants.size()), row.c_str(), seconds() - start);
      if (found.base.agreement != Agreement::proven_right)
        std::printf("  base: %s; %s\n", found.base.audit.c_str(), found.base.emulator.c_str());
      for (const MutantResult& each : found.mutants) {
        const bool odd = each.agreement == Agreement::proven_wrong || each.agreement == Agreement::race_unseen;
        if (!list && each.agreement != Agreement::proven_wrong) continue;
        if (odd || each.agreement == Agreement::cannot_judge)
          std::printf("  %s: %s: %s; %s (seed %d)\n", word(each.agreement), each.change.c_str(), each.audit.c_str(),
                      each.emulator.c_str(), each.seed);
      }
      std::fflush(stdout);
    }
  } catch (const std::exception& e) {
    std::fprintf(stderr, "audit_mutants: %s\n", e.what());
    return 2;
  }
  std::printf("| all | | %d", all);
  for (const int sum : sums) std::printf(" | %d", sum);
  std::printf(" | |\n");
  return sums[static_cast<std::size_t>(Agreement::proven_wrong)] > 0 ? 1 : 0;
}
