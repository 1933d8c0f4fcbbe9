// The names of steps, places and waves in messages.
#pragma once

#include <stretto/core/text.hpp>
#include <stretto/verify/hazard.hpp>

namespace stretto {

/// The names of steps, places and waves in messages. A front end that knows more about its entries overrides them.
class StepNames {
 public:
  /// The program must outlive this object.
  constexpr explicit StepNames(const WaveProgram& program) : program_(program) {}
  constexpr virtual ~StepNames() = default;

  /// "kernel[12] LOAD_B stage 0 subtile 0 @K0", "kernel[0] await full[2]".
  [[nodiscard]] constexpr Text operator()(const StepInstance& step) const {
    Text text(name(step.section));
    if (step.entry < 0) {
      text << ", ";
    } else {
      text << "[" << step.entry << "] ";
    }
    return text << without_place(step);
  }

  /// "LOAD_B stage 0 subtile 0 @K0", "await full[2]".
  [[nodiscard]] constexpr Text without_place(const StepInstance& step) const {
    if (step.entry < 0) return Text("the kernel's own barrier");
    return op(step);
  }

  /// With its role, where roles run different steps: "kernel[0] await full[2] of consumer 1".
  [[nodiscard]] constexpr Text with_role(const StepInstance& step) const {
    Text text = (*this)(step);
    if (names_roles() && program_.roles.size() > 1) text << " of " << program_.roles[step.role].name;
    return text;
  }

  /// "B[2]"; "A[2].1" if there are subtiles; "fragments" if there is one slot.
  [[nodiscard]] constexpr virtual Text place(const Hazard& hazard) const {
    const Buffer& buffer = program_.buffers[hazard.buffer];
    Text text(buffer.name);
    if (buffer.slots > 1) text << "[" << hazard.slot << "]";
    if (buffer.subtiles > 1) text << "." << hazard.subtile;
    return text;
  }

  /// "wave 4", "wave 4 (group 1)"; the role alone if it has one wave: "producer".
  [[nodiscard]] constexpr virtual Text wave(int number) const {
    if (number < 0) return Text("all waves");
    Text text("wave ");
    text << number;
    if (program_.roles.size() < 2) return text;
    for (const Role& role : program_.roles) {
      if (number < role.first_wave || number >= role.first_wave + role.waves) continue;
      if (role.waves == 1) return Text(role.name);
      text << " (" << role.name << ")";
    }
    return text;
  }

  /// When a step is executed: "trip 3", "tile 1, trip 0"; empty outside the kernel of a program that is not persistent.
  [[nodiscard]] constexpr virtual Text when(const StepInstance& step) const {
    Text text;
    const bool once = step.section == Section::setup || step.section == Section::teardown;
    const bool in_tile = program_.persistent && !once;
    if (in_tile) text << "tile " << step.run;
    if (step.section != Section::kernel) return text;
    if (in_tile) text << ", ";
    text << "trip " << step.trip - step.start;
    return text;
  }

  /// How often the loop of a run repeats: "2 trips". Empty if there is no loop.
  [[nodiscard]] constexpr virtual Text length(int trips) const {
    Text text;
    return text << trips << (trips == 1 ? " trip" : " trips");
  }

 protected:
  /// Do messages name the role of a step? Not if all roles run the same entries.
  [[nodiscard]] constexpr virtual bool names_roles() const { return true; }

  /// The name of the op of a step that has an entry: its action, and the barrier or counter that it is about.
  [[nodiscard]] constexpr virtual Text op(const StepInstance& step) const {
    const Step& executed = program_.roles[step.role].steps[step.section][step.index];
    const PhaseUse& use = executed.phase_barrier;
    Text text(name(executed.action));
    if (executed.action == Action::wait) return text << " " << name(executed.counter) << " " << executed.count;
    if (!use.present() || executed.action == Action::fetch) return text;
    const PhaseBarrier& barrier = program_.phase_barriers[use.barrier];
    text << " " << barrier.name;
    if (barrier.slots > 1 && executed.action != Action::init) {
      text << "[" << use.version(step.moment()) % barrier.slots << "]";
    }
    return text;
  }

 private:
  const WaveProgram& program_;
};

}  // namespace stretto
