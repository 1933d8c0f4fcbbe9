// Names the steps of a pipeline in messages.
#pragma once

#include <stretto/pipeline/target_loop.hpp>
#include <stretto/verify/step_names.hpp>

namespace stretto {

/// The step names of a pipeline's programs: those that execute an op of the loop have its name, "kernel[3] load A".
class PipelineNames : public StepNames {
 public:
  /// The program and the loop must outlive this object.
  constexpr PipelineNames(const WaveProgram& program, const TargetLoop& loop)
      : StepNames(program), program_(program), loop_(loop) {}
  // g++ 12 does not define a default one in a constant expression.
  constexpr ~PipelineNames() override {}  // NOLINT(modernize-use-equals-default)

 protected:
  [[nodiscard]] constexpr Text op(const StepInstance& step) const override {
    const Step& executed = program_.roles[step.role].steps[step.section][step.index];
    if (executed.op < 0) return StepNames::op(step);
    return Text(loop_.ops[executed.op % loop_.ops.size()].name);  // each workgroup of a cluster has its own ops
  }

 private:
  const WaveProgram& program_;
  const TargetLoop& loop_;
};

}  // namespace stretto
