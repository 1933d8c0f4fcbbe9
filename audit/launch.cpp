#include "audit/launch.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <stdexcept>

#include <stretto/gpu/mi355x.hpp>

namespace stretto::audit {

namespace {

constexpr int most_workgroup_threads = 1024;
constexpr int most_grid = 1 << 30;
constexpr long most_in_grid = 1L << 60;
constexpr long most_workgroups = 4;                                   // that are all judged
constexpr long most_lds_bytes = targets::mi355x.limits.shared_bytes;  // of the targets, the one with the most

/// Pointers are 1 TiB apart, so their buffers never overlap.
std::uint64_t address_of(std::size_t argument) { return static_cast<std::uint64_t>(argument + 1) << 40; }

std::string called(const assembly::Argument& argument, std::size_t index) {
  const std::string name = argument.name.empty() ? "" : " (" + argument.name + ")";
  return "argument " + std::to_string(index) + name;
}

/// How the arguments are called: "; its arguments: count, dst, src", or by number if they have no names.
std::string known_arguments(const std::set<std::string>& names, std::size_t count) {
  if (count == 0) return "; it has no arguments";
  std::string list;
  for (const std::string& name : names) {
    if (!name.empty()) list += (list.empty() ? "" : ", ") + name;
  }
  if (!list.empty()) return "; its arguments: " + list;
  if (count == 1) return "; its argument has no name: give it as number 0";
  return "; its arguments have no names: give them by number, 0 to " + std::to_string(count - 1);
}

/// Throws if the launch gives an argument that the kernel does not have.
void check_arguments(const assembly::Kernel& kernel, const KernelLaunch& launch) {
  std::set<std::string> names;
  std::size_t count = 0;
  for (const assembly::Argument& argument : kernel.arguments) {
    if (argument.is_hidden()) continue;
    names.insert(argument.name);
    ++count;
  }
  const std::string has = "the kernel has " + std::to_string(count) + (count == 1 ? " argument" : " arguments");
  if (launch.in_order > count) throw LaunchError("args: " + std::to_string(launch.in_order) + " are given; " + has);
  if (launch.by_number.size() > count) {
    throw LaunchError("argument " + std::to_string(launch.by_number.size() - 1) + " is given; " + has +
                      ", numbered from 0");
  }
  for (std::size_t i = launch.in_order; i < launch.arguments.size(); ++i) {
    const std::string& name = launch.arguments[i].name;
    if (names.count(name) == 0) {
      throw LaunchError("the kernel has no argument \"" + name + "\"" + known_arguments(names, count));
    }
  }
}

/// The value of an implicit argument; empty if the launch does not determine it.
std::optional<long> hidden_value(const std::string& kind, const KernelLaunch& launch,
                                 const std::array<int, 3>& threads) {
  constexpr const char* axes = "xyz";
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string end = std::string("_") + axes[axis];
    if (kind == "hidden_block_count" + end) return launch.grid[axis];
    if (kind == "hidden_group_size" + end) return threads[axis];
    // All workgroups of the grid are complete, and it starts at 0.
    if (kind == "hidden_remainder" + end || kind == "hidden_global_offset" + end) return 0;
  }
  if (kind == "hidden_dynamic_lds_size") return launch.lds_bytes;
  return std::nullopt;
}

/// The bits of a value. Throws if the argument is too small for it.
std::uint64_t bits_of(const GivenArgument& given, const assembly::Argument& argument, const std::string& name) {
  if (given.number) {
    if (argument.size == 8) return std::bit_cast<std::uint64_t>(*given.number);
    if (argument.size == 4) return std::bit_cast<std::uint32_t>(static_cast<float>(*given.number));
    throw LaunchError(name + " has " + std::to_string(argument.size) + " bytes, and a number is given");
  }
  const int bits = 8 * argument.size;
  const long value = *given.value;
  const bool fits = argument.size == 8 ||
                    (argument.size >= 1 && argument.size < 8 && value < (1L << bits) && value >= -(1L << (bits - 1)));
  if (!fits) {
    throw LaunchError(name + " has " + std::to_string(argument.size) + " bytes, and " + std::to_string(value) +
                      " is given");
  }
  return static_cast<std::uint64_t>(value);
}

std::string in_words(const std::array<int, 3>& size) {
  return std::to_string(size[0]) + " x " + std::to_string(size[1]) + " x " + std::to_string(size[2]);
}

/// The size of the workgroups along each axis.
std::array<int, 3> threads_of(const assembly::Kernel& kernel, const KernelLaunch& launch) {
  constexpr std::array<int, 3> none{};
  const std::array<int, 3>& required = kernel.required_threads;
  if (launch.threads == none) {
    if (required != none) return required;
    if (kernel.most_threads <= 0) throw LaunchError("the workgroup's size is not known; give \"threads\"");
    return {kernel.most_threads, 1, 1};
  }
  for (const int size : launch.threads) {
    if (size < 1 || size > most_workgroup_threads) throw LaunchError("threads: must be 1 to 1024 along each axis");
  }
  if (required != none && launch.threads != required) {
    throw LaunchError("threads: the kernel requires a workgroup of " + in_words(required) + ", not " +
                      in_words(launch.threads) + " (.reqd_workgroup_size)");
  }
  return launch.threads;
}

}  // namespace

std::string workgroup_text(const std::array<int, 3>& workgroup) {
  const auto& [x, y, z] = workgroup;
  return "(" + std::to_string(x) + ", " + std::to_string(y) + ", " + std::to_string(z) + ")";
}

std::vector<std::array<int, 3>> workgroups_of(const KernelLaunch& launch) {
  if (launch.workgroup) return {*launch.workgroup};
  const auto& [width, height, depth] = launch.grid;
  const bool all = static_cast<long>(width) * height <= most_workgroups &&
                   static_cast<long>(width) * height * depth <= most_workgroups;
  const auto along = [&](int size) {
    std::vector<int> numbers = {0};
    for (int i = all ? 1 : std::max(1, size - 1); i < size; ++i) numbers.push_back(i);
    return numbers;
  };
  std::vector<std::array<int, 3>> out;
  for (const int z : along(depth)) {
    for (const int y : along(height)) {
      for (const int x : along(width)) out.push_back({x, y, z});
    }
  }
  return out;
}

PreparedLaunch prepare(const assembly::Kernel& kernel, const KernelLaunch& launch) {
  PreparedLaunch out;
  const std::array<int, 3> threads = threads_of(kernel, launch);
  const std::array<int, 3> workgroup = launch.workgroup.value_or(std::array<int, 3>{});
  long in_group = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (launch.grid[axis] < 1 || launch.grid[axis] > most_grid)
      throw LaunchError("grid: must be 1 to " + std::to_string(most_grid) + " along each axis");
    if (workgroup[axis] < 0 || workgroup[axis] >= launch.grid[axis]) {
      throw LaunchError("workgroup: the grid has no such workgroup; number it from 0 along each axis, below the grid");
    }
    in_group *= threads[axis];
  }
  if (static_cast<long>(launch.grid[0]) * launch.grid[1] > most_in_grid / launch.grid[2])
    throw LaunchError("grid: at most " + std::to_string(most_in_grid) + " workgroups are allowed");
  if (in_group > most_workgroup_threads)
    throw LaunchError("threads: a workgroup has " + std::to_string(in_group) +
                      " of them, and at most 1024 are possible");
  if (kernel.most_threads > 0 && in_group > kernel.most_threads)
    throw LaunchError("threads: a workgroup has " + std::to_string(in_group) + " of them, and the kernel allows " +
                      std::to_string(kernel.most_threads) + " (.max_flat_workgroup_size)");
  out.waves = static_cast<int>((in_group + assembly::lanes - 1) / assembly::lanes);
  out.start.threads = threads;
  out.start.workgroups = launch.grid;
  out.start.workgroup = workgroup;
  out.start.arguments.assign(static_cast<std::size_t>(kernel.argument_bytes), 0);
  out.start.known.assign(static_cast<std::size_t>(kernel.argument_bytes), 0);
  if (launch.lds_bytes < 0 || launch.lds_bytes > most_lds_bytes)
    throw LaunchError("shared: " + std::to_string(launch.lds_bytes) + " bytes are not from 0 to " +
                      std::to_string(most_lds_bytes));
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
    GivenArgument numbered;
    if (!argument.is_hidden() && own < launch.by_number.size() && launch.by_number[own]) {
      numbered.value = launch.by_number[own];
      given = &numbered;
    }
    std::uint64_t value = 0;
    if (argument.is_hidden()) {
      const std::optional<long> hidden = hidden_value(argument.kind, launch, threads);
      if (!hidden) continue;
      value = static_cast<std::uint64_t>(*hidden);
    } else if (given != nullptr && (given->value || given->number)) {
      value = bits_of(*given, argument, called(argument, own));
    } else if (argument.is_pointer()) {
      value = address_of(own);
    } else {
      out.missing.push_back(called(argument, own));
      continue;
    }
    const auto at = static_cast<std::size_t>(argument.offset);
    const auto size = static_cast<std::size_t>(std::min(argument.size, 8));
    std::memcpy(out.start.arguments.data() + at, &value, size);
    std::memset(out.start.known.data() + at, 1, size);
  }
  return out;
}

}  // namespace stretto::audit
