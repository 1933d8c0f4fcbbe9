#include "targets.hpp"

namespace stretto::fuzz {

namespace {

constexpr Target targets[] = {
    {"audit", fuzz_audit},           {"case", fuzz_case},       {"command", fuzz_command}, {"compiled", fuzz_compiled},
    {"expression", fuzz_expression}, {"gpu", fuzz_gpu},         {"graphs", fuzz_graphs},   {"loop", fuzz_loop},
    {"pipeline", fuzz_pipeline},     {"program", fuzz_program}, {"results", fuzz_results}};

}  // namespace

const Target* find_target(const std::string& name) {
  for (const Target& target : targets) {
    if (name == target.name) return &target;
  }
  return nullptr;
}

std::string target_names() {
  std::string text;
  for (const Target& target : targets) text += (text.empty() ? "" : " ") + std::string(target.name);
  return text;
}

}  // namespace stretto::fuzz
