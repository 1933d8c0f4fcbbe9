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
      : StepNames(program), sections_(sections), namer_(namer) {}

 protected:
  [[nodiscard]] constexpr Text op(const StepInstance& step) const override {
    const int section = static_cast<int>(step.section);
    if (step.entry >= sections_.sizes[section]) return StepNames::op(step);
    return dump_op(sections_.entries[section][step.entry].op, namer_);
  }

 private:
  const EmittedSections& sections_;
  TagNamer namer_;
};

}  // namespace stretto
