#include "program/program_file.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "pipeline_catalog.hpp"
#include "program/index_text.hpp"
#include "program/step_reader.hpp"
#include "program/sums.hpp"
#include "program/target_steps.hpp"
#include "usage/suggestion.hpp"

namespace stretto::tool {

namespace {

constexpr NumberRange program_slots{1, 1024};
constexpr NumberRange program_bytes{0, 1 << 30};
constexpr NumberRange program_counts{0, 1 << 12};
constexpr std::size_t most_program_roles = 16;
constexpr int most_program_steps = 1 << 12;  // of all roles, unrolled
constexpr int most_program_waves = 32;
constexpr int most_program_accesses = 1 << 16;  // of all steps
constexpr int most_unrolled = 16;
constexpr int most_turns = 16;  // roles that take turns with the tiles

/// One word of a list.
template <class Value>
struct ProgramWord {
  const char* name;
  Value value;
};

template <class Value, std::size_t Count>
Value read_program_word(ObjectReader& reader, const std::string& key, const ProgramWord<Value> (&known)[Count],
                        Value otherwise) {
  if (!reader.has(key)) return otherwise;
  const std::string text = reader.require_string(key);
  std::vector<std::string> names;
  std::string list;
  for (const ProgramWord<Value>& word : known) {
    if (text == word.name) return word.value;
    names.emplace_back(word.name);
    list += (list.empty() ? "" : ", ") + std::string(word.name);
  }
  throw reader.place(key).error("unknown value " + quote(text) + did_you_mean(text, names) + "; valid values: " + list);
}

constexpr ProgramWord<Space> program_spaces[] = {
    {"shared", Space::shared}, {"registers", Space::registers}, {"tensor", Space::tensor}, {"global", Space::global}};
constexpr ProgramWord<RegisterReading> program_readings[] = {{"interlocked", RegisterReading::interlocked},
                                                             {"explicit", RegisterReading::explicit_waits}};
constexpr ProgramWord<BarrierKind> program_barrier_kinds[] = {{"raw", BarrierKind::raw},
                                                              {"draining", BarrierKind::draining}};

constexpr ProgramWord<PhaseBarrierKind> declared_barriers[] = {{"mbarrier", PhaseBarrierKind::mbarrier},
                                                               {"named", PhaseBarrierKind::named},
                                                               {"cluster", PhaseBarrierKind::cluster}};

/// A name that places can use: "A and B", "full".
void check_place_name(const std::string& name, const JsonPlace& place) {
  if (name.empty() || name.size() > longest_quote || has_control_characters(name))
    throw place.error("is not a valid name");
  if (name.find_first_of("[].") != std::string::npos) throw place.error("must not contain brackets or dots");
}

/// A role as the file declares it. A section that it does not have is that of the role that it is like.
struct ProgramRoleText {
  std::string name;
  RoleInScope scope;
  int workgroup = 0;
  int extra_trips = 0;
  Advance tiles{.first = 0, .step = 1};  // that it works on
  JsonPlace replace;                     // of the exchanged names
  PerSection<const Json*> sections{};
  PerSection<JsonPlace> places;
  PerSection<bool> inherited{};
};

/// Reads a file part by part. Steps come last, because they use the names of everything else.
class ProgramReader {
 public:
  ProgramReader(const Json& input, const JsonPlace& place) : place_(place), reader_(input, place) {}

  ProgramFile read() {
    out_.name = reader_.has("name") ? reader_.require_name("name") : "program";
    reader_.accept("$schema");
    read_parameters();
    read_target();
    read_options();
    for (const JsonItem& item : reader_.require_list("roles", most_program_roles)) read_role(item);
    if (roles_.empty()) throw reader_.place("roles").error("must contain at least one role");
    read_buffers();
    read_barriers();
    give_sums_places();
    for (const ProgramRoleText& role : roles_) {
      if (role.tiles.step > 1) names_.roles_in_turns |= 1U << static_cast<unsigned>(role.scope.index);
    }
    for (const ProgramRoleText& role : roles_) read_steps(role);
    reader_.finish();
    refuse_unused();
    refuse_partly_initialised();
    if (out_.target != nullptr) {
      check_register_file(*out_.target, builder_.program, registers_, names_.launch_registers, place_);
      check_registers(*out_.target, builder_.program, registers_, reader_.place("buffers"));
      check_named_barriers(*out_.target, builder_.program, reader_.place("barriers"));
    }
    builder_.program.accumulators = static_cast<int>(names_.accumulators.size());
    out_.program = std::move(builder_.program);
    return std::move(out_);
  }

 private:
  void read_parameters() {
    if (!reader_.has("parameters")) return;
    const Json& object = reader_.require("parameters");
    const JsonPlace place = reader_.place("parameters");
    if (!object.is_object()) throw place.error("must be a JSON object");
    for (const auto& [name, value] : object.items()) {
      if (!is_parameter_name(name) || step_indices().contains(name) || name == "n") {
        throw place.key(name).error(
            "is not a valid parameter name: use letters, digits and _; i, k, t and n are reserved");
      }
      const long number = read_number(value, {-(1L << 30), 1L << 30}, names_.parameters, place.key(name));
      names_.parameters.add(name, number);
    }
  }

  void read_target() {
    WaveProgram& program = builder_.program;
    constexpr long no_limit = std::numeric_limits<int>::max();
    program.registers = RegisterReading::interlocked;
    program.limits.shared_bytes = no_limit;
    program.limits.tensor_bytes = no_limit;
    if (reader_.has("target")) {
      const std::string name = reader_.require_string("target");
      out_.target = &find_gpu(name, reader_.place("target"));
      names_.target = out_.target;
      program.limits = out_.target->limits;
      if (out_.target->copies == CopyKind::lds_load) program.registers = RegisterReading::explicit_waits;
    }
    program.limits.register_bytes = no_limit;  // values share registers; see check_registers
  }

  void read_options() {
    WaveProgram& program = builder_.program;
    reader_.optional_bool("persistent", program.persistent);
    program.registers = read_program_word(reader_, "registers", program_readings, program.registers);
    program.barriers = read_program_word(reader_, "workgroup_barrier", program_barrier_kinds, BarrierKind::raw);
    reader_.optional_number("min_trips", program_counts, names_.parameters, program.min_trips);
    reader_.optional_number("spare_registers", {0, 1 << 16}, names_.parameters, program.spare_registers);
    if (reader_.has("launch_registers")) {
      names_.launch_registers = static_cast<int>(read_thread_registers(reader_, "launch_registers", names_.parameters));
    }
    const Advance consumed = trips(reader_, "k_tiles", {.step = 1});
    program.tiles = consumed.first;
    program.tiles_per_trip = consumed.step;
  }

  /// A number of trips: a * n + b, as {b, a}.
  Advance trips(ObjectReader& reader, const std::string& key, const Advance& otherwise) const {
    if (!reader.has(key)) return otherwise;
    return linear(reader, key, "n");
  }
  /// a * variable + b, as {b, a}.
  Advance linear(ObjectReader& reader, const std::string& key, const char* variable) const {
    const IndexVariables variables = {{variable, Advance{.step = 1}}};
    const Json& value = reader.require(key);
    return read_index(value.is_string() ? value.get<std::string>() : value.dump(), variables, names_.parameters,
                      reader.place(key));
  }

  [[nodiscard]] const ProgramRoleText& find_role(const std::string& name, const JsonPlace& place) const {
    std::vector<std::string> known;
    for (const ProgramRoleText& role : roles_) {
      if (role.name == name) return role;
      known.push_back(role.name);
    }
    throw place.error("unknown role " + quote(name) + did_you_mean(name, known) + "; \"like\" names an earlier role");
  }

  /// Everything but its steps.
  void read_role(const JsonItem& item) {
    ObjectReader reader(item.value, item.place);
    ProgramRoleText role;
    if (reader.has("like")) {
      role = find_role(reader.require_string("like"), reader.place("like"));
      for (const Section section : all_sections) role.inherited[section] = role.sections[section] != nullptr;
      role.scope.replaced.clear();
      role.replace = reader.place("replace");
      if (reader.has("replace")) read_replaced(reader, role.scope.replaced);
    }
    role.name = reader.require_name("name");
    for (const ProgramRoleText& other : roles_) {
      if (other.name == role.name) throw reader.place("name").error("duplicate role " + quote(role.name));
    }
    reader.optional_number("waves", {1, 32}, names_.parameters, role.scope.waves);
    reader.optional_number("workgroup", {0, 15}, names_.parameters, role.workgroup);
    if (reader.has("trips")) read_trips(reader, role);
    if (reader.has("tiles")) read_tiles(reader, role);
    for (const Section section : all_sections) {
      const char* key = stretto::name(section);
      if (!reader.has(key)) continue;
      role.sections[section] = &reader.require(key);
      role.places[section] = reader.place(key);
      role.inherited[section] = false;
    }
    reader.finish();
    role.scope.first_wave = builder_.program.waves();
    role.scope.name = role.name;
    role.scope.index = static_cast<int>(roles_.size());
    role.scope.extra_trips = role.extra_trips;
    role.scope.workgroup = role.workgroup;
    if (role.scope.first_wave + role.scope.waves > most_program_waves) {
      throw reader.place("waves").error("the program has more than " + std::to_string(most_program_waves) + " waves");
    }
    builder_.role(out_.keep(role.name), role.scope.waves)
        .extra_trips(role.extra_trips)
        .workgroup(role.workgroup)
        .every(role.tiles.step, role.tiles.first);
    roles_.push_back(std::move(role));
  }

  void read_replaced(ObjectReader& reader, std::map<std::string, std::string>& replaced) {
    const Json& object = reader.require("replace");
    if (!object.is_object()) throw reader.place("replace").error("must be a JSON object");
    for (const auto& [from, to] : object.items()) {
      replaced[from] = read_name(to, reader.place("replace").key(from));
    }
  }

  void read_trips(ObjectReader& reader, ProgramRoleText& role) {
    const Advance count = trips(reader, "trips", {.step = 1});
    const JsonPlace place = reader.place("trips");
    if (count.step < 1 || count.step > most_unrolled) {
      throw place.error("must be a multiple of n, from n to " + std::to_string(most_unrolled) +
                        "*n, optionally plus a number, such as n+1");
    }
    if (count.first % count.step != 0) {
      const std::string unrolled = std::to_string(count.step);
      throw place.error("the loop of " + unrolled + "*n trips is unrolled, so the number added must be a multiple of " +
                        unrolled);
    }
    role.scope.unrolled = count.step;
    role.extra_trips = count.first / count.step;
  }

  /// "2*t+1": every second tile, from tile 1 on.
  void read_tiles(ObjectReader& reader, ProgramRoleText& role) {
    const JsonPlace place = reader.place("tiles");
    role.tiles = linear(reader, "tiles", "t");
    if (role.tiles.step < 1 || role.tiles.step > most_turns || role.tiles.first < 0 ||
        role.tiles.first >= role.tiles.step) {
      throw place.error("must be a*t+b with a from 1 to " + std::to_string(most_turns) +
                        " and b from 0 to a-1, such as 2*t or 2*t+1");
    }
    if (role.tiles.step > 1 && !builder_.program.persistent) {
      throw place.error("only a persistent program has several tiles; add \"persistent\": true");
    }
  }

  /// Sums that steps read live in a buffer: the one that has their name, or one of their own.
  void give_sums_places() {
    SumTexts texts;
    for (const ProgramRoleText& role : roles_) {
      for (const Section section : all_sections) {
        static const std::map<std::string, std::string> none;
        if (role.sections[section] != nullptr)
          find_sums(*role.sections[section], role.scope.index, role.inherited[section] ? role.scope.replaced : none,
                    texts);
      }
    }
    for (const SumText& text : texts) {
      if (!text.accumulated()) continue;
      const auto declared = names_.buffers.find(text.name);
      const bool has_buffer = declared != names_.buffers.end();
      const Space space = has_buffer ? builder_.program.buffers[declared->second.buffer].space : Space::registers;
      // A staging buffer in shared memory may have the name of the sum that goes through it.
      const bool elsewhere = space == Space::shared || space == Space::global;
      if (!text.read || elsewhere) {
        if (text.asynchronous && !text.elsewhere) out_.unread_sums.push_back(text.name);
        continue;
      }
      if (has_buffer && text.written_by_hand) continue;
      const bool in_slots = has_buffer && declared->second.slots > 1;
      if (in_slots && !text.accumulates_in_slots && !text.elsewhere) refuse_unplaced(text.name);
      if (in_slots && !text.accumulates_in_slots) continue;
      if (!has_buffer) {
        Buffer place;
        place.name = out_.keep(text.name);
        place.space = text.in_tensor_memory ? Space::tensor : Space::registers;
        if (text.in_tensor_memory) place.workgroup = roles_[static_cast<std::size_t>(text.first_role())].workgroup;
        names_.buffers.emplace(text.name, builder_.buffer(place));
      }
      names_.sums.emplace(text.name, Sum{names_.buffers.at(text.name), text.roles});
    }
  }

  /// A sum in one of several slots, which its steps do not name.
  [[noreturn]] void refuse_unplaced(const std::string& sum) const {
    const std::string slots = std::to_string(names_.buffers.at(sum).slots);
    throw reader_.place("buffers").key(sum).error(
        "has " + slots +
        " slots; name the slot in each step that accumulates the sum, such as "
        "\"accumulates\": \"" +
        sum + "[t%" + slots + "]\"");
  }

  [[nodiscard]] int workgroups() const {
    int most = 1;
    for (const ProgramRoleText& role : roles_) most = std::max(most, role.workgroup + 1);
    return most;
  }

  void read_buffers() {
    each_named("buffers", [&](const std::string& name, ObjectReader& reader) {
      Buffer buffer;
      buffer.name = out_.keep(name);
      buffer.space = read_program_word(reader, "space", program_spaces, Space::shared);
      reader.optional_number("slots", program_slots, names_.parameters, buffer.slots);
      reader.optional_number("subtiles", program_slots, names_.parameters, buffer.subtiles);
      reader.optional_number("bytes", program_bytes, names_.parameters, buffer.bytes);
      reader.optional_number("offset", program_bytes, names_.parameters, buffer.offset);
      reader.optional_number("workgroup", {0, workgroups() - 1}, names_.parameters, buffer.workgroup);
      if (buffer.offset >= 0 && buffer.bytes == 0) {
        throw reader.place("bytes").error("a buffer with an offset must have its size in bytes");
      }
      names_.buffers.emplace(name, builder_.buffer(buffer));
    });
  }

  void read_barriers() {
    each_named("barriers", [&](const std::string& name, ObjectReader& reader) {
      PhaseBarrier barrier;
      barrier.name = out_.keep(name);
      barrier.kind = read_program_word(reader, "kind", declared_barriers, PhaseBarrierKind::mbarrier);
      if (barrier.kind == PhaseBarrierKind::cluster) {
        if (names_.cluster) throw reader.place("kind").error("a program has at most one cluster barrier");
        names_.cluster = builder_.cluster_barrier(barrier.name);
        names_.barriers.emplace(name, *names_.cluster);
        return;
      }
      reader.optional_number("slots", program_slots, names_.parameters, barrier.slots);
      if (barrier.kind == PhaseBarrierKind::named) {
        barrier.arrivals = static_cast<int>(reader.require_number("arrivals", program_slots, names_.parameters));
      } else {
        reader.optional_number("arrivals", program_slots, names_.parameters, barrier.arrivals);
      }
      reader.optional_number("workgroup", {0, workgroups() - 1}, names_.parameters, barrier.workgroup);
      names_.barriers.emplace(name, builder_.phase_barrier(barrier));
    });
    if (!names_.cluster && any_step([](const Json& step) { return step.contains("cluster"); })) {
      names_.cluster = builder_.cluster_barrier();
    }
    const auto meets = [](const Json& step) { return step.value("barrier", Json()) == "workgroup"; };
    if (workgroups() > 1 && !names_.barriers.contains("workgroup") && any_step(meets)) add_workgroup_barriers();
  }

  /// The model's own workgroup barrier joins all waves of a program. Where a program has several workgroups, each of
  /// them has a barrier of its own.
  void add_workgroup_barriers() {
    for (int w = 0; w < workgroups(); ++w) {
      PhaseBarrier barrier;
      barrier.name = "workgroup";
      barrier.kind = PhaseBarrierKind::named;
      barrier.workgroup = w;
      barrier.arrivals = 0;
      for (const ProgramRoleText& role : roles_) barrier.arrivals += role.workgroup == w ? role.scope.waves : 0;
      if (barrier.arrivals > 0) names_.workgroup.emplace(w, builder_.phase_barrier(barrier));
    }
  }

  template <class Predicate>
  [[nodiscard]] bool any_step(const Predicate& predicate) const {
    for (const ProgramRoleText& role : roles_) {
      for (const Section section : all_sections) {
        const Json* list = role.sections[section];
        if (list == nullptr || !list->is_array()) continue;
        for (const Json& step : *list) {
          if (step.is_object() && predicate(step)) return true;
        }
      }
    }
    return false;
  }

  /// Reads an object whose keys are names of places.
  template <class Read>
  void each_named(const std::string& key, const Read& read) {
    if (!reader_.has(key)) return;
    const Json& object = reader_.require(key);
    const JsonPlace place = reader_.place(key);
    if (!object.is_object()) throw place.error("must be a JSON object");
    for (const auto& [name, value] : object.items()) {
      check_place_name(name, place.key(name));
      ObjectReader reader(value, place.key(name));
      read(name, reader);
      reader.finish();
    }
  }

  void read_steps(const ProgramRoleText& role) {
    const int index = static_cast<int>(out_.words.size());
    PerSection<std::vector<StepWords>>& words = out_.words.emplace_back();
    RoleSoFar said;
    said.registers.now = said.registers.most = names_.launch_registers;
    for (const Section section : all_sections) {
      const Json* list = role.sections[section];
      if (list == nullptr) continue;
      const JsonPlace& place = role.places[section];
      if (!list->is_array()) throw place.error("must be an array");
      RoleInScope scope = role.scope;
      if (!role.inherited[section]) scope.replaced.clear();
      StepReader steps(builder_.program, names_, scope, said);
      const int copies = section == Section::kernel ? scope.unrolled : 1;
      for (int copy = 0; copy < copies; ++copy) {
        for (std::size_t i = 0; i < list->size(); ++i) {
          ReadStep step = steps.read((*list)[i], place.item(i), section, copy);
          builder_.add(index, section, step.draft);
          if (++steps_ > most_program_steps || builder_.program.accesses.size() > most_program_accesses) {
            throw place.item(i).error("the program is too large: more than " + std::to_string(most_program_steps) +
                                      " steps, or " + std::to_string(most_program_accesses) + " accesses of subtiles");
          }
          words[section].push_back(std::move(step.words));
        }
      }
    }
    registers_.push_back(said.registers);
    for (const auto& [from, to] : role.scope.replaced) {
      if (said.inherited.contains(from)) continue;
      throw role.replace.key(from).error(
          "no step that the role inherits names " + quote(from) +
          did_you_mean(from, std::vector<std::string>(said.inherited.begin(), said.inherited.end())));
    }
  }

  /// What is declared and not used is a typing error, or a remnant.
  void refuse_unused() {
    for (const char* key : {"launch_registers", "spare_registers"}) {
      if (!reader_.has(key) || any_step([](const Json& step) { return step.contains("setmaxnreg"); })) continue;
      throw reader_.place(key).error("no step uses it; add the setmaxnreg steps, or remove it");
    }
    names_.parameters.refuse_unused(reader_.place("parameters"));
    for (const auto& [name, buffer] : names_.buffers) {
      if (names_.used.contains(name)) continue;
      throw reader_.place("buffers").key(name).error(
          "no step names this buffer; name it in the step that uses it, or remove it");
    }
    for (const auto& [name, barrier] : names_.barriers) {
      const bool joins_all = builder_.program.phase_barriers[barrier.barrier].kind == PhaseBarrierKind::cluster;
      const bool met = joins_all && any_step([](const Json& step) { return step.contains("cluster"); });
      if (met || names_.used.contains(name)) continue;
      throw reader_.place("barriers")
          .key(name)
          .error("no step names this barrier; name it in the steps that arrive and wait there, or remove it");
    }
  }

  /// A file says of all mbarriers where they are initialised, or of none. Without an init step an mbarrier counts as
  /// ready, so one whose init is missing would be accepted.
  void refuse_partly_initialised() {
    const WaveProgram& program = builder_.program;
    std::set<int> initialised;
    for (const Role& role : program.roles) {
      for (const Step& step : role.steps[Section::setup]) {
        if (step.action == Action::init) initialised.insert(step.phase_barrier.barrier);
      }
    }
    if (initialised.empty()) return;
    const char* const other = program.phase_barriers[*initialised.begin()].name;
    for (const auto& [name, barrier] : names_.barriers) {
      const bool needs = program.phase_barriers[barrier.barrier].kind == PhaseBarrierKind::mbarrier;
      if (!needs || initialised.contains(barrier.barrier)) continue;
      throw reader_.place("barriers")
          .key(name)
          .error("no step initialises this mbarrier, although one initialises " + quote(other) + R"(; add {"init": )" +
                 quote(name) + "} in setup, before the fence, or initialise none in the file");
    }
  }

  JsonPlace place_;
  ObjectReader reader_;
  ProgramFile out_;
  WaveProgramBuilder builder_;
  ProgramNamesInScope names_;
  std::vector<ProgramRoleText> roles_;
  std::vector<ThreadRegisters> registers_;  // of each role
  int steps_ = 0;
};

}  // namespace

ProgramFile read_program(const Json& input, const JsonPlace& place) { return ProgramReader(input, place).read(); }

}  // namespace stretto::tool
