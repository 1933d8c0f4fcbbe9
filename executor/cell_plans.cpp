#include "cell_plans.hpp"

#include <algorithm>
#include <stdexcept>

namespace stretto::executor {

namespace {

constexpr int most_columns = 1 << 16;

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument("wave program: " + why); }

}  // namespace

CellPlans::CellPlans(const WaveProgram& program, Machine& machine) : program_(program) {
  number_cells();
  for (const Role& role : program.roles) {
    for (int wave = role.first_wave; wave < role.first_wave + role.waves; ++wave) {
      for (Section section : run_sections) {
        for (const Step& step : role.steps[section]) find_parts(wave, step);
      }
    }
  }
  resolving_.assign(plans_.size(), false);
  const int cells = static_cast<int>(plans_.size());
  for (int c = 0; c < cells; ++c) resolve(c, machine);
  for (CellPlan& plan : plans_) {
    const Buffer& buffer = program.buffers[plan.buffer];
    plan.cell = add_cell(machine, buffer.space, buffer.slots, plan.content.size());
  }
}

void CellPlans::number_cells() {
  subtiles_.assign(static_cast<std::size_t>(program_.buffers.size()), 1);
  for (const StepAccess& access : program_.accesses) {
    int& subtiles = subtiles_.data()[access.buffer];
    subtiles = std::max(subtiles, access.subtile + 1);
  }
  for (int b = 0; b < program_.buffers.size(); ++b) {
    first_cell_.push_back(static_cast<int>(plans_.size()));
    const int copies = program_.buffers[b].per_wave() ? program_.waves() : 1;
    CellPlan plan;
    plan.buffer = b;
    for (int c = 0; c < copies * subtiles_.data()[b]; ++c) plans_.push_back(plan);
  }
}

int CellPlans::cell_of(int wave, const StepAccess& access) const {
  const int copy = program_.buffers[access.buffer].per_wave() ? wave : 0;
  return first_cell_.data()[access.buffer] + copy * subtiles_.data()[access.buffer] + access.subtile;
}

std::vector<const StepAccess*> CellPlans::accesses(int wave, const Step& step, AccessMode mode) const {
  std::vector<const StepAccess*> made;
  for (int a = step.first_access; a < step.first_access + step.access_count; ++a) {
    const StepAccess& access = program_.accesses[a];
    const bool mine = access.waves == 0 || (access.waves >> wave & 1u) != 0;
    if (access.mode == mode && mine) made.push_back(&access);
  }
  std::ranges::sort(made, {}, [this, wave](const StepAccess* access) { return cell_of(wave, *access); });
  return made;
}

std::string CellPlans::name(int cell) const {
  const int buffer = plan(cell).buffer;
  const int subtiles = subtiles_.data()[buffer];
  const int number = cell - first_cell_.data()[buffer];
  std::string text = std::string(program_.buffers[buffer].name) + "[" + std::to_string(number % subtiles) + "]";
  if (program_.buffers[buffer].per_wave()) text += " of wave " + std::to_string(number / subtiles);
  return text;
}

void CellPlans::find_parts(int wave, const Step& step) {
  if (step.action != Action::fetch && step.action != Action::move) return;
  Part part;
  part.wave = wave;
  part.fetched = step.action == Action::fetch;
  for (const StepAccess* read : accesses(wave, step, AccessMode::read)) {
    const int cell = cell_of(wave, *read);
    if (part.fetched) refuse("a fetch reads " + name(cell));
    if (!part.sources.empty() && part.sources.back() == cell) refuse("a move reads " + name(cell) + " twice");
    part.sources.push_back(cell);
  }
  if (!part.fetched && part.sources.empty()) return;  // no read belongs to this wave
  for (const StepAccess* write : accesses(wave, step, AccessMode::write)) add_part(cell_of(wave, *write), part);
}

void CellPlans::add_part(int cell, const Part& part) {
  std::vector<Part>& parts = plans_.data()[cell].parts;
  const auto place = std::ranges::lower_bound(parts, part.wave, {}, &Part::wave);
  if (place == parts.end() || place->wave != part.wave) {
    parts.insert(place, part);
  } else if (place->fetched != part.fetched || place->sources != part.sources) {
    refuse(name(cell) + " is filled from different places");
  }
}

const Vector<int>& CellPlans::resolve(int cell, Machine& machine) {
  CellPlan& of = plans_.data()[cell];
  if (!of.content.empty()) return of.content;
  const auto place = static_cast<std::size_t>(cell);
  if (resolving_[place]) refuse(name(cell) + " is filled from itself");
  resolving_[place] = true;
  Vector<int> content;
  for (Part& part : of.parts) {
    part.first_column = content.size();
    if (part.fetched) content.push_back(machine.tile_columns++);
    for (int source : part.sources) content.append(resolve(source, machine));
    if (content.size() > most_columns) refuse(name(cell) + " is put together from too many parts");
  }
  // No step writes this cell, so every read of it is wrong, whatever it should hold.
  if (content.empty()) content.push_back(machine.tile_columns++);
  of.content = static_cast<Vector<int>&&>(content);
  return of.content;
}

}  // namespace stretto::executor
