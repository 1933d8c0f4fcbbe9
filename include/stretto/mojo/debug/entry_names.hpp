// Names the steps of a Mojo schedule in messages, by their emitted entries.
#pragma once

#include <stretto/mojo/debug/dump.hpp>
#include <stretto/mojo/lower/lower.hpp>
#include <stretto/verify/explain.hpp>

namespace stretto {

/// The step names of a lowered schedule.
class EntryNames : public StepNames {
 public:
  /// The program and the sections must outlive this object.
  constexpr EntryNames(const WaveProgram& program, const EmittedSections& sections, TagNamer namer = no_tag_names)
      : StepNames(program), program_(program), sections_(sections), namer_(namer) {}
  // g++ 12 does not define a default one in a constant expression.
  constexpr ~EntryNames() override {}  // NOLINT(modernize-use-equals-default)

  /// "B stage 0 subtile 1", "A fragments subtile 0".
  [[nodiscard]] constexpr Text place(const Hazard& hazard) const override {
    const Buffer& buffer = program_.buffers[hazard.buffer];
    Text text(buffer.name);
    if (!buffer.per_wave()) text << " stage " << hazard.slot;
    text << " subtile " << hazard.subtile;
    return text;
  }

 protected:
  [[nodiscard]] constexpr bool names_roles() const override { return false; }
  [[nodiscard]] constexpr Text op(const StepInstance& step) const override {
    const EntryList& emitted = sections_.entries[step.section];
    if (step.entry < 0 || step.entry >= emitted.size) return StepNames::op(step);
    return dump_op(emitted.first[step.entry].op, namer_);
  }

 private:
  const WaveProgram& program_;
  const EmittedSections& sections_;
  TagNamer namer_;
};

}  // namespace stretto
