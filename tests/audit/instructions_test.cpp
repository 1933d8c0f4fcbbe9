// Every integer instruction on random operands, executed by a wave and folded by LLVM.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <sstream>

#include "../dice.hpp"
#include "audit/amdgcn/machine.hpp"
#include "instruction_table.hpp"

namespace stretto::assembly {
namespace {

constexpr int batches = 4;
constexpr int samples = batches * lanes;

/// One set of operands: a, b, c, the old result, and the condition or carry that is read.
struct Sample {
  std::uint64_t value[4] = {};
  bool flag = false;
  bool active = true;
};

std::uint64_t operand(Dice& dice, int index) {
  static const std::vector<std::uint32_t> edges = {
      0,      1,      0xffffffff, 0x80000000, 0x7fffffff, 31,         32,         33,         63,         64,
      0xffff, 0x8000, 0x10000,    0x00800000, 0xff800000, 0x00140014, 0x00200000, 0x007f0001, 0x04030201, 0x0d0c0b08};
  const auto word = [&]() -> std::uint64_t {
    if (dice.percent(45)) return dice.one_of(edges);
    const auto random =
        static_cast<std::uint32_t>(dice.below(1 << 16)) << 16 | static_cast<std::uint32_t>(dice.below(1 << 16));
    return random >> (dice.percent(50) ? 0 : dice.below(32));
  };
  const std::uint64_t low = word();
  const std::uint64_t high = dice.percent(20) ? (low >> 31) * 0xffffffff : word();
  return index >= 0 ? high << 32 | low : low;
}

std::vector<Sample> samples_of(std::uint64_t seed) {
  Dice dice(seed);
  std::vector<Sample> out(samples);
  for (int i = 0; i < samples; ++i) {
    Sample& sample = out[static_cast<std::size_t>(i)];
    for (int k = 0; k < 4; ++k) sample.value[k] = operand(dice, k);
    if (dice.percent(15)) sample.value[1] = sample.value[0];
    sample.flag = dice.percent(50);
    sample.active = i < lanes || dice.percent(60);
  }
  return out;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// Names of values get a number; %a, %b, %c, %o and %k become constants.
std::string ir_of(const InstructionCase& c, const Sample& sample, int number) {
  std::string out;
  for (std::size_t i = 0; i < c.ir.size();) {
    if (c.ir[i] != '%') {
      out += c.ir[i++];
      continue;
    }
    std::size_t end = i + 1;
    while (end < c.ir.size() && std::isalnum(static_cast<unsigned char>(c.ir[end])) != 0) ++end;
    const std::string name = c.ir.substr(i + 1, end - i - 1);
    const std::string order = "abco";
    const std::size_t which = name.size() == 1 ? order.find(name) : std::string::npos;
    if (which != std::string::npos) {
      const int width = c.width(which == 3 ? 0 : static_cast<int>(which) + 1);
      const std::uint64_t value = width == 64 ? sample.value[which] : sample.value[which] & 0xffffffff;
      out += width == 64 ? std::to_string(static_cast<std::int64_t>(value))
                         : std::to_string(static_cast<std::int32_t>(value));
    } else if (name == "k") {
      out += sample.flag ? "true" : "false";
    } else {
      out += "%" + name + "." + std::to_string(number);
    }
    i = end;
  }
  return out;
}

bool has_result(const InstructionCase& c) { return c.code.find("$d") != std::string::npos; }

std::filesystem::path scratch_file(const std::string& name) {
  return std::filesystem::temp_directory_path() / ("stretto_" + std::to_string(::getpid()) + "_" + name);
}

std::string output_of(const std::string& command) {
  std::FILE* pipe = ::popen(command.c_str(), "r");
  std::string out;
  char buffer[4096];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, got);
  return ::pclose(pipe) == 0 ? out : "";
}

struct Expected {
  std::vector<std::uint64_t> result;
  std::vector<bool> flag;
};

/// What LLVM folds; by case.
std::vector<Expected> folded(const std::vector<InstructionCase>& cases,
                             const std::vector<std::vector<Sample>>& operands) {
  const std::filesystem::path file = scratch_file("fold.ll");
  {
    std::ofstream out(file);
    for (std::size_t c = 0; c < cases.size(); ++c) {
      out << "define void @f" << c << "(ptr %out) {\n";
      const std::string type = cases[c].width(0) == 64 ? "i64" : "i32";
      for (int i = 0; i < samples; ++i) {
        out << ir_of(cases[c], operands[c][static_cast<std::size_t>(i)], i) << "\n";
        if (has_result(cases[c])) out << "store volatile " << type << " %r." << i << ", ptr %out\n";
        if (cases[c].writes_flag) out << "store volatile i1 %s." << i << ", ptr %out\n";
      }
      out << "ret void\n}\n";
    }
  }
  const std::string text = output_of(std::string(STRETTO_OPT) +
                                     " -S -mtriple=amdgcn -passes='instcombine<no-verify-fixpoint>' " + file.string());
  std::filesystem::remove(file);
  std::vector<Expected> found(cases.size());
  std::istringstream lines(text);
  std::string line;
  int function = -1;
  while (std::getline(lines, line)) {
    if (line.starts_with("define")) ++function;
    std::istringstream words(line);
    std::string store;
    std::string is_volatile;
    std::string type;
    std::string value;
    words >> store >> is_volatile >> type >> value;
    if (store != "store") continue;
    Expected& to = found.at(static_cast<std::size_t>(function));
    EXPECT_EQ(value.find_first_not_of("-0123456789truefals,"), std::string::npos) << line;
    if (type == "i1") {
      to.flag.push_back(value.starts_with("true"));
    } else {
      const std::int64_t number = std::strtoll(value.c_str(), nullptr, 10);
      to.result.push_back(type == "i64" ? static_cast<std::uint64_t>(number)
                                        : static_cast<std::uint64_t>(number) & 0xffffffff);
    }
  }
  return found;
}

/// Writes a kernel whose results become addresses of the LDS, where a trace shows them.
class Program {
 public:
  void line(const std::string& text) { text_ += "\t" + text + "\n"; }
  void set(const std::string& scalar, std::uint32_t value) { line("s_mov_b32 " + scalar + ", " + hex(value)); }
  void set_mask(int first, std::uint64_t value) {
    set("s" + std::to_string(first), static_cast<std::uint32_t>(value));
    set("s" + std::to_string(first + 1), static_cast<std::uint32_t>(value >> 32));
  }
  void show_vector(int index) { line("ds_write_b32 v" + std::to_string(index) + ", v" + std::to_string(index)); }
  void show_scalar(const std::string& scalar) {
    line("v_mov_b32_e32 v99, " + scalar);
    show_vector(99);
  }
  static std::string hex(std::uint32_t value) {
    char out[16];
    std::snprintf(out, sizeof out, "0x%x", value);
    return out;
  }

  Trace run() const {
    const Kernel kernel = read_kernel("k:\n" + text_ + "\ts_endpgm\n.Lfunc_end0:\n", "k");
    return run_wave(kernel, Launch{}, RunOptions{});
  }

 private:
  std::string text_;
};

/// Registers 10, 12, 14, 16 for a, b, c, d.
std::string with_registers(const InstructionCase& c) {
  const std::string file = c.is_scalar() ? "s" : "v";
  std::string out = c.code;
  const std::string names[] = {"$d", "$a", "$b", "$c"};
  for (int i = 0; i < 4; ++i) {
    const int first = i == 0 ? 16 : 8 + 2 * i;
    const std::string one = file + std::to_string(first);
    const std::string pair = file + "[" + std::to_string(first) + ":" + std::to_string(first + 1) + "]";
    out = replaced(out, names[i], c.width(i) == 64 ? pair : one);
  }
  return replaced(replaced(out, "$k", "s[60:61]"), "$m", "s[62:63]");
}

void set_operands(Program& program, const InstructionCase& c, const Sample* first, int count) {
  const std::string file = c.is_scalar() ? "s" : "v";
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < 4; ++k) {
      for (int word = 0; word < 2; ++word) {
        const std::uint32_t value = static_cast<std::uint32_t>(first[i].value[k] >> (32 * word));
        const int at = 10 + 2 * k + word;
        if (c.is_scalar()) {
          program.set("s" + std::to_string(at), value);
        } else {
          program.set("s40", value);
          program.line("v_writelane_b32 v" + std::to_string(at) + ", s40, " + std::to_string(i));
        }
      }
    }
  }
}

class Instructions : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(STRETTO_OPT)) GTEST_SKIP() << "opt-22 not found";
  }
};

void expect_scalars(const InstructionCase& c, const std::vector<Sample>& operands, const Expected& expected) {
  const bool equal_unknown = c.code.starts_with("s_min") || c.code.starts_with("s_max");
  const std::string code = with_registers(c);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Sample& sample = operands[i];
    Program program;
    set_operands(program, c, &sample, 1);
    program.line(std::string("s_cmp_eq_u32 0, ") + (sample.flag ? "0" : "1"));
    program.line(code);
    program.line("s_cselect_b32 s50, 1, 0");
    const bool flag_unknown =
        equal_unknown && static_cast<std::uint32_t>(sample.value[0]) == static_cast<std::uint32_t>(sample.value[1]);
    program.show_scalar("s16");
    program.show_scalar("s17");
    if (!flag_unknown) program.show_scalar("s50");
    const Trace trace = program.run();
    ASSERT_TRUE(trace.problems.empty()) << code << ": " << trace.problems.front();
    const auto shown = [&](std::size_t event) { return static_cast<std::uint32_t>(trace.events.at(event).address[0]); };
    const std::string where = code + " on " + Program::hex(static_cast<std::uint32_t>(sample.value[0])) + ", " +
                              Program::hex(static_cast<std::uint32_t>(sample.value[1]));
    const std::uint64_t before = sample.value[3];
    const bool wide = c.width(0) == 64;
    const std::uint64_t result = has_result(c) ? expected.result.at(i) : before;
    EXPECT_EQ(shown(0), static_cast<std::uint32_t>(result)) << where;
    EXPECT_EQ(shown(1), static_cast<std::uint32_t>((wide && has_result(c) ? result : before) >> 32)) << where;
    if (!flag_unknown) {
      EXPECT_EQ(shown(2) != 0, c.writes_flag ? expected.flag.at(i) : sample.flag) << where << ": SCC";
    }
    if (testing::Test::HasFailure()) return;
  }
}

void expect_vectors(const InstructionCase& c, const std::vector<Sample>& operands, const Expected& expected) {
  const std::string code = with_registers(c);
  for (int batch = 0; batch < batches; ++batch) {
    const Sample* first = &operands[static_cast<std::size_t>(batch * lanes)];
    std::uint64_t carries = 0;
    std::uint64_t active = 0;
    for (int lane = 0; lane < lanes; ++lane) {
      carries |= std::uint64_t{first[lane].flag} << lane;
      active |= std::uint64_t{first[lane].active} << lane;
    }
    Program program;
    set_operands(program, c, first, lanes);
    program.set_mask(60, carries);
    program.set_mask(64, active);
    program.line("s_mov_b64 exec, s[64:65]");
    program.line(code);
    program.line("s_mov_b64 exec, -1");
    program.show_vector(16);
    program.show_vector(17);
    if (c.writes_flag) {
      program.show_scalar("s62");
      program.show_scalar("s63");
    }
    const Trace trace = program.run();
    ASSERT_TRUE(trace.problems.empty()) << code << ": " << trace.problems.front();
    for (int lane = 0; lane < lanes; ++lane) {
      const auto i = static_cast<std::size_t>(batch * lanes + lane);
      const auto at = static_cast<std::size_t>(lane);
      const bool on = first[lane].active;
      const std::uint64_t before = first[lane].value[3];
      const std::uint64_t result = has_result(c) && on ? expected.result.at(i) : before;
      const std::uint64_t upper = has_result(c) && c.width(0) == 64 ? result : before;
      const std::string where = code + " in lane " + std::to_string(lane) + " on " +
                                std::to_string(first[lane].value[0]) + ", " + std::to_string(first[lane].value[1]) +
                                ", " + std::to_string(first[lane].value[2]);
      EXPECT_EQ(static_cast<std::uint32_t>(trace.events.at(0).address[at]), static_cast<std::uint32_t>(result))
          << where;
      EXPECT_EQ(static_cast<std::uint32_t>(trace.events.at(1).address[at]), static_cast<std::uint32_t>(upper >> 32))
          << where;
      if (c.writes_flag) {
        const auto word = static_cast<std::uint32_t>(trace.events.at(lane < 32 ? 2 : 3).address[0]);
        EXPECT_EQ((word >> (lane % 32) & 1) != 0, on && expected.flag.at(i)) << where << ": mask";
      }
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST_F(Instructions, GiveWhatLlvmFolds) {
  const std::vector<InstructionCase> cases = instruction_cases();
  std::vector<std::vector<Sample>> operands;
  for (std::size_t c = 0; c < cases.size(); ++c) operands.push_back(samples_of(1000 + c));
  const std::vector<Expected> expected = folded(cases, operands);
  for (std::size_t c = 0; c < cases.size(); ++c) {
    if (has_result(cases[c])) {
      ASSERT_EQ(expected[c].result.size(), static_cast<std::size_t>(samples)) << cases[c].code;
    }
    if (cases[c].writes_flag) {
      ASSERT_EQ(expected[c].flag.size(), static_cast<std::size_t>(samples)) << cases[c].code;
    }
    if (cases[c].is_scalar()) expect_scalars(cases[c], operands[c], expected[c]);
    if (!cases[c].is_scalar()) expect_vectors(cases[c], operands[c], expected[c]);
  }
}

/// Shows one register after an instruction, one of whose operands is not known.
bool stays_known(const InstructionCase& c, int unknown, const std::string& shown) {
  Program program;
  const Sample sample = samples_of(7).front();
  std::vector<Sample> all(lanes, sample);
  set_operands(program, c, all.data(), c.is_scalar() ? 1 : lanes);
  program.set_mask(60, 5);
  program.set_mask(62, 5);
  program.line("s_cmp_eq_u32 0, 0");
  const std::string first = std::to_string(10 + 2 * unknown);
  const std::string second = std::to_string(11 + 2 * unknown);
  if (unknown == 4) {
    program.line("s_load_dwordx2 s[60:61], s[80:81], 0x0");
    program.line("s_load_dword s90, s[80:81], 0x0");
    program.line("s_cmp_eq_u32 s90, 0");
  } else if (c.is_scalar()) {
    program.line("s_load_dwordx2 s[" + first + ":" + second + "], s[80:81], 0x0");
  } else {
    program.line("global_load_dwordx2 v[" + first + ":" + second + "], v[80:81], off");
  }
  program.line(with_registers(c));
  if (shown == "scc") {
    program.line("s_cselect_b32 s50, 1, 0");
    program.show_scalar("s50");
  } else if (shown[0] == 'v') {
    program.show_vector(std::stoi(shown.substr(1)));
  } else {
    program.show_scalar(shown);
  }
  const Trace trace = program.run();
  return trace.problems.empty();
}

TEST(UnknownOperands, MakeAllResultsUnknown) {
  for (const InstructionCase& c : instruction_cases()) {
    const std::string file = c.is_scalar() ? "s" : "v";
    for (int k = 0; k < 5; ++k) {
      const std::string names[] = {"%a", "%b", "%c", "%o", "%k"};
      bool reads = false;
      for (std::size_t at = 0; (at = c.ir.find(names[k], at)) != std::string::npos; ++at) {
        const bool whole = at + 2 == c.ir.size() || std::isalnum(static_cast<unsigned char>(c.ir[at + 2])) == 0;
        reads = reads || whole;
      }
      if (!reads) continue;
      const std::string message = with_registers(c) + " with unknown " + names[k];
      if (has_result(c)) {
        EXPECT_FALSE(stays_known(c, k, file + "16")) << message;
      }
      if (has_result(c) && c.width(0) == 64) {
        EXPECT_FALSE(stays_known(c, k, file + "17")) << message;
      }
      if (c.writes_flag) {
        EXPECT_FALSE(stays_known(c, k, c.is_scalar() ? "scc" : "s62")) << message;
      }
    }
  }
}

/// After these lines, is the register known? v1 and s1 hold 7, v2 and s2 data that is loaded, v3 0x00030001.
bool known_after(const std::string& lines, const std::string& shown) {
  Program program;
  program.set("s1", 7);
  program.line("v_mov_b32_e32 v1, 7");
  program.line("v_mov_b32_e32 v3, 0x30001");
  program.line("v_mov_b32_e32 v16, 0");
  program.line("s_load_dword s2, s[80:81], 0x0");
  program.line("global_load_dword v2, v[80:81], off");
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line, ';');) program.line(line.substr(line.find_first_not_of(' ')));
  program.line("s_mov_b64 exec, -1");
  if (shown[0] == 'v' && shown != "vcc_lo") program.show_vector(std::stoi(shown.substr(1)));
  if (shown[0] != 'v' || shown == "vcc_lo") program.show_scalar(shown);
  const Trace trace = program.run();
  return trace.problems.empty();
}

TEST(UnknownOperands, ParticularCases) {
  EXPECT_TRUE(known_after("v_mov_b32_e32 v16, v1", "v16"));
  for (const char* lines :
       {"v_mov_b32_e32 v16, v2",
        "v_mov_b32_sdwa v16, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1",
        "v_mov_b32_sdwa v16, v3 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:DWORD",
        "v_mov_b32_dpp v16, v1 row_shr:1 row_mask:0xf bank_mask:0xf",
        "v_mov_b32_dpp v16, v1 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf",
        "v_add_u16_e64 v16, v1, v3 op_sel:[0,1,0]",
        "v_add_u32_e64 v16, v1, v3 clamp",
        "v_readlane_b32 s3, v2, 0; v_mov_b32_e32 v16, s3",
        "v_readlane_b32 s3, v1, s2; v_mov_b32_e32 v16, s3",
        "v_writelane_b32 v16, s2, 3",
        "v_writelane_b32 v16, s1, s2",
        "s_mov_b64 exec, 1; v_mov_b32_e32 v16, v2",
        "s_mov_b64 exec, 1; v_mov_b32_e32 v20, 1; s_mov_b64 exec, -1; v_mov_b32_e32 v16, v20",
        "v_permlane32_swap_b32 v16, v2",
        "v_swap_b32 v16, v2",
        "v_rcp_f32_e32 v16, v1",
        "v_mbcnt_lo_u32_b32 v16, -1, v2",
        "s_mov_b64 exec, 1; v_mbcnt_lo_u32_b32 v20, -1, 0; s_mov_b64 exec, -1; v_mov_b32_e32 v16, v20",
        "ds_bpermute_b32 v16, v1, v2",
        "ds_bpermute_b32 v16, v2, v1",
        "v_fmac_f32_e32 v16, v2, v1",
        "v_mov_b32_e32 v16, v90",
        "v_mov_b32_e32 v16, s90",
        "v_cvt_f32_u32_sdwa v16, v2 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_0",
        "ds_read_u8_d16_hi v16, v1"}) {
    EXPECT_FALSE(known_after(lines, "v16")) << lines;
  }
  // Second results.
  for (const char* lines :
       {"s_mov_b64 vcc, 0; v_add_co_u32_e32 v16, vcc, v1, v2", "s_mov_b64 vcc, 0; v_cmp_lt_f32_e32 vcc, v1, v2",
        "s_mov_b64 vcc, 0; v_add_co_u32_sdwa v16, vcc, v1, v3 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD "
        "src1_sel:WORD_1",
        "s_mov_b64 vcc, 0; v_div_scale_f32 v16, vcc, v1, v1, v1",
        "s_mov_b64 vcc, 0; v_mad_u64_u32 v[16:17], vcc, v1, v2, 0",
        "s_mov_b64 vcc, 0; v_cmp_eq_u32_sdwa vcc, v1, v3 src0_sel:WORD_0 src1_sel:DWORD",
        "s_mov_b32 vcc_lo, 0; s_getpc_b64 vcc", "s_mov_b32 vcc_lo, 0; s_mov_b32 vcc_lo, s2"}) {
    EXPECT_FALSE(known_after(lines, "vcc_lo")) << lines;
  }
  // An unsupported instruction is never skipped, whatever its operands.
  for (const char* lines :
       {"s_swappc_b64 s[30:31], s[80:81]", "s_setpc_b64 s[80:81]", "s_set_gpr_idx_on s2, gpr_idx(SRC0)",
        "s_movreld_b32 s4, s2", "s_andn2_wrexec_b64 s[4:5], s[80:81]", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 3",
        "s_mov_b64 exec, s[80:81]", "s_mov_b32 exec_lo, s2", "v_readfirstlane_b32 exec_lo, v2", "s_mov_b32 ttmp3, s1",
        "s_getpc_b64 exec"}) {
    EXPECT_FALSE(known_after(lines, "v1")) << lines;
  }
  EXPECT_TRUE(known_after("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3", "v1"));
  // A lane that is written is known, whatever the others are.
  EXPECT_TRUE(known_after("v_writelane_b32 v90, s1, 5; v_readlane_b32 s3, v90, 5", "s3"));
  EXPECT_TRUE(known_after("s_mov_b64 exec, 1; v_mov_b32_e32 v90, 1; v_readfirstlane_b32 s3, v90", "s3"));
}

// --- integer division

/// Compiles a kernel that divides and stores; the operands are two arguments.
std::optional<std::string> compiled_division(const std::string& operation, bool uniform, bool narrow) {
  const std::filesystem::path file = scratch_file("divide.ll");
  {
    std::ofstream out(file);
    out << "define amdgpu_kernel void @k(i32 %a, i32 %b) {\n"
        << "%t = call i32 @llvm.amdgcn.workitem.id.x()\n"
        << (uniform ? "%x0 = add i32 %a, 0\n" : "%x0 = add i32 %a, %t\n") << "%y0 = add i32 %b, 0\n"
        << (narrow ? "%x = and i32 %x0, 65535\n%y = and i32 %y0, 65535\n"
                   : "%x = add i32 %x0, 0\n%y = add i32 %y0, 0\n")
        << "%q = " << operation << " i32 %x, %y\n"
        << "%p = inttoptr i32 %q to ptr addrspace(3)\nstore volatile i32 1, ptr addrspace(3) %p\nret void\n}\n";
  }
  const std::string out =
      output_of(std::string(STRETTO_LLC) + " -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -O2 " + file.string() + " -o -");
  std::filesystem::remove(file);
  if (out.empty()) return std::nullopt;
  return out;
}

std::uint32_t quotient(const std::string& operation, std::uint32_t x, std::uint32_t y) {
  if (operation == "udiv") return x / y;
  if (operation == "urem") return x % y;
  const auto a = std::int64_t{static_cast<std::int32_t>(x)};
  const auto b = std::int64_t{static_cast<std::int32_t>(y)};
  return static_cast<std::uint32_t>(operation == "sdiv" ? a / b : a % b);
}

TEST(Division, IsExactAsLlvmCompilesIt) {
  if (!std::filesystem::exists(STRETTO_LLC)) GTEST_SKIP() << "llc-22 not found";
  Dice dice(5);
  for (const std::string operation : {"udiv", "urem", "sdiv", "srem"}) {
    for (const bool uniform : {false, true}) {
      for (const bool narrow : {false, true}) {
        const std::optional<std::string> text = compiled_division(operation, uniform, narrow);
        ASSERT_TRUE(text.has_value());
        const Kernel kernel = read_kernel(*text);
        for (int i = 0; i < 300; ++i) {
          auto x = static_cast<std::uint32_t>(operand(dice, -1));
          auto y = static_cast<std::uint32_t>(operand(dice, -1));
          if (narrow) x &= 0xffff;
          if (narrow) y &= 0xffff;
          if (y == 0 || (x == 0x80000000 && y == 0xffffffff)) continue;
          Launch launch;
          for (const std::uint32_t value : {x, y}) {
            for (int byte = 0; byte < 4; ++byte)
              launch.arguments.push_back(static_cast<unsigned char>(value >> (8 * byte)));
          }
          launch.arguments.resize(static_cast<std::size_t>(std::max(kernel.argument_bytes, 8)));
          const Trace trace = run_wave(kernel, launch, RunOptions{});
          ASSERT_TRUE(trace.problems.empty()) << operation << ": " << trace.problems.front();
          ASSERT_EQ(std::count_if(trace.events.begin(), trace.events.end(),
                                  [](const Event& e) { return e.kind == EventKind::write; }),
                    1);
          for (const Event& e : trace.events) {
            if (e.kind != EventKind::write) continue;
            for (const int lane : {0, 1, 63}) {
              const std::uint32_t moved = x + (uniform ? 0 : static_cast<std::uint32_t>(lane));
              if (narrow && moved > 0xffff) continue;
              if (moved == 0x80000000 && y == 0xffffffff) continue;
              ASSERT_EQ(static_cast<std::uint32_t>(e.address[static_cast<std::size_t>(lane)]),
                        quotient(operation, moved, y))
                  << operation << " of " << moved << ", " << y;
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace stretto::assembly
