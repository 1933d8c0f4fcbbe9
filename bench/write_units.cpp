// Writes, for each shipped schedule, two translation units that consume the same entries: <name>_compiled.cpp, in which
// the library compiles the schedule as a constant, and <name>_by_hand.cpp, with the entries written out.
// Usage: write_units DIRECTORY
#include <fstream>
#include <iostream>
#include <string>

#include <stretto/stretto.hpp>

namespace {

using namespace stretto;

struct Unit {
  std::string name;
  std::string schedule;  // as C++ source
  CompiledSchedule compiled;
};

std::string entry_source(const ScheduleEntry& entry) {
  const OpDesc& op = entry.op;
  const auto number = [](auto value) { return std::to_string(static_cast<int>(value)); };
  return "{{" + number(op.tag) + "," + number(op.stage) + "," + number(op.subtile) + ",KOffsetKind(" +
         number(op.k_offset) + ")," + number(op.vm_cost) + "," + number(op.lgkm_cost) + "," + number(op.wait_value) +
         ",ResourceKind(" + number(op.resource) + ")," + number(op.latency) + ",OpRole(" + number(op.role) + ")," +
         number(op.channel) + "," + number(op.vgpr_def) + "," + number(op.vgpr_kill) + "}," + number(entry.time_slot) +
         ",Section(" + number(entry.section) + ")," + (entry.is_prefetch ? "true" : "false") + "}";
}

std::string array_source(const std::string& member, const Vector<ScheduleEntry>& entries) {
  std::string source = "  Array<ScheduleEntry, " + std::to_string(entries.size()) + "> " + member + "{{\n";
  for (const ScheduleEntry& entry : entries) source += "      " + entry_source(entry) + ",\n";
  return source + "  }};\n";
}

// Both units use the entries in the same way: the unroller turns each into code.
constexpr const char* consumer = R"(
#ifdef __HIP__
#define DEVICE __attribute__((device))
#else
#define DEVICE STRETTO_HOST_DEVICE
#endif
DEVICE int use(int k) {
  int sum = k;
  const auto step = [&](auto entry) { sum = sum * 31 + entry.op.tag + entry.op.wait_value; };
  unroll<Plan, Section::prologue>(step);
  unroll<Plan, Section::kernel>(step);
  unroll<Plan, Section::epilogue>(step);
  return sum;
}
)";

void write(const std::string& directory, const Unit& unit) {
  const std::string head = "#include <stretto/stretto.hpp>\nusing namespace stretto;\n";
  std::ofstream compiled(directory + "/" + unit.name + "_compiled.cpp");
  compiled << head << "struct Plan { static constexpr auto schedule = compile_schedule([] { return " << unit.schedule
           << "; }); };\n"
           << consumer;
  std::ofstream by_hand(directory + "/" + unit.name + "_by_hand.cpp");
  by_hand << head << "struct Entries {\n"
          << array_source("prologue", unit.compiled.prologue) << array_source("kernel", unit.compiled.kernel)
          << array_source("epilogue", unit.compiled.epilogue)
          << "};\nstruct Plan { static constexpr Entries schedule{}; };\n"
          << consumer;
  if (!compiled || !by_hand) throw Error(unit.compiled.error);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_units DIRECTORY\n";
    return 2;
  }
  using FourWave = Pipeline4Wave<make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16})>;
  using SingleBuffer = SingleBufferSchedule<2, ScheduleHints{4, 4, 2, 16, 16, 2, 2}>;
  write(argv[1],
        {"ping_pong",
         "DeclarativeSchedule<false, 8, 4>(csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2}))",
         compile(
             DeclarativeSchedule<false, 8, 4>(csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2})))});
  write(argv[1], {"proven_ping_pong",
                  "Proven<DeclarativeSchedule<false, 8, 4>>(csp_schedule, mi355x_target({.vm_per_load_a = 2, "
                  ".vm_per_load_b = 2}))",
                  compile(Proven<DeclarativeSchedule<false, 8, 4>>(
                      csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2})))});
  write(argv[1],
        {"four_wave",
         "Pipeline4Wave<make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16})>()",
         compile(FourWave())});
  write(argv[1],
        {"single_buffer", "SingleBufferSchedule<2, ScheduleHints{4, 4, 2, 16, 16, 2, 2}>()", compile(SingleBuffer())});
}
