#include "program/step_reader.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "program/index_text.hpp"
#include "program/reach.hpp"
#include "program/target_steps.hpp"
#include "usage/suggestion.hpp"

namespace stretto::tool {

namespace {

constexpr NumberRange step_bytes{0, 1 << 30};
constexpr NumberRange step_counts{0, 1 << 16};
constexpr NumberRange step_cycles{1, 1 << 20};
constexpr std::size_t most_step_accesses = 1024;
constexpr int warps_of_warpgroup = 4;

constexpr StepVerb data_verbs[] = {
    {"fetch", Action::fetch, Counter::none, true},     {"move", Action::move, Counter::none, true},
    {"consume", Action::consume, Counter::none, true}, {"tma_load", Action::fetch, Counter::bytes},
    {"tma_store", Action::consume, Counter::store},    {"cp_async", Action::fetch, Counter::copy},
    {"wgmma", Action::consume, Counter::mma},          {"tcgen05_mma", Action::consume, Counter::tensor},
    {"mma", Action::consume, Counter::none},           {"mfma", Action::consume, Counter::none},
    {"ld_global", Action::fetch, Counter::none},       {"ld_shared", Action::move, Counter::none},
    {"st_shared", Action::move, Counter::none},        {"buffer_load", Action::fetch, Counter::vm},
    {"s_load", Action::fetch, Counter::scalar},        {"ds_read", Action::move, Counter::lgkm},
    {"ds_write", Action::move, Counter::lgkm},
};
constexpr const char* sync_verbs[] = {"wait",  "barrier", "arrive",     "await", "cluster",
                                      "fence", "init",    "setmaxnreg", "hint"};

std::vector<std::string> all_verbs() {
  std::vector<std::string> names;
  for (const StepVerb& verb : data_verbs) names.emplace_back(verb.name);
  for (const char* name : sync_verbs) names.emplace_back(name);
  return names;
}

/// The verb of a step: the first key that is one.
std::string verb_of(const Json& step, const JsonPlace& place) {
  if (!step.is_object()) throw place.error(R"(must be an object such as {"barrier": "workgroup"})");
  const std::vector<std::string> known = all_verbs();
  std::string found;
  for (const auto& [key, value] : step.items()) {
    for (const std::string& verb : known) {
      if (key != verb) continue;
      if (!found.empty()) {
        throw place.key(key).error("the step already begins with " + quote(found) + "; make this a step of its own");
      }
      found = verb;
    }
  }
  if (!found.empty()) return found;
  if (step.empty()) throw place.error(R"(is empty; a step begins with what it does, such as "wgmma" or "await")");
  const std::string& first = step.items().begin().key();
  if (first == "registers") {
    throw place.key(first).error(R"(unknown step; write {"setmaxnreg": N}, where N is the number in the source)");
  }
  std::string names;
  for (const std::string& verb : known) names += (names.empty() ? "" : ", ") + verb;
  throw place.key(first).error("unknown step" + did_you_mean(first, known) + "; valid steps: " + names);
}

Counter read_step_counter(const std::string& text, const JsonPlace& place) {
  constexpr Counter all[] = {Counter::none,  Counter::vm,     Counter::lgkm,  Counter::copy,   Counter::mma,
                             Counter::store, Counter::tensor, Counter::bytes, Counter::stored, Counter::scalar};
  std::vector<std::string> known;
  for (const Counter counter : all) {
    if (text == stretto::name(counter)) return counter;
    known.emplace_back(stretto::name(counter));
  }
  std::string names;
  for (const std::string& each : known) names += (names.empty() ? "" : ", ") + each;
  throw place.error("unknown counter " + quote(text) + did_you_mean(text, known) + "; valid counters: " + names);
}

/// The declaration of a name.
template <class Handle>
const Handle& find_declared(const std::map<std::string, Handle>& known, const std::string& name, const char* what,
                            const JsonPlace& place) {
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  std::vector<std::string> names;
  names.reserve(known.size());
  for (const auto& [other, handle] : known) names.push_back(other);
  throw place.error(std::string("unknown ") + what + " " + quote(name) + did_you_mean(name, names));
}

}  // namespace

const StepVerb* data_verb(const std::string& name) {
  for (const StepVerb& verb : data_verbs) {
    if (name == verb.name) return &verb;
  }
  return nullptr;
}

std::span<const StepVerb> all_data_verbs() { return data_verbs; }

std::string StepReader::own_name(const std::string& name) const {
  if (role_.replaced.empty()) return name;
  said_.inherited.insert(name);
  const auto other = role_.replaced.find(name);
  return other == role_.replaced.end() ? name : other->second;
}

/// "A[(i+1)%4].2": name, index, subtile.
StepReader::Named StepReader::split(const std::string& text, const JsonPlace& place) const {
  Named out;
  const std::size_t open = text.find('[');
  const std::size_t close = text.rfind(']');
  std::string rest;
  if (open == std::string::npos) {
    const std::size_t dot = text.rfind('.');
    out.name = text.substr(0, dot);
    if (dot != std::string::npos) rest = text.substr(dot);
  } else {
    if (close == std::string::npos || close < open) throw place.error("a bracket is not closed in " + quote(text));
    out.name = text.substr(0, open);
    out.index = text.substr(open + 1, close - open - 1);
    if (out.index.empty()) throw place.error("an index is missing in " + quote(text));
    rest = text.substr(close + 1);
  }
  if (!rest.empty()) {
    if (rest[0] != '.') throw place.error("unexpected " + quote(rest) + " in " + quote(text));
    out.part = static_cast<int>(evaluate(rest.substr(1), names_.parameters, place));
    if (out.part < 0) throw place.error("a negative subtile in " + quote(text));
  }
  out.name = own_name(out.name);
  names_.used.insert(out.name);
  return out;
}

/// In the trips of the program: the role's i is unrolled * i + copy.
Advance StepReader::unrolled(const Advance& index) const {
  Advance out = index;
  out.first += (index.step + index.local_step) * copy_;
  out.step *= role_.unrolled;
  out.local_step *= role_.unrolled;
  return out;
}

BarrierPlace StepReader::barrier_place(const std::string& text, const JsonPlace& place) const {
  const Named named = split(text, place);
  if (named.part >= 0) throw place.error("a barrier has no subtiles: " + quote(text));
  const BarrierHandle& barrier = find_declared(names_.barriers, named.name, "barrier", place);
  if (named.index.empty()) {
    if (barrier.slots > 1)
      throw place.error(quote(named.name) + " is an array of " + std::to_string(barrier.slots) +
                        "; name one of them, such as \"" + named.name + "[i%" + std::to_string(barrier.slots) + "]\"");
    return barrier;
  }
  return barrier[unrolled(read_slot(named.index, barrier.slots, step_indices(), names_.parameters, place))];
}

BufferPlace StepReader::buffer_place(const std::string& text, const JsonPlace& place) const {
  const Named named = split(text, place);
  const BufferHandle& buffer = find_declared(names_.buffers, named.name, "buffer", place);
  if (named.part >= buffer.subtiles) {
    throw place.error(quote(named.name) + " has " + std::to_string(buffer.subtiles) +
                      (buffer.subtiles == 1 ? " subtile" : " subtiles"));
  }
  if (named.index.empty() && buffer.slots > 1)
    throw place.error(quote(named.name) + " has " + std::to_string(buffer.slots) +
                      " slots; name one of them, such as \"" + named.name + "[i%" + std::to_string(buffer.slots) +
                      "]\"");
  BufferPlace out = buffer;
  if (!named.index.empty()) {
    out.slot = unrolled(read_slot(named.index, buffer.slots, step_indices(), names_.parameters, place));
  }
  out.subtile = named.part;
  return out;
}

/// A place, or an object with a place and how it is accessed.
void StepReader::add_access(const Json& value, const JsonPlace& place, AccessMode mode, StepDraft& draft) {
  int version = 0;
  bool any = false;
  bool says_version = false;
  unsigned waves = 0;
  BufferPlace accessed;
  std::string text;
  if (value.is_string()) {
    text = value.get<std::string>();
    accessed = buffer_place(text, place);
  } else {
    ObjectReader reader(value, place);
    text = reader.require_string("place");
    accessed = buffer_place(text, reader.place("place"));
    says_version = reader.has("version") || reader.has("any");
    if (reader.has("version") && mode == AccessMode::read && draft.step.action == Action::fetch) {
      throw reader.place("version").error("a load reads any version; leave it out");
    }
    reader.optional_number("version", {-(1 << 16), 1 << 16}, names_.parameters, version);
    if (mode == AccessMode::read) reader.optional_bool("any", any);
    if (any && reader.has("version")) {
      throw reader.place("any").error(R"(a read that takes any version cannot name one; remove this, or "version")");
    }
    if (mode == AccessMode::read && reader.has("waves")) {
      for (const JsonItem& item : reader.require_list("waves", 32)) {
        const long wave = read_number(item.value, {0, role_.waves - 1}, names_.parameters, item.place);
        waves |= 1U << (static_cast<unsigned>(role_.first_wave) + static_cast<unsigned>(wave));
      }
    }
    reader.finish();
  }
  // What a load reads is not the work of this loop, so it has no version there.
  if (mode == AccessMode::read && draft.step.action == Action::fetch) any = true;
  const auto sum = names_.sums.find(split(text, place).name);
  if (sum != names_.sums.end() && !says_version) {
    // A sum is read as the steps before have left it. The step's own K tile says nothing about it.
    if (mode == AccessMode::write && draft.step.action != Action::move) {
      throw place.error(
          quote(sum->first) + " is a sum: only steps that accumulate it, and moves, may write it, such as " +
          R"({"move": "rescale", "reads": )" + quote(sum->first) + ", \"writes\": " + quote(sum->first) + "}");
    }
    any = mode == AccessMode::read && draft.step.action != Action::move;
    if (any && !sum->second.accumulated_by(role_.index) && program_.buffers[sum->second.handle.buffer].per_wave()) {
      throw place.error("this role does not accumulate " + quote(sum->first) + ", and each wave has its own registers");
    }
    const bool uses = draft.step.action == Action::consume && draft.step.accumulator < 0;
    const bool after_loop = section_ == Section::epilogue || section_ == Section::teardown;
    const int first_access = draft.accesses.size();
    draft = draft.with(accessed, mode, version, any, waves);
    if (any && uses && after_loop) whole_sums_.push_back({first_access, draft.accesses.size(), sum->first, place});
    return;
  }
  // The tile that a step works on is that of its first place.
  const bool first = !has_tile_;
  has_tile_ = true;
  if (first && draft.step.accumulator < 0) {
    const Advance& slot = accessed.slot;
    const bool advances = slot.step + slot.local_step > 0;
    const Advance tile = advances ? slot : unrolled(indices::i) + (slot.run_step > 0 ? 0 : slot.first);
    draft.step.tile = tile.first;
    draft.step.tile_step = tile.step + tile.local_step;
  }
  accessed.slot = detail::from_zero(accessed.slot, accessed.slots);
  draft = draft.with(accessed, mode, version, any, waves);
}

void StepReader::add_accesses(ObjectReader& reader, const std::string& key, AccessMode mode, StepDraft& draft) {
  if (!reader.has(key)) return;
  const Json& value = reader.require(key);
  if (!value.is_array()) return add_access(value, reader.place(key), mode, draft);
  for (const JsonItem& item : reader.require_list(key, most_step_accesses))
    add_access(item.value, item.place, mode, draft);
}

int StepReader::bytes_written(const StepDraft& draft) const {
  long bytes = 0;
  for (const StepAccess& access : draft.accesses)
    bytes += access.mode == AccessMode::write ? program_.buffers[access.buffer].bytes : 0;
  return static_cast<int>(bytes > step_bytes.highest ? step_bytes.highest : bytes);
}

/// The sum that a step adds to. It reads what the previous step left there, and writes it. The first step of a tile
/// overwrites the sum.
void StepReader::add_sum(ObjectReader& reader, StepDraft& draft) {
  const std::string text = reader.require_name("accumulates");
  const std::string name = split(text, reader.place("accumulates")).name;
  draft.step.accumulator =
      names_.accumulators.try_emplace(name, static_cast<int>(names_.accumulators.size())).first->second;
  if (!names_.sums.contains(name)) return;
  const BufferPlace place = buffer_place(text, reader.place("accumulates"));
  draft = said_.begun.insert(name).second ? draft.into_new(place) : draft.into(place);
}

/// After the loop, a step that uses a sum takes the whole sum, with all K tiles of the run. Their number is said
/// relative to that of the step, which is possible if both advance by the same number per trip. `says_tile`: the step
/// has a K tile of its own; otherwise it works on the last one of the run.
void StepReader::expect_whole_sums(StepDraft& draft, bool says_tile) const {
  if (whole_sums_.empty()) return;
  const int per_trip = program_.tiles_per_trip;
  const int last = program_.tiles - 1 - per_trip * role_.extra_trips;
  if (!says_tile) {
    draft.step.tile = last;
    draft.step.tile_step = per_trip;
  }
  const bool may_be_empty = program_.min_trips * per_trip + program_.tiles < 1;
  for (const WholeSum& sum : whole_sums_) {
    const unsigned in_turns = names_.sums.at(sum.name).roles & names_.roles_in_turns;
    if (section_ == Section::teardown && in_turns != 0) refuse_unknown_last_tile(sum);
    if (draft.step.tile_step != per_trip) refuse_other_rate(sum);
    for (int i = sum.first_access; i < sum.end_access; ++i) {
      StepAccess exact = draft.accesses[i];
      exact.any = false;
      exact.version = last - draft.step.tile;
      // Before the first K tile, the version admits initial content, which is no sum: `any` does not.
      if (may_be_empty) draft.accesses.push_back(exact);
      if (!may_be_empty) draft.accesses[i] = exact;
    }
  }
}

void StepReader::refuse_other_rate(const WholeSum& sum) const {
  const int per_trip = program_.tiles_per_trip;
  std::string fix;
  if (per_trip % role_.unrolled == 0) {
    const int each = per_trip / role_.unrolled;
    fix = R"("tile": )" + (each == 0 ? "0" : "\"" + (each == 1 ? "" : std::to_string(each) + "*") + "i\"") + ", or ";
  }
  throw sum.place.error("the step takes the whole sum " + quote(sum.name) + ", and its K tile does not advance by " +
                        std::to_string(per_trip) + " per trip as the K tiles of the sum do; say " + fix +
                        R"(what the read takes: {"place": )" + quote(sum.name) + R"(, "any": true})");
}

void StepReader::refuse_unknown_last_tile(const WholeSum& sum) const {
  throw sum.place.error("roles that take turns with the tiles accumulate " + quote(sum.name) +
                        ", so in teardown its last K tile is not known; use the sum in the epilogue, or say "
                        R"({"place": )" +
                        quote(sum.name) + R"(, "any": true})");
}

StepDraft StepReader::data_step(ObjectReader& reader, const std::string& verb) {
  const StepVerb& known = *data_verb(verb);
  StepDraft draft = steps::plain(known.action);
  has_tile_ = false;
  whole_sums_.clear();
  if (known.action == Action::consume && reader.has("accumulates")) add_sum(reader, draft);
  Counter counter = known.counter;
  if (known.free_counter && reader.has("counter"))
    counter = read_step_counter(reader.require_string("counter"), reader.place("counter"));
  require_on_target(names_.target, verb, counter, reader.place(verb));
  int weight = 1;
  if (counts_groups(counter)) {
    bool commit = true;
    reader.optional_bool("commit", commit);
    weight = commit ? 1 : 0;
  } else if (counter != Counter::none && counter != Counter::bytes) {
    reader.optional_number("operations", {1, step_counts.highest}, names_.parameters, weight);
  }
  draft = draft.in(counter, weight);
  // A load's tile is that of the place that it writes, other steps read first.
  for (const bool writes : {known.action == Action::fetch, known.action != Action::fetch}) {
    add_accesses(reader, writes ? "writes" : "reads", writes ? AccessMode::write : AccessMode::read, draft);
  }
  if (reader.has("tile") && known.action != Action::move) {
    const Json& tile = reader.require("tile");
    const Advance number = unrolled(read_index(tile.is_string() ? tile.get<std::string>() : tile.dump(), step_indices(),
                                               names_.parameters, reader.place("tile")));
    if (number.run_step != 0) throw reader.place("tile").error("a K tile is counted by i, not by t");
    draft.step.tile = number.first;
    draft.step.tile_step = number.step + number.local_step;
  }
  expect_whole_sums(draft, has_tile_ || reader.has("tile"));
  if (counter == Counter::bytes) {
    const BarrierPlace signalled = barrier_place(reader.require_string("signals"), reader.place("signals"));
    int bytes = bytes_written(draft);
    reader.optional_number("bytes", step_bytes, names_.parameters, bytes);
    if (bytes == 0) {
      throw reader.place("bytes").error("a load of 0 bytes signals nothing; set \"bytes\" here or in the buffer");
    }
    draft = draft.signals(signalled, bytes);
  }
  return draft;
}

StepDraft StepReader::sync_step(ObjectReader& reader, const std::string& verb) {
  const auto barrier_here = [&] { return barrier_place(reader.require_string(verb), reader.place(verb)); };
  if (verb == "wait") {
    const Counter counter = read_step_counter(reader.require_string(verb), reader.place(verb));
    require_on_target(names_.target, verb, counter, reader.place(verb));
    int count = 0;
    reader.optional_number("count", step_counts, names_.parameters, count);
    return steps::wait(counter, count);
  }
  if (verb == "barrier") {
    const std::string which = reader.require_string(verb);
    if (which == "workgroup" && !names_.barriers.contains(which)) {
      return names_.workgroup.empty() ? steps::barrier() : steps::barrier(names_.workgroup.at(role_.workgroup));
    }
    return steps::barrier(barrier_here());
  }
  if (verb == "arrive") {
    StepDraft draft = steps::arrive(barrier_here());
    int bytes = 0;
    reader.optional_number("expect", step_bytes, names_.parameters, bytes);
    if (reader.has("after")) draft = draft.in(read_step_counter(reader.require_string("after"), reader.place("after")));
    return draft.expects(bytes);
  }
  if (verb == "await") {
    const BarrierPlace where = barrier_here();
    if (!reader.has("parity")) return steps::await(where);
    const Json& parity = reader.require("parity");
    IndexQuotient quotient = read_parity(parity.is_string() ? parity.get<std::string>() : parity.dump(), step_indices(),
                                         names_.parameters, reader.place("parity"));
    quotient.number = unrolled(quotient.number);
    return steps::await(where, quotient);
  }
  if (verb == "cluster") {
    require_on_target(names_.target, verb, Counter::none, reader.place(verb));
    const std::string what = reader.require_string(verb);
    if (!names_.cluster) throw reader.place(verb).error("the program has no cluster barrier");
    if (what == "arrive") return steps::arrive(*names_.cluster);
    if (what == "wait") return steps::await(*names_.cluster);
    if (what == "sync") return steps::barrier(*names_.cluster);
    throw reader.place(verb).error("unknown cluster-barrier operation " + quote(what) +
                                   "; valid operations: arrive, wait, sync");
  }
  if (verb == "fence") {
    const std::string which = reader.require_string(verb);
    if (which == "proxy" || which == "mbarrier_init") {
      require_on_target(names_.target, "fence proxy", Counter::none, reader.place(verb));
      return which == "proxy" ? steps::fence() : steps::init_fence();
    }
    if (which == "wgmma") {
      require_on_target(names_.target, "fence wgmma", Counter::mma, reader.place(verb));
      return steps::mma_fence();
    }
    throw reader.place(verb).error("unknown fence " + quote(which) + "; valid fences: proxy, mbarrier_init, wgmma");
  }
  if (verb == "init") {
    const std::string which = reader.require_string(verb);
    const JsonPlace place = reader.place(verb);
    const std::string name = split(which, place).name;
    if (which.find('[') != std::string::npos) {
      throw place.error("init initialises all barriers of an array; write " + quote(name) + " without an index");
    }
    return steps::init(find_declared(names_.barriers, name, "barrier", place));
  }
  if (verb == "setmaxnreg") return register_step(reader, verb);
  return steps::plain(Action::nothing);
}

/// setmaxnreg is executed by all warps of a warpgroup. The pool counts what the threads of a warpgroup have each, so a
/// warp moves a quarter of that.
StepDraft StepReader::register_step(ObjectReader& reader, const std::string& verb) {
  const JsonPlace place = reader.place(verb);
  require_on_target(names_.target, verb, Counter::none, place);
  if (section_ != Section::setup) throw place.error("setmaxnreg is allowed in setup only; move it there");
  const int registers = static_cast<int>(read_thread_registers(reader, verb, names_.parameters));
  if (names_.launch_registers == 0) {
    throw place.error("the program does not say how many registers a thread has before; add \"launch_registers\"");
  }
  const std::string waves = std::to_string(role_.waves);
  int warps = warps_of_warpgroup;
  if (role_.waves % warps_of_warpgroup == 0 && !reader.has("warps")) {
    throw place.error("the role has " + waves +
                      R"( waves; say whether each is a warp, "warps": 1, or a warpgroup, "warps": 4)");
  }
  reader.optional_number("warps", {1, warps_of_warpgroup}, names_.parameters, warps);
  if (warps != 1 && warps != warps_of_warpgroup) throw reader.place("warps").error("must be 1 or 4");
  if (role_.waves * warps % warps_of_warpgroup != 0) {
    throw reader.place("warps").error("all warps of a warpgroup execute setmaxnreg, and the role has " + waves);
  }
  const int before = said_.registers.now;
  said_.registers = {std::max(said_.registers.most, registers), registers, warps};
  return steps::registers((registers - before) * warps / warps_of_warpgroup);
}

ReadStep StepReader::read(const Json& value, const JsonPlace& place, Section section, int copy) {
  section_ = section;
  copy_ = copy;
  const std::string verb = verb_of(value, place);
  ObjectReader reader(value, place);
  ReadStep out;
  out.words.verb = verb;
  if (data_verb(verb) != nullptr || verb == "hint") out.words.label = reader.require_name(verb);
  out.draft = data_verb(verb) != nullptr ? data_step(reader, verb) : sync_step(reader, verb);
  require_reach(program_, out.draft, role_, verb, place.key(verb));
  if (verb == "cluster") out.words.label = reader.require_string(verb);
  if (verb == "setmaxnreg") out.words.label = std::to_string(said_.registers.now);
  if (data_verb(verb) != nullptr) reader.optional_number("cycles", step_cycles, names_.parameters, out.words.cycles);
  reader.finish();
  return out;
}

}  // namespace stretto::tool
