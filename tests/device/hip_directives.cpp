// What the gfx950 example must compile to, derived from its schedule.
//
//   hip_directives directives FILE           FileCheck directives: every instruction of every entry, in order
//   hip_directives mutations DIRECTORY       the same for every schedule with one mistake in it
//   hip_directives counts ASSEMBLY           instructions that the schedule asks for, and that the assembly has
//
// Registers are followed: an MMA must read the registers that its fragment entries have loaded, and add to the
// accumulators of its quadrant; A and B loads must use their own buffer descriptors.
#include "../../examples/hip/ping_pong_plan.hpp"
#include "phases.hpp"

#include <map>

namespace {

using device_test::Entries;
using device_test::Phases;
using stretto::OpDesc;
namespace ops = stretto::double_buffer_tags;
namespace tags = stretto::tags;

constexpr const char* four_registers = R"(v\[[0-9]+:[0-9]+\])";

class Printer {
 public:
  std::string print(const Phases& phases) {
    line("CHECK-LABEL: ping_pong_gemm:");
    line("CHECK: s_waitcnt lgkmcnt(0)");  // the kernel's arguments
    const int stagger = PingPongPlan::schedule.warp_stagger_index;
    for (int i = 0; i < static_cast<int>(phases.prologue.size()); ++i) {
      if (i == stagger) conditional_barrier();
      entry(phases.prologue[static_cast<std::size_t>(i)].op);
      // A stagger barrier brings its own branch.
      if (i + 1 != stagger && i + 1 != static_cast<int>(phases.prologue.size())) straight_line();
    }
    line("CHECK: s_barrier");
    line(R"(CHECK: [[LOOP:\.LBB[0-9_]+]]:{{.*}}Loop Header)");
    phase(phases.kernel);
    line("CHECK: s_cbranch_{{[a-z0-9]+}} [[LOOP]]");
    phase(phases.epilogue);
    conditional_barrier();
    line("CHECK: s_endpgm");
    return text_;
  }

 private:
  void line(const std::string& directive) { text_ += directive + "\n"; }

  /// No branch and no other instruction of interest up to the next entry. FileCheck's implicit-check-not, which keeps
  /// them out elsewhere, does not look behind a group of CHECK-DAG.
  void straight_line() {
    line(R"(CHECK-NOT: {{branch|^\.LBB|s_waitcnt|s_barrier|s_setprio|ds_read|ds_write|buffer_load|v_mfma}})");
  }

  /// One wave group passes it, the other branches over it.
  void conditional_barrier() {
    line("CHECK: s_cbranch");
    line("CHECK: s_barrier");
    line(R"(CHECK: {{^\.LBB}})");
  }

  void phase(const Entries& entries) {
    bool first = true;
    for (const stretto::ScheduleEntry& e : entries) {
      if (e.op.tag == tags::schedule_barrier) continue;  // no instruction
      if (!first) straight_line();
      first = false;
      entry(e.op);
    }
  }

  void entry(const OpDesc& op) {
    switch (op.tag) {
      case ops::load_a: return load("BUFFER_A");
      case ops::load_b: return load("BUFFER_B");
      case ops::mma_load_a: return fragment("A" + std::to_string(op.subtile), PingPongPlan::reads_a);
      case ops::mma_load_b: return fragment("B" + std::to_string(op.subtile), PingPongPlan::reads_b);
      case ops::mma: return multiply(op.stage, op.subtile);
      case tags::barrier: return line("CHECK: s_barrier");
      case tags::wait_vm: return line("CHECK: s_waitcnt vmcnt(" + std::to_string(op.wait_value) + "){{$}}");
      case tags::wait_lgkm: return line("CHECK: s_waitcnt lgkmcnt(" + std::to_string(op.wait_value) + "){{$}}");
      case tags::set_prio: return line("CHECK: s_setprio " + std::to_string(op.wait_value));
      default: return;
    }
  }

  void load(const std::string& buffer) {
    for (int i = 0; i < PingPongPlan::vm_per_load; ++i) {
      line("CHECK: buffer_load_dwordx4 v{{[0-9]+}}, " + variable(buffer, R"(s\[[0-9]+:[0-9]+\])") + ",{{.*}} lds");
    }
  }

  /// Reads in the kernel's order: MMA by MMA, both K steps of each.
  void fragment(const std::string& name, int reads) {
    for (int i = 0; i < reads; ++i) {
      line("CHECK: ds_read_b128 [[" + operand(name, i / 2, i % 2) + ":" + four_registers + "]],");
    }
  }

  /// The compiler may order the MMAs of one entry.
  void multiply(int row, int column) {
    const std::string a = "A" + std::to_string(row);
    const std::string b = "B" + std::to_string(column);
    const std::string registers = four_registers;
    for (int step = 0; step < 2; ++step) {
      for (int i = 0; i < PingPongPlan::reads_a / 2; ++i) {
        for (int j = 0; j < PingPongPlan::reads_b / 2; ++j) {
          // Each MMA leaves its sum in registers that it may choose; the next one must add to those.
          const std::string sum = "SUM_" + std::to_string(row * 2 + column) + "_" + std::to_string(i * 2 + j);
          int& version = versions_[sum];
          const std::string before = version == 0 ? "{{" + registers + "}}" : "[[" + numbered(sum, version) + "]]";
          ++version;
          line("CHECK-DAG: v_mfma_f32_16x16x32_bf16 [[" + numbered(sum, version) + ":" + registers + "]], [[" +
               operand(a, i, step) + "]], [[" + operand(b, j, step) + "]], " + before);
        }
      }
    }
  }

  static std::string numbered(const std::string& name, int version) { return name + "_" + std::to_string(version); }
  static std::string operand(const std::string& fragment, int mma, int step) {
    return fragment + "_" + std::to_string(mma) + "_" + std::to_string(step);
  }

  /// Defines the variable where it stands first, and demands the same text afterwards.
  std::string variable(const std::string& name, const std::string& pattern) {
    return versions_[name]++ == 0 ? "[[" + name + ":" + pattern + "]]" : "[[" + name + "]]";
  }

  std::string text_;
  std::map<std::string, int> versions_;
};

std::string directives(const Phases& phases) { return Printer().print(phases); }

int count(const std::string& text, const std::string& what) {
  int found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

bool print_counts(const Phases& phases, const std::string& assembly_file) {
  std::ifstream in(assembly_file);
  const std::string assembly{std::istreambuf_iterator<char>(in), {}};
  if (assembly.empty()) return false;
  const std::string expected = directives(phases);
  const int arguments = 1;  // the directive for the kernel's arguments is not the schedule's
  std::printf("%-28s %10s %10s\n", "instruction", "schedule", "emitted");
  bool equal = true;
  for (const char* instruction : {"s_waitcnt vmcnt", "s_waitcnt lgkmcnt", "s_barrier", "s_setprio",
                                  "buffer_load_dwordx4", "ds_read_b128", "v_mfma_f32_16x16x32_bf16"}) {
    const int wanted = count(expected, std::string("CHECK: ") + instruction) +
                       count(expected, std::string("CHECK-DAG: ") + instruction);
    const int emitted = count(assembly, std::string("\t") + instruction);
    const bool lgkm = std::string(instruction) == "s_waitcnt lgkmcnt";
    std::printf("%-28s %10d %10d%s\n", instruction, wanted - (lgkm ? arguments : 0), emitted,
                lgkm ? "   (one for the kernel's arguments)" : "");
    equal = equal && wanted == emitted;
  }
  std::puts("barriers include the stagger's two and the one after the prologue");
  return equal;
}

}  // namespace

int main(int argc, char** argv) {
  const Phases phases = device_test::phases_of(PingPongPlan::schedule);
  const std::string mode = argc == 3 ? argv[1] : "";
  if (mode == "directives") return device_test::write_file(argv[2], directives(phases)) ? 0 : 1;
  if (mode == "mutations") return device_test::write_mutations(phases, directives, argv[2]) ? 0 : 1;
  if (mode == "counts") return print_counts(phases, argv[2]) ? 0 : 1;
  std::fputs("usage: hip_directives directives|mutations|counts PATH\n", stderr);
  return 2;
}
