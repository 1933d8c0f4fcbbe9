// What one wave does when it runs a kernel's assembly, instruction by instruction.
//
// Integers are computed, for all 64 lanes, so that branches are taken as on the chip and every address is known. What
// comes from memory or from a matrix instruction is a token: the event that made it, and which of its registers. So it
// can be followed through copies to the matrix instruction that uses it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "assembly.hpp"

namespace stretto::assembly {

inline constexpr int lanes = 64;

struct Launch {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t c = 0;
  int m = 0;
  int n = 0;
  int k = 0;
  int workgroup_x = 0;
  int workgroup_y = 0;
  int wave = 0;
};

/// Where a register's content comes from: register `part` of what event `event` made; -1: it is zero, -2: anything
/// else.
struct Token {
  int event = -2;
  int part = 0;

  friend bool operator==(const Token&, const Token&) = default;
};

enum class EventKind : unsigned char {
  load,   // from global memory straight into LDS
  fetch,  // from global memory to registers
  read,   // LDS to registers
  write,  // registers to LDS
  mfma,
  wait,
  barrier,
  priority,
};

struct Event {
  EventKind kind = EventKind::barrier;
  int instruction = 0;
  int trip = -1;                     // of the main loop; -1: before it, or -2: after it
  std::uint64_t base = 0;            // load, fetch: of the buffer
  int lds = 0;                       // load: where lane 0's bytes go
  int bytes = 0;                     // load: of a lane
  std::array<int, lanes> address{};  // load, fetch: in the buffer; read, write: in LDS
  std::vector<Token> sources[3];     // mfma: operands and sums; write: what is written
  int vm = -1;                       // wait: counts; -1: none
  int lgkm = -1;
  int priority = 0;
};

/// How matrix instructions are to be kept apart from others, where the compiler does not know of them. Every
/// instruction counts as one wait state, s_nop as those that it says.
struct HazardRules {
  int states_after_mfma = 0;   // before anything but a matrix instruction touches its result
  int states_before_mfma = 0;  // between an instruction that writes a register and the one that reads it as operand

  [[nodiscard]] bool checked() const { return states_after_mfma > 0; }
};

struct Trace {
  std::vector<Event> events;
  std::vector<std::string> problems;  // results used before a wait or too soon; instructions that are not known
  int trips = 0;                      // of the main loop
  bool ended = false;                 // it came to the end, or to the store of C
};

/// Runs up to the first store to global memory.
Trace run_wave(const Kernel& kernel, const LoopRange& loop, const Launch& launch, const HazardRules& rules);

}  // namespace stretto::assembly
