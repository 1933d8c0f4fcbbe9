#include "shared_loop.hpp"

#include <algorithm>
#include <array>

#include "program_builder.hpp"

namespace stretto::study {

namespace {

enum class Meeting : unsigned char { workgroup, named, mbarrier };
enum class Use : unsigned char { at_once, fragment, mma };

class SharedLoop {
 public:
  explicit SharedLoop(Dice& dice) : dice_(dice) {}

  WaveProgram draw() {
    WaveProgram& program = builder_.program;
    slots_ = dice_.from(1, 3);
    ahead_ = dice_.percent(70) ? slots_ - 1 : dice_.below(slots_);
    roles_ = dice_.percent(65) ? 1 : 2;
    waves_ = roles_ == 1 ? dice_.from(1, 3) : dice_.from(2, 3);
    program.tiles = ahead_;
    program.tiles_per_trip = 1;
    program.persistent = dice_.percent(30);
    program.min_trips = dice_.percent(75) ? 0 : dice_.from(1, 2);
    if (dice_.percent(25)) program.barriers = BarrierKind::draining;
    if (dice_.percent(15)) program.registers = RegisterReading::interlocked;
    if (dice_.percent(15)) program.limits.vm_capacity = dice_.from(1, 4);
    counter_ = std::array{Counter::none, Counter::vm, Counter::lgkm, Counter::copy, Counter::copy, Counter::bytes}
        [static_cast<std::size_t>(dice_.below(6))];
    weight_ = counter_ == Counter::vm || counter_ == Counter::lgkm ? dice_.from(1, 2) : 1;
    meeting_ = static_cast<Meeting>(dice_.below(3));
    meets_twice_ = dice_.percent(50);
    told_ = counter_ == Counter::bytes || (counter_ != Counter::none && dice_.percent(40));
    use_ = static_cast<Use>(dice_.below(3));
    tile_ = builder_.buffer("tile", Space::shared, slots_);
    fragment_ = builder_.buffer("fragment", Space::registers);
    if (meeting_ == Meeting::named) meet_ = builder_.phase_barrier("meet", PhaseBarrierKind::named, 2, waves_);
    if (meeting_ == Meeting::mbarrier) {
      // Two mbarriers: "free" ends a trip, "here" comes before the tile is used.
      meet_ = builder_.phase_barrier("free", PhaseBarrierKind::mbarrier, 1, waves_);
      met_ = builder_.phase_barrier("here", PhaseBarrierKind::mbarrier, 1, waves_);
    }
    if (told_) full_ = builder_.phase_barrier("full", PhaseBarrierKind::mbarrier, slots_, waves_);
    const bool mixed = roles_ == 2 && dice_.percent(50);  // the other role uses the tile in another way
    for (int a = 0; a < roles_; ++a) {
      if (a == 1 && mixed) use_ = static_cast<Use>(dice_.below(3));
      put_role(a == 0 ? "some" : "others", a == 0 ? waves_ - roles_ + 1 : 1, a);
    }
    return program;
  }

 private:
  void put_role(const char* name, int waves, int accumulator) {
    builder_.role(name, waves);
    accumulator_ = accumulator;
    for (int lead = 0; lead < ahead_; ++lead) put_load(Section::prologue, lead);
    if (ahead_ == 0) put_load(Section::kernel, 0);
    put_ready(Section::kernel, 0, std::max(ahead_ - 1, 0));
    // The full barrier counts every wave, so the waves need no other meeting before they use a tile, only before one is
    // overwritten.
    const bool late = told_ && ahead_ > 0 && slots_ == ahead_ + 1;
    if (!late) put_meeting(Section::kernel, 0);
    put_taking(Section::kernel, 0);
    if (late) put_meeting(Section::kernel, 0);
    if (ahead_ > 0) {
      // The slot was read in the previous trip, and all waves have met since.
      put_load(Section::kernel, ahead_);
    } else if (slots_ == 1 || meets_twice_) {
      put_meeting(Section::kernel, 1);
    }
    for (int lead = 0; lead < ahead_; ++lead) {
      put_ready(Section::epilogue, lead, ahead_ - 1 - lead);
      if (!told_) put_epilogue_meeting();
      put_taking(Section::epilogue, lead);
    }
    if (builder_.program.persistent && ahead_ > 0) put_epilogue_meeting();
  }

  void put_load(Section section, int lead) {
    const BuiltStep load = fetch(lead, 1).write(tile_, lead % slots_, 1);
    if (counter_ == Counter::bytes) {
      builder_.put(section, arrive().at(full_, lead, 1, 8));
      builder_.put(section, load.in(counter_).at(full_, lead, 1, 8));
      return;
    }
    builder_.put(section, counter_ == Counter::none ? load : load.in(counter_, weight_));
    if (told_) builder_.put(section, arrive().in(counter_).at(full_, lead, 1));
  }

  /// Waits for the wave's own part of the tile, or for all parts.
  void put_ready(Section section, int lead, int pending) {
    if (told_) {
      builder_.put(section, await().at(full_, lead, 1));
    } else if (counter_ != Counter::none) {
      builder_.put(section, wait(counter_, pending * weight_));
    }
  }

  void put_meeting(Section section, int which) {
    if (meeting_ == Meeting::workgroup) {
      builder_.put(section, barrier());
    } else if (meeting_ == Meeting::named) {
      builder_.put(section, barrier().at(meet_, which, 0));
    } else {
      const int at = which == 0 ? meet_ : met_;
      builder_.put(section, arrive().at(at, 0, 1));
      builder_.put(section, await().at(at, 0, 1));
    }
  }

  /// In the epilogue. An mbarrier's parity rotates with the trips, and the epilogue has a single index, so it uses a
  /// workgroup barrier instead.
  void put_epilogue_meeting() {
    if (meeting_ == Meeting::named) builder_.put(Section::epilogue, barrier().at(meet_, 0, 0));
    if (meeting_ != Meeting::named) builder_.put(Section::epilogue, barrier());
  }

  void put_taking(Section section, int lead) {
    const int slot = lead % slots_;
    if (use_ == Use::at_once) {
      builder_.put(section, consume(accumulator_).read(tile_, slot, 1));
    } else if (use_ == Use::fragment) {
      BuiltStep read = move().in(Counter::lgkm).read(tile_, slot, 1).write(fragment_);
      if (dice_.percent(20)) read = read.write(spare());
      builder_.put(section, read);
      builder_.put(section, wait(Counter::lgkm, 0));
      builder_.put(section, consume(accumulator_).read(fragment_));
    } else {
      builder_.put(section, consume(accumulator_).in(Counter::mma).read(tile_, slot, 1));
      builder_.put(section, wait(Counter::mma, 0));
    }
  }

  int spare() {
    if (spare_ < 0) spare_ = builder_.buffer("spare", Space::registers);
    return spare_;
  }

  Dice& dice_;
  ProgramBuilder builder_;
  int slots_ = 1;
  int ahead_ = 0;  // tiles
  int roles_ = 1;
  bool meets_twice_ = false;  // in each trip, although another slot is free
  int waves_ = 1;
  Counter counter_ = Counter::none;  // of the loads
  int weight_ = 1;
  bool told_ = false;  // an arrival at the full barrier signals the load
  Meeting meeting_ = Meeting::workgroup;
  Use use_ = Use::at_once;
  int accumulator_ = 0;
  int tile_ = 0;
  int fragment_ = 0;
  int spare_ = -1;
  int meet_ = -1;
  int met_ = -1;
  int full_ = -1;
};

}  // namespace

WaveProgram shared_loop(Dice& dice) { return SharedLoop(dice).draw(); }

}  // namespace stretto::study
