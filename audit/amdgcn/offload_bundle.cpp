#include "offload_bundle.hpp"

#include <cstddef>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "llvm_tools.hpp"

namespace stretto::assembly {
namespace {

constexpr int elf_machine_amdgpu = 224;
constexpr const char* bundle_mark = "__CLANG_OFFLOAD_BUNDLE__";
constexpr const char* compressed_mark = "CCOB";

bool is_for_amd(const std::string& elf) {
  if (elf.size() < 20) return false;
  return (static_cast<unsigned char>(elf[18]) | static_cast<unsigned char>(elf[19]) << 8) == elf_machine_amdgpu;
}

/// The section in which a HIP program keeps its bundles; empty: there is none.
std::string fat_binary_in(const std::string& elf, const std::string& folder) {
  const std::string objcopy = find_llvm_tool("llvm-objcopy", folder);
  const TemporaryFile file(elf);
  try {
    return output_of({objcopy, "--dump-section=.hip_fatbin=/dev/stdout", file.path(), "/dev/null"});
  } catch (const std::runtime_error&) {
    return "";
  }
}

/// True if the file has another bundle after the first one: the kernels of another source file.
bool has_several(const std::string& bundles) {
  const std::string mark = bundles.starts_with(compressed_mark) ? compressed_mark : bundle_mark;
  // Bundles in a section begin at multiples of 4 KiB.
  constexpr std::size_t alignment = 4096;
  for (std::size_t at = alignment; at < bundles.size(); at += alignment) {
    if (bundles.compare(at, mark.size(), mark) == 0) return true;
  }
  return false;
}

/// The targets in a bundle that the audit supports, such as "hipv4-amdgcn-amd-amdhsa--gfx950".
std::vector<std::string> supported_targets(const std::string& list) {
  std::vector<std::string> out;
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("--gfx942") != std::string::npos || line.find("--gfx950") != std::string::npos) out.push_back(line);
  }
  return out;
}

std::string unbundled(const std::string& bundle, const std::string& folder) {
  if (has_several(bundle)) {
    throw std::runtime_error(
        "contains several bundles of code objects, one per source file; compile one of them alone");
  }
  const std::string bundler = find_llvm_tool("clang-offload-bundler", folder);
  const TemporaryFile file(bundle);
  const std::string input = "--input=" + file.path();
  const std::vector<std::string> targets = supported_targets(output_of({bundler, "--list", "--type=o", input}));
  if (targets.empty()) throw std::runtime_error("contains no code object for gfx942 or gfx950");
  if (targets.size() > 1) {
    std::string list;
    for (const std::string& target : targets) list += (list.empty() ? "" : ", ") + target;
    throw std::runtime_error("contains several code objects: " + list +
                             "; extract one with clang-offload-bundler --unbundle");
  }
  return output_of({bundler, "--unbundle", "--type=o", input, "--targets=" + targets.front(), "--output=-"});
}

}  // namespace

bool is_elf(const std::string& bytes) {
  return bytes.starts_with(
      "\x7f"
      "ELF");
}

bool is_bundle(const std::string& bytes) {
  return bytes.starts_with(bundle_mark) || bytes.starts_with(compressed_mark);
}

std::string code_object_in(const std::string& bytes, const std::string& folder) {
  if (is_elf(bytes) && is_for_amd(bytes)) return bytes;
  const std::string fat = is_bundle(bytes) ? bytes : fat_binary_in(bytes, folder);
  // Without that section, an object file may be a bundle itself.
  const bool says_bundle = bytes.find(bundle_mark) != std::string::npos;
  if (fat.empty() && !says_bundle) throw std::runtime_error("is an ELF file, but has no code for an AMD GPU");
  std::string object = unbundled(fat.empty() ? bytes : fat, folder);
  if (is_bundle(object)) object = unbundled(object, folder);  // code that the host's linker would link further
  if (!is_elf(object) || !is_for_amd(object)) throw std::runtime_error("contains no code object for an AMD GPU");
  return object;
}

}  // namespace stretto::assembly
