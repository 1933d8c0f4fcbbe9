#include "workgroup.hpp"

#include <algorithm>

#include "mfma.hpp"

namespace stretto::cdna::emulator {

namespace {
Workgroup* running = nullptr;
}  // namespace

Workgroup::Workgroup(const Launch& launch, const Options& options, int x, int y)
    : options_(options),
      latencies_(latencies_of(launch.chip)),
      chip_(launch.chip),
      memory_(launch.lds_bytes, launch.poison, launch.allocations),
      x_(x),
      y_(y),
      random_(options.seed) {
  constexpr CounterLimits limits;
  for (int w = 0; w < launch.waves; ++w) {
    waves_.push_back(std::make_unique<Wave>());
    waves_.back()->vm.capacity = limits.vm_capacity;
    waves_.back()->lgkm.capacity = limits.lgkm_capacity;
  }
}

Workgroup& Workgroup::current() { return *running; }

Outcome Workgroup::run(const std::function<void()>& body) {
  running = this;
  for (const auto& wave : waves_) {
    wave->fiber.start([this, &body, self = wave.get()] {
      try {
        body();
      } catch (const Fault& fault) {
        if (outcome_.finished()) outcome_.error = fault.what;
      }
      self->ended = true;
    });
  }
  while (outcome_.finished() && (now_ = choose()) >= 0) current_wave().fiber.resume();
  running = nullptr;
  for (int w = 0; outcome_.finished() && w < static_cast<int>(waves_.size()); ++w) {
    const Wave& wave = *waves_[static_cast<std::size_t>(w)];
    if (!wave.ended) {
      outcome_.error = "wave " + std::to_string(w) + " waits forever at its barrier " + std::to_string(wave.barriers);
    }
    outcome_.cycles = std::max(outcome_.cycles, wave.clock);
  }
  return outcome_;
}

// --- choice of the next wave

/// -1: no wave can.
int Workgroup::choose() {
  int chosen = -1;
  int runnable = 0;
  for (int w = 0; w < static_cast<int>(waves_.size()); ++w) {
    const Wave& wave = *waves_[static_cast<std::size_t>(w)];
    if (wave.ended || wave.waiting) continue;
    ++runnable;
    const bool better = modelled() ? chosen < 0 || earlier(w, chosen) : random_.below(runnable) == 0;
    if (better) chosen = w;
  }
  return chosen;
}

bool Workgroup::earlier(int wave, int than) const {
  const Wave& x = *waves_[static_cast<std::size_t>(wave)];
  const Wave& y = *waves_[static_cast<std::size_t>(than)];
  if (x.clock != y.clock) return x.clock < y.clock;
  if (x.priority != y.priority) return x.priority > y.priority;
  return wave < than;
}

void Workgroup::turn() {
  Fiber& fiber = current_wave().fiber;
  if (modelled()) {
    if (choose() != now_) fiber.yield();
    land_due(current_wave().clock);
    return;
  }
  if (options_.landing == Landing::random) land_some();
  if (options_.seed % 2 == 1 && random_.one_in(8)) fiber.yield();
}

/// Waits until then; other waves proceed meanwhile.
void Workgroup::pass_time(long until) {
  Wave& wave = current_wave();
  wave.clock = std::max(wave.clock, until);
  turn();
}

// --- landings

void Workgroup::issue(Queue& queue, const Operation& operation) {
  wait(queue, queue.capacity - 1);
  queue.operations.push_back(operation);
  if (modelled()) {
    queue.operations.back().done = time_of_landing(queue);
    current_wave().clock += latencies_.issue;
    return;
  }
  const bool load = &queue == &current_wave().vm;
  const Landing early = load ? Landing::early_loads : Landing::early_reads;
  if (options_.landing == early) wait(queue, 0);
}

/// Of the newest operation.
long Workgroup::time_of_landing(const Queue& queue) {
  const Wave& wave = current_wave();
  const bool load = &queue == &wave.vm;
  long done = 0;
  if (load) {
    done = wave.clock + latencies_.global_least + random_.below(latencies_.global_most - latencies_.global_least + 1);
  } else {
    const long served = std::max(wave.clock, lds_free_);
    lds_free_ = served + latencies_.lds_port;
    done = served + latencies_.lds_least + random_.below(latencies_.lds_most - latencies_.lds_least + 1);
  }
  if (queue.size() > 1) done = std::max(done, queue.operations[queue.operations.size() - 2].done);
  return done;
}

/// Until at most `count` are in flight.
void Workgroup::wait(Queue& queue, int count) {
  if (modelled()) {
    if (queue.size() > count)
      pass_time(queue.operations[queue.operations.size() - 1 - static_cast<std::size_t>(count)].done);
    return;
  }
  while (queue.size() > count) land_oldest(queue);
}

/// Waits until no operation into the register is in flight.
void Workgroup::wait_for_register(const Piece& piece) {
  for (Queue* queue : {&current_wave().vm, &current_wave().lgkm}) {
    for (int newer = 0; newer < queue->size(); ++newer) {
      if (queue->operations[queue->operations.size() - 1 - static_cast<std::size_t>(newer)].to != &piece) continue;
      wait(*queue, newer);
      break;
    }
  }
}

void Workgroup::land_oldest(Queue& queue) {
  queue.operations.front().land(memory_);
  queue.operations.pop_front();
}

/// Lands, with some probability, some of one wave's operations in flight.
void Workgroup::land_some() {
  if (!random_.one_in(4)) return;
  Wave& wave = *waves_[static_cast<std::size_t>(random_.below(static_cast<int>(waves_.size())))];
  for (Queue* queue : {&wave.vm, &wave.lgkm}) {
    for (int count = random_.below(queue->size() + 1); count > 0; --count) land_oldest(*queue);
  }
}

/// Lands everything that is due by a time, in the order of time.
void Workgroup::land_due(long time) {
  while (true) {
    Queue* next = nullptr;
    for (const auto& wave : waves_) {
      for (Queue* queue : {&wave->vm, &wave->lgkm}) {
        if (queue->size() == 0 || queue->operations.front().done > time) continue;
        if (next == nullptr || queue->operations.front().done < next->operations.front().done) next = queue;
      }
    }
    if (next == nullptr) return;
    land_oldest(*next);
  }
}

// --- instructions

namespace {

Operation from_memory(Operation::Kind kind, const Buffer& from, const Lanes<int>& lane_offset, int offset, int bytes) {
  return {.kind = kind, .buffer = from, .at = lane_offset, .offset = offset, .bytes = bytes};
}

}  // namespace

void Workgroup::load_to_lds(const Buffer& from, int to, const Lanes<int>& lane_offset, int offset, int bytes) {
  turn();
  if (bytes > facts(chip_).load_bytes) throw Fault{"a lane loads more into LDS than it can"};
  Operation operation = from_memory(Operation::Kind::load_to_lds, from, lane_offset, offset, bytes);
  operation.lds = to;
  issue(current_wave().vm, operation);
}

void Workgroup::load(Piece& to, const Buffer& from, const Lanes<int>& lane_offset, int offset) {
  turn();
  if (interlocked()) wait_for_register(to);
  memory_.poison(to);
  Operation operation = from_memory(Operation::Kind::load, from, lane_offset, offset, piece_bytes);
  operation.to = &to;
  issue(current_wave().vm, operation);
}

/// Nothing reads what is stored, so it is stored at once.
void Workgroup::store(const Buffer& to, const Lanes<int>& lane_offset, const std::uint16_t* of_lanes, int of_lane) {
  turn();
  const int bytes = of_lane * static_cast<int>(sizeof *of_lanes);
  for (int lane = 0; lane < wave_lanes; ++lane) {
    unsigned char* at = memory_.store(to, lane_offset[lane], bytes);
    if (at != nullptr) std::memcpy(at, of_lanes + lane * of_lane, static_cast<std::size_t>(bytes));
  }
  if (modelled()) current_wave().clock += latencies_.issue;
}

void Workgroup::read_lds(Piece& to, const Lanes<int>& at) {
  turn();
  if (interlocked()) wait_for_register(to);
  memory_.poison(to);
  outcome_.bank_conflicts += bank_conflicts(chip_, LdsAccess::read, at.of);
  Operation operation;
  operation.kind = Operation::Kind::read;
  operation.at = at;
  operation.bytes = piece_bytes;
  operation.to = &to;
  issue(current_wave().lgkm, operation);
}

void Workgroup::write_lds(const Lanes<int>& at, const Piece& value) {
  turn();
  if (interlocked()) wait_for_register(value);
  outcome_.bank_conflicts += bank_conflicts(chip_, LdsAccess::write, at.of);
  Operation operation;
  operation.kind = Operation::Kind::write;
  operation.at = at;
  operation.bytes = piece_bytes;
  operation.value = value;
  issue(current_wave().lgkm, operation);
}

void Workgroup::multiply(Mfma mfma, float* sums, const Piece* first, const Piece* second, int step) {
  turn();
  const PiecesOfStep pieces = pieces_of_step(mfma, step);
  for (int p = pieces.first; interlocked() && p < pieces.first + pieces.count; ++p) {
    wait_for_register(first[p]);
    wait_for_register(second[p]);
  }
  if (modelled()) {
    long& free = simd_free_[now_ % 4];
    while (current_wave().clock < free) pass_time(free);
    free = current_wave().clock + shape(mfma).cycles();
    current_wave().clock += latencies_.issue;
  }
  emulator::multiply(mfma, sums, first, second, step);
}

void Workgroup::wait_vm(int count) {
  turn();
  wait(current_wave().vm, count);
}

void Workgroup::wait_lgkm(int count) {
  turn();
  wait(current_wave().lgkm, count);
}

void Workgroup::barrier(bool draining) {
  turn();
  Wave& wave = current_wave();
  if (draining) wait(wave.lgkm, 0);
  const int number = ++wave.barriers;
  wave.waiting = true;
  if (static_cast<int>(barrier_times_.size()) < number) barrier_times_.push_back(0);
  long& time = barrier_times_[static_cast<std::size_t>(number - 1)];
  time = std::max(time, wave.clock);
  const bool all = std::all_of(waves_.begin(), waves_.end(), [&](const auto& w) { return w->barriers >= number; });
  if (all) {
    for (const auto& other : waves_) {
      if (!other->waiting || other->barriers != number) continue;
      other->waiting = false;
      other->clock = time + latencies_.barrier;
    }
  }
  if (wave.waiting || modelled() || random_.one_in(2)) wave.fiber.yield();
}

}  // namespace stretto::cdna::emulator
