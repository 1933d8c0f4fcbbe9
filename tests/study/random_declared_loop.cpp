#include "random_declared_loop.hpp"

#include <array>

#include <stretto/gpu/a100.hpp>
#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/gpu/mi300x.hpp>
#include <stretto/gpu/mi355x.hpp>

#include "../dice.hpp"

namespace stretto::study {

namespace {

constexpr std::array<const char*, 8> op_names = {"op 0", "op 1", "op 2", "op 3", "op 4", "op 5", "op 6", "op 7"};
constexpr std::array<const char*, 8> store_names = {"store b0", "store b1", "store b2", "store b3",
                                                    "store b4", "store b5", "store b6", "store b7"};
constexpr std::array<const char*, 3> role_names = {"first", "second", "third"};
constexpr std::array<const char*, 8> use_names = {"use b0", "use b1", "use b2", "use b3",
                                                  "use b4", "use b5", "use b6", "use b7"};
constexpr std::array<const char*, 8> buffer_names = {"b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7"};

Gpu draw_gpu(Dice& dice) {
  Gpu gpu;
  gpu.name = "random";
  // If all waves run one program, loads and fragments are explicit; other ways to multiply come with bulk loads.
  gpu.copies = static_cast<CopyKind>(dice.below(3));
  gpu.multiplies = MmaKind::from_registers;
  if (gpu.copies == CopyKind::bulk) gpu.multiplies = static_cast<MmaKind>(dice.below(3));
  gpu.wave_lanes = gpu.multiplies == MmaKind::from_registers ? 64 : 128;
  gpu.flops_bf16 = 1024 << dice.below(3);
  gpu.flops_fp8 = dice.percent(90) ? 2 * gpu.flops_bf16 : 0;
  gpu.mma_latency = dice.from(0, 80);
  gpu.lane_operations = 64 << dice.below(2);
  gpu.exponentials = 16;
  gpu.shared_per_cycle = 64 << dice.below(3);
  gpu.shared_latency = dice.from(10, 80);
  gpu.global_per_cycle = dice.from(16, 96);
  gpu.global_latency = dice.from(50, 1500);
  gpu.copy_bytes = dice.percent(50) ? 4 : 16;
  gpu.issue = dice.from(0, 8);
  gpu.barrier = dice.from(0, 40);
  gpu.mbarrier_cycles = dice.from(0, 40);
  gpu.register_file = 262144;
  gpu.lane_registers = 256;
  gpu.limits.shared_bytes = 1024L * dice.from(16, 256);
  if (gpu.multiplies == MmaKind::tensor_memory) gpu.limits.tensor_bytes = 262144;
  return gpu;
}

class Drawing {
 public:
  explicit Drawing(std::uint64_t seed) : dice_(seed) {}

  DeclaredLoop draw() {
    out_.gpu = draw_gpu(dice_);
    draw_ops();
    return out_;
  }

  DeclaredLoop draw_on_shipped() {
    static constexpr std::array<const Gpu*, 5> shipped = {&targets::a100, &targets::h200, &targets::b200,
                                                          &targets::mi300x, &targets::mi355x};
    out_.gpu = *shipped[static_cast<std::size_t>(dice_.below(static_cast<int>(shipped.size())))];
    draw_ops();
    Loop& loop = out_.loop;
    loop.threads = out_.gpu.wave_lanes * dice_.from(1, 4);
    if (out_.gpu.copies == CopyKind::bulk && dice_.percent(40)) {
      draw_roles();
    } else if (dice_.percent(50)) {
      loop.groups = 2;
      loop.threads = 2 * out_.gpu.wave_lanes * dice_.from(1, 2);
    }
    if (out_.gpu.copies == CopyKind::bulk && dice_.percent(20)) draw_cluster();
    return out_;
  }

 private:
  void draw_ops() {
    out_.persistent = dice_.percent(15);
    out_.loop.threads = 128 * dice_.from(1, 2);
    out_.loop.fragment_steps = dice_.from(1, 3);
    const int ops = dice_.from(2, 8);
    add_load();
    while (out_.loop.ops.size() < ops) {
      const int kind = dice_.below(10);
      if (kind < 3) {
        add_load();
      } else if (kind < 6) {
        add_multiply();
      } else if (kind < 9) {
        add_compute();
      } else {
        add_store();
      }
    }
    use_everything();
  }
  [[nodiscard]] const char* next_op() const { return op_names[static_cast<std::size_t>(out_.loop.ops.size())]; }
  [[nodiscard]] const char* next_buffer() const {
    return buffer_names[static_cast<std::size_t>(out_.loop.buffers.size())];
  }
  LoopBufferRef add_shared() {
    LoopBufferRef buffer = out_.loop.shared(next_buffer(), 1024 * dice_.from(1, 24));
    buffer.parts(dice_.below(3));
    if (dice_.percent(10)) buffer.slots(dice_.from(1, 4));
    shared_.push_back(buffer.index());
    return buffer;
  }
  LoopBufferRef ref(int buffer) { return {out_.loop, buffer}; }
  int any(const std::vector<int>& list) {
    return list[static_cast<std::size_t>(dice_.below(static_cast<int>(list.size())))];
  }
  /// Registers have a single slot: a value can be read until the next iteration writes it.
  void read_value(const LoopOpRef& op, int buffer) { op.reads(ref(buffer), dice_.percent(75) ? 0 : 1); }

  /// Makes a buffer large enough for an operand.
  void hold(int buffer, int bytes) {
    while (out_.loop.buffers[buffer].in_place_of >= 0) buffer = out_.loop.buffers[buffer].in_place_of;
    if (out_.loop.buffers[buffer].bytes < bytes) out_.loop.buffers[buffer].bytes = bytes;
  }

  [[nodiscard]] bool is_read(int buffer) const {
    for (const LoopAccess& access : out_.loop.accesses) {
      if (access.buffer == buffer && access.mode == LoopMode::read) return true;
    }
    return false;
  }

  /// Nobody loads or computes what nobody reads.
  void use_everything() {
    for (int buffer : std::vector<int>(shared_)) {
      if (!is_read(buffer)) out_.loop.store(store_names[static_cast<std::size_t>(buffer)]).reads(ref(buffer));
    }
    for (int buffer : registers_) {
      if (!is_read(buffer)) out_.loop.compute(use_names[static_cast<std::size_t>(buffer)], 128).reads(ref(buffer));
    }
  }

  /// One to three roles. Ops that share registers are in one role.
  void draw_roles() {
    Loop& loop = out_.loop;
    const int roles = dice_.from(1, 3);
    std::vector<int> role_of_value(static_cast<std::size_t>(loop.buffers.size()), -1);
    for (int r = 0; r < roles; ++r) loop.role(role_names[static_cast<std::size_t>(r)], 1);
    for (int i = 0; i < loop.ops.size(); ++i) {
      int role = dice_.below(roles);
      for (const LoopAccess& access : loop.accesses) {
        const bool value = access.op == i && loop.buffers[access.buffer].space == LoopSpace::registers;
        const int known = value ? role_of_value[static_cast<std::size_t>(access.buffer)] : -1;
        if (known >= 0) role = known;
      }
      for (const LoopAccess& access : loop.accesses) {
        if (access.op == i) role_of_value[static_cast<std::size_t>(access.buffer)] = role;
      }
      loop.ops[i].role = role;
    }
    give_waves();
  }

  /// Roles that compute share the threads; roles without ops go.
  void give_waves() {
    Loop& loop = out_.loop;
    const bool apart = out_.gpu.multiplies == MmaKind::tensor_memory;
    Vector<LoopRole> used;
    int computing = 0;
    for (int r = 0; r < loop.roles.size(); ++r) {
      bool any = false;
      bool computes = false;
      bool issues = false;
      for (LoopOp& op : loop.ops) {
        if (op.role != r) continue;
        any = true;
        op.role = used.size();
        computes = computes || op.kind == WorkKind::compute || (op.kind == WorkKind::multiply && !apart);
        issues = issues || (op.kind == WorkKind::multiply && apart);
      }
      if (!any) continue;
      used.push_back(loop.roles[r]);
      if (computes && !issues) used.back().waves = dice_.from(1, 2);
      if (computes) computing += used.back().waves;
    }
    loop.roles = used;
    if (computing > 0) loop.threads = computing * out_.gpu.wave_lanes;
  }

  void draw_cluster() {
    out_.loop.cluster = 2;
    for (LoopOp& op : out_.loop.ops) op.multicast = op.kind == WorkKind::load && dice_.percent(50);
  }

  void add_load() { out_.loop.load(next_op()).writes(add_shared()); }

  void add_store() { out_.loop.store(next_op()).reads(ref(any(shared_))); }

  void add_multiply() {
    const int m = 64 * dice_.from(1, 2);
    const int n = 64 * dice_.from(1, 3);
    const DataType type = dice_.percent(85) ? DataType::bf16 : DataType::fp8;
    const std::vector<int> operands = shared_;
    const int row = 32 * dice_.from(1, 4);  // bytes along K
    const LoopOpRef op = out_.loop.multiply(next_op(), m, n, row / bytes_of(type), type);
    const int first = any(operands);
    op.reads(ref(first));
    hold(first, m * row);
    const int second = dice_.percent(60) ? any(operands) : -1;
    // What issues multiplications into tensor memory shares no registers with the lanes.
    const bool apart = out_.gpu.multiplies == MmaKind::tensor_memory;
    if (!apart && !registers_.empty() && dice_.percent(30)) {
      const int value = any(registers_);
      read_value(op, value);
      hold(value, n * row);
    } else if (second >= 0) {
      op.reads(ref(second));
      hold(second, n * row);
    }
    if (apart || dice_.percent(75)) {
      op.accumulates(out_.loop.accumulator(next_buffer(), m * n * 4));
    } else {
      const LoopBufferRef result = out_.loop.registers(next_buffer(), m * n * 4);
      op.writes(result);
      registers_.push_back(result.index());
    }
  }

  /// A value that no op reads yet, so that one op can replace it in its registers; -1: there is none.
  int take_unread_value() {
    for (std::size_t i = 0; i < registers_.size(); ++i) {
      const int buffer = registers_[i];
      if (is_read(buffer)) continue;
      registers_.erase(registers_.begin() + static_cast<std::ptrdiff_t>(i));
      return buffer;
    }
    return -1;
  }

  /// Lanes read existing values, of this iteration or of earlier ones; some carry a value from one iteration to the
  /// next.
  void add_compute() {
    const int replaced = dice_.percent(30) ? take_unread_value() : -1;
    const std::vector<int> tiles = shared_;
    const std::vector<int> values = registers_;
    const LoopOpRef op = out_.loop.compute(next_op(), 128L * dice_.from(1, 200));
    if (dice_.percent(30)) op.exponentials(16L * dice_.from(1, 60));
    if (dice_.percent(40)) op.takes(dice_.from(1, 300));
    if (values.empty() || dice_.percent(50)) op.reads(ref(any(tiles)));
    if (!values.empty() && dice_.percent(70)) read_value(op, any(values));
    // Waves that pass tiles to each other would need another barrier.
    if (replaced >= 0) {
      op.reads(ref(replaced));
      const LoopBufferRef result = out_.loop.in_place_of(ref(replaced), next_buffer());
      op.writes(result);
      registers_.push_back(result.index());
      return;
    }
    const bool alone = out_.gpu.copies == CopyKind::bulk && out_.loop.threads == out_.gpu.wave_lanes;
    if (alone && dice_.percent(25)) {
      op.writes(add_shared());
      return;
    }
    const LoopBufferRef result = out_.loop.registers(next_buffer(), 512 * dice_.from(1, 8));
    if (dice_.percent(40)) op.reads(result, 1);
    op.writes(result);
    registers_.push_back(result.index());
  }

  Dice dice_;
  DeclaredLoop out_;
  std::vector<int> shared_;     // buffers
  std::vector<int> registers_;  // and those of values that lanes hold
};

const char* word(CopyKind copies) {
  constexpr const char* words[] = {"lds_load", "async_copy", "bulk"};
  return words[static_cast<int>(copies)];
}
const char* word(MmaKind multiplies) {
  constexpr const char* words[] = {"from_registers", "warpgroup", "tensor_memory"};
  return words[static_cast<int>(multiplies)];
}

std::string op_words(const Loop& loop, int i) {
  const stretto::LoopOp& op = loop.ops[i];
  constexpr const char* kinds[] = {"load", "store", "multiply", "compute"};
  std::string text = "  " + std::string(op.name) + ": " + kinds[static_cast<int>(op.kind)];
  if (op.kind == WorkKind::multiply) {
    text += " " + std::to_string(op.m) + "x" + std::to_string(op.n) + "x" + std::to_string(op.k) + " " + name(op.type);
  }
  if (op.kind == WorkKind::compute) {
    text += " " + std::to_string(op.operations) + ", exponentials " + std::to_string(op.exponentials) + ", takes " +
            std::to_string(op.dependent);
  }
  if (op.role >= 0) text += std::string(", by ") + loop.roles[op.role].name;
  if (op.multicast) text += ", multicast";
  for (const LoopAccess& access : loop.accesses) {
    if (access.op != i) continue;
    constexpr const char* modes[] = {"reads", "writes", "accumulates"};
    text += std::string(", ") + modes[static_cast<int>(access.mode)] + " " + loop.buffers[access.buffer].name;
    if (access.distance != 0) text += " of " + std::to_string(access.distance) + " before";
  }
  return text + "\n";
}

}  // namespace

DeclaredLoop draw_declared_loop(std::uint64_t seed) { return Drawing(seed).draw(); }
DeclaredLoop draw_on_shipped_target(std::uint64_t seed) { return Drawing(seed).draw_on_shipped(); }

std::string words(const DeclaredLoop& drawn) {
  const Gpu& gpu = drawn.gpu;
  const Loop& loop = drawn.loop;
  std::string text = "  " + std::string(gpu.name) + ": " + word(gpu.copies) + ", " + word(gpu.multiplies) +
                     ", threads " + std::to_string(loop.threads) + ", steps " + std::to_string(loop.fragment_steps) +
                     ", groups " + std::to_string(loop.groups) + ", cluster " + std::to_string(loop.cluster) +
                     (drawn.persistent ? ", persistent" : "") + "\n";
  for (const LoopRole& role : loop.roles)
    text += "  role " + std::string(role.name) + ", waves " + std::to_string(role.waves) + "\n";
  const auto figure = [&](const char* what, long value) { text += std::string(what) + " " + std::to_string(value); };
  figure("  flops ", gpu.flops_bf16);
  figure(", mma latency", gpu.mma_latency);
  figure(", lanes", gpu.lane_operations);
  figure(", shared", gpu.shared_per_cycle);
  figure(" +", gpu.shared_latency);
  figure(", global", gpu.global_per_cycle);
  figure(" +", gpu.global_latency);
  figure(", copy", gpu.copy_bytes);
  figure(", issue", gpu.issue);
  figure(", barrier", gpu.barrier);
  figure(", mbarrier", gpu.mbarrier_cycles);
  figure(", shared bytes", gpu.limits.shared_bytes);
  text += "\n";
  for (const LoopBuffer& buffer : loop.buffers) {
    constexpr const char* spaces[] = {"shared", "registers", "accumulator"};
    text += std::string("  ") + buffer.name + ": " + spaces[static_cast<int>(buffer.space)] + ", " +
            std::to_string(buffer.bytes) + " bytes, parts " + std::to_string(buffer.parts) + ", slots " +
            std::to_string(buffer.slots) +
            (buffer.in_place_of < 0 ? "" : ", in place of " + std::string(loop.buffers[buffer.in_place_of].name)) +
            "\n";
  }
  for (int i = 0; i < loop.ops.size(); ++i) text += op_words(loop, i);
  return text;
}

}  // namespace stretto::study
