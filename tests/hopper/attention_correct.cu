// stretto::attention against a reference in float64, at the edges of every plan; the same bits every time; every
// refusal.
//
//   attention_correct [--quick] [--seed N] [--head N]
//
// Between and around the rows of Q, K and V lie NaNs, around and between the rows of O a pattern that must survive; O
// itself begins with it, and every row must be written. An element may be off by its own rounding and a small part of
// the weighted mean of |V|; log-sum-exps by 1e-4. The last line is the sum: N passed, N failed. --quick is a short run
// for compute-sanitizer, --head restricts the cases to one head dimension. Without a Hopper GPU it checks the refusal
// that says so, and exits with 77.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "attention_reference.cuh"
#include "attention_tensors.cuh"

namespace stretto::hopper_tests {
namespace {

struct AttentionOptions : Options {
  int head = 0;
};

class Tests {
 public:
  Tests(const AttentionOptions& options, Report& report)
      : options_(options), report_(report), measures_(1), random_(options.seed) {
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  }
  ~Tests() { cudaStreamDestroy(stream_); }
  Tests(const Tests&) = delete;
  Tests& operator=(const Tests&) = delete;

  void quick() {
    for (int head : {64, 128, 256}) {
      for (bool causal : {false, true}) {
        check(case_of<Bf16>(head, causal, {.batch = 2, .heads = 2, .key_heads = 1, .queries = 200, .keys = 300}));
        check(ragged<Bf16>(head, causal, 5));
      }
    }
    refusals();
  }

  void all() {
    for (int head : {64, 128, 256}) {
      if (options_.head != 0 && options_.head != head) continue;
      edges<Bf16>(head, 60);
      edges<__half>(head, 15);
      shapes<Bf16>(head);
      shapes<__half>(head);
      for (bool causal : {false, true}) {
        repeats(case_of<Bf16>(head, causal, {.batch = 3, .heads = 8, .key_heads = 2, .queries = 700, .keys = 900}));
        chain(head, causal);
        graph(head, causal);
      }
    }
    refusals();
  }

 private:
  int pick(const std::vector<int>& from) { return from[random_() % from.size()]; }

  /// Lengths at, below and above multiples of the tiles, and the smallest.
  template <class T>
  void edges(int head, int count) {
    const std::vector<int> queries{1, 2, 63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257, 300, 385};
    const std::vector<int> keys{0,   1,   15,  16,  17,  79,  80,  81,  127, 128,
                                129, 159, 160, 161, 240, 255, 256, 257, 400, 513};
    for (bool causal : {false, true}) {
      for (size_t i = 0; i < keys.size(); ++i) {
        check(case_of<T>(
            head, causal,
            {.batch = 1, .heads = 2, .key_heads = 2, .queries = queries[i % queries.size()], .keys = keys[i]}));
      }
      for (int i = 0; i < count; ++i) {
        const int group = pick({1, 1, 2, 4});
        const int key_heads = pick({1, 2, 3});
        Case<T> drawn = case_of<T>(head, causal,
                                   {.batch = pick({1, 2, 3}),
                                    .heads = group * key_heads,
                                    .key_heads = key_heads,
                                    .queries = pick(queries),
                                    .keys = pick(keys)});
        drawn.layout = static_cast<Layout>(random_() % 3);
        drawn.lse = random_() % 4 != 0;
        check(drawn);
      }
    }
  }

  template <class T>
  static Case<T> case_of(int head, bool causal, AttentionOf<T> call) {
    call.head = head;
    call.causal = causal;
    return {.call = call};
  }

  template <class T>
  Case<T> ragged(int head, bool causal, int sequences) {
    Case<T> out = case_of<T>(head, causal, {.batch = sequences, .heads = 4, .key_heads = 2, .queries = 0, .keys = 0});
    for (int i = 0; i < sequences; ++i) {
      out.query_lengths.push_back(pick({0, 1, 5, 64, 100, 128, 129, 200, 333}));
      out.key_lengths.push_back(pick({0, 1, 7, 80, 128, 131, 256, 300}));
      out.call.queries = std::max(out.call.queries, out.query_lengths.back());
    }
    return out;
  }

  /// Scales, large values, many tiles for each block, sequences of different lengths.
  template <class T>
  void shapes(int head) {
    const float large = std::is_same_v<T, Bf16> ? 300.0F : 30.0F;
    for (bool causal : {false, true}) {
      for (float scale : {0.0F, 1e-3F, 1.0F, 7.5F}) {
        Case<T> scaled =
            case_of<T>(head, causal, {.batch = 1, .heads = 2, .key_heads = 1, .queries = 150, .keys = 270});
        scaled.call.scale = scale;
        check(scaled);
      }
      const Case<T> usual =
          case_of<T>(head, causal, {.batch = 1, .heads = 2, .key_heads = 2, .queries = 190, .keys = 310});
      for (float spread : {0.0F, 10.0F, large}) {
        Case<T> spread_out = usual;
        spread_out.spread = spread;
        check(spread_out);
      }
      Case<T> shifted = usual;
      shifted.value_shift = 100;
      check(shifted);
      check(case_of<T>(head, causal, {.batch = 4, .heads = 40, .key_heads = 8, .queries = 300, .keys = 300}));
      check(case_of<T>(head, causal, {.batch = 2, .heads = 12, .key_heads = 12, .queries = 1100, .keys = 1500}));
      check(case_of<T>(head, causal, {.batch = 1, .heads = 3, .key_heads = 1, .queries = 1500, .keys = 130}));
      check(case_of<T>(head, causal, {.batch = 200, .heads = 2, .key_heads = 2, .queries = 1, .keys = 77}));
      for (int i = 0; i < 10; ++i) check(ragged<T>(head, causal, pick({1, 2, 7, 40})));
    }
  }

  template <class T>
  void check(const Case<T>& c) {
    const uint32_t seed = mix(options_.seed + 7919 * ++cases_);
    const std::string text = text_of(c);
    const Tensors<T> t(c, seed, stream_);
    CHECK_CUDA(cudaMemsetAsync(measures_.data(), 0, measures_.bytes(), stream_));
    const AttentionResult result = attention(t.problem(), stream_);
    wait_for(stream_, text.c_str());
    const AttentionStrides& os = t.o.strides;
    const AttentionOf<T>& a = c.call;
    Comparison<T> rows{t.q.data(),
                       t.k.data(),
                       t.v.data(),
                       t.o.data(),
                       c.lse ? t.lse.data() : nullptr,
                       t.q.strides,
                       t.k.strides,
                       t.v.strides,
                       os,
                       a.heads,
                       a.heads / a.key_heads,
                       a.queries,
                       a.keys,
                       a.head,
                       t.query_rows,
                       a.scale ? *a.scale : 1.0 / std::sqrt(a.head),
                       a.causal,
                       nullptr,
                       nullptr};
    int most = a.keys;
    if (t.ragged()) {
      rows.query_offsets = t.query_offsets.data();
      rows.key_offsets = t.key_offsets.data();
      most = *std::max_element(c.key_lengths.begin(), c.key_lengths.end());
    }
    const double rounding = std::is_same_v<T, Bf16> ? 1.0 / 256 : 1.0 / 2048;
    if (t.query_rows > 0) {
      compare<T><<<dim3(a.queries, a.heads * a.batch), 128, (most + 1) * sizeof(double), stream_>>>(
          rows, 2 * rounding, rounding, measures_.data());
      CHECK_CUDA(cudaGetLastError());
    }
    check_gaps<<<256, 256, 0, stream_>>>(t.o.memory.data(), t.o.memory.size(), Tensor<T>::frame,
                                         t.shape(t.o, t.query_rows, a.heads), measures_.data());
    CHECK_CUDA(cudaGetLastError());
    wait_for(stream_, text.c_str());
    Measures found;
    CHECK_CUDA(cudaMemcpy(&found, measures_.data(), sizeof found, cudaMemcpyDeviceToHost));
    const double relative = found.reference > 0 ? std::sqrt(found.error / found.reference) : 0;
    const bool right = result.ok() && found.outside == 0 && found.wrong_lse == 0 && found.touched == 0;
    report_.add(right, "%s seed %u: error %.1e, %llu elements and %llu lse off, %llu around%s%s", text.c_str(), seed,
                relative, found.outside, found.wrong_lse, found.touched, result.ok() ? "" : ", ",
                result.ok() ? "" : result.message());
  }

  template <class T>
  static std::vector<T> copy_of(const Tensor<T>& from) {
    std::vector<T> out(from.memory.size());
    CHECK_CUDA(cudaMemcpy(out.data(), from.memory.data(), from.memory.bytes(), cudaMemcpyDeviceToHost));
    return out;
  }
  template <class T>
  static bool same(const std::vector<T>& a, const std::vector<T>& b) {
    return std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
  }

  /// Many launches of one problem give the same bits.
  void repeats(const Case<Bf16>& c) {
    const Tensors<Bf16> t(c, 5, stream_);
    bool ok = true;
    std::vector<Bf16> due;
    int differ = 0;
    constexpr int rounds = 20;
    for (int round = 0; round < rounds; ++round) {
      CHECK_CUDA(cudaMemsetAsync(t.o.memory.data(), guard_byte, t.o.memory.bytes(), stream_));
      for (int i = 0; i < 9; ++i) ok = ok && attention(t.problem(), stream_).ok();
      wait_for(stream_, "repeats");
      std::vector<Bf16> is = copy_of(t.o);
      if (round == 0) due = is;
      if (!same(is, due)) ++differ;
    }
    report_.add(ok && differ == 0, "%s: %d of %d repeats differ", text_of(c, "bf16 repeats,").c_str(), differ, rounds);
  }

  /// Each launch reads what the one before has written, without a pause between them.
  void chain(int head, bool causal) {
    const Case<Bf16> c =
        case_of<Bf16>(head, causal, {.batch = 2, .heads = 6, .key_heads = 6, .queries = 520, .keys = 520});
    const Tensors<Bf16> t(c, 11, stream_);
    const Tensors<Bf16> other(c, 11, stream_);
    bool ok = true;
    const auto run = [&](bool alone) {
      for (int i = 0; i < 8; ++i) {
        AttentionOf<Bf16> p = t.problem();
        if (i > 0) p.q = i % 2 == 0 ? other.o.data() : t.o.data();
        p.o = i % 2 == 0 ? t.o.data() : other.o.data();
        ok = ok && attention(p, stream_).ok();
        if (alone) wait_for(stream_, "chain");
      }
      wait_for(stream_, "chain");
      return copy_of(other.o);
    };
    const std::vector<Bf16> due = run(true);
    int differ = 0;
    for (int i = 0; i < 10; ++i) {
      if (!same(run(false), due)) ++differ;
    }
    report_.add(ok && differ == 0, "%s: %d of 10 runs differ", text_of(c, "bf16 chain of launches,").c_str(), differ);
  }

  /// A graph gives the same bits as the call.
  void graph(int head, bool causal) {
    const Case<Bf16> c =
        case_of<Bf16>(head, causal, {.batch = 1, .heads = 4, .key_heads = 2, .queries = 333, .keys = 444});
    const Tensors<Bf16> t(c, 23, stream_);
    bool ok = attention(t.problem(), stream_).ok();
    wait_for(stream_, "graph");
    const std::vector<Bf16> due = copy_of(t.o);
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t runnable = nullptr;
    CHECK_CUDA(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 3; ++i) ok = attention(t.problem(), stream_).ok() && ok;
    CHECK_CUDA(cudaStreamEndCapture(stream_, &graph));
    CHECK_CUDA(cudaGraphInstantiate(&runnable, graph, 0));
    int differ = 0;
    for (int i = 0; i < 5; ++i) {
      CHECK_CUDA(cudaMemsetAsync(t.o.memory.data(), guard_byte, t.o.memory.bytes(), stream_));
      CHECK_CUDA(cudaGraphLaunch(runnable, stream_));
      wait_for(stream_, "graph");
      if (!same(copy_of(t.o), due)) ++differ;
    }
    CHECK_CUDA(cudaGraphExecDestroy(runnable));
    CHECK_CUDA(cudaGraphDestroy(graph));
    report_.add(ok && differ == 0, "%s: %d of 5 replays differ", text_of(c, "bf16 graph,").c_str(), differ);
  }

  /// Wrong calls: the right status, O as it was, no CUDA error left behind.
  void refusals() {
    const Case<Bf16> c = case_of<Bf16>(128, false, {.batch = 2, .heads = 4, .key_heads = 2, .queries = 30, .keys = 40});
    const Tensors<Bf16> t(c, 3, stream_);
    const Attention good = t.problem();
    struct Call {
      const char* what;
      AttentionStatus due;
      Attention with;
    };
    std::vector<Call> calls;
    const auto add = [&](const char* what, AttentionStatus due, auto change) {
      Attention with = good;
      change(with);
      calls.push_back({what, due, with});
    };
    using S = AttentionStatus;
    add("q is null", S::null_pointer, [](Attention& a) { a.q = nullptr; });
    add("k is null", S::null_pointer, [](Attention& a) { a.k = nullptr; });
    add("v is null", S::null_pointer, [](Attention& a) { a.v = nullptr; });
    add("o is null", S::null_pointer, [](Attention& a) { a.o = nullptr; });
    add("batch is -1", S::size_below_zero, [](Attention& a) { a.batch = -1; });
    add("heads is -2", S::size_below_zero, [](Attention& a) { a.heads = -2; });
    add("queries is -1", S::size_below_zero, [](Attention& a) { a.queries = -1; });
    add("keys is -1", S::size_below_zero, [](Attention& a) { a.keys = -1; });
    add("key_heads is -1", S::size_below_zero, [](Attention& a) { a.key_heads = -1; });
    add("total_keys is -1", S::size_below_zero, [](Attention& a) { a.total_keys = -1; });
    add("queries is 2^24", S::size_too_large, [](Attention& a) { a.queries = 1 << 24; });
    add("keys is 2^24", S::size_too_large, [](Attention& a) { a.keys = 1 << 24; });
    add("too many tiles", S::size_too_large, [](Attention& a) { a.batch = a.heads = 1 << 20; });
    for (int head : {0, 8, 63, 65, 96, 120, 192, 512}) {
      add("head dimension", S::head_not_supported, [&](Attention& a) { a.head = head; });
    }
    add("3 heads for 2", S::heads_not_divisible, [](Attention& a) { a.heads = 3; });
    add("scale is -1", S::scale_not_supported, [](Attention& a) { a.scale = -1.0F; });
    add("scale is infinite", S::scale_not_supported,
        [](Attention& a) { a.scale = std::numeric_limits<float>::infinity(); });
    add("scale is NaN", S::scale_not_supported,
        [](Attention& a) { a.scale = std::numeric_limits<float>::quiet_NaN(); });
    add("q one element on", S::pointer_not_aligned, [](Attention& a) { ++a.q; });
    add("k one element on", S::pointer_not_aligned, [](Attention& a) { ++a.k; });
    add("v four elements on", S::pointer_not_aligned, [](Attention& a) { a.v += 4; });
    add("o one element on", S::pointer_not_aligned, [](Attention& a) { ++a.o; });
    add("row of q not aligned", S::stride_not_aligned, [](Attention& a) { a.q_strides.row = 516; });
    add("head of k not aligned", S::stride_not_aligned, [](Attention& a) { a.k_strides.head = 129; });
    add("row of v negative", S::stride_not_aligned, [](Attention& a) { a.v_strides.row = -256; });
    add("batch of o too far", S::stride_not_aligned, [](Attention& a) { a.o_strides.batch = 1L << 38; });
    add("rows of o overlap", S::rows_overlap, [](Attention& a) { a.o_strides.row = 64; });
    add("heads of o overlap", S::rows_overlap, [](Attention& a) { a.o_strides.head = 120; });
    add("only offsets of queries", S::offsets_incomplete,
        [&](Attention& a) { a.query_offsets = t.query_offsets.data(); });
    add("only offsets of keys", S::offsets_incomplete, [&](Attention& a) { a.key_offsets = t.key_offsets.data(); });
    add("no batch", S::ok, [](Attention& a) { a.batch = 0; });
    add("no heads", S::ok, [](Attention& a) { a.heads = 0; });
    add("no queries", S::ok, [](Attention& a) { a.queries = 0; });
    for (const Call& call : calls) {
      const AttentionResult result = attention(call.with, stream_);
      const cudaError_t left = cudaGetLastError();
      wait_for(stream_, call.what);
      bool untouched = true;
      const std::vector<Bf16> after = copy_of(t.o);
      for (const Bf16& x : after)
        untouched = untouched && reinterpret_cast<const unsigned short&>(x) == guard_byte * 257;
      const bool told = call.due == S::ok || std::strlen(result.message()) > 10;
      report_.add(result.status == call.due && untouched && left == cudaSuccess && told, "refusal, %s: \"%s\"%s%s",
                  call.what, result.message(), untouched ? "" : ", O was written",
                  left == cudaSuccess ? "" : ", a CUDA error is left");
    }
  }

  AttentionOptions options_;
  Report& report_;
  DeviceArray<Measures> measures_;
  std::mt19937 random_;
  cudaStream_t stream_ = nullptr;
  uint32_t cases_ = 0;
};

/// Pointers that are in order; nothing is launched, so nothing is read.
void refuses_device(Report& report) {
  alignas(16) static unsigned char memory[64];
  auto* any = reinterpret_cast<Bf16*>(memory);
  const AttentionResult result =
      attention(Attention{.q = any, .k = any, .v = any, .o = any, .queries = 1, .keys = 1, .head = 64});
  report.add(result.status == AttentionStatus::not_hopper, "refusal, no Hopper GPU: \"%s\"", result.message());
}

}  // namespace
}  // namespace stretto::hopper_tests

int main(int count, char** arguments) {
  using namespace stretto::hopper_tests;
  AttentionOptions options;
  constexpr const char* usage = "attention_correct [--quick] [--seed N] [--head 64|128|256]";
  if (!read_arguments(options, count, arguments, usage, {{"--head", &options.head}})) return 2;
  const auto tests = [&](Report& report) {
    Tests all(options, report);
    options.quick ? all.quick() : all.all();
  };
  return run_all(options, "attentions", tests, refuses_device);
}
