#include "state_pair_programs.hpp"

#include <utility>

#include "program_builder.hpp"

namespace stretto::study {

namespace {

constexpr LatencyBounds cycles{.global_min = 400, .read_max = 35, .read_cycles = 4, .issue_max = 3, .compute_max = 20};

/// A loop that two prologues lead to. A step of the prologue is in both unless stated otherwise.
class TwoWays {
 public:
  ProgramBuilder b;

  TwoWays() { b.program.tiles_per_trip = 1; }

  /// A phase barrier with this many arrivals.
  int signal(int arrivals = 1) { return b.phase_barrier("signal", PhaseBarrierKind::mbarrier, 1, arrivals); }

  void both(int role, const BuiltStep& step) { b.put(role, Section::prologue, step); }
  void right(int role, const BuiltStep& step) { add(role, step, not_in_wrong_); }
  void wrong(int role, const BuiltStep& step) { add(role, step, not_in_right_); }
  void kernel(int role, const BuiltStep& step) { b.put(role, Section::kernel, step); }
  void epilogue(int role, const BuiltStep& step) { b.put(role, Section::epilogue, step); }

  [[nodiscard]] StatePairProgram as(std::string name, const LatencyBounds& latency = {}) const {
    return {std::move(name), {b.program, {without(not_in_right_), without(not_in_wrong_)}}, latency};
  }

 private:
  using Places = std::vector<std::pair<int, int>>;  // role and index

  void add(int role, const BuiltStep& step, Places& left_out) {
    left_out.emplace_back(role, b.program.roles[role].steps.prologue.size());
    both(role, step);
  }
  [[nodiscard]] WaveProgram without(const Places& places) const {
    WaveProgram program = b.program;
    for (const auto& [role, index] : places) {
      Step left_out = nothing().step;
      left_out.entry = index;
      program.roles[role].steps.prologue[index] = left_out;
    }
    return program;
  }

  Places not_in_right_;
  Places not_in_wrong_;
};

/// Three roles. The first does something and signals the second; only in the right history does the second wait for the
/// signal. Then the first advances without further signals. The third never learns of it.
class Telling : public TwoWays {
 public:
  int x = b.buffer("x", Space::shared);
  int told = signal();
  int answer = signal();
  int first = b.role("first");
  int second = b.role("second");
  int third = b.role("third");

  void tell() {
    both(first, arrive().at(told));
    right(second, await().at(told));
    both(second, arrive().at(answer));
    both(first, await().at(answer));
    for (int i = 0; i < 4; ++i) both(first, arrive().at(told));
    kernel(third, nothing());
  }
};

StatePairProgram who_knows_of_a_write() {
  Telling t;
  t.both(t.first, fetch(0, 0).write(t.x));
  t.tell();
  t.kernel(t.second, work(0, 0).read(t.x));
  return t.as("who knows of a write");
}

StatePairProgram who_knows_of_a_read() {
  Telling t;
  const int late = t.signal();
  t.both(t.first, work(-1, 0).read(t.x));
  t.tell();
  t.both(t.first, arrive().at(late));
  t.kernel(t.second, fetch(0, 0).write(t.x));
  t.epilogue(t.third, await().at(late));
  t.epilogue(t.third, fetch(0, 0).write(t.x));
  return t.as("who knows of a read");
}

/// The second role awaits the phase in which a bulk load completes, or only later phases, which it learns of otherwise.
StatePairProgram who_knows_of_a_load() {
  Telling t;
  t.both(t.first, arrive().at(t.told, 0, 0, 16));
  t.both(t.first, fetch(0, 0).in(Counter::bytes).write(t.x).at(t.told, 0, 0, 16));
  t.both(t.first, await().at(t.told));
  t.right(t.second, await().at(t.told));
  t.both(t.second, arrive().at(t.answer));
  t.both(t.first, await().at(t.answer));
  for (int i = 0; i < 4; ++i) t.both(t.first, arrive().at(t.told));
  t.kernel(t.second, work(0, 0).read(t.x));
  t.kernel(t.third, nothing());
  return t.as("who knows of a load");
}

/// The second role knows of the first phase. The load completed in that phase, or in the next.
StatePairProgram when_a_load_came() {
  Telling t;
  const auto load = [&] { return fetch(0, 0).in(Counter::bytes).write(t.x).at(t.told, 0, 0, 16); };
  t.both(t.first, arrive().at(t.told, 0, 0, 16));
  t.both(t.first, load());
  t.both(t.first, await().at(t.told));
  t.both(t.second, await().at(t.told));
  t.both(t.second, arrive().at(t.answer));
  t.both(t.first, await().at(t.answer));
  t.right(t.first, arrive().at(t.told));
  t.wrong(t.first, arrive().at(t.told, 0, 0, 16));
  t.wrong(t.first, load());
  t.both(t.first, await().at(t.told, 0, 0, 0, 1));
  t.kernel(t.second, work(0, 0).read(t.x));
  t.kernel(t.third, nothing());
  return t.as("when a load came");
}

/// Two loads, each signalled at its own slot of a barrier. The second role awaits one slot.
StatePairProgram where_a_load_tells() {
  Telling t;
  const int y = t.b.buffer("y", Space::shared);
  const int two = t.b.phase_barrier("two", PhaseBarrierKind::mbarrier, 2, 1);
  const auto load = [&](int to, int place) { return fetch(0, 0).in(Counter::bytes).write(to).at(two, place, 0, 16); };
  for (const int place : {0, 1}) t.both(t.first, arrive().at(two, place, 0, 16));
  t.right(t.first, load(t.x, 0));
  t.wrong(t.first, load(y, 0));
  t.right(t.first, load(y, 1));
  t.wrong(t.first, load(t.x, 1));
  for (const int place : {0, 1}) t.both(t.first, await().at(two, place));
  t.both(t.second, await().at(two, 0));
  t.kernel(t.second, work(0, 0).read(t.x));
  t.kernel(t.third, nothing());
  return t.as("where a load tells of itself");
}

/// Two operations that write registers, each followed by an arrival. The wave awaits the first arrival.
StatePairProgram told_of_its_own() {
  TwoWays t;
  const int told = t.signal();
  const int unheard = t.signal();
  const int x = t.b.buffer("x", Space::registers);
  const int y = t.b.buffer("y", Space::registers);
  const int all = t.b.role("all");
  t.right(all, work(0, 0).in(Counter::mma).write(x));
  t.wrong(all, work(0, 0).in(Counter::mma).write(y));
  t.both(all, arrive().in(Counter::mma).at(told));
  t.right(all, work(0, 0).in(Counter::mma).write(y));
  t.wrong(all, work(0, 0).in(Counter::mma).write(x));
  t.both(all, arrive().in(Counter::mma).at(unheard));
  t.both(all, await().at(told));
  t.kernel(all, work(0, 0).read(x));
  t.epilogue(all, wait(Counter::mma, 0));
  t.epilogue(all, await().at(unheard));
  return t.as("told of its own operation");
}

/// The same for copies with asynchronous arrivals: the arrival follows the copy, or precedes it.
StatePairProgram which_copy_is_told_of() {
  Telling t;
  const int y = t.b.buffer("y", Space::shared);
  t.right(t.first, fetch(0, 0).in(Counter::copy).write(t.x));
  t.both(t.first, fetch(0, 0).in(Counter::copy).write(y));
  t.both(t.first, arrive().in(Counter::copy).at(t.told));
  t.wrong(t.first, fetch(0, 0).in(Counter::copy).write(t.x));
  t.right(t.first, fetch(0, 0).in(Counter::copy).write(y));
  t.both(t.second, await().at(t.told));
  t.kernel(t.second, work(0, 0).read(t.x));
  t.epilogue(t.first, wait(Counter::copy, 0));
  t.kernel(t.third, nothing());
  return t.as("which copy is told of");
}

/// The second role has arrived at a barrier of two arrivals, knowing of the write or not. It learns of the write
/// afterwards.
StatePairProgram what_an_arrival_knew(int arrivals) {
  Telling t;
  const int meeting = t.signal(arrivals);
  t.both(t.first, fetch(0, 0).write(t.x));
  t.both(t.first, arrive().at(t.told));
  t.right(t.second, await().at(t.told));
  t.both(t.second, arrive().at(meeting));
  t.wrong(t.second, await().at(t.told));
  t.both(t.second, arrive().at(t.answer));
  t.both(t.first, await().at(t.answer));
  for (int i = 0; i < 4; ++i) t.both(t.first, arrive().at(t.told));
  t.kernel(t.first, nothing());
  if (arrivals == 2) t.epilogue(t.third, arrive().at(meeting));
  t.epilogue(t.third, await().at(meeting));
  t.epilogue(t.third, work(0, 0).read(t.x));
  return t.as(arrivals == 2 ? "what an arrival knew" : "what a complete phase tells");
}

/// The second role passed a wait before its arrival, or after it. Then the barrier moves on to the next phase.
StatePairProgram who_has_passed_a_wait() {
  Telling t;
  t.both(t.first, arrive().at(t.told));
  t.right(t.second, await().at(t.told));
  t.both(t.second, arrive().at(t.answer));
  t.wrong(t.second, await().at(t.told));
  t.both(t.first, await().at(t.answer));
  t.epilogue(t.first, arrive().at(t.told));
  t.kernel(t.second, nothing());
  t.kernel(t.third, nothing());
  return t.as("who has passed a wait");
}

/// The expected bytes have arrived, or have not.
StatePairProgram bytes_that_come() {
  Telling t;
  const int meeting = t.signal(2);
  t.both(t.first, arrive().at(meeting, 0, 0, 16));
  t.right(t.first, fetch(0, 0).in(Counter::bytes).write(t.x).at(meeting, 0, 0, 16));
  t.wrong(t.first, fetch(0, 0).write(t.x));
  t.epilogue(t.second, arrive().at(meeting));
  t.epilogue(t.second, await().at(meeting));
  t.kernel(t.third, nothing());
  return t.as("bytes that come");
}

/// The last role to arrive knows that the phase is complete, unless bytes or operations may be outstanding.
StatePairProgram who_is_last(bool bytes) {
  Telling t;
  const int meeting = t.signal(2);
  const int y = t.b.buffer("y", Space::shared);
  if (!bytes) t.both(t.first, fetch(0, 0).in(Counter::copy).write(y));
  t.right(t.first, arrive().at(meeting));
  t.wrong(t.first, bytes ? arrive().at(meeting, 0, 0, 16) : arrive().in(Counter::copy).at(meeting));
  if (bytes) {
    t.wrong(t.first, fetch(0, 0).in(Counter::bytes).write(y).at(meeting, 0, 0, 16));
    t.right(t.first, fetch(0, 0).write(y));
  }
  t.both(t.first, arrive().at(t.told));
  t.epilogue(t.second, await().at(t.told));
  t.epilogue(t.second, arrive().at(meeting));
  t.epilogue(t.second, arrive().at(meeting));
  t.epilogue(t.second, await().at(meeting));
  if (!bytes) t.epilogue(t.first, wait(Counter::copy, 0));
  t.kernel(t.third, nothing());
  return t.as(bytes ? "who is last, with bytes to come" : "who is last, with copies to come");
}

/// One role, one place. A load that another load overlapped is still in flight, or not.
StatePairProgram overlapped_load() {
  TwoWays t;
  const int x = t.b.buffer("x", Space::shared);
  const int y = t.b.buffer("y", Space::shared);
  const int all = t.b.role("all");
  t.both(all, fetch(0, 0).in(Counter::vm).write(x));
  t.both(all, fetch(0, 0).in(Counter::lgkm).write(x));
  t.both(all, fetch(0, 0).in(Counter::vm).write(y));
  t.both(all, wait(Counter::lgkm, 0));
  t.right(all, wait(Counter::vm, 1));
  t.kernel(all, fetch(0, 0).write(x));
  t.kernel(all, work(0, 0).read(x));
  return t.as("a load that another one overlapped");
}

/// Which operation of a counter is pending at a place: the kernel waits for all but one.
StatePairProgram which_of_a_counter() {
  TwoWays t;
  const int x = t.b.buffer("x", Space::shared);
  const int y = t.b.buffer("y", Space::shared);
  const int all = t.b.role("all");
  t.right(all, fetch(0, 0).in(Counter::vm).write(x));
  t.both(all, fetch(0, 0).in(Counter::vm).write(y));
  t.wrong(all, fetch(0, 0).in(Counter::vm).write(x));
  t.kernel(all, wait(Counter::vm, 1));
  t.kernel(all, work(0, 0).read(x));
  return t.as("which operation of a counter");
}

/// A step of a group is not complete before the group is.
StatePairProgram which_group() {
  TwoWays t;
  const int x = t.b.buffer("x", Space::shared);
  const int y = t.b.buffer("y", Space::shared);
  const int all = t.b.role("all");
  t.right(all, fetch(0, 0).in(Counter::copy).write(x));
  t.wrong(all, fetch(0, 0).in(Counter::copy, 0).write(x));
  t.both(all, fetch(0, 0).in(Counter::copy).write(y));
  t.kernel(all, wait(Counter::copy, 1));
  t.kernel(all, work(0, 0).read(x));
  t.epilogue(all, wait(Counter::copy, 0));
  return t.as("which group");
}

/// In which counter an operation is pending at a place: the kernel waits for one of two.
StatePairProgram which_counter(const LatencyBounds& latency) {
  TwoWays t;
  t.b.program.tiles_per_trip = 0;
  const int x = t.b.buffer("x", Space::shared);
  const int y = t.b.buffer("y", Space::shared);
  const int z = t.b.buffer("z", Space::shared);
  const int other = t.b.buffer("other", Space::shared);
  const int all = t.b.role("all");
  t.right(all, fetch(0, 0).in(Counter::lgkm).write(x));
  t.right(all, fetch(0, 0).in(Counter::vm).write(other));
  t.wrong(all, fetch(0, 0).in(Counter::vm).write(x));
  t.wrong(all, fetch(0, 0).in(Counter::lgkm).write(other));
  t.both(all, fetch(0, 0).in(Counter::vm).write(y));
  t.both(all, fetch(0, 0).in(Counter::lgkm).write(z));
  t.kernel(all, wait(Counter::lgkm, 0));
  t.kernel(all, work(0, 0).read(x));
  return t.as(latency.known() ? "which counter, with latencies" : "which counter", latency);
}

/// A read in flight reads the place that is overwritten, or another one.
StatePairProgram which_place_is_read() {
  TwoWays t;
  const int x = t.b.buffer("x", Space::shared);
  const int y = t.b.buffer("y", Space::shared);
  const int all = t.b.role("all");
  t.right(all, work(-1, 0).in(Counter::mma).read(y));
  t.wrong(all, work(-1, 0).in(Counter::mma).read(x));
  t.kernel(all, fetch(0, 0).write(x));
  t.epilogue(all, wait(Counter::mma, 0));
  t.epilogue(all, fetch(0, 0).write(y));
  return t.as("which place is read");
}

/// Overwriting an interlocked register waits for the operation that fills it: one that also reads a place, or none.
StatePairProgram what_an_interlock_waits_for(Counter counter) {
  TwoWays t;
  t.b.program.registers = RegisterReading::interlocked;
  const int x = t.b.buffer("x", Space::shared);
  const int own = t.b.buffer("own", Space::registers);
  const int all = t.b.role("all");
  t.right(all, work(-1, 0).in(counter).read(x).write(own));
  t.wrong(all, fetch(-1, 0).write(own));
  t.wrong(all, work(-1, 0).in(counter).read(x));
  t.kernel(all, fetch(0, 0).write(own));
  t.kernel(all, fetch(0, 0).write(x));
  return t.as(std::string("what an interlock waits for, ") + name(counter));
}

/// All waves have a result, or only one does.
StatePairProgram which_waves() {
  TwoWays t;
  const int from = t.b.buffer("from", Space::registers);
  const int to = t.b.buffer("to", Space::registers);
  const int all = t.b.role("all", 2);
  t.both(all, fetch(0, 0).write(from));
  t.right(all, move().read(from).write(to));
  t.wrong(all, move().read(from, 0, 0, 0, 0, 1).write(to));
  t.kernel(all, work(0, 0).read(to));
  return t.as("which waves hold it");
}

/// At the end some role knows that a load has completed, or none does.
StatePairProgram load_left_behind() {
  Telling t;
  t.both(t.first, arrive().at(t.told, 0, 0, 16));
  t.both(t.first, fetch(0, 0).in(Counter::bytes).write(t.x).at(t.told, 0, 0, 16));
  t.right(t.second, await().at(t.told));
  t.kernel(t.first, nothing());
  t.kernel(t.second, nothing());
  t.kernel(t.third, nothing());
  return t.as("a load that is left behind");
}

/// A bulk load has been issued that no role knows to be complete at the end, or none has been issued.
StatePairProgram load_sent() {
  TwoWays t;
  const int full = t.signal(2);
  const int first = t.b.role("first");
  const int second = t.b.role("second");
  t.right(first, arrive().at(full));
  t.wrong(first, arrive().at(full, 0, 0, 16));
  t.wrong(first, fetch(0, 0).in(Counter::bytes).at(full, 0, 0, 16));
  t.both(second, arrive().at(full));
  for (const int role : {first, second}) t.kernel(role, nothing());
  return t.as("a load that is sent");
}

/// A role has the last version that a consume can expect, or an older one.
StatePairProgram which_version(int rate) {
  TwoWays t;
  const int x = t.b.buffer("x", Space::registers, 4);
  const int all = t.b.role("all");
  for (int i = 0; i < 4; ++i) t.both(all, fetch(rate * i, 0).write(x, i));
  t.right(all, fetch(rate * 2, 0).write(x, 2));
  t.wrong(all, fetch(rate * 2 - 1, 0).write(x, 2));
  t.kernel(all, work(0, rate).read(x, 0, 1));
  t.kernel(all, fetch(4 * rate, rate).write(x, 0, 1));
  return t.as("which version, at rate " + std::to_string(rate));
}

/// Initial content is expected for a while. It is still present, or a version is present that is never expected.
enum class Initial { at_a_rate, in_an_accumulator, at_a_rate_that_falls };
StatePairProgram initial_content(Initial how) {
  TwoWays t;
  const int own = t.b.buffer("own", Space::registers);
  const int all = t.b.role("all");
  t.wrong(all, fetch(-9, 0).write(own));
  if (how == Initial::at_a_rate) t.kernel(all, work(-2, 1).read(own));
  if (how == Initial::in_an_accumulator) t.kernel(all, consume(0).read(own, 0, 0, -2));
  if (how == Initial::at_a_rate_that_falls) t.kernel(all, work(-1, -1).read(own));
  const char* names[] = {"initial content", "initial content, in an accumulator",
                         "initial content, at a rate that falls"};
  return t.as(names[static_cast<int>(how)]);
}

/// The same, while another role expects newer versions.
StatePairProgram which_version_of_two() {
  TwoWays t;
  const int x = t.b.buffer("x", Space::registers, 4);
  const int own = t.b.buffer("own", Space::registers);
  const int first = t.b.role("first");
  const int second = t.b.role("second");
  for (int i = 0; i < 4; ++i) t.both(first, fetch(i, 0).write(x, i));
  t.wrong(first, fetch(0, 0).write(x, 1));
  t.kernel(first, work(0, 1).read(x, 0, 1));
  t.kernel(first, fetch(4, 1).write(x, 0, 1));
  t.kernel(second, fetch(3, 1).write(own));
  t.kernel(second, work(3, 1).read(own));
  return t.as("which version, of two roles");
}

/// The same, while other consumes have another rate and the version arrives through two moves.
StatePairProgram which_version_is_moved() {
  TwoWays t;
  const int other = t.b.buffer("other", Space::registers);
  const int from = t.b.buffer("from", Space::registers);
  const int between = t.b.buffer("between", Space::registers);
  const int to = t.b.buffer("to", Space::registers);
  const int unread = t.b.buffer("unread", Space::registers);
  const int all = t.b.role("all");
  t.right(all, fetch(0, 0).write(from));
  t.wrong(all, fetch(1, 0).write(from));
  t.kernel(all, fetch(0, 5).write(other));
  t.kernel(all, work(0, 5).read(other));
  t.kernel(all, move().read(from).write(between));
  t.kernel(all, move().read(between).write(to));
  t.kernel(all, work(0, 0).read(to));
  t.kernel(all, move().read(other).write(unread));
  return t.as("which version is moved");
}

/// Two waves. A place is read and then loaded again. The load takes longer than the read by a margin, which shrinks
/// with the time between the barrier and the read.
StatePairProgram margin(bool read_before) {
  TwoWays t;
  const int x = t.b.buffer("x", Space::shared);
  const int own = t.b.buffer("own", Space::registers);
  const int sum = t.b.buffer("sum", Space::registers);
  const int all = t.b.role("all", 2);
  const BuiltStep read = move().in(Counter::lgkm).read(x).write(own);
  t.both(all, fetch(0, 0).write(x));
  t.both(all, fetch(0, 0).write(sum));
  t.both(all, barrier());
  t.wrong(all, work(0, 0).read(sum));
  if (read_before) t.both(all, read);
  if (!read_before) t.kernel(all, read);
  t.kernel(all, fetch(1, 1).in(Counter::vm).write(x));
  t.kernel(all, wait(Counter::lgkm, 0));
  t.kernel(all, work(0, 1).read(own));
  t.kernel(all, wait(Counter::vm, 0));
  t.kernel(all, barrier());
  if (read_before) t.kernel(all, read);
  return t.as(read_before ? "the margin of a read" : "the margin of reads to come", cycles);
}

/// A barrier follows a read, or none does; only without one does the time between the preceding barrier and the read
/// count. At the loop head the same time has passed in both histories.
StatePairProgram since_which_barrier() {
  TwoWays t;
  const int x = t.b.buffer("x", Space::shared);
  const int sum = t.b.buffer("sum", Space::registers);
  const int all = t.b.role("all", 2);
  const BuiltStep other = work(0, 0).read(sum);
  t.both(all, fetch(0, 0).write(x));
  t.both(all, fetch(0, 0).write(sum));
  t.both(all, barrier());
  t.both(all, other);
  t.both(all, work(0, 0).in(Counter::lgkm).read(x));
  t.right(all, barrier());
  for (int i = 0; i < 3; ++i) t.right(all, other);
  t.kernel(all, fetch(1, 1).in(Counter::vm).write(x));
  t.kernel(all, wait(Counter::lgkm, 0));
  t.kernel(all, wait(Counter::vm, 0));
  t.kernel(all, barrier());
  LatencyBounds latency = cycles;
  latency.issue_max = 1;
  latency.compute_max = 3;
  return t.as("since which barrier", latency);
}

/// A load is in flight, and the old content is the expected version, or an older one.
StatePairProgram what_was_there_before() {
  TwoWays t;
  const int x = t.b.buffer("x", Space::shared);
  const int own = t.b.buffer("own", Space::registers);
  const int all = t.b.role("all", 2);
  t.right(all, fetch(0, 1).write(x));
  t.wrong(all, fetch(-9, 1).write(x));
  t.both(all, barrier());
  t.both(all, fetch(1, 1).in(Counter::vm).write(x));
  t.kernel(all, move().read(x).write(own));
  t.kernel(all, work(0, 1).read(own));
  t.kernel(all, wait(Counter::vm, 0));
  t.kernel(all, barrier());
  t.kernel(all, fetch(2, 1).in(Counter::vm).write(x));
  return t.as("what was there before a load", cycles);
}

/// The content of a register is known if a load is slow, or it is an old version.
StatePairProgram known_if_a_load_is_slow() {
  TwoWays t;
  const int x = t.b.buffer("x", Space::shared);
  const int own = t.b.buffer("own", Space::registers);
  const int all = t.b.role("all", 2);
  t.both(all, fetch(0, 1).write(x));
  t.both(all, barrier());
  t.both(all, fetch(1, 1).in(Counter::vm).write(x));
  t.right(all, move().read(x).write(own));
  t.wrong(all, fetch(-9, 1).write(own));
  t.kernel(all, work(0, 1).read(own));
  t.kernel(all, fetch(1, 1).write(own));
  return t.as("known if a load is slow", cycles);
}

/// One role is one barrier ahead of the other, or two; then it waits at another step of the same trip.
StatePairProgram where_an_role_waits() {
  TwoWays t;
  const int meeting = t.b.phase_barrier("meeting", PhaseBarrierKind::named, 1, 2);
  const int first = t.b.role("first");
  const int second = t.b.role("second");
  const BuiltStep meet = barrier().at(meeting);
  t.both(first, meet);
  t.wrong(first, meet);
  for (int i = 0; i < 3; ++i) {
    for (const int role : {first, second}) t.kernel(role, meet);
  }
  t.epilogue(second, meet);
  return t.as("where a role waits");
}

/// Bytes reach a barrier before any arrival. Their sender knows of a phase of another barrier when it issues the load,
/// or learns of it only afterwards.
StatePairProgram what_a_sender_knew() {
  TwoWays t;
  const int x = t.b.buffer("x", Space::shared);
  const int full = t.signal();
  const int other = t.signal();
  const int told = t.signal();
  const int first = t.b.role("first");
  const int second = t.b.role("second");
  const int third = t.b.role("third");
  t.both(third, arrive().at(other));
  t.both(third, arrive().at(told));
  t.right(first, await().at(told));
  t.both(first, fetch(0, 0).in(Counter::bytes).write(x).at(full, 0, 0, 16));
  t.both(first, await().at(told));
  t.epilogue(second, arrive().at(full, 0, 0, 16));
  t.epilogue(second, await().at(full));
  t.epilogue(second, arrive().at(other));
  t.epilogue(second, await().at(other, 0, 0, 0, 1));
  for (const int role : {first, second, third}) t.kernel(role, nothing());
  return t.as("what a sender knew");
}

/// A write overlaps a bulk load that completed several phases ago. Some role knows of that and will signal it, or none
/// does.
StatePairProgram who_knows_of_an_overlapped_load() {
  TwoWays t;
  const int x = t.b.buffer("x", Space::shared);
  const int full = t.signal();
  const int go_on = t.signal();
  const int told = t.signal();
  const int first = t.b.role("first");
  const int second = t.b.role("second");
  const int third = t.b.role("third");
  t.both(first, fetch(0, 0).in(Counter::bytes).write(x).at(full, 0, 0, 16));
  t.both(first, fetch(0, 0).write(x));
  t.both(third, arrive().at(full, 0, 0, 16));
  t.both(third, await().at(full));
  t.right(second, await().at(full));
  t.both(second, arrive().at(go_on));
  t.both(third, await().at(go_on));
  for (int phase = 1; phase < 4; ++phase) {
    t.both(third, arrive().at(full));
    t.both(third, await().at(full, 0, 0, 0, phase % 2));
  }
  t.epilogue(second, arrive().at(told));
  t.epilogue(first, await().at(told));
  t.epilogue(first, fetch(0, 0).write(x));
  t.epilogue(first, work(0, 0).read(x));
  for (const int role : {first, second, third}) t.kernel(role, nothing());
  return t.as("who knows of an overlapped load");
}

}  // namespace

std::vector<StatePairProgram> state_pair_programs() {
  return {
      who_knows_of_a_write(),
      who_knows_of_a_read(),
      who_knows_of_a_load(),
      when_a_load_came(),
      where_a_load_tells(),
      which_copy_is_told_of(),
      what_an_arrival_knew(2),
      what_an_arrival_knew(1),
      who_has_passed_a_wait(),
      bytes_that_come(),
      who_is_last(true),
      who_is_last(false),
      overlapped_load(),
      which_of_a_counter(),
      which_group(),
      which_counter({}),
      which_counter(cycles),
      which_place_is_read(),
      which_waves(),
      load_left_behind(),
      load_sent(),
      which_version(1),
      which_version(-1),
      which_version(0),
      told_of_its_own(),
      which_version_is_moved(),
      which_version_of_two(),
      what_an_interlock_waits_for(Counter::vm),
      what_an_interlock_waits_for(Counter::lgkm),
      initial_content(Initial::at_a_rate),
      initial_content(Initial::in_an_accumulator),
      initial_content(Initial::at_a_rate_that_falls),
      margin(true),
      margin(false),
      since_which_barrier(),
      what_was_there_before(),
      known_if_a_load_is_slow(),
      where_an_role_waits(),
      what_a_sender_knew(),
      who_knows_of_an_overlapped_load(),
  };
}

}  // namespace stretto::study
