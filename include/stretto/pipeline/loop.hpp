// Loop: the declaration of one iteration. It states accesses and work; costs, waits, stages and slots are derived.
//
//   Loop loop("gemm");
//   const auto a = loop.shared("A", 128 * 64 * 2).parts(2);
//   const auto b = loop.shared("B", 256 * 64 * 2);
//   const auto c = loop.accumulator("C", 128 * 256 * 4);
//   loop.load("load A").writes(a);
//   loop.load("load B").writes(b);
//   loop.multiply("multiply", 128, 256, 64, DataType::bf16).reads(a).reads(b).accumulates(c);
//
// Bytes and work are those of the whole workgroup. An op accesses the version of its own iteration. For a buffer in
// registers, `reads(x, d)` reads the version of d iterations earlier. The target decides which role executes an op,
// unless roles are declared: then every op names its role with `by`.
//
// An op that replaces a value in its registers says so: `const auto exps = loop.in_place_of(s, "exp S")` declares a
// value that lives where S was. Ops that read it keep S's registers from being overwritten. Several ops may accumulate
// in one accumulator; they do so in the order of their declaration.
//
// Two hints change the schedule: a role waits for a `synchronous()` op right after it has issued it, and
// `lingers(cycles)` delays releasing an op's operands by `cycles`, so the role's later ops are already issued.
//
// `cluster` workgroups run the loop together, each on its own tile. A tile that all of them need is multicast: each
// workgroup loads a part and sends it to all, `loop.load("load B").writes(b).multicast()`. Bytes and work are still
// those of one workgroup.
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/gpu/gpu.hpp>

namespace stretto {

/// Where a buffer of a declared loop lives.
enum class LoopSpace : unsigned char {
  shared,       ///< shared memory, LDS
  registers,    ///< registers, private to each wave
  accumulator,  ///< sums: in registers; those of multiplications in tensor memory if the target has it
};

/// Data that ops share: a tile, a fragment, an accumulator.
struct LoopBuffer {
  const char* name = "";                ///< for messages, and to look up slots in a pipeline
  LoopSpace space = LoopSpace::shared;  ///< where it lives
  int bytes = 0;                        ///< bytes of one version
  int slots = 0;                        ///< number of slots; 0: derived
  int parts = 1;                        ///< shared: each wave reads one of this many parts; 0: each its own part
  int in_place_of = -1;                 ///< buffer whose registers hold it, after the op that writes it; -1: its own
};

/// What an op does with a buffer.
enum class LoopMode : unsigned char {
  read,        ///< reads a version
  write,       ///< writes the version of its iteration
  accumulate,  ///< adds to the previous version
};

/// An access of one op to one buffer.
struct LoopAccess {
  int op = 0;                      ///< number of the op in the loop
  int buffer = 0;                  ///< number of the buffer in the loop
  LoopMode mode = LoopMode::read;  ///< kind of access
  int distance = 0;                ///< how many iterations earlier the version is from
};

/// The kind of work of an op; costs follow from it and the target.
enum class WorkKind : unsigned char {
  load,      ///< global to shared memory
  store,     ///< shared to global memory
  multiply,  ///< on the tensor cores
  compute,   ///< on the vector lanes
};

/// An op of a declared loop: its work, without costs.
struct LoopOp {
  const char* name = "";              ///< for messages and pictures
  int tag = 0;                        ///< what the kernel's dispatcher switches on; by default the op's number
  WorkKind kind = WorkKind::compute;  ///< kind of work
  int role = -1;                      ///< role that executes it; -1: the target decides
  int m = 0;                          ///< multiply: rows
  int n = 0;                          ///< multiply: columns
  int k = 0;                          ///< multiply: reduction length
  DataType type = DataType::bf16;     ///< multiply: data type of the operands
  long operations = 0;                ///< fp32 operations of all lanes
  long exponentials = 0;              ///< exponentials of all lanes
  int dependent = 0;                  ///< compute: latency in addition to its work, in cycles
  bool waited = false;                ///< multiply, store: its role waits for it at once
  int lingers = 0;                    ///< cycles by which the release of its operands is delayed
  bool multicast = false;             ///< load: each workgroup of the cluster loads a part and sends it to all
};

/// Waves to which the author gives a program of their own.
struct LoopRole {
  const char* name = "";  ///< for messages, and to look up its program
  int waves = 1;          ///< how many waves it has
};

class Loop;

/// A role of a loop, to be given to `LoopOpRef::by`.
struct LoopRoleRef {
  int index = -1;  ///< its number in the loop; -1: none
};

/// A handle to a buffer during declaration. The loop must outlive it and must not move.
class LoopBufferRef {
 public:
  /// Made by `Loop::shared`, `Loop::registers` and `Loop::accumulator`.
  constexpr LoopBufferRef(Loop& loop, int index) : loop_(&loop), index_(index) {}
  /// Each wave reads one of `count` parts; 0: each wave reads its own part.
  constexpr LoopBufferRef parts(int count) const;
  /// Fixes the number of slots; otherwise it is derived.
  constexpr LoopBufferRef slots(int count) const;
  /// Its number in the loop.
  [[nodiscard]] constexpr int index() const { return index_; }

 private:
  Loop* loop_;
  int index_;
};

/// A handle to an op during declaration. The loop must outlive it and must not move.
class LoopOpRef {
 public:
  /// Made by `Loop::load`, `Loop::store`, `Loop::multiply` and `Loop::compute`.
  constexpr LoopOpRef(Loop& loop, int index) : loop_(&loop), index_(index) {}
  /// The op reads the version of `distance` iterations earlier; for buffers in shared memory, `distance` must be 0.
  constexpr LoopOpRef reads(const LoopBufferRef& buffer, int distance = 0) const;
  /// The op writes the buffer's version of its iteration.
  constexpr LoopOpRef writes(const LoopBufferRef& buffer) const;
  /// The op adds to the buffer, which accumulates over all iterations.
  constexpr LoopOpRef accumulates(const LoopBufferRef& buffer) const;
  /// The role that executes it. If a loop declares roles, every op needs one; otherwise the target decides.
  constexpr LoopOpRef by(LoopRoleRef role) const;
  /// The tag that the kernel's dispatcher switches on, instead of the op's number.
  constexpr LoopOpRef tagged(int tag) const;
  /// The number of exponentials in its work, of all lanes.
  constexpr LoopOpRef exponentials(long count) const;
  /// Compute op: latency in addition to its work, in cycles.
  constexpr LoopOpRef takes(int cycles) const;
  /// Its role waits for it right after it has issued it.
  constexpr LoopOpRef synchronous() const;
  /// Delays the release of what it reads by this many cycles.
  constexpr LoopOpRef lingers(int cycles) const;
  /// Load: each workgroup of the cluster loads an equal part and sends it to all.
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
  int threads = 256;            ///< threads that compute; producers are additional
  int groups = 1;               ///< groups of waves that take turns within the II (ping-pong); 1 if roles are declared
  int cluster = 1;              ///< workgroups per cluster
  int fragment_steps = 4;       ///< parts of a multiplication whose operands come from registers; otherwise unused
  Vector<LoopBuffer> buffers;   ///< in the order of declaration
  Vector<LoopRole> roles;       ///< declared by the author; empty: the target chooses
  Vector<LoopOp> ops;           ///< in the order of declaration, which is that of one iteration
  Vector<LoopAccess> accesses;  ///< of all ops

  /// Adds a buffer in shared memory; `bytes` is the size of one version.
  constexpr LoopBufferRef shared(const char* buffer, int bytes) { return add(buffer, LoopSpace::shared, bytes); }
  /// Adds a buffer in registers; `bytes` is the size of one version over all waves.
  constexpr LoopBufferRef registers(const char* buffer, int bytes) { return add(buffer, LoopSpace::registers, bytes); }
  /// Adds an accumulator in registers; that of a multiplication is in tensor memory if the target has it.
  constexpr LoopBufferRef accumulator(const char* buffer, int bytes) {
    return add(buffer, LoopSpace::accumulator, bytes);
  }
  /// Adds a value in the registers of another one. The op that writes it reads the other value, which is then gone.
  constexpr LoopBufferRef in_place_of(const LoopBufferRef& replaced, const char* buffer) {
    const LoopBufferRef ref = add(buffer, LoopSpace::registers, 0);
    buffers.back().in_place_of = replaced.index();
    return ref;
  }
  /// Adds a role with this many waves.
  constexpr LoopRoleRef role(const char* role_name, int role_waves) {
    roles.push_back({role_name, role_waves});
    return {roles.size() - 1};
  }

  /// Adds a load from global to shared memory; it loads what it writes. What it reads are addresses.
  constexpr LoopOpRef load(const char* op) { return add(op, WorkKind::load); }
  /// Adds a store from shared to global memory; it stores what it reads. Registers that it reads hold addresses.
  constexpr LoopOpRef store(const char* op) { return add(op, WorkKind::store); }
  /// Adds an m x n x k multiplication by the workgroup, on the tensor cores. It reads operands of m x k and k x n
  /// elements, each from one buffer or in pieces; an operand that it does not read stays in registers outside of the
  /// loop. What it writes or adds to has room for m x n fp32 values.
  constexpr LoopOpRef multiply(const char* op, int m, int n, int k, DataType type) {
    const LoopOpRef ref = add(op, WorkKind::multiply);
    LoopOp& added = ops.back();
    added.m = m;
    added.n = n;
    added.k = k;
    added.type = type;
    return ref;
  }
  /// Adds work on the vector lanes: the number of fp32 operations of all lanes.
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
