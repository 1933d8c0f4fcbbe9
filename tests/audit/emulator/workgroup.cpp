#include "workgroup.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <numeric>

#include "../../dice.hpp"

namespace stretto::emulator {
namespace {

using assembly::joined_name;

constexpr long never = std::numeric_limits<long>::max();

/// The name of a known integer.
std::uint64_t name_of_value(std::uint32_t value) { return joined_name(1, value); }
/// The name of bytes of global memory.
std::uint64_t name_of_global(std::uint64_t address, int bytes) {
  return joined_name(joined_name(2, static_cast<std::uint64_t>(bytes)), address);
}

struct Register {
  enum class Form : unsigned char { value, derived, own };  // a known integer; one name with the lane; a name per lane

  Form form = Form::value;
  bool as_expected = true;  // it holds what it would if every load took effect at once
  int value = 0;
  std::uint64_t base = 0;  // derived
  std::uint64_t load = 0;  // the operation that is to write it, if nothing else has written it since
  Names own{};
};

/// An operation that has been issued and has not taken effect.
struct Pending {
  const Executed* step = nullptr;
  std::uint64_t number = 0;
  long due = 0;
  bool landed = false;               // before those that were issued earlier
  bool expected = true;              // it needs nothing that has not landed
  std::vector<std::uint64_t> names;  // of what it writes: by lane and word; of a computation: one name, or by lane
};

/// When the operations of one kind take effect.
enum class Landing : unsigned char { early, late, mixed, random };

struct Policy {
  bool at_once = false;
  bool overtaking = false;           // loads to the LDS, each other
  std::array<Landing, 4> landing{};  // loads, LDS reads, LDS writes, scalar loads
  enum class Order : unsigned char { priority, round_robin, random } order = Order::priority;
};

class Run {
 public:
  Run(const Workgroup& of, const Policy& policy, std::uint64_t seed) : of_(of), policy_(policy), dice_(seed) {
    // Before the first write the LDS holds anything.
    lds_.resize(static_cast<std::size_t>(of.lds_bytes / of.granule + 1));
    for (std::size_t i = 0; i < lds_.size(); ++i) lds_[i] = joined_name(joined_name(3, seed), i);
    for (const ExecutedCode& code : of.waves) {
      Wave& wave = waves_.emplace_back();
      wave.code = &code;
      wave.registers.resize(register_count);
      for (std::size_t n = 0; n < register_count; ++n) {
        wave.registers[n].value = code.at_start[n];
        if (code.at_start[n] < 0) derive(wave.registers[n], joined_name(4, n));  // an argument that is not given
      }
    }
    order_.resize(waves_.size());
    std::iota(order_.begin(), order_.end(), 0);
    if (!policy.at_once) shuffle();
  }

  Outcome run() {
    while (outcome_.failure.empty() && !all_ended()) {
      const int next = choose();
      if (next < 0) {
        if (!release_barrier()) outcome_.failure = "deadlock: a wave has ended and others wait at a barrier";
        continue;
      }
      Wave& wave = waves_[static_cast<std::size_t>(next)];
      const int burst = policy_.order == Policy::Order::priority ? 64 : 1 + dice_.below(24);
      for (int i = 0; i < burst && runs(wave) && outcome_.failure.empty(); ++i) advance(wave);
      if (!policy_.at_once) land_what_is_due();
    }
    return outcome_;
  }

 private:
  struct Wave {
    const ExecutedCode* code = nullptr;
    std::size_t at = 0;
    bool waits = false;  // at a barrier
    bool ended = false;
    std::vector<Register> registers;
    std::deque<Pending> vm;
    std::deque<Pending> lds;
    std::vector<Pending> scalar;
  };

  // --- the order of the waves

  static bool runs(const Wave& wave) { return !wave.waits && !wave.ended; }
  [[nodiscard]] bool all_ended() const {
    return std::all_of(waves_.begin(), waves_.end(), [](const Wave& w) { return w.ended; });
  }

  void shuffle() {
    for (std::size_t i = order_.size(); i > 1; --i)
      std::swap(order_[i - 1], order_[static_cast<std::size_t>(dice_.below(static_cast<int>(i)))]);
  }

  /// The wave that runs next; -1: none can.
  int choose() {
    if (policy_.order == Policy::Order::random) {
      std::vector<int> can;
      for (const int w : order_) {
        if (runs(waves_[static_cast<std::size_t>(w)])) can.push_back(w);
      }
      return can.empty() ? -1 : dice_.one_of(can);
    }
    if (policy_.order == Policy::Order::round_robin) std::rotate(order_.begin(), order_.begin() + 1, order_.end());
    for (const int w : order_) {
      if (runs(waves_[static_cast<std::size_t>(w)])) return w;
    }
    return -1;
  }

  bool release_barrier() {
    if (std::any_of(waves_.begin(), waves_.end(), [](const Wave& w) { return w.ended; })) return false;
    for (Wave& wave : waves_) wave.waits = false;
    if (!policy_.at_once && policy_.order == Policy::Order::priority && dice_.percent(30)) shuffle();
    return true;
  }

  // --- names

  [[nodiscard]] static std::uint64_t name(const Wave& wave, int number, int lane) {
    const Register& r = wave.registers[static_cast<std::size_t>(number)];
    const auto at = static_cast<std::size_t>(is_scalar(number) ? 0 : lane);
    if (r.form == Register::Form::value) return name_of_value(wave.code->values[static_cast<std::size_t>(r.value)][at]);
    return r.form == Register::Form::derived ? joined_name(r.base, at) : r.own[at];
  }

  /// One name for all lanes. The same names have the same digest only in the same form, which the program decides.
  [[nodiscard]] static std::uint64_t digest(const Wave& wave, int number) {
    const Register& r = wave.registers[static_cast<std::size_t>(number)];
    if (is_scalar(number)) return name(wave, number, 0);
    if (r.form == Register::Form::value) return wave.code->digests[static_cast<std::size_t>(r.value)];
    if (r.form == Register::Form::derived) return r.base;
    std::uint64_t out = 5;
    for (const std::uint64_t each : r.own) out = (out ^ each) * 0x9e3779b97f4a7c15U + (out >> 29U);
    return out;
  }

  static void derive(Register& r, std::uint64_t base) {
    r.form = Register::Form::derived;
    r.base = base;
    r.load = 0;
  }
  static void set_value(Register& r, int value) {
    r.form = Register::Form::value;
    r.value = value;
    r.as_expected = true;
    r.load = 0;
  }

  /// Makes a register hold a name for each lane.
  static Names& own(Wave& wave, int number) {
    Register& r = wave.registers[static_cast<std::size_t>(number)];
    if (r.form != Register::Form::own) {
      Names names;
      for (int lane = 0; lane < lanes; ++lane) names[static_cast<std::size_t>(lane)] = name(wave, number, lane);
      r.own = names;
      r.form = Register::Form::own;
    }
    return r.own;
  }

  static bool as_expected(const Wave& wave, const std::vector<int>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [&](int n) { return wave.registers[static_cast<std::size_t>(n)].as_expected; });
  }

  static bool active(const Executed& step, int lane) { return (step.active >> lane & 1) != 0; }

  // --- instructions

  void fail(const Wave& wave, const Executed& step, const char* what) {
    outcome_.failure = "wave " + std::to_string(&wave - waves_.data()) + ", instruction " +
                       std::to_string(step.instruction) + ": " + what;
  }

  void advance(Wave& wave) {
    ++clock_;
    if (wave.at == wave.code->steps.size()) {
      // Operations that nothing waits for take effect at any time, so also never: their waves' results do not count.
      while (!wave.vm.empty()) land_front(wave, wave.vm);
      while (!wave.lds.empty()) land_front(wave, wave.lds);
      wave.ended = true;
      return;
    }
    const Executed& step = wave.code->steps[wave.at++];
    const bool expected = as_expected(wave, step.sources);
    switch (step.kind) {
      case Kind::compute:
        if (step.steers && !expected) {
          fail(wave, step, "goes another way: what it needs has not landed");
          return;
        }
        compute(wave, step, expected);
        break;
      case Kind::copy: copy(wave, step, expected); break;
      case Kind::wait: wait(wave, step); break;
      case Kind::barrier: wave.waits = true; break;
      default: issue(wave, step, expected);
    }
    if ((clock_ & 31) == 0 && !policy_.at_once) land_what_is_due();
  }

  void compute(Wave& wave, const Executed& step, bool expected) {
    Names common;
    std::uint64_t all = 0;
    const bool unknown =
        std::any_of(step.results.begin(), step.results.end(), [](const Result& r) { return r.value < 0; });
    if (!expected || unknown) {
      if (step.across) {
        all = step.name;
        for (const int source : step.sources) all = joined_name(all, digest(wave, source));
      } else {
        common.fill(step.name);
        for (const int source : step.sources) {
          for (int lane = 0; lane < lanes; ++lane) {
            std::uint64_t& each = common[static_cast<std::size_t>(lane)];
            each = joined_name(each, name(wave, source, lane));
          }
        }
      }
    }
    for (std::size_t i = 0; i < step.results.size(); ++i) {
      const Result& result = step.results[i];
      Register& r = wave.registers[static_cast<std::size_t>(result.number)];
      if (result.value >= 0 && expected) {
        set_value(r, result.value);
        continue;
      }
      const bool merges = step.partly && !is_scalar(result.number);
      if (step.across && !merges) {
        derive(r, joined_name(all, i));
      } else {
        Names& names = own(wave, result.number);
        for (int lane = 0; lane < lanes; ++lane) {
          const auto l = static_cast<std::size_t>(lane);
          if (merges && !active(step, lane)) continue;
          names[l] = step.across ? joined_name(joined_name(all, i), l) : joined_name(common[l], i);
        }
        r.load = 0;
      }
      r.as_expected = result.value < 0;  // another integer than expected
    }
  }

  static void copy(Wave& wave, const Executed& step, bool expected) {
    // A pair may overlap: all is read before anything is written.
    std::vector<Register> from;
    const std::size_t count = step.results.size();
    for (std::size_t i = 0; i < count; ++i) from.push_back(wave.registers[static_cast<std::size_t>(step.sources[i])]);
    for (std::size_t i = 0; i < count; ++i) {
      const Result& result = step.results[i];
      Register& r = wave.registers[static_cast<std::size_t>(result.number)];
      if (result.value >= 0 && expected) {
        set_value(r, result.value);
        continue;
      }
      if (!step.partly) {
        r = from[i];
      } else {
        Names names;
        const Register before = r;
        r = from[i];
        for (int lane = 0; lane < lanes; ++lane)
          names[static_cast<std::size_t>(lane)] = name(wave, result.number, lane);
        r = before;
        Names& to = own(wave, result.number);
        for (int lane = 0; lane < lanes; ++lane) {
          if (active(step, lane)) to[static_cast<std::size_t>(lane)] = names[static_cast<std::size_t>(lane)];
        }
      }
      r.load = 0;
      r.as_expected = result.value < 0;
    }
  }

  void wait(Wave& wave, const Executed& step) {
    while (step.vm >= 0 && static_cast<int>(wave.vm.size()) > step.vm) land_front(wave, wave.vm);
    while (step.lgkm >= 0 && static_cast<int>(wave.lds.size() + wave.scalar.size()) > step.lgkm) land_any(wave);
  }

  /// What shares a counter with LDS operations: those in order, scalar loads in any order.
  void land_any(Wave& wave) {
    const bool scalar = !wave.scalar.empty() && (wave.lds.empty() || dice_.percent(50));
    if (!scalar) {
      land_front(wave, wave.lds);
      return;
    }
    const auto which = static_cast<std::size_t>(dice_.below(static_cast<int>(wave.scalar.size())));
    land(wave, wave.scalar[which]);
    wave.scalar.erase(wave.scalar.begin() + static_cast<long>(which));
  }

  // --- memory

  void issue(Wave& wave, const Executed& step, bool expected) {
    const bool needs_address = step.kind == Kind::load || step.kind == Kind::read || step.kind == Kind::write;
    if (needs_address && !lds_address_expected(wave, step)) {
      fail(wave, step, "accesses another address: what it needs has not landed");
      return;
    }
    const bool vm = step.kind == Kind::load || step.kind == Kind::fetch || step.kind == Kind::store;
    if (vm && static_cast<int>(wave.vm.size()) >= of_.vm_limit) land_front(wave, wave.vm);
    while (!vm && static_cast<int>(wave.lds.size() + wave.scalar.size()) >= of_.lgkm_limit) land_any(wave);
    Pending pending;
    pending.step = &step;
    pending.number = ++issued_;
    pending.expected = expected;
    if (step.kind == Kind::write) note_data(wave, step, pending);
    if (step.kind == Kind::store) store(wave, step, expected);
    if (step.kind == Kind::load || step.kind == Kind::fetch) note_global(wave, step, expected, pending);
    if (step.kind == Kind::scalar || step.kind == Kind::exchange) note_computed(wave, step, pending);
    for (const Result& result : step.results) {
      Register& r = wave.registers[static_cast<std::size_t>(result.number)];
      r.as_expected = false;
      r.load = pending.number;
    }
    pending.due = due(step);
    if (step.kind == Kind::scalar) {
      if (pending.due <= clock_) {
        land(wave, pending);
      } else {
        wave.scalar.push_back(std::move(pending));
      }
      return;
    }
    std::deque<Pending>& queue = vm ? wave.vm : wave.lds;
    queue.push_back(std::move(pending));
    if (policy_.overtaking) overtake(wave);
    while (!queue.empty() && queue.front().due <= clock_) land_front(wave, queue);
  }

  static bool lds_address_expected(const Wave& wave, const Executed& step) {
    if (step.kind == Kind::load) return wave.registers[assembly::m0_register].as_expected;
    return as_expected(wave, step.address);
  }

  long due(const Executed& step) {
    if (policy_.at_once) return clock_;
    const std::size_t which = step.kind == Kind::read || step.kind == Kind::exchange ? 1
                              : step.kind == Kind::write                             ? 2
                              : step.kind == Kind::scalar                            ? 3
                                                                                     : 0;
    switch (policy_.landing[which]) {
      case Landing::early: return clock_;
      case Landing::late: return never;
      case Landing::mixed: return dice_.percent(50) ? clock_ : never;
      case Landing::random: break;
    }
    constexpr std::array<int, 4> spans = {8, 64, 512, 4096};
    return clock_ + dice_.below(spans[static_cast<std::size_t>(dice_.below(4))]);
  }

  void land_what_is_due() {
    for (Wave& wave : waves_) {
      if (policy_.overtaking) overtake(wave);
      while (!wave.vm.empty() && wave.vm.front().due <= clock_) land_front(wave, wave.vm);
      while (!wave.lds.empty() && wave.lds.front().due <= clock_) land_front(wave, wave.lds);
      for (std::size_t i = 0; i < wave.scalar.size();) {
        if (wave.scalar[i].due > clock_) {
          ++i;
          continue;
        }
        land(wave, wave.scalar[i]);
        wave.scalar.erase(wave.scalar.begin() + static_cast<long>(i));
      }
    }
  }

  void overtake(Wave& wave) {
    for (Pending& pending : wave.vm) {
      if (pending.landed || pending.due > clock_ || pending.step->kind != Kind::load) continue;
      land(wave, pending);
      pending.landed = true;
    }
  }

  [[nodiscard]] const Access& access(const Wave& wave, const Executed& step) const {
    return wave.code->accesses[static_cast<std::size_t>(step.access)];
  }

  /// The names of the data that a write to the LDS takes from registers when it is issued: by lane and word.
  void note_data(const Wave& wave, const Executed& step, Pending& pending) {
    for (int lane = 0; lane < lanes; ++lane) {
      for (const int number : step.data) pending.names.push_back(name(wave, number, lane));
    }
  }

  /// The names of what a load brings: by lane and word.
  void note_global(const Wave& wave, const Executed& step, bool expected, Pending& pending) {
    const Access& a = access(wave, step);
    const int words = std::max(1, a.bytes / 4);
    for (int lane = 0; lane < lanes; ++lane) {
      std::uint64_t unknown = step.name;
      if (!a.known || !expected) {
        for (const int source : step.sources) unknown = joined_name(unknown, name(wave, source, lane));
      }
      for (int word = 0; word < words; ++word) {
        const auto w = static_cast<std::uint64_t>(word);
        pending.names.push_back(
            a.known && expected ? name_of_global(a.global[static_cast<std::size_t>(lane)] + 4 * w, std::min(a.bytes, 4))
                                : joined_name(unknown, w));
      }
    }
  }

  void store(const Wave& wave, const Executed& step, bool expected) {
    const Access& a = access(wave, step);
    for (int lane = 0; lane < lanes; ++lane) {
      if (!active(step, lane)) continue;
      std::uint64_t where = a.global[static_cast<std::size_t>(lane)];
      if (!a.known || !expected) {
        where = step.name;
        for (const int source : step.sources) where = joined_name(where, name(wave, source, lane));
      }
      for (std::size_t i = 0; i < step.data.size(); ++i) {
        const std::uint64_t place = joined_name(joined_name(6, where + 4 * i), static_cast<std::uint64_t>(a.bytes));
        outcome_.stored += joined_name(place, name(wave, step.data[i], lane));
      }
    }
  }

  /// Results that depend on registers alone.
  void note_computed(const Wave& wave, const Executed& step, Pending& pending) {
    if (step.access >= 0 && wave.registers[static_cast<std::size_t>(step.sources[0])].as_expected) {
      for (const int from : access(wave, step).lds)
        pending.names.push_back(from < 0 ? name_of_value(0) : name(wave, step.sources[1], from));
      return;
    }
    std::uint64_t all = step.name;
    for (const int source : step.sources) all = joined_name(all, digest(wave, source));
    pending.names.push_back(all);
  }

  void land_front(Wave& wave, std::deque<Pending>& queue) {
    const Pending pending = std::move(queue.front());
    queue.pop_front();
    if (!pending.landed) land(wave, pending);
  }

  void land(Wave& wave, const Pending& pending) {
    const Executed& step = *pending.step;
    switch (step.kind) {
      case Kind::load: land_load(wave, step, pending); break;
      case Kind::fetch: land_registers(wave, step, pending, pending.names); break;
      case Kind::write: land_write(wave, step, pending); break;
      case Kind::read: land_registers(wave, step, pending, sample(wave, step)); break;
      case Kind::scalar:
      case Kind::exchange: land_computed(wave, step, pending); break;
      default: break;
    }
  }

  void write_granules(int byte, int bytes, const std::uint64_t* words) {
    for (int b = 0; b < bytes; b += of_.granule) {
      const auto at = static_cast<std::size_t>((byte + b) / of_.granule);
      if (byte + b < 0 || at >= lds_.size()) continue;
      lds_[at] = of_.granule == 4 ? words[b / 4] : joined_name(words[b / 4], static_cast<std::uint64_t>(b % 4));
    }
  }
  [[nodiscard]] std::uint64_t read_word(int byte, int bytes) const {
    std::uint64_t out = 7;
    for (int b = 0; b < bytes; b += of_.granule) {
      const auto at = static_cast<std::size_t>((byte + b) / of_.granule);
      const std::uint64_t each = byte + b < 0 || at >= lds_.size() ? 8 : lds_[at];
      out = of_.granule == 4 ? each : joined_name(out, each);
    }
    return out;
  }

  void land_load(const Wave& wave, const Executed& step, const Pending& pending) {
    const Access& a = access(wave, step);
    const auto words = static_cast<std::size_t>(std::max(1, a.bytes / 4));
    for (int lane = 0; lane < lanes; ++lane) {
      const auto l = static_cast<std::size_t>(lane);
      if (active(step, lane)) write_granules(a.lds[l], a.bytes, &pending.names[l * words]);
    }
  }

  void land_write(const Wave& wave, const Executed& step, const Pending& pending) {
    const Access& a = access(wave, step);
    const std::size_t words = step.data.size();
    for (int lane = 0; lane < lanes; ++lane) {
      if (!active(step, lane)) continue;
      const auto l = static_cast<std::size_t>(lane);
      write_granules(a.lds[l], a.bytes, &pending.names[l * words]);
      if (a.two) write_granules(a.second[l], a.bytes, &pending.names[l * words + words / 2]);
    }
  }

  std::vector<std::uint64_t> sample(const Wave& wave, const Executed& step) {
    const Access& a = access(wave, step);
    std::vector<std::uint64_t> out;
    const int words = std::max(1, a.bytes / 4);
    std::uint64_t all = step.name;
    for (int lane = 0; lane < lanes; ++lane) {
      const auto l = static_cast<std::size_t>(lane);
      for (int place = 0; place < (a.two ? 2 : 1); ++place) {
        for (int word = 0; word < words; ++word) {
          if (!active(step, lane)) {
            out.push_back(0);
            continue;
          }
          std::uint64_t each = read_word((place == 0 ? a.lds[l] : a.second[l]) + 4 * word, std::min(a.bytes, 4));
          if (a.bytes < 4) each = joined_name(each, step.name);
          all = joined_name(all, each);
          out.push_back(each);
        }
      }
    }
    for (std::size_t i = 0; i < out.size() && a.across; ++i) out[i] = joined_name(all, i);
    return out;
  }

  void land_registers(Wave& wave, const Executed& step, const Pending& pending,
                      const std::vector<std::uint64_t>& names) {
    const std::size_t words = step.results.size();
    for (std::size_t i = 0; i < words; ++i) {
      Register& r = wave.registers[static_cast<std::size_t>(step.results[i].number)];
      const bool in_time = r.load == pending.number;
      Names& to = own(wave, step.results[i].number);
      for (int lane = 0; lane < lanes; ++lane) {
        const auto l = static_cast<std::size_t>(lane);
        if (!active(step, lane)) continue;
        to[l] = step.keeps ? joined_name(names[l * words + i], to[l]) : names[l * words + i];
      }
      r.as_expected = in_time;
      if (in_time) r.load = 0;
    }
  }

  void land_computed(Wave& wave, const Executed& step, const Pending& pending) {
    const bool by_lane = pending.names.size() > 1;
    for (std::size_t i = 0; i < step.results.size(); ++i) {
      const Result& result = step.results[i];
      Register& r = wave.registers[static_cast<std::size_t>(result.number)];
      const bool in_time = r.load == pending.number;
      if (result.value >= 0 && pending.expected) {
        set_value(r, result.value);
        r.as_expected = in_time;
        continue;
      }
      if (step.partly || by_lane) {
        Names& to = own(wave, result.number);
        for (int lane = 0; lane < lanes; ++lane) {
          const auto l = static_cast<std::size_t>(lane);
          if (active(step, lane)) to[l] = by_lane ? pending.names[l] : joined_name(joined_name(pending.names[0], i), l);
        }
        r.load = 0;
      } else {
        derive(r, joined_name(pending.names[0], i));
      }
      r.as_expected = in_time && result.value < 0;
    }
  }

  const Workgroup& of_;
  Policy policy_;
  Dice dice_;
  Outcome outcome_;
  std::vector<Wave> waves_;
  std::vector<int> order_;
  std::vector<std::uint64_t> lds_;
  long clock_ = 0;
  std::uint64_t issued_ = 0;
};

Policy policy_of(std::uint64_t seed) {
  // Loads late and reads early find data that is read too early; loads early and reads late, data that is overwritten
  // too early.
  using enum Landing;
  constexpr std::array<std::array<Landing, 4>, 8> landings = {{{late, early, late, late},
                                                               {early, late, early, early},
                                                               {late, late, late, late},
                                                               {early, early, late, mixed},
                                                               {late, late, early, late},
                                                               {early, late, late, mixed},
                                                               {mixed, mixed, mixed, mixed},
                                                               {random, random, random, random}}};
  using Order = Policy::Order;
  constexpr std::array<Order, 5> orders = {Order::priority, Order::priority, Order::random, Order::priority,
                                           Order::round_robin};
  Policy out;
  out.landing = landings[seed % landings.size()];
  out.order = orders[seed / 2 % orders.size()];
  return out;
}

int granule_of(const std::vector<ExecutedCode>& waves) {
  int out = 4;
  for (const ExecutedCode& code : waves) {
    for (const Executed& step : code.steps) {
      if (step.kind != Kind::load && step.kind != Kind::read && step.kind != Kind::write) continue;
      const Access& a = code.accesses[static_cast<std::size_t>(step.access)];
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        if ((step.active >> lane & 1) == 0) continue;
        const int bits = a.bytes | a.lds[lane] | a.second[lane];
        while (bits % out != 0) out /= 2;
      }
    }
  }
  return out;
}

}  // namespace

Workgroup::Workgroup(const assembly::Kernel& kernel, const audit::KernelLaunch& launch)
    : lds_bytes(kernel.resources.lds_bytes + launch.lds_bytes) {
  const audit::PreparedLaunch prepared = audit::prepare(kernel, launch);
  for (int w = 0; w < prepared.waves && problem.empty(); ++w) {
    assembly::Launch start = prepared.start;
    start.wave = w;
    waves.push_back(execute_alone(kernel, start));
    problem = waves.back().problem;
  }
  granule = granule_of(waves);
}

Outcome run_at_once(const Workgroup& workgroup) {
  Policy policy;
  policy.at_once = true;
  return Run(workgroup, policy, 0).run();
}

Outcome run_seed(const Workgroup& workgroup, std::uint64_t seed) {
  return Run(workgroup, policy_of(seed), seed + 1).run();
}

Outcome run_seed_overtaking(const Workgroup& workgroup, std::uint64_t seed) {
  Policy policy = policy_of(seed);
  policy.overtaking = true;
  policy.landing[0] = seed % 2 == 0 ? Landing::mixed : Landing::random;
  return Run(workgroup, policy, seed + 1).run();
}

}  // namespace stretto::emulator
