// The semantics of program/wave_program.hpp: overlapping buffers, bulk stores, scalar loads and accesses of any
// version.
#include "semantics.hpp"

namespace stretto::executor {
namespace {

class Overlapping : public Semantics {
 protected:
  /// Two slots of 16 bytes from byte 0, and one from `offset`.
  void buffers(int offset) {
    program = {};
    ring = write.buffer("ring", Space::shared, 2);
    staging = write.buffer("staging", Space::shared);
    program.buffers[ring].bytes = program.buffers[staging].bytes = 16;
    program.buffers[ring].offset = 0;
    program.buffers[staging].offset = offset;
    write.role("all", 1);
  }
  int ring = 0;
  int staging = 0;
};

TEST_F(Overlapping, AWriteLeavesGarbageWhereItOverlaps) {
  for (const int slot : {0, 1}) {
    for (const int offset : {-1, 0, 8, 16, 31, 32}) {
      buffers(offset);
      straight({fetch(0, 0, writes(fixed(ring, slot))), fetch(0, 0, writes(fixed(staging))),
                work(0, 0, {reads(fixed(ring, slot))})});
      const bool apart = offset < 0 || offset >= 16 * slot + 16 || offset + 16 <= 16 * slot;
      EXPECT_EQ(right(), apart) << slot << ", " << offset;
      EXPECT_EQ(finds(Ending::wrong_number), !apart);
    }
  }
}

TEST_F(Overlapping, InitialContentIsOverwrittenToo) {
  for (const bool overlap : {false, true}) {
    buffers(overlap ? 0 : 32);
    straight({fetch(0, 0, writes(fixed(staging))), work(-1, 0, {reads(fixed(ring))})});
    straight({fetch(0, 0, writes(fixed(ring)))});
    EXPECT_EQ(right(), !overlap);
  }
}

TEST_F(Overlapping, MemoryOfAnotherWorkgroupOrKindIsApart) {
  buffers(0);
  wave("other", {barrier()});
  program.roles[1].workgroup = program.buffers[staging].workgroup = 1;
  program.roles[0].steps.prologue = {};
  program.accesses = {};
  parts::add_step(program, 0, Section::prologue, fetch(0, 0, writes(fixed(ring))));
  parts::add_step(program, 0, Section::prologue, fetch(0, 0, writes(fixed(staging))));
  parts::add_step(program, 0, Section::prologue, work(0, 0, {reads(fixed(ring))}));
  parts::add_step(program, 0, Section::prologue, barrier());
  EXPECT_TRUE(right());
  program.buffers[staging].workgroup = 0;
  EXPECT_TRUE(finds(Ending::wrong_number));
  program.buffers[staging].space = Space::tensor;
  EXPECT_TRUE(right());
}

TEST_F(Overlapping, AWriteMustNotBeginBeforeTheReadsAreComplete) {
  for (const bool waits : {false, true}) {
    buffers(0);
    const int r = write.buffer("r", Space::registers);
    straight({fetch(0, 0, writes(fixed(ring))), move(reads(fixed(ring)), writes(fixed(r))).in(Counter::lgkm)});
    if (waits) straight({wait(Counter::lgkm, 0)});
    straight({fetch(0, 0, writes(fixed(staging))), wait(Counter::lgkm, 0), work(0, 0, {reads(fixed(r))})});
    EXPECT_EQ(right(), waits);
    EXPECT_EQ(finds(Ending::wrong_number), !waits);
  }
}

TEST_F(Overlapping, WritesInFlightOverlap) {
  for (const bool waits : {false, true}) {
    buffers(0);
    straight({fetch(0, 0, writes(fixed(staging))).in(Counter::vm)});
    if (waits) straight({wait(Counter::vm, 0)});
    straight({fetch(0, 0, writes(fixed(ring))), wait(Counter::vm, 0), work(0, 0, {reads(fixed(ring))})});
    EXPECT_EQ(right(), waits);
  }
}

TEST_F(Overlapping, AnAsyncWriteMustNotFollowAGenericReadOfWhatItOverlaps) {
  for (const bool fenced : {false, true}) {
    buffers(0);
    const int full = write.phase_barrier("full", mbarrier, 1, 1);
    straight({fetch(0, 0, writes(fixed(staging))), fence(), work(0, 0, {reads(fixed(staging))})});
    if (fenced) straight({fence()});
    straight({arrive(fixed(full), 16), bulk_fetch(0, 0, writes(fixed(ring)), fixed(full), 16), await_full(fixed(full)),
              work(0, 0, {reads(fixed(ring))})});
    EXPECT_EQ(right(), fenced);
    EXPECT_EQ(finds(Ending::unfenced), !fenced);
  }
}

/// Two values of 16 bytes in registers.
class OverlappingRegisters : public Semantics {
 protected:
  void values(int offset) {
    program = {};
    first = write.buffer("first", Space::registers);
    second = write.buffer("second", Space::registers);
    program.buffers[first].bytes = program.buffers[second].bytes = 16;
    program.buffers[first].offset = 0;
    program.buffers[second].offset = offset;
    write.role("all", 1);
  }
  WrittenStep load(int value) const { return fetch(0, 0, writes(fixed(value))); }
  WrittenStep use(int value) const { return work(0, 0, {reads(fixed(value))}); }
  int first = 0;
  int second = 0;
};

TEST_F(OverlappingRegisters, AWriteLeavesGarbageInTheOther) {
  for (const int offset : {-1, 0, 8, 16}) {
    values(offset);
    straight({load(first), load(second), use(first)});
    EXPECT_EQ(right(), offset < 0 || offset == 16) << offset;
  }
}

TEST_F(OverlappingRegisters, AreThoseOfOneWave) {
  values(0);
  straight({load(first), barrier(), barrier(), use(first)});
  wave("other", {barrier(), load(second), barrier()});
  EXPECT_TRUE(right());
  EXPECT_TRUE(verify(program).proven());
}

TEST_F(OverlappingRegisters, AnMmaReadsTheSameBytesBeforeItWritesThem) {
  for (const int offset : {0, 8, 16}) {
    values(offset);
    straight({load(first), fence(Counter::mma),
              work(0, 0, {reads(fixed(first)), writes(fixed(second))}).in(Counter::mma), wait(Counter::mma, 0),
              use(second)});
    EXPECT_EQ(right(), offset != 8) << offset;
  }
}

TEST_F(OverlappingRegisters, AnMmaNeedsTheFenceOfTheOther) {
  for (const bool fenced : {false, true}) {
    values(0);
    straight({load(first), use(first), fenced ? fence(Counter::mma) : plain(Action::nothing),
              work(0, 0, {writes(fixed(second))}).in(Counter::mma), wait(Counter::mma, 0), use(second)});
    EXPECT_EQ(right(), fenced);
    EXPECT_EQ(finds(Ending::unfenced), !fenced);
  }
}

TEST_F(OverlappingRegisters, AreInterlocked) {
  for (const bool interlocked : {false, true}) {
    values(0);
    if (interlocked) program.registers = RegisterReading::interlocked;
    straight({load(second).in(Counter::vm), load(first), wait(Counter::vm, 0), use(first)});
    EXPECT_EQ(right(), interlocked);
    EXPECT_EQ(verify(program).proven(), interlocked);
  }
}

class Stored : public Semantics {
 protected:
  /// A bulk store from shared to global memory.
  void store() {
    program = {};
    source = write.buffer("source", Space::shared);
    result = write.buffer("result", Space::global);
    wave("all", {fetch(0, 0, writes(fixed(source))), fence(),
                 move(reads(fixed(source)), writes(fixed(result))).in(Counter::store)});
  }
  int source = 0;
  int result = 0;
};

TEST_F(Stored, TheSourceIsFreeWhenItHasBeenRead) {
  for (const Counter counter : {Counter::none, Counter::store, Counter::stored}) {
    store();
    if (counter != Counter::none) straight({wait(counter, 0)});
    straight({fetch(1, 0, writes(fixed(source))), wait(Counter::stored, 0), work(0, 0, {reads(fixed(result))})});
    EXPECT_EQ(right(), counter != Counter::none) << name(counter);
  }
}

TEST_F(Stored, TheResultIsThereWhenItHasBeenWritten) {
  for (const Counter counter : {Counter::store, Counter::stored}) {
    store();
    straight({wait(counter, 0), work(0, 0, {reads(fixed(result))})});
    EXPECT_EQ(right(), counter == Counter::stored) << name(counter);
    EXPECT_EQ(finds(Ending::wrong_number), counter == Counter::store) << name(counter);
  }
}

TEST_F(Stored, AWaitForWrittenStoresCountsGroups) {
  for (const int pending : {0, 1}) {
    store();
    const int second = write.buffer("second", Space::global);
    straight({move(reads(fixed(source)), writes(fixed(second))).in(Counter::store), wait(Counter::stored, pending),
              work(0, 0, {reads(fixed(result))}), work(0, 0, {reads(fixed(second))})});
    EXPECT_EQ(right(), pending == 0);
  }
}

TEST_F(Stored, TheEndOfTheProgramNeedsOnlyTheSourceRead) {
  store();
  EXPECT_TRUE(finds(Ending::unfinished));
  straight({wait(Counter::store, 0)});
  EXPECT_FALSE(finds(Ending::unfinished));
  EXPECT_TRUE(right());
}

TEST_F(Stored, WritesNoOtherPlace) {
  store();
  program.buffers[result].space = Space::shared;
  EXPECT_THROW(Interpreter(program, {0}), std::invalid_argument);
}

class Scalar : public Semantics {
 protected:
  /// Loads one register by lgkm and one by scalar.
  void load(bool scalar_first) {
    program.roles = {};
    program.accesses = {};
    program.buffers = {};
    r = write.buffer("r", Space::registers);
    s = write.buffer("s", Space::registers);
    write.role("all", 1);
    const WrittenStep first = fetch(0, 0, writes(fixed(scalar_first ? s : r)));
    const WrittenStep second = fetch(0, 0, writes(fixed(scalar_first ? r : s)));
    straight({first.in(scalar_first ? Counter::scalar : Counter::lgkm),
              second.in(scalar_first ? Counter::lgkm : Counter::scalar)});
  }
  int r = 0;
  int s = 0;
};

TEST_F(Scalar, OnlyAWaitForNoneWaitsForIt) {
  for (const bool first : {false, true}) {
    for (const int count : {0, 1}) {
      load(first);
      straight({wait(Counter::lgkm, count), work(0, 0, {reads(fixed(s))})});
      EXPECT_EQ(right(), count == 0) << first;
      load(first);
      straight({wait(Counter::lgkm, count), work(0, 0, {reads(fixed(r))})});
      EXPECT_EQ(right(), count == 0) << first;
    }
  }
}

TEST_F(Scalar, TakesRoomInLgkm) {
  for (const int capacity : {1, 2}) {
    program.limits.lgkm_capacity = capacity;
    load(true);
    straight({work(0, 0, {reads(fixed(s))})});
    EXPECT_EQ(right(), capacity == 1);
  }
}

TEST_F(Scalar, IsCompleteWithItsLastOperation) {
  for (const int count : {0, 1}) {
    program = {};
    s = write.buffer("s", Space::registers);
    wave("all", {fetch(0, 0, writes(fixed(s))).in(Counter::scalar, 2), wait(Counter::lgkm, count),
                 work(0, 0, {reads(fixed(s))})});
    EXPECT_EQ(right(), count == 0);
  }
}

TEST_F(Scalar, InterlockedRegistersWaitForIt) {
  for (const RegisterReading reading : {RegisterReading::explicit_waits, RegisterReading::interlocked}) {
    program.registers = reading;
    load(false);
    straight({work(0, 0, {reads(fixed(s)), reads(fixed(r))})});
    EXPECT_EQ(right(), reading == RegisterReading::interlocked);
  }
}

TEST_F(Scalar, EndsWithItsWave) {
  load(true);
  EXPECT_FALSE(finds(Ending::unfinished));
}

TEST_F(Semantics, AnyVersionWillDoButThereMustBeOne) {
  expect_needed(Ending::wrong_number, [&](bool written) {
    const int a = write.buffer("a", Space::shared);
    write.role("all", 1);
    if (written) straight({fetch(7, 0, writes(fixed(a)))});
    straight({work(-1, 0, {}).read(a).any()});
    if (!written) straight({fetch(7, 0, writes(fixed(a)))});
  });
}

TEST_F(Semantics, AFetchReadsItsTensorMap) {
  expect_needed(Ending::wrong_number, [&](bool waits) {
    const int map = write.buffer("map", Space::global);
    const int a = write.buffer("a", Space::shared);
    wave("all", {fetch(0, 0, writes(fixed(map))).in(Counter::vm)});
    if (waits) straight({wait(Counter::vm, 0)});
    straight({fetch(0, 0, writes(fixed(a))).read(map).any()});
  });
}

}  // namespace
}  // namespace stretto::executor
