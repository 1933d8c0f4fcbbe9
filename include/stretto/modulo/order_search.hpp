// Search over the order of ops: exact for arcs of any length, with a cost that does not depend on the length of II.
//
// The search keeps a matrix of differences (longest paths): t(b) - t(a) >= D(a, b). On a circle of period p and limit
// c, the fullest point is the start of some arc. The limit therefore holds exactly if, for every arc a, fewer than c
// others cover the start of a. Whether b covers the start of a depends on x = t(a) - t(b): it does if x lies in [k p, k
// p + length(b)) for an integer k, and does not if x lies in [k p + length(b), (k + 1) p). With limit 1 neither may
// cover the other: x lies in [k p + length(b), (k + 1) p - length(a)]. Each alternative is two differences.
//
// Each node evaluates the earliest starts that the known differences allow. If these keep the limits, they are the best
// schedule of the branch in every objective that grows with starts. Otherwise some start is covered too often, and the
// node branches over all alternatives of one of the pairs involved. Each branch decides the pair, so the tree is
// finite, and the branches together cover every schedule.
//
// Slots: a storage needs max(1, ceil(lifetime / II)) slots, and "d slots suffice" is a difference as well. One branch
// assumes that d slots suffice, the other that they do not. The byte limit of a memory bounds the slots of each
// storage.
#pragma once

#include <stretto/modulo/window_search.hpp>

namespace stretto::detail {

struct OrderArc {
  int var = 0;
  long length = 0;
};

struct OrderCircle {
  long period = 1;
  int limit = 1;
  Vector<OrderArc> arcs;
};

struct OrderProblem {
  long ii = 1;
  int size = 0;                    // number of starts; index `size` is the origin, at time 0
  Vector<Difference> differences;  // these bound every start from below and above, relative to the origin
  Vector<OrderCircle> circles;
  Vector<ModuloStorage> storages;  // empty if only the existence of a schedule matters
  ModuloCapacity capacity;
};

enum class OrderGoal : unsigned char { any, shared, registers, stages, starts };

class OrderSearch {
 public:
  constexpr explicit OrderSearch(const OrderProblem& problem)
      : problem_(problem),
        width_(problem.size + 1),
        matrix_(width_ * width_, no_path),
        columns_(width_, 0),
        capacity_(problem.capacity) {
    for (int i = 0; i < width_; ++i) matrix_[i * width_ + i] = 0;
    for (const OrderCircle& circle : problem.circles) rooms_.push_back(room_on(circle));
    for (const ModuloStorage& storage : problem.storages) {
      floors_.push_back(storage.fixed_slots > 0 ? storage.fixed_slots : 1);
      most_.push_back(storage.fixed_slots > 0 ? storage.fixed_slots : storage.max_slots);
    }
    for (const Difference& d : problem.differences) consistent_ = consistent_ && add(d.from, d.to, d.weight);
    for (int s = 0; s < most_.size(); ++s)
      consistent_ = consistent_ && (most_[s] >= unlimited || limit_slots(s, most_[s]));
  }

  OrderSearch(const OrderSearch&) = delete;
  OrderSearch& operator=(const OrderSearch&) = delete;

  /// Sets a schedule to beat: from now on the search accepts only better ones.
  constexpr void seed(const Vector<long>& starts, const ModuloCosts& costs) {
    best_ = starts;
    costs_ = costs;
    found_ = true;
  }

  /// Constrains the search to what the earlier goals have reached.
  constexpr void keep_within(OrderGoal goal, const ModuloCosts& costs) {
    if (goal > OrderGoal::shared && costs.shared < capacity_.shared) capacity_.shared = costs.shared;
    if (goal > OrderGoal::registers && costs.registers < capacity_.registers) capacity_.registers = costs.registers;
    if (goal > OrderGoal::stages) {
      for (int i = 0; i < problem_.size; ++i) {
        consistent_ = consistent_ && add(i, problem_.size, -(costs.stages * problem_.ii - 1));
      }
    }
  }

  /// yes: the best schedule was found and is proven optimal (with OrderGoal::any: a schedule was found). no: there is
  /// no schedule, or none better than the seed, which is then proven optimal. unknown: the budget ran out.
  constexpr Answer run(OrderGoal goal, const ModuloBudget& budget) {
    goal_ = goal;
    budget_ = budget;
    nodes_ = 0;
    stopped_ = false;
    improved_ = false;
    if (consistent_) descend();
    if (improved_ && (goal == OrderGoal::any || !stopped_)) return Answer::yes;
    return stopped_ ? Answer::unknown : Answer::no;
  }

  [[nodiscard]] constexpr bool improved() const { return improved_; }
  [[nodiscard]] constexpr const Vector<long>& best() const { return best_; }
  [[nodiscard]] constexpr const ModuloCosts& costs() const { return costs_; }
  [[nodiscard]] constexpr long nodes() const { return nodes_; }

 private:
  static constexpr int max_rounds = 6;

  /// One pair of arcs on a circle: does the second cover the start of the first?
  struct Pair {
    int a = -1;
    int b = -1;
    long length_a = 0;  // 1 if the arcs may overlap, because then only the start of `a` matters
    long length_b = 0;
    long period = 1;
    bool may_cover = false;
    long options = 0;
  };

  /// The idle cycles of a circle of limit 1, and the length of its shortest arc.
  struct Room {
    long idle = 0;
    long least = 0;
  };

  // Constant evaluation pays for statements and calls, not for arithmetic. So the loops that run at every node go over
  // plain pointers.

  [[nodiscard]] constexpr long way(int a, int b) const { return *(matrix_.begin() + (top_ + a * width_ + b)); }
  [[nodiscard]] constexpr long earliest(int i) const { return way(problem_.size, i); }

  /// Adds t(b) >= t(a) + weight. False if that closes a positive cycle. A path from i to j through a and b is new only
  /// if those from i to b and from a to j are.
  constexpr bool add(int a, int b, long weight) {
    long* matrix = matrix_.begin() + top_;
    const long* from = matrix + static_cast<long>(a) * width_;
    const long* onwards = matrix + static_cast<long>(b) * width_;
    if (from[b] >= weight) return true;
    if (onwards[a] != no_path && onwards[a] + weight > 0) return false;
    int* columns_end = columns_.begin();
    for (int j = 0; j < width_; ++j)
      if (weight + onwards[j] > from[j] && onwards[j] != no_path) *columns_end++ = j;
    const int* columns = columns_.begin();
    const long* end = matrix + static_cast<long>(width_) * width_;
    for (long* row = matrix; row != end; row += width_) {
      if (row[a] == no_path || row[b] >= row[a] + weight) continue;
      const long to = row[a] + weight;
      for (const int* j = columns; j != columns_end; ++j)
        if (to + onwards[*j] > row[*j]) row[*j] = to + onwards[*j];
    }
    changed_ = true;
    return true;
  }

  constexpr bool limit_slots(int s, long slots) {
    const ModuloStorage& storage = problem_.storages[s];
    const long* matrix = matrix_.begin() + (top_ + storage.write);
    for (const StorageEnd& end : storage.ends) {
      const long weight = end.delay - problem_.ii * (slots - end.distance);
      if (matrix[static_cast<long>(end.op) * width_] < weight && !add(end.op, storage.write, weight)) return false;
    }
    return true;
  }

  /// Bounds of x = t(a) - t(b).
  [[nodiscard]] constexpr long lowest(const Pair& pair) const { return way(pair.b, pair.a); }
  [[nodiscard]] constexpr long highest(const Pair& pair) const { return -way(pair.a, pair.b); }

  // The values of k for which a and b do not overlap: k p + length(b) <= x <= (k + 1) p - length(a).
  [[nodiscard]] constexpr long first_off(const Pair& pair) const {
    return ceil_quotient(lowest(pair) + pair.length_a, pair.period) - 1;
  }
  [[nodiscard]] constexpr long last_off(const Pair& pair) const {
    return floor_quotient(highest(pair) - pair.length_b, pair.period);
  }
  // The values of k for which b covers the start of a: k p <= x < k p + length(b).
  [[nodiscard]] constexpr long first_over(const Pair& pair) const {
    return ceil_quotient(lowest(pair) - pair.length_b + 1, pair.period);
  }
  [[nodiscard]] constexpr long last_over(const Pair& pair) const { return floor_quotient(highest(pair), pair.period); }

  constexpr bool keep_off(const Pair& pair, long first, long last) {
    return first <= last && add(pair.b, pair.a, first * pair.period + pair.length_b) &&
           add(pair.a, pair.b, -((last + 1) * pair.period - pair.length_a));
  }

  static constexpr Pair pair_of(const OrderCircle& circle, const OrderArc& a, const OrderArc& b) {
    return {a.var, b.var, circle.limit > 1 ? 1 : a.length, b.length, circle.period, circle.limit > 1, 0};
  }

  [[nodiscard]] constexpr bool surely_over(const Pair& pair) const {
    const long k = last_over(pair);
    return lowest(pair) >= k * pair.period && highest(pair) < k * pair.period + pair.length_b;
  }

  constexpr bool propagate() {
    // Bounds may rise slowly over many rounds. After `max_rounds` of them the branches decide.
    int rounds = 0;
    do {
      changed_ = false;
      const Room* room = rooms_.begin();
      for (const OrderCircle& circle : problem_.circles) {
        if (circle.limit == 1 ? !part_pairs(circle, *room) : !part_covers(circle)) return false;
        ++room;
      }
      if (!spend_bytes() || !spend_time()) return false;
    } while (changed_ && ++rounds < max_rounds);
    return true;
  }

  constexpr bool part_pairs(const OrderCircle& circle, const Room& room) {
    const bool crowded = room.idle < room.least;
    const long period = circle.period;
    const OrderArc* const arcs = circle.arcs.begin();
    const OrderArc* const end = circle.arcs.end();
    const long* const matrix = matrix_.begin() + top_;
    for (const OrderArc* first = arcs; first != end; ++first) {
      const long length = first->length;
      const long* const before = matrix + static_cast<long>(first->var) * width_;
      const long* const after = matrix + first->var;
      // Most pairs need no change: neither bound of x = t(first) - t(second) lets them overlap.
      for (const OrderArc* second = arcs; second != first; ++second)
        if (((((after[static_cast<long>(second->var) * width_] + length - 1) % period + period) % period <
                  length + second->length - 1 ||
              ((-before[second->var] - second->length) % period + period) % period >
                  period - length - second->length) &&
             !part_pair(pair_of(circle, *first, *second))) ||
            (crowded && !close_gaps(pair_of(circle, *first, *second), room))) {
          return false;
        }
    }
    return true;
  }

  constexpr bool part_pair(const Pair& pair) { return keep_off(pair, first_off(pair), last_off(pair)); }

  static constexpr Room room_on(const OrderCircle& circle) {
    Room room{circle.period, circle.period};
    for (const OrderArc& arc : circle.arcs) {
      room.idle -= arc.length;
      if (arc.length < room.least) room.least = arc.length;
    }
    return room;
  }

  /// Two neighbours are at most the idle time apart; between any two others lies at least one arc.
  constexpr bool close_gaps(const Pair& pair, const Room& room) {
    const long after = lowest(pair) - first_off(pair) * pair.period - pair.length_b;
    if (after > room.idle && after < room.least && !add(pair.b, pair.a, lowest(pair) - after + room.least))
      return false;
    const long before = (last_off(pair) + 1) * pair.period - pair.length_a - highest(pair);
    return before <= room.idle || before >= room.least || add(pair.a, pair.b, -(highest(pair) + before - room.least));
  }

  constexpr bool part_covers(const OrderCircle& circle) {
    for (int a = 0; a < circle.arcs.size(); ++a) {
      int covers = 0;
      for (int b = 0; b < circle.arcs.size(); ++b) {
        if (b != a && surely_over(pair_of(circle, circle.arcs[a], circle.arcs[b]))) ++covers;
      }
      if (covers >= circle.limit) return false;
      if (covers + 1 < circle.limit) continue;
      for (int b = 0; b < circle.arcs.size(); ++b) {
        const Pair pair = pair_of(circle, circle.arcs[a], circle.arcs[b]);
        if (b != a && !surely_over(pair) && !keep_off(pair, first_off(pair), last_off(pair))) return false;
      }
    }
    return true;
  }

  [[nodiscard]] constexpr long fewest_slots(int s) const {
    const ModuloStorage& storage = problem_.storages[s];
    const long* held = matrix_.begin() + (top_ + storage.write * width_);
    const long ii = problem_.ii;
    long cycles = 0;  // that the slots must cover beyond the floor
    const long floor = ii * floors_[s];
    const StorageEnd* const last = storage.ends.end();
    for (const StorageEnd* end = storage.ends.begin(); end != last; ++end)
      if (held[end->op] + ii * end->distance + end->delay > floor + cycles)
        cycles = held[end->op] + ii * end->distance + end->delay - floor;
    return cycles == 0 ? floors_[s] : floors_[s] + ceil_quotient(cycles, ii);
  }

  /// The bytes of a space that may be used. A better schedule uses fewer bytes of the space that is minimised.
  [[nodiscard]] constexpr long allowance(Space space) const {
    switch (space) {
      case Space::shared:
        return goal_ == OrderGoal::shared && found_ && costs_.shared - 1 < capacity_.shared ? costs_.shared - 1
                                                                                            : capacity_.shared;
      case Space::registers:
        return goal_ == OrderGoal::registers && found_ && costs_.registers - 1 < capacity_.registers
                   ? costs_.registers - 1
                   : capacity_.registers;
      case Space::tensor: return capacity_.tensor;
      case Space::global: return no_capacity_limit;
    }
    return 0;
  }

  constexpr bool spend_bytes() {
    for (Space space : {Space::shared, Space::registers, Space::tensor}) {
      const long allowed = allowance(space);
      if (allowed >= no_capacity_limit) continue;
      long least = 0;
      const ModuloStorage* storages = problem_.storages.begin();
      for (int s = 0; s < floors_.size(); ++s)
        if (storages[s].space == space) least += storages[s].bytes * fewest_slots(s);
      if (least > allowed) return false;
      for (int s = 0; s < floors_.size(); ++s) {
        const ModuloStorage& storage = storages[s];
        if (storage.space != space || storage.bytes == 0 || storage.fixed_slots > 0) continue;
        const long spare = (allowed - least) / storage.bytes;
        if (spare < max_modulo_distance && !limit_slots(s, fewest_slots(s) + spare)) return false;
      }
    }
    return true;
  }

  /// A better schedule ends earlier, or starts every op early enough for a smaller sum.
  constexpr bool spend_time() {
    if (!found_) return true;
    long spare = 0;
    if (goal_ == OrderGoal::stages) spare = (costs_.stages - 1) * problem_.ii - 1;
    if (goal_ == OrderGoal::starts) {
      spare = costs_.starts - 1;
      for (int i = 0; i < problem_.size; ++i) spare -= earliest(i);
    }
    if (spare < 0) return false;
    if (goal_ != OrderGoal::stages && goal_ != OrderGoal::starts) return true;
    for (int i = 0; i < problem_.size; ++i) {
      const long latest = goal_ == OrderGoal::stages ? spare : earliest(i) + spare;
      if (!add(i, problem_.size, -latest)) return false;
    }
    return true;
  }

  /// Finds the pair that violates a limit at the earliest starts and has the fewest alternatives; a = -1 if there is
  /// none. False if a limit is violated by pairs without an alternative.
  constexpr bool find_broken_pair(Pair& best) const {
    const long* earliest = matrix_.begin() + (top_ + problem_.size * width_);
    for (const OrderCircle& circle : problem_.circles) {
      const long period = circle.period;
      const OrderArc* const arcs = circle.arcs.begin();
      const OrderArc* const end = circle.arcs.end();
      for (const OrderArc* a = arcs; a != end; ++a) {
        int covers = -1;  // it covers its own start
        const long start = earliest[a->var];
        for (const OrderArc* b = arcs; b != end; ++b)
          covers += ((start - earliest[b->var]) % period + period) % period < b->length ? 1 : 0;
        if (covers < circle.limit) continue;
        bool open = false;
        for (const OrderArc* b = arcs; b != end; ++b) {
          if (b == a || ((start - earliest[b->var]) % period + period) % period >= b->length) continue;
          Pair pair = pair_of(circle, *a, *b);
          if (pair.may_cover && surely_over(pair)) continue;
          open = true;
          pair.options = last_off(pair) - first_off(pair) + 1;
          if (pair.may_cover) pair.options += last_over(pair) - first_over(pair) + 1;
          if (best.a < 0 || pair.options < best.options) best = pair;
        }
        if (!open) return false;
      }
    }
    return true;
  }

  [[nodiscard]] constexpr long slots_at_earliest(int s) const {
    const ModuloStorage& storage = problem_.storages[s];
    long slots = storage.fixed_slots > 0 ? storage.fixed_slots : 1;
    for (const StorageEnd& end : storage.ends) {
      const long held = earliest(end.op) - earliest(storage.write) + problem_.ii * end.distance + end.delay;
      const long needed = ceil_quotient(held, problem_.ii);
      if (needed > slots) slots = needed;
    }
    return slots;
  }

  [[nodiscard]] constexpr long bytes_at_earliest(Space space) const {
    long bytes = 0;
    for (int s = 0; s < floors_.size(); ++s) {
      if (problem_.storages[s].space == space) bytes += slots_at_earliest(s) * problem_.storages[s].bytes;
    }
    return bytes;
  }

  /// Do the earliest starts fit the bytes that may be used?
  [[nodiscard]] constexpr bool affordable() const {
    for (Space space : {Space::shared, Space::registers, Space::tensor}) {
      if (bytes_at_earliest(space) > allowance(space)) return false;
    }
    return true;
  }

  /// The storage with the most bytes beyond its minimum at the earliest starts, in a space that exceeds its allowance;
  /// -1 if the earliest starts are the best of this branch. (A schedule that was just recorded also exceeds the
  /// allowance, because that has just become smaller.)
  [[nodiscard]] constexpr int undecided_storage() const {
    int best = -1;
    long most = 0;
    for (Space space : {Space::shared, Space::registers, Space::tensor}) {
      if (bytes_at_earliest(space) <= allowance(space)) continue;
      for (int s = 0; s < floors_.size(); ++s) {
        if (problem_.storages[s].space != space) continue;
        const long excess = (slots_at_earliest(s) - fewest_slots(s)) * problem_.storages[s].bytes;
        if (excess <= most) continue;
        most = excess;
        best = s;
      }
    }
    return best;
  }

  constexpr void record() {
    best_.clear();
    ModuloCosts costs;
    for (int i = 0; i < problem_.size; ++i) {
      best_.push_back(earliest(i));
      costs.starts += earliest(i);
      if (earliest(i) / problem_.ii + 1 > costs.stages) costs.stages = earliest(i) / problem_.ii + 1;
    }
    costs.shared = bytes_at_earliest(Space::shared);
    costs.registers = bytes_at_earliest(Space::registers);
    costs_ = costs;
    found_ = true;
    improved_ = true;
    if (goal_ == OrderGoal::any) stopped_ = true;
  }

  constexpr void descend() {
    if (stopped_) return;
    ++nodes_;
    if (nodes_ > budget_.nodes || (nodes_ % 64 == 0 && budget_.expired != nullptr && budget_.expired())) {
      stopped_ = true;
      return;
    }
    if (!propagate()) return;
    Pair pair;
    if (!find_broken_pair(pair)) return;
    if (pair.a >= 0) {
      branch_on_pair(pair);
      return;
    }
    if (affordable()) {
      record();
      if (stopped_) return;
    }
    const int s = undecided_storage();
    if (s < 0) return;
    const long slots = fewest_slots(s);
    open();
    if (limit_slots(s, slots)) descend();
    close();
    if (slots + 1 > most_[s]) return;
    const int floor = floors_[s];
    floors_[s] = static_cast<int>(slots + 1);
    open();
    descend();
    close();
    floors_[s] = floor;
  }

  /// Tries all alternatives of the pair: first those in which it does not overlap, nearest to the earliest starts
  /// first.
  constexpr void branch_on_pair(const Pair& pair) {
    const long x = earliest(pair.a) - earliest(pair.b);
    const long first = first_off(pair);
    const long last = last_off(pair);
    long below = floor_quotient(x - pair.length_b, pair.period);
    if (below > last) below = last;
    if (below < first - 1) below = first - 1;
    long above = below + 1;
    while (!stopped_ && (below >= first || above <= last)) {
      const long down = x - ((below + 1) * pair.period - pair.length_a);
      const long up = above * pair.period + pair.length_b - x;
      const bool goes_up = below < first || (above <= last && up <= down);
      const long k = goes_up ? above++ : below--;
      open();
      if (keep_off(pair, k, k)) descend();
      close();
    }
    if (!pair.may_cover) return;
    const long end = last_over(pair);
    for (long k = first_over(pair); k <= end && !stopped_; ++k) {
      open();
      if (add(pair.b, pair.a, k * pair.period) && add(pair.a, pair.b, -(k * pair.period + pair.length_b - 1)))
        descend();
      close();
    }
  }

  /// The matrices of open nodes form a stack.
  constexpr void open() {
    const int size = width_ * width_;
    if (matrix_.size() < top_ + 2 * size) matrix_.extend(size);
    long* to = matrix_.begin() + (top_ + size);
    for (int k = 0; k < size; ++k) to[k] = to[k - size];
    top_ += size;
  }
  constexpr void close() { top_ -= width_ * width_; }

  const OrderProblem& problem_;
  int width_;
  Vector<long> matrix_;
  Vector<int> columns_;  // scratch memory of `add`
  Vector<Room> rooms_;   // by circle
  int top_ = 0;
  bool consistent_ = true;
  bool changed_ = false;
  Vector<int> floors_;  // slots that each storage needs, by decision
  Vector<int> most_;
  ModuloCapacity capacity_;
  OrderGoal goal_ = OrderGoal::any;
  ModuloBudget budget_;
  Vector<long> best_;
  ModuloCosts costs_;
  bool found_ = false;
  bool improved_ = false;
  bool stopped_ = false;
  long nodes_ = 0;
};

}  // namespace stretto::detail
