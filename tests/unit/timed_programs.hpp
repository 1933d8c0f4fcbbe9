// Wave programs with costs, written by hand for the timed executor.
#pragma once

#include <stretto/timing/stalls_text.hpp>

#include "../program_parts.hpp"

namespace stretto::timed {

struct Made {
  WaveProgram program;
  TimedCosts costs;

  constexpr int unit(const char* name, int limit = 1) {
    costs.units.push_back({name, limit});
    return costs.units.size() - 1;
  }
  constexpr int op(const TimedOp& op) {
    costs.ops.push_back(op);
    return costs.ops.size() - 1;
  }
  constexpr int buffer(const char* name, Space space, int slots = 1) {
    return parts::add_buffer(program, name, space, slots);
  }
  constexpr int barrier(const char* name, int slots, int arrivals, PhaseBarrierKind kind = PhaseBarrierKind::mbarrier) {
    return parts::add_phase_barrier(program, {name, kind, slots, arrivals});
  }
  constexpr int role(const char* name, int waves = 1) { return parts::add_role(program, name, waves); }

  constexpr Step& put(int role, Section section, const Step& step) {
    Role& owner = program.roles[role];
    Vector<Step>& steps = owner.steps[section];
    steps.push_back(step);
    steps.back().section = section;
    steps.back().first_access = program.accesses.size();
    return steps.back();
  }
  /// Costs of the step that was added last.
  constexpr void touch(Step& step, int buffer, AccessMode mode, int slot = 0, int slot_step = 0) {
    program.accesses.push_back({buffer, slot, slot_step, 0, mode});
    ++step.access_count;
  }
  constexpr void update(Step& step, int buffer) {
    touch(step, buffer, AccessMode::read);
    touch(step, buffer, AccessMode::write);
  }

  [[nodiscard]] constexpr Result<TimedReport> steady() const { return steady_time(program, costs); }
  [[nodiscard]] constexpr Result<TimedTrace> run(int trips) const {
    return timed_run(program, costs, trips, KeepTimeline::yes);
  }
};

constexpr PhaseUse use(int barrier, int slot = 0, int slot_step = 1, int flip = 0, int bytes = 0) {
  return {barrier, slot, slot_step, flip, bytes};
}

constexpr Step op_step(Action action, int op, Counter counter = Counter::none, int weight = 1) {
  Step step;
  step.action = action;
  step.op = op;
  step.counter = counter;
  step.weight = weight;
  if (action == Action::consume) step.accumulator = 0;
  return step;
}
constexpr Step fetch(int op, const PhaseUse& to) {
  Step step = op_step(Action::fetch, op, Counter::bytes);
  step.phase_barrier = to;
  return step;
}
constexpr Step consume(int op, Counter counter = Counter::none, int weight = 1) {
  return op_step(Action::consume, op, counter, weight);
}
constexpr Step wait(Counter counter, int count) {
  return {.action = Action::wait, .counter = counter, .count = count, .phase_barrier = {}};
}
constexpr Step arrive(const PhaseUse& at, Counter counter = Counter::none) {
  return {.action = Action::arrive, .counter = counter, .phase_barrier = at};
}
constexpr Step await(const PhaseUse& at) { return {.action = Action::await, .phase_barrier = at}; }
constexpr Step barrier(const PhaseUse& at = {}) { return {.action = Action::barrier, .phase_barrier = at}; }

/// How the consumer of a ring releases a slot.
enum class Release : unsigned char {
  late,          // the next multiply is issued first, and may still run
  at_once,       // nothing runs while it waits
  asynchronous,  // the arrival follows the multiply by itself (tcgen05.commit)
};

/// A Hopper GEMM loop: a producer fills `slots` slots by bulk loads, a consumer multiplies and releases them.
struct Ring {
  int slots = 4;
  int load_latency = 600;
  int load_occupancy = 0;  // of the memory
  int multiply = 100;
  Release release = Release::late;
  int consumer_waves = 1;
  int await_cost = 0;

  enum : int { memory, tensor };      // units
  enum : int { producer, consumer };  // roles
  enum : int { load_op, multiply_op };

  [[nodiscard]] constexpr Made made() const {
    constexpr int bytes = 1024;
    Made out;
    out.unit("memory");
    out.unit("tensor");
    out.op({"load", memory, load_occupancy, load_latency});
    out.op({"multiply", tensor, multiply, multiply});
    out.costs.await = await_cost;
    const int full = out.barrier("full", slots, 1);
    const int empty = out.barrier("empty", slots, consumer_waves);
    out.role("producer");
    out.role("consumer", consumer_waves);
    out.put(producer, Section::kernel, await(use(empty, 0, 1, 1)));
    out.put(producer, Section::kernel, arrive(use(full, 0, 1, 0, bytes)));
    out.put(producer, Section::kernel, fetch(load_op, use(full, 0, 1, 0, bytes)));
    if (release == Release::late) {
      out.program.roles[consumer].extra_trips = -1;
      out.program.min_trips = 1;
      out.put(consumer, Section::prologue, await(use(full)));
      out.put(consumer, Section::prologue, consume(multiply_op, Counter::mma));
      out.put(consumer, Section::kernel, await(use(full, 1)));
      out.put(consumer, Section::kernel, consume(multiply_op, Counter::mma));
      out.put(consumer, Section::kernel, wait(Counter::mma, 1));
      out.put(consumer, Section::kernel, arrive(use(empty)));
      out.put(consumer, Section::epilogue, wait(Counter::mma, 0));
      out.put(consumer, Section::epilogue, arrive(use(empty)));
    } else {
      const Counter counter = release == Release::at_once ? Counter::mma : Counter::tensor;
      out.put(consumer, Section::kernel, await(use(full)));
      out.put(consumer, Section::kernel, consume(multiply_op, counter));
      if (release == Release::at_once) {
        out.put(consumer, Section::kernel, wait(Counter::mma, 0));
        out.put(consumer, Section::kernel, arrive(use(empty)));
      } else {
        out.put(consumer, Section::kernel, arrive(use(empty), Counter::tensor));
      }
    }
    return out;
  }
};

/// A consumer of FlashAttention: scores (QK) and values (PV) on the tensor unit, softmax on the vector unit.
struct Attention {
  int multiply = 100;
  int softmax = 80;
  bool overlapped = false;

  static constexpr int tensor = 0;
  static constexpr int vector = 1;

  [[nodiscard]] constexpr Made made() const {
    Made out;
    out.unit("tensor");
    out.unit("vector");
    const int qk = out.op({"QK", tensor, multiply, multiply});
    const int soft = out.op({"softmax", vector, softmax, softmax});
    const int pv = out.op({"PV", tensor, multiply, multiply});
    out.role("consumer", 4);
    const auto score = [&](Section section) { out.put(0, section, consume(qk, Counter::mma)); };
    const auto weigh = [&](Section section) { out.put(0, section, consume(soft)); };
    const auto add = [&](Section section) { out.put(0, section, consume(pv, Counter::mma)); };
    const auto until = [&](Section section, int count) { out.put(0, section, wait(Counter::mma, count)); };
    if (overlapped) {
      score(Section::prologue);
      until(Section::prologue, 0);
      weigh(Section::prologue);
      score(Section::kernel);  // of the next iteration
      add(Section::kernel);
      until(Section::kernel, 1);
      weigh(Section::kernel);
      until(Section::kernel, 0);
      add(Section::epilogue);
      until(Section::epilogue, 0);
      out.program.roles[0].extra_trips = -1;
      out.program.min_trips = 1;
    } else {
      score(Section::kernel);
      until(Section::kernel, 0);
      weigh(Section::kernel);
      add(Section::kernel);
      until(Section::kernel, 0);
    }
    return out;
  }
};

/// Two roles that work for different times and meet.
struct Meeting {
  int quick = 10;
  int slow = 30;
  int cost = 7;
  bool named = false;
  int waves = 1;

  [[nodiscard]] constexpr Made made() const {
    Made out;
    const int cycles[] = {quick, slow};
    const char* names[] = {"quick", "slow"};
    int bar = -1;
    if (named) bar = out.barrier("turn", 1, 2 * waves, PhaseBarrierKind::named);
    (named ? out.costs.named_barrier : out.costs.barrier) = cost;
    for (int a = 0; a < 2; ++a) {
      out.unit(names[a]);
      out.op({names[a], a, cycles[a], cycles[a]});
      out.role(names[a], waves);
      out.put(a, Section::kernel, consume(a));
      if (named) {
        out.put(a, Section::kernel, barrier(use(bar, 0, 0)));
      } else {
        out.put(a, Section::kernel, barrier());
      }
    }
    return out;
  }
};

}  // namespace stretto::timed
