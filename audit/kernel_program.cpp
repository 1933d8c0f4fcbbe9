#include "audit/kernel_program.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <ranges>
#include <set>
#include <tuple>

#include "audit/amdgcn/data_names.hpp"

namespace stretto::audit {

namespace {

using assembly::Event;
using assembly::EventKind;
using assembly::Trace;

bool accesses_lds(const Event& e) {
  return e.kind == EventKind::load || e.kind == EventKind::read || e.kind == EventKind::write;
}
/// The places that a lane accesses: {first byte, word of its data}.
std::vector<std::pair<int, std::size_t>> places_of(const Event& e, int lane) {
  const int first = e.address[static_cast<std::size_t>(lane)];
  if (!e.two) return {{first, 0}};
  return {{first, 0}, {first + e.apart, e.data.size() / assembly::lanes / 2}};
}
bool active(const Event& e, int lane) { return (e.active >> lane & 1) != 0; }

/// The name of the value that a lane writes to a byte, `offset` bytes behind the first byte of a place; 0: unknown.
std::uint64_t data_of(const Event& e, int lane, std::size_t first_word, int offset) {
  const std::size_t words = e.data.size() / assembly::lanes;
  const std::size_t word = first_word + static_cast<std::size_t>(offset / 4);
  if (word >= words) return 0;
  const std::uint64_t name = e.data[static_cast<std::size_t>(lane) * words + word];
  return name == 0 ? 0 : assembly::joined_name(name, static_cast<std::uint64_t>(offset % 4));
}

/// True if several lanes, or both places of one lane, write the same byte.
bool lanes_overlap(const Event& e, std::size_t bytes) {
  if (e.kind != EventKind::write) return false;
  return bytes < static_cast<std::size_t>(std::popcount(e.active) * (e.two ? 2 : 1) * e.bytes);
}

/// True if the values that one event writes to the same byte are known to be equal.
bool lanes_agree(const Event& e) {
  std::map<int, std::uint64_t> written;
  for (int lane = 0; lane < assembly::lanes; ++lane) {
    if (!active(e, lane)) continue;
    for (const auto& [first, word] : places_of(e, lane)) {
      for (int offset = 0; offset < e.bytes; ++offset) {
        const std::uint64_t data = data_of(e, lane, word, offset);
        const auto [known, fresh] = written.try_emplace(first + offset, data);
        if (!fresh && (data == 0 || known->second != data)) return false;
      }
    }
  }
  return true;
}

bool writes_lds(const Event& e) { return e.kind == EventKind::load || e.kind == EventKind::write; }

Footprint sorted(std::vector<int> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

/// "v[4:7]", "s8", "vcc".
std::string registers_text(int first, int last) {
  struct Named {
    int first;
    int last;
    const char* name;
  };
  constexpr Named named[] = {
      {assembly::vcc_register, assembly::vcc_register + 1, "vcc"},
      {assembly::vcc_register, assembly::vcc_register, "vcc_lo"},
      {assembly::vcc_register + 1, assembly::vcc_register + 1, "vcc_hi"},
      {assembly::m0_register, assembly::m0_register, "m0"},
      {assembly::exec_register, assembly::exec_register + 1, "exec"},
      {assembly::exec_register, assembly::exec_register, "exec_lo"},
      {assembly::exec_register + 1, assembly::exec_register + 1, "exec_hi"},
      {assembly::flat_scratch_register, assembly::flat_scratch_register + 1, "flat_scratch"},
      {assembly::xnack_mask_register, assembly::xnack_mask_register + 1, "xnack_mask"},
  };
  for (const Named& each : named) {
    if (each.first == first && each.last == last) return each.name;
  }
  const char file = first < assembly::first_vector ? 's' : first < assembly::first_accumulator ? 'v' : 'a';
  const int base = file == 's' ? 0 : file == 'v' ? assembly::first_vector : assembly::first_accumulator;
  const std::string from = std::to_string(first - base);
  if (first == last) return file + from;
  return std::string(1, file) + "[" + from + ":" + std::to_string(last - base) + "]";
}

}  // namespace

Footprint bytes_of(const Event& e) {
  std::vector<int> starts;
  for (int lane = 0; lane < assembly::lanes; ++lane) {
    if ((e.active >> lane & 1) == 0) continue;
    const int first = e.kind == EventKind::load ? e.lds + lane * e.bytes : e.address[static_cast<std::size_t>(lane)];
    starts.push_back(first);
    if (e.two) starts.push_back(first + e.apart);
  }
  Footprint out;
  for (const int start : sorted(std::move(starts))) {
    const int from = out.empty() ? start : std::max(start, out.back() + 1);
    for (int byte = from; byte < start + e.bytes; ++byte) out.push_back(byte);
  }
  return out;
}

/// Writes the program.
class KernelProgramMaker {
 public:
  KernelProgramMaker(KernelProgram& out, const std::vector<Trace>& traces, const CounterLimits& limits,
                     Modelled modelled)
      : out_(out), traces_(traces), modelled_(modelled) {
    out_.program.limits = limits;
    out_.program.limits.shared_bytes = std::numeric_limits<int>::max();
    out_.program.limits.register_bytes = std::numeric_limits<int>::max();
    out_.program.registers = RegisterReading::explicit_waits;
    find_cells();
    find_writers();
    make_buffers();
    order_events();
    for (std::size_t w = 0; w < traces.size(); ++w) add_role(w);
  }

 private:
  /// Divides the lanes of each register into classes: lanes that are always touched together.
  void find_classes() {
    std::map<int, std::set<std::uint64_t>> masks;
    for (const Trace& trace : traces_) {
      for (const Event& e : trace.events) {
        for (const int number : e.registers) masks[number].insert(e.of_lanes);
      }
    }
    for (const auto& [number, all] : masks) {
      std::vector<std::uint64_t>& classes = classes_[number];
      classes = {~std::uint64_t{0}};
      for (const std::uint64_t mask : all) {
        std::vector<std::uint64_t> divided;
        for (const std::uint64_t each : classes) {
          for (const std::uint64_t part : {each & mask, each & ~mask}) {
            if (part != 0) divided.push_back(part);
          }
        }
        classes = divided;
      }
    }
  }

  Footprint registers_of(const Event& e) {
    Footprint out;
    for (const int number : sorted(e.registers)) {
      const std::vector<std::uint64_t>& classes = classes_.at(number);
      for (std::size_t k = 0; k < classes.size(); ++k) {
        if ((classes[k] & e.of_lanes) != 0) out.push_back(number * assembly::lanes + static_cast<int>(k));
      }
    }
    return out;
  }

  void find_cells() {
    find_classes();
    for (const Trace& trace : traces_) {
      auto& footprints = footprints_.emplace_back();
      for (const Event& e : trace.events) {
        if (accesses_lds(e)) {
          footprints.push_back(bytes_of(e));
          out_.bytes_.add(footprints.back());
        } else {
          footprints.emplace_back();
        }
        const Footprint brought = registers_of(e);
        if (!brought.empty()) out_.registers_.add(brought);
      }
    }
    out_.bytes_.divide();
    out_.registers_.divide();
  }

  /// How an instruction writes a cell between two barriers.
  struct Write {
    std::uint64_t waves = 0;
    std::vector<std::pair<std::size_t, std::size_t>> events;  // wave, index

    [[nodiscard]] bool shared() const { return (waves & (waves - 1)) != 0; }
  };

  /// Waves that write a cell by the same instruction, between the same two barriers, form one set of writers: none
  /// waits for the others, and all writes take effect.
  void find_writers() {
    // By cell; then by the number of barriers passed before, and the instruction.
    std::vector<std::map<std::pair<int, int>, Write>> writes(static_cast<std::size_t>(out_.bytes_.count()));
    for (std::size_t w = 0; w < traces_.size(); ++w) {
      int barriers = 0;
      writers_of_.emplace_back(traces_[w].events.size());
      for (std::size_t i = 0; i < traces_[w].events.size(); ++i) {
        const Event& e = traces_[w].events[i];
        barriers += e.kind == EventKind::barrier ? 1 : 0;
        if (!writes_lds(e)) continue;
        if (lanes_overlap(e, footprints_[w][i].size())) shared_by_lanes(w, i);
        for (const int cell : out_.bytes_.cells(footprints_[w][i])) {
          Write& write = writes[static_cast<std::size_t>(cell)][{barriers, e.instruction}];
          write.waves |= std::uint64_t{1} << w;
          write.events.emplace_back(w, i);
        }
      }
    }
    writers_.resize(writes.size());
    for (std::size_t cell = 0; cell < writes.size(); ++cell) {
      for (const auto& [when, write] : writes[cell]) {
        writers_[cell].insert(write.waves);
        for (const auto& [w, i] : write.events) writers_of_[w][i][static_cast<int>(cell)] = write.waves;
        if (write.shared()) note_shared(static_cast<int>(cell), when.second, write.events);
      }
      note_orders(writes[cell]);
    }
  }

  /// If the same waves write a cell by several instructions between two barriers, the last write is known only if all
  /// waves execute them in the same order.
  void note_orders(const std::map<std::pair<int, int>, Write>& writes) {
    struct Order {
      std::set<int> instructions;
      std::map<std::size_t, std::map<std::size_t, int>> by_wave;  // index of the event: instruction
    };
    std::map<std::pair<int, std::uint64_t>, Order> orders;  // by barriers passed, and waves
    for (const auto& [when, write] : writes) {
      if (!write.shared()) continue;
      Order& order = orders[{when.first, write.waves}];
      order.instructions.insert(when.second);
      for (const auto& [w, i] : write.events) order.by_wave[w][i] = when.second;
    }
    for (const auto& [when, order] : orders) {
      if (order.instructions.size() < 2) continue;
      const auto executed = [](const auto& of_wave) { return std::views::values(of_wave.second); };
      const auto& first = *order.by_wave.begin();
      for (const auto& each : order.by_wave) {
        if (std::ranges::equal(executed(each), executed(first))) continue;
        shared_write(*order.instructions.begin(), false).other_order = *order.instructions.rbegin();
      }
    }
  }

  SharedWrite& shared_write(int instruction, bool by_lanes) {
    const auto known = std::find_if(out_.shared.begin(), out_.shared.end(), [&](const SharedWrite& other) {
      return other.instruction == instruction && other.by_lanes == by_lanes;
    });
    if (known != out_.shared.end()) return *known;
    SharedWrite& fresh = out_.shared.emplace_back();
    fresh.instruction = instruction;
    fresh.by_lanes = by_lanes;
    return fresh;
  }

  [[nodiscard]] bool in_or_after_loop(std::size_t w, std::size_t i) const {
    const KernelLoop& loop = out_.loop;
    return loop.found() && i >= loop.begins[w][static_cast<std::size_t>(loop.before)];
  }

  void shared_by_lanes(std::size_t w, std::size_t i) {
    const Event& e = traces_[w].events[i];
    SharedWrite& shared = shared_write(e.instruction, true);
    shared.from_loop |= in_or_after_loop(w, i);
    shared.same_data = shared.same_data && lanes_agree(e);
  }

  void note_shared(int cell, int instruction, const std::vector<std::pair<std::size_t, std::size_t>>& events) {
    SharedWrite& shared = shared_write(instruction, false);
    for (const auto& [w, i] : events) shared.from_loop |= in_or_after_loop(w, i);
    for (const int byte : out_.bytes_.members(cell)) {
      const Event& first = traces_[events.front().first].events[events.front().second];
      const std::uint64_t data = data_at(first, byte);
      for (const auto& [w, i] : events) {
        shared.same_data = shared.same_data && data != 0 && data_at(traces_[w].events[i], byte) == data;
      }
    }
  }

  /// The name of the value that a write stores in a byte; 0 if unknown.
  static std::uint64_t data_at(const Event& e, int byte) {
    if (e.kind != EventKind::write || e.data.empty()) return 0;
    std::uint64_t found = 0;
    for (int lane = 0; lane < assembly::lanes; ++lane) {
      if (!active(e, lane)) continue;
      for (const auto& [first, word] : places_of(e, lane)) {
        const int offset = byte - first;
        if (offset < 0 || offset >= e.bytes) continue;
        const std::uint64_t name = data_of(e, lane, word, offset);
        if (name == 0 || (found != 0 && found != name)) return 0;  // two lanes write different values
        found = name;
      }
    }
    return found;
  }

  int add_buffer(const char* name, Space space, int subtiles) {
    Buffer buffer;
    buffer.name = name;
    buffer.space = space;
    buffer.subtiles = subtiles;
    out_.program.buffers.push_back(buffer);
    out_.cells_.emplace_back();
    return out_.program.buffers.size() - 1;
  }

  /// A cell with one set of writers becomes a subtile of one large buffer. If a cell has several sets, each gets a
  /// buffer at the same address, so that a write by one overwrites the content of the others.
  void make_buffers() {
    std::vector<int> single;
    places_.resize(writers_.size());
    for (std::size_t cell = 0; cell < writers_.size(); ++cell) {
      if (writers_[cell].size() == 1) single.push_back(static_cast<int>(cell));
    }
    if (!single.empty()) {
      const int buffer = add_buffer("LDS", Space::shared, static_cast<int>(single.size()));
      out_.cells_.back() = single;
      for (std::size_t i = 0; i < single.size(); ++i) {
        const auto cell = static_cast<std::size_t>(single[i]);
        places_[cell][*writers_[cell].begin()] = {buffer, static_cast<int>(i)};
      }
    }
    int offset = 0;
    for (std::size_t cell = 0; cell < writers_.size(); ++cell) {
      if (writers_[cell].size() < 2) continue;
      for (const std::uint64_t waves : writers_[cell]) {
        const int buffer = add_buffer("LDS", Space::shared, 1);
        out_.program.buffers[buffer].bytes = 1;
        out_.program.buffers[buffer].offset = offset;
        out_.cells_.back() = {static_cast<int>(cell)};
        places_[cell][waves] = {buffer, 0};
      }
      ++offset;
    }
    if (out_.registers_.count() > 0) {
      out_.register_buffer_ = add_buffer("registers", Space::registers, out_.registers_.count());
      for (int cell = 0; cell < out_.registers_.count(); ++cell) out_.cells_.back().push_back(cell);
    }
  }

  /// Finds which waves wrote each cell last: orders the accesses by the number of barriers passed before, then by wave.
  /// If no barrier separates two accesses, their order here is a guess, and the verifier reports them as unordered.
  void order_events() {
    struct Access {
      int barriers;
      std::size_t wave, index;
    };
    std::vector<Access> order;
    for (std::size_t w = 0; w < traces_.size(); ++w) {
      int barriers = 0;
      last_writer_.emplace_back(traces_[w].events.size());
      for (std::size_t i = 0; i < traces_[w].events.size(); ++i) {
        barriers += traces_[w].events[i].kind == EventKind::barrier ? 1 : 0;
        if (accesses_lds(traces_[w].events[i])) order.push_back({barriers, w, i});
      }
    }
    std::ranges::sort(order, {}, [](const Access& x) { return std::tuple(x.barriers, x.wave, x.index); });
    std::vector<std::uint64_t> last(writers_.size(), 0);
    for (const Access& access : order) {
      const Event& e = traces_[access.wave].events[access.index];
      for (const int cell : out_.bytes_.cells(footprints_[access.wave][access.index])) {
        if (writes_lds(e)) {
          last[static_cast<std::size_t>(cell)] = writers_of_[access.wave][access.index].at(cell);
        } else {
          last_writer_[access.wave][access.index].push_back(last[static_cast<std::size_t>(cell)]);
        }
      }
    }
    // In the loop, each read must read from the same writers in every period.
    for (std::size_t w = 0; w < traces_.size() && out_.loop.found(); ++w) {
      const KernelLoop& loop = out_.loop;
      const std::vector<std::size_t>& begins = loop.begins[w];
      const std::size_t first = begins[static_cast<std::size_t>(loop.before)];
      const std::size_t length = begins[static_cast<std::size_t>(loop.before + loop.period)] - first;
      const std::size_t end = begins[static_cast<std::size_t>(loop.iterations)];
      for (std::size_t i = first; i + length < end; ++i) {
        if (last_writer_[w][i] != last_writer_[w][i + length])
          out_.loop.give_up("its reads do not repeat their writers");
        if (!out_.loop.found()) break;
      }
    }
  }

  void add_role(std::size_t w) {
    Role role;
    role.name = out_.names_.emplace_back("wave " + std::to_string(w)).c_str();
    role.first_wave = static_cast<int>(w);
    role.waves = 1;
    out_.program.roles.push_back(role);
    out_.positions_.emplace_back();
    const std::size_t end = traces_[w].events.size();
    if (!out_.loop.found()) {
      add_steps(w, Section::prologue, 0, end);
      return;
    }
    const KernelLoop& loop = out_.loop;
    const std::vector<std::size_t>& begins = loop.begins[w];
    const std::size_t first = begins[static_cast<std::size_t>(loop.before)];
    const std::size_t last = begins[static_cast<std::size_t>(loop.before + loop.period)];
    add_steps(w, Section::prologue, 0, first);
    add_steps(w, Section::kernel, first, last);
    // The iterations after the last whole period, and what follows the loop.
    const int whole = (loop.iterations - loop.before) / loop.period * loop.period;
    add_steps(w, Section::epilogue, begins[static_cast<std::size_t>(loop.before + whole)], end);
  }

  void add_steps(std::size_t w, Section section, std::size_t from, std::size_t to) {
    std::size_t since = from;
    for (std::size_t i = from; i < to; ++i) {
      if (modelled_ == Modelled::queues && waits_for_queue(w, i, since, to)) {
        put_wait(w, section, traces_[w].events[i], Counter::lgkm, 0);
        since = i;
      }
      add_event(w, section, i);
    }
  }

  /// True if a DS operation takes effect after older ones on the same bytes, from event `since` on. The program
  /// expresses this order by a wait. The wait must not order anything else: it may only precede a wait of the kernel
  /// for the same operations, without a barrier, by which other waves learn of it, or a load to the LDS in between.
  [[nodiscard]] bool waits_for_queue(std::size_t w, std::size_t i, std::size_t since, std::size_t to) const {
    const std::vector<Event>& events = traces_[w].events;
    const auto in_queue = [](const Event& e) { return e.kind == EventKind::read || e.kind == EventKind::write; };
    const auto drains = [](const Event& e) { return e.kind == EventKind::wait && e.lgkm == 0; };
    if (!in_queue(events[i])) return false;
    bool conflict = false;
    for (std::size_t j = i; j-- > since && !drains(events[j]) && !conflict;) {
      if (!in_queue(events[j]) || (!writes_lds(events[i]) && !writes_lds(events[j]))) continue;
      const std::vector<int>& own = out_.bytes_.cells(footprints_[w][i]);
      const std::vector<int>& older = out_.bytes_.cells(footprints_[w][j]);
      conflict = std::ranges::any_of(own, [&](int cell) { return std::ranges::binary_search(older, cell); });
    }
    if (!conflict) return false;
    for (std::size_t j = i; j < to; ++j) {
      if (drains(events[j])) return true;
      if (events[j].kind == EventKind::barrier || events[j].kind == EventKind::load) return false;
    }
    return to == events.size();
  }

  void add_event(std::size_t w, Section section, std::size_t i) {
    const Event& e = traces_[w].events[i];
    Step step;
    Vector<StepAccess> accesses;
    const auto brings = [&] {
      if (modelled_ == Modelled::queues) return;
      for (const int cell : out_.registers_.cells(registers_of(e)))
        accesses.push_back(access(out_.register_buffer_, cell, AccessMode::write));
    };
    switch (e.kind) {
      case EventKind::load:
        step.action = Action::fetch;
        step.counter = Counter::vm;
        add_lds(w, i, e, accesses);
        break;
      case EventKind::fetch:
        step.action = Action::fetch;
        step.counter = Counter::vm;
        brings();
        break;
      case EventKind::store:
        step.action = Action::consume;  // it reads nothing that is modelled, but counts in vmcnt
        step.counter = Counter::vm;
        break;
      case EventKind::read:
        step.action = Action::fetch;
        step.counter = Counter::lgkm;
        add_lds(w, i, e, accesses);
        brings();
        break;
      case EventKind::write:
        step.action = Action::fetch;
        step.counter = Counter::lgkm;
        add_lds(w, i, e, accesses);
        break;
      case EventKind::exchange:
        step.action = Action::fetch;
        step.counter = Counter::lgkm;
        brings();
        break;
      case EventKind::scalar:
        step.action = Action::fetch;
        step.counter = Counter::scalar;
        brings();
        break;
      case EventKind::touch:
        if (modelled_ == Modelled::queues) return;
        step.action = Action::consume;
        for (const int cell : out_.registers_.cells(registers_of(e))) {
          accesses.push_back(access(out_.register_buffer_, cell, AccessMode::read));
        }
        break;
      case EventKind::wait:
        for (const auto& [counter, count] : {std::pair{Counter::vm, e.vm}, std::pair{Counter::lgkm, e.lgkm}}) {
          if (count >= 0) put_wait(w, section, e, counter, count);
        }
        return;
      case EventKind::barrier: step.action = Action::barrier; break;
      case EventKind::priority:
      case EventKind::mfma: return;
    }
    put(w, section, e, step, accesses);
  }

  static StepAccess access(int buffer, int subtile, AccessMode mode) {
    StepAccess out;
    out.buffer = buffer;
    out.subtile = subtile;
    out.mode = mode;
    out.any = mode == AccessMode::read;
    return out;
  }

  void put_wait(std::size_t w, Section section, const Event& e, Counter counter, int count) {
    Step wait;
    wait.action = Action::wait;
    wait.counter = counter;
    wait.count = count;
    put(w, section, e, wait, {});
  }

  void add_lds(std::size_t w, std::size_t i, const Event& e, Vector<StepAccess>& accesses) {
    if (modelled_ == Modelled::registers) return;
    const std::vector<int>& cells = out_.bytes_.cells(footprints_[w][i]);
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const auto cell = static_cast<std::size_t>(cells[k]);
      if (writers_[cell].empty()) {
        const UnwrittenRead read{e.instruction, static_cast<int>(w), out_.bytes_.members(cells[k]).front()};
        const bool known = std::any_of(out_.unwritten.begin(), out_.unwritten.end(), [&](const UnwrittenRead& other) {
          return other.instruction == read.instruction;
        });
        if (!known) out_.unwritten.push_back(read);
        continue;
      }
      std::uint64_t writer = writes_lds(e) ? writers_of_[w][i].at(cells[k]) : last_writer_[w][i][k];
      if (places_[cell].count(writer) == 0) writer = *writers_[cell].begin();
      const auto& [buffer, subtile] = places_[cell].at(writer);
      accesses.push_back(access(buffer, subtile, writes_lds(e) ? AccessMode::write : AccessMode::read));
    }
  }

  void put(std::size_t w, Section section, const Event& e, Step step, const Vector<StepAccess>& accesses) {
    WaveProgram& program = out_.program;
    step.section = section;
    step.entry = out_.kernel().code[static_cast<std::size_t>(e.instruction)].line;
    step.part = e.instruction;
    step.tile_step = 0;
    step.first_access = program.accesses.size();
    step.access_count = accesses.size();
    for (const StepAccess& each : accesses) program.accesses.push_back(each);
    program.roles[static_cast<int>(w)].steps[section].push_back(step);
    out_.positions_[w][section].push_back(e.position);
  }

  struct Place {
    int buffer = 0;
    int subtile = 0;
  };

  KernelProgram& out_;
  const std::vector<Trace>& traces_;
  Modelled modelled_;
  std::map<int, std::vector<std::uint64_t>> classes_;                  // by register: masks of lanes
  std::vector<std::vector<Footprint>> footprints_;                     // by wave and event: LDS bytes
  std::vector<std::vector<std::map<int, std::uint64_t>>> writers_of_;  // by wave, event and written cell
  std::vector<std::set<std::uint64_t>> writers_;                       // by cell: its sets of writers
  std::vector<std::map<std::uint64_t, Place>> places_;                 // by cell and writer
  std::vector<std::vector<std::vector<std::uint64_t>>> last_writer_;   // by wave, event and cell that it reads
};

KernelProgram::KernelProgram(const assembly::Kernel& kernel, const std::vector<Trace>& traces, const KernelLoop& found,
                             const CounterLimits& limits, Modelled modelled)
    : loop(found), kernel_(&kernel) {
  KernelProgramMaker(*this, traces, limits, modelled);
}

const assembly::Instruction& KernelProgram::instruction(const StepInstance& step) const {
  const Step& of = program.roles[step.role].steps[step.section][step.index];
  return kernel_->code[static_cast<std::size_t>(of.part)];
}

int KernelProgram::position(const StepInstance& step) const {
  return positions_[static_cast<std::size_t>(step.role)][step.section][static_cast<std::size_t>(step.index)];
}

int KernelProgram::lds_cell(int buffer, int subtile) const {
  if (buffer == register_buffer_) return -1;
  return cells_[static_cast<std::size_t>(buffer)][static_cast<std::size_t>(subtile)];
}

std::string KernelProgram::place(int buffer, int subtile) const {
  const int cell = cells_[static_cast<std::size_t>(buffer)][static_cast<std::size_t>(subtile)];
  if (buffer != register_buffer_) {
    const Footprint& bytes = bytes_.members(cell);
    const std::string first = std::to_string(bytes.front());
    const int stretch = bytes.back() - bytes.front() + 1;
    if (bytes.size() == 1) return "LDS byte " + first;
    const bool whole = static_cast<int>(bytes.size()) == stretch;
    return (whole ? "LDS bytes " : std::to_string(bytes.size()) + " LDS bytes from ") + first + " to " +
           std::to_string(bytes.back());
  }
  // Several members may be lanes of the same register.
  std::vector<int> numbers;
  for (const int member : registers_.members(cell)) {
    if (numbers.empty() || numbers.back() != member / assembly::lanes) numbers.push_back(member / assembly::lanes);
  }
  return registers_text(numbers.front(), numbers.back());
}

const Footprint* KernelProgram::lds_bytes(int buffer, int subtile) const {
  if (buffer == register_buffer_) return nullptr;
  return &bytes_.members(cells_[static_cast<std::size_t>(buffer)][static_cast<std::size_t>(subtile)]);
}

Text InstructionNames::place(const Hazard& hazard) const {
  return Text(of_.place(hazard.buffer, hazard.subtile).c_str());
}

Text InstructionNames::when(const StepInstance& step) const {
  const PerSection<Vector<Step>>& steps = of_.program.roles[step.role].steps;
  const Step& executed = steps[step.section][step.index];
  const auto among = [&](Section section, int end) {
    int count = 0;
    for (int i = 0; i < end; ++i) {
      const Step& other = steps[section][i];
      count += other.part == executed.part && other.action == executed.action && other.counter == executed.counter;
    }
    return count;
  };
  const int first = among(Section::prologue, steps.prologue.size());
  const int in_loop = among(Section::kernel, steps.kernel.size());
  Text text;
  if (in_loop == 0 && first + among(Section::epilogue, steps.epilogue.size()) < 2) return text;
  int before = among(step.section, step.index);
  if (step.section != Section::prologue) before += first + step.trip * in_loop;
  return text << "execution " << before + 1;
}

Text InstructionNames::length(int trips) const {
  Text text;
  if (!of_.loop.found()) return text;
  const int executions = of_.loop.executions(trips);
  return text << executions << (executions == 1 ? " execution" : " executions") << " of the loop";
}

Text InstructionNames::op(const StepInstance& step) const {
  const assembly::Instruction& in = of_.instruction(step);
  Text text(in.text.c_str());
  if (in.source_line > 0 && in.source_file >= 0 && in.source_file < static_cast<int>(of_.kernel().files.size())) {
    const std::string& file = of_.kernel().files[static_cast<std::size_t>(in.source_file)];
    if (!file.empty()) text << " (" << file.c_str() << ":" << in.source_line << ")";
  }
  return text;
}

}  // namespace stretto::audit
