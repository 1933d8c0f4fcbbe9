#include "loop_shape.hpp"

#include <algorithm>
#include <optional>

namespace stretto::study {

namespace {

/// Which op must precede which within a trip, and whether such an order exists.
class Precedence {
 public:
  explicit Precedence(const LoopShape& shape) : shape_(shape), count_(ops() * shape.tiles_per_trip) {
    before_.assign(static_cast<std::size_t>(count_), {});
    for (int x = 0; x < ops(); ++x) {
      for (int y = 0; y < ops(); ++y) {
        if (const std::optional<int> slots = shared_slots(op(x), op(y))) relate(x, y, *slots);
      }
      if (op(x).kind != OpKind::consume) continue;
      // The n-th consume of an accumulator takes tile n.
      for (int u = 0; u + 1 < shape.tiles_per_trip; ++u) put_before(index(x, u), index(x, u + 1));
    }
  }

  /// A random order; none if the constraints contain a cycle.
  [[nodiscard]] std::optional<std::vector<PlacedOp>> order(Dice& dice) const {
    if (!possible_) return std::nullopt;
    std::vector<int> missing(static_cast<std::size_t>(count_), 0);
    for (const std::vector<int>& later : before_) {
      for (const int i : later) ++missing[static_cast<std::size_t>(i)];
    }
    std::vector<int> ready;
    for (int i = 0; i < count_; ++i) {
      if (missing[static_cast<std::size_t>(i)] == 0) ready.push_back(i);
    }
    std::vector<PlacedOp> result;
    while (!ready.empty()) {
      const int chosen = dice.below(static_cast<int>(ready.size()));
      const int next = ready[static_cast<std::size_t>(chosen)];
      ready.erase(ready.begin() + chosen);
      result.push_back({next / shape_.tiles_per_trip, next % shape_.tiles_per_trip});
      for (const int i : before_[static_cast<std::size_t>(next)]) {
        if (--missing[static_cast<std::size_t>(i)] == 0) ready.push_back(i);
      }
    }
    if (static_cast<int>(result.size()) < count_) return std::nullopt;
    return result;
  }

 private:
  [[nodiscard]] int ops() const { return static_cast<int>(shape_.ops.size()); }
  [[nodiscard]] const LoopOp& op(int i) const { return shape_.ops[static_cast<std::size_t>(i)]; }
  [[nodiscard]] int index(int o, int u) const { return o * shape_.tiles_per_trip + u; }

  /// The slots of the buffer that `maker` writes and `user` reads; none if there is no such buffer.
  [[nodiscard]] std::optional<int> shared_slots(const LoopOp& maker, const LoopOp& user) const {
    if (user.kind == OpKind::consume) {
      if (maker.kind != OpKind::fragment) return std::nullopt;
      if (user.operands[static_cast<std::size_t>(maker.channel)] != maker.part) return std::nullopt;
      return shape_.channels[static_cast<std::size_t>(maker.channel)].fragment_slots;
    }
    if (maker.channel != user.channel || maker.kind == OpKind::consume) return std::nullopt;
    const Channel& channel = shape_.channels[static_cast<std::size_t>(maker.channel)];
    if (maker.kind == OpKind::fetch && user.kind == OpKind::store) {
      return maker.part == user.part ? std::optional(channel.staging_slots) : std::nullopt;
    }
    const OpKind writer = channel.staged ? OpKind::store : OpKind::fetch;
    if (maker.kind != writer || user.kind != OpKind::fragment) return std::nullopt;
    const std::vector<int>& source = channel.source[static_cast<std::size_t>(user.part)];
    const bool reads = channel.whole || std::any_of(source.begin(), source.end(),
                                                    [&](int subtile) { return subtile < 0 || subtile == maker.part; });
    return reads ? std::optional(channel.slots) : std::nullopt;
  }

  /// The maker of a tile precedes its user, and the user precedes the maker of the tile that overwrites it.
  void relate(int maker, int user, int slots) {
    const int ahead = op(maker).lead - op(user).lead;
    for (int v = 0; v < shape_.tiles_per_trip; ++v) {
      relate_one(index(maker, wrapped(v - ahead)), trip_of(v - ahead), index(user, v), 0);
      relate_one(index(user, v), 0, index(maker, wrapped(v + slots - ahead)), trip_of(v + slots - ahead));
    }
  }

  void relate_one(int first, int first_trip, int second, int second_trip) {
    if (first_trip > second_trip) possible_ = false;
    if (first_trip == second_trip) put_before(first, second);
  }

  void put_before(int first, int second) {
    if (first == second) possible_ = false;
    before_[static_cast<std::size_t>(first)].push_back(second);
  }

  [[nodiscard]] int wrapped(int u) const { return u - trip_of(u) * shape_.tiles_per_trip; }
  [[nodiscard]] int trip_of(int u) const {
    const int tiles = shape_.tiles_per_trip;
    return u >= 0 ? u / tiles : -((-u + tiles - 1) / tiles);
  }

  const LoopShape& shape_;
  int count_;
  bool possible_ = true;
  std::vector<std::vector<int>> before_;
};

void draw_waves(Dice& dice, LoopShape& shape, bool small) {
  shape.roles = dice.percent(50) ? 2 : 1;
  if (shape.roles == 2) {
    shape.waves_each = small ? dice.from(1, 2) : dice.from(1, 4);
    shape.staggered = dice.percent(60);
    shape.barrier_after_prologue = dice.percent(40);
  } else {
    shape.waves_each = small ? 2 : dice.from(2, 8);
  }
}

Channel draw_channel(Dice& dice, const LoopShape& shape, bool small) {
  Channel channel;
  channel.slots = small ? dice.from(1, 3) : dice.from(1, 4);
  channel.subtiles = small ? dice.from(1, 2) : dice.from(1, 4);
  channel.whole = dice.percent(20);
  channel.staged = dice.percent(30);
  channel.staging_slots = dice.from(1, 2);
  channel.fragments = small ? 1 : dice.from(1, 3);
  channel.fragment_slots = dice.from(1, 2);
  const int waves = shape.roles * shape.waves_each;
  const int layout = dice.below(4);
  for (int fragment = 0; fragment < channel.fragments; ++fragment) {
    std::vector<int> source;
    for (int wave = 0; wave < waves; ++wave) {
      const int role = wave / shape.waves_each;
      source.push_back(layout == 0   ? fragment % channel.subtiles
                       : layout == 1 ? (fragment + role) % channel.subtiles
                       : layout == 2 ? dice.below(channel.subtiles)
                                     : -1);
    }
    channel.source.push_back(source);
  }
  return channel;
}

void draw_ops(Dice& dice, LoopShape& shape, bool small) {
  const int heaviest = small ? 2 : 8;
  for (int c = 0; c < static_cast<int>(shape.channels.size()); ++c) {
    const Channel& channel = shape.channels[static_cast<std::size_t>(c)];
    const int fragment_lead = dice.below(channel.fragment_slots + 1);
    const int store_lead = fragment_lead + dice.below(channel.slots + 1);
    const int fetch_lead = store_lead + (channel.staged ? dice.below(channel.staging_slots + 1) : 0);
    const auto put = [&](OpKind kind, int count, int lead) {
      const int weight = dice.from(1, heaviest);
      for (int part = 0; part < count; ++part) shape.ops.push_back({kind, c, part, lead, weight, {}});
    };
    put(OpKind::fetch, channel.pieces(), fetch_lead);
    if (channel.staged) put(OpKind::store, channel.pieces(), store_lead);
    put(OpKind::fragment, channel.fragments, fragment_lead);
  }
  const int sums = small ? 1 : dice.from(1, 4);
  for (int sum = 0; sum < sums; ++sum) {
    LoopOp consume{OpKind::consume, 0, sum, 0, 1, {}};
    for (const Channel& channel : shape.channels) consume.operands.push_back(dice.below(channel.fragments));
    shape.ops.push_back(consume);
  }
}

/// Is every stored tile also multiplied? An unneeded store is harmless even if it is wrong, but the verifier counts
/// every store of a register as a use.
bool stores_are_needed(const LoopShape& shape) {
  for (const LoopOp& store : shape.ops) {
    if (store.kind != OpKind::store) continue;
    const Channel& channel = shape.channels[static_cast<std::size_t>(store.channel)];
    bool needed = false;
    for (const LoopOp& consume : shape.ops) {
      if (consume.kind != OpKind::consume) continue;
      const int fragment = consume.operands[static_cast<std::size_t>(store.channel)];
      for (const int subtile : channel.source[static_cast<std::size_t>(fragment)]) {
        needed = needed || channel.whole || subtile < 0 || subtile == store.part;
      }
    }
    if (!needed) return false;
  }
  return true;
}

}  // namespace

LoopShape draw_shape(Dice& dice, LoopSize size) {
  const bool small = size == LoopSize::small;
  const int most_steps = small ? 9 : 60;
  while (true) {
    LoopShape shape;
    draw_waves(dice, shape, small);
    shape.tiles_per_trip = small ? dice.from(1, 2) : dice.from(1, 3);
    shape.min_trips = dice.below(3);
    const int channels = small ? dice.from(1, 2) : dice.from(1, 3);
    for (int c = 0; c < channels; ++c) shape.channels.push_back(draw_channel(dice, shape, small));
    draw_ops(dice, shape, small);
    if (static_cast<int>(shape.ops.size()) * shape.tiles_per_trip > most_steps) continue;
    if (!stores_are_needed(shape)) continue;
    const std::optional<std::vector<PlacedOp>> order = Precedence(shape).order(dice);
    if (!order) continue;
    shape.order = *order;
    if (dice.percent(small ? 30 : 50)) {
      const int count = dice.from(1, small ? 2 : 4);
      for (int i = 0; i < count; ++i) shape.pacing.push_back(dice.below(static_cast<int>(shape.order.size()) + 1));
      std::sort(shape.pacing.begin(), shape.pacing.end());
    }
    return shape;
  }
}

}  // namespace stretto::study
