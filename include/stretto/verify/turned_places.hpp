// Where the places and cells of a state are, seen from its trip: as if slots did not rotate.
#pragma once

#include <stretto/program/phase_parity.hpp>
#include <stretto/verify/relative_numbers.hpp>

namespace stretto::detail {

class TurnedPlaces : protected RelativeSizes {
 protected:
  constexpr TurnedPlaces(RelativeNumbers& out, const WrittenState& of)
      : out_(out),
        state_(of.state),
        frame_(of.frame),
        layout_(of.layout),
        program_(of.frame.program()),
        cells_(of.cells) {}

  constexpr void same(int value) { out_.same.push_back(value); }

  /// Finds where each place of a phase barrier is, as if places did not rotate. Writes the parity of its complete
  /// phases, counted from the versions below the trip.
  constexpr void find_places() {
    int first = 0;
    seen_as_.resize(state_.places.size(), 0);
    places_.reserve(seen_as_.size());
    home_of_.reserve(seen_as_.size());
    for (int b = 0; b < program_.phase_barriers.size(); ++b) {
      const int slots = program_.phase_barriers[b].slots;
      const int versions = frame_.barrier_turned(b, out_.trip, out_.run);
      for (int i = 0; i < slots; ++i) {
        const int place = first + (i + versions) % slots;
        seen_as_[place] = places_.size();
        places_.push_back(place);
        home_of_.push_back(program_.phase_barriers[b].workgroup);
        const bool by_parity = program_.phase_barriers[b].kind == PhaseBarrierKind::mbarrier;
        if (program_.phase_barriers[b].kind == PhaseBarrierKind::cluster) cluster_place_ = place;
        same(by_parity ? phase_parity(i + versions, slots, state_.places[place].complete) : 0);
      }
      first += slots;
    }
  }
  [[nodiscard]] constexpr int turned_cell(int cell) const {
    const Cells::Place place = cells_.place(cell);
    const int slots = program_.buffers[place.buffer].slots;
    const int back = frame_.buffer_turned(place.buffer, out_.trip, out_.run) % slots;
    const int slot = (place.slot + slots - back) % slots;
    return cell + (slot - place.slot) * program_.buffers[place.buffer].subtiles;
  }
  [[nodiscard]] constexpr int turned_record(int record) const {
    if (record == nowhere) return record;
    const int roles = state_.roles.size();
    return turned_cell(record / roles) * roles + record % roles;
  }
  /// The actual clock component in this state, for one that is given as if places did not rotate.
  [[nodiscard]] constexpr int turned_component(int component) const {
    const int phases = layout_.phases(0);
    if (component < phases) return component;
    const int certain = layout_.certain(0);
    const int first = component < certain ? phases : certain;
    return component - first < places_.size() ? first + places_[component - first] : component;
  }
  /// The reverse, for a component that reports that an access is complete: the phases of a place, or a counter.
  [[nodiscard]] constexpr int seen_component(int component) const {
    const int place = component - layout_.phases(0);
    return place < places_.size() ? layout_.phases(seen_as_[place]) : component;
  }

  RelativeNumbers& out_;
  const AbstractState& state_;
  const Frame& frame_;
  const ClockLayout& layout_;
  const WaveProgram& program_;
  const Cells& cells_;
  Vector<int> places_;      // actual place, by place as if places did not rotate
  Vector<int> seen_as_;     // the reverse
  Vector<int> home_of_;     // the workgroup of each place, by place as if places did not rotate
  int cluster_place_ = -1;  // of the cluster barrier; -1: there is none
};

}  // namespace stretto::detail
