// Derived synchronisation: the proven variants of the Mojo schedules are proven and keep their pacing barriers, the
// number of barriers is minimal, and no derived entry is redundant.
#include <algorithm>
#include <functional>
#include <ostream>

#include <gtest/gtest.h>

#include "emitted.hpp"
#include "small_programs.hpp"

namespace stretto {
namespace {

using emitted::both_readings;
using emitted::Entries;

bool is_barrier(const OpDesc& op) { return op.tag == tags::barrier; }
bool is_wait(const OpDesc& op) { return op.tag == tags::wait_vm || op.tag == tags::wait_lgkm; }

int count(const Vector<ScheduleEntry>& entries, bool (*wanted)(const OpDesc&)) {
  int found = 0;
  for (const ScheduleEntry& entry : entries) found += wanted(entry.op) ? 1 : 0;
  return found;
}

/// A schedule with one part of its protocol replaced, so that its synchronisation is derived for that.
template <class S>
struct ReadAs : S {
  RegisterReading reading;
  ReadAs(const S& schedule, RegisterReading registers) : S(schedule), reading(registers) {}
  [[nodiscard]] KernelProtocol protocol() const {
    KernelProtocol protocol = S::protocol();
    protocol.registers = reading;
    return protocol;
  }
};

template <class S>
CompiledSchedule proven_variant_of(const S& schedule, RegisterReading reading) {
  return try_compile(Proven<ReadAs<S>>(ReadAs<S>(schedule, reading)));
}

struct ProvenVariant {
  std::string name;
  std::function<CompiledSchedule(RegisterReading)> compile;
  std::function<CompiledSchedule()> declared;
  int pacing;
  int derived;
  int delayed;

  friend void PrintTo(const ProvenVariant& variant, std::ostream* out) { *out << variant.name; }
};

std::vector<ProvenVariant> proven_variants() {
  std::vector<ProvenVariant> all;
  const auto add = [&](const std::string& name, const auto& schedule, int pacing, int derived, int delayed) {
    all.push_back({name, [schedule](RegisterReading reading) { return proven_variant_of(schedule, reading); },
                   [schedule] { return try_compile(schedule); }, pacing, derived, delayed});
  };
  add("ping_pong_csp", emitted::ping_pong(SchedulingStrategy::csp), 16, 0, 4);
  add("ping_pong_greedy", emitted::ping_pong(SchedulingStrategy::greedy), 16, 0, 4);
  add("ping_pong_identity", emitted::ping_pong(SchedulingStrategy::identity), 16, 0, 4);
  add("ping_pong_max_globals_0", emitted::ping_pong(SchedulingStrategy::csp, 0), 16, 0, 2);
  add("four_wave_bf16", emitted::four_wave(emitted::bf16_geometry), 0, 3, 0);
  add("four_wave_fp8", emitted::four_wave(emitted::fp8_geometry), 0, 3, 0);
  for (int k = 1; k <= 4; ++k) add("single_buffer_" + std::to_string(k), emitted::single_buffer(k), 0, 2, 0);
  return all;
}

class Synchronise : public testing::TestWithParam<ProvenVariant> {};

TEST_P(Synchronise, VariantIsProven) {
  for (const RegisterReading reading : both_readings) {
    const CompiledSchedule variant = GetParam().compile(reading);
    EXPECT_FALSE(variant.error) << describe(variant.error).c_str();
    EXPECT_TRUE(variant.sync_is_derived);
    EXPECT_EQ(variant.level, VerificationLevel::proven);
    EXPECT_EQ(variant.verification.verdict, Verdict::proven);
    EXPECT_TRUE(variant.verification.hazards.empty());
    EXPECT_GT(variant.verification.pairs_checked, 16);
  }
}

TEST_P(Synchronise, WhatIsDerivedForExplicitWaitsAlsoHoldsWithInterlocks) {
  const CompiledSchedule variant = GetParam().compile(RegisterReading::explicit_waits);
  EXPECT_EQ(Entries(variant).verify(RegisterReading::interlocked).verdict, Verdict::proven);
}

TEST_P(Synchronise, KeepsThePaceAndDerivesTheFewestBarriers) {
  for (const RegisterReading reading : both_readings) {
    const CompiledSchedule variant = GetParam().compile(reading);
    EXPECT_EQ(variant.derived.pacing_barriers_per_trip, GetParam().pacing);
    EXPECT_EQ(variant.derived.derived_barriers_per_trip, GetParam().derived);
    EXPECT_EQ(count(variant.kernel, is_barrier), GetParam().pacing + GetParam().derived);
    EXPECT_EQ(variant.derived.delayed_loads, GetParam().delayed);
  }
}

TEST_P(Synchronise, TheCertificateSaysWhyFewerBarriersDoNotSuffice) {
  for (const RegisterReading reading : both_readings) {
    const CompiledSchedule variant = GetParam().compile(reading);
    const MinimalityCertificate& certificate = variant.derived.certificate;
    if (GetParam().derived == 0) {
      EXPECT_TRUE(certificate.needs.empty());  // there is nothing to justify
      continue;
    }
    EXPECT_FALSE(certificate.needs.empty());
    EXPECT_GE(certificate.windings, 1);
    const int with_one_less = GetParam().pacing + GetParam().derived - 1;
    EXPECT_GT(certificate.barriers_needed, certificate.windings * with_one_less);
  }
}

TEST_P(Synchronise, EverySyncEntryIsPacingOrHasAReason) {
  for (const RegisterReading reading : both_readings) {
    const CompiledSchedule variant = GetParam().compile(reading);
    const Entries entries(variant);
    int noted[3] = {};
    for (const SyncNote& note : variant.derived.notes) {
      ++noted[static_cast<int>(note.section)];
      const OpDesc& op = entries.sections[note.section][note.entry].op;
      EXPECT_TRUE(is_barrier(op) || is_wait(op)) << emitted::entry_name(note.section, note.entry);
      // The pair that needs it names ops that touch memory.
      const SyncReason& reason = note.reason;
      ASSERT_GE(reason.first_entry, 0);
      ASSERT_GE(reason.second_entry, 0);
      EXPECT_TRUE(entries.sections[reason.first_section][reason.first_entry].op.is_kernel_op());
      EXPECT_TRUE(entries.sections[reason.second_section][reason.second_entry].op.is_kernel_op());
    }
    for (const Section section : run_sections) {
      const int waits = count(entries.sections[section], is_wait);
      const int barriers = count(entries.sections[section], is_barrier);
      const int unnoted = waits + barriers - noted[static_cast<int>(section)];
      EXPECT_GE(unnoted, 0);
      if (GetParam().pacing == 0) {
        EXPECT_EQ(unnoted, 0) << name(section);
      }
      if (section == Section::kernel) {
        EXPECT_EQ(unnoted, GetParam().pacing);
      }
    }
  }
}

/// If one derived entry is removed, or its wait loosened by one, the program is not proven under any latency bounds.
void expect_needed(const CompiledSchedule& variant, int& removed, int& loosened) {
  for (const SyncNote& note : variant.derived.notes) {
    Entries without(variant);
    without.protocol.latency = {};
    const std::string where = emitted::entry_name(note.section, note.entry);
    Entries looser = without;
    const OpDesc gone = without.remove(note.section, note.entry);
    const Verification found = without.verify();
    EXPECT_EQ(found.verdict, Verdict::race) << where << " can be left out";
    ++removed;
    // The pair that the entry gives as its reason is now among the unordered ones; or its first op is overtaken by its
    // own next execution, and the verifier names that instead.
    const auto is = [&](const StepInstance& step, Section section, int entry) {
      return step.section == section && step.entry == entry - (section == note.section && entry > note.entry ? 1 : 0);
    };
    bool reason_found = false;
    for (const Hazard& hazard : found.hazards) {
      const SyncReason& reason = note.reason;
      const bool first = is(hazard.first, reason.first_section, reason.first_entry);
      const bool second = is(hazard.second, reason.second_section, reason.second_entry);
      const bool overtaken = hazard.kind == HazardKind::output && hazard.first.same_entry(hazard.second);
      reason_found |= first && ((hazard.kind == reason.kind && second) || overtaken);
    }
    EXPECT_TRUE(reason_found) << where;
    if (!is_wait(gone)) continue;
    ++looser.op(note.section, note.entry).wait_value;
    const Verification loose = looser.verify();
    EXPECT_NE(loose.verdict, Verdict::proven) << where << " can be loosened";
    if (loose.verdict == Verdict::invalid) {
      EXPECT_TRUE(loose.invalid.rule == Rule::wait_vm_field || loose.invalid.rule == Rule::wait_lgkm_field);
    }
    ++loosened;
  }
}

TEST_P(Synchronise, NoDerivedEntryIsIdle) {
  for (const RegisterReading reading : both_readings) {
    const CompiledSchedule variant = GetParam().compile(reading);
    int removed = 0;
    int loosened = 0;
    expect_needed(variant, removed, loosened);
    EXPECT_EQ(removed, variant.derived.notes.size());
    int waits = 0;
    for (const Vector<ScheduleEntry>* section : {&variant.prologue, &variant.kernel, &variant.epilogue}) {
      waits += count(*section, is_wait);
    }
    EXPECT_EQ(loosened, waits);
    EXPECT_GE(removed, 5);
  }
}

std::vector<OpDesc> ops_of(const Vector<ScheduleEntry>& entries, bool (*wanted)(const OpDesc&)) {
  std::vector<OpDesc> ops;
  for (const ScheduleEntry& entry : entries) {
    if (wanted(entry.op)) ops.push_back(entry.op);
  }
  return ops;
}

TEST_P(Synchronise, OpsKeepTheirOrderExceptLoadsThatAreTooEarly) {
  const CompiledSchedule declared = GetParam().declared();
  const CompiledSchedule variant = GetParam().compile(RegisterReading::explicit_waits);
  const auto any = [](const OpDesc& op) { return op.is_kernel_op(); };
  const auto load = [](const OpDesc& op) { return op.role == OpRole::global_load; };
  const auto other = [](const OpDesc& op) { return op.is_kernel_op() && op.role != OpRole::global_load; };
  EXPECT_EQ(ops_of(variant.prologue, any), ops_of(declared.prologue, any));
  EXPECT_EQ(ops_of(variant.epilogue, any), ops_of(declared.epilogue, any));
  EXPECT_EQ(ops_of(variant.kernel, other), ops_of(declared.kernel, other));
  const std::vector<OpDesc> loads = ops_of(variant.kernel, load);
  for (const OpDesc& op : ops_of(declared.kernel, load)) {
    EXPECT_EQ(std::count(loads.begin(), loads.end(), op), 1) << op.tag << " " << op.stage << " " << op.subtile;
  }
  EXPECT_EQ(ops_of(variant.kernel, any) == ops_of(declared.kernel, any), GetParam().delayed == 0);
}

INSTANTIATE_TEST_SUITE_P(Mojo, Synchronise, testing::ValuesIn(proven_variants()),
                         [](const auto& variant) { return variant.param.name; });

// --- small programs

/// Its steps without any synchronisation.
WaveProgram bare_ring(int waves, int slots) {
  return small::Ring{.waves = waves,
                     .slots = slots,
                     .wait_for_fetch = false,
                     .flow_barrier = false,
                     .anti_barrier = false,
                     .wait_for_move = false}
      .program();
}

int steps_of(const WaveProgram& program, Section section, Action action) {
  int found = 0;
  for (const Step& step : program.roles[0].steps[section]) found += step.action == action ? 1 : 0;
  return found;
}

struct Needed {
  int waves;
  int slots;
  int barriers;
  int waits;
};

TEST(SynchroniseSmall, ARingGetsTheBarriersThatItsSlotsAskFor) {
  // One wave needs none. With several, one barrier at the end of the trip is between the arrival of a tile and its
  // reads as well as between the reads of a slot and the next load into it.
  for (const Needed& needed : {Needed{1, 2, 0, 2}, Needed{2, 2, 1, 2}, Needed{2, 3, 1, 2}, Needed{4, 3, 1, 2}}) {
    const WaveProgram bare = bare_ring(needed.waves, needed.slots);
    EXPECT_EQ(verify(bare).verdict, Verdict::race);
    const Result<SyncPlan> plan = synchronise(bare);
    ASSERT_TRUE(plan.ok());
    const WaveProgram synchronised = with_synchronisation(bare, plan.value);
    EXPECT_EQ(verify(synchronised).verdict, Verdict::proven);
    EXPECT_EQ(plan.value.derived_barriers_per_trip, needed.barriers) << needed.waves << " " << needed.slots;
    EXPECT_EQ(steps_of(synchronised, Section::kernel, Action::barrier), needed.barriers);
    EXPECT_EQ(steps_of(synchronised, Section::kernel, Action::wait), needed.waits)
        << needed.waves << " " << needed.slots;
  }
}

TEST(SynchroniseSmall, PacingBarriersAreCountedOn) {
  // The ring's own two barriers, declared as pacing: nothing but waits is added.
  const WaveProgram paced = small::Ring{.wait_for_fetch = false, .wait_for_move = false}.program();
  const Result<SyncPlan> plan = synchronise(paced);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan.value.pacing_barriers_per_trip, 2);
  EXPECT_EQ(plan.value.derived_barriers_per_trip, 0);
  EXPECT_EQ(verify(with_synchronisation(paced, plan.value)).verdict, Verdict::proven);
}

TEST(SynchroniseSmall, InterlockedRegistersTakeNoWait) {
  WaveProgram bare = bare_ring(1, 2);
  bare.registers = RegisterReading::interlocked;
  const Result<SyncPlan> plan = synchronise(bare);
  ASSERT_TRUE(plan.ok());
  const WaveProgram synchronised = with_synchronisation(bare, plan.value);
  EXPECT_EQ(verify(synchronised).verdict, Verdict::proven);
  EXPECT_EQ(steps_of(synchronised, Section::kernel, Action::wait), 1);  // for the tile in shared memory
}

TEST(SynchroniseSmall, WaitsCountHardwareOperations) {
  small::Line line(1, 2, 1);
  line.put({explorer::fetch(0, 0, {0, 0}, 2), explorer::fetch(1, 0, {0, 1}, 3), explorer::move({0, 0}, {1, 0}),
            explorer::consume(0, {{1, 0}})});
  const Result<SyncPlan> plan = synchronise(line.program());
  ASSERT_TRUE(plan.ok());
  const WaveProgram synchronised = with_synchronisation(line.program(), plan.value);
  EXPECT_EQ(verify(synchronised).verdict, Verdict::proven);
  Vector<int> counts;
  for (const Step& step : synchronised.roles[0].steps.prologue) {
    if (step.action == Action::wait) counts.push_back(step.count);
  }
  ASSERT_EQ(counts.size(), 2);
  EXPECT_EQ(counts[0], 3);  // the second fetch may stay in flight
  EXPECT_EQ(counts[1], 0);
}

TEST(SynchroniseSmall, AnOrderThatCannotBeFixedIsRefused) {
  small::Line line(1);
  line.put(
      {explorer::fetch(0, 0, {0}), explorer::fetch(1, 0, {0}), explorer::move({0}, {1}), explorer::consume(0, {{1}})});
  const Result<SyncPlan> plan = synchronise(line.program());
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error.rule, Rule::order_cannot_be_fixed);
  EXPECT_EQ(plan.error.entry, 1);  // stands before ...
  EXPECT_EQ(plan.error.limit, 2);  // ... what must be over first
}

TEST(SynchroniseSmall, RolesWithDifferentStepsAreRefused) {
  WaveProgram program = bare_ring(1, 2);
  program.roles.push_back(program.roles[0]);
  program.roles[1].first_wave = 1;
  program.roles[1].steps.kernel.pop_back();
  const Result<SyncPlan> plan = synchronise(program);
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error.rule, Rule::programs_differ);
}

}  // namespace
}  // namespace stretto
