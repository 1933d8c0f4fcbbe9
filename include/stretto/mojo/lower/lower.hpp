// Lowers emitted entries to a wave program: the accesses of each entry when the kernel runs it under its protocol.
#pragma once

#include <stretto/core/result.hpp>
#include <stretto/core/section.hpp>
#include <stretto/mojo/config/pipeline_config.hpp>
#include <stretto/mojo/config/schedule_config.hpp>
#include <stretto/mojo/lower/k_offset.hpp>
#include <stretto/mojo/lower/kernel_protocol.hpp>

namespace stretto {

/// Entries that are stored elsewhere.
struct EntryList {
  const ScheduleEntry* first = nullptr;  ///< the first of them
  int size = 0;                          ///< how many there are
};

/// The emitted sections of a schedule, with the information needed to lower them. The arrays are not owned.
struct EmittedSections {
  PerSection<EntryList> entries;  ///< of the sections of a run
  PipelineConfig config;          ///< structure of the loop
  int lgkm_per_fragment[2] = {};  ///< LDS reads per fragment load, by channel; 0 = unknown, counted as 1
  int warp_stagger_index = 0;     ///< prologue index of the second group's extra barrier

  /// Creates the sections without entries. The LDS reads come from the config, or from the knobs where the config has
  /// 0.
  constexpr EmittedSections(const PipelineConfig& pipeline, const ScheduleConfig& knobs, int stagger_index)
      : config(pipeline), warp_stagger_index(stagger_index) {
    lgkm_per_fragment[0] = pipeline.lgkm_per_load_a > 0 ? pipeline.lgkm_per_load_a : knobs.lgkm_per_load_a;
    lgkm_per_fragment[1] = pipeline.lgkm_per_load_b > 0 ? pipeline.lgkm_per_load_b : knobs.lgkm_per_load_b;
  }

  /// Sets the entries of a section from a list, which must outlive this object.
  template <class Entries>
  constexpr void set(Section section, const Entries& list) {
    set(section, list.begin(), list.size());
  }
  /// Sets the entries of a section from an array, which must outlive this object.
  constexpr void set(Section section, const ScheduleEntry* first, int size) { entries[section] = {first, size}; }
  /// Sets the entries of all sections of a run, which must outlive this object.
  template <class Sections>
  constexpr void set(const Sections& sections) {
    set(Section::prologue, sections.prologue);
    set(Section::kernel, sections.kernel);
    set(Section::epilogue, sections.epilogue);
  }
};

namespace detail {

/// The number of roles that run the entries: staggered groups of waves are roles of their own.
constexpr int lowered_roles(const PipelineConfig& config, const KernelProtocol& protocol) {
  return config.warp_stagger.enabled && protocol.groups > 1 ? protocol.groups : 1;
}

/// Role and channel of a tag, for entries that lack them: entries added by the prologue have no role or no channel.
struct TagMeaning {
  OpRole role = OpRole::none;
  int channel = -1;
  bool ambiguous = false;  // entries of this tag disagree
};

class Lowering {
 public:
  constexpr Lowering(const EmittedSections& emitted, const KernelProtocol& protocol)
      : emitted_(emitted), protocol_(protocol), config_(emitted.config) {
    for (const Section section : {Section::kernel, Section::epilogue, Section::prologue}) {
      const ScheduleEntry* first = emitted.entries[section].first;
      const int entries = size(section);
      for (int i = 0; i < entries; ++i) learn(first[i].op);
    }
  }

  constexpr Result<WaveProgram> run() {
    out_.registers = protocol_.registers;
    out_.barriers = protocol_.barriers;
    out_.limits = protocol_.limits;
    if (protocol_.kind == ProtocolKind::single_buffer) {
      declare_single_buffer();
    } else {
      declare_double_buffer();
    }
    const int groups = lowered_roles(config_, protocol_);
    const bool staggered = groups > 1;
    for (int group = 0; group < groups; ++group) {
      Role role;
      role.name = groups == 1 ? "all waves" : group == 0 ? "group 0" : "group 1";
      role.waves = protocol_.waves / groups;
      role.first_wave = group * role.waves;
      Diagnostic error = lower_section(role, Section::prologue, staggered && group == 1);
      if (error) return error;
      if (protocol_.barrier_after_prologue) role.steps.prologue.push_back(protocol_barrier(Section::prologue));
      error = lower_section(role, Section::kernel, false);
      if (error) return error;
      error = lower_section(role, Section::epilogue, false);
      if (error) return error;
      if (staggered && group == 0) role.steps.epilogue.push_back(protocol_barrier(Section::epilogue));
      out_.roles.push_back(static_cast<Role&&>(role));
    }
    return static_cast<WaveProgram&&>(out_);
  }

 private:
  [[nodiscard]] constexpr int size(Section section) const { return emitted_.entries[section].size; }
  [[nodiscard]] constexpr const ScheduleEntry& entry(Section section, int i) const {
    return emitted_.entries[section].first[i];
  }

  constexpr void learn(const OpDesc& op) {
    if (!op.is_kernel_op()) return;
    TagMeaning& known = tags_[op.tag];
    const bool differs = (op.role != OpRole::none && known.role != OpRole::none && op.role != known.role) ||
                         (op.channel >= 0 && known.channel >= 0 && op.channel != known.channel);
    known.ambiguous = known.ambiguous || differs;
    if (known.role == OpRole::none) known.role = op.role;
    if (known.channel < 0) known.channel = op.channel;
  }

  /// The role and channel of an entry, or those of its tag where the entry has none.
  [[nodiscard]] constexpr TagMeaning meaning_of(const OpDesc& op) const {
    const TagMeaning& known = tags_[op.tag];
    TagMeaning meaning;
    meaning.role = op.role != OpRole::none ? op.role : known.role;
    meaning.channel = op.channel >= 0 ? op.channel : known.channel;
    const bool moves = meaning.role == OpRole::global_load || meaning.role == OpRole::fragment_load;
    meaning.ambiguous = known.ambiguous && (op.role == OpRole::none || (moves && op.channel < 0));
    return meaning;
  }

  constexpr void declare_double_buffer() {
    out_.tiles = 2;
    out_.tiles_per_trip = 2;
    out_.accumulators = config_.m_mmas * config_.n_mmas;
    shared_[0] = add({"A", Space::shared, config_.depth, config_.m_mmas, protocol_.subtile_bytes[0]});
    shared_[1] = add({"B", Space::shared, config_.depth, config_.n_mmas, protocol_.subtile_bytes[1]});
    operand_[0] = add({"A fragments", Space::registers, 1, config_.m_mmas, protocol_.fragment_bytes[0]});
    operand_[1] = add({"B fragments", Space::registers, 1, config_.n_mmas, protocol_.fragment_bytes[1]});
  }

  constexpr void declare_single_buffer() {
    int fragments = 1;
    int loads = 0;
    for (const Section section : run_sections) {
      for (int i = 0; i < size(section); ++i) {
        const OpDesc& op = entry(section, i).op;
        if (!op.is_kernel_op()) continue;
        const OpRole role = meaning_of(op).role;
        const bool part = role == OpRole::fragment_load || role == OpRole::compute;
        if (part && op.subtile >= fragments && op.subtile < max_count) fragments = op.subtile + 1;
        if (role == OpRole::global_load && section == Section::kernel) ++loads;
      }
    }
    out_.tiles = 2;
    out_.tiles_per_trip = 1;
    loads_per_trip_ = loads;
    out_.accumulators = fragments;
    staged_ = add({"next tile", Space::registers, 1, 1});
    shared_[0] = add({"tile", Space::shared, 1, fragments});
    operand_[0] = add({"fragments", Space::registers, 1, fragments});
  }

  constexpr int add(const Buffer& buffer) {
    out_.buffers.push_back(buffer);
    return out_.buffers.size() - 1;
  }

  static constexpr Step protocol_barrier(Section section) {
    Step step;
    step.action = Action::barrier;
    step.section = section;
    step.pacing = true;
    return step;
  }

  constexpr Diagnostic lower_section(Role& role, Section section, bool extra_barrier) {
    Vector<Step> steps;
    steps.reserve(size(section) + 2);
    if (section == Section::prologue) loads_seen_ = 0;
    const int entries = size(section);
    for (int i = 0; i < entries; ++i) {
      if (extra_barrier && i == emitted_.warp_stagger_index) steps.push_back(protocol_barrier(section));
      const OpDesc& op = entry(section, i).op;
      Step step{.first_access = out_.accesses.size(),
                .section = section,
                .entry = i,
                .tag = op.tag,
                .part = op.subtile,
                .phase_barrier = {}};
      if (const Diagnostic error = lower_entry(role, op, step)) {
        return Diagnostic(error).at_entry(i).in_section(section);
      }
      step.access_count = out_.accesses.size() - step.first_access;
      steps.push_back(step);
    }
    // An index equal to the size means the end of the prologue. A larger index is never reached.
    if (extra_barrier && emitted_.warp_stagger_index == size(section)) steps.push_back(protocol_barrier(section));
    role.steps[section] = static_cast<Vector<Step>&&>(steps);
    return {};
  }

  constexpr Diagnostic lower_entry(const Role& role, const OpDesc& op, Step& step) {
    switch (op.tag) {
      case tags::barrier: step.action = Action::barrier; return {};
      case tags::wait_vm:
      case tags::wait_lgkm:
        step.action = Action::wait;
        step.counter = op.tag == tags::wait_vm ? Counter::vm : Counter::lgkm;
        step.count = op.wait_value;
        return {};
      case tags::set_prio:
      case tags::schedule_barrier:
      case tags::sched_group_barrier: step.count = op.wait_value; return {};
      default: break;
    }
    if (!op.is_kernel_op()) return {Rule::unknown_tag, op.tag, tags::last_framework};
    const TagMeaning meaning = meaning_of(op);
    if (meaning.ambiguous) return {Rule::unknown_tag, op.tag, tags::last_framework};
    const bool known = meaning.role == OpRole::global_load || meaning.role == OpRole::shared_store ||
                       meaning.role == OpRole::fragment_load || meaning.role == OpRole::compute;
    if (!known) {
      // Vector work accesses none of the buffers.
      if (meaning.role == OpRole::valu_compute) return {};
      return {Rule::unknown_tag, op.tag, tags::last_framework};
    }
    if (protocol_.kind == ProtocolKind::single_buffer) return lower_single_buffer(op, meaning, step);
    return lower_double_buffer(role, op, meaning, step);
  }

  constexpr Diagnostic lower_double_buffer(const Role& role, const OpDesc& op, const TagMeaning& meaning, Step& step) {
    const int channel = meaning.channel == 0 ? 0 : 1;
    const int subtiles = channel == 0 ? config_.m_mmas : config_.n_mmas;
    const bool moves = meaning.role == OpRole::global_load || meaning.role == OpRole::fragment_load;
    if (moves && (op.stage < 0 || op.stage >= config_.depth)) {
      return {Rule::no_such_place, op.stage, config_.depth - 1};
    }
    if (moves && (op.subtile < 0 || op.subtile >= subtiles)) return {Rule::no_such_place, op.subtile, subtiles - 1};
    switch (meaning.role) {
      case OpRole::global_load:
        step.action = Action::fetch;
        step.counter = Counter::vm;
        step.weight = positive(op.vm_cost > 0 ? op.vm_cost : config_.vm_per_channel(channel));
        // k is 0 in the prologue, one double-iteration ahead in the loop, and the end of K in the epilogue.
        step.tile = detail::loaded_tile(op.k_offset) - (step.section == Section::prologue ? 2 : 0);
        step.tile_step = 2;
        touch(shared_[channel], op.stage, op.subtile, AccessMode::write);
        return {};
      case OpRole::fragment_load:
        step.action = Action::move;
        step.counter = Counter::lgkm;
        step.weight = positive(emitted_.lgkm_per_fragment[channel]);
        for (int half = 0; half < subtiles; ++half) {
          const unsigned readers = waves_reading(role, channel, op.subtile, half);
          if (readers != 0) touch(shared_[channel], op.stage, half, AccessMode::read, readers);
        }
        touch(operand_[channel], 0, op.subtile, AccessMode::write);
        return {};
      case OpRole::compute:
        step.action = Action::consume;
        if (op.stage < 0 || op.stage >= config_.m_mmas) return {Rule::no_such_place, op.stage, config_.m_mmas - 1};
        if (op.subtile < 0 || op.subtile >= config_.n_mmas) {
          return {Rule::no_such_place, op.subtile, config_.n_mmas - 1};
        }
        step.accumulator = op.stage * config_.n_mmas + op.subtile;
        for (int c = 0; c < 2; ++c) touch(operand_[c], 0, config_.compute_match_key(op, c), AccessMode::read);
        return {};
      default: return {Rule::unknown_tag, op.tag, tags::last_framework};  // a store; depth 2 has none
    }
  }

  constexpr Diagnostic lower_single_buffer(const OpDesc& op, const TagMeaning& meaning, Step& step) {
    const int fragments = out_.accumulators;
    const bool part = meaning.role == OpRole::fragment_load || meaning.role == OpRole::compute;
    if (part && (op.subtile < 0 || op.subtile >= fragments)) return {Rule::no_such_place, op.subtile, fragments - 1};
    if (op.stage != 0) return {Rule::no_such_place, op.stage, 0};
    switch (meaning.role) {
      case OpRole::global_load:
        step.action = Action::fetch;
        step.counter = Counter::vm;
        step.tile = loads_seen_++;  // loads fetch the tiles in order
        step.tile_step = step.section == Section::prologue ? 0 : loads_per_trip_;
        touch(staged_, 0, 0, AccessMode::write);
        return {};
      case OpRole::shared_store:
        step.action = Action::move;
        step.counter = Counter::lgkm;
        touch(staged_, 0, 0, AccessMode::read);
        for (int t = 0; t < fragments; ++t) touch(shared_[0], 0, t, AccessMode::write);
        return {};
      case OpRole::fragment_load:
        step.action = Action::move;
        step.counter = Counter::lgkm;
        touch(shared_[0], 0, op.subtile, AccessMode::read);
        touch(operand_[0], 0, op.subtile, AccessMode::write);
        return {};
      default:
        step.action = Action::consume;
        step.accumulator = op.subtile;
        touch(operand_[0], 0, op.subtile, AccessMode::read);
        return {};
    }
  }

  /// Mask of the role's waves whose fragment of a quadrant lies in a half-tile.
  [[nodiscard]] constexpr unsigned waves_reading(const Role& role, int channel, int quadrant, int half) const {
    unsigned readers = 0;
    for (int wave = role.first_wave; wave < role.first_wave + role.waves; ++wave) {
      const int read = protocol_.fragments.half_tile(protocol_.class_of(wave), channel, quadrant);
      if (read == half || read == FragmentLayout::every_half) readers |= 1U << wave;
    }
    return readers;
  }

  constexpr void touch(int buffer, int slot, int subtile, AccessMode mode, unsigned waves = 0) {
    out_.accesses.push_back({buffer, slot, 0, subtile, mode, waves});
  }

  static constexpr int positive(int weight) { return weight > 0 ? weight : 1; }

  const EmittedSections& emitted_;
  const KernelProtocol& protocol_;
  const PipelineConfig& config_;
  WaveProgram out_;
  TagMeaning tags_[tags::first_framework] = {};
  int shared_[2] = {};
  int operand_[2] = {};
  int staged_ = 0;
  int loads_seen_ = 0;
  int loads_per_trip_ = 0;
};

}  // namespace detail

/// Fails if an entry has an unknown tag or accesses a stage or subtile that does not exist.
constexpr Result<WaveProgram> lower(const EmittedSections& emitted, const KernelProtocol& protocol) {
  return detail::Lowering(emitted, protocol).run();
}

}  // namespace stretto
