#include "audit/drawn_kernel.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "audit/amdgcn/access_size.hpp"
#include "audit/kernel_work.hpp"
#include "audit/lds_regions.hpp"
#include "show/subject.hpp"

namespace stretto::tool {

namespace {

enum KernelUnit : int { kernel_memory, kernel_lds, kernel_matrix, kernel_vector };
constexpr const char* unit_names[] = {"memory", "LDS", "matrix cores", "vector units"};
constexpr int simds = 4;                       // of a compute unit
constexpr int most_in_one_step = 8;            // memory operations
constexpr int least_drawn_work = 5;            // instructions; less is part of the next step
constexpr int most_steps_without_loop = 2000;  // of a wave
constexpr int bytes_of_exchange = 4;

/// The first access to a register that a load fills: part of the work of its wave.
bool is_touch(const Step& step) { return step.action == Action::consume && step.counter == Counter::none; }
bool is_sync(const Step& step) { return step.action == Action::wait || step.action == Action::barrier; }
/// The counter that a memory operation increments.
Counter counted_in(const Step& step) { return step.counter == Counter::scalar ? Counter::lgkm : step.counter; }

/// Identifies waves that are drawn as one role.
using Stream = std::vector<std::tuple<Section, int, Action, Counter, int>>;

Stream stream_of(const Role& role) {
  Stream out;
  for (const Section section : run_sections) {
    for (const Step& step : role.steps[section]) {
      if (!is_touch(step)) out.emplace_back(section, step.part, step.action, step.counter, step.count);
    }
  }
  return out;
}

/// "wave 0", "waves 0 to 3", "waves 0, 2, 4".
std::string waves_text(const std::vector<int>& waves) {
  if (waves.size() == 1) return "wave " + std::to_string(waves.front());
  const bool range = waves.back() - waves.front() + 1 == static_cast<int>(waves.size());
  if (range) return "waves " + std::to_string(waves.front()) + " to " + std::to_string(waves.back());
  std::string out = "waves ";
  for (std::size_t i = 0; i < waves.size(); ++i) out += (i > 0 ? ", " : "") + std::to_string(waves[i]);
  return out;
}

/// The positions in the queue of a counter at which some wait ends what it waits for. Operations on both sides are not
/// drawn as one step.
class QueueCuts {
 public:
  explicit QueueCuts(const Role& role) {
    for (const Section section : run_sections) {
      for (const Step& step : role.steps[section]) {
        if (!is_touch(step) && !is_sync(step)) ++issued_[{section, counted_in(step)}];
      }
    }
    for (const Section section : run_sections) {
      std::map<Counter, int> before;
      for (const Step& step : role.steps[section]) {
        if (is_touch(step) || step.action == Action::barrier) continue;
        if (step.action == Action::wait) {
          cut(section, step.counter, before[step.counter] - step.count);
        } else {
          ++before[counted_in(step)];
        }
      }
    }
  }

  [[nodiscard]] bool at(Section section, Counter counter, int number) const {
    return cuts_.contains({section, counter, number});
  }

 private:
  [[nodiscard]] int issued(Section section, Counter counter) const {
    const auto found = issued_.find({section, counter});
    return found == issued_.end() ? 0 : found->second;
  }

  /// A negative number is in an earlier trip or section.
  void cut(Section section, Counter counter, int number) {
    if (number >= 0) {
      cuts_.insert({section, counter, number});
      return;
    }
    if (section == Section::prologue) return;
    const int of_trip = issued(Section::kernel, counter);
    if (of_trip > 0) {
      const int trips = (-number + of_trip - 1) / of_trip;
      cuts_.insert({Section::kernel, counter, number + trips * of_trip});
    }
    const int in_prologue = issued(Section::prologue, counter) + number;
    if (in_prologue >= 0) cuts_.insert({Section::prologue, counter, in_prologue});
  }

  std::map<std::pair<Section, Counter>, int> issued_;
  std::set<std::tuple<Section, Counter, int>> cuts_;
};

class Drawer {
 public:
  Drawer(const audit::KernelProgram& of, const Gpu& gpu, DrawnKernel& out)
      : of_(of), kernel_(of.kernel()), gpu_(gpu), regions_(of), out_(out) {
    WaveProgram& program = out_.program;
    program.limits = gpu.limits;
    for (const LdsRegion& region : regions_.all()) {
      Buffer buffer;
      buffer.name = keep(region.name);
      buffer.space = Space::shared;
      buffer.bytes = region.bytes;
      program.buffers.push_back(buffer);
    }
    for (const char* name : unit_names) out_.costs.units.push_back({name, 1});
    out_.costs.barrier = gpu.barrier;
    out_.step_of.resize(static_cast<std::size_t>(of.program.roles.size()));
    out_.role_of.resize(out_.step_of.size());
    std::map<Stream, std::vector<int>> classes;
    std::vector<const std::vector<int>*> in_order;
    for (int w = 0; w < of.program.roles.size(); ++w) {
      std::vector<int>& waves = classes[stream_of(of.program.roles[w])];
      if (waves.empty()) in_order.push_back(&waves);
      waves.push_back(w);
    }
    limit(in_order);
    for (const std::vector<int>* waves : in_order) draw(*waves);
  }

 private:
  const char* keep(const std::string& text) { return out_.names.emplace_back(text).c_str(); }

  /// A kernel without a loop may be long. Its waves are cut after the same number of barriers.
  void limit(const std::vector<const std::vector<int>*>& classes) {
    if (of_.loop.found()) return;
    for (const std::vector<int>* waves : classes) {
      int steps = 0;
      int barriers = 0;
      for (const Step& step : of_.program.roles[waves->front()].steps.prologue) {
        if (is_touch(step)) continue;
        barriers += step.action == Action::barrier ? 1 : 0;
        if (++steps < most_steps_without_loop) continue;
        out_.cut = true;
        break;
      }
      most_barriers_ = std::min(most_barriers_, barriers);
    }
  }

  /// Adds a role for waves with the same stream.
  void draw(const std::vector<int>& waves) {
    const Role& first = of_.program.roles[waves.front()];
    Role role;
    role.name = keep(waves_text(waves));
    role.first_wave = waves.front();
    role.waves = static_cast<int>(waves.size());
    out_.program.roles.push_back(role);
    waves_ = &waves;
    const QueueCuts cuts(first);
    for (const int w : waves) out_.role_of[static_cast<std::size_t>(w)] = out_.program.roles.size() - 1;
    for (const Section section : run_sections) {
      steps_ = &out_.program.roles.back().steps[section];
      section_ = section;
      out_.labels.emplace_back();
      draw_section(first, cuts);
    }
  }

  /// The steps of a section that are not touches, by number.
  [[nodiscard]] std::vector<const Step*> events_of(const Role& role) const {
    std::vector<const Step*> out;
    for (const Step& step : role.steps[section_]) {
      if (!is_touch(step)) out.push_back(&step);
    }
    return out;
  }

  void draw_section(const Role& role, const QueueCuts& cuts) {
    std::vector<const Step*> events = events_of(role);
    if (out_.cut) cut(events);
    std::vector<int> drawn;         // by event
    std::vector<int> drawn_before;  // the work before it, or the event
    std::map<Counter, int> issued;
    const Step* before = nullptr;
    for (const Step* each : events) {
      const Step& event = *each;
      const KernelWork work = work_before(before, event);
      const bool alone = draws(work);
      if (alone) add_work(work);
      drawn_before.push_back(steps_->size() - (alone ? 1 : 0));
      const int number = is_sync(event) ? 0 : issued[counted_in(event)]++;
      const bool joins = !alone && !is_sync(event) && can_join(event) && !cuts.at(section_, counted_in(event), number);
      if (joins) {
        join(event);
        drawn_before.back() = steps_->size() - 1;
      } else {
        add(event);
      }
      if (!alone && !is_sync(event)) last_cost().issue += work.cycles();
      drawn.push_back(steps_->size() - 1);
      before = &event;
    }
    const int after = add_last_work(role, events);
    map_steps(drawn, drawn_before, after < 0 && !drawn.empty() ? drawn.back() : after);
  }

  /// `before`: null for the first event of a section.
  [[nodiscard]] KernelWork work_before(const Step* before, const Step& event) const {
    // The work before the first event of the kernel and of the epilogue ends the section before.
    if (before == nullptr && section_ != Section::prologue) return {};
    // A wait for two counters is one instruction.
    if (before != nullptr && before->part == event.part && before->counter == Counter::vm &&
        event.counter == Counter::lgkm) {
      return {};
    }
    return work_between(kernel_, gpu_, before == nullptr ? -1 : before->part, event.part);
  }

  void cut(std::vector<const Step*>& events) const {
    int barriers = 0;
    for (std::size_t i = 0; i < events.size(); ++i) {
      barriers += events[i]->action == Action::barrier ? 1 : 0;
      if (barriers <= most_barriers_ && i < std::size_t{most_steps_without_loop}) continue;
      events.resize(i);
      return;
    }
  }

  static bool draws(const KernelWork& work) {
    return work.matrix_instructions > 0 || work.instructions >= least_drawn_work;
  }

  [[nodiscard]] std::string place_text(int instruction) const {
    const assembly::Instruction& in = kernel_.code[static_cast<std::size_t>(instruction)];
    return kernel_.place(in.line);
  }

  [[nodiscard]] std::string source_text(int instruction) const {
    const assembly::Instruction& in = kernel_.code[static_cast<std::size_t>(instruction)];
    if (in.source_line <= 0 || in.source_file < 0 || std::cmp_greater_equal(in.source_file, kernel_.files.size()))
      return "";
    const std::string& file = kernel_.files[static_cast<std::size_t>(in.source_file)];
    return file.empty() ? "" : " (" + file + ":" + std::to_string(in.source_line) + ")";
  }

  /// "line 39", "lines 42 to 49, 31 to 34".
  [[nodiscard]] std::string lines_text(const std::vector<std::pair<int, int>>& ranges) const {
    const auto number = [&](int instruction) {
      const std::string place = place_text(instruction);
      return place.substr(place.find(' ') + 1);
    };
    const bool one = ranges.size() == 1 && ranges.front().first == ranges.front().second;
    std::string out = kernel_.has_addresses ? "address" : "line";
    if (!one) out += kernel_.has_addresses ? "es" : "s";
    const char* between = " ";
    for (const auto& [first, last] : ranges) {
      out += between + number(first) + (first == last ? "" : " to " + number(last));
      between = ", ";
    }
    return out;
  }

  void push(Step step, const std::string& label, const TimedOp* cost) {
    step.section = section_;
    step.op = -1;
    if (cost != nullptr) {
      step.op = out_.costs.ops.size();
      out_.costs.ops.push_back(*cost);
      out_.costs.ops.back().name = keep(label);
    }
    steps_->push_back(step);
    out_.labels.back().push_back(label);
  }

  TimedOp& last_cost() { return out_.costs.ops[steps_->back().op]; }

  /// All SIMDs share the waves of a role.
  [[nodiscard]] int occupancy(int cycles) const {
    return std::max(1, cycles * static_cast<int>(waves_->size()) / simds);
  }

  void add_work(const KernelWork& work) {
    const int first = work.ranges.front().first;
    Step step;
    step.action = Action::consume;
    step.entry = kernel_.code[static_cast<std::size_t>(first)].line;
    step.part = first;
    TimedOp cost;
    const bool matrix = work.matrix_instructions > 0;
    cost.unit = matrix ? kernel_matrix : kernel_vector;
    cost.occupancy = occupancy(matrix ? work.matrix_cycles : work.cycles());
    cost.issue = std::max(work.cycles(), work.matrix_cycles);
    cost.latency = cost.occupancy;
    const std::string all =
        std::to_string(work.instructions) + (work.instructions == 1 ? " instruction" : " instructions");
    const std::string label =
        matrix ? "mfma: " + std::to_string(work.matrix_instructions) + " of " + all : "work: " + all;
    push(step, label + ", " + lines_text(work.ranges) + source_text(first), &cost);
  }

  [[nodiscard]] long bytes_of(const Step& event) const {
    const std::string& mnemonic = kernel_.code[static_cast<std::size_t>(event.part)].mnemonic;
    const int each = assembly::bytes_per_lane(mnemonic);
    return static_cast<long>(each > 0 ? each : bytes_of_exchange) * assembly::lanes * static_cast<long>(waves_->size());
  }

  [[nodiscard]] TimedOp memory_cost(const Step& event) const {
    TimedOp cost;
    cost.issue = issue_cycles;
    if (event.counter == Counter::scalar) {
      cost.latency = gpu_.global_latency;
      return cost;
    }
    const bool global = event.counter == Counter::vm;
    const int rate = global ? gpu_.global_per_cycle : gpu_.shared_per_cycle;
    cost.unit = global ? kernel_memory : kernel_lds;
    cost.occupancy = static_cast<int>(std::max(1L, bytes_of(event) / rate));
    cost.latency = (global ? gpu_.global_latency : gpu_.shared_latency) + cost.occupancy;
    return cost;
  }

  void add(const Step& event) {
    const assembly::Instruction& in = kernel_.code[static_cast<std::size_t>(event.part)];
    Step step;
    step.action = event.action;
    step.counter = is_sync(event) ? event.counter : counted_in(event);
    step.count = event.count;
    step.entry = in.line;
    step.part = event.part;
    const TimedOp cost = is_sync(event) ? TimedOp() : memory_cost(event);
    const std::size_t space = in.text.find_first_of(" \t");
    const std::string operands = space == std::string::npos ? "" : in.text.substr(space + 1) + ", ";
    const std::string label = in.mnemonic + ": " + operands + place_text(event.part) + source_text(event.part);
    push(step, label, is_sync(event) ? nullptr : &cost);
  }

  /// Can the event be drawn in one step with the one before?
  [[nodiscard]] bool can_join(const Step& event) const {
    if (steps_->empty()) return false;
    const Step& before = steps_->back();
    const auto mnemonic = [&](const Step& of) { return kernel_.code[static_cast<std::size_t>(of.part)].mnemonic; };
    return before.op >= 0 && before.counter != Counter::none && before.weight < most_in_one_step &&
           before.action == event.action && before.counter == counted_in(event) &&
           mnemonic(before) == mnemonic(event) && event.part > before.part;
  }

  void join(const Step& event) {
    Step& step = steps_->back();
    const TimedOp more = memory_cost(event);
    TimedOp& cost = last_cost();
    cost.occupancy += more.unit < 0 ? 0 : more.occupancy;
    cost.latency += more.unit < 0 ? 0 : more.occupancy;
    cost.issue += more.issue;
    ++step.weight;
    std::string& label = out_.labels.back().back();
    label = kernel_.code[static_cast<std::size_t>(event.part)].mnemonic + ": " + std::to_string(step.weight) +
            " times, " + lines_text({{step.part, event.part}}) + source_text(step.part);
    cost.name = keep(label);
  }

  /// The work after the last event: up to the next section, or to the end. Returns its step; -1: none is drawn.
  int add_last_work(const Role& role, const std::vector<const Step*>& events) {
    if (events.empty() || out_.cut) return -1;
    int to = -1;
    const auto first_of = [&](Section section) {
      for (const Step& step : role.steps[section]) {
        if (to < 0 && !is_touch(step)) to = step.part;
      }
    };
    if (section_ != Section::epilogue) first_of(Section::kernel);
    if (section_ == Section::prologue) first_of(Section::epilogue);
    const KernelWork work = work_between(kernel_, gpu_, events.back()->part, to);
    if (!draws(work)) return -1;
    add_work(work);
    return steps_->size() - 1;
  }

  /// Notes the drawn step of each step of the audited program, and its accesses to the LDS.
  void map_steps(const std::vector<int>& drawn, const std::vector<int>& drawn_before, int after) {
    std::vector<std::set<std::pair<int, AccessMode>>> accesses(static_cast<std::size_t>(steps_->size()));
    for (const int w : *waves_) {
      std::vector<int>& out = out_.step_of[static_cast<std::size_t>(w)][section_];
      const Vector<Step>& steps = of_.program.roles[w].steps[section_];
      std::size_t number = 0;  // of events before
      for (int i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        if (is_touch(step)) {
          out.push_back(number < drawn.size() ? drawn_of_touch(steps, i, drawn[number], drawn_before[number]) : after);
          continue;
        }
        out.push_back(number < drawn.size() ? drawn[number] : -1);
        ++number;
        for (int k = 0; k < step.access_count && out.back() >= 0; ++k) {
          const StepAccess& access = of_.program.accesses[step.first_access + k];
          const int region = regions_.of_place(access.buffer, access.subtile);
          if (region >= 0) accesses[static_cast<std::size_t>(out.back())].insert({region, access.mode});
        }
      }
    }
    for (int i = 0; i < steps_->size(); ++i) {
      Step& step = (*steps_)[i];
      step.first_access = out_.program.accesses.size();
      for (const auto& [region, mode] : accesses[static_cast<std::size_t>(i)]) {
        StepAccess access;
        access.buffer = region;
        access.mode = mode;
        access.any = mode == AccessMode::read;
        out_.program.accesses.push_back(access);
      }
      step.access_count = out_.program.accesses.size() - step.first_access;
    }
  }

  /// A touch by the next event's own instruction belongs to it; otherwise to the work before.
  static int drawn_of_touch(const Vector<Step>& steps, int touch, int event, int before) {
    int next = touch;
    while (is_touch(steps[next])) ++next;
    return steps[touch].part == steps[next].part ? event : before;
  }

  const audit::KernelProgram& of_;
  const assembly::Kernel& kernel_;
  const Gpu& gpu_;
  LdsRegions regions_;
  DrawnKernel& out_;
  int most_barriers_ = most_steps_without_loop;
  // The role and the section that are being drawn.
  const std::vector<int>* waves_ = nullptr;
  Section section_ = Section::prologue;
  Vector<Step>* steps_ = nullptr;
};

}  // namespace

int DrawnKernel::id(const StepInstance& step) const {
  if (!step.present()) return -1;
  const auto wave = static_cast<std::size_t>(step.role);
  const int index = step_of[wave][step.section][static_cast<std::size_t>(step.index)];
  return index < 0 ? -1 : step_id(program, role_of[wave], step.section, index);
}

void draw_kernel(const audit::KernelProgram& of, const Gpu& gpu, DrawnKernel& out) { Drawer(of, gpu, out); }

}  // namespace stretto::tool
