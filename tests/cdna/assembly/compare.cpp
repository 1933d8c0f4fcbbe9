#include "compare.hpp"

#include <algorithm>
#include <cstring>
#include <set>

namespace stretto::assembly {
namespace {

using cdna::GemmTile;

constexpr std::uint64_t at_a = 0x100000000000;
constexpr std::uint64_t at_b = 0x200000000000;
constexpr std::uint64_t at_c = 0x300000000000;
constexpr int workgroup_x = 1;
constexpr int workgroup_y = 2;

/// The offsets at which a wave's lanes read and load, without the instruction's own offset.
class WaveAddresses {
 public:
  WaveAddresses(const GemmTile& tile, const GemmLaunch& launch)
      : tile_(tile), wave_(launch.wave), pitch_(launch.k * tile.element_bytes()) {}

  [[nodiscard]] int pitch() const { return pitch_; }
  [[nodiscard]] int row() const { return wave_ / tile_.wave_columns; }
  [[nodiscard]] int pass_byte(int lane) const { return (lane + wave_ * cdna::wave_lanes) * tile_.load_bytes; }
  [[nodiscard]] int source(int lane) const {
    const cdna::SwizzledTile layout = tile_.layout();
    const int byte = pass_byte(lane);
    return layout.source_row(byte) * pitch_ + layout.source_byte(byte);
  }
  [[nodiscard]] int fragment(cdna::Operand of, int piece, int lane) const {
    const int place = of == cdna::Operand::a ? row() : wave_ % tile_.wave_columns;
    const int rows = tile_.mma().rows;
    return tile_.layout().offset(lane % rows, lane / rows + piece * tile_.mma().lanes_of_row()) +
           tile_.lds_row(of, place, 0) * tile_.row_bytes();
  }
  [[nodiscard]] std::uint64_t base(cdna::Operand of) const {
    const int first = of == cdna::Operand::a ? workgroup_x * tile_.m : workgroup_y * tile_.n;
    return (of == cdna::Operand::a ? at_a : at_b) + static_cast<std::uint64_t>(first) * static_cast<unsigned>(pitch_);
  }

 private:
  GemmTile tile_;
  int wave_;
  int pitch_;
};

/// A group in a run.
struct Due {
  const Group* group = nullptr;
  Section section = Section::prologue;
  int trip = 0;
  int tile = 0;     // along K
  int stretch = 0;  // barriers before it
  int first = 0;    // of its elements
  int left = 0;     // elements still to come; 1 for a group without elements
  bool unwaited =
      false;  // the schedule has no wait for the fragments that it multiplies, or for the loads that it reads
};

/// An instruction in a run.
struct Element {
  const Item* item = nullptr;
  int due = 0;
  std::vector<Token> sources[2];  // in terms of elements, not of events
  int before = -1;                // multiply: the element that wrote the sum; write: that fetched
  int event = -1;
};

/// Waits outside of the loop that are not in the schedule: those that some run needs, and the text for the others.
struct OtherWaits {
  std::set<int> needed;
  std::map<int, std::string> others;
};

/// The operations of a counter, in order: how many were issued, and how many the schedule's waits have retired.
struct InFlight {
  long issued = 0;
  long retired = 0;

  void wait(long count) { retired = std::max(retired, issued - count); }
  [[nodiscard]] bool pending(long operation) const { return operation > retired; }
};

class Comparer {
 public:
  Comparer(const Kernel& kernel, const ExpectedKernel& expected, const WaveRun& run, std::vector<int>& objects,
           OtherWaits& waits, Comparison& out)
      : kernel_(kernel),
        expected_(expected),
        run_(run),
        addresses_(expected.tile, run.launch),
        objects_(objects),
        waits_(waits),
        out_(out) {
    expand();
  }

  void compare() {
    for (const std::string& problem : run_.trace.problems) refuse(problem);
    if (!run_.trace.ended) refuse("the run does not come to its end");
    if (run_.trace.trips != run_.trips) {
      refuse("the loop is passed " + std::to_string(run_.trace.trips) + " times, not " + std::to_string(run_.trips));
    }
    if (refused_) return;
    for (int i = 0; i < static_cast<int>(run_.trace.events.size()) && !refused_; ++i) {
      expected_.in_order ? in_order(i) : between_barriers(i);
    }
    if (refused_) return;
    skip_done();
    if (current_ < size()) refuse("\"" + due().group->name + "\" does not come" + where());
  }

 private:
  // --- expected

  [[nodiscard]] int size() const { return static_cast<int>(dues_.size()); }
  [[nodiscard]] Due& due() { return dues_[static_cast<std::size_t>(current_)]; }
  [[nodiscard]] Element& element(int index) { return elements_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] const Event& event(int index) const { return run_.trace.events[static_cast<std::size_t>(index)]; }

  void expand() {
    add_section(expected_.prologue, Section::prologue, 0, 0);
    int tile = expected_.first_tile;
    for (int trip = 0; trip < run_.trips; ++trip) {
      add_section(expected_.kernel, Section::kernel, trip, tile);
      tile += expected_.tiles_of_trip;
    }
    add_section(expected_.epilogue, Section::epilogue, 0, tile);
    for (Due& d : dues_) find_missing_wait(d);
  }

  /// Follows the counters as the compiler does.
  void find_missing_wait(Due& d) {
    const Group& group = *d.group;
    if (group.kind == GroupKind::wait_lgkm) lgkm_.wait(group.count);
    if (group.kind == GroupKind::wait_vm) vm_.wait(group.count);
    for (int i = d.first; i < d.first + static_cast<int>(group.items.size()); ++i) {
      const Element& e = element(i);
      if (group.kind == GroupKind::read || group.kind == GroupKind::write) read_at_[i] = ++lgkm_.issued;
      if (group.kind == GroupKind::load) loaded_at_[e.item->object] = ++vm_.issued;
      if (group.kind == GroupKind::read && vm_.pending(loaded_at_[e.item->object])) d.unwaited = true;
      for (const auto& sources : e.sources) {
        for (const Token& from : sources)
          d.unwaited = d.unwaited || (from.event >= 0 && lgkm_.pending(read_at_[from.event]));
      }
    }
  }

  void add_section(const std::vector<Group>& groups, Section section, int trip, int tile) {
    for (const Group& group : groups) {
      if (group.only_row >= 0 && group.only_row != addresses_.row()) continue;
      Due due{&group, section, trip, tile + group.tile, stretch_, static_cast<int>(elements_.size()), 1, false};
      if (!group.items.empty()) due.left = static_cast<int>(group.items.size());
      if (group.kind == GroupKind::barrier) ++stretch_;
      for (const Item& item : group.items) add_element(group, item);
      dues_.push_back(due);
    }
  }

  void add_element(const Group& group, const Item& item) {
    Element out;
    out.item = &item;
    out.due = size();
    const int self = static_cast<int>(elements_.size());
    if (group.kind == GroupKind::read || group.kind == GroupKind::fetch) pieces_[item.piece] = self;
    if (group.kind == GroupKind::write) out.before = find(pieces_, item.piece);
    if (group.kind == GroupKind::multiply) {
      for (int s = 0; s < 2; ++s) {
        for (const FragmentRegister& r : s == 0 ? item.first : item.second) {
          const int from = find(pieces_, r.piece);
          out.sources[s].push_back({from, r.word});
        }
      }
      out.before = find(sums_, item.sum);
      sums_[item.sum] = self;
    }
    elements_.push_back(out);
  }

  static int find(const std::map<int, int>& in, int key) {
    const auto found = in.find(key);
    return found == in.end() ? -1 : found->second;
  }

  void skip_done() {
    while (current_ < size() && due().left == 0) ++current_;
  }
  // --- words

  [[nodiscard]] std::string where() const {
    return " (wave " + std::to_string(run_.launch.wave) + ", " + std::to_string(run_.trips) + " trips)";
  }
  [[nodiscard]] std::string words(int index) const {
    const Instruction& in = kernel_.code[static_cast<std::size_t>(event(index).instruction)];
    return "line " + std::to_string(in.line) + ": " + in.text;
  }
  void refuse(const std::string& what) {
    refused_ = true;
    if (std::find(out_.refusals.begin(), out_.refusals.end(), what) == out_.refusals.end()) {
      out_.refusals.push_back(what);
    }
  }
  void refuse_event(int index) {
    skip_done();
    const std::string next = current_ < size() ? "\"" + due().group->name + "\"" : "nothing";
    refuse(words(index) + ": " + next + " is due" + where());
  }

  // --- fits

  [[nodiscard]] static bool same_kind(EventKind event, GroupKind group) {
    return (event == EventKind::load && group == GroupKind::load) ||
           (event == EventKind::fetch && group == GroupKind::fetch) ||
           (event == EventKind::read && group == GroupKind::read) ||
           (event == EventKind::write && group == GroupKind::write) ||
           (event == EventKind::mfma && group == GroupKind::multiply);
  }

  /// Is the event the element's instruction? Records where in LDS it places the object.
  bool fits(int event_index, int element_index) {
    const Event& e = event(event_index);
    const Element& want = element(element_index);
    const Due& of = dues_[static_cast<std::size_t>(want.due)];
    if (!same_kind(e.kind, of.group->kind) || want.event >= 0) return false;
    if (of.section == Section::kernel ? e.trip != of.trip : e.trip >= 0) return false;
    switch (e.kind) {
      case EventKind::load: return fits_global(e, want, of) && fits_lds_load(e, want);
      case EventKind::fetch: return fits_global(e, want, of);
      case EventKind::read:
        return fits_lds(e, want, [&](int lane) {
          return want.item->at + addresses_.fragment(want.item->of, want.item->first_piece, lane);
        });
      case EventKind::write: return fits_write(e, want);
      default: return fits_mfma(e, want);
    }
  }

  [[nodiscard]] bool fits_global(const Event& e, const Element& want, const Due& of) const {
    if (e.base != addresses_.base(want.item->of) || e.bytes != expected_.tile.load_bytes) return false;
    const int offset = want.item->row * addresses_.pitch() + of.tile * expected_.tile.row_bytes();
    for (int lane = 0; lane < lanes; ++lane) {
      if (e.address[static_cast<std::size_t>(lane)] != addresses_.source(lane) + offset) return false;
    }
    return true;
  }

  bool fits_lds_load(const Event& e, const Element& want) {
    return is_object(want.item->object, e.lds - addresses_.pass_byte(0) - want.item->at);
  }

  template <class Address>
  bool fits_lds(const Event& e, const Element& want, const Address& address) {
    const int object = e.address[0] - address(0);
    for (int lane = 0; lane < lanes; ++lane) {
      if (e.address[static_cast<std::size_t>(lane)] != object + address(lane)) return false;
    }
    return is_object(want.item->object, object);
  }

  bool fits_write(const Event& e, const Element& want) {
    if (want.before < 0) return false;
    const int from = element(want.before).event;
    for (int i = 0; i < static_cast<int>(e.sources[0].size()); ++i) {
      if (!(e.sources[0][static_cast<std::size_t>(i)] == Token{from, i})) return false;
    }
    return fits_lds(e, want, [&](int lane) { return want.item->at + addresses_.pass_byte(lane); });
  }

  [[nodiscard]] bool fits_mfma(const Event& e, const Element& want) {
    for (int s = 0; s < 2; ++s) {
      if (e.sources[s].size() != want.sources[s].size()) return false;
      for (std::size_t i = 0; i < e.sources[s].size(); ++i) {
        const Token& from = want.sources[s][i];
        if (from.event < 0 || !(e.sources[s][i] == Token{element(from.event).event, from.part})) return false;
      }
    }
    for (int i = 0; i < static_cast<int>(e.sources[2].size()); ++i) {
      const Token& sum = e.sources[2][static_cast<std::size_t>(i)];
      const Token due_sum = want.before < 0 ? Token{-1, 0} : Token{element(want.before).event, i};
      if (!(sum == due_sum)) return false;
    }
    return true;
  }

  /// Objects do not overlap, and lie in the kernel's LDS.
  bool is_object(int object, int at) {
    int& known = objects_[static_cast<std::size_t>(object)];
    if (known >= 0) return known == at;
    const int bytes = expected_.object_bytes[static_cast<std::size_t>(object)];
    if (at < 0 || at + bytes > kernel_.resources.lds_bytes) return false;
    for (std::size_t o = 0; o < objects_.size(); ++o) {
      if (objects_[o] >= 0 && objects_[o] < at + bytes && at < objects_[o] + expected_.object_bytes[o]) return false;
    }
    known = at;
    return true;
  }

  void take(int event_index, int element_index) {
    Element& want = element(element_index);
    Due& of = dues_[static_cast<std::size_t>(want.due)];
    const int items = static_cast<int>(of.group->items.size());
    if (steady(of) && element_index - of.first != items - of.left) ++out_.reordered[of.group->name];
    want.event = event_index;
    --of.left;
  }

  /// The trip that is counted.
  [[nodiscard]] bool steady(const Due& of) const {
    return run_.launch.wave == 0 && run_.trips > 1 && of.section == Section::kernel && of.trip == 1;
  }

  // --- groups in order

  void in_order(int index) {
    const Event& e = event(index);
    skip_done();
    if (current_ == size()) {
      if (e.kind != EventKind::wait) refuse_event(index);  // the store of C may wait
      return;
    }
    if (e.kind == EventKind::wait) {
      wait(index);
    } else if (e.kind == EventKind::barrier || e.kind == EventKind::priority) {
      const bool barrier = e.kind == EventKind::barrier;
      const bool kinds = due().group->kind == (barrier ? GroupKind::barrier : GroupKind::priority);
      const bool there = due().section == Section::kernel ? e.trip == due().trip : e.trip < 0;
      if (!kinds || !there || (!barrier && due().group->count != e.priority)) return refuse_event(index);
      due().left = 0;
    } else {
      instruction(index);
    }
  }

  [[nodiscard]] static bool is_fixed(GroupKind kind) {
    return kind == GroupKind::wait_vm || kind == GroupKind::wait_lgkm || kind == GroupKind::barrier ||
           kind == GroupKind::priority;
  }

  /// The first incomplete group of a kind, up to the next wait, barrier or priority; -1: none.
  [[nodiscard]] int in_stretch(GroupKind kind) const {
    for (int d = current_; d < size(); ++d) {
      const Due& of = dues_[static_cast<std::size_t>(d)];
      if (is_fixed(of.group->kind)) break;
      if (of.left > 0 && of.group->kind == kind) return d;
    }
    return -1;
  }

  /// Between two waits or barriers, loads keep their order among themselves, and so do reads and multiplications. A
  /// load and a read of the same object keep their order; other loads and reads may interleave.
  void instruction(int index) {
    for (const GroupKind kind : {GroupKind::load, GroupKind::read, GroupKind::multiply}) {
      const int d = in_stretch(kind);
      if (d < 0 || !same_kind(event(index).kind, kind)) continue;
      const Due& of = dues_[static_cast<std::size_t>(d)];
      for (int i = of.first; i < of.first + static_cast<int>(of.group->items.size()); ++i) {
        if (!fits(index, i)) continue;
        if (kind != GroupKind::multiply && passes_same_object(d, element(i).item->object)) break;
        return take(index, i);
      }
    }
    // Does it belong to another group?
    for (int later = current_; later < std::min(size(), current_ + 16); ++later) {
      const Due& other = dues_[static_cast<std::size_t>(later)];
      for (int i = other.first; i < other.first + static_cast<int>(other.group->items.size()); ++i) {
        if (!fits(index, i)) continue;
        return refuse(words(index) + ": of \"" + other.group->name + "\", but \"" + due().group->name + "\" is due" +
                      where());
      }
    }
    refuse_event(index);
  }

  /// Is an earlier load or read of this object still to come?
  [[nodiscard]] bool passes_same_object(int group, int object) const {
    for (int d = current_; d < group; ++d) {
      const Due& before = dues_[static_cast<std::size_t>(d)];
      const bool memory = before.group->kind == GroupKind::load || before.group->kind == GroupKind::read;
      if (memory && before.left > 0 && before.group->items[0].object == object) return true;
    }
    return false;
  }

  void wait(int index) {
    const Event& e = event(index);
    int vm = e.vm;
    int lgkm = e.lgkm;
    // One instruction may be two waits of the schedule.
    for (int again = 0; again < 2 && (vm >= 0 || lgkm >= 0); ++again) {
      skip_done();
      if (current_ == size()) return;
      const bool there = due().section == Section::kernel ? e.trip == due().trip : e.trip < 0;
      if (there && vm >= 0 && due().group->kind == GroupKind::wait_vm && due().group->count == vm) {
        due().left = 0;
        vm = -1;
      } else if (there && lgkm >= 0 && due().group->kind == GroupKind::wait_lgkm && due().group->count == lgkm) {
        due().left = 0;
        lgkm = -1;
      }
    }
    if (vm >= 0) added_wait(index, "vmcnt(" + std::to_string(vm) + ")", true);
    if (lgkm >= 0) added_wait(index, "lgkmcnt(" + std::to_string(lgkm) + ")", false);
  }

  void added_wait(int index, const std::string& count, bool vm) {
    if (current_ == 0 && due().left == std::max<int>(1, static_cast<int>(due().group->items.size()))) {
      return;  // for the kernel's arguments
    }
    // The compiler may add waits that the schedule omits. Code after the loop also belongs to a run without trips, so a
    // wait there may serve another run.
    const int for_group = in_stretch(vm ? GroupKind::read : GroupKind::multiply);
    const Due& where_it_is = for_group >= 0 ? dues_[static_cast<std::size_t>(for_group)] : due();
    const bool missing = for_group >= 0 && where_it_is.unwaited && !expected_.proven;
    if (missing) waits_.needed.insert(event(index).instruction);
    if (missing || due().section != Section::kernel) note_wait(count + " in " + where_it_is.group->name);
    if (missing) return;
    const std::string words_of =
        words(index) + ": a wait that is not the schedule's, in \"" + where_it_is.group->name + "\"";
    if (due().section == Section::kernel) return refuse(words_of + where());
    waits_.others[event(index).instruction] = words_of + where();
  }
  void note_wait(const std::string& text) {
    if (steady(due())) {
      out_.added_waits.push_back(text);
    } else if (run_.launch.wave == 0 && run_.trips > 1 && due().section != Section::kernel) {
      out_.added_waits_outside.push_back(text);
    }
  }

  // --- groups between barriers

  void between_barriers(int index) {
    const Event& e = event(index);
    skip_done();
    if (e.kind == EventKind::barrier) {
      for (Due& d : dues_) {
        if (d.stretch == passed_ && d.left > 0 && d.group->kind != GroupKind::multiply &&
            d.group->kind != GroupKind::barrier) {
          return refuse(words(index) + ": \"" + d.group->name + "\" has not come" + where());
        }
        if (d.stretch == passed_ && d.group->kind == GroupKind::barrier) d.left = 0;
      }
      ++passed_;
      return;
    }
    if (e.kind == EventKind::wait) {
      if (current_ == size()) return;
      const std::string text = (e.vm >= 0 ? "vmcnt(" + std::to_string(e.vm) + ")" : "") +
                               (e.vm >= 0 && e.lgkm >= 0 ? " " : "") +
                               (e.lgkm >= 0 ? "lgkmcnt(" + std::to_string(e.lgkm) + ")" : "");
      if (run_.launch.wave == 0 && e.trip == 1) out_.added_waits.push_back(text);
      return;
    }
    for (int i = current_ < size() ? due().first : 0; i < static_cast<int>(elements_.size()); ++i) {
      const Due& of = dues_[static_cast<std::size_t>(element(i).due)];
      if (e.kind != EventKind::mfma && of.stretch != passed_) continue;
      if (!fits(index, i)) continue;
      if (of.stretch != passed_ && steady(of)) ++out_.moved_across_barriers;
      element(i).event = index;
      --dues_[static_cast<std::size_t>(element(i).due)].left;
      return;
    }
    refuse_event(index);
  }

  const Kernel& kernel_;
  const ExpectedKernel& expected_;
  const WaveRun& run_;
  WaveAddresses addresses_;
  std::vector<int>& objects_;
  OtherWaits& waits_;
  Comparison& out_;
  std::vector<Due> dues_;
  std::vector<Element> elements_;
  std::map<int, int> pieces_;      // element that loaded a piece
  std::map<int, int> sums_;        // element that wrote a sum
  std::map<int, long> read_at_;    // LDS operations up to a read
  std::map<int, long> loaded_at_;  // loads up to the last one into an object
  InFlight lgkm_;
  InFlight vm_;
  int stretch_ = 0;
  int passed_ = 0;
  int current_ = 0;
  bool refused_ = false;
};

bool in_vectors(const Operand& operand) {
  return operand.file == RegisterFile::vector || operand.file == RegisterFile::accumulator;
}

/// Counts of instructions, except waits.
struct Counted {
  bool (*is)(const Instruction& in);
  int LoopCounts::* count;
};
constexpr Counted counted_instructions[] = {
    {[](const Instruction& in) { return in.is_mfma(); }, &LoopCounts::mfma},
    {[](const Instruction& in) { return in.starts_with("ds_read"); }, &LoopCounts::reads},
    {[](const Instruction& in) { return in.starts_with("ds_write"); }, &LoopCounts::writes},
    {[](const Instruction& in) { return in.starts_with("buffer_load"); }, &LoopCounts::loads},
    {[](const Instruction& in) { return in.is("s_barrier"); }, &LoopCounts::barriers},
    {[](const Instruction& in) { return in.is("s_setprio"); }, &LoopCounts::priorities},
};

/// Counts of the loop's body, and what the schedule does not contain.
void count_loop(const Kernel& kernel, const LoopRange& loop, Comparison& out) {
  LoopCounts& c = out.counts;
  for (int i = loop.first; i <= loop.last; ++i) {
    const Instruction& in = kernel.code[static_cast<std::size_t>(i)];
    const auto counted = std::ranges::find_if(counted_instructions, [&](const Counted& kind) { return kind.is(in); });
    if (counted != std::end(counted_instructions)) {
      ++(c.*counted->count);
    } else if (in.is("s_waitcnt")) {
      if (in.text.find("vmcnt") != std::string::npos) ++c.vm_waits;
      if (in.text.find("lgkmcnt") != std::string::npos) ++c.lgkm_waits;
    } else {
      const bool m0 = !in.operands.empty() && in.operands[0].text == "m0";
      ++out.added[m0 ? in.mnemonic + " m0" : in.mnemonic];
    }
  }
  for (const std::string& wait : out.added_waits) {
    if (wait.starts_with("vmcnt")) --c.vm_waits;
    if (wait.find("lgkmcnt") != std::string::npos) --c.lgkm_waits;
  }
}

}  // namespace

Launch GemmLaunch::start() const {
  Launch out;
  out.arguments.resize(40);
  const auto put = [&](std::size_t at, const auto& value) {
    std::memcpy(out.arguments.data() + at, &value, sizeof value);
  };
  put(0, a), put(8, b), put(16, c);
  put(24, m), put(28, n), put(32, k);
  out.workgroup = {workgroup_x, workgroup_y, 0};
  out.threads = {(wave + 1) * lanes, 1, 1};
  out.wave = wave;
  return out;
}

std::vector<WaveRun> run_waves(const Kernel& kernel, const LoopRange& loop, const ExpectedKernel& expected) {
  const GemmTile& tile = expected.tile;
  HazardRules rules;
  if (expected.tile.sums_in_place()) rules = {20, 2};
  std::vector<WaveRun> out;
  const int last = tile.waves() - 1;
  for (const auto& [wave, trips] : {std::pair{0, 3}, std::pair{last, 3}, std::pair{1, 0}, std::pair{last, 1}}) {
    WaveRun run;
    run.trips = trips;
    run.launch = {at_a, at_b, at_c, 4 * tile.m, 4 * tile.n, 0, workgroup_x, workgroup_y, wave};
    run.launch.k = (expected.tiles_outside + trips * expected.tiles_of_trip) * tile.k;
    RunOptions options;
    options.loop = loop;
    options.rules = rules;
    run.trace = run_wave(kernel, run.launch.start(), options);
    out.push_back(run);
  }
  return out;
}

bool same_report(const Comparison& x, const Comparison& y) {
  return x.added_waits == y.added_waits && x.added_waits_outside == y.added_waits_outside && x.added == y.added &&
         x.reordered == y.reordered && x.moved_across_barriers == y.moved_across_barriers;
}

Comparison compare(const Kernel& kernel, const LoopRange& loop, const std::vector<WaveRun>& runs,
                   const ExpectedKernel& expected) {
  Comparison out;
  std::vector<int> objects(expected.object_bytes.size(), -1);
  OtherWaits waits;
  for (const WaveRun& run : runs) Comparer(kernel, expected, run, objects, waits, out).compare();
  for (const auto& [instruction, words] : waits.others) {
    if (waits.needed.count(instruction) == 0) out.refusals.push_back(words);
  }
  count_loop(kernel, loop, out);
  return out;
}

std::vector<std::string> check_resources(const Kernel& kernel, const LoopRange& loop, const ExpectedKernel& expected) {
  std::vector<std::string> out;
  const auto demand = [&](bool holds, const std::string& what) {
    if (!holds) out.push_back(what);
  };
  const Resources& r = kernel.resources;
  const cdna::ChipFacts chip = cdna::facts(expected.tile.chip);
  demand(kernel.name == expected.name && kernel.target == expected.target, "the assembly is of " + kernel.name);
  demand(r.vector_spills == 0 && r.scratch_bytes == 0, "registers are spilled to memory");
  demand(r.registers <= chip.registers / expected.tile.waves_of_simd(), std::to_string(r.registers) + " registers");
  demand(r.lds_bytes == expected.tile.lds_bytes(), std::to_string(r.lds_bytes) + " bytes of LDS");
  demand(r.lds_bytes <= chip.lds_bytes, "more LDS than the chip has");
  std::set<std::pair<RegisterFile, int>> sums;
  for (int i = 0; i < static_cast<int>(kernel.code.size()); ++i) {
    const Instruction& in = kernel.code[static_cast<std::size_t>(i)];
    demand(!in.starts_with("scratch_"), "line " + std::to_string(in.line) + ": " + in.text);
    if (!loop.holds(i)) continue;
    demand(!in.is("v_readlane_b32") && !in.is("v_writelane_b32"), "a scalar register is spilled in the loop");
    if (!in.is_mfma()) continue;
    for (int s = 0; s < in.operands.at(0).count; ++s) sums.insert({in.operands[0].file, in.operands[0].first + s});
  }
  if (!expected.tile.sums_in_place()) return out;
  // Sums stay where they are.
  for (int i = loop.first; i <= loop.last; ++i) {
    const Instruction& in = kernel.code[static_cast<std::size_t>(i)];
    for (std::size_t o = 0; o < in.operands.size(); ++o) {
      const Operand& operand = in.operands[o];
      if (!in_vectors(operand) || (in.is_mfma() && (o == 0 || o == 3))) continue;
      for (int s = 0; s < operand.count; ++s) {
        demand(sums.count({operand.file, operand.first + s}) == 0,
               "line " + std::to_string(in.line) + ": " + in.text + ": touches a sum");
      }
    }
    if (!in.is_mfma()) continue;
    demand(in.operands.at(0).text == in.operands.at(3).text, "line " + std::to_string(in.line) + ": moves a sum");
  }
  return out;
}

}  // namespace stretto::assembly
