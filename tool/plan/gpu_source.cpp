#include "plan/gpu_source.hpp"

#include "gpu_list.hpp"
#include "loop/gpu_json.hpp"
#include "plan/cpp_text.hpp"

namespace stretto::tool {
namespace {

/// A figure as an expression. A string is a name, except for the two enumerators.
std::string value_source(const std::string& member, const Json& value) {
  if (!value.is_string()) return value.dump();
  const auto word = value.get<std::string>();
  if (member == "copies") return "stretto::CopyKind::" + word;
  if (member == "multiplies") return "stretto::MmaKind::" + word;
  return cpp_string(word);
}

}  // namespace

GpuSource gpu_source(const Gpu& gpu) {
  const Json written = gpu_json(gpu);
  const std::string head = "  static constexpr stretto::Gpu target() {";
  if (written.is_string()) {
    const auto name = written.get<std::string>();
    return {header_of_gpu(name), head + " return stretto::targets::" + name + "; }\n"};
  }
  const auto base = written["like"].get<std::string>();
  std::string lines = head + "\n    stretto::Gpu gpu = stretto::targets::" + base + ";\n";
  const auto set = [&](const std::string& member, const Json& value) {
    lines += "    gpu." + member + " = " + value_source(member, value) + ";\n";
  };
  for (const auto& [key, value] : written.items()) {
    if (key == "like") continue;
    if (value.is_object()) {
      for (const auto& [part, figure] : value.items()) {
        std::string name = key;
        name.append(".").append(part);
        set(name, figure);
      }
    } else {
      set(key, value);
    }
  }
  return {header_of_gpu(base), lines + "    return gpu;\n  }\n"};
}

}  // namespace stretto::tool
