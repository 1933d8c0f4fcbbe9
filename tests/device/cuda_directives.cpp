// What the CUDA example must compile to, derived from its schedule.
//
//   cuda_directives directives FILE       FileCheck directives for the PTX: every instruction of every entry, in order
//   cuda_directives mutations DIRECTORY   the same for every schedule with one mistake in it
//   cuda_directives sass FILE             compares a `cuobjdump -sass` listing with the schedule, barrier by barrier
//
// In PTX registers are followed: a store must write what its loads have loaded, an MMA must read what its fragment
// entry has loaded. In SASS, ptxas orders instructions between barriers as it likes and may move an MMA, which touches
// no memory, across one; loads, stores and fragment reads must be on the schedule's side of every barrier.
#include "../../examples/7_cuda/single_buffer_plan.hpp"
#include "sections.hpp"

#include <array>
#include <set>
#include <sstream>

namespace {

using device_test::Entries;
using device_test::Sections;
using stretto::OpDesc;
namespace ops = stretto::single_buffer_tags;
namespace tags = stretto::tags;
using Plan = SingleBufferPlan;

class Printer {
 public:
  std::string print(const Sections& sections) {
    line("CHECK-LABEL: .entry single_buffer_gemm");
    section(sections.prologue);
    line(R"(CHECK: {{^\$L__BB[0-9_]+:}})");
    section(sections.kernel);
    line("CHECK: @%p{{[0-9]+}} bra");
    section(sections.epilogue);
    line("CHECK: ret;");
    return text_;
  }

 private:
  void line(const std::string& directive) { text_ += directive + "\n"; }

  void section(const Entries& entries) {
    bool first = true;
    for (const stretto::ScheduleEntry& e : entries) {
      if (e.op.role == stretto::OpRole::fence) continue;  // no instruction
      if (!first) line(R"(CHECK-NOT: {{bra|^\$L}})");
      first = false;
      entry(e.op);
    }
  }

  void entry(const OpDesc& op) {
    switch (op.tag) {
      case ops::load_dram: return load();
      case ops::store_smem: return store();
      case ops::load_frag: return fragment("FRAGMENT" + std::to_string(op.subtile));
      case ops::compute: return multiply("FRAGMENT" + std::to_string(op.subtile));
      case tags::barrier: return line("CHECK: bar.sync{{[[:space:]]+}}0;");
      default: return;
    }
  }

  void load() {
    for (int i = 0; i < Plan::loads; ++i) {
      line("CHECK: ld.global.v4.u32 [[STAGED" + std::to_string(i) + R"(:\{[^}]*\}]],)");
    }
  }

  void store() {
    for (int i = 0; i < Plan::loads; ++i) line("CHECK: st.shared.v4.u32 {{.*}}, [[STAGED" + std::to_string(i) + "]];");
  }

  /// Two reads of A, four registers each for one MMA row; two of B, each with the register pairs of two MMA columns.
  void fragment(const std::string& name) {
    const std::string pair = "%r[0-9]+, %r[0-9]+";
    const std::string load = "CHECK: ldmatrix{{.*}}.x4{{[a-z0-9.]*}} {[[" + name;
    for (int i = 0; i < Plan::fragments / 2; ++i) {
      line(load + "_A" + std::to_string(i) + ":" + pair + ", " + pair + "]]},");
    }
    for (int j = 0; j < Plan::fragments; j += 2) {
      line(load + "_B" + std::to_string(j) + ":" + pair + "]], [[" + name + "_B" + std::to_string(j + 1) + ":" + pair +
           "]]},");
    }
  }

  void multiply(const std::string& name) {
    for (int i = 0; i < Plan::mmas; ++i) {
      const std::string sum = "SUM" + std::to_string(i);
      const bool first = seen_.insert(sum).second;
      line("CHECK: mma.sync{{[a-z0-9.]*}} {[[" + sum + (first ? ":[^}]*]]}, {[[" : "]]}, {[[") + name + "_A" +
           std::to_string(i / 4) + "]]}, {[[" + name + "_B" + std::to_string(i % 4) + "]]}, {[[" + sum + "]]};");
    }
  }

  std::string text_;
  std::set<std::string> seen_;
};

std::string directives(const Sections& sections) { return Printer().print(sections); }

enum Kind { load, store, read, multiply, kinds };
constexpr const char* kind_names[kinds] = {"LDG", "STS", "LDSM", "HMMA"};

/// Instructions between two barriers.
using Stretch = std::array<int, kinds>;
using Stretches = std::vector<Stretch>;

Stretches stretches_of(const Entries& entries) {
  Stretches result(1);
  for (const stretto::ScheduleEntry& entry : entries) {
    switch (entry.op.tag) {
      case ops::load_dram: result.back()[load] += Plan::loads; break;
      case ops::store_smem: result.back()[store] += Plan::loads; break;
      case ops::load_frag: result.back()[read] += Plan::fragments; break;
      case ops::compute: result.back()[multiply] += Plan::mmas; break;
      case tags::barrier: result.emplace_back(); break;
      default: break;
    }
  }
  return result;
}

struct Instruction {
  long address = 0;
  std::string opcode;
  std::string operand;
};

/// "        /*0af0*/              @!P1 BRA 0x800 ;   /* encoding */"
std::vector<Instruction> read_sass(const std::string& path) {
  std::vector<Instruction> result;
  std::ifstream in(path);
  for (std::string text; std::getline(in, text);) {
    const std::size_t open = text.find("/*");
    const std::size_t close = text.find("*/");
    if (open == std::string::npos || close == std::string::npos || text.find(';') == std::string::npos) continue;
    const std::string digits = text.substr(open + 2, close - open - 2);
    if (digits.empty() || digits.find_first_not_of("0123456789abcdef") != std::string::npos) continue;
    std::istringstream words(text.substr(close + 2));
    Instruction instruction;
    instruction.address = std::stol(digits, nullptr, 16);
    words >> instruction.opcode;
    if (instruction.opcode.starts_with("@")) words >> instruction.opcode;
    words >> instruction.operand;
    result.push_back(instruction);
  }
  return result;
}

bool compare(const char* section, const Stretches& wanted, const Stretches& emitted) {
  bool good = wanted.size() == emitted.size();
  if (!good) std::printf("%s: %zu barriers wanted, %zu emitted\n", section, wanted.size() - 1, emitted.size() - 1);
  Stretch wanted_sum{};
  Stretch emitted_sum{};
  for (std::size_t s = 0; good && s < wanted.size(); ++s) {
    std::printf("%-9s stretch %zu", section, s);
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      std::printf("   %s %d/%d", kind_names[kind], wanted[s][kind], emitted[s][kind]);
      wanted_sum[kind] += wanted[s][kind];
      emitted_sum[kind] += emitted[s][kind];
      if (kind != multiply && wanted[s][kind] != emitted[s][kind]) {
        std::printf(" WRONG");
        good = false;
      }
    }
    std::puts("");
  }
  if (good && wanted_sum != emitted_sum) {
    std::printf("%s: %d MMAs wanted, %d emitted\n", section, wanted_sum[multiply], emitted_sum[multiply]);
    return false;
  }
  return good;
}

bool check_sass(const Sections& sections, const std::string& path) {
  const std::vector<Instruction> code = read_sass(path);
  long loop_begin = -1;
  long loop_end = -1;
  int loops = 0;
  for (const Instruction& i : code) {
    if (i.opcode != "BRA" || !i.operand.starts_with("0x")) continue;
    const long target = std::stol(i.operand, nullptr, 16);
    if (target >= i.address) continue;  // forward, or the endless branch behind the end
    loop_begin = target;
    loop_end = i.address;
    ++loops;
  }
  if (loops != 1) {
    std::printf("%d loops instead of one in %zu instructions\n", loops, code.size());
    return false;
  }
  Stretches prologue(1);
  Stretches kernel(1);
  Stretches epilogue(1);
  for (const Instruction& i : code) {
    Stretches& section = i.address < loop_begin ? prologue : i.address <= loop_end ? kernel : epilogue;
    for (std::size_t kind = 0; kind < kinds; ++kind)
      section.back()[kind] += i.opcode.starts_with(kind_names[kind]) ? 1 : 0;
    if (i.opcode.starts_with("BAR.")) section.emplace_back();
    const bool inside = i.address >= loop_begin && i.address < loop_end;
    for (const char* refused : {"LDL", "STL", "CALL", "BRX", inside ? "BRA" : "JMX"}) {
      if (i.opcode.starts_with(refused)) {
        std::printf("%s at %lx\n", i.opcode.c_str(), static_cast<unsigned long>(i.address));
        return false;
      }
    }
  }
  std::puts("instructions between barriers, schedule/emitted (ptxas may move MMAs):");
  const bool first = compare("prologue", stretches_of(sections.prologue), prologue);
  const bool second = compare("kernel", stretches_of(sections.kernel), kernel);
  const bool third = compare("epilogue", stretches_of(sections.epilogue), epilogue);
  return first && second && third;
}

}  // namespace

int main(int argc, char** argv) {
  const Sections sections = device_test::sections_of(Plan::pipe);
  const std::string mode = argc == 3 ? argv[1] : "";
  if (mode == "directives") return device_test::write_file(argv[2], directives(sections)) ? 0 : 1;
  if (mode == "mutations") return device_test::write_mutations(sections, directives, argv[2]) ? 0 : 1;
  if (mode == "sass") return check_sass(sections, argv[2]) ? 0 : 1;
  std::fputs("usage: cuda_directives directives|mutations|sass PATH\n", stderr);
  return 2;
}
