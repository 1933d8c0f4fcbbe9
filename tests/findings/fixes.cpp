#include "fixes.hpp"

#include <sstream>
#include <stdexcept>

#include "emitted.hpp"

namespace stretto::findings {

namespace {

using emitted::Entries;

/// "kernel MMA_LOAD_B(0,1)": without its number, which an edit may change.
std::string op_text(const Entries& entries, const StepInstance& step) {
  const OpDesc& op = entries.sections[step.section][step.entry].op;
  return std::string(name(step.section)) + " " + double_buffer_tags::name(op.tag) + "(" + std::to_string(op.stage) +
         "," + std::to_string(op.subtile) + ")";
}

bool has_pair(const Entries& entries, const std::string& first, const std::string& second) {
  for (const Hazard& hazard : entries.verify().hazards) {
    if (!hazard.first.present() || !hazard.second.present()) continue;
    if (op_text(entries, hazard.first) == first && op_text(entries, hazard.second) == second) return true;
  }
  return false;
}

std::string outcome(const Entries& entries) {
  const Verification found = entries.verify();
  int races = 0;
  for (const Hazard& hazard : found.hazards) races += hazard.verdict == Verdict::race ? 1 : 0;
  if (found.verdict == Verdict::proven) return "proven";
  return std::to_string(races) + " races, " + std::to_string(found.hazards.size() - races) + " on latency";
}

template <class S>
Entries compiled(const S& schedule) {
  CompileOptions options;
  options.verify = VerificationLevel::structural;
  return Entries(try_compile(schedule, options));
}

class Table {
 public:
  Table() { out_ << "| cause | change | before | after |\n| --- | --- | --- | --- |\n"; }

  /// Applies the change and makes sure that it removes the pair.
  template <class Change>
  void row(const char* cause, const char* words, const char* first, const char* second, const Entries& entries,
           Change&& change) {
    Entries changed = entries;
    change(changed);
    if (!has_pair(entries, first, second) || has_pair(changed, first, second)) {
      throw std::logic_error(std::string("not fixed: ") + cause);
    }
    out_ << "| " << cause << " | " << words << " | " << outcome(entries) << " | " << outcome(changed) << " |\n";
  }

  [[nodiscard]] std::string text() const { return out_.str(); }

 private:
  std::ostringstream out_;
};

/// Moves the wait after a barrier to before it.
void wait_before_barrier(Entries& entries, int barrier) {
  if (entries.op(Section::kernel, barrier).tag != tags::barrier ||
      entries.op(Section::kernel, barrier + 1).tag != tags::wait_lgkm) {
    throw std::logic_error("no barrier with a wait after it at kernel[" + std::to_string(barrier) + "]");
  }
  entries.move(Section::kernel, barrier + 1, barrier);
}

}  // namespace

std::string fixes() {
  constexpr Section kernel = Section::kernel;
  Table table;
  const Entries csp = compiled(emitted::ping_pong());
  const auto later_b = [](Entries& e) {
    wait_before_barrier(e, 13);
    e.move(kernel, 12, 20);
    wait_before_barrier(e, 48);
    e.move(kernel, 47, 55);
  };
  const auto later_a = [](Entries& e) {
    e.move(kernel, 20, 28);
    e.move(kernel, 55, 63);
  };
  table.row("1", "issue the B loads one block later, and wait for the fragment before its block's barrier",
            "kernel MMA_LOAD_B(0,1)", "kernel LOAD_B(0,0)", csp, later_b);
  table.row("2", "issue the A loads one block later", "kernel MMA_LOAD_A(0,1)", "kernel LOAD_A(0,0)", csp, later_a);
  table.row("1 and 2", "both", "kernel MMA_LOAD_B(0,1)", "kernel LOAD_B(0,0)", csp, [&](Entries& e) {
    later_a(e);
    later_b(e);
  });

  table.row("3", "issue the A loads two blocks later, after the last fragment that reads what they overwrite",
            "kernel MMA_LOAD_A(0,1)", "kernel LOAD_A(0,0)", compiled(emitted::ping_pong(SchedulingStrategy::identity)),
            [](Entries& e) {
              e.move(kernel, 12, 28);
              e.move(kernel, 47, 63);
            });
  table.row("4", "wait for the B fragment before its block's barrier", "kernel MMA_LOAD_B(0,1)", "kernel LOAD_B(0,0)",
            compiled(emitted::ping_pong(SchedulingStrategy::csp, 0)), [](Entries& e) {
              wait_before_barrier(e, 12);
              wait_before_barrier(e, 47);
            });

  PingPongSchedule too_large = emitted::ping_pong();
  too_large.knobs.auto_waits = false;
  too_large.knobs.wait_vm_last = 7;
  table.row("5", "wait_vm(6)", "kernel LOAD_A(1,1)", "kernel MMA_LOAD_A(1,0)", compiled(too_large), [](Entries& e) {
    for (ScheduleEntry& entry : e.sections.kernel) {
      if (entry.op.tag == tags::wait_vm) entry.op.wait_value = 6;
    }
  });

  PingPongSchedule early = emitted::ping_pong();
  early.knobs.barrier_before_pre_ops = true;
  table.row("6", "wait_vm(4): two loads are between the completion load and the wait", "kernel LOAD_A(1,1)",
            "kernel MMA_LOAD_A(1,0)", compiled(early), [](Entries& e) {
              for (ScheduleEntry& entry : e.sections.kernel) {
                if (entry.op.tag == tags::wait_vm) entry.op.wait_value = 4;
              }
            });
  table.row("7", "wait_lgkm(0) before every MMA of the kernel", "kernel MMA_LOAD_A(0,0)", "kernel MMA(0,0)",
            compiled(early), [](Entries& e) {
              for (int i = e.sections.kernel.size() - 1; i >= 0; --i) {
                if (e.op(kernel, i).tag == double_buffer_tags::mma) e.insert(kernel, i, OpDesc::wait_lgkm(0));
              }
            });

  PingPongSchedule undrained = emitted::ping_pong();
  undrained.knobs.partial_prologue_drain = true;
  table.row("8", "wait_vm(0) at the end of the prologue and before group 1's extra barrier", "prologue LOAD_A(0,0)",
            "epilogue MMA_LOAD_A(0,0)", compiled(undrained), [](Entries& e) {
              e.insert(Section::prologue, e.sections.prologue.size(), OpDesc::wait_vm(0));
              e.insert(Section::prologue, e.warp_stagger_index, OpDesc::wait_vm(0));
              ++e.warp_stagger_index;
            });

  const Entries four_wave = compiled(emitted::four_wave(emitted::fp8_geometry));
  const auto meet = [](Entries& e) {
    e.insert(Section::epilogue, 0, OpDesc::wait_vm(0));
    e.insert(Section::epilogue, 1, OpDesc::barrier());
  };
  const auto drain = [](Entries& e) {
    for (ScheduleEntry& entry : e.sections.kernel) {
      if (entry.op.tag == tags::wait_lgkm) entry.op.wait_value = 0;
    }
  };
  table.row("10", "wait_vm(0) and a barrier at the start of the epilogue", "kernel LOAD_A(1,1)",
            "epilogue MMA_LOAD_A(1,1)", four_wave, meet);
  table.row("11", "wait_lgkm(0) in place of wait_lgkm(8), before the barrier", "kernel MMA_LOAD_B(1,0)",
            "kernel MMA(0,0)", four_wave, drain);
  table.row("10 and 11", "both", "kernel MMA_LOAD_B(1,0)", "kernel LOAD_B(1,0)", four_wave, [&](Entries& e) {
    drain(e);
    meet(e);
  });
  return table.text();
}

}  // namespace stretto::findings
