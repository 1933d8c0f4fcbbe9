#include "random_kernel.hpp"

#include <vector>

#include "../../dice.hpp"
#include "../small_kernel.hpp"

namespace stretto::audit {
namespace {

// Registers: v1, v2, v3 are addresses in a slot of the LDS: the wave's own bytes, those of the other wave, and bytes
// that both waves use. v10 to v15 are data. s[4:5] and s[6:7] are what is loaded and where results go; s12 is the wave;
// s14 counts the iterations down, s20 counts them up, and s18 is how many there are. s19 gets that number again. s2
// is the number of the workgroup.
constexpr int first_data = 10;
constexpr int data_registers = 6;
constexpr int slots = 2;
constexpr int slot_bytes = 512;

std::string number(int value) { return std::to_string(value); }

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : dice_(seed), careful_(dice_.from(0, 100)) {}

  Lines all() {
    out_ = {"s_load_dwordx4 s[4:7], s[0:1], 0x0",
            "s_load_dword s14, s[0:1], 0x10",
            "v_lshlrev_b32_e32 v1, 2, v0",
            "v_xor_b32_e32 v2, 0x100, v1",
            "v_and_b32_e32 v3, 0xfc, v1",
            "v_readfirstlane_b32 s12, v0",
            "s_lshr_b32 s12, s12, 6",
            "s_lshl_b32 s13, s12, 8",
            "s_waitcnt lgkmcnt(0)",
            "s_mov_b32 s18, s14",
            "s_mov_b32 s20, 0",
            "s_mov_b64 s[8:9], s[4:5]",
            "s_mov_b32 s10, -1",
            "s_mov_b32 s11, 0x27000"};
    for (int i = 0; i < data_registers; ++i) line("v_mov_b32_e32 v" + number(first_data + i) + ", " + number(i));
    for (int slot = 0; slot < slots; ++slot) {
      if (!dice_.percent(8)) line("ds_write_b32 v1, v1" + at(slot));
    }
    if (dice_.percent(15)) counted();
    meet();
    const bool loops = dice_.percent(50);
    if (loops) {
      line(".Lloop: s_nop 0");
    }
    in_loop_ = loops;
    const int count = dice_.from(4, 14);
    for (int i = 0; i < count; ++i) statement();
    in_loop_ = false;
    if (loops) {
      const bool reloads = dice_.percent(20);
      if (reloads) reload();
      line("s_sub_u32 s14, s14, 1");
      line("s_add_u32 s20, s20, 1");
      line(reloads ? "s_cmp_lg_u32 s20, s19" : "s_cmp_lg_u32 s14, 0");
      line("s_cbranch_scc1 .Lloop");
    }
    const int more = dice_.from(0, 4);
    for (int i = 0; i < more; ++i) statement();
    results();
    return out_;
  }

 private:
  void line(const std::string& text) { out_.push_back(text); }
  void meet() {
    line("s_waitcnt vmcnt(0) lgkmcnt(0)");
    line("s_barrier");
  }
  std::string data() { return "v" + number(first_data + dice_.below(data_registers)); }
  static std::string at(int slot) { return slot == 0 ? "" : " offset:" + number(slot * slot_bytes); }
  std::string slot() { return at(dice_.below(slots)); }
  std::string address(int shared) { return dice_.percent(shared) ? "v3" : dice_.percent(50) ? "v1" : "v2"; }

  void wait() {
    const int kind = dice_.below(4);
    const std::string vm = "vmcnt(" + number(dice_.percent(50) ? 0 : dice_.below(3)) + ")";
    const std::string lgkm = "lgkmcnt(" + number(dice_.percent(50) ? 0 : dice_.below(3)) + ")";
    line("s_waitcnt " + (kind == 0 ? vm : kind == 1 ? lgkm : vm + " " + lgkm));
  }

  void statement() {
    const int kind = dice_.below(100);
    if (kind < 14) {
      line("global_load_dword " + data() + ", v1, s[4:5] offset:" + number(256 * dice_.below(4)));
    } else if (kind < 30) {
      line("ds_write_b32 " + address(15) + ", " + data() + slot());
    } else if (kind < 48) {
      line("ds_read_b32 " + data() + ", " + address(15) + slot());
    } else if (kind < 58) {
      line("s_add_u32 m0, s13, " + number(dice_.below(slots) * slot_bytes));
      line("s_movk_i32 s17, 0x" + number(100 * dice_.below(4)));
      line("buffer_load_dword v1, s[8:11], s17 offen lds");
    } else if (kind < 60) {
      narrow();
    } else if (kind < 64) {
      line("v_mov_b32_e32 " + data() + ", " + data());
    } else if (kind < 70) {
      line("v_add_f32_e32 " + data() + ", " + data() + ", " + data());
    } else if (kind < 74) {
      line("ds_bpermute_b32 " + data() + ", v2, " + data());
    } else if (kind < 77) {
      line("s_load_dword s16, s[4:5], 0x" + number(10 * dice_.below(4)));
      careful_wait();
      line("v_mov_b32_e32 " + data() + ", s16");
    } else if (kind < 82 && depth_ == 0) {
      masked();
    } else if (kind < 87 && depth_ == 0) {
      by_wave();
    } else if (kind < 89 && depth_ == 0) {
      counted();
    } else if (kind < 94) {
      wait();
    } else if (depth_ == 0) {
      line("s_barrier");
    }
    careful_wait();
  }

  /// Reads the number of iterations again.
  void reload() {
    line("s_load_dword s19, s[0:1], 0x10");
    line("s_waitcnt lgkmcnt(0)");
  }

  /// Something that depends on the number of the iteration, on how many there are, or on the workgroup.
  void counted() {
    const bool again = dice_.percent(25);
    if (again) reload();
    const std::string count = dice_.percent(20) ? "s2" : "s18";
    const std::string counter = again ? "s19" : in_loop_ && dice_.percent(70) ? "s14" : count;
    if (dice_.percent(60)) {
      line("s_and_b32 s15, " + counter + ", 1");
      line("s_lshl_b32 s15, s15, 9");
      line("v_add_u32_e32 v6, s15, " + address(15));
      line(dice_.percent(50) ? "ds_write_b32 v6, " + data() : "ds_read_b32 " + data() + ", v6");
      return;
    }
    ++depth_;
    const std::string label = ".L" + number(++labels_) + "_end";
    line("s_cmp_gt_u32 " + counter + ", " + number(counter == "s2" ? 0 : dice_.from(0, 8)));
    line("s_cbranch_scc1 " + label);
    statement();
    line(label + ": s_nop 0");
    --depth_;
  }

  /// One byte, or two words at a time.
  void narrow() {
    const std::string pair = "v[" + number(first_data + 2 * dice_.below(data_registers / 2)) + ":";
    const std::string two = pair + number(std::stoi(pair.substr(2)) + 1) + "]";
    const std::string byte = " offset:" + number(dice_.below(slots) * slot_bytes + dice_.below(4));
    switch (dice_.below(4)) {
      case 0: line("ds_write_b8 " + address(15) + ", " + data() + byte); break;
      case 1: line("ds_read_u8 " + data() + ", " + address(15) + byte); break;
      case 2: line("ds_read2_b32 " + two + ", " + address(15) + " offset0:0 offset1:128"); break;
      default: line("ds_write2_b32 " + address(15) + ", " + data() + ", " + data() + " offset0:128 offset1:0");
    }
  }

  /// As a careful author would.
  void careful_wait() {
    if (!dice_.percent(careful_)) return;
    line("s_waitcnt vmcnt(0) lgkmcnt(0)");
    if (depth_ == 0 && dice_.percent(careful_)) line("s_barrier");
  }

  /// One instruction for some lanes, and perhaps one for the others.
  void masked() {
    ++depth_;
    const std::string mask = dice_.percent(50) ? "0xffff" : "0xff00ff";
    line("s_mov_b64 exec, " + mask);
    statement();
    if (dice_.percent(60)) {
      line("s_not_b64 exec, exec");
      statement();
    }
    line("s_mov_b64 exec, -1");
    --depth_;
  }

  /// What only one of the waves does, and perhaps what the other one does instead.
  void by_wave() {
    ++depth_;
    const std::string label = ".L" + number(++labels_);
    const bool other = dice_.percent(50);
    line("s_cmp_lg_u32 s12, " + number(dice_.below(2)));
    line("s_cbranch_scc1 " + label + (other ? "_other" : "_end"));
    statement();
    if (other) {
      line("s_branch " + label + "_end");
      line(label + "_other: s_nop 0");
      statement();
    }
    line(label + "_end: s_nop 0");
    --depth_;
  }

  void results() {
    if (dice_.percent(90)) meet();
    for (int i = 0; i < data_registers; ++i) {
      line("global_store_dword v1, v" + number(first_data + i) + ", s[6:7] offset:" + number(512 * i));
    }
    line("v_mov_b32_e32 v4, 0x1000");
    line("v_add_u32_e32 v4, v4, v1");
    for (int s = 0; s < slots; ++s) {
      line("ds_read_b32 v5, v1" + at(s));
      line("s_waitcnt lgkmcnt(0)");
      line("global_store_dword v4, v5, s[6:7] offset:" + number(512 * s));
    }
  }

  Dice dice_;
  int careful_;  // in percent
  int depth_ = 0;
  int labels_ = 0;
  bool in_loop_ = false;
  Lines out_;
};

}  // namespace

std::string random_kernel(std::uint64_t seed) {
  std::string text = small_kernel(Generator(seed).all());
  const std::string after = "    .group_segment_fixed_size";
  text.insert(text.find(after),
              "      - .offset:         16\n        .size:           4\n        .value_kind:     by_value\n");
  const std::string size = ".kernarg_segment_size: 16";
  return text.replace(text.find(size), size.size(), ".kernarg_segment_size: 20");
}

}  // namespace stretto::audit
