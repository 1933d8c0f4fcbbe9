#include "audit/launch.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <set>
#include <stdexcept>

namespace stretto::audit {

namespace {

constexpr int most_workgroup_threads = 1024;
constexpr int most_grid = 1 << 30;

/// Pointers are far apart, so they never meet.
std::uint64_t address_of(std::size_t argument) { return static_cast<std::uint64_t>(argument + 1) << 40; }

std::string called(const assembly::Argument& argument, std::size_t index) {
  const std::string name = argument.name.empty() ? "" : " (" + argument.name + ")";
  return "argument " + std::to_string(index) + name;
}

/// Every argument that is given must be one of the kernel's.
void check_arguments(const assembly::Kernel& kernel, const KernelLaunch& launch) {
  std::set<std::string> names;
  std::size_t count = 0;
  for (const assembly::Argument& argument : kernel.arguments) {
    if (argument.is_hidden()) continue;
    names.insert(argument.name);
    ++count;
  }
  const std::string has = "the kernel has " + std::to_string(count) + (count == 1 ? " argument" : " arguments");
  if (launch.in_order > count)
    throw std::runtime_error("args: " + std::to_string(launch.in_order) + " are given; " + has);
  if (launch.by_number.size() > count) {
    throw std::runtime_error("argument " + std::to_string(launch.by_number.size() - 1) + " is given; " + has +
                             ", numbered from 0");
  }
  for (std::size_t i = launch.in_order; i < launch.arguments.size(); ++i) {
    const std::string& name = launch.arguments[i].name;
    if (names.count(name) == 0) throw std::runtime_error("the kernel has no argument \"" + name + "\"");
  }
}

long hidden_value(const std::string& kind, const KernelLaunch& launch, const std::array<int, 3>& threads) {
  constexpr const char* axes = "xyz";
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string end = std::string("_") + axes[axis];
    if (kind == "hidden_block_count" + end) return launch.grid[axis];
    if (kind == "hidden_group_size" + end) return threads[axis];
  }
  if (kind == "hidden_grid_dims") return launch.grid[2] > 1 ? 3 : launch.grid[1] > 1 ? 2 : 1;
  return 0;
}

}  // namespace

PreparedLaunch prepare(const assembly::Kernel& kernel, const KernelLaunch& launch) {
  PreparedLaunch out;
  std::array<int, 3> threads = launch.threads;
  if (threads == std::array<int, 3>{}) {
    if (kernel.most_threads <= 0) throw std::runtime_error("the workgroup's size is not known; give \"threads\"");
    threads = {kernel.most_threads, 1, 1};
  }
  long in_group = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (threads[axis] < 1 || threads[axis] > most_workgroup_threads)
      throw std::runtime_error("threads: 1 to 1024 along an axis");
    if (launch.grid[axis] < 1 || launch.grid[axis] > most_grid)
      throw std::runtime_error("grid: at least 1 along each axis");
    if (launch.workgroup[axis] < 0 || launch.workgroup[axis] >= launch.grid[axis]) {
      throw std::runtime_error("workgroup: the grid has no such workgroup");
    }
    in_group *= threads[axis];
  }
  if (in_group > most_workgroup_threads) throw std::runtime_error("threads: a workgroup has at most 1024");
  out.waves = static_cast<int>((in_group + assembly::lanes - 1) / assembly::lanes);
  out.start.threads = threads;
  out.start.workgroups = launch.grid;
  out.start.workgroup = launch.workgroup;
  out.start.arguments.assign(static_cast<std::size_t>(kernel.argument_bytes), 0);
  out.start.known.assign(static_cast<std::size_t>(kernel.argument_bytes), 0);
  check_arguments(kernel, launch);
  std::size_t index = 0;
  for (const assembly::Argument& argument : kernel.arguments) {
    const GivenArgument* given = nullptr;
    const std::size_t own = index;
    if (!argument.is_hidden()) {
      for (const GivenArgument& each : launch.arguments) {
        if (!argument.name.empty() && each.name == argument.name) given = &each;
      }
      if (given == nullptr && own < launch.in_order) given = &launch.arguments[own];
      ++index;
    }
    std::uint64_t value = 0;
    if (argument.is_hidden()) {
      value = static_cast<std::uint64_t>(hidden_value(argument.kind, launch, threads));
    } else if (own < launch.by_number.size() && launch.by_number[own]) {
      value = static_cast<std::uint64_t>(*launch.by_number[own]);
    } else if (given != nullptr && given->value) {
      value = static_cast<std::uint64_t>(*given->value);
    } else if (given != nullptr && given->number) {
      value = argument.size == 8 ? std::bit_cast<std::uint64_t>(*given->number)
                                 : std::bit_cast<std::uint32_t>(static_cast<float>(*given->number));
    } else if (argument.is_pointer()) {
      value = address_of(own);
    } else {
      out.missing.push_back(called(argument, own));
      continue;
    }
    const auto at = static_cast<std::size_t>(argument.offset);
    const auto size = static_cast<std::size_t>(argument.size);
    if (size > 8 || at + size > out.start.arguments.size()) continue;
    std::memcpy(out.start.arguments.data() + at, &value, size);
    std::memset(out.start.known.data() + at, 1, size);
  }
  return out;
}

}  // namespace stretto::audit
