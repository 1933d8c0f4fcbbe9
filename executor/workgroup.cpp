#include "workgroup.hpp"

#include <algorithm>
#include <stdexcept>

namespace stretto::executor {

namespace {

int ring_size(int capacity) {
  int size = 2;
  while (size < capacity + 2) size *= 2;  // the operations in flight, and one being issued
  return size;
}

}  // namespace

Workgroup::Workgroup(const Machine& machine, int trips)
    : machine_(machine),
      trips_(trips),
      plain_(machine, trips),
      memory_(machine),
      waves_(machine.waves.size()),
      written_at_(2 * static_cast<std::size_t>(machine.register_cells)),
      sums_(static_cast<std::size_t>(machine.waves.size() * machine.accumulators)),
      terms_(sums_.size()),
      sum_of_(sums_.size(), -1) {
  if (waves_.empty() || waves_.size() > 64) throw std::invalid_argument("1 to 64 waves");
  const int capacities[2] = {machine.limits.vm_capacity, machine.limits.lgkm_capacity};
  if (capacities[0] < 1 || capacities[1] < 1) throw std::invalid_argument("a counter holds at least one operation");
  const int sizes[2] = {ring_size(capacities[0]), ring_size(capacities[1])};
  rings_.resize(static_cast<std::size_t>(waves_.size()) * static_cast<std::size_t>(sizes[0] + sizes[1]));
  Group* ring = rings_.data();
  for (int w = 0; w < waves_.size(); ++w) {
    waves_[w].number = w;
    waves_[w].code = &machine.waves[w];
    for (int c = 0; c < 2; ++c) {
      Queue& queue = waves_[w].queues[c];
      queue.ring = ring;
      queue.ring_mask = sizes[c] - 1;
      queue.capacity = capacities[c];
      ring += sizes[c];
    }
  }
  for (int s = 0; s < machine.sums.size(); ++s) {
    const Sum& sum = machine.sums[s];
    sum_of_.data()[sum.wave * machine.accumulators + sum.accumulator] = s;
  }
}

void Workgroup::reset(bool diagnose) {
  diagnose_ = diagnose;
  first_wrong_ = {};
  memory_.reset();
  std::ranges::fill(written_at_, 0u);
  std::ranges::fill(sums_, 0.0);
  std::ranges::fill(terms_, 0);
  runnable_ = 0;
  arrived_ = 0;
  unfinished_ = 0;
  for (Wave& wave : waves_) {
    wave.start(trips_);
    if (wave.finished) continue;
    ++unfinished_;
    runnable_ |= std::uint64_t{1} << wave.number;
  }
}

Progress Workgroup::step(int number, bool read_at_issue) {
  Wave& wave = waves_[number];
  const Instruction& instruction = *wave.next;
  switch (instruction.action) {
    case Action::nothing: break;
    case Action::wait: {
      Queue& queue = wave.queue(instruction.counter);
      if (queue.pending > instruction.count) land(wave, queue, queue.pending - instruction.count);
      break;
    }
    case Action::barrier: return arrive(wave);
    default:
      if (machine_.registers == RegisterReading::interlocked) await_registers(wave, instruction);
      if (instruction.counter != Counter::none) {
        issue(wave, instruction, read_at_issue);
      } else if (instruction.action == Action::consume) {
        accumulate(wave, instruction, wave.trip, product(instruction, wave.trip, 0, machine_.rows));
      } else {
        transfer_now(instruction, wave.trip);
      }
  }
  return pass(wave);
}

/// Advances the wave to its next instruction.
Progress Workgroup::pass(Wave& wave) {
  wave.advance(trips_);
  if (!wave.finished) return Progress::stepped;
  --unfinished_;
  runnable_ &= ~(std::uint64_t{1} << wave.number);
  return Progress::stopped;
}

Progress Workgroup::arrive(Wave& wave) {
  if (machine_.barriers == BarrierKind::draining) {
    Queue& lgkm = wave.queue(Counter::lgkm);
    land(wave, lgkm, lgkm.pending);
  }
  runnable_ &= ~(std::uint64_t{1} << wave.number);
  if (++arrived_ < waves_.size()) return Progress::stopped;
  arrived_ = 0;
  for (Wave& released : waves_) {
    runnable_ |= std::uint64_t{1} << released.number;
    pass(released);
  }
  return Progress::released;
}

void Workgroup::issue(Wave& wave, const Instruction& instruction, bool read_at_issue) {
  Queue& queue = wave.queue(instruction.counter);
  Group& group = queue.push();
  group.instruction = &instruction;
  group.trip = wave.trip;
  group.sampled = read_at_issue || (instruction.action == Action::consume && instruction.reads_registers);
  while (group.issued < instruction.weight) {
    int operations = std::min(queue.capacity - queue.pending, instruction.weight - group.issued);
    if (operations == 0) {
      land(wave, queue, 1);
      continue;
    }
    begin(group, first_row(group.issued, instruction.weight), first_row(group.issued + operations, instruction.weight));
    group.issued += operations;
    queue.pending += operations;
    queue.issued += static_cast<std::uint32_t>(operations);
  }
  // The last operation that writes a register is known only now.
  if (instruction.action != Action::consume) {
    for (int t = instruction.first; t < instruction.first + instruction.size; ++t) {
      const Place& target = machine_.transfers[t].target;
      if (target.register_cell < 0) continue;
      const int cell = target.register_cell + target.slot_in_trip(wave.trip);
      written_at_.data()[2 * cell + static_cast<int>(instruction.counter) - 1] = queue.issued;
    }
  }
  if (queue.landing == Landing::early) land(wave, queue, queue.pending);
}

/// Registers are read at issue; shared memory at issue or at completion, depending on the policy.
bool Workgroup::samples(const Group& group, const Transfer& transfer) {
  if (group.instruction->action != Action::move) return false;
  return group.sampled || transfer.source.register_cell >= 0;
}

/// Issues rows `from` to `to` of the group.
void Workgroup::begin(Group& group, int from, int to) {
  const Instruction& instruction = *group.instruction;
  if (instruction.action == Action::consume) {
    if (group.sampled) group.value += product(instruction, group.trip, from, to);
    return;
  }
  for (int t = instruction.first; t < instruction.first + instruction.size; ++t) {
    const Transfer& transfer = machine_.transfers[t];
    if (samples(group, transfer)) memory_.sample(transfer, group.trip, from, to);
    memory_.begin_write(transfer, group.trip, from, to);
  }
}

void Workgroup::land_rest() {
  for (Wave& wave : waves_) {
    for (Queue& queue : wave.queues) land(wave, queue, queue.pending);
  }
}

void Workgroup::land(Wave& wave, Queue& queue, int operations) {
  queue.pending -= operations;
  queue.landed += static_cast<std::uint32_t>(operations);
  while (operations > 0) {
    Group& group = queue.oldest();
    const int of_group = std::min(operations, group.issued - group.landed);
    land_group(wave, group, of_group);
    operations -= of_group;
    if (group.landed == group.instruction->weight) queue.pop();
  }
}

void Workgroup::land_group(Wave& wave, Group& group, int operations) {
  const Instruction& instruction = *group.instruction;
  const int from = first_row(group.landed, instruction.weight);
  const int to = first_row(group.landed + operations, instruction.weight);
  group.landed += operations;
  if (instruction.action == Action::consume) {
    if (!group.sampled) group.value += product(instruction, group.trip, from, to);
    if (group.landed == instruction.weight) accumulate(wave, instruction, group.trip, group.value);
    return;
  }
  for (int t = instruction.first; t < instruction.first + instruction.size; ++t) {
    const Transfer& transfer = machine_.transfers[t];
    if (instruction.action == Action::fetch) {
      const int tile = instruction.tile + group.trip * instruction.tile_step;
      memory_.land_fetch(transfer, group.trip, plain_.column(tile, transfer.column), from, to);
    } else if (samples(group, transfer)) {
      memory_.land_sampled(transfer, group.trip, from, to);
    } else {
      memory_.land_move(transfer, group.trip, from, to);
    }
  }
}

/// Performs a transfer that completes before the next step starts.
void Workgroup::transfer_now(const Instruction& instruction, int trip) {
  Group group;
  group.instruction = &instruction;
  group.trip = trip;
  group.sampled = true;
  begin(group, 0, machine_.rows);
  for (int t = instruction.first; t < instruction.first + instruction.size; ++t) {
    const Transfer& transfer = machine_.transfers[t];
    if (instruction.action == Action::fetch) {
      const int tile = instruction.tile + trip * instruction.tile_step;
      memory_.land_fetch(transfer, trip, plain_.column(tile, transfer.column), 0, machine_.rows);
    } else {
      memory_.land_sampled(transfer, trip, 0, machine_.rows);
    }
  }
}

/// With interlocked registers, waits for pending writes of the registers that the instruction reads or writes.
void Workgroup::await_registers(Wave& wave, const Instruction& instruction) {
  for (int i = instruction.first; i < instruction.first + instruction.size; ++i) {
    if (instruction.action == Action::consume) {
      await_register(wave, machine_.operands[i]);
    } else {
      await_register(wave, machine_.transfers[i].source);
      await_register(wave, machine_.transfers[i].target);
    }
  }
}

/// Lands everything up to the last operation that writes the register.
void Workgroup::await_register(Wave& wave, const Place& place) {
  if (place.register_cell < 0) return;
  const int cell = place.register_cell + place.slot_in_trip(wave.trip);
  for (int c = 0; c < 2; ++c) {
    Queue& queue = wave.queues[c];
    const std::uint32_t last = written_at_.data()[2 * cell + c];
    if (last > queue.landed) land(wave, queue, static_cast<int>(last - queue.landed));
  }
}

double Workgroup::product(const Instruction& instruction, int trip, int from, int to) const {
  return memory_.product(machine_.operands.begin() + instruction.first, instruction.size, trip, from, to);
}

void Workgroup::accumulate(const Wave& wave, const Instruction& instruction, int trip, double term) {
  const int place = wave.number * machine_.accumulators + instruction.accumulator;
  sums_.data()[place] += term;
  const int n = terms_.data()[place]++;
  if (first_wrong_.instruction != nullptr) return;
  bool wrong = term != term;  // NaN
  if (diagnose_ && !wrong && sum_of_.data()[place] >= 0) {
    const double right = plain_.term(machine_, sum_of_.data()[place], n);
    wrong = right == right && term != right;
  }
  if (wrong) first_wrong_ = {&instruction, wave.number, trip, n, term};
}

}  // namespace stretto::executor
