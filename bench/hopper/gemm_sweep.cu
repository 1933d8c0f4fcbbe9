// GEMM pipelines whose declarations each differ in one setting, predicted and measured: C = A * B^T, bf16, on one
// Hopper GPU.
//
//   gemm_sweep [--markdown FILE] [--svg FILE] [--csv FILE] [--quick]
//
// The prediction is the cycles of a steady trip (one K block) by the timed executor, with the figures of gpu/h200.hpp.
// Measurements use cycles of the first block's SM, so clock rates do not matter: cycles per K block in the programs of
// the pipeline, and cycles between tiles. They also include the time of a call, the median of seven. No clusters, no
// shared tiles.
//
// Then the latency of global memory, and after that also its rate, is varied in the costs only; each program stays the
// same. This finds the values for which predictions and measurements agree best: once with the executor alone, and once
// with the cycles of the shared-memory port as a bound.
//
// Every product is checked at random elements. Exits with 1 if one is wrong, and with 77, after the predictions, if
// there is no Hopper GPU.

#include <stretto/hopper/gemm_launch.cuh>
#include <stretto/pipeline/static_pipeline.hpp>

#include "../../tests/hopper/device.cuh"
#include "scatter_plot.hpp"
#include "sweep_model.hpp"

namespace stretto::sweep {

struct SweptSpec {
  int columns = 0;
  int slots = 0;
  bool synchronous = false;  // its role waits for each multiply at once
  int lingers = 0;           // cycles by which the release of its operands is delayed

  [[nodiscard]] constexpr hopper::GemmSpec kernel() const {
    return {.type = DataType::bf16, .columns = columns, .slots = slots};
  }
};

template <SweptSpec Spec>
struct SweptLoop : hopper::GemmLoop<Spec.kernel().tile()> {
  static constexpr bool timed = true;
  static constexpr Loop declare() {
    Loop loop = hopper::GemmLoop<Spec.kernel().tile()>::declare();
    for (LoopOp& op : loop.ops) {
      if (op.kind != WorkKind::multiply) continue;
      op.waited = Spec.synchronous;
      op.lingers = Spec.lingers;
    }
    return loop;
  }
};

namespace {

using hopper::BlockTimes;
using hopper::GemmProblem;
using hopper::GemmTuning;
using hopper_tests::DeviceArray;
using Bf16 = __nv_bfloat16;

enum Series : int { wide, middle, square, synchronous, kept };

struct SweptPlan {
  const char* name = "";
  const char* label = "";  // in the plot
  Series series = wide;
  Loop (*declare)() = nullptr;
  PipelineOptions (*options)() = nullptr;
  GemmResult (*launch)(const GemmProblem&, cudaStream_t, const GemmTuning&) = nullptr;
};

template <SweptSpec Spec>
constexpr SweptPlan plan(const char* name, const char* label, Series series) {
  using Declared = SweptLoop<Spec>;
  using Plan = hopper::GemmPlan<Spec.kernel(), Declared>;
  return {name, label, series, Declared::declare, Declared::options, hopper::launch_gemm<Plan>};
}

const SweptPlan plans[] = {
    plan<SweptSpec{.columns = 256, .slots = 2}>("128x256, 2 slots", "2 slots", wide),
    plan<SweptSpec{.columns = 256, .slots = 3}>("128x256, 3 slots", "3 slots", wide),
    plan<SweptSpec{.columns = 256, .slots = 4}>("128x256, 4 slots", "4 slots", wide),
    plan<SweptSpec{.columns = 192, .slots = 3}>("128x192, 3 slots", "3 slots", middle),
    plan<SweptSpec{.columns = 192, .slots = 4}>("128x192, 4 slots", "4 slots", middle),
    plan<SweptSpec{.columns = 192, .slots = 5}>("128x192, 5 slots", "5 slots", middle),
    plan<SweptSpec{.columns = 128, .slots = 3}>("128x128, 3 slots", "3 slots", square),
    plan<SweptSpec{.columns = 128, .slots = 4}>("128x128, 4 slots", "4 slots", square),
    plan<SweptSpec{.columns = 128, .slots = 5}>("128x128, 5 slots", "5 slots", square),
    plan<SweptSpec{.columns = 128, .slots = 6}>("128x128, 6 slots", "6 slots", square),
    plan<SweptSpec{.columns = 256, .slots = 3, .synchronous = true}>("128x256, 3 slots, synchronous", "3 slots",
                                                                     synchronous),
    plan<SweptSpec{.columns = 256, .slots = 4, .synchronous = true}>("128x256, 4 slots, synchronous", "4 slots",
                                                                     synchronous),
    // Slots are kept long enough that two multiplications are pending at the release.
    plan<SweptSpec{.columns = 256, .slots = 3, .lingers = 2400}>("128x256, 3 slots, kept longer", "3 slots", kept),
    plan<SweptSpec{.columns = 256, .slots = 4, .lingers = 1024}>("128x256, 4 slots, kept longer", "4 slots", kept),
};
const std::vector<std::string> series_names = {"128x256", "128x192", "128x128", "128x256, synchronous multiply",
                                               "128x256, release a block later"};

struct Options {
  std::string markdown;
  std::string svg;
  std::string csv;
  bool quick = false;
  bool rehearse = false;  // synthetic measurements, to inspect the output
};

struct Measured {
  double block_cycles = 0;
  double between = 0;  // cycles per tile
  double seconds = 0;
};

struct Size {
  int m = 0;
  int n = 0;
  int k = 0;
  [[nodiscard]] double operations() const { return 2.0 * m * n * k; }
  [[nodiscard]] std::string name() const {
    return std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k);
  }
};

/// Compares elements of C at random positions with sums in double. Counts those that differ by more than 1% of the root
/// of the sum of squared products.
__global__ void check_places(const Bf16* a, const Bf16* b, const Bf16* c, int m, int n, int k, int* wrong) {
  const uint32_t at = blockIdx.x;
  const int row = static_cast<int>(hopper_tests::random_bits(11, at) % static_cast<uint32_t>(m));
  const int column = static_cast<int>(hopper_tests::random_bits(12, at) % static_cast<uint32_t>(n));
  double sum = 0;
  double size = 0;
  for (int i = static_cast<int>(threadIdx.x); i < k; i += 32) {
    const double product = static_cast<double>(__bfloat162float(a[static_cast<size_t>(row) * k + i])) *
                           __bfloat162float(b[static_cast<size_t>(column) * k + i]);
    sum += product;
    size += product * product;
  }
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_xor_sync(~0U, sum, step);
    size += __shfl_xor_sync(~0U, size, step);
  }
  const double found = __bfloat162float(c[static_cast<size_t>(row) * n + column]);
  // NaN also counts as wrong.
  if (threadIdx.x == 0 && !(fabs(found - sum) <= 0.01 * sqrt(size))) atomicAdd(wrong, 1);
}

class Bench {
 public:
  Bench(Size size, int calls)
      : size_(size),
        calls_(calls),
        a_(static_cast<size_t>(size.m) * size.k),
        b_(static_cast<size_t>(size.n) * size.k),
        c_(static_cast<size_t>(size.m) * size.n),
        times_(1),
        wrong_(1) {
    CHECK_CUDA(cudaStreamCreate(&stream_));
    hopper_tests::fill_random(a_.data(), a_.size(), 1, stream_);
    hopper_tests::fill_random(b_.data(), b_.size(), 2, stream_);
    hopper_tests::wait_for(stream_, "inputs");
  }
  ~Bench() { cudaStreamDestroy(stream_); }

  bool measure(const SweptPlan& plan, Measured& out) {
    CHECK_CUDA(cudaMemsetAsync(c_.data(), 0xFF, c_.bytes(), stream_));
    if (!call(plan)) return false;
    hopper_tests::wait_for(stream_, plan.name);
    if (!right(plan)) return false;
    CHECK_CUDA(cudaMemsetAsync(times_.data(), 0, times_.bytes(), stream_));
    std::vector<double> seconds;
    for (int i = 0; i < calls_; ++i) {
      bool launched = false;
      seconds.push_back(watch_.seconds(stream_, plan.name, [&] { launched = call(plan); }));
      if (!launched) return false;
    }
    std::sort(seconds.begin(), seconds.end());
    BlockTimes times;
    CHECK_CUDA(cudaMemcpy(&times, times_.data(), sizeof times, cudaMemcpyDeviceToHost));
    if (times.blocks == 0 || times.tiles == 0) {
      std::printf("FAIL %s: the first block had no tile\n", plan.name);
      return false;
    }
    out.block_cycles = static_cast<double>(times.multiply) / static_cast<double>(times.blocks);
    out.between = static_cast<double>(times.between) / static_cast<double>(times.tiles);
    out.seconds = seconds[seconds.size() / 2];
    return true;
  }

 private:
  bool call(const SweptPlan& plan) {
    GemmProblem problem;
    problem.a = a_.data();
    problem.b = b_.data();
    problem.c = c_.data();
    problem.m = size_.m;
    problem.n = size_.n;
    problem.k = size_.k;
    GemmTuning tuning;
    tuning.share = false;
    tuning.times = times_.data();
    const GemmResult result = plan.launch(problem, stream_, tuning);
    if (!result.ok()) std::printf("FAIL %s: %s\n", plan.name, result.message());
    return result.ok();
  }

  bool right(const SweptPlan& plan) {
    constexpr int places = 4096;
    CHECK_CUDA(cudaMemsetAsync(wrong_.data(), 0, wrong_.bytes(), stream_));
    check_places<<<places, 32, 0, stream_>>>(a_.data(), b_.data(), c_.data(), size_.m, size_.n, size_.k, wrong_.data());
    CHECK_CUDA(cudaGetLastError());
    hopper_tests::wait_for(stream_, plan.name);
    int wrong = 0;
    CHECK_CUDA(cudaMemcpy(&wrong, wrong_.data(), sizeof wrong, cudaMemcpyDeviceToHost));
    if (wrong > 0) std::printf("FAIL %s: %d of %d places of C are wrong\n", plan.name, wrong, places);
    return wrong == 0;
  }

  Size size_;
  int calls_;
  DeviceArray<Bf16> a_;
  DeviceArray<Bf16> b_;
  DeviceArray<Bf16> c_;
  DeviceArray<BlockTimes> times_;
  DeviceArray<int> wrong_;
  cudaStream_t stream_ = nullptr;
  hopper_tests::Stopwatch watch_;
};

struct Line {
  const SweptPlan* plan = nullptr;
  double predicted = 0;
  double port = 0;
  long interval = 0;
  int pending = 0;
  std::vector<Measured> measured;  // by size
};

std::string text(const char* format, double value) {
  char out[64];
  std::snprintf(out, sizeof out, format, value);
  return out;
}

/// A table for the terminal or in Markdown.
class Table {
 public:
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  void print(FILE* file, bool markdown) const {
    std::vector<size_t> width(rows_[0].size());
    for (const auto& cells : rows_) {
      for (size_t i = 0; i < cells.size(); ++i) width[i] = std::max(width[i], cells[i].size());
    }
    for (size_t r = 0; r < rows_.size(); ++r) {
      for (size_t i = 0; i < width.size(); ++i) {
        const int wide = static_cast<int>(width[i]);
        std::fprintf(file, markdown ? "| %*s " : "%*s  ", i == 0 ? -wide : wide, rows_[r][i].c_str());
      }
      std::fputs(markdown ? "|\n" : "\n", file);
      if (!markdown || r > 0) continue;
      for (size_t i = 0; i < width.size(); ++i) std::fputs(i == 0 ? "| --- " : "| ---: ", file);
      std::fputs("|\n", file);
    }
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

Table table_of(const std::vector<Line>& lines, const std::vector<Size>& sizes) {
  Table table;
  std::vector<std::string> head = {"plan", "wait", "II", "predicted", "port"};
  for (const Size& size : sizes) {
    for (const char* what : {"cycles", "off", "between", "us", "TFLOP/s"}) {
      head.push_back(what + (what == std::string("cycles") ? " " + std::to_string(size.m) : std::string()));
    }
  }
  table.row(head);
  for (const Line& line : lines) {
    std::vector<std::string> cells = {line.plan->name, std::to_string(line.pending), std::to_string(line.interval),
                                      text("%.1f", line.predicted), text("%.0f", line.port)};
    for (size_t s = 0; s < line.measured.size(); ++s) {
      const Measured& m = line.measured[s];
      cells.push_back(text("%.1f", m.block_cycles));
      cells.push_back(text("%+.1f%%", (m.block_cycles / line.predicted - 1) * 100));
      cells.push_back(text("%.0f", m.between));
      cells.push_back(text("%.1f", m.seconds * 1e6));
      cells.push_back(text("%.0f", sizes[s].operations() / m.seconds * 1e-12));
    }
    table.row(cells);
  }
  return table;
}

/// Compares one kind of prediction with the measurements.
std::string agreement(const std::vector<Line>& lines, const std::vector<double>& predicted,
                      const std::vector<double>& measured) {
  size_t worst = 0;
  const auto off = [&](size_t i) { return std::abs(predicted[i] / measured[i] - 1); };
  for (size_t i = 0; i < lines.size(); ++i) worst = off(i) > off(worst) ? i : worst;
  return text("mean error %.1f cycles, ", mean_error(predicted, measured)) +
         text("Pearson %.3f, ", pearson(predicted, measured)) +
         text("rank %.3f, ", rank_correlation(predicted, measured)) + "largest deviation " + lines[worst].plan->name +
         text(": %.1f predicted, ", predicted[worst]) + text("%.1f measured", measured[worst]);
}

/// How well predictions and measurements of one size agree, and with which memory figures they would agree best.
std::string agreements(const std::vector<Model>& models, const std::vector<Line>& lines, size_t size) {
  std::vector<double> measured;
  for (const Line& line : lines) measured.push_back(line.measured[size].block_cycles);
  const auto words = [](const char* what, const Gpu& gpu) {
    return std::string("- ") + what + ", global_latency " + std::to_string(gpu.global_latency) + ", global_per_cycle " +
           std::to_string(gpu.global_per_cycle) + ": ";
  };
  std::string out;
  for (const Counted counted : {Counted::executor, Counted::executor_and_port}) {
    out +=
        counted == Counted::executor ? "Timed executor:\n\n" : "\nTimed executor, and the port of shared memory:\n\n";
    const Gpu latency = fit_memory(models, measured, counted).gpu();
    const Gpu both = fit_memory(models, measured, counted, {68, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 100}).gpu();
    const struct {
      const char* what;
      const Gpu& gpu;
    } ways[] = {{"as the target has it", targets::h200}, {"best latency", latency}, {"best latency and rate", both}};
    for (const auto& way : ways) {
      out += words(way.what, way.gpu) + agreement(lines, predictions(models, way.gpu, counted), measured) + "\n";
    }
  }
  return out;
}

bool write_csv(const std::string& path, const std::vector<Line>& lines, const std::vector<Size>& sizes) {
  FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  std::fputs("plan,size,pending,ii,predicted,port,cycles,between,seconds\n", file);
  for (const Line& line : lines) {
    for (size_t s = 0; s < line.measured.size(); ++s) {
      const Measured& m = line.measured[s];
      std::fprintf(file, "\"%s\",%s,%d,%ld,%.2f,%.1f,%.2f,%.1f,%.9f\n", line.plan->name, sizes[s].name().c_str(),
                   line.pending, line.interval, line.predicted, line.port, m.block_cycles, m.between, m.seconds);
    }
  }
  return std::fclose(file) == 0;
}

bool write_markdown(const std::string& path, const Table& table, const std::vector<std::string>& notes) {
  FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  table.print(file, true);
  for (const std::string& note : notes) std::fprintf(file, "\n%s", note.c_str());
  return std::fclose(file) == 0;
}

bool write_svg(const std::string& path, const std::vector<Line>& lines, const Size& size) {
  ScatterPlot plot("Cycles a block of K, " + size.name(), "predicted by the timed executor", "measured", series_names);
  for (const Line& line : lines) {
    plot.add({line.plan->label, line.predicted, line.measured[0].block_cycles, line.plan->series});
  }
  return plot.write(path);
}

Measured made_up(const Line& line, size_t i) {
  Measured m;
  m.block_cycles = std::max(line.predicted, line.port) * (1 + 0.02 * static_cast<double>(i % 5));
  m.between = 1000;
  m.seconds = 1e-3;
  return m;
}

int run(const Options& options) {
  std::vector<Model> models;
  std::vector<Line> lines;
  for (const SweptPlan& plan : plans) {
    models.emplace_back(plan.declare(), plan.options());
    const Model& model = models.back();
    if (!model.proven()) {
      std::printf("FAIL %s: no proven pipeline\n", plan.name);
      return 1;
    }
    lines.push_back({&plan, model.cycles(), model.port_cycles(), model.interval(), model.pending(), {}});
  }
  std::vector<Size> sizes = {{8192, 8192, 8192}, {4096, 4096, 4096}};
  if (options.quick) sizes.resize(1);
  const char* missing = options.rehearse ? nullptr : hopper_tests::missing_device();
  if (missing != nullptr) {
    table_of(lines, {}).print(stdout, false);
    std::printf("not measured: %s\n", missing);
    return 77;
  }
  for (const Size& size : sizes) {
    if (options.rehearse) {
      for (size_t i = 0; i < lines.size(); ++i) lines[i].measured.push_back(made_up(lines[i], i));
      continue;
    }
    Bench bench(size, options.quick ? 3 : 7);
    for (Line& line : lines) {
      Measured measured;
      if (!bench.measure(*line.plan, measured)) return 1;
      line.measured.push_back(measured);
      std::printf("%s, %s: %.1f cycles a block\n", size.name().c_str(), line.plan->name, measured.block_cycles);
      std::fflush(stdout);
    }
  }
  const Table table = table_of(lines, sizes);
  table.print(stdout, false);
  std::vector<std::string> notes;
  for (size_t s = 0; s < sizes.size(); ++s) {
    notes.push_back(sizes[s].name() + "\n\n" + agreements(models, lines, s));
    std::printf("\n%s", notes.back().c_str());
  }
  bool written = true;
  if (!options.markdown.empty()) written = write_markdown(options.markdown, table, notes) && written;
  if (!options.svg.empty()) written = write_svg(options.svg, lines, sizes[0]) && written;
  if (!options.csv.empty()) written = write_csv(options.csv, lines, sizes) && written;
  if (!written) std::puts("FAIL: a file could not be written");
  return written ? 0 : 1;
}

int main_of(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    std::string* file = name == "--markdown" ? &options.markdown
                        : name == "--svg"    ? &options.svg
                        : name == "--csv"    ? &options.csv
                                             : nullptr;
    if (file != nullptr && i + 1 < argc) {
      *file = argv[++i];
    } else if (name == "--quick") {
      options.quick = true;
    } else if (name == "--rehearse") {
      options.rehearse = true;
    } else {
      std::fprintf(stderr, "usage: gemm_sweep [--markdown FILE] [--svg FILE] [--csv FILE] [--quick]\n");
      return 2;
    }
  }
  return run(options);
}

}  // namespace
}  // namespace stretto::sweep

int main(int argc, char** argv) { return stretto::sweep::main_of(argc, argv); }
