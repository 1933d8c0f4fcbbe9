#include "random_program.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "../dice.hpp"
#include "program_writer.hpp"

namespace stretto::explorer {
namespace {

enum class Kind : unsigned char { fetch, store, move, consume, sync };
constexpr std::size_t kinds = 4;
constexpr std::size_t section_count = std::size(run_sections);

/// A step of a role's program under construction.
struct Item {
  StepText text;
  Kind kind = Kind::sync;
  int tile = 0;  // of data steps: the K tile in trip 0
  int tile_step = 0;
  int site = -1;  // of synchronisation: the kind of the group that it precedes

  [[nodiscard]] bool is_wait() const { return text.step.action == Action::wait; }
  [[nodiscard]] bool is_barrier() const { return text.step.action == Action::barrier; }
};

using Sections = std::array<std::vector<Item>, 3>;

enum class Layout : unsigned char { one_role, two_roles, staggered, producer_and_consumer };
enum class Path : unsigned char {
  direct,       // fetch -> shared, move -> registers, consume
  staged,       // fetch -> registers, store -> shared, move -> registers, consume
  no_registers  // fetch -> shared, consume
};

/// The steps of one kind for one K tile, or the first or second half of them.
struct Portion {
  Kind kind = Kind::fetch;
  int half = -1;
};

/// The shape of a program.
struct Shape {
  Layout layout = Layout::one_role;
  Path path = Path::direct;
  int waves = 2;
  int channels = 1;
  int subtiles = 1;    // of the first channel
  bool split = false;  // each wave moves its own subtile
  int slots = 2;
  int register_slots = 1;
  int staging_slots = 1;
  int unroll = 1;
  std::array<int, kinds> lead{};  // K tiles ahead of the consume
  std::array<int, kinds> weight{1, 1, 1, 1};
  std::vector<Portion> order;  // of an iteration
  bool store_at_once = false;
  bool conservative = false;  // complete waits everywhere
  int barriers = 1;           // at each place that needs one

  [[nodiscard]] bool has(Kind kind) const {
    return std::any_of(order.begin(), order.end(), [&](const Portion& portion) { return portion.kind == kind; });
  }
  [[nodiscard]] int leads(Kind kind) const { return lead[static_cast<std::size_t>(kind)]; }
  [[nodiscard]] int weighs(Kind kind) const { return weight[static_cast<std::size_t>(kind)]; }
  [[nodiscard]] Kind writer() const { return path == Path::staged ? Kind::store : Kind::fetch; }
  [[nodiscard]] Kind reader() const { return path == Path::no_registers ? Kind::consume : Kind::move; }
  [[nodiscard]] int subtiles_of(int channel) const { return channel == 0 ? subtiles : 1; }
  [[nodiscard]] Counter counter(Kind kind) const {
    if (kind == Kind::fetch) return Counter::vm;
    if (kind == Kind::consume || (kind == Kind::store && store_at_once)) return Counter::none;
    return Counter::lgkm;
  }
};

/// Does each group find its data in time, and its place free, in the order of the steps?
bool order_works(const Shape& shape) {
  const auto first = [&](Kind kind) {
    return std::find_if(shape.order.begin(), shape.order.end(), [&](const Portion& of) { return of.kind == kind; });
  };
  const auto before = [&](Kind one, Kind other) {  // all of one before the first of the other
    return std::none_of(first(other), shape.order.end(), [&](const Portion& of) { return of.kind == one; });
  };
  // The user of a tile comes `later` groups of tiles after its producer, which reuses the place after `slots` tiles.
  const auto fits = [&](Kind maker, Kind user, int slots) {
    const int later = shape.leads(maker) - shape.leads(user);
    if (later < 0 || later > slots) return false;
    if (later == 0 && !before(maker, user)) return false;
    return later < slots || before(user, maker);
  };
  if (shape.path == Path::staged && !fits(Kind::fetch, Kind::store, shape.staging_slots)) return false;
  if (shape.has(Kind::move) && !fits(Kind::move, Kind::consume, shape.register_slots)) return false;
  return fits(shape.writer(), shape.reader(), shape.slots);
}

Shape draw_shape(Dice& dice) {
  Shape shape;
  const int layout = dice.below(100);
  if (layout < 50) {
    shape.layout = Layout::one_role;
    shape.waves = dice.percent(85) ? 2 : dice.percent(60) ? 3 : 1;
  } else if (layout < 72) {
    shape.layout = Layout::two_roles;
  } else if (layout < 90) {
    shape.layout = Layout::staggered;
  } else {
    shape.layout = Layout::producer_and_consumer;
  }
  const int path = dice.below(100);
  shape.path = path < 60 ? Path::direct : path < 82 && shape.waves < 3 ? Path::staged : Path::no_registers;
  const bool staged = shape.path == Path::staged;
  // Not everything that makes a program expensive to explore at once.
  int budget = shape.waves == 3 ? 0 : staged ? 1 : 3;
  const auto afford = [&](int chance) {
    if (budget == 0 || !dice.percent(chance)) return false;
    --budget;
    return true;
  };
  shape.store_at_once = staged && dice.percent(15);
  shape.channels = afford(30) ? 2 : 1;
  shape.subtiles = afford(35) ? 2 : 1;
  shape.split = shape.layout == Layout::one_role && shape.waves == 2 && shape.subtiles == 2 &&
                shape.path == Path::direct && shape.channels == 1 && dice.percent(50);
  for (const Kind kind : {Kind::fetch, Kind::store, Kind::move})
    shape.weight[static_cast<std::size_t>(kind)] = afford(30) ? 2 : 1;
  shape.unroll = afford(25) ? 2 : 1;
  shape.conservative = dice.percent(25);
  shape.barriers = shape.layout == Layout::staggered && dice.percent(60) ? 2 : 1;

  const int steps = shape.subtiles + shape.channels - 1;
  const auto put = [&](Kind kind, int steps_of_kind) {
    if (steps_of_kind > 1 && dice.percent(40)) {
      shape.order.push_back({kind, 0});
      shape.order.push_back({kind, 1});
    } else {
      shape.order.push_back({kind, -1});
    }
  };
  put(Kind::fetch, steps);
  if (staged) put(Kind::store, steps);
  if (shape.path != Path::no_registers) put(Kind::move, shape.split ? 1 : steps);
  put(Kind::consume, shape.split ? 1 : shape.subtiles);
  do {
    shape.slots = dice.from(1, 3);
    shape.register_slots = dice.from(1, 2);
    shape.staging_slots = dice.from(1, 2);
    int lead = 0;
    for (const Kind kind : {Kind::consume, Kind::move, Kind::store, Kind::fetch}) {
      if (kind != Kind::consume && shape.has(kind)) lead += dice.below(kind == Kind::fetch ? 3 : 2);
      shape.lead[static_cast<std::size_t>(kind)] = lead;
    }
    if (dice.percent(70)) {
      for (std::size_t i = shape.order.size(); i > 1; --i)
        std::swap(shape.order[i - 1], shape.order[static_cast<std::size_t>(dice.below(static_cast<int>(i)))]);
    }
  } while (!order_works(shape) || shape.leads(Kind::fetch) > 3);
  return shape;
}

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : dice_(seed), shape_(draw_shape(dice_)) {}

  RandomProgram generate() {
    WaveProgram& program = writer_.program;
    for (int channel = 0; channel < shape_.channels; ++channel) {
      const int subtiles = shape_.subtiles_of(channel);
      shared_.push_back(writer_.shared(shape_.slots, subtiles));
      if (shape_.path == Path::staged) staging_.push_back(writer_.registers(shape_.staging_slots, subtiles));
      if (shape_.has(Kind::move)) registers_.push_back(writer_.registers(shape_.register_slots, subtiles));
    }
    program.tiles = shape_.leads(Kind::fetch);
    program.tiles_per_trip = shape_.unroll;
    draw_hardware();

    const std::vector<std::vector<Kind>> roles = draw_roles();
    std::vector<Sections> texts;
    for (const std::vector<Kind>& role : roles) texts.push_back(synchronised(role));
    change(texts);
    if (shape_.layout == Layout::staggered) stagger(texts);

    for (std::size_t i = 0; i < texts.size(); ++i) {
      const int role = writer_.role(texts.size() == 1 ? shape_.waves : 1, texts.size() == 1 ? "all"
                                                                          : i == 0          ? "first"
                                                                                            : "second");
      for (std::size_t section = 0; section < section_count; ++section) {
        for (const Item& item : texts[i][section]) writer_.put(role, run_sections[section], item.text);
      }
    }
    return {program, changes_, shape_.layout == Layout::staggered, summary()};
  }

 private:
  void draw_hardware() {
    WaveProgram& program = writer_.program;
    relies_on_hardware_ = dice_.percent(60);
    if (dice_.percent(15)) program.registers = RegisterReading::interlocked;
    if (dice_.percent(15)) program.barriers = BarrierKind::draining;
    if (dice_.percent(20)) {
      program.limits.vm_capacity = dice_.from(1, 3);
      program.limits.max_wait_vm = program.limits.vm_capacity - 1;
    }
    if (dice_.percent(20)) {
      program.limits.lgkm_capacity = dice_.from(1, 3);
      program.limits.max_wait_lgkm = program.limits.lgkm_capacity - 1;
    }
  }

  [[nodiscard]] std::vector<std::vector<Kind>> draw_roles() const {
    const std::vector<Kind> all{Kind::fetch, Kind::store, Kind::move, Kind::consume};
    if (shape_.layout == Layout::one_role) return {all};
    if (shape_.layout != Layout::producer_and_consumer) return {all, all};
    return {{Kind::fetch, Kind::store}, {Kind::move, Kind::consume}};
  }

  [[nodiscard]] static Place at(int buffer, int slots, int tile, int tile_step, int subtile) {
    return {buffer, tile % slots, tile_step % slots, subtile};
  }

  /// All steps of a kind for a K tile.
  std::vector<Item> steps_of(Kind kind, int tile, int tile_step) {
    std::vector<Item> items;
    const auto put = [&](StepText text) { items.push_back({std::move(text), kind, tile, tile_step, -1}); };
    const auto shared = [&](int channel, int subtile) {
      return at(shared_[static_cast<std::size_t>(channel)], shape_.slots, tile, tile_step, subtile);
    };
    const auto staging = [&](int channel, int subtile) {
      return at(staging_[static_cast<std::size_t>(channel)], shape_.staging_slots, tile, tile_step, subtile);
    };
    const auto registers = [&](int channel, int subtile) {
      return at(registers_[static_cast<std::size_t>(channel)], shape_.register_slots, tile, tile_step, subtile);
    };
    const bool staged = shape_.path == Path::staged;
    if (kind == Kind::consume) {
      const auto operand = [&](int channel, int subtile) {
        return shape_.path == Path::no_registers ? shared(channel, subtile) : registers(channel, subtile);
      };
      for (int subtile = 0; subtile < (shape_.split ? 1 : shape_.subtiles); ++subtile) {
        std::vector<Place> operands{operand(0, subtile)};
        if (shape_.channels == 2) operands.push_back(operand(1, 0));
        put(explorer::consume(subtile, operands));
      }
      return items;
    }
    for (int channel = 0; channel < shape_.channels; ++channel) {
      for (int subtile = 0; subtile < shape_.subtiles_of(channel); ++subtile) {
        const int weight = shape_.weighs(kind);
        if (kind == Kind::fetch) {
          put(explorer::fetch(tile, tile_step, staged ? staging(channel, subtile) : shared(channel, subtile), weight));
        } else if (kind == Kind::store) {
          put(explorer::move(staging(channel, subtile), shared(channel, subtile), weight, shape_.counter(kind)));
        } else if (shape_.split) {
          StepText text = explorer::move(shared(channel, 0), registers(channel, 0), weight);
          text.accesses[0].waves = 1;
          text.accesses.push_back(reads(shared(channel, 1), 2));
          put(text);
          break;
        } else {
          put(explorer::move(shared(channel, subtile), registers(channel, subtile), weight));
        }
      }
    }
    return items;
  }

  /// What must have landed before a group, and whether it must have landed in all waves.
  struct Need {
    Kind kind = Kind::fetch;
    int tiles_before = 0;  // of the K tile this many before the group's
    bool everywhere = false;
  };

  [[nodiscard]] std::vector<Need> needs(Kind kind) const {
    std::vector<Need> result;
    if (kind == Kind::store) result.push_back({Kind::fetch, 0, false});
    if (kind == shape_.writer()) result.push_back({shape_.reader(), shape_.slots, true});
    if (kind == shape_.reader()) result.push_back({shape_.writer(), 0, true});
    if (kind == Kind::consume && shape_.has(Kind::move)) result.push_back({Kind::move, 0, false});
    return result;
  }

  struct Group {
    Portion of;
    int tile = 0;
    int tile_step = 0;
    std::array<int, 2> pending{no_wait, no_wait};  // vm and lgkm operations that may be pending before it
    bool meets = false;                            // needs a barrier
  };

  static constexpr int no_wait = std::numeric_limits<int>::max();

  [[nodiscard]] std::array<std::vector<Group>, 3> pipelined() const {
    std::array<std::vector<Group>, 3> groups;
    const auto put = [&](std::size_t section, const Portion& of, int tile, int tile_step) {
      Group group;
      group.of = of;
      group.tile = tile;
      group.tile_step = tile_step;
      groups[section].push_back(group);
    };
    const int deepest = shape_.leads(Kind::fetch);
    for (int iteration = -deepest; iteration < 0; ++iteration) {
      for (const Portion& of : shape_.order) {
        const int tile = iteration + shape_.leads(of.kind);
        if (tile >= 0) put(0, of, tile, 0);
      }
    }
    for (int iteration = 0; iteration < shape_.unroll; ++iteration) {
      for (const Portion& of : shape_.order) put(1, of, iteration + shape_.leads(of.kind), shape_.unroll);
    }
    for (int iteration = 0; iteration < deepest; ++iteration) {
      for (const Portion& of : shape_.order) {
        const int tile = iteration + shape_.leads(of.kind);
        if (tile < deepest) put(2, of, tile, shape_.unroll);
      }
    }
    return groups;
  }

  std::vector<Item> items_of(const Group& group) {
    std::vector<Item> items = steps_of(group.of.kind, group.tile, group.tile_step);
    const auto middle = items.begin() + static_cast<std::ptrdiff_t>(items.size() / 2);
    if (group.of.half == 0) items.erase(middle, items.end());
    if (group.of.half == 1) items.erase(items.begin(), middle);
    return items;
  }

  /// The loosest waits that suffice before each group, over a few trip counts; only steps of `role` are issued.
  void find_waits(std::array<std::vector<Group>, 3>& groups, const std::vector<Kind>& role) {
    for (int trips = 0; trips <= 4; ++trips) {
      std::array<int, 2> issued{};
      std::map<std::pair<Kind, int>, int> last;  // (kind, tile) -> operations issued up to its last one
      for (std::size_t section = 0; section < section_count; ++section) {
        const int first = section == 2 ? trips : 0;
        const int repeats = section == 1 ? trips : 1;
        for (int trip = first; trip < first + repeats; ++trip) {
          for (Group& group : groups[section]) {
            const Kind kind = group.of.kind;
            const int tile = group.tile + trip * group.tile_step;
            for (const Need& need : needs(kind)) {
              const int wanted = tile - need.tiles_before;
              if (wanted < 0) continue;
              if (need.everywhere) group.meets = true;
              const auto found = last.find({need.kind, wanted});
              if (found == last.end()) continue;
              const std::size_t counter = shape_.counter(need.kind) == Counter::vm ? 0 : 1;
              group.pending[counter] = std::min(group.pending[counter], issued[counter] - found->second);
            }
            if (shape_.counter(kind) == Counter::none || !contains(role, kind)) continue;
            const std::size_t counter = shape_.counter(kind) == Counter::vm ? 0 : 1;
            issued[counter] += static_cast<int>(items_of(group).size()) * shape_.weighs(kind);
            last[{kind, tile}] = issued[counter];
          }
        }
      }
    }
  }

  static bool contains(const std::vector<Kind>& role, Kind kind) {
    return std::find(role.begin(), role.end(), kind) != role.end();
  }

  Sections synchronised(const std::vector<Kind>& role) {
    std::array<std::vector<Group>, 3> groups = pipelined();
    find_waits(groups, role);
    Sections items;
    for (std::size_t section = 0; section < section_count; ++section) {
      for (const Group& group : groups[section]) {
        const int site = static_cast<int>(group.of.kind);
        const bool meets = group.meets || shape_.conservative;
        for (const Counter counter : {Counter::vm, Counter::lgkm}) {
          const int count = shape_.conservative ? 0 : group.pending[counter == Counter::vm ? 0 : 1];
          if (is_waited_for(counter, count, group.of.kind, meets))
            items[section].push_back({wait(counter, std::min(count, largest_wait(counter))), Kind::sync, 0, 0, site});
        }
        if (meets) {
          for (int i = 0; i < shape_.barriers; ++i) items[section].push_back({barrier(), Kind::sync, 0, 0, site});
        }
        if (!contains(role, group.of.kind)) continue;
        for (Item& item : items_of(group)) items[section].push_back(std::move(item));
      }
    }
    return items;
  }

  /// None where the hardware waits anyway, if the program shall rely on that.
  [[nodiscard]] bool is_waited_for(Counter counter, int count, Kind kind, bool meets) const {
    if (count == no_wait) return false;
    if (!relies_on_hardware_) return true;
    const WaveProgram& program = writer_.program;
    if (count >= (counter == Counter::vm ? program.limits.vm_capacity : program.limits.lgkm_capacity)) return false;
    if (program.barriers == BarrierKind::draining && counter == Counter::lgkm && meets) return false;
    const bool reads_registers = kind == Kind::store || (kind == Kind::consume && shape_.has(Kind::move));
    return !(program.registers == RegisterReading::interlocked && reads_registers && !meets);
  }

  [[nodiscard]] int largest_wait(Counter counter) const {
    const CounterLimits& limits = writer_.program.limits;
    return counter == Counter::vm ? limits.max_wait_vm : limits.max_wait_lgkm;
  }

  /// Breaks some of the synchronisation, or only changes it.
  void change(std::vector<Sections>& texts) {
    const int chance = dice_.below(100);
    const int wanted = chance < 25 ? 0 : chance < 60 ? 1 : chance < 85 ? 2 : 3;
    for (int i = 0; i < wanted; ++i) change_once(texts);
    if (dice_.percent(8)) add_dead_read(texts);
    if (dice_.percent(5)) add_everywhere(texts, {StepText{}, Kind::sync, 0, 0, -1});
    if (dice_.percent(8)) {  // each role gets it at a different place
      add_everywhere(texts, {barrier(), Kind::sync, 0, 0, -1});
      ++changes_;
    }
    if (texts.size() == 2 && dice_.percent(6)) {  // it meets no other wave there
      texts[static_cast<std::size_t>(dice_.below(2))][2].push_back({barrier(), Kind::sync, 0, 0, -1});
      ++changes_;
    }
  }

  void change_once(std::vector<Sections>& texts) {
    ++changes_;
    // Barriers must match between roles, so most of their changes apply to all roles; changes of data and waits need
    // not.
    const bool alike = texts.size() == 2 && shape_.layout != Layout::producer_and_consumer;
    const std::size_t role = static_cast<std::size_t>(dice_.below(static_cast<int>(texts.size())));
    const bool together = alike && dice_.percent(70);
    const std::vector<std::size_t> targets = together ? std::vector<std::size_t>{0, 1} : std::vector<std::size_t>{role};
    const int chance = dice_.below(100);
    if (chance < 25) {
      drop_site(texts, targets);
    } else if (chance < 92) {
      change_step(texts, targets);
    } else {
      change_data(texts, targets);
    }
  }

  /// All waits, or all barriers, before the groups of a kind, in every phase.
  void drop_site(std::vector<Sections>& texts, const std::vector<std::size_t>& targets) {
    const int site = static_cast<int>(dice_.one_of(shape_.order).kind);
    const bool waits = dice_.percent(60);
    for (std::size_t role = 0; role < texts.size(); ++role) {
      if (waits && std::find(targets.begin(), targets.end(), role) == targets.end()) continue;
      for (std::vector<Item>& items : texts[role]) {
        std::erase_if(
            items, [&](const Item& item) { return item.site == site && (waits ? item.is_wait() : item.is_barrier()); });
      }
    }
  }

  /// One wait or barrier of one phase.
  void change_step(std::vector<Sections>& texts, const std::vector<std::size_t>& targets) {
    const std::size_t section = dice_.percent(60) ? 1 : static_cast<std::size_t>(dice_.from(0, 2));
    const std::vector<Item>& model = texts[targets[0]][section];
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < model.size(); ++i) {
      if (model[i].is_wait() || model[i].is_barrier()) places.push_back(i);
    }
    if (places.empty()) return;
    const std::size_t at = dice_.one_of(places);
    const bool is_barrier = model[at].is_barrier();
    const int what = dice_.below(100);
    const int amount = dice_.from(1, 2);
    const bool later = dice_.percent(60);
    // If a barrier is dropped from one role alone, the other waits forever; a few such programs are enough.
    const bool drop = what < 45 && (!is_barrier || texts.size() == targets.size() || dice_.percent(10));
    for (const std::size_t role : targets) {
      std::vector<Item>& items = texts[role][section];
      if (at >= items.size() || items[at].is_barrier() != is_barrier || items[at].kind != Kind::sync) continue;
      Step& step = items[at].text.step;
      if (drop) {
        items.erase(items.begin() + static_cast<std::ptrdiff_t>(at));
      } else if (what < 70 && !is_barrier) {
        step.count = std::min(step.count + amount, largest_wait(step.counter));
      } else if (what < 75 && !is_barrier) {
        step.counter = step.counter == Counter::vm ? Counter::lgkm : Counter::vm;
        step.count = std::min(step.count, largest_wait(step.counter));
      } else {
        std::size_t place = at;
        for (int i = 0; i < amount; ++i) {
          const std::size_t neighbour = later ? place + 1 : place - 1;
          if (neighbour >= items.size()) break;  // also below zero
          std::swap(items[place], items[neighbour]);
          place = neighbour;
        }
      }
    }
  }

  /// Swaps a data step with its neighbour, or moves an access to another slot.
  void change_data(std::vector<Sections>& texts, const std::vector<std::size_t>& targets) {
    const std::size_t section = static_cast<std::size_t>(dice_.from(0, 2));
    const std::vector<Item>& model = texts[targets[0]][section];
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < model.size(); ++i) {
      if (model[i].kind != Kind::sync) places.push_back(i);
    }
    if (places.empty()) return;
    const std::size_t at = dice_.one_of(places);
    const bool slot = dice_.percent(50);
    const int access = dice_.below(static_cast<int>(model[at].text.accesses.size()));
    for (const std::size_t role : targets) {
      std::vector<Item>& items = texts[role][section];
      if (at >= items.size() || items[at].kind == Kind::sync) continue;
      if (slot) {
        std::vector<StepAccess>& accesses = items[at].text.accesses;
        if (static_cast<std::size_t>(access) >= accesses.size()) continue;
        StepAccess& changed = accesses[static_cast<std::size_t>(access)];
        changed.slot = (changed.slot + 1) % writer_.program.buffers[changed.buffer].slots;
      } else if (at + 1 < items.size() && !items[at + 1].is_barrier()) {
        std::swap(items[at], items[at + 1]);
      }
    }
  }

  /// A fragment read whose result is never used; it may happen at any time.
  void add_dead_read(std::vector<Sections>& texts) {
    const int scratch = writer_.registers(1);
    const std::size_t section = static_cast<std::size_t>(dice_.from(0, 2));
    const Place from{shared_[0], dice_.below(shape_.slots), dice_.below(2), 0};
    for (Sections& text : texts) {
      std::vector<Item>& items = text[section];
      const int place = dice_.below(static_cast<int>(items.size()) + 1);
      items.insert(items.begin() + place, {explorer::move(from, {scratch, 0, 0, 0}), Kind::sync, 0, 0, -1});
    }
  }

  void add_everywhere(std::vector<Sections>& texts, const Item& item) {
    const std::size_t section = static_cast<std::size_t>(dice_.from(0, 2));
    for (Sections& text : texts)
      text[section].insert(text[section].begin() + dice_.below(static_cast<int>(text[section].size()) + 1), item);
  }

  /// Puts one role one barrier behind the other from some place in its prologue on.
  void stagger(std::vector<Sections>& texts) {
    const std::size_t behind = static_cast<std::size_t>(dice_.below(2));
    std::vector<Item>& prologue = texts[behind][0];
    prologue.insert(prologue.begin() + dice_.below(static_cast<int>(prologue.size()) + 1),
                    {barrier(), Kind::sync, 0, 0, -1});
    texts[1 - behind][2].push_back({barrier(), Kind::sync, 0, 0, -1});
  }

  [[nodiscard]] std::string summary() const {
    constexpr std::array layouts{"one role", "two roles", "staggered", "producer and consumer"};
    constexpr std::array paths{"direct", "staged", "no registers"};
    std::string text = layouts[static_cast<std::size_t>(shape_.layout)];
    text += std::string(", ") + paths[static_cast<std::size_t>(shape_.path)];
    text += shape_.conservative ? ", conservative" : ", as needed";
    return text + ", " + std::to_string(changes_) + " changes";
  }

  Dice dice_;
  Shape shape_;
  ProgramWriter writer_;
  std::vector<int> shared_;
  std::vector<int> staging_;
  std::vector<int> registers_;
  int changes_ = 0;
  bool relies_on_hardware_ = false;
};

}  // namespace

RandomProgram random_program(std::uint64_t seed) { return Generator(seed).generate(); }

}  // namespace stretto::explorer
