// How the semantics are modelled.
//
// Programs are straight lines once the trip count is known. So the state of a wave is its position (`pc`, and how many
// hardware operations of the step at `pc` it has issued) and how many operations of each counter have landed. What is
// in flight follows from these: the steps of a counter that have begun and whose last operation has not landed. The
// number of executed steps follows as well, so states are enumerated in layers of equally many steps, and the first
// layer with a failure gives the fewest steps.
//
// Memory consists of cells: one for each register subtile of a wave, and one for each part of a shared subtile. A cell
// is poison, or holds a K tile, or is being written and will hold a K tile. An unwritten cell is poison, because
// neither may be consumed.
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
#include <cstdint>

#include "state_table.hpp"
#include "unrolled.hpp"

namespace stretto::explorer {
namespace {

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

  /// What blocks a wave, as far as its own landings can change that: bit c for counter c.
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

  /// The cell value of the tile that all cells hold; poison if they do not all hold one tile.
  [[nodiscard]] Word taken(const Word* state, const std::vector<int>& cells) const {
    Word common = poison;
    for (const int index : cells) {
      const Word value = cell(state, index);
      if (!is_held(value) || (common != poison && common != value)) return poison;
      common = value;
    }
    return common;
  }

  /// A write begins: reads of the cell in flight may now read anything.
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

  /// Updates memory when a step begins. The step's own operations do not count as issued yet.
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
  std::vector<Word> next_;  // a successor under construction
  std::vector<std::vector<std::uint32_t>> layers_;
  bool wrong_ = false;
  bool moved_ = false;
  StateTable::Origin wrong_step_;
};

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

}  // namespace stretto::explorer
