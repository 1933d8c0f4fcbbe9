// A program that deadlocks has no timeline. Its scene says who waits for whom instead, as `verify` does.
#include <stretto/program/role_text.hpp>

#include "output.hpp"
#include "program/verify_program.hpp"
#include "show/scene_draft.hpp"
#include "verification_text.hpp"

namespace stretto::tool {

namespace {

/// The step that the verifier finds to wait forever, rather than one that waits for it.
StepInstance first_that_waits(const Verification& found, const StepInstance& otherwise) {
  for (const Hazard& hazard : found.hazards) {
    const bool waits = hazard.kind == HazardKind::progress && !hazard.first.present() && hazard.second.present();
    if (waits) return hazard.second;
  }
  return otherwise;
}

}  // namespace

void add_standstill(SceneDraft& draft, const Diagnostic& why) {
  const WaveProgram& program = draft.program();
  const StepNames plain(program);
  const StepNames& names = draft.subject.names != nullptr ? *draft.subject.names : plain;
  const Verification found = verify_program(program, {draft.subject.latency, false});
  const auto section = static_cast<Section>(why.section);
  const int entry = program.roles[why.role].steps[section][why.entry].entry;
  const StepInstance waiting = first_that_waits(found, {why.role, section, why.entry, entry});
  draft.scene.standstill =
      str(role_text(program, waiting.role)) + " waits forever at " + str(names(waiting)) + ", so there is no timeline";
  draft.scene.standstill_report = hazards_text(names, program, found);
}

}  // namespace stretto::tool
