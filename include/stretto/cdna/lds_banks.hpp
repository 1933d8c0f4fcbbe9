// Which lanes of a 16-byte access to LDS are served together, and when they are in each other's way.
//
// The LDS serves the lanes of an instruction in groups. Lanes of a group that touch different words of one bank are
// served one after another: a conflict.
#pragma once

#include <stretto/cdna/chip.hpp>

namespace stretto::cdna {

enum class LdsAccess : unsigned char {
  read,   // ds_read_b128
  write,  // ds_write_b128
};

struct BankRule {
  int banks = 0;              // of a word of 4 bytes each
  int groups = 0;             // one after another
  int group_of_four[8] = {};  // of lanes 4i to 4i + 3; lanes 32 to 63 are grouped alike

  [[nodiscard]] constexpr int group(int lane) const { return lane / 32 * (groups / 2) + group_of_four[lane % 32 / 4]; }
};

/// Sources. Reads: HipKittens (arXiv 2511.08083, appendix) for gfx950, AMD ROCm blog "Avoiding LDS Bank Conflicts on
/// AMD GPUs Using CK-Tile Framework" for gfx942, Triton pull request 11365 for both. Writes: the blog; 8 lanes after
/// another. For gfx950 nobody says how writes are served; the kernels' are consecutive, which suits every grouping.
constexpr BankRule bank_rule(Chip chip, LdsAccess access) {
  if (access == LdsAccess::write) return {32, 8, {0, 0, 1, 1, 2, 2, 3, 3}};
  if (chip == Chip::gfx950) return {64, 4, {0, 1, 1, 0, 1, 0, 0, 1}};
  return {32, 8, {0, 1, 2, 3, 1, 0, 3, 2}};
}

/// Times that a group is served beyond the first, for the bytes that the lanes of a wave begin at, multiples of 16.
constexpr int bank_conflicts(Chip chip, LdsAccess access, const int (&byte)[wave_lanes]) {
  constexpr int word_bytes = 4;
  constexpr int lanes_most = 16;
  constexpr int banks_most = 64;
  const BankRule rule = bank_rule(chip, access);
  int conflicts = 0;
  for (int group = 0; group < rule.groups; ++group) {
    // Four words at a time share their fate: banks are looked at by pieces.
    int line[banks_most * word_bytes / piece_bytes][lanes_most] = {};  // lines that are touched at a piece's banks
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
