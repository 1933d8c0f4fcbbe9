// Finds the schedules of `stretto::attention`'s plans, and compares them with the file that has them.
//
//   attention_schedules FILE         exits with 1 if FILE has other schedules
//   attention_schedules FILE write   writes FILE
//
// A schedule depends on the figures of the GPU and on the version of the library.
#include <stretto/hopper/attention_plans.hpp>

#include "schedule_file.hpp"

namespace stretto {
namespace {

/// A specification as it is written in C++, without what is the default.
std::string spec_source(const hopper::AttentionSpec& spec) {
  constexpr hopper::AttentionSpec usual;
  std::string text = "AttentionSpec{.head = " + std::to_string(spec.head);
  const auto add = [&](const char* name, int value, int by_default) {
    if (value != by_default) text += std::string(", .") + name + " = " + std::to_string(value);
  };
  add("keys", spec.keys, usual.keys);
  add("consumers", spec.consumers, usual.consumers);
  add("query_slots", spec.query_slots, usual.query_slots);
  if (spec.turns != usual.turns) text += spec.turns ? ", .turns = true" : ", .turns = false";
  add("slots", spec.slots, usual.slots);
  add("latency", spec.latency, usual.latency);
  return text + "}";
}

template <int Head>
void add(ScheduleFile& file) {
  constexpr hopper::AttentionSpec spec = hopper::attention_spec<Head>;
  file.add<hopper::AttentionLoop<spec>>("AttentionSchedule<" + spec_source(spec) + ">");
  file.add<hopper::QueryLoop<spec>>("QuerySchedule<" + spec_source(spec) + ">");
}

constexpr const char* head =
    "// The schedules of the loops of `stretto::attention`, so that its users' compilers do not search for them. "
    "Written\n"
    "// by tests/pipeline/attention_schedules.cpp; do not edit.\n#pragma once\n\n#include "
    "<stretto/hopper/attention_spec.hpp>\n#include <stretto/pipeline/given_schedule.hpp>\n\nnamespace stretto::hopper "
    "{\n\n/// The schedule of the loop over blocks of keys, as a member `plan`. This one has none: the compiler "
    "searches.\ntemplate <AttentionSpec Spec>\nstruct AttentionSchedule {};\n\n/// The schedule of the loop over tiles "
    "of queries, likewise.\ntemplate <AttentionSpec Spec>\nstruct QuerySchedule {};\n";

}  // namespace
}  // namespace stretto

int main(int argc, char** argv) {
  stretto::ScheduleFile file;
  stretto::add<64>(file);
  stretto::add<128>(file);
  stretto::add<256>(file);
  return file.finish(stretto::head, argc, argv);
}
