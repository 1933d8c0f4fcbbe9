// What one wave does when it runs a kernel's assembly, instruction by instruction.
//
// Integers are computed, for all 64 lanes, so that branches are taken as on the chip and every address is known. What
// comes from memory or from a matrix instruction is a token: the event that made it, and which of its registers. So it
// can be followed through copies to the matrix instruction that uses it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "assembly.hpp"
#include "loop_state.hpp"

namespace stretto::assembly {

inline constexpr int lanes = 64;

/// What a wave finds when it starts.
struct Launch {
  std::vector<unsigned char> arguments;  // the kernarg segment
  std::vector<char> known;               // by byte of it; empty: all are
  std::array<int, 3> workgroup{};        // the wave's
  std::array<int, 3> workgroups{1, 1, 1};
  std::array<int, 3> threads{lanes, 1, 1};  // of a workgroup
  int wave = 0;                             // in its workgroup
};

/// Where a register's content comes from: register `part` of what event `event` made; -1: it is zero, -2: anything
/// else.
struct Token {
  int event = -2;
  int part = 0;

  friend bool operator==(const Token&, const Token&) = default;
};

enum class EventKind : unsigned char {
  load,      // from global memory straight into LDS
  fetch,     // from global memory to registers
  store,     // registers to global memory
  read,      // LDS to registers
  write,     // registers to LDS
  exchange,  // between lanes, through the LDS unit but not its memory
  scalar,    // a scalar load
  touch,     // the first read or write of registers that a load brings, by any instruction
  mfma,
  wait,
  barrier,
  priority,
};

/// One number for each register of a wave: scalars, vectors, accumulators.
inline constexpr int first_vector = 128;
inline constexpr int first_accumulator = first_vector + 256;
inline constexpr int all_registers = first_accumulator + 256;

struct Event {
  EventKind kind = EventKind::barrier;
  int instruction = 0;
  int trip = -1;                     // of the main loop; -1: before it, or -2: after it
  std::uint64_t base = 0;            // load, fetch: of the buffer
  int lds = 0;                       // load: where lane 0's bytes go
  int bytes = 0;                     // of a lane
  std::array<int, lanes> address{};  // load, fetch: in the buffer; read, write: in LDS
  bool two = false;                  // read, write: of two places, `apart` bytes from each other
  int apart = 0;
  std::uint64_t active = 0;         // read, write, load: the lanes that take part
  std::vector<int> registers;       // that a load brings, or that are touched
  std::uint64_t of_lanes = 0;       // of these registers; of a scalar, the first
  std::vector<std::uint64_t> data;  // write: names of the values, by lane and word (data_names.hpp)
  std::vector<Token> sources[3];    // mfma: operands and sums; write: what is written
  int vm = -1;                      // wait: counts; -1: none
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

/// What the state of a run is called, by hash.
struct StateName {
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  friend bool operator==(const StateName&, const StateName&) = default;
};

/// The wave comes back to the first instruction of a loop.
struct Visit {
  int instruction = 0;     // the first of the loop
  int branch = 0;          // from where it comes back
  std::size_t events = 0;  // so far
  StateName state;         // of the registers that matter
};

/// What of a launch a value follows from: words of the arguments, sizes, the workgroup ID; a bit for each.
using Inputs = std::uint64_t;

/// What a loop depends on in one run.
struct LoopInputs {
  Inputs decide = 0;  // how often it is executed
  Inputs places = 0;  // which bytes and lanes are touched, in it and after it
  int left_at = -1;   // the branch that left it
};

struct Trace {
  std::vector<Event> events;
  std::vector<Visit> visits;
  std::vector<std::string> problems;  // results used before a wait or too soon; instructions that are not known
  int trips = 0;                      // of the main loop
  bool ended = false;                 // it came to the end, or to the store of C
  Coverage coverage;
  StateName digest;                        // of all events, if none are kept
  bool has_reciprocals = false;            // it has computed some
  std::map<int, LoopInputs> loops;         // by closing branch
  std::vector<Inputs> inputs_of_branches;  // by instruction
};

/// Iterations of a loop that leave no events, because others did the same. The first visit begins iteration 0.
struct LeftOutIterations {
  int branch = -1;  // that closes the loop
  int first = 0;
  int last = 0;  // the first that is kept again
};

struct RunOptions {
  LoopRange loop;  // whose trips are counted
  HazardRules rules;
  bool stops_at_store = true;                            // to global memory
  bool keeps_events = true;                              // else they are only counted
  const std::vector<Effects>* effects = nullptr;         // if given: touches are noted, and results of loads are not
                                                         // checked here
  const std::map<int, LoopRegisters>* visits = nullptr;  // loops whose visits are noted
  bool names_data = false;                               // values that are not known get names (data_names.hpp)
  LeftOutIterations left_out;
  int reciprocal_bit = 0;  // added to the last bit of reciprocals, which chips round as they like
};

/// The number of a register among all registers of a wave.
inline int register_number(const Operand& operand, int index) {
  if (operand.file == RegisterFile::scalar) return operand.first + index;
  return (operand.file == RegisterFile::vector ? first_vector : first_accumulator) + operand.first + index;
}

Trace run_wave(const Kernel& kernel, const Launch& launch, const RunOptions& options);

}  // namespace stretto::assembly
