// What a plan requires of its kernel's assembly: groups of instructions, one for each entry of the schedule, with the
// addresses and registers of each instruction. expected_of.hpp derives it from a plan.
#pragma once

#include <string>
#include <vector>

#include <stretto/cdna/gemm_tiles.hpp>

namespace stretto::assembly {

enum class GroupKind : unsigned char { load, fetch, read, write, multiply, wait_vm, wait_lgkm, barrier, priority };

/// A register of a fragment: one of the four of a piece.
struct FragmentRegister {
  int piece = 0;  // among all the pieces that the kernel has as variables
  int word = 0;
};

/// One instruction.
struct Item {
  // loads, reads, writes, fetches
  cdna::Operand of = cdna::Operand::a;
  int object = 0;       // in LDS
  int at = 0;           // byte in the object, without the lane's and the wave's offsets
  int row = 0;          // load, fetch: of the tile in global memory
  int first_piece = 0;  // read: which of the lane's pieces along K
  int piece = 0;        // the variable that is read to, fetched to or written
  // multiply
  std::vector<FragmentRegister> first;
  std::vector<FragmentRegister> second;
  int sum = 0;
};

struct Group {
  GroupKind kind = GroupKind::barrier;
  std::string name;
  int tile = 0;       // load, fetch: along K, from the phase's own on
  int count = 0;      // wait, priority
  int only_row = -1;  // barrier: of the waves in this row of the grid alone
  std::vector<Item> items;
};

struct ExpectedKernel {
  std::string name;
  std::string target;
  cdna::GemmKind kind = cdna::GemmKind::ping_pong;
  cdna::GemmTile tile;
  bool proven = false;
  bool in_order = true;  // groups keep their order; else only what is between two barriers stays there
  std::vector<int> object_bytes;
  std::vector<Group> prologue;
  std::vector<Group> kernel;  // the body of the loop
  std::vector<Group> epilogue;
  int tiles_outside = 0;  // of K, without a trip
  int tiles_of_trip = 0;  // of the loop's body
  int first_tile = 0;     // of the first trip; the epilogue's is that of the trip after the last

  [[nodiscard]] std::string full_name() const { return name + "." + target; }
};

// The kernels of gemm_kernels.def by kind: each evaluates schedules at compile time.
std::vector<ExpectedKernel> expected_ping_pong();
std::vector<ExpectedKernel> expected_four_wave();
std::vector<ExpectedKernel> expected_others();

}  // namespace stretto::assembly
