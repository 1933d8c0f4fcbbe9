// Exact modulo scheduling: the smallest initiation interval, then the fewest bytes of shared memory, then of registers,
// then the fewest stages, then the earliest starts. Each value is proven optimal, or reported as the best found.
//
// II starts at the larger of the two bounds and rises. A schedule at one II does not imply a schedule at a larger II,
// so each II is decided on its own (feasible.hpp): a schedule by the heuristic, a refutation by propagation, and either
// of them by exhaustive search. These searches are short until there is a schedule; then the budget is spent on the
// smaller II that they left open. Capacity is a constraint: if the fewest slots do not fit, II rises further, and the
// result records the first such II.
#pragma once

#include <stretto/core/text.hpp>
#include <stretto/modulo/feasible.hpp>
#include <stretto/modulo/slot_bounds.hpp>
#include <stretto/modulo/verify.hpp>

namespace stretto {

namespace detail {

inline constexpr OrderGoal later_goals[] = {OrderGoal::shared, OrderGoal::registers, OrderGoal::stages,
                                            OrderGoal::starts};
inline constexpr int max_objective_ops = 128;  // the matrices grow with the square of the number of ops
inline constexpr long max_fixed_interval = 1L << 30;
inline constexpr long quick_nodes = 1'000;  // of a short search at one II
inline constexpr int most_unknown = 32;     // II that short searches may leave open before the steps grow

class ModuloSearch {
 public:
  constexpr ModuloSearch(const ModuloProblem& problem, const ModuloOptions& options)
      : problem_(problem),
        options_(options),
        slots_(slot_limits(problem)),
        arcs_(all_arcs(problem, slots_)),
        components_(find_components(arcs_, problem.size())) {}

  ModuloSearch(const ModuloSearch&) = delete;
  ModuloSearch& operator=(const ModuloSearch&) = delete;

  /// Optimises one of the later objectives, given a result that has those before it.
  constexpr ModuloResult improved(const ModuloResult& before, OrderGoal goal) {
    result_ = before;
    improve(goal);
    return result_;
  }

  constexpr Result<ModuloResult> run() {
    const Diagnostic refused = find_interval();
    if (refused) return refused;
    result_.slots = slots_needed(problem_, result_.ii, result_.starts);
    result_.costs = modulo_costs(problem_, result_.ii, result_.starts);
    if (!options_.only_interval) improve();
    return result_;
  }

 private:
  constexpr Diagnostic find_interval() {
    Diagnostic refused =
        out_of_range(Count::fixed_interval, options_.fixed_ii, 0, max_fixed_interval, Rule::negative_count, -1);
    if (!refused)
      refused = out_of_range(Count::stages, options_.max_stages, 0, max_modulo_distance, Rule::negative_count, -1);
    if (refused) return refused;
    const long step = interval_step(problem_);
    if (step > max_modulo_cycles)
      return {Rule::count_too_large, unlimited, max_modulo_cycles, Count::step_of_the_interval};
    result_.resource = resource_bound(problem_);
    const Result<RecurrenceBound> recurrence = recurrence_bound(problem_);
    if (!recurrence.ok()) return recurrence.error;
    result_.recurrence = recurrence.value;
    const Vector<int> least = least_slots(problem_);
    if (const Overflow over = overflow(problem_, least); over.any) return exceeds(over, problem_, least);

    const bool by_resource = result_.resource.ii >= result_.recurrence.ii && result_.resource.resource >= 0;
    const long bound = by_resource ? result_.resource.ii : result_.recurrence.ii;
    least_ = paired_bound(problem_);
    long first = ceil_quotient(bound > least_ ? bound : least_, step) * step;
    long last = largest_interval(step);
    if (options_.fixed_ii > 0) {
      if (options_.fixed_ii < bound) return below_bound(bound, by_resource);
      if (options_.fixed_ii % step != 0) {
        return {Rule::interval_not_a_multiple, saturated(options_.fixed_ii), saturated(step)};
      }
      first = last = options_.fixed_ii;
    }
    if (options_.max_stages > 0) {
      least_ = within_stages(first, last);
      if (least_ > last) return {Rule::no_interval, saturated(last), saturated(first)};
      first = ceil_quotient(least_, step) * step;
    }
    if (quick_schedule(first, last, step)) {
      decide_open();
      const bool open = !open_.empty();
      result_.lower_bound = open ? open_[0] : result_.ii;
      result_.status = open ? ModuloStatus::best : ModuloStatus::optimal;
      result_.reason = ModuloReason::exhausted;
      if (open) {
        result_.reason = ModuloReason::open;
      } else if (options_.fixed_ii > 0) {
        result_.reason = ModuloReason::fixed;
      } else if (result_.ii == ceil_quotient(bound, step) * step) {
        result_.reason = by_resource ? ModuloReason::resource : ModuloReason::recurrence;
      }
      return {};
    }
    if (!open_.empty()) return {Rule::node_budget, 0, saturated(options_.budget.nodes)};
    if (const CapacityMiss& miss = result_.miss; miss.ii > 0) {
      return exceeds({true, miss.space, miss.bytes, miss.capacity}, problem_, miss.slots);
    }
    return {Rule::no_interval, saturated(last), saturated(first)};
  }

  [[nodiscard]] constexpr bool expired() const {
    return options_.budget.expired != nullptr && options_.budget.expired();
  }

  /// Finds a schedule at the smallest II that a short search can decide. `open_` gets the smaller ones that it cannot.
  constexpr bool quick_schedule(long first, long last, long step) {
    ModuloBudget budget = options_.budget;
    if (options_.fixed_ii == 0 && budget.nodes > quick_nodes) budget.nodes = quick_nodes;
    int unknown = 0;
    for (long ii = first; ii <= last; ii += step) {
      jump_ = 0;
      const Answer answer = try_interval(ii, budget);
      if (answer == Answer::yes) {
        result_.ii = ii;
        return true;
      }
      if (answer == Answer::unknown) {
        open_.push_back(ii);
        // Larger steps reach some schedule sooner.
        if (++unknown > most_unknown || expired()) {
          if (left_out_ == 0) left_out_ = ii + step;
          ii += ii / 32 / step * step;
        }
      }
      if (jump_ > ii + step) ii = (ceil_quotient(jump_, step) - 1) * step;
    }
    return false;
  }

  /// Spends the budget on the smaller II that are still open, an equal share on each.
  constexpr void decide_open() {
    Vector<long> still_open;
    long left = options_.budget.nodes;
    for (int i = 0; i < open_.size(); ++i) {
      const long share = left / (open_.size() - i);
      const long before = result_.nodes;
      const bool may_search = share > quick_nodes && !expired();
      const Answer answer = may_search ? try_interval(open_[i], {share, options_.budget.expired}) : Answer::unknown;
      left -= result_.nodes - before;
      if (answer == Answer::yes) {
        result_.ii = open_[i];
        break;
      }
      if (answer == Answer::unknown) still_open.push_back(open_[i]);
    }
    if (left_out_ > 0 && left_out_ < result_.ii && (still_open.empty() || left_out_ < still_open[0])) {
      still_open.clear();  // only the first one counts
      still_open.push_back(left_out_);
    }
    open_ = still_open;
  }

  constexpr Diagnostic below_bound(long bound, bool by_resource) const {
    Diagnostic refused(Rule::interval_below_bound, saturated(options_.fixed_ii), saturated(bound));
    if (by_resource) return refused;
    for (int a : result_.recurrence.edges) refused.with_op(arcs_[a].from);
    return refused;
  }

  /// At this II a schedule exists if any II has one: iterations run one after another, and so do the ops of each
  /// iteration.
  [[nodiscard]] constexpr long largest_interval(long step) const {
    Vector<long> longest(problem_.size(), 1);
    long turns = 1;
    for (const ModuloUse& use : problem_.uses) {
      if (problem_.resources[use.resource].limit >= unlimited) continue;
      if (use.occupancy > longest[use.op]) longest[use.op] = use.occupancy;
      if (problem_.resources[use.resource].turns > turns) turns = problem_.resources[use.resource].turns;
    }
    for (const ModuloEdge& edge : problem_.edges) {
      if (edge.delay > longest[edge.from]) longest[edge.from] = edge.delay;
    }
    for (const ModuloStorage& storage : problem_.storages) {
      for (const StorageEnd& end : storage.ends) {
        if (end.delay > longest[end.op]) longest[end.op] = end.delay;
      }
    }
    long sum = 0;
    for (long length : longest) sum += length;
    const long bound = result_.resource.ii > result_.recurrence.ii ? result_.resource.ii : result_.recurrence.ii;
    return ceil_quotient(bound + sum * turns, step) * step;
  }

  /// The smallest II from `first` at which the longest path takes no more stages than allowed; more than `last`: none.
  /// A longer II makes no path longer, except through a slot limit below the distance of its end.
  [[nodiscard]] constexpr long within_stages(long first, long last) const {
    Vector<LoopArc> arcs;
    for (const LoopArc& arc : arcs_) {
      if (arc.distance >= 0) arcs.push_back(arc);
    }
    long no = first - 1;
    long yes = last + 1;
    while (yes - no > 1) {
      const long middle = no + (yes - no) / 2;
      (stages_at(arcs, middle) <= options_.max_stages ? yes : no) = middle;
    }
    return yes;
  }

  constexpr Answer try_interval(long ii, const ModuloBudget& budget) {
    if (ii < least_) return Answer::no;
    if (bounded_above() && !earliest_starts(arcs_, problem_.size(), ii).recurrence.empty()) return Answer::no;
    const IntervalProblem at = at_interval(problem_, arcs_, ii);
    Feasibility found = find_feasible(at, components_, budget);
    result_.nodes += found.nodes;
    if (found.answer != Answer::yes) return found.answer;
    if (fits(ii, found.starts)) {
      result_.starts = found.starts;
      return Answer::yes;
    }
    return try_tighter(ii, at, budget);
  }

  [[nodiscard]] constexpr bool bounded_above() const {
    for (const LoopArc& arc : arcs_) {
      if (arc.distance < 0) return true;
    }
    return false;
  }

  [[nodiscard]] constexpr bool fits(long ii, const Vector<long>& starts) const {
    if (overflow(problem_, slots_needed(problem_, ii, starts)).any) return false;
    return options_.max_stages == 0 || modulo_costs(problem_, ii, starts).stages <= options_.max_stages;
  }

  /// A schedule exists, but the one that was found needs too many bytes or stages. Searches for another one.
  constexpr Answer try_tighter(long ii, const IntervalProblem& at, const ModuloBudget& budget) {
    const Vector<int> fewest = slots_by_paths(problem_, arcs_, ii);
    if (overflow(problem_, fewest).any) {
      if (result_.miss.ii == 0) note_miss(ii, at);
      return Answer::no;
    }
    if (problem_.size() > max_objective_ops) {
      const Vector<long> starts = within_slots(ii, fewest);
      if (starts.empty()) return Answer::unknown;
      result_.starts = starts;
      return Answer::yes;
    }
    const OrderProblem order = with_origin(at, problem_.capacity);
    OrderSearch search(order);
    const Answer answer = search.run(OrderGoal::any, budget);
    result_.nodes += search.nodes();
    if (answer == Answer::yes) result_.starts = search.best();
    if (answer == Answer::no && result_.miss.ii == 0) note_miss(ii, at);
    return answer;
  }

  /// All ops, an origin that is no later than any of them, and how far from it starts are useful. If no op starts
  /// within II * (1 + the largest distance) + the largest delay, then all ops after that gap can start II earlier:
  /// edges stay satisfied, and no storage needs another slot.
  [[nodiscard]] constexpr OrderProblem with_origin(const IntervalProblem& at, const ModuloCapacity& capacity) const {
    OrderProblem order;
    order.ii = at.ii;
    order.size = at.ops;
    long distance = 0;
    long delay = 0;
    for (const ModuloEdge& edge : problem_.edges) {
      if (edge.distance > distance) distance = edge.distance;
      if (edge.delay > delay) delay = edge.delay;
    }
    for (const ModuloStorage& storage : problem_.storages) {
      for (const StorageEnd& end : storage.ends) {
        if (end.distance > distance) distance = end.distance;
        if (end.delay > delay) delay = end.delay;
      }
    }
    long span = (at.ops - 1) * (at.ii * (1 + distance) + delay);
    if (options_.max_stages > 0 && options_.max_stages * at.ii - 1 < span) span = options_.max_stages * at.ii - 1;
    for (int e = 0; e < problem_.edges.size(); ++e) order.differences.push_back(at.edges[e]);
    for (int i = 0; i < at.ops; ++i) {
      order.differences.push_back({at.ops, i, 0});
      order.differences.push_back({i, at.ops, -span});
    }
    for (const Circle& circle : at.circles) {
      if (circle.uses.empty()) continue;
      OrderCircle arcs;
      arcs.period = circle.period;
      arcs.limit = circle.limit;
      for (int u : circle.uses) arcs.arcs.push_back({at.uses[u].op, at.uses[u].length});
      order.circles.push_back(arcs);
    }
    order.storages = problem_.storages;
    order.capacity = capacity;
    return order;
  }

  /// Records what does not fit at the first II that has a schedule, and how far II must rise before it can fit. Each
  /// storage gets at most the slots that the others leave it, so its lifetime becomes a recurrence.
  constexpr void note_miss(long ii, const IntervalProblem& at) {
    if (problem_.size() > max_objective_ops) return;
    const OrderProblem order = with_origin(at, ModuloCapacity());
    OrderSearch search(order);
    ModuloBudget budget = options_.budget;
    if (budget.nodes > options_.objective_nodes) budget.nodes = options_.objective_nodes;
    search.run(OrderGoal::shared, budget);
    result_.nodes += search.nodes();
    if (!search.improved()) return;
    const Vector<int> slots = slots_needed(problem_, ii, search.best());
    const Overflow over = overflow(problem_, slots);
    if (!over.any) return;  // the stages do not fit, or two spaces do not fit together
    result_.miss = {ii, over.space, over.bytes, over.capacity, slots};

    ModuloProblem tighter = problem_;
    const Vector<int> most = affordable_slots(problem_);
    for (int s = 0; s < most.size(); ++s) tighter.storages[s].max_slots = most[s];
    const Result<RecurrenceBound> bound = recurrence_bound(tighter);
    if (bound.ok()) jump_ = bound.value.ii;
  }

  /// Optimises the later objectives at the II that was found, one after another.
  constexpr void improve() {
    for (OrderGoal goal : later_goals) improve(goal);
  }

  constexpr void improve(OrderGoal goal) {
    ModuloStatus& status = status_of(goal);
    const bool least = (goal == OrderGoal::shared && least_possible(Space::shared, result_.costs.shared)) ||
                       (goal == OrderGoal::registers && least_possible(Space::registers, result_.costs.registers)) ||
                       (goal == OrderGoal::stages && result_.costs.stages == 1);
    if (least) {
      status = ModuloStatus::optimal;
      return;
    }
    if (reach_bound(goal)) {
      status = ModuloStatus::optimal;
      return;
    }
    if (problem_.size() > max_objective_ops) return;
    const IntervalProblem at = at_interval(problem_, arcs_, result_.ii);
    const OrderProblem order = with_origin(at, problem_.capacity);
    OrderSearch search(order);
    search.keep_within(goal, result_.costs);
    search.seed(result_.starts, result_.costs);
    const Answer answer = search.run(goal, {options_.objective_nodes, options_.budget.expired});
    result_.nodes += search.nodes();
    status = answer == Answer::unknown ? ModuloStatus::best : ModuloStatus::optimal;
    if (!search.improved()) return;
    result_.starts = search.best();
    result_.costs = search.costs();
    result_.slots = slots_needed(problem_, result_.ii, result_.starts);
  }

  /// Is the objective at a bound that follows from the edges alone, or does the heuristic get it there? Searching
  /// would find nothing better.
  constexpr bool reach_bound(OrderGoal goal) {
    if (goal == OrderGoal::stages) return result_.costs.stages == fewest_stages();
    if (goal == OrderGoal::starts) return false;
    const Space space = goal == OrderGoal::shared ? Space::shared : Space::registers;
    const Vector<int> fewest = slots_by_paths(problem_, arcs_, result_.ii);
    const long bound = bytes_in(problem_, fewest, space);
    if (bytes_in(problem_, result_.slots, space) == bound) return true;
    // The shared memory stays at what it has reached while the registers are minimised.
    Vector<int> limits = slots_;
    for (int s = 0; s < fewest.size(); ++s) {
      if (problem_.storages[s].space == space) {
        limits[s] = fewest[s];
      } else if (goal == OrderGoal::registers && problem_.storages[s].space == Space::shared) {
        limits[s] = result_.slots[s];
      }
    }
    const Vector<long> starts = within_slots(result_.ii, limits);
    if (starts.empty()) return false;
    set_starts(starts);
    return true;
  }

  /// A schedule by the heuristic that fits, with at most these slots; empty: it found none.
  [[nodiscard]] constexpr Vector<long> within_slots(long ii, const Vector<int>& limits) const {
    const Vector<LoopArc> arcs = all_arcs(problem_, limits);
    if (!earliest_starts(arcs, problem_.size(), ii).recurrence.empty()) return {};
    const IntervalProblem at = at_interval(problem_, arcs, ii);
    IterativeSchedule schedule(at);
    if (!schedule.run(2L * at.ops) || !fits(ii, schedule.starts())) return {};
    return schedule.starts();
  }

  /// The stages that the longest path takes.
  [[nodiscard]] constexpr long fewest_stages() const { return stages_at(arcs_, result_.ii); }
  [[nodiscard]] constexpr long stages_at(const Vector<LoopArc>& arcs, long ii) const {
    long stages = 1;
    for (long start : earliest_starts(arcs, problem_.size(), ii).starts) {
      if (start / ii + 1 > stages) stages = start / ii + 1;
    }
    return stages;
  }

  constexpr void set_starts(const Vector<long>& starts) {
    result_.starts = starts;
    result_.slots = slots_needed(problem_, result_.ii, starts);
    result_.costs = modulo_costs(problem_, result_.ii, starts);
  }

  [[nodiscard]] constexpr bool least_possible(Space space, long bytes) const {
    return bytes == bytes_in(problem_, least_slots(problem_), space);
  }

  constexpr ModuloStatus& status_of(OrderGoal goal) {
    switch (goal) {
      case OrderGoal::shared: return result_.shared_status;
      case OrderGoal::registers: return result_.registers_status;
      case OrderGoal::stages: return result_.stages_status;
      default: return result_.starts_status;
    }
  }

  const ModuloProblem& problem_;
  const ModuloOptions& options_;
  Vector<int> slots_;
  Vector<LoopArc> arcs_;
  Components components_;
  ModuloResult result_;
  long least_ = 1;     // no smaller II is possible: paired_bound, within_stages
  Vector<long> open_;  // II without an answer, in ascending order
  long left_out_ = 0;  // the first II that a large step did not try; 0: none
  long jump_ = 0;      // the next II to try, if those before it are ruled out
};

}  // namespace detail

/// Schedules a loop. Fails if the problem is not well-formed, if a recurrence of distance 0 has a positive delay, if a
/// fixed II is below the bounds or has no schedule, if the capacities are too small at every II, or if the budget runs
/// out before any schedule is found.
constexpr Result<ModuloResult> modulo_schedule(const ModuloProblem& problem, const ModuloOptions& options = {}) {
  const Diagnostic refused = check_modulo_problem(problem);
  if (refused) return refused;
  return detail::ModuloSearch(problem, options).run();
}

/// "II 1152 instead of 1024: 5 slots of 49152 bytes (A) exceed 232448 bytes of shared memory"; empty if memory did not
/// raise II.
constexpr Text describe_miss(const ModuloProblem& problem, const ModuloResult& result) {
  Text text;
  const CapacityMiss& miss = result.miss;
  if (miss.ii == 0) return text;
  text << "II " << result.ii << " instead of " << miss.ii << ": ";
  bool first = true;
  for (int s = 0; s < miss.slots.size(); ++s) {
    const ModuloStorage& storage = problem.storages[s];
    if (storage.space != miss.space) continue;
    if (!first) text << " and ";
    first = false;
    text << miss.slots[s] << (miss.slots[s] == 1 ? " slot of " : " slots of ") << storage.bytes << " bytes ("
         << storage.name << ")";
  }
  constexpr const char* spaces[] = {"shared memory", "registers", "tensor memory"};
  text << " exceed " << miss.capacity << " bytes of " << spaces[static_cast<int>(miss.space)];
  return text;
}

}  // namespace stretto
