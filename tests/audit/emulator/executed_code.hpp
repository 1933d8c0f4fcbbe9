// What one wave executes, prepared for many runs: for each instruction the registers that it reads and writes, the
// integers that it makes if everything it needs has arrived, and the bytes of memory that it accesses.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "audit/amdgcn/wave.hpp"

namespace stretto::emulator {

using assembly::lanes;
using Names = std::array<std::uint64_t, lanes>;

/// The scalar condition code behind all other registers.
inline constexpr int condition_register = assembly::all_registers;
inline constexpr int register_count = condition_register + 1;
inline bool is_scalar(int number) { return number < assembly::first_vector || number == condition_register; }

enum class Kind : unsigned char {
  compute,
  copy,      // of vector registers, lane by lane
  load,      // global memory to the LDS
  fetch,     // global memory to registers
  store,     // registers to global memory
  read,      // the LDS to registers
  write,     // registers to the LDS
  exchange,  // between lanes, through the queue of the LDS
  scalar,    // global memory to scalar registers
  wait,
  barrier,
};

struct Result {
  int number = 0;
  int value = -1;  // in ExecutedCode::values, if it is a known integer
};

struct Access {
  int bytes = 0;                    // of a lane, at each place
  bool two = false;                 // of the LDS: two places
  bool across = false;              // the lanes exchange what they read
  bool known = false;               // `global` is set
  std::array<int, lanes> lds{};     // first place
  std::array<int, lanes> second{};  // second place
  std::array<std::uint64_t, lanes> global{};
};

struct Executed {
  Kind kind = Kind::compute;
  bool across = false;  // each result depends on all lanes
  bool keeps = false;   // a load that leaves a part of the register as it was
  bool partly = false;  // some lanes are masked
  bool steers = false;  // a branch, or an instruction that masks lanes
  int instruction = 0;
  std::uint64_t name = 0;  // of the operation and its constants
  std::uint64_t active = 0;
  std::vector<int> sources;
  std::vector<int> data;     // store, write: the registers that hold the data
  std::vector<int> address;  // read, write: the register that holds the address
  std::vector<Result> results;
  int access = -1;
  int vm = -1;  // wait
  int lgkm = -1;
};

struct ExecutedCode {
  std::vector<Executed> steps;
  std::vector<assembly::Lanes> values;
  std::vector<std::uint64_t> digests;  // of the values
  std::vector<Access> accesses;
  std::array<int, register_count> at_start{};  // values
  std::string problem;                         // why the wave cannot be run to its end; empty: it can
};

ExecutedCode execute_alone(const assembly::Kernel& kernel, const assembly::Launch& launch);

}  // namespace stretto::emulator
