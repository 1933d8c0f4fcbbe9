// Cycles of a K tile in the steady state of each GEMM kernel: from the timed executor, and from llvm-mca, which reads
// the instructions of the kernel's main loop.
//
//   cdna_cycles MCA FOLDER               prints the tables; FOLDER holds KERNEL.ARCH.s
//   cdna_cycles MCA FOLDER check FILE    compares each with what is between its markers in FILE
//   cdna_cycles MCA FOLDER update FILE   writes each between its markers
//
// llvm-mca counts in units of 4 cycles, and models a single wave without barriers; barriers are left out. It assumes
// that f8f6f4 instructions with fp8 are twice as fast as they are, so these are listed twice.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include <stretto/cdna/gemm_plan.hpp>
#include <stretto/pipeline/pipeline.hpp>
#include <stretto/timing/steady_time.hpp>

#include <tests/cdna/emulated_gemm.hpp>
#include <tests/cdna/kernel.hpp>

#include "audit/amdgcn/assembly.hpp"
#include "document.hpp"
#include "gemm_costs.hpp"

namespace stretto::cdna {
namespace {

/// The steady state of a kernel, of one K tile.
struct TileTime {
  double cycles = 0;
  double busy = 0;  // part of the time that the matrix units work
  double issuing = 0;
  double waiting = 0;
  double at_barriers = 0;
  double barriers = 0;  // how many
};

TileTime tile_time(const WaveProgram& program, const TimedCosts& costs, int tiles) {
  const Result<TimedReport> timed = steady_time(program, costs);
  if (!timed.ok()) throw std::runtime_error(describe(timed.error).c_str());
  const TimedReport& report = timed.value;
  TileTime time;
  time.cycles = report.cycles_per_trip() / tiles;
  time.busy = report.utilisation(mma_unit, costs);
  const int roles = report.roles.size();
  for (int a = 0; a < roles; ++a) {
    time.issuing += report.per_trip(report.roles[a].issuing) / roles / tiles;
    for (const StallKind kind : {StallKind::counter, StallKind::full_counter, StallKind::interlock, StallKind::unit}) {
      time.waiting += report.per_trip(report.lost(a, kind)) / roles / tiles;
    }
    for (const StallKind kind : {StallKind::workgroup, StallKind::cost}) {
      time.at_barriers += report.per_trip(report.lost(a, kind)) / roles / tiles;
    }
  }
  for (const Step& step : program.roles[0].steps.kernel)
    time.barriers += step.action == Action::barrier ? 1.0 / tiles : 0.0;
  return time;
}

Pipeline pipeline_of(const Loop& loop, const Gpu& gpu) {
  Result<Pipeline> made = make_pipeline(loop, gpu, {});
  if (!made.ok()) throw std::runtime_error(describe(made.error).c_str());
  return made.value;
}

template <class Plan>
int tiles_of_trip() {
  return TileOf<Plan>::kind == GemmKind::ping_pong || TileOf<Plan>::kind == GemmKind::four_wave ? 2 : 1;
}

template <class Plan>
TileTime tile_time() {
  using Declared = DeclarationOf<Plan>;
  constexpr GemmTile tile = Declared::tile;
  if constexpr (Declared::kind == GemmKind::pipelined) {
    const Pipeline pipe = pipeline_of(Declared::declare(), Declared::target());
    return tile_time(costed_by_counter(pipe.program),
                     gemm_costs(tile, tile.part_cycles(tile.pieces() / Declared::k_parts)), 1);
  } else {
    const CompiledSchedule compiled = try_compile(Declared::declared());
    if (compiled.error) throw std::runtime_error(describe(compiled.error).c_str());
    // Where a schedule leaves waits to the compiler, the time is that with the compiler's waits.
    KernelProtocol protocol = compiled.protocol;
    protocol.registers = RegisterReading::interlocked;
    const WaveProgram program = lower(emitted_sections(compiled), protocol).value;
    constexpr bool single = Declared::kind == GemmKind::single_buffer;
    // A step of the single buffer loads, stores or reads A and B at once.
    const TimedCosts costs = single
                                 ? gemm_costs(tile, tile.part_cycles(1), tile.mmas(Operand::a) + tile.mmas(Operand::b))
                                 : gemm_costs(tile, tile.part_cycles(tile.pieces()));
    return tile_time(program, costs, tiles_of_trip<Plan>());
  }
}

/// Cycles of a SIMD's matrix unit for a K tile, all waves of the SIMD together.
constexpr int matrix_cycles(const GemmTile& tile) {
  return tile.part_cycles(tile.pieces()) * tile.parts * tile.parts * tile.waves_of_simd();
}

class Mca {
 public:
  Mca(std::string program, std::string folder) : program_(std::move(program)), folder_(std::move(folder)) {}

  /// Cycles of the main loop's body.
  [[nodiscard]] double cycles(const std::string& kernel, const std::string& arch) const {
    const assembly::Kernel read = assembly::read_kernel_file(folder_ + "/" + kernel + "." + arch + ".s");
    const std::string text = assembly::text_for_mca(read, assembly::main_loop(read));
    const std::string input = folder_ + "/" + kernel + "." + arch + ".mca.s";
    std::ofstream(input) << with_fp8_twice(text);
    constexpr int iterations = 20;
    const long units = total(input, arch, 2 * iterations) - total(input, arch, iterations);
    return 4.0 * static_cast<double>(units) / iterations;
  }

 private:
  static std::string with_fp8_twice(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
      const std::string line = text.substr(at, end - at);
      out += line;
      if (line.find("f8f6f4") != std::string::npos) out += line;
      at = end;
    }
    return out;
  }

  [[nodiscard]] long total(const std::string& input, const std::string& arch, int iterations) const {
    const std::string command = program_ + " -mtriple=amdgcn -mcpu=" + arch +
                                " -iterations=" + std::to_string(iterations) + " '" + input + "' 2>&1";
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
    std::string output;
    char part[4096];
    while (const std::size_t got = std::fread(part, 1, sizeof part, pipe)) output.append(part, got);
    const std::string label = "Total Cycles:";
    const std::size_t at = output.find(label);
    if (pclose(pipe) != 0 || at == std::string::npos) throw std::runtime_error(command + ": " + output.substr(0, 300));
    return std::stol(output.substr(at + label.size()));
  }

  std::string program_;
  std::string folder_;
};

/// From the emulator's modelled time: the difference between a shorter and a longer run.
double emulated_cycles(const std::string& name, const std::string& arch) {
  for (const Kernel& kernel : all_kernels()) {
    if (kernel.name != arch + "_" + name) continue;
    const auto cycles = [&](int steps) {
      EmulatedGemm problem(emulator::format_of(kernel.tile.mfma), kernel.tile.m, kernel.tile.n, kernel.k(steps));
      const emulator::Outcome outcome = problem.run(kernel, {emulator::Landing::modelled, kernel.registers, 0});
      if (!outcome.finished() || !problem.wrong().empty()) throw std::runtime_error(name + " goes wrong");
      return outcome.cycles;
    };
    constexpr int steps = 4;
    return static_cast<double>(cycles(2 + steps) - cycles(2)) / (steps * kernel.step_tiles);
  }
  throw std::runtime_error("no kernel " + name + " of " + arch);
}

std::string whole(double figure) { return std::to_string(std::lround(figure)); }
std::string percent(double part) { return whole(part * 100) + "%"; }

std::string timed_cells(const TileTime& time) {
  return whole(time.cycles) + " | " + percent(time.busy) + " | " + whole(time.issuing) + " | " + whole(time.waiting) +
         " | " + whole(time.at_barriers) + " | " + whole(time.barriers);
}

template <class Plan>
std::string row(const std::string& name, const std::string& arch, const Mca& mca) {
  constexpr GemmTile tile = TileOf<Plan>::tile;
  // The pipelined kernels' loops are unrolled over two trips.
  const int tiles_of_loop = TileOf<Plan>::kind == GemmKind::single_buffer ? 1 : 2;
  const double wave = mca.cycles(name, arch) / tiles_of_loop;
  const double own = static_cast<double>(matrix_cycles(tile)) / tile.waves_of_simd();
  return "| `" + name + "` | " + arch + " | " + std::to_string(matrix_cycles(tile)) + " | " +
         timed_cells(tile_time<Plan>()) + " | " + whole(wave) + " | " + whole(own) + " | " + percent(own / wave) +
         " | " + whole(emulated_cycles(name, arch)) + " |\n";
}

std::string kernels(const Mca& mca) {
  std::string out =
      "| kernel | chip | matrix unit | timed executor | busy | issuing | waiting | at barriers | barriers | llvm-mca, "
      "one wave | its matrix cycles | busy | emulator |\n"
      "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
#define STRETTO_CDNA_KERNEL(name, arch, ...) out += row<__VA_ARGS__>(#name, #arch, mca);
#include <stretto/cdna/gemm_kernels.def>
#undef STRETTO_CDNA_KERNEL
  return out;
}

/// Schedules of the modulo scheduler that no kernel uses.
std::string found_row(const std::string& label, Chip chip, DataType type, int groups, int parts, int slots) {
  GemmTile tile = pipelined_tile(chip, type);
  Loop loop = loops::gemm({.m = tile.m,
                           .n = tile.n,
                           .k = tile.k,
                           .type = type,
                           .threads = 256 * groups,
                           .rows = 2,
                           .columns = 2 * groups,
                           .slots = slots});
  loop.groups = groups;
  loop.fragment_steps = parts;
  tile.wave_columns = 2 * groups;
  const Pipeline pipe = pipeline_of(loop, chip == Chip::gfx950 ? targets::mi355x : targets::mi300x);
  const int part = matrix_cycles(tile) / groups / parts;
  std::string held;
  for (const char* buffer : {"A", "B"}) {
    for (int b = 0; b < pipe.slots.size(); ++b) {
      if (std::string(pipe.loop.buffers[b].name) == buffer)
        held += (held.empty() ? "" : ", ") + std::string(buffer) + " " + std::to_string(pipe.slots[b]);
    }
  }
  return "| " + label + " | " + facts(chip).name + " | " + std::to_string(pipe.schedule.ii) + " | " + held + " | " +
         timed_cells(tile_time(costed_by_counter(pipe.program), gemm_costs(tile, part), 1)) + " |\n";
}

std::string found() {
  return "| loop | chip | II | slots | timed executor | busy | issuing | waiting | at barriers | barriers |\n"
         "| --- | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n" +
         found_row("bf16, four waves, parts of K 16", Chip::gfx950, DataType::bf16, 1, 4, 0) +
         found_row("bf16, four waves, parts of K 32", Chip::gfx950, DataType::bf16, 1, 2, 0) +
         found_row("bf16, four waves, one part", Chip::gfx950, DataType::bf16, 1, 1, 0) +
         found_row("fp8, four waves, parts of K 64", Chip::gfx950, DataType::fp8, 1, 2, 0) +
         found_row("fp8, the same with two slots", Chip::gfx950, DataType::fp8, 1, 2, 2) +
         found_row("bf16, eight waves in two groups", Chip::gfx950, DataType::bf16, 2, 4, 0) +
         found_row("bf16, four waves, parts of K 16", Chip::gfx942, DataType::bf16, 1, 2, 0) +
         found_row("bf16, eight waves in two groups", Chip::gfx942, DataType::bf16, 2, 2, 0);
}

}  // namespace
}  // namespace stretto::cdna

int main(int argc, char** argv) {
  using namespace stretto::cdna;
  return stretto::findings::exit_status([&] {
    if (argc < 3) throw std::runtime_error("usage: cdna_cycles MCA FOLDER [check|update FILE]");
    const Mca mca(argv[1], argv[2]);
    argv[2] = argv[0];
    return stretto::findings::run_document({{"cycles", kernels(mca)}, {"found", found()}}, argc - 2, argv + 2, 1);
  });
}
