#include "emitted_schedule.hpp"

#include <stdexcept>

#include "entry_reader.hpp"

namespace stretto::executor {

void refuse_entry(Section section, int entry, const std::string& why) {
  throw std::invalid_argument(std::string(name(section)) + " entry " + std::to_string(entry) + ": " + why);
}

Instruction at_entry(Section section, int entry) {
  Instruction instruction;
  instruction.section = section;
  instruction.entry = entry;
  return instruction;
}

bool add_sync(const OpDesc& op, const Instruction& place, Vector<Instruction>& out) {
  Instruction instruction = place;
  instruction.count = op.wait_value;
  switch (op.tag) {
    case tags::barrier: instruction.action = Action::barrier; break;
    case tags::wait_vm:
      instruction.action = Action::wait;
      instruction.counter = Counter::vm;
      break;
    case tags::wait_lgkm:
      instruction.action = Action::wait;
      instruction.counter = Counter::lgkm;
      break;
    default: return op.tag >= tags::first_framework;  // priorities, fences and hints do not affect the data
  }
  out.push_back(instruction);
  return true;
}

void begin_fetch(Instruction& out, const Machine& machine, int weight, int transfers) {
  out.action = Action::fetch;
  out.counter = Counter::vm;
  out.weight = weight;
  out.first = machine.transfers.size();
  out.size = transfers;
}

void begin_move(Instruction& out, const Machine& machine, int weight, int transfers) {
  begin_fetch(out, machine, weight, transfers);
  out.action = Action::move;
  out.counter = Counter::lgkm;
}

int rows_for(std::initializer_list<int> weights) {
  constexpr int most = 4096;
  int rows = 1;
  for (int weight : weights) rows = weight > rows ? weight : rows;
  if (rows > most) throw std::invalid_argument("weight " + std::to_string(rows));
  return rows;
}

Machine machine_of(const EmittedSchedule& schedule) {
  switch (schedule.family) {
    case Family::ping_pong: return ping_pong_machine(schedule);
    case Family::four_wave: return four_wave_machine(schedule);
    case Family::single_buffer: return single_buffer_machine(schedule);
  }
  throw std::invalid_argument("family");
}

}  // namespace stretto::executor
