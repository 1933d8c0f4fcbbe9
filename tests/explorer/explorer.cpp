// How the semantics are modelled.
//
// Programs are straight lines once the trip count is known, so a wave's state is how far it is (`pc`, and how many
// hardware operations of the step at `pc` it has issued) and how many operations of each counter have landed. What is
// in flight follows from these: the steps of a counter that have begun and whose last operation has not landed. The
// number of steps executed so far follows as well, so states are enumerated in layers of equally many steps, and the
// first layer that goes wrong gives the fewest.
//
// Memory is cells: one for each register subtile of a wave, and one for each part of a shared subtile. A cell is
// poison, or holds a K tile, or is being written and will hold a K tile. Never written is poison: neither may be
// consumed.
//
// - A write makes its cells "being written" with its first operation and turns them into the tile when the last one
//   lands. Reading such a cell yields poison. When another write of the cell is in flight already, the cell becomes
//   poison, and only a write that begins after all these have landed ends that. (Only the wave that owns a part or a
//   register writes it, so "in flight" is a question to one wave.)
// - Registers are read with the first operation. (Only the wave itself begins to write them, and it begins nothing else
//   before it has issued the last one.) A read of shared memory may take place at any moment from the first operation's
//   issue to the last one's landing. It takes the right tile at every such moment exactly when its cells hold that tile
//   at issue and no write of them begins before it has landed. In every other case the worst choice is a moment at
//   which it takes poison (or a mixture of tiles), and since values decide nothing but whether a consume goes wrong,
//   the worst choice is as good as all of them. So a move in flight carries a single value, which a write that begins
//   on one of its cells turns into poison. The value needs no place of its own: it is what the cells that the move
//   writes are going to hold.
// - A consume in flight is checked at its issue, and goes wrong when a write begins on one of its shared operands.
// - A step without a counter happens at once, except that one which writes shared memory takes two transitions: other
//   waves may look at the part while it is written. Reads of such steps need no duration: what can happen during them
//   in other waves can as well happen just before.
// - A barrier is one transition of all waves. A wave at a barrier has arrived (when barriers drain: once its lgkm
//   operations have landed), and what it does after the barrier it may do at any later time.
#include "explorer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <stdexcept>
#include <tuple>

namespace stretto::explorer {
namespace {

using Word = std::uint16_t;

constexpr Word poison = 0;
constexpr Word holding(int tile) { return static_cast<Word>(1 + 2 * tile); }
constexpr Word becoming(int tile) { return static_cast<Word>(2 + 2 * tile); }
constexpr bool is_held(Word cell) { return cell != poison && cell % 2 == 1; }
constexpr bool is_becoming(Word cell) { return cell != poison && cell % 2 == 0; }
constexpr Word landed(Word cell) { return static_cast<Word>(cell - 1); }     // of one that is becoming
constexpr Word in_flight(Word cell) { return static_cast<Word>(cell + 1); }  // of one that is held
constexpr int largest_tile = 30000;

constexpr std::size_t vm = 0;
constexpr std::size_t lgkm = 1;

std::size_t place(int i) { return static_cast<std::size_t>(i); }

void require(bool condition, const char* what) {
  if (!condition) throw std::invalid_argument(what);
}

/// A step of one wave in one trip.
struct Instance {
  Action action = Action::nothing;
  bool asynchronous = false;
  std::size_t counter = vm;  // of asynchronous steps and of waits
  int weight = 1;            // transitions that issue it; asynchronous ones land as many times
  int count = -1;            // of a wait; -1: waits for nothing
  Word fetched = poison;     // fetch: what its cells will hold
  int turn = 0;              // consume: the tile it is to take
  int first_operation = 0;   // among those of its counter
  std::vector<int> reads;    // cells
  std::vector<int> held;     // those of them that are read until it lands: the shared ones
  std::vector<int> writes;
  std::vector<int> guarded;  // register cells it reads or writes, where registers are interlocked
  Section section = Section::prologue;
  int trip = 0;
  int index = 0;

  [[nodiscard]] int end_operation() const { return first_operation + weight; }
};

struct Wave {
  std::vector<Instance> steps;
  std::array<std::vector<int>, 2> owner;   // of each operation of a counter: its step
  std::array<std::vector<int>, 2> issued;  // operations issued before each step, and at the end
};

/// The straight-line program of each wave for one trip count.
class Unrolled {
 public:
  std::vector<Wave> waves;
  int cells = 0;
  std::array<int, 2> capacity{};
  bool draining = false;
  bool complete = true;  // every wave consumes as often as it should

  Unrolled(const WaveProgram& program, int trips) : program_(program), trips_(trips) {
    require(trips >= 0, "a trip count below zero");
    capacity = {program.limits.vm_capacity, program.limits.lgkm_capacity};
    draining = program.barriers == BarrierKind::draining;
    find_contributors();
    waves.resize(place(program.waves()));
    std::vector<bool> named(place(program.accumulators), false);
    for (const Role& role : program.roles) {
      for (int w = 0; w < role.waves; ++w) unroll(role, role.first_wave + w, named);
    }
    const bool all_named = std::find(named.begin(), named.end(), false) == named.end();
    if (!all_named && tiles() != 0) complete = false;
  }

 private:
  static constexpr std::array phases{Section::prologue, Section::kernel, Section::epilogue};

  [[nodiscard]] int tiles() const { return program_.tiles + trips_ * program_.tiles_per_trip; }

  [[nodiscard]] std::span<const StepAccess> accesses(const Step& step) const {
    require(step.first_access >= 0 && step.access_count >= 0 &&
                step.first_access + step.access_count <= program_.accesses.size(),
            "a step with accesses that the program does not have");
    return {program_.accesses.begin() + step.first_access, place(step.access_count)};
  }

  [[nodiscard]] const Buffer& buffer(const StepAccess& access) const {
    require(access.buffer >= 0 && access.buffer < program_.buffers.size(), "an access to no buffer");
    const Buffer& found = program_.buffers[access.buffer];
    require(access.subtile >= 0 && access.subtile < found.subtiles, "an access to no subtile");
    return found;
  }

  /// A shared subtile has a part for each wave that writes it somewhere in the program, whatever the slot and the trip.
  void find_contributors() {
    for (const Role& role : program_.roles) {
      for (const Section section : phases) {
        for (const Step& step : role.steps[section]) {
          for (const StepAccess& access : accesses(step)) {
            if (access.mode != AccessMode::write || buffer(access).per_wave()) continue;
            std::vector<int>& of_subtile = contributors_[{access.buffer, access.subtile}];
            for (int w = role.first_wave; w < role.first_wave + role.waves; ++w) {
              if (std::find(of_subtile.begin(), of_subtile.end(), w) == of_subtile.end()) of_subtile.push_back(w);
            }
          }
        }
      }
    }
  }

  int cell(const StepAccess& access, int trip, int part) {
    const int slot = access.slot_in_trip(trip, buffer(access).slots);
    require(slot >= 0, "an access to a negative slot");
    const auto [found, added] = cells_.try_emplace({access.buffer, slot, access.subtile, part}, cells);
    if (added) ++cells;
    return found->second;
  }

  static void add(std::vector<int>& to, int cell_index) {
    if (std::find(to.begin(), to.end(), cell_index) == to.end()) to.push_back(cell_index);
  }

  void add_access(Instance& instance, const StepAccess& access, int trip, int wave) {
    const bool own = buffer(access).per_wave();
    const bool made = access.waves == 0 || (access.waves >> static_cast<unsigned>(wave) & 1U) != 0;
    if (access.mode == AccessMode::read && !made) return;
    if (own && program_.registers == RegisterReading::interlocked) add(instance.guarded, cell(access, trip, wave));
    if (access.mode == AccessMode::write) {
      add(instance.writes, cell(access, trip, wave));
    } else if (own) {
      add(instance.reads, cell(access, trip, wave));
    } else {
      std::vector<int> parts = contributors_[{access.buffer, access.subtile}];
      if (parts.empty()) parts.push_back(-1);  // never written by anyone
      for (const int part : parts) {
        add(instance.reads, cell(access, trip, part));
        add(instance.held, cell(access, trip, part));
      }
    }
  }

  Instance instantiate(const Step& step, int trip, int wave) {
    Instance instance;
    instance.action = step.action;
    instance.trip = trip;
    instance.section = step.section;
    if (step.action == Action::barrier) return instance;
    instance.counter = step.counter == Counter::lgkm ? lgkm : vm;
    if (step.action == Action::wait) {
      if (step.counter != Counter::none) instance.count = step.count;
      return instance;
    }
    instance.asynchronous = step.counter != Counter::none;
    bool writes_shared = false;
    for (const StepAccess& access : accesses(step)) {
      add_access(instance, access, trip, wave);
      if (access.mode == AccessMode::write && !buffer(access).per_wave()) writes_shared = true;
    }
    if (instance.asynchronous) {
      require(step.weight >= 1, "an asynchronous step without hardware operations");
      instance.weight = step.weight;
    } else if (writes_shared) {
      instance.weight = 2;
    }
    if (step.action == Action::fetch) {
      const int tile = step.tile + trip * step.tile_step;
      require(tile <= largest_tile, "a K tile too far out");
      if (tile >= 0) instance.fetched = becoming(tile);
    }
    return instance;
  }

  void unroll(const Role& role, int index_of_wave, std::vector<bool>& named) {
    require(index_of_wave >= 0 && place(index_of_wave) < waves.size(), "waves are not numbered 0, 1, 2, ...");
    Wave& wave = waves[place(index_of_wave)];
    std::vector<int> consumes(place(program_.accumulators), 0);
    std::vector<bool> names(place(program_.accumulators), false);
    for (const Section section : phases) {
      const Vector<Step>& steps = role.steps[section];
      for (const Step& step : steps) {
        if (step.action != Action::consume) continue;
        require(step.accumulator >= 0 && step.accumulator < program_.accumulators, "a consume without accumulator");
        names[place(step.accumulator)] = true;
        named[place(step.accumulator)] = true;
      }
      const int first_trip = section == Section::epilogue ? trips_ : 0;
      const int repeats = section == Section::kernel ? trips_ : 1;
      for (int trip = first_trip; trip < first_trip + repeats; ++trip) {
        for (int i = 0; i < steps.size(); ++i) {
          Instance instance = instantiate(steps[i], trip, index_of_wave);
          instance.section = section;
          instance.index = i;
          if (instance.action == Action::consume) instance.turn = consumes[place(steps[i].accumulator)]++;
          for (const std::size_t counter : {vm, lgkm})
            wave.issued[counter].push_back(static_cast<int>(wave.owner[counter].size()));
          if (instance.asynchronous) {
            std::vector<int>& owner = wave.owner[instance.counter];
            instance.first_operation = static_cast<int>(owner.size());
            owner.insert(owner.end(), place(instance.weight), static_cast<int>(wave.steps.size()));
          }
          wave.steps.push_back(std::move(instance));
        }
      }
    }
    for (const std::size_t counter : {vm, lgkm})
      wave.issued[counter].push_back(static_cast<int>(wave.owner[counter].size()));
    for (int i = 0; i < program_.accumulators; ++i) {
      if (names[place(i)] && consumes[place(i)] != tiles()) complete = false;
    }
  }

  const WaveProgram& program_;
  int trips_;
  std::map<std::pair<int, int>, std::vector<int>> contributors_;  // (buffer, subtile) -> waves
  std::map<std::tuple<int, int, int, int>, int> cells_;           // (buffer, slot, subtile, part) -> cell
};

/// All states found so far, each of the same number of words, and how each was reached.
class StateTable {
 public:
  struct Origin {
    std::uint32_t parent = 0;
    std::uint8_t kind = 0;
    std::uint8_t wave = 0;
  };

  explicit StateTable(std::size_t words) : words_(words), slots_(1U << 12U, 0) {}

  [[nodiscard]] std::size_t size() const { return origins_.size(); }
  [[nodiscard]] const Word* state(std::size_t i) const { return words_of_all_.data() + i * words_; }
  [[nodiscard]] const Origin& origin(std::size_t i) const { return origins_[i]; }

  /// Whether the state is new; it is then the last one.
  bool insert(const Word* state, const Origin& origin) {
    std::size_t slot = hash(state) & (slots_.size() - 1);
    while (slots_[slot] != 0) {
      if (std::memcmp(this->state(slots_[slot] - 1), state, words_ * sizeof(Word)) == 0) return false;
      slot = (slot + 1) & (slots_.size() - 1);
    }
    words_of_all_.insert(words_of_all_.end(), state, state + words_);
    origins_.push_back(origin);
    slots_[slot] = static_cast<std::uint32_t>(origins_.size());
    if (2 * origins_.size() > slots_.size()) grow();
    return true;
  }

 private:
  [[nodiscard]] std::uint64_t hash(const Word* state) const {
    std::uint64_t mixed = 0x9e3779b97f4a7c15U;
    for (std::size_t i = 0; i < words_; i += 4) {
      std::uint64_t four = 0;
      std::memcpy(&four, state + i, sizeof four);
      mixed = (mixed ^ four) * 0xff51afd7ed558ccdU;
      mixed ^= mixed >> 32U;
    }
    return mixed;
  }

  void grow() {
    slots_.assign(2 * slots_.size(), 0);
    for (std::size_t i = 0; i < origins_.size(); ++i) {
      std::size_t slot = hash(state(i)) & (slots_.size() - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::size_t words_;  // a multiple of four
  std::vector<Word> words_of_all_;
  std::vector<Origin> origins_;
  std::vector<std::uint32_t> slots_;  // state + 1, or 0
};

class Search {
 public:
  Search(const WaveProgram& program, int trips, std::size_t state_limit, Landings landings)
      : run_(program, trips),
        state_limit_(state_limit),
        landings_(landings),
        first_cell_(words_of_wave * run_.waves.size()),
        words_((first_cell_ + place(run_.cells) + 3) / 4 * 4),
        table_(words_),
        next_(words_, 0) {
    std::size_t steps = 0;
    for (const Wave& wave : run_.waves) steps += wave.steps.size();
    require(steps < (1U << 15U) && run_.waves.size() < 256, "a program too long to explore");
    layers_.resize(steps + 1);
  }

  Exploration search() {
    Exploration result;
    table_.insert(next_.data(), {});
    layers_[0].push_back(0);
    const auto finish = [&](Outcome outcome, std::size_t steps, const StateTable::Origin* last, std::size_t state) {
      result.outcome = outcome;
      result.states = table_.size();
      result.steps = static_cast<int>(steps);
      result.trace = trace(state);
      if (last != nullptr) result.trace.push_back(event(*last));
      return result;
    };
    std::size_t stuck = no_state;
    std::size_t stuck_after = 0;
    for (std::size_t layer = 0; layer < layers_.size(); ++layer) {
      // States are added to the layer while it is walked through.
      for (std::size_t i = 0; i < layers_[layer].size(); ++i) {
        const std::size_t at = layers_[layer][i];
        wrong_ = false;
        moved_ = false;
        expand(at, layer);
        if (wrong_) return finish(Outcome::wrong, layer + 1, &wrong_step_, at);
        if (table_.size() > state_limit_) {
          result.outcome = Outcome::too_many_states;
          result.states = table_.size();
          return result;
        }
        if (finished(table_.state(at))) {
          if (!run_.complete) return finish(Outcome::wrong, layer, nullptr, at);
        } else if (!moved_ && stuck == no_state) {
          stuck = at;
          stuck_after = layer;
        }
      }
    }
    if (stuck != no_state) return finish(Outcome::deadlock, stuck_after, nullptr, stuck);
    result.states = table_.size();
    return result;
  }

 private:
  using Kind = Event::Kind;
  static constexpr std::size_t words_of_wave = 4;
  static constexpr std::size_t no_state = static_cast<std::size_t>(-1);

  // A wave's words in a state.
  static Word& pc(Word* state, std::size_t wave) { return state[words_of_wave * wave]; }
  static Word pc(const Word* state, std::size_t wave) { return state[words_of_wave * wave]; }
  static Word& begun(Word* state, std::size_t wave) { return state[words_of_wave * wave + 1]; }
  static Word begun(const Word* state, std::size_t wave) { return state[words_of_wave * wave + 1]; }
  static Word& landed_operations(Word* state, std::size_t wave, std::size_t counter) {
    return state[words_of_wave * wave + 2 + counter];
  }
  static Word landed_operations(const Word* state, std::size_t wave, std::size_t counter) {
    return state[words_of_wave * wave + 2 + counter];
  }
  Word& cell(Word* state, int index) const { return state[first_cell_ + place(index)]; }
  [[nodiscard]] Word cell(const Word* state, int index) const { return state[first_cell_ + place(index)]; }

  [[nodiscard]] bool at_end(const Word* state, std::size_t wave) const {
    return pc(state, wave) == run_.waves[wave].steps.size();
  }
  [[nodiscard]] const Instance& current(const Word* state, std::size_t wave) const {
    return run_.waves[wave].steps[pc(state, wave)];
  }

  [[nodiscard]] bool finished(const Word* state) const {
    for (std::size_t wave = 0; wave < run_.waves.size(); ++wave) {
      if (!at_end(state, wave)) return false;
    }
    return true;
  }

  [[nodiscard]] int issued_operations(const Word* state, std::size_t wave, std::size_t counter) const {
    int issued = run_.waves[wave].issued[counter][pc(state, wave)];
    if (begun(state, wave) != 0) {
      const Instance& step = current(state, wave);
      if (step.asynchronous && step.counter == counter) issued += begun(state, wave);
    }
    return issued;
  }

  [[nodiscard]] int pending(const Word* state, std::size_t wave, std::size_t counter) const {
    return issued_operations(state, wave, counter) - landed_operations(state, wave, counter);
  }

  /// Calls `visit` with the steps of a counter that have begun and not landed, until it returns true.
  template <class Visit>
  bool any_in_flight(const Word* state, std::size_t wave, std::size_t counter, const Visit& visit) const {
    const Wave& of = run_.waves[wave];
    const int issued = issued_operations(state, wave, counter);
    int operation = landed_operations(state, wave, counter);
    while (operation < issued) {
      const Instance& step = of.steps[place(of.owner[counter][place(operation)])];
      if (visit(step)) return true;
      operation = step.end_operation();
    }
    return false;
  }

  static bool contains(const std::vector<int>& cells, int wanted) {
    return std::find(cells.begin(), cells.end(), wanted) != cells.end();
  }

  [[nodiscard]] bool is_written(const Word* state, std::size_t wave, std::size_t counter, int of_cell) const {
    return any_in_flight(state, wave, counter, [&](const Instance& step) { return contains(step.writes, of_cell); });
  }

  /// What keeps a wave from going on, as far as landings of its own can change it: bit c for counter c.
  [[nodiscard]] unsigned blocked_by(const Word* state, std::size_t wave) const {
    const Instance& step = current(state, wave);
    unsigned counters = 0;
    if (step.action == Action::wait) {
      if (step.count >= 0 && pending(state, wave, step.counter) > step.count) counters |= 1U << step.counter;
    } else if (step.action == Action::barrier) {
      if (run_.draining && pending(state, wave, lgkm) > 0) counters |= 1U << lgkm;
    } else {
      if (step.asynchronous && pending(state, wave, step.counter) >= run_.capacity[step.counter])
        counters |= 1U << step.counter;
      if (begun(state, wave) == 0) {
        for (const int guarded : step.guarded) {
          for (const std::size_t counter : {vm, lgkm}) {
            if (is_written(state, wave, counter, guarded)) counters |= 1U << counter;
          }
        }
      }
    }
    return counters;
  }

  /// The tile that all cells hold, as a cell that holds it; poison if there is no such tile.
  [[nodiscard]] Word taken(const Word* state, const std::vector<int>& cells) const {
    Word common = poison;
    for (const int index : cells) {
      const Word value = cell(state, index);
      if (!is_held(value) || (common != poison && common != value)) return poison;
      common = value;
    }
    return common;
  }

  /// A write begins: whoever is reading the cell may now read anything.
  void disturb_readers(Word* state, int written) {
    for (std::size_t wave = 0; wave < run_.waves.size(); ++wave) {
      for (const std::size_t counter : {vm, lgkm}) {
        any_in_flight(state, wave, counter, [&](const Instance& step) {
          if (!contains(step.held, written)) return false;
          if (step.action == Action::consume) wrong_ = true;
          if (step.action == Action::move) {
            for (const int target : step.writes) cell(state, target) = poison;
          }
          return false;
        });
      }
    }
  }

  /// Memory when a step begins. Its own operations do not count as issued yet.
  void begin(Word* state, std::size_t wave, const Instance& step) {
    Word value = step.fetched;
    if (step.action == Action::consume) {
      const bool takes_nothing = step.reads.empty();
      if (!takes_nothing && taken(state, step.reads) != holding(step.turn)) wrong_ = true;
    } else if (step.action == Action::move) {
      value = taken(state, step.reads);
      if (value != poison) value = in_flight(value);
    }
    for (const int written : step.writes) {
      disturb_readers(state, written);
      const bool clash = is_written(state, wave, vm, written) || is_written(state, wave, lgkm, written);
      cell(state, written) = clash ? poison : value;
    }
  }

  void land(Word* state, const Instance& step) const {
    for (const int written : step.writes) {
      Word& target = cell(state, written);
      if (is_becoming(target)) target = landed(target);
    }
  }

  void expand(std::size_t at, std::size_t layer) {
    const std::size_t waves = run_.waves.size();
    std::size_t arrived = 0;
    for (std::size_t wave = 0; wave < waves; ++wave) {
      unsigned blocked = 0;
      if (!at_end(table_.state(at), wave)) {
        blocked = blocked_by(table_.state(at), wave);
        if (blocked == 0) {
          if (current(table_.state(at), wave).action == Action::barrier) {
            ++arrived;
          } else {
            advance(at, wave, layer);
            if (wrong_) return;
          }
        }
      }
      for (const std::size_t counter : {vm, lgkm}) {
        if (landings_ == Landings::when_waited_for && (blocked & 1U << counter) == 0) continue;
        if (pending(table_.state(at), wave, counter) > 0) land_oldest(at, wave, counter, layer);
      }
    }
    if (arrived == waves) {
      load(at);
      for (std::size_t wave = 0; wave < waves; ++wave) ++pc(next_.data(), wave);
      add(at, Kind::pass_barrier, 0, layer + waves);
    }
  }

  void advance(std::size_t at, std::size_t wave, std::size_t layer) {
    load(at);
    Word* state = next_.data();
    const Instance& step = current(state, wave);
    const bool first = begun(state, wave) == 0;
    if (step.action != Action::wait && first) begin(state, wave, step);
    if (wrong_) {
      wrong_step_ = origin(at, Kind::step, wave);
      return;
    }
    if (begun(state, wave) + 1 == step.weight) {
      begun(state, wave) = 0;
      ++pc(state, wave);
      if (!step.asynchronous) land(state, step);
    } else {
      ++begun(state, wave);
    }
    add(at, first ? Kind::step : Kind::continue_step, wave, first ? layer + 1 : layer);
  }

  void land_oldest(std::size_t at, std::size_t wave, std::size_t counter, std::size_t layer) {
    load(at);
    Word* state = next_.data();
    Word& operations = landed_operations(state, wave, counter);
    const Wave& of = run_.waves[wave];
    const Instance& step = of.steps[place(of.owner[counter][operations])];
    ++operations;
    if (operations == step.end_operation()) land(state, step);
    add(at, counter == vm ? Kind::land_vm : Kind::land_lgkm, wave, layer);
  }

  void load(std::size_t at) {
    const Word* from = table_.state(at);
    std::copy(from, from + words_, next_.begin());
  }

  static StateTable::Origin origin(std::size_t parent, Kind kind, std::size_t wave) {
    return {static_cast<std::uint32_t>(parent), static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(wave)};
  }

  void add(std::size_t parent, Kind kind, std::size_t wave, std::size_t layer) {
    moved_ = true;
    if (table_.insert(next_.data(), origin(parent, kind, wave)))
      layers_[layer].push_back(static_cast<std::uint32_t>(table_.size() - 1));
  }

  [[nodiscard]] Event event(const StateTable::Origin& origin) const {
    Event result;
    result.kind = static_cast<Kind>(origin.kind);
    result.wave = origin.wave;
    const Word* before = table_.state(origin.parent);
    const Wave& wave = run_.waves[origin.wave];
    std::size_t step = pc(before, origin.wave);
    if (result.kind == Kind::land_vm || result.kind == Kind::land_lgkm) {
      const std::size_t counter = result.kind == Kind::land_vm ? vm : lgkm;
      step = place(wave.owner[counter][landed_operations(before, origin.wave, counter)]);
    }
    const Instance& instance = wave.steps[step];
    result.section = instance.section;
    result.trip = instance.trip;
    result.index = instance.index;
    return result;
  }

  [[nodiscard]] std::vector<Event> trace(std::size_t state) const {
    std::vector<Event> events;
    for (; state != 0; state = table_.origin(state).parent) events.push_back(event(table_.origin(state)));
    std::reverse(events.begin(), events.end());
    return events;
  }

  Unrolled run_;
  std::size_t state_limit_;
  Landings landings_;
  std::size_t first_cell_;
  std::size_t words_;
  StateTable table_;
  std::vector<Word> next_;  // a successor in the making
  std::vector<std::vector<std::uint32_t>> layers_;
  bool wrong_ = false;
  bool moved_ = false;
  StateTable::Origin wrong_step_;
};

const char* name(Section section) {
  if (section == Section::prologue) return "prologue";
  return section == Section::kernel ? "kernel" : "epilogue";
}

std::string words(const WaveProgram& program, const Step& step) {
  std::string text = name(step.action);
  if (step.action == Action::barrier) return text;
  if (step.counter != Counter::none) text += std::string(" ") + name(step.counter);
  if (step.action == Action::wait) return text + "(" + std::to_string(step.count) + ")";
  if (step.weight != 1) text += " x" + std::to_string(step.weight);
  const auto turning = [](int start, int turn) {
    return std::to_string(start) + (turn == 0 ? std::string() : "+" + std::to_string(turn) + "i");
  };
  if (step.action == Action::fetch) text += " tile " + turning(step.tile, step.tile_step);
  if (step.action == Action::consume) text += " into " + std::to_string(step.accumulator);
  for (int i = step.first_access; i < step.first_access + step.access_count; ++i) {
    const StepAccess& access = program.accesses[i];
    text += access.mode == AccessMode::read ? " <- " : " -> ";
    text += program.buffers[access.buffer].name + std::to_string(access.buffer);
    text += "[" + turning(access.slot, access.slot_step) + "]." + std::to_string(access.subtile);
    if (access.waves != 0) text += " waves " + std::to_string(access.waves);
  }
  return text;
}

}  // namespace

Exploration explore(const WaveProgram& program, int trips, std::size_t state_limit, Landings landings) {
  return Search(program, trips, state_limit, landings).search();
}

SmallTrips explore_small_trips(const WaveProgram& program, int extra_trips, std::size_t state_limit,
                               Landings landings) {
  SmallTrips result;
  for (int trips = program.min_trips; trips <= program.min_trips + extra_trips; ++trips) {
    const Exploration exploration = explore(program, trips, state_limit, landings);
    result.states += exploration.states;
    if (exploration.outcome != Outcome::safe) {
      result.outcome = exploration.outcome;
      result.trips = trips;
      result.steps = exploration.steps;
      return result;
    }
  }
  return result;
}

Outcome outcome_for_all_small_trips(const WaveProgram& program, int extra_trips, std::size_t state_limit) {
  const Outcome few = explore_small_trips(program, std::min(extra_trips, 2), state_limit).outcome;
  if (few == Outcome::wrong || few == Outcome::deadlock) return few;
  return explore_small_trips(program, extra_trips, state_limit, Landings::when_waited_for).outcome;
}

const char* name(Outcome outcome) {
  switch (outcome) {
    case Outcome::safe: return "safe";
    case Outcome::wrong: return "wrong";
    case Outcome::deadlock: return "deadlock";
    case Outcome::too_many_states: break;
  }
  return "too many states";
}

std::string describe(const WaveProgram& program) {
  std::string text;
  for (int i = 0; i < program.buffers.size(); ++i) {
    const Buffer& buffer = program.buffers[i];
    text += buffer.name + std::to_string(i) + ": " + std::to_string(buffer.slots) + " slots, " +
            std::to_string(buffer.subtiles) + " subtiles\n";
  }
  text += "tiles " + std::to_string(program.tiles) + " + " + std::to_string(program.tiles_per_trip) + " n, capacity " +
          std::to_string(program.limits.vm_capacity) + " vm, " + std::to_string(program.limits.lgkm_capacity) + " lgkm";
  if (program.registers == RegisterReading::interlocked) text += ", interlocked";
  if (program.barriers == BarrierKind::draining) text += ", draining";
  text += "\n";
  for (const Role& role : program.roles) {
    text += std::string(role.name) + ": waves " + std::to_string(role.first_wave) + " to " +
            std::to_string(role.first_wave + role.waves - 1) + "\n";
    for (const Section section : {Section::prologue, Section::kernel, Section::epilogue}) {
      for (int i = 0; i < role.steps[section].size(); ++i) {
        text += std::string("  ") + name(section) + " " + std::to_string(i) + ": " +
                words(program, role.steps[section][i]) + "\n";
      }
    }
  }
  return text;
}

std::string describe(const WaveProgram& program, const Exploration& exploration) {
  std::string text = std::string(name(exploration.outcome)) + " after " + std::to_string(exploration.steps) +
                     " steps, " + std::to_string(exploration.states) + " states\n";
  constexpr std::array kinds{"", "continues ", "lands vm of ", "lands lgkm of ", "and all others pass "};
  for (const Event& event : exploration.trace) {
    text += "  wave " + std::to_string(event.wave) + " " + kinds[static_cast<std::size_t>(event.kind)] +
            name(event.section) + "[" + std::to_string(event.trip) + "] " + std::to_string(event.index);
    for (const Role& role : program.roles) {
      if (event.wave < role.first_wave || event.wave >= role.first_wave + role.waves) continue;
      text += ": " + words(program, role.steps[event.section][event.index]);
    }
    text += "\n";
  }
  return text;
}

}  // namespace stretto::explorer
