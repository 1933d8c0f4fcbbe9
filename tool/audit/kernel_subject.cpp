#include "audit/kernel_subject.hpp"

#include <memory>
#include <utility>

#include <stretto/gpu/mi300x.hpp>
#include <stretto/gpu/mi355x.hpp>

#include "audit/audited_kernel.hpp"
#include "audit/drawn_kernel.hpp"
#include "audit/kernel_judgement.hpp"

namespace stretto::tool {

Subject kernel_subject(const std::string& path, const LaunchArguments& arguments) {
  const std::shared_ptr<const AuditedKernel> audited = audited_program(path, arguments, "show");
  const Gpu& gpu = audited->kernel.target == targets::mi300x.architecture ? targets::mi300x : targets::mi355x;
  const auto drawn = std::make_shared<DrawnKernel>();
  draw_kernel(*audited->found.program, gpu, *drawn);
  Subject out;
  out.title = audited->kernel.name + " on " + gpu.name + " (" + gpu.architecture + ")";
  out.target = gpu.name;
  out.program = drawn->program;
  out.costs = drawn->costs;
  out.labels = drawn->labels;
  out.owner = drawn;
  out.judgement = judgement_of(audited, drawn);
  return out;
}

}  // namespace stretto::tool
