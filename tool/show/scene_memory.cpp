#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "show/scene_draft.hpp"

namespace stretto::tool {

namespace {

struct Place {
  int buffer = 0;
  int slot = 0;
  int part = 0;
  int role = -1;

  friend auto operator<=>(const Place&, const Place&) = default;
};

/// The versions that a place holds over time.
struct Held {
  std::vector<SceneOccupied> versions;
  bool read = false;  // the last of them
};

class Occupancy {
 public:
  explicit Occupancy(const SceneDraft& draft) : draft_(draft), program_(draft.program()) {
    std::vector<const SceneSlice*> by_issue;
    by_issue.reserve(draft.scene.slices.size());
    for (const SceneSlice& slice : draft.scene.slices) by_issue.push_back(&slice);
    std::ranges::sort(by_issue, {}, [](const SceneSlice* slice) { return std::pair(slice->issued, slice); });
    for (const SceneSlice* slice : by_issue) look_at(*slice);
  }

  [[nodiscard]] std::vector<SceneOccupied> all() const {
    std::vector<SceneOccupied> out;
    for (const auto& [place, held] : held_) out.insert(out.end(), held.versions.begin(), held.versions.end());
    return out;
  }

 private:
  [[nodiscard]] Place place_of(const StepAccess& access, const SceneSlice& slice) const {
    const Buffer& buffer = program_.buffers[access.buffer];
    return {access.buffer, access.slot_in_trip(slice.trip, buffer.slots), access.subtile,
            buffer.per_wave() ? slice.role : -1};
  }

  /// Reads first: a version that an op reads and writes in place continues, as a sum does.
  void look_at(const SceneSlice& slice) {
    const SceneStep& of = draft_.step(slice.step);
    const Step& step = program_.roles[of.role].steps[of.section][of.index];
    std::vector<Place> read;
    for (const AccessMode mode : {AccessMode::read, AccessMode::write}) {
      for (int i = 0; i < step.access_count; ++i) {
        const StepAccess& access = program_.accesses[step.first_access + i];
        if (access.mode != mode) continue;
        const Place place = place_of(access, slice);
        Held& held = held_[place];
        if (mode == AccessMode::read) {
          if (held.versions.empty()) continue;  // contents from before the run
          held.read = true;
          read.push_back(place);
        } else {
          const bool goes_on = std::ranges::find(read, place) != read.end();
          const bool fresh = held.versions.empty() || (held.read && !goes_on);
          if (fresh) {
            held.versions.push_back(
                {place.buffer, place.slot, place.part, place.role, slice.issued, slice.done, of.label});
          }
          held.read = false;
        }
        held.versions.back().to = std::max(held.versions.back().to, slice.done);
      }
    }
  }

  const SceneDraft& draft_;
  const WaveProgram& program_;
  std::map<Place, Held> held_;
};

/// Converts changes of an amount to the amount from each cycle on.
SceneMemory summed(SceneMemory memory, const std::map<long, long>& changes) {
  long amount = 0;
  memory.points.emplace_back(0, 0);
  for (const auto& [time, change] : changes) {
    if (change == 0) continue;
    amount += change;
    if (memory.points.back().first == time) {
      memory.points.back().second = amount;
    } else {
      memory.points.emplace_back(time, amount);
    }
    memory.most = std::max(memory.most, amount);
  }
  return memory;
}

/// Counts overlapping intervals once, each with this amount.
void add_changes(std::vector<std::pair<long, long>> intervals, long amount, std::map<long, long>& changes) {
  std::ranges::sort(intervals);
  long until = -1;
  for (const auto& [from, to] : intervals) {
    const long begin = std::max(from, until);
    if (to <= begin) continue;
    changes[begin] += amount;
    changes[to] -= amount;
    until = to;
  }
}

long capacity_of(const SceneDraft& draft, Space space) {
  const CounterLimits& limits = draft.program().limits;
  if (space == Space::registers) return limits.register_bytes;
  const long bytes = space == Space::shared ? limits.shared_bytes : limits.tensor_bytes;
  return bytes > 0 ? bytes : -1;
}

/// The use of one space by the first workgroup, or of a role's registers. Empty if unused.
void add_use(SceneDraft& draft, Space space, int role) {
  Scene& scene = draft.scene;
  SceneMemory memory;
  memory.space = space;
  memory.role = role;
  memory.bytes = scene.bytes_in(space) > 0;
  memory.capacity = memory.bytes ? capacity_of(draft, space) : 0;
  std::map<std::tuple<int, int, int>, std::vector<std::pair<long, long>>> intervals;  // by the counted item
  for (const SceneOccupied& one : scene.occupied) {
    const SceneBuffer& buffer = scene.buffers[static_cast<std::size_t>(one.buffer)];
    if (buffer.space != space || one.role != role || buffer.workgroup != 0) continue;
    const int part = memory.bytes ? one.part : 0;
    intervals[{one.buffer, one.slot, part}].emplace_back(one.from, one.to);
  }
  if (intervals.empty()) return;
  std::map<long, long> changes;
  for (const auto& [place, held] : intervals) {
    const SceneBuffer& buffer = scene.buffers[static_cast<std::size_t>(std::get<0>(place))];
    add_changes(held, memory.bytes ? buffer.bytes / buffer.parts : 1, changes);
  }
  if (!memory.bytes) {
    for (const SceneBuffer& buffer : scene.buffers) memory.capacity += buffer.space == space ? buffer.slots : 0;
  }
  scene.memory.push_back(summed(std::move(memory), changes));
}

}  // namespace

void add_memory(SceneDraft& draft) {
  draft.scene.occupied = Occupancy(draft).all();
  add_use(draft, Space::shared, -1);
  add_use(draft, Space::tensor, -1);
  for (int a = 0; a < draft.program().roles.size(); ++a) add_use(draft, Space::registers, a);
}

}  // namespace stretto::tool
