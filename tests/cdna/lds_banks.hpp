// Bank conflicts of 16-byte LDS accesses: which lanes are served together, and when they conflict.
//
// The LDS serves the lanes of an instruction in groups. Lanes of a group that access different words of the same bank
// are served one after another: a bank conflict. lds_swizzle.hpp has the layout that avoids conflicts.
#pragma once

#include <stretto/cdna/chip.hpp>

namespace stretto::cdna {

enum class LdsAccess : unsigned char {
  read,   // ds_read_b128
  write,  // ds_write_b128
};

struct BankRule {
  int banks = 0;              // each serves one word of 4 bytes
  int groups = 0;             // served one after another
  int group_of_four[8] = {};  // group of lanes 4i to 4i + 3; lanes 32 to 63 follow the same pattern

  [[nodiscard]] constexpr int group(int lane) const { return lane / 32 * (groups / 2) + group_of_four[lane % 32 / 4]; }
};

/// Sources. Reads: HipKittens (arXiv 2511.08083, appendix) for gfx950, AMD ROCm blog "Avoiding LDS Bank Conflicts on
/// AMD GPUs Using CK-Tile Framework" for gfx942, Triton pull request 11365 for both. Writes: the blog; 8 lanes at a
/// time, in order. No source describes writes on gfx950; the kernels write consecutive addresses, which is free of
/// conflicts under every grouping.
constexpr BankRule bank_rule(Chip chip, LdsAccess access) {
  if (access == LdsAccess::write) return {32, 8, {0, 0, 1, 1, 2, 2, 3, 3}};
  if (chip == Chip::gfx950) return {64, 4, {0, 1, 1, 0, 1, 0, 0, 1}};
  return {32, 8, {0, 1, 2, 3, 1, 0, 3, 2}};
}

/// Counts the extra passes over all groups, beyond one per group. `byte` has the address of each lane, a multiple of
/// 16.
constexpr int bank_conflicts(Chip chip, LdsAccess access, const int (&byte)[wave_lanes]) {
  constexpr int word_bytes = 4;
  constexpr int lanes_most = 16;
  constexpr int banks_most = 64;
  const BankRule rule = bank_rule(chip, access);
  int conflicts = 0;
  for (int group = 0; group < rule.groups; ++group) {
    // An access covers four consecutive banks, so banks are compared by pieces.
    int line[banks_most * word_bytes / piece_bytes][lanes_most] = {};  // lines accessed at a piece's banks
    int count[banks_most * word_bytes / piece_bytes] = {};
    const int line_bytes = rule.banks * word_bytes;
    int times = 1;
    for (int lane = 0; lane < wave_lanes; ++lane) {
      if (rule.group(lane) != group) continue;
      const int place = byte[lane] % line_bytes / piece_bytes;
      bool known = false;
      for (int i = 0; i < count[place]; ++i) known = known || line[place][i] == byte[lane] / line_bytes;
      if (!known) line[place][count[place]++] = byte[lane] / line_bytes;
      times = count[place] > times ? count[place] : times;
    }
    conflicts += times - 1;
  }
  return conflicts;
}

}  // namespace stretto::cdna
