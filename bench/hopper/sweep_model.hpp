// The predictions of the library for a swept GEMM, and their agreement with measurements.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include <stretto/gpu/h200.hpp>
#include <stretto/pipeline/timed_pipeline.hpp>

namespace stretto::sweep {

/// The pipeline of a declaration, and its time under costs that may differ from those that it was scheduled with.
class Model {
 public:
  Model(const Loop& loop, const PipelineOptions& options)
      : loop_(loop), pipe_(make_pipeline(loop, targets::h200, options).value) {}

  [[nodiscard]] bool proven() const { return pipe_.program.roles.size() == 2 && pipe_.verdict == Verdict::proven; }
  [[nodiscard]] long interval() const { return pipe_.schedule.ii; }

  /// Cycles of a steady trip by the timed executor, including the cost of signals. The program does not change.
  [[nodiscard]] double cycles(const Gpu& gpu = targets::h200) const {
    const Result<TargetLoop> priced = on_target(loop_, gpu);
    const Result<TimedReport> time = steady_time(pipe_.program, timed_costs(priced.value, Signals::priced));
    return time.ok() ? time.value.cycles_per_trip() : 0;
  }

  /// Cycles of the shared-memory port per trip: the bytes that loads write and MMAs read, with B once per warpgroup.
  /// The schedule and the executor do not include them.
  [[nodiscard]] double port_cycles() const {
    long bytes = 0;
    for (const LoopBuffer& buffer : loop_.buffers) {
      const int readers = loop_.threads / targets::h200.wave_lanes / buffer.parts;
      if (buffer.space == LoopSpace::shared) bytes += static_cast<long>(buffer.bytes) * (1 + readers);
    }
    return static_cast<double>(bytes) / targets::h200.shared_per_cycle;
  }

  /// Groups that the consumer's wait leaves pending; -1 if it does not wait.
  [[nodiscard]] int pending() const {
    for (const Step& step : pipe_.program.roles[1].steps.kernel) {
      if (step.action == Action::wait) return step.count;
    }
    return -1;
  }

 private:
  Loop loop_;
  Pipeline pipe_;
};

inline Gpu with_memory(int latency, int bytes_per_cycle) {
  Gpu gpu = targets::h200;
  gpu.global_latency = latency;
  gpu.global_per_cycle = bytes_per_cycle;
  return gpu;
}

// --- agreement of two series

inline double pearson(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double mean_x = 0;
  double mean_y = 0;
  for (size_t i = 0; i < x.size(); ++i) mean_x += x[i] / n, mean_y += y[i] / n;
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean_x) * (y[i] - mean_y);
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

/// Ranks in sorted order; equal values share the mean of their ranks.
inline std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<double> out;
  for (const double value : values) {
    double below = 0;
    double equal = 0;
    for (const double other : values) {
      below += other < value ? 1 : 0;
      equal += other == value ? 1 : 0;
    }
    out.push_back(below + (equal - 1) / 2);
  }
  return out;
}

inline double rank_correlation(const std::vector<double>& x, const std::vector<double>& y) {
  return pearson(ranks(x), ranks(y));
}

inline double mean_error(const std::vector<double>& predicted, const std::vector<double>& measured) {
  double sum = 0;
  for (size_t i = 0; i < measured.size(); ++i) sum += std::abs(predicted[i] - measured[i]);
  return sum / static_cast<double>(measured.size());
}

/// What a prediction includes.
enum class Counted : bool { executor, executor_and_port };

inline std::vector<double> predictions(const std::vector<Model>& models, const Gpu& gpu, Counted counted) {
  std::vector<double> out;
  for (const Model& model : models) {
    const double cycles = model.cycles(gpu);
    out.push_back(counted == Counted::executor_and_port ? std::max(cycles, model.port_cycles()) : cycles);
  }
  return out;
}

struct Fit {
  int latency = 0;
  int bytes_per_cycle = 0;
  double error = 0;  // mean absolute error, in cycles

  [[nodiscard]] Gpu gpu() const { return with_memory(latency, bytes_per_cycle); }
};

/// Finds the smallest latency of global memory for which the predictions are closest to the measurements, at one of
/// these rates.
inline Fit fit_memory(const std::vector<Model>& models, const std::vector<double>& measured, Counted counted,
                      const std::vector<int>& rates = {targets::h200.global_per_cycle}) {
  Fit best;
  for (const int rate : rates) {
    for (int latency = 500; latency <= 2500; latency += 50) {
      const double error = mean_error(predictions(models, with_memory(latency, rate), counted), measured);
      if (best.latency == 0 || error < best.error - 1e-9) best = {latency, rate, error};
    }
  }
  return best;
}

}  // namespace stretto::sweep
