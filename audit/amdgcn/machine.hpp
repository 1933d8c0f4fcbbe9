// Executes one wave of a kernel's assembly, instruction by instruction, and records its events.
//
// Integers are computed for all 64 lanes, so branches go the same way as on the chip and every address is known. A
// value from memory or from a matrix instruction is represented by a token: the event that produced it, and which of
// its registers. Copies keep the token, so a matrix instruction shows where its operands come from.
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

/// The initial state of a wave.
struct Launch {
  std::vector<unsigned char> arguments;  // the kernarg segment
  std::vector<char> known;               // by byte of `arguments`; empty: all bytes are known
  std::array<int, 3> workgroup{};        // the ID of the wave's workgroup
  std::array<int, 3> workgroups{1, 1, 1};
  std::array<int, 3> threads{lanes, 1, 1};  // of a workgroup
  int wave = 0;                             // in its workgroup
};

/// Where a register's content comes from: the result register `part` of event `event`. Event -1: it is zero; -2: any
/// other content.
struct Token {
  int event = -2;
  int part = 0;

  friend bool operator==(const Token&, const Token&) = default;
};

enum class EventKind : unsigned char {
  load,      // from global memory directly to the LDS
  fetch,     // from global memory to registers
  store,     // registers to global memory
  read,      // LDS to registers
  write,     // registers to LDS
  exchange,  // between lanes, through the LDS unit but not its memory
  scalar,    // a scalar load
  touch,     // the first read or write, by any instruction, of registers that a load fills
  mfma,
  wait,
  barrier,
  priority,
};

/// Register numbers: scalars from 0, then vectors, then accumulators.
inline constexpr int first_vector = 128;
inline constexpr int first_accumulator = first_vector + 256;
inline constexpr int all_registers = first_accumulator + 256;

struct Event {
  EventKind kind = EventKind::barrier;
  int instruction = 0;
  int position = 0;                  // length of Trace::common after the instruction
  int trip = -1;                     // of the main loop; -1: before it, or -2: after it
  std::uint64_t base = 0;            // load, fetch: base address of the buffer
  int lds = 0;                       // load: LDS address of lane 0
  int bytes = 0;                     // per lane
  std::array<int, lanes> address{};  // by lane; load, fetch: offset in the buffer; read, write: LDS address
  bool two = false;                  // read, write: of two places, `apart` bytes apart
  int apart = 0;
  std::uint64_t active = 0;         // read, write, load: active lanes
  std::vector<int> registers;       // that a load fills, or that are touched
  std::uint64_t of_lanes = 0;       // the lanes of these registers; 1 for scalars
  std::vector<std::uint64_t> data;  // write: names of the values, by lane and word (data_names.hpp)
  std::vector<Token> sources[3];    // mfma: operands and accumulators; write: the data
  int vm = -1;                      // wait: counts; -1: none
  int lgkm = -1;
  int priority = 0;
};

/// Wait states required around matrix instructions in inline assembly, which the compiler does not see. Each
/// instruction counts as one wait state, `s_nop N` as N + 1.
struct HazardRules {
  int states_after_mfma = 0;   // before an instruction other than a matrix instruction touches the result
  int states_before_mfma = 0;  // between a write of a register and the matrix instruction that reads it

  [[nodiscard]] bool checked() const { return states_after_mfma > 0; }
};

/// A hash of the values of some registers.
struct StateName {
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  friend bool operator==(const StateName&, const StateName&) = default;
};

/// A wave branches back to the first instruction of a loop.
struct Visit {
  int instruction = 0;     // the first of the loop
  int branch = 0;          // the closing branch
  std::size_t events = 0;  // number of earlier events
  StateName state;         // of LoopRegisters::matter
};

/// The inputs of a launch on which a value depends, one bit for each: words of the arguments, the dispatch packet, and
/// the workgroup ID.
using Inputs = std::uint64_t;

/// How one wave leaves a loop.
struct LoopExit {
  Inputs inputs = 0;  // that decide when
  int branch = -1;    // that it takes
};

struct Trace {
  std::vector<Event> events;
  std::vector<Visit> visits;
  std::vector<std::string> problems;  // unsupported instructions; results that are used before a wait or too soon
  int trips = 0;                      // of the main loop
  bool ended = false;                 // it reached s_endpgm or the store of C
  Coverage coverage;
  StateName digest;                        // hash of all events, if no events are kept
  bool has_reciprocals = false;            // a reciprocal was computed
  std::map<int, LoopExit> exits;           // by the loop's closing branch
  std::vector<Inputs> inputs_of_branches;  // by instruction
  Inputs inputs_of_places = 0;             // that determine which bytes of the LDS and lanes of registers are touched
  std::vector<int> common;                 // the executed instructions of RunOptions::common, in order
};

/// Iterations of a loop whose events are dropped, because others are the same. Iteration 0 begins at the first visit.
struct LeftOutIterations {
  int branch = -1;  // closing branch of the loop
  int first = 0;
  int last = 0;  // the first iteration that is kept again

  friend bool operator==(const LeftOutIterations&, const LeftOutIterations&) = default;
};

struct RunOptions {
  LoopRange loop;  // the loop whose trips are counted
  HazardRules rules;
  bool stops_at_store = true;                            // stops at a store to global memory
  bool keeps_events = true;                              // if false, events are only hashed
  const std::vector<Effects>* effects = nullptr;         // if set, touches become events, and use before a wait is
                                                         // not a problem
  const std::map<int, LoopRegisters>* visits = nullptr;  // loops whose visits are recorded
  bool names_data = false;                               // unknown values get names (data_names.hpp)
  const std::vector<char>* common = nullptr;             // by instruction: every wave executes it equally often
  LeftOutIterations left_out;
  int reciprocal_bit = 0;  // added to the last bit of reciprocals, whose rounding chips may choose
};

/// The register number of an operand's register `index`.
inline int register_number(const Operand& operand, int index) {
  if (operand.file == RegisterFile::scalar) return operand.first + index;
  return (operand.file == RegisterFile::vector ? first_vector : first_accumulator) + operand.first + index;
}

Trace run_wave(const Kernel& kernel, const Launch& launch, const RunOptions& options);

}  // namespace stretto::assembly
