#include "program/target_steps.hpp"

#include <algorithm>
#include <map>

#include <stretto/gpu/cuda_limits.hpp>

#include "program/sums.hpp"

namespace stretto::tool {

namespace {

bool is_amd(const Gpu& gpu) { return gpu.copies == CopyKind::lds_load; }

/// What a counter needs of its target; empty: nothing, or the target has it.
std::string lacking_for(const Gpu& gpu, Counter counter) {
  const bool bulk = gpu.copies == CopyKind::bulk;
  switch (counter) {
    case Counter::bytes:
    case Counter::store:
    case Counter::stored: return bulk ? "" : "bulk copies (TMA)";
    case Counter::copy: return is_amd(gpu) ? "cp.async" : "";
    case Counter::vm:
    case Counter::lgkm:
    case Counter::scalar: return is_amd(gpu) ? "" : std::string("the counter ") + stretto::name(counter);
    case Counter::mma: return gpu.multiplies == MmaKind::warpgroup ? "" : "wgmma";
    case Counter::tensor: return gpu.multiplies == MmaKind::tensor_memory ? "" : "tcgen05";
    default: return "";
  }
}

std::string lacking_for(const Gpu& gpu, const std::string& verb, Counter counter) {
  if (std::string lacking = lacking_for(gpu, counter); !lacking.empty()) return lacking;
  if (verb == "mma" && is_amd(gpu)) return "mma.sync";
  if (verb == "mfma" && !is_amd(gpu)) return "MFMA";
  if (gpu.copies == CopyKind::bulk) return "";
  if (verb == "fence proxy") return "an async proxy";
  if (verb == "setmaxnreg") return "setmaxnreg";
  return verb == "cluster" ? "clusters" : "";
}

/// Lanes of a wave of a program file, which stands for up to a warpgroup.
long lanes_of_wave(const Gpu& gpu) { return is_amd(gpu) ? gpu.wave_lanes : std::max(gpu.wave_lanes, 128); }

/// Registers that a lane can have at most. Gpu::lane_registers is what a schedule plans with.
long registers_of_lane(const Gpu& gpu) { return is_amd(gpu) ? gpu.lane_registers : targets::cuda_lane_registers; }

constexpr long bytes_of_register = 4;
constexpr long lanes_of_warp = 32;

// PTX ISA, "setmaxnreg": the number is a multiple of 8 from 24 to 256.
constexpr NumberRange thread_registers{24, 256};
constexpr long register_step = 8;

}  // namespace

void require_on_target(const Gpu* target, const std::string& verb, Counter counter, const JsonPlace& place) {
  if (target == nullptr) return;
  const std::string lacking = lacking_for(*target, verb, counter);
  if (lacking.empty()) return;
  std::string others;
  for (const StepVerb& other : all_data_verbs()) {
    const bool generic = other.free_counter;  // fetch, move and consume say nothing about the instruction
    if (generic || !lacking_for(*target, other.name, other.counter).empty()) continue;
    others += (others.empty() ? "" : ", ") + std::string(other.name);
  }
  throw place.error("needs " + lacking + ", which the target " + target->name +
                    " does not have; name the target that the program is for, or use the steps of " + target->name +
                    ": " + others);
}

long read_thread_registers(ObjectReader& reader, const std::string& key, const Parameters& parameters) {
  const long count = reader.require_number(key, thread_registers, parameters);
  if (count % register_step == 0) return count;
  throw reader.place(key).error("setmaxnreg must be a multiple of 8, not " + std::to_string(count));
}

void check_named_barriers(const Gpu& target, const WaveProgram& program, const JsonPlace& barriers) {
  std::map<int, int> used;  // by workgroup
  for (const PhaseBarrier& barrier : program.phase_barriers) {
    if (barrier.kind != PhaseBarrierKind::named) continue;
    used[barrier.workgroup] += barrier.slots;
  }
  if (used.empty()) return;
  if (is_amd(target)) {
    throw barriers.error(std::string("contains named barriers, which the target ") + target.name +
                         " does not have; use the workgroup barrier, or name the target that the program is for");
  }
  bool synchronises = false;  // with a workgroup barrier of the model's own
  for (const Role& role : program.roles) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        synchronises = synchronises || (step.action == Action::barrier && !step.phase_barrier.present());
      }
    }
  }
  for (const auto& [workgroup, count] : used) {
    if (count + (synchronises ? 1 : 0) <= targets::cuda_named_barriers) continue;
    throw barriers.error("a workgroup uses " + std::to_string(count) + " named barriers" +
                         (synchronises ? " and the workgroup barrier, which is number 0" : "") + ", and " +
                         target.name + " has " + std::to_string(targets::cuda_named_barriers) +
                         " per workgroup; share one between steps that never wait there at the same time, or use "
                         "mbarriers");
  }
}

void check_register_file(const Gpu& target, const WaveProgram& program, const std::vector<ThreadRegisters>& roles,
                         int launch_registers, const JsonPlace& file) {
  if (launch_registers == 0) return;
  const long of_warp = lanes_of_warp * launch_registers * bytes_of_register;
  const long spare = program.spare_registers * lanes_of_wave(target) * bytes_of_register;
  std::map<int, long> launched;  // bytes, by workgroup
  for (int a = 0; a < program.roles.size(); ++a) {
    const Role& role = program.roles[a];
    const int warps = std::max(roles[static_cast<std::size_t>(a)].warps, 1);
    launched[role.workgroup] += of_warp * warps * role.waves;
  }
  const std::string has =
      ", and the register file of " + std::string(target.name) + " has " + std::to_string(target.register_file);
  for (const auto& [workgroup, bytes] : launched) {
    if (bytes > target.register_file) {
      throw file.key("launch_registers")
          .error("a workgroup begins with " + std::to_string(bytes) + " bytes of registers" + has +
                 "; launch with fewer registers per thread, as __launch_bounds__ makes the compiler do");
    }
    if (bytes + spare <= target.register_file) continue;
    throw file.key("spare_registers")
        .error("a workgroup begins with " + std::to_string(bytes) + " bytes of registers and a pool of " +
               std::to_string(spare) + has + "; leave out what the launch does not reserve");
  }
}

void check_registers(const Gpu& target, const WaveProgram& program, const std::vector<ThreadRegisters>& roles,
                     const JsonPlace& buffers) {
  const long of_wave = lanes_of_wave(target) * registers_of_lane(target) * bytes_of_register;
  std::map<int, long> needed;  // by workgroup
  for (int a = 0; a < program.roles.size(); ++a) {
    const Role& role = program.roles[a];
    const ThreadRegisters& has = roles[static_cast<std::size_t>(a)];
    const long lanes = has.warps > 0 ? has.warps * lanes_of_warp : lanes_of_wave(target);
    long most = 0;  // bytes of a buffer of the role
    for (const Section section : all_sections) {
      const int of_thread = section == Section::setup ? has.most : has.now;
      const long said = of_thread > 0 ? lanes * of_thread * bytes_of_register : of_wave;
      for (const Step& step : role.steps[section]) {
        for (int i = 0; i < step.access_count; ++i) {
          const Buffer& buffer = program.buffers[program.accesses[step.first_access + i].buffer];
          if (buffer.space != Space::registers) continue;
          const long bytes = static_cast<long>(buffer.bytes) * buffer.subtiles * buffer.slots;
          most = std::max(most, bytes);
          const std::string takes = "takes " + std::to_string(bytes) + " bytes of registers, and a wave of ";
          if (bytes > of_wave) {
            throw buffers.key(buffer.name).error(takes + target.name + " has at most " + std::to_string(of_wave));
          }
          if (bytes <= said) continue;
          throw buffers.key(buffer.name)
              .error(takes + quote(role.name) + ", with " + std::to_string(of_thread) + " registers per thread, has " +
                     std::to_string(said) +
                     "; let the role keep more registers, or divide the buffer among more waves");
        }
      }
    }
    needed[role.workgroup] += most * role.waves;
  }
  for (const auto& [workgroup, bytes] : needed) {
    if (bytes <= target.register_file) continue;
    throw buffers.error("the largest register buffers of all waves of a workgroup take " + std::to_string(bytes) +
                        " bytes, and the register file of " + target.name + " has " +
                        std::to_string(target.register_file));
  }
}

}  // namespace stretto::tool
