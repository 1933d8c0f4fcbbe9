// Writes, for each shipped schedule, two translation units that consume the same entries: <name>_compiled.cpp, in which
// the library compiles the schedule as a constant, and <name>_by_hand.cpp, with the entries written out.
// Usage: write_units DIRECTORY
#include <fstream>
#include <iostream>
#include <string>

#include <stretto/stretto.hpp>

#include "../tests/device/shipped_schedules.hpp"

namespace {

using namespace stretto;

struct Unit {
  std::string name;
  std::string schedule;  // as C++ source
  CompiledSchedule compiled;
};

std::string entry_source(const Entry& entry) {
  const auto number = [](auto value) { return std::to_string(static_cast<int>(value)); };
  return "{Action(" + number(entry.action) + ")," + number(entry.tag) + "," + number(entry.part) + "," +
         number(entry.op) + "," + number(entry.accumulator) + "," + number(entry.iteration) + "," +
         number(entry.versions_per_trip) + ",Counter(" + number(entry.counter) + ")," + number(entry.count) + "," +
         number(entry.barrier) + "," + number(entry.slots) + "," + number(entry.first_slot) + "," +
         number(entry.slots_per_trip) + "," + number(entry.flip) + "," + number(entry.bytes) + ",Section(" +
         number(entry.section) + ")}";
}

/// The entries of all roles as an initialiser.
std::string table_source(const CompiledSchedule& compiled) {
  constexpr int room = 1024;
  EntryTable<room> table;
  const Result<WaveProgram> program = lower(emitted_sections(compiled), compiled.protocol);
  if (!program.ok()) throw Error(program.error);
  if (const Diagnostic error = detail::write_entries(table, program.value)) throw Error(error);
  const int last = EntryTable<room>::place(0, table.roles - 1, Section::epilogue) + 1;
  const int entries = table.first[last];
  std::string source = "EntryTable<" + std::to_string(entries) + "> pipe{" + std::to_string(table.roles) + ", 1, " +
                       std::to_string(table.peeled) + ", " + std::to_string(table.iterations_per_trip) + ", {}, {}, {";
  for (int i = 0; i <= last; ++i) source += std::to_string(table.first[i]) + ", ";
  source += "}, {\n";
  for (int i = 0; i < entries; ++i) source += "      " + entry_source(table.entries[i]) + ",\n";
  return source + "  }}";
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
  const auto step = [&](auto entry, int) { sum = sum * 31 + entry.value.tag + entry.value.count; };
  run_section<Plan, 0, Section::prologue>(step);
  run_section<Plan, 0, Section::kernel>(step);
  run_section<Plan, 0, Section::epilogue>(step);
  return sum;
}
)";

void write(const std::string& directory, const Unit& unit) {
  const std::string head = "#include <stretto/stretto.hpp>\nusing namespace stretto;\n";
  std::ofstream compiled(directory + "/" + unit.name + "_compiled.cpp");
  compiled << head << "struct Plan { static constexpr auto pipe = compile_schedule([] { return " << unit.schedule
           << "; }); };\n"
           << consumer;
  std::ofstream by_hand(directory + "/" + unit.name + "_by_hand.cpp");
  by_hand << head << "struct Plan { static constexpr " << table_source(unit.compiled) << "; };\n" << consumer;
  if (!compiled || !by_hand) throw Error(unit.compiled.error);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_units DIRECTORY\n";
    return 2;
  }
  write(argv[1], {"ping_pong",
                  "DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>(csp_schedule, "
                  "mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2}))",
                  compile(DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>(
                      csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2})))});
  write(argv[1], {"proven_ping_pong",
                  "Proven<DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>>(csp_schedule, "
                  "mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2}))",
                  compile(Proven<DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>>(
                      csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2})))});
  write(argv[1],
        {"four_wave",
         "Pipeline4Wave<make_geometry({.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16})>()",
         compile(shipped::FourWave())});
  write(argv[1], {"single_buffer",
                  "SingleBufferSchedule<SingleBufferShape{.num_k_tiles = 2, .hints = {.m_mmas = 4, .n_mmas = 4, "
                  ".k_mmas = 2, .mma_m = 16, .mma_n = 16, .a_loads_per_thread = 2, .b_loads_per_thread = 2}}>()",
                  compile(shipped::SingleBuffer<2>())});
}
