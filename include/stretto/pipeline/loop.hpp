// Loop: one iteration, declared. What is touched and how much work it is; no costs, no waits, no stages, no slots.
//
//   Loop loop("gemm");
//   const auto a = loop.shared("A", 128 * 64 * 2).parts(2);
//   const auto b = loop.shared("B", 256 * 64 * 2);
//   const auto c = loop.accumulator("C", 128 * 256 * 4);
//   loop.load("load A").writes(a);
//   loop.load("load B").writes(b);
//   loop.multiply("multiply", 128, 256, 64, DataType::bf16).reads(a).reads(b).accumulates(c);
//
// Bytes and work are the whole workgroup's. An access is to the version of its own iteration; `reads(x, d)` takes that
// of d iterations before. Who executes an op follows from the target, unless `by` says it.
//
// How a schedule is to differ can be said, too: `synchronous()` ops are waited for at once, and what an op reads
// `lingers(cycles)` before it is given back, so that more of the role's operations are pending when it is.
//
// `cluster` workgroups run the loop in step, each on a tile of its own. What all of them need, each loads a part of and
// sends to all: `loop.load("load B").writes(b).multicast()`. Bytes and work are still one workgroup's.
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/gpu/gpu.hpp>

namespace stretto {

/// Where a buffer of a declared loop lives.
enum class LoopSpace : unsigned char {
  shared,       ///< shared memory, LDS
  registers,    ///< of the waves, each its own
  accumulator,  ///< of multiplications: registers, or tensor memory where the target has it
};

/// What a loop keeps from one op to another: a tile, a fragment, a sum.
struct LoopBuffer {
  const char* name = "";                ///< for messages, and to ask a pipeline for its slots
  LoopSpace space = LoopSpace::shared;  ///< where it lives
  int bytes = 0;                        ///< of one version
  int slots = 0;                        ///< 0: derived
  int parts = 1;  ///< the waves share it in so many parts: each reads one of them; 0: each has a part of its own
};

/// What an op does with a buffer.
enum class LoopMode : unsigned char {
  read,        ///< takes a version of it
  write,       ///< makes the version of its iteration
  accumulate,  ///< adds to what is there
};

/// One op touches one buffer.
struct LoopAccess {
  int op = 0;                      ///< by its number in the loop
  int buffer = 0;                  ///< by its number in the loop
  LoopMode mode = LoopMode::read;  ///< how it is touched
  int distance = 0;                ///< iterations before
};

/// What kind of work an op is; costs follow from it and the target.
enum class WorkKind : unsigned char {
  load,      ///< global to shared memory
  store,     ///< shared to global memory
  multiply,  ///< on the tensor units
  compute,   ///< on the lanes
};

/// One op of a declared loop: its work, without costs.
struct LoopOp {
  const char* name = "";              ///< for messages and pictures
  int tag = 0;                        ///< what the kernel's dispatcher sees; by default the op's number
  WorkKind kind = WorkKind::compute;  ///< which unit does it
  int role = -1;                      ///< -1: as the target does it
  int m = 0;                          ///< multiply: rows
  int n = 0;                          ///< multiply: columns
  int k = 0;                          ///< multiply: length of the sums
  DataType type = DataType::bf16;     ///< multiply: of its operands
  long operations = 0;                ///< fp32 operations of all lanes
  long exponentials = 0;              ///< of all lanes
  int dependent = 0;                  ///< compute: cycles from its start to its result beyond its work
  bool waited = false;                ///< multiply, store: its role waits for it before anything else
  int lingers = 0;                    ///< what it reads is given back so many cycles later than it could be
  bool multicast = false;             ///< load: every workgroup of the cluster needs the same, and brings a part
};

/// Waves that the author gives a program of their own.
struct LoopRole {
  const char* name = "";  ///< for messages, and to find its program
  int waves = 1;          ///< how many waves it has
};

class Loop;

/// A role of a loop, to be given to `LoopOpRef::by`.
struct LoopRoleRef {
  int index = -1;  ///< its number in the loop; -1: none
};

/// A buffer of a loop while it is declared. The loop must outlive it, where it stands.
class LoopBufferRef {
 public:
  /// Made by `Loop::shared`, `Loop::registers` and `Loop::accumulator`.
  constexpr LoopBufferRef(Loop& loop, int index) : loop_(&loop), index_(index) {}
  /// The waves share it in so many parts, of which each reads one; 0: each wave has a part of its own.
  constexpr LoopBufferRef parts(int count) const;
  /// Fixes the number of slots, which is derived otherwise.
  constexpr LoopBufferRef slots(int count) const;
  /// Its number in the loop.
  [[nodiscard]] constexpr int index() const { return index_; }

 private:
  Loop* loop_;
  int index_;
};

/// An op of a loop while it is declared. The loop must outlive it, where it stands.
class LoopOpRef {
 public:
  /// Made by `Loop::load`, `Loop::store`, `Loop::multiply` and `Loop::compute`.
  constexpr LoopOpRef(Loop& loop, int index) : loop_(&loop), index_(index) {}
  /// The op reads the version of `distance` iterations before its own.
  constexpr LoopOpRef reads(const LoopBufferRef& buffer, int distance = 0) const;
  /// The op makes the buffer's version of its iteration.
  constexpr LoopOpRef writes(const LoopBufferRef& buffer) const;
  /// The op adds to the buffer, which is a sum over iterations.
  constexpr LoopOpRef accumulates(const LoopBufferRef& buffer) const;
  /// Who executes it; otherwise the target decides.
  constexpr LoopOpRef by(LoopRoleRef role) const;
  /// The tag that the kernel's dispatcher sees, instead of the op's number.
  constexpr LoopOpRef tagged(int tag) const;
  /// Its work has so many exponentials, of all lanes.
  constexpr LoopOpRef exponentials(long count) const;
  /// Of a compute op: its result comes so many cycles after its start, beyond its work.
  constexpr LoopOpRef takes(int cycles) const;
  /// Its role waits for it before anything else.
  constexpr LoopOpRef synchronous() const;
  /// What it reads is given back so many cycles later than it could be.
  constexpr LoopOpRef lingers(int cycles) const;
  /// Of a load: every workgroup of the cluster needs the same, and brings an equal part of it to all.
  constexpr LoopOpRef multicast() const;
  /// Its number in the loop.
  [[nodiscard]] constexpr int index() const { return index_; }

 private:
  Loop* loop_;
  int index_;
};

/// One iteration of a loop, to be given to `make_pipeline` or `pipeline`.
class Loop {
 public:
  /// A loop without ops; the name is for messages and pictures.
  constexpr explicit Loop(const char* loop_name) : name(loop_name) {}

  const char* name;             ///< for messages and pictures
  int threads = 256;            ///< that compute; producers come on top of them
  int groups = 1;               ///< that take turns, evenly over the interval: ping-pong
  int cluster = 1;              ///< workgroups that run the loop in step
  int fragment_steps = 4;       ///< parts of a multiplication that takes its operands from registers
  Vector<LoopBuffer> buffers;   ///< in the order of declaration
  Vector<LoopRole> roles;       ///< that the author named; the target adds its own
  Vector<LoopOp> ops;           ///< in the order of declaration, which is that of one iteration
  Vector<LoopAccess> accesses;  ///< who touches what

  /// A buffer in shared memory; bytes are those of one version.
  constexpr LoopBufferRef shared(const char* buffer, int bytes) { return add(buffer, LoopSpace::shared, bytes); }
  /// A buffer in registers; bytes are those of one version, in all waves.
  constexpr LoopBufferRef registers(const char* buffer, int bytes) { return add(buffer, LoopSpace::registers, bytes); }
  /// A sum of multiplications, in registers, or in tensor memory where the target has it.
  constexpr LoopBufferRef accumulator(const char* buffer, int bytes) {
    return add(buffer, LoopSpace::accumulator, bytes);
  }
  /// A role of the author's own, with so many waves.
  constexpr LoopRoleRef role(const char* role_name, int role_waves) {
    roles.push_back({role_name, role_waves});
    return {roles.size() - 1};
  }

  /// A load from global to shared memory, of what it writes.
  constexpr LoopOpRef load(const char* op) { return add(op, WorkKind::load); }
  /// A store from shared to global memory, of what it reads.
  constexpr LoopOpRef store(const char* op) { return add(op, WorkKind::store); }
  /// A multiplication of m x n x k by the workgroup, on the tensor units.
  constexpr LoopOpRef multiply(const char* op, int m, int n, int k, DataType type) {
    const LoopOpRef ref = add(op, WorkKind::multiply);
    LoopOp& added = ops.back();
    added.m = m;
    added.n = n;
    added.k = k;
    added.type = type;
    return ref;
  }
  /// Work on the lanes: so many fp32 operations of all of them.
  constexpr LoopOpRef compute(const char* op, long operations) {
    const LoopOpRef ref = add(op, WorkKind::compute);
    ops.back().operations = operations;
    return ref;
  }

 private:
  constexpr LoopBufferRef add(const char* buffer, LoopSpace space, int bytes) {
    LoopBuffer added;
    added.name = buffer;
    added.space = space;
    added.bytes = bytes;
    buffers.push_back(added);
    return {*this, buffers.size() - 1};
  }
  constexpr LoopOpRef add(const char* op, WorkKind kind) {
    LoopOp added;
    added.name = op;
    added.tag = ops.size();
    added.kind = kind;
    ops.push_back(added);
    return {*this, ops.size() - 1};
  }
};

constexpr LoopBufferRef LoopBufferRef::parts(int count) const {
  loop_->buffers[index_].parts = count;
  return *this;
}
constexpr LoopBufferRef LoopBufferRef::slots(int count) const {
  loop_->buffers[index_].slots = count;
  return *this;
}
constexpr LoopOpRef LoopOpRef::reads(const LoopBufferRef& buffer, int distance) const {
  loop_->accesses.push_back({index_, buffer.index(), LoopMode::read, distance});
  return *this;
}
constexpr LoopOpRef LoopOpRef::writes(const LoopBufferRef& buffer) const {
  loop_->accesses.push_back({index_, buffer.index(), LoopMode::write, 0});
  return *this;
}
constexpr LoopOpRef LoopOpRef::accumulates(const LoopBufferRef& buffer) const {
  loop_->accesses.push_back({index_, buffer.index(), LoopMode::accumulate, 0});
  return *this;
}
constexpr LoopOpRef LoopOpRef::by(LoopRoleRef role) const {
  loop_->ops[index_].role = role.index;
  return *this;
}
constexpr LoopOpRef LoopOpRef::tagged(int tag) const {
  loop_->ops[index_].tag = tag;
  return *this;
}
constexpr LoopOpRef LoopOpRef::exponentials(long count) const {
  loop_->ops[index_].exponentials = count;
  return *this;
}
constexpr LoopOpRef LoopOpRef::takes(int cycles) const {
  loop_->ops[index_].dependent = cycles;
  return *this;
}
constexpr LoopOpRef LoopOpRef::synchronous() const {
  loop_->ops[index_].waited = true;
  return *this;
}
constexpr LoopOpRef LoopOpRef::lingers(int cycles) const {
  loop_->ops[index_].lingers = cycles;
  return *this;
}
constexpr LoopOpRef LoopOpRef::multicast() const {
  loop_->ops[index_].multicast = true;
  return *this;
}

}  // namespace stretto
