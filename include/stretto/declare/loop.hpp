// Loop: one iteration, declared. What is touched and how much work it is; no costs, no waits, no stages, no slots.
//
//   Loop loop("gemm");
//   const auto a = loop.shared("A", 128 * 64 * 2).parts(2);
//   const auto c = loop.accumulator("C", 128 * 256 * 4);
//   loop.load("load A").writes(a);
//   loop.multiply("multiply", 128, 256, 64, NumberType::bf16).reads(a).reads(b).accumulates(c);
//
// Bytes and work are the whole workgroup's. An access is to the version of its own iteration; `reads(x, d)` takes that
// of d iterations before. Who executes an op follows from the target, unless `by` says it.
//
// How a schedule is to differ can be said, too: `synchronous()` ops are waited for at once, and what an op reads
// `lingers(cycles)` before it is given back, so that more of the agent's operations are pending when it is.
//
// `cluster` workgroups run the loop in step, each on a tile of its own. What all of them need, each loads a part of and
// sends to all: `loop.load("load B").writes(b).multicast()`. Bytes and work are still one workgroup's.
#pragma once

#include <stretto/config/gpu.hpp>
#include <stretto/core/result.hpp>

namespace stretto {

enum class LoopSpace : unsigned char {
  shared,
  registers,
  accumulator,  ///< of multiplications: registers, or tensor memory where the target has it
};

struct LoopBuffer {
  const char* name = "";
  LoopSpace space = LoopSpace::shared;
  int bytes = 0;  ///< of one version
  int slots = 0;  ///< 0: derived
  int parts = 1;  ///< the waves share it in so many parts: each reads one of them; 0: each has a part of its own
};

enum class LoopMode : unsigned char { read, write, accumulate };

struct LoopAccess {
  int op = 0;
  int buffer = 0;
  LoopMode mode = LoopMode::read;
  int distance = 0;  ///< iterations before
};

enum class WorkKind : unsigned char {
  load,      ///< global to shared memory
  store,     ///< shared to global memory
  multiply,  ///< on the tensor units
  compute,   ///< on the lanes
};

struct LoopOp {
  const char* name = "";
  int tag = 0;
  WorkKind kind = WorkKind::compute;
  int agent = -1;  ///< -1: as the target does it
  int m = 0;
  int n = 0;
  int k = 0;
  NumberType type = NumberType::bf16;
  long operations = 0;    ///< fp32 operations of all lanes
  long exponentials = 0;  ///< of all lanes
  int dependent = 0;      ///< compute: cycles from its start to its result beyond its work
  bool waited = false;    ///< multiply, store: its agent waits for it before anything else
  int lingers = 0;        ///< what it reads is given back so many cycles later than it could be
  bool multicast =
      false;  ///< load: every workgroup of the cluster needs the same, and brings an equal part of it to all
};

struct LoopAgent {
  const char* name = "";
  int waves = 1;
};

class Loop;

struct LoopAgentRef {
  int index = -1;
};

class LoopBufferRef {
 public:
  constexpr LoopBufferRef(Loop& loop, int index) : loop_(&loop), index_(index) {}
  constexpr LoopBufferRef parts(int count) const;
  constexpr LoopBufferRef slots(int count) const;
  [[nodiscard]] constexpr int index() const { return index_; }

 private:
  Loop* loop_;
  int index_;
};

class LoopOpRef {
 public:
  constexpr LoopOpRef(Loop& loop, int index) : loop_(&loop), index_(index) {}
  constexpr LoopOpRef reads(const LoopBufferRef& buffer, int distance = 0) const;
  constexpr LoopOpRef writes(const LoopBufferRef& buffer) const;
  constexpr LoopOpRef accumulates(const LoopBufferRef& buffer) const;
  constexpr LoopOpRef by(LoopAgentRef agent) const;
  constexpr LoopOpRef tagged(int tag) const;
  constexpr LoopOpRef exponentials(long count) const;
  constexpr LoopOpRef takes(int cycles) const;
  constexpr LoopOpRef synchronous() const;
  constexpr LoopOpRef lingers(int cycles) const;
  constexpr LoopOpRef multicast() const;
  [[nodiscard]] constexpr int index() const { return index_; }

 private:
  Loop* loop_;
  int index_;
};

class Loop {
 public:
  constexpr explicit Loop(const char* loop_name) : name(loop_name) {}

  const char* name;
  int threads = 256;       ///< that compute; producers come on top of them
  int groups = 1;          ///< that take turns, evenly over the interval: ping-pong
  int cluster = 1;         ///< workgroups that run the loop in step
  int fragment_steps = 4;  ///< parts of a multiplication that takes its operands from registers
  Vector<LoopBuffer> buffers;
  Vector<LoopAgent> agents;
  Vector<LoopOp> ops;
  Vector<LoopAccess> accesses;

  constexpr LoopBufferRef shared(const char* buffer, int bytes) { return add(buffer, LoopSpace::shared, bytes); }
  constexpr LoopBufferRef registers(const char* buffer, int bytes) { return add(buffer, LoopSpace::registers, bytes); }
  constexpr LoopBufferRef accumulator(const char* buffer, int bytes) {
    return add(buffer, LoopSpace::accumulator, bytes);
  }
  constexpr LoopAgentRef agent(const char* agent_name, int agent_waves) {
    agents.push_back({agent_name, agent_waves});
    return {agents.size() - 1};
  }

  constexpr LoopOpRef load(const char* op) { return add(op, WorkKind::load); }
  constexpr LoopOpRef store(const char* op) { return add(op, WorkKind::store); }
  constexpr LoopOpRef multiply(const char* op, int m, int n, int k, NumberType type) {
    const LoopOpRef ref = add(op, WorkKind::multiply);
    LoopOp& added = ops.back();
    added.m = m;
    added.n = n;
    added.k = k;
    added.type = type;
    return ref;
  }
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
constexpr LoopOpRef LoopOpRef::by(LoopAgentRef agent) const {
  loop_->ops[index_].agent = agent.index;
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
