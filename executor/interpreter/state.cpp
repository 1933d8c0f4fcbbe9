#include "state.hpp"

namespace stretto::executor::interpreter {

namespace {

class Hasher {
 public:
  void add(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    print_.low = mixed(print_.low ^ bits, 0xbf58476d1ce4e5b9ULL);
    print_.high = mixed(print_.high + bits, 0xff51afd7ed558ccdULL);
  }
  [[nodiscard]] Fingerprint print() const { return print_; }

 private:
  static std::uint64_t mixed(std::uint64_t x, std::uint64_t factor) {
    x += 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * factor;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
  }
  Fingerprint print_{1, 2};
};

}  // namespace

int pending(const WaveState& wave, Counter counter) {
  const auto issued = [&](Counter of) { return wave.issued[index_of(of)]; };
  const auto completed = [&](Counter of) { return wave.completed[index_of(of)]; };
  switch (counter) {
    case Counter::lgkm:
    case Counter::scalar:
      return issued(Counter::lgkm) - completed(Counter::lgkm) + issued(Counter::scalar) - completed(Counter::scalar);
    case Counter::stored: return issued(Counter::store) - completed(Counter::stored);
    default: return issued(counter) - completed(counter);
  }
}

State first_state(const StraightLines& lines) {
  State state;
  state.waves.resize(lines.waves.size());
  state.cells.resize(lines.cells.size());
  state.places.resize(lines.places.size());
  state.pools.assign(lines.workgroups, lines.program->spare_registers);
  return state;
}

Fingerprint fingerprint(const State& state) {
  Hasher hasher;
  for (const WaveState& wave : state.waves) {
    hasher.add(wave.next);
    hasher.add(wave.progress);
    hasher.add(wave.phase);
    hasher.add(wave.cluster_phase);
    for (const int completed : wave.completed) hasher.add(completed);
    hasher.add(static_cast<std::int64_t>(wave.flights.size()));
    for (const Flight& flight : wave.flights) {
      hasher.add(flight.instance);
      hasher.add(flight.moved);
      hasher.add(static_cast<std::int64_t>(flight.to_read));
      hasher.add(2 * flight.left + (flight.source_read ? 1 : 0));
    }
    hasher.add(static_cast<std::int64_t>(wave.arrivals.size()));
    for (const int arrival : wave.arrivals) hasher.add(arrival);
  }
  for (const CellState& cell : state.cells) {
    hasher.add(cell.content);
    hasher.add(2 * cell.writers + (cell.clashed ? 1 : 0));
    hasher.add(static_cast<std::int64_t>(cell.unfenced_reads) << 32 | cell.unfenced_writes);
  }
  for (const PlaceState& place : state.places) {
    hasher.add(place.completed);
    hasher.add(place.arrived);
    hasher.add(place.expected);
    hasher.add(place.come);
  }
  return hasher.print();
}

}  // namespace stretto::executor::interpreter
