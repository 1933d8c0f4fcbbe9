// Unrolls the trips of a wave program, and numbers the cells of memory in the order of their first use.
#include "unrolled.hpp"

#include <algorithm>

#include "executor/plain_program.hpp"

namespace stretto::explorer {
namespace {

void add(std::vector<int>& to, int cell_index) {
  if (std::find(to.begin(), to.end(), cell_index) == to.end()) to.push_back(cell_index);
}

}  // namespace

Unrolled::Unrolled(const WaveProgram& program, int trips) : program_(program), trips_(trips) {
  if (const char* feature = executor::beyond_plain(program)) require(false, feature);
  require(trips >= 0, "a trip count below zero");
  capacity = {program.limits.vm_capacity, program.limits.lgkm_capacity};
  draining = program.barriers == BarrierKind::draining;
  find_contributors();
  waves.resize(place(program.waves()));
  std::vector<bool> named(place(program.accumulators), false);
  for (const Role& role : program.roles) {
    for (int w = 0; w < role.waves; ++w) unroll(role, role.first_wave + w, named);
  }
  const bool all_named = std::find(named.begin(), named.end(), false) == named.end();
  if (!all_named && tiles() != 0) complete = false;
}

std::span<const StepAccess> Unrolled::accesses(const Step& step) const {
  require(step.first_access >= 0 && step.access_count >= 0 &&
              step.first_access + step.access_count <= program_.accesses.size(),
          "a step with accesses that the program does not have");
  return {program_.accesses.begin() + step.first_access, place(step.access_count)};
}

const Buffer& Unrolled::buffer(const StepAccess& access) const {
  require(access.buffer >= 0 && access.buffer < program_.buffers.size(), "an access to no buffer");
  const Buffer& found = program_.buffers[access.buffer];
  require(access.subtile >= 0 && access.subtile < found.subtiles, "an access to no subtile");
  return found;
}

void Unrolled::find_contributors() {
  for (const Role& role : program_.roles) {
    for (const Section section : all_sections) {
      for (const Step& step : role.steps[section]) {
        for (const StepAccess& access : accesses(step)) {
          if (access.mode != AccessMode::write || buffer(access).per_wave()) continue;
          std::vector<int>& of_subtile = contributors_[{access.buffer, access.subtile}];
          for (int w = role.first_wave; w < role.first_wave + role.waves; ++w) {
            if (std::find(of_subtile.begin(), of_subtile.end(), w) == of_subtile.end()) of_subtile.push_back(w);
          }
        }
      }
    }
  }
}

int Unrolled::cell(const StepAccess& access, int trip, int part) {
  const int slot = access.slot_in_trip(trip, buffer(access).slots);
  require(slot >= 0, "an access to a negative slot");
  const auto [found, added] = cells_.try_emplace({access.buffer, slot, access.subtile, part}, cells);
  if (added) ++cells;
  return found->second;
}

void Unrolled::add_access(Instance& instance, const StepAccess& access, int trip, int wave) {
  const bool own = buffer(access).per_wave();
  const bool made = access.waves == 0 || (access.waves >> static_cast<unsigned>(wave) & 1U) != 0;
  if (access.mode == AccessMode::read && !made) return;
  if (own && program_.registers == RegisterReading::interlocked) add(instance.guarded, cell(access, trip, wave));
  if (access.mode == AccessMode::write) {
    add(instance.writes, cell(access, trip, wave));
  } else if (own) {
    add(instance.reads, cell(access, trip, wave));
  } else {
    std::vector<int> parts = contributors_[{access.buffer, access.subtile}];
    if (parts.empty()) parts.push_back(-1);  // never written by anyone
    for (const int part : parts) {
      add(instance.reads, cell(access, trip, part));
      add(instance.held, cell(access, trip, part));
    }
  }
}

Instance Unrolled::instantiate(const Step& step, int trip, int wave) {
  Instance instance;
  instance.action = step.action;
  instance.trip = trip;
  instance.section = step.section;
  if (step.action == Action::barrier) return instance;
  instance.counter = step.counter == Counter::lgkm ? lgkm : vm;
  if (step.action == Action::wait) {
    if (step.counter != Counter::none) instance.count = step.count;
    return instance;
  }
  instance.asynchronous = step.counter != Counter::none;
  bool writes_shared = false;
  for (const StepAccess& access : accesses(step)) {
    add_access(instance, access, trip, wave);
    if (access.mode == AccessMode::write && !buffer(access).per_wave()) writes_shared = true;
  }
  if (instance.asynchronous) {
    require(step.weight >= 1, "an asynchronous step without hardware operations");
    instance.weight = step.weight;
  } else if (writes_shared) {
    instance.weight = 2;
  }
  if (step.action == Action::fetch) {
    const int tile = step.tile + trip * step.tile_step;
    require(tile <= largest_tile, "a K tile too far out");
    if (tile >= 0) instance.fetched = becoming(tile);
  }
  return instance;
}

void Unrolled::unroll(const Role& role, int index_of_wave, std::vector<bool>& named) {
  require(index_of_wave >= 0 && place(index_of_wave) < waves.size(), "waves are not numbered 0, 1, 2, ...");
  Wave& wave = waves[place(index_of_wave)];
  std::vector<int> consumes(place(program_.accumulators), 0);
  std::vector<bool> names(place(program_.accumulators), false);
  for (const Section section : all_sections) {
    const Vector<Step>& steps = role.steps[section];
    for (const Step& step : steps) {
      if (step.action != Action::consume) continue;
      require(step.accumulator >= 0 && step.accumulator < program_.accumulators, "a consume without accumulator");
      names[place(step.accumulator)] = true;
      named[place(step.accumulator)] = true;
    }
    const int first_trip = section == Section::epilogue ? trips_ : 0;
    const int repeats = section == Section::kernel ? trips_ : 1;
    for (int trip = first_trip; trip < first_trip + repeats; ++trip) {
      for (int i = 0; i < steps.size(); ++i) {
        Instance instance = instantiate(steps[i], trip, index_of_wave);
        instance.section = section;
        instance.index = i;
        if (instance.action == Action::consume) instance.turn = consumes[place(steps[i].accumulator)]++;
        for (const std::size_t counter : {vm, lgkm})
          wave.issued[counter].push_back(static_cast<int>(wave.owner[counter].size()));
        if (instance.asynchronous) {
          std::vector<int>& owner = wave.owner[instance.counter];
          instance.first_operation = static_cast<int>(owner.size());
          owner.insert(owner.end(), place(instance.weight), static_cast<int>(wave.steps.size()));
        }
        wave.steps.push_back(std::move(instance));
      }
    }
  }
  for (const std::size_t counter : {vm, lgkm})
    wave.issued[counter].push_back(static_cast<int>(wave.owner[counter].size()));
  for (int i = 0; i < program_.accumulators; ++i) {
    if (names[place(i)] && consumes[place(i)] != tiles()) complete = false;
  }
}

}  // namespace stretto::explorer
