// audit_emulate KERNEL.s LAUNCH.json [SEEDS]: runs a workgroup with many seeds; says which store something else than
// the run in which every operation takes effect at once.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <string>

#include "audit/launch_reader.hpp"
#include "workgroup.hpp"

namespace {

std::string text_of(const char* path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

int emulate(const char* kernel_path, const char* launch_path, int seeds) {
  using namespace stretto;
  const std::string text = text_of(launch_path);
  const tool::LaunchFile launch = tool::read_launch(tool::Json::parse(text), tool::JsonPlace(launch_path));
  const assembly::Kernel kernel = assembly::read_kernel(text_of(kernel_path), launch.kernel);
  const double start = seconds();
  const emulator::Workgroup workgroup(kernel, launch.launch);
  if (!workgroup.problem.empty()) {
    std::printf("%s: cannot be run: %s\n", kernel_path, workgroup.problem.c_str());
    return 2;
  }
  const double prepared = seconds();
  const emulator::Outcome right = emulator::run_at_once(workgroup);
  int wrong = 0;
  std::string first = right.failure;
  for (int seed = 0; seed < seeds; ++seed) {
    const emulator::Outcome found = emulator::run_seed(workgroup, static_cast<std::uint64_t>(seed));
    if (found == right) continue;
    if (wrong++ == 0)
      first =
          "seed " + std::to_string(seed) + ": " + (found.failure.empty() ? "something else is stored" : found.failure);
  }
  std::printf("%s: %zu waves, granule %d, stores %016llx, %d of %d seeds wrong%s%s; %.2f s, and %.4f s a run\n",
              kernel_path, workgroup.waves.size(), workgroup.granule, static_cast<unsigned long long>(right.stored),
              wrong, seeds, first.empty() ? "" : ": ", first.c_str(), prepared - start,
              (seconds() - prepared) / (seeds + 1));
  return wrong > 0 || !right.failure.empty() ? 1 : 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) return 2;
  try {
    return emulate(arguments[1], arguments[2], count > 3 ? std::atoi(arguments[3]) : 40);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s: %s\n", arguments[1], e.what());
    return 2;
  }
}
