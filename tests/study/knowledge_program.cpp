#include "knowledge_program.hpp"

#include <array>
#include <vector>

#include "program_builder.hpp"

namespace stretto::study {

namespace {

/// Steps are drawn in the order of one execution, so that each wait is for something that has already happened.
class KnowledgeDrawing {
 public:
  explicit KnowledgeDrawing(Dice& dice) : dice_(dice) {}

  WaveProgram draw() {
    builder_.program.tiles_per_trip = 1;
    builder_.program.persistent = dice_.percent(15);
    for (const char* name : {"x", "y"}) builder_.buffer(name, Space::shared);
    builder_.buffer("own", Space::registers);
    const int roles = dice_.percent(25) ? 2 : 3;
    for (int a = 0; a < roles; ++a) builder_.role(names[static_cast<std::size_t>(a)], dice_.percent(85) ? 1 : 2);
    for (int count = dice_.from(2, 4); count > 0; --count) add_signal();
    for (int count = dice_.from(4, 14); count > 0; --count) add_event();
    if (dice_.percent(60)) add_ring();
    for (int count = dice_.percent(70) ? 1 : dice_.from(0, 2); count > 0; --count) add_use(Section::kernel);
    for (int count = dice_.percent(70) ? 0 : dice_.from(1, 2); count > 0; --count) add_use(Section::epilogue);
    finish();
    return rebuilt(builder_.program);
  }

 private:
  static constexpr std::array<const char*, 3> names = {"first", "second", "third"};
  static constexpr std::array<Counter, 4> counters = {Counter::vm, Counter::lgkm, Counter::copy, Counter::mma};
  static constexpr int version = 0;

  /// A phase barrier at which one role arrives.
  struct Signal {
    int owner;
    int barrier;
    int phases = 0;
    std::array<int, 3> awaited{};  // by role
  };

  int any_role() { return dice_.below(builder_.program.roles.size()); }
  /// In most cases one role signals, another one relies on the signal, and a third one does not see it.
  int teller() { return dice_.percent(70) ? 0 : any_role(); }
  int user() { return dice_.percent(70) ? 1 : any_role(); }
  int any_place() { return dice_.percent(80) ? 0 : 1; }
  int waves(int role) const { return builder_.program.roles[role].waves; }

  void add_signal() {
    const int owner = teller();
    builder_.phase_barrier("told", PhaseBarrierKind::mbarrier, 1, waves(owner));
    signals_.push_back({owner, builder_.program.phase_barriers.size() - 1, 0, {}});
  }

  void add_event() {
    const int kind = dice_.below(100);
    if (kind < 22) return arrive_at(dice_.below(static_cast<int>(signals_.size())));
    if (kind < 50) return await_one();
    if (kind < 62) return tick();
    if (kind < 70) {
      for (int a = 0; a < builder_.program.roles.size(); ++a) {
        if (dice_.percent(20)) builder_.put(a, Section::prologue, wait(counters[dice_.below(4)], 0));
      }
      return;
    }
    if (kind < 80) return load();
    add_use(Section::prologue);
  }

  /// Advances a role's clock without any signal to the others.
  void tick() {
    const int a = teller();
    const int clock = builder_.phase_barrier("clock", PhaseBarrierKind::mbarrier, 1, waves(a));
    for (int count = dice_.from(1, 4); count > 0; --count) builder_.put(a, Section::prologue, arrive().at(clock));
  }

  void arrive_at(int signal) {
    Signal& to = signals_[static_cast<std::size_t>(signal)];
    BuiltStep step = arrive().at(to.barrier);
    if (dice_.percent(20)) step = step.in(dice_.percent(50) ? Counter::copy : Counter::mma);
    builder_.put(to.owner, Section::prologue, step);
    ++to.phases;
  }

  /// Waits for a phase whose parity is unambiguous.
  void await_one() {
    const int a = user();
    for (int tries = 0; tries < 4; ++tries) {
      const int signal = dice_.below(static_cast<int>(signals_.size()));
      Signal& from = signals_[static_cast<std::size_t>(signal)];
      int& awaited = from.awaited[static_cast<std::size_t>(a)];
      if (awaited != from.phases - 1 || from.owner == a) continue;
      builder_.put(a, Section::prologue, await().at(from.barrier, 0, 0, 0, awaited % 2));
      ++awaited;
      return;
    }
  }

  void load() {
    const int signal = dice_.below(static_cast<int>(signals_.size()));
    Signal& to = signals_[static_cast<std::size_t>(signal)];
    builder_.put(to.owner, Section::prologue, arrive().at(to.barrier, 0, 0, 16));
    builder_.put(to.owner, Section::prologue,
                 fetch(version, 0).in(Counter::bytes).write(any_place()).at(to.barrier, 0, 0, 16));
    ++to.phases;
  }

  /// A read or a write of a place, at once or not.
  void add_use(Section phase) {
    const int kind = dice_.below(100);
    BuiltStep step = nothing();
    if (kind < 40) step = work(version, 0).read(any_place());
    if (kind >= 40 && kind < 55) step = move().read(any_place()).write(2);
    if (kind >= 55) step = fetch(version, 0).write(any_place());
    if (dice_.percent(phase == Section::prologue ? 50 : 20)) step = step.in(counters[dice_.below(4)]);
    builder_.put(phase == Section::prologue ? teller() : user(), phase, step);
  }

  void finish() {
    for (int a = 0; a < builder_.program.roles.size(); ++a) {
      for (const Counter counter : {Counter::copy, Counter::mma}) {
        builder_.put(a, Section::epilogue, wait(counter, 0));
      }
    }
  }

  /// In each trip a role signals another one and waits for it.
  void add_ring() {
    const int from = any_role();
    const int to = (from + 1) % builder_.program.roles.size();
    const int full = builder_.phase_barrier("full", PhaseBarrierKind::mbarrier, 1, waves(from));
    const int empty = builder_.phase_barrier("empty", PhaseBarrierKind::mbarrier, 1, waves(to));
    builder_.put(from, Section::kernel, await().at(empty, 0, 1, 0, 1));
    if (dice_.percent(50)) builder_.put(from, Section::kernel, fetch(version, 0).write(any_place()));
    builder_.put(from, Section::kernel, arrive().at(full, 0, 1));
    builder_.put(to, Section::kernel, await().at(full, 0, 1));
    if (dice_.percent(50)) builder_.put(to, Section::kernel, work(version, 0).read(any_place()));
    builder_.put(to, Section::kernel, arrive().at(empty, 0, 1));
  }

  Dice& dice_;
  ProgramBuilder builder_;
  std::vector<Signal> signals_;
};

}  // namespace

WaveProgram knowledge_program(Dice& dice) { return KnowledgeDrawing(dice).draw(); }

}  // namespace stretto::study
