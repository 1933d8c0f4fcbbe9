#include "program/program_subject.hpp"

#include <algorithm>
#include <memory>

#include "output.hpp"

namespace stretto::tool {

namespace {

enum ProgramUnit : int { on_memory, on_tensor, on_shared };
constexpr const char* program_units[] = {"memory", "tensor", "shared memory"};
constexpr int cycles_of_an_mma = 128;  // if the file does not say

int cycles_for(long bytes, int per_cycle) {
  return static_cast<int>(std::clamp(bytes / std::max(per_cycle, 1), 1L, static_cast<long>(max_timed_cycles)));
}

long bytes_accessed(const WaveProgram& program, const Step& step) {
  long bytes = 0;
  for (int i = 0; i < step.access_count; ++i)
    bytes += program.buffers[program.accesses[step.first_access + i].buffer].bytes;
  return bytes;
}

/// What a step costs, by its counter and the bytes that it accesses.
TimedOp cost_of_step(const WaveProgram& program, const Gpu& gpu, const Step& step, const StepWords& words) {
  TimedOp op;
  const long bytes = bytes_accessed(program, step);
  const bool multiplies =
      step.counter == Counter::mma || step.counter == Counter::tensor || words.verb == "mma" || words.verb == "mfma";
  if (multiplies) {
    op.unit = on_tensor;
    op.occupancy = cycles_of_an_mma;
    op.latency = gpu.mma_latency;
  } else if (step.action == Action::fetch || step.counter == Counter::store) {
    op.unit = on_memory;
    op.occupancy = cycles_for(bytes, gpu.global_per_cycle);
    op.latency = gpu.global_latency;
  } else if (step.action == Action::move) {
    op.unit = on_shared;
    op.occupancy = cycles_for(bytes, gpu.shared_per_cycle);
    op.latency = gpu.shared_latency;
  } else {
    op.occupancy = 1;
  }
  if (words.cycles > 0) op.occupancy = words.cycles;
  op.latency += op.occupancy;
  op.issue = gpu.issue;
  return op;
}

std::string label_of_step(const ProgramNames& names, const StepInstance& step) {
  const std::string whole = str(names(step));
  return whole.substr(whole.find(' ') + 1);
}

}  // namespace

Subject program_subject(ProgramFile&& given) {
  const auto owner = std::make_shared<ProgramFile>(std::move(given));
  ProgramFile& file = *owner;
  const Gpu& gpu = file.target != nullptr ? *file.target : targets::h200;
  Subject out;
  out.owner = owner;
  out.names = std::make_shared<ProgramNames>(file);
  out.title = file.name + (file.target != nullptr ? std::string(" on ") + gpu.name : std::string());
  out.target = gpu.name;
  out.program = file.program;
  out.latency = {};
  out.labels_list_accesses = false;  // they are the file's own words
  for (const char* name : program_units) out.costs.units.push_back({name, 1});
  out.costs.barrier = gpu.barrier;
  out.costs.named_barrier = gpu.barrier;
  out.costs.await = gpu.mbarrier_cycles;
  out.costs.arrive = gpu.mbarrier_cycles;
  const ProgramNames names(file);
  for (int a = 0; a < out.program.roles.size(); ++a) {
    Role& role = out.program.roles[a];
    out.workgroups = std::max(out.workgroups, role.workgroup + 1);
    for (const Section section : run_sections) {
      std::vector<std::string> labels;
      for (int i = 0; i < role.steps[section].size(); ++i) {
        Step& step = role.steps[section][i];
        const StepInstance instance{a, section, i, step.entry};
        labels.push_back(label_of_step(names, instance));
        const bool data = step.action == Action::fetch || step.action == Action::move || step.action == Action::consume;
        if (!data) continue;
        step.op = out.costs.ops.size();
        out.costs.ops.push_back(cost_of_step(out.program, gpu, step, file.words_of(instance)));
        out.costs.ops.back().name = file.keep(labels.back());
      }
      out.labels.push_back(std::move(labels));
    }
  }
  return out;
}

}  // namespace stretto::tool
