#include "tables.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "../bf16_ping_pong.hpp"
#include "case.hpp"
#include "fixes.hpp"
#include "proven_variants.hpp"
#include "references.hpp"
#include "subject.hpp"

namespace stretto::findings {

namespace {

std::vector<Subject> references(const std::string& dir) {
  std::vector<Subject> all;
  for (const tool::Case& input : reference_cases(dir)) {
    all.push_back(std::visit([&](const auto& schedule) { return examine(input.name, schedule); }, input.schedule));
  }
  return all;
}

/// Every knob alone, changed from its default.
std::vector<Subject> knobs() {
  std::vector<Subject> all;
  const auto with = [&](const std::string& label, auto&& change) {
    PingPongSchedule schedule = bf16_ping_pong();
    change(schedule);
    all.push_back(examine(label, schedule));
  };
  const auto flip = [&](const std::string& label, bool ScheduleConfig::* knob) {
    with(label + " = true", [&](PingPongSchedule& s) { s.knobs.*knob = true; });
  };
  const auto waits = [&](const std::string& label, int lgkm_first, int vm_last) {
    with("auto_waits = false, " + label, [&](PingPongSchedule& s) {
      s.knobs.auto_waits = false;
      s.knobs.wait_lgkm_first = lgkm_first;
      s.knobs.wait_vm_last = vm_last;
    });
  };
  using S = PingPongSchedule;
  with("(defaults)", [](S&) {});
  with("scheduling = greedy", [](S& s) { s.knobs.scheduling = SchedulingStrategy::greedy; });
  with("scheduling = identity", [](S& s) { s.knobs.scheduling = SchedulingStrategy::identity; });
  with("max_globals = 0", [](S& s) { s.pipeline.block_sizing.max_globals = 0; });
  with("max_globals = 2", [](S& s) { s.pipeline.block_sizing.max_globals = 2; });
  with("sched_barrier_mask = 0x00", [](S& s) { s.knobs.sched_barrier_mask = 0; });
  with("sched_barrier_mask = 0xFF", [](S& s) { s.knobs.sched_barrier_mask = 0xFF; });
  waits("as derived (wait_lgkm_first 8, wait_vm_last 6)", 8, 6);
  waits("wait_lgkm_first = 0", 0, 6);
  waits("wait_lgkm_first = 9", 9, 6);
  waits("wait_lgkm_first = 255 (none)", 255, 6);
  waits("wait_vm_last = 0", 8, 0);
  waits("wait_vm_last = 7", 8, 7);
  with("drain_lgkm_mask = 0xFF", [](S& s) { s.knobs.drain_lgkm_mask = 0xFF; });
  flip("auto_drain", &ScheduleConfig::auto_drain);
  with("lds_contention_penalty = 5", [](S& s) { s.knobs.lds_contention_penalty = 5; });
  with("lds_contention_penalty = 20", [](S& s) { s.knobs.lds_contention_penalty = 20; });
  for (const auto& [a, b] : {std::pair{0, 0}, {4, 4}, {4, 8}, {8, 8}, {1, 1}}) {
    with("lgkm_per_load = " + std::to_string(a) + ", " + std::to_string(b), [a = a, b = b](S& s) {
      s.lgkm_a = a;
      s.lgkm_b = b;
    });
  }
  flip("lgkm_after_last", &ScheduleConfig::lgkm_after_last);
  flip("minimal_barriers", &ScheduleConfig::minimal_barriers);
  flip("omit_mma_set_prio", &ScheduleConfig::omit_mma_set_prio);
  const int peak = try_compile(bf16_ping_pong()).cost.vgpr_peak;
  with("max_vgpr = " + std::to_string(peak) + " (the peak)", [&](S& s) { s.knobs.max_vgpr = peak; });
  with("max_vgpr = " + std::to_string(peak - 1), [&](S& s) { s.knobs.max_vgpr = peak - 1; });
  flip("global_before_frag", &ScheduleConfig::global_before_frag);
  flip("barrier_before_pre_ops", &ScheduleConfig::barrier_before_pre_ops);
  flip("inter_block_lgkm_drain", &ScheduleConfig::inter_block_lgkm_drain);
  flip("partial_prologue_drain", &ScheduleConfig::partial_prologue_drain);
  flip("wrap_waits_with_sched_barrier", &ScheduleConfig::wrap_waits_with_sched_barrier);
  return all;
}

// --- Markdown

std::string verdict_text(const Reading& reading) {
  if (reading.verdict == Verdict::proven) return "proven";
  std::string text = reading.verdict == Verdict::race ? "**race** (" + std::to_string(reading.races) + ")" : "latency";
  if (reading.latency > 0 && reading.verdict == Verdict::race) text += ", latency";
  if (reading.latency > 0) text += " (" + std::to_string(reading.latency) + ")";
  return text;
}

std::string margin_text(const Subject& subject) {
  const auto one = [](const Reading& reading) {
    return reading.latency > 0 ? std::to_string(reading.margin) : std::string("-");
  };
  const std::string a = one(subject.explicit_waits);
  const std::string b = one(subject.interlocked);
  return a == b ? a : a + " / " + b;
}

std::string variant_text(const VariantSummary& variant) {
  if (variant.verdict != "proven") return variant.verdict + " | - | - | -";
  return variant.verdict + " | " + std::to_string(variant.pacing) + " + " + std::to_string(variant.derived) + " | " +
         std::to_string(variant.waits) + " | " + std::to_string(variant.delayed);
}

constexpr std::size_t most_shown = 18;  // of a list; longer ones are cut

/// Subjects with the same hazards share a list of them.
struct HazardLists {
  std::vector<std::vector<Pair>> lists;
  std::vector<std::vector<std::string>> labels;
  std::string prefix;

  explicit HazardLists(std::string letter) : prefix(std::move(letter)) {}

  std::string id(const Subject& subject) {
    if (subject.pairs.empty()) return "-";
    std::size_t i = 0;
    while (i < lists.size() && lists[i] != subject.pairs) ++i;
    if (i == lists.size()) {
      lists.push_back(subject.pairs);
      labels.emplace_back();
    }
    labels[i].push_back(subject.label);
    return prefix + std::to_string(i + 1);
  }

  [[nodiscard]] std::string markdown() const {
    std::ostringstream out;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      out << (i > 0 ? "\n" : "") << "**" << prefix << i + 1 << "**:";
      for (std::size_t j = 0; j < labels[i].size(); ++j) out << (j > 0 ? "; " : " ") << "`" << labels[i][j] << "`";
      out << "\n\n| kind | verdict | must complete first | not ordered after it | place | trips | registers |\n"
          << "| --- | --- | --- | --- | --- | --- | --- |\n";
      std::size_t shown = 0;
      for (const Pair& pair : lists[i]) {
        if (++shown > most_shown) break;
        const char* readings = pair.explicit_waits && pair.interlocked ? "both"
                               : pair.explicit_waits                   ? "explicit"
                                                                       : "interlocked";
        out << "| " << pair.kind << " | " << pair.verdict << " | " << pair.first << " | " << pair.second << " | "
            << pair.place << " | " << pair.trips << " | " << readings << " |\n";
      }
      if (shown > most_shown) out << "\nand " << lists[i].size() - most_shown << " more.\n";
    }
    return out.str();
  }
};

std::string table(const std::string& what, const std::vector<Subject>& subjects, HazardLists& lists) {
  std::ostringstream out;
  out << "| " << what
      << " | explicit waits | interlocked | margin | pairs | proven variant | barriers | waits | moved |\n"
      << "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const Subject& subject : subjects) {
    out << "| `" << subject.label << "` | ";
    if (!subject.refused.empty()) {
      out << "refused: " << subject.refused << " | refused | - | - | - | - | - | - |\n";
      continue;
    }
    const std::string id = lists.id(subject);
    out << verdict_text(subject.explicit_waits) << " | " << verdict_text(subject.interlocked) << " | "
        << margin_text(subject) << " | " << id << " | " << variant_text(subject.variant) << " |\n";
  }
  return out.str();
}

Block example(const std::string& name, const std::string& text) {
  return {"example " + name, "```text\n" + text + "```\n"};
}

/// One counterexample for each cause.
std::vector<Block> examples(const std::string& reference_dir) {
  constexpr RegisterReading own_waits = RegisterReading::explicit_waits;
  std::vector<Block> all;
  const auto with = [&](const char* name, const char* first, const char* second, auto&& change) {
    PingPongSchedule schedule = bf16_ping_pong();
    change(schedule);
    all.push_back(example(name, story(schedule, own_waits, first, second)));
  };
  const auto file = [&](const char* name, const char* reference, const char* first, const char* second) {
    for (const tool::Case& input : reference_cases(reference_dir)) {
      if (input.name != reference) continue;
      const auto tell = [&](const auto& schedule) { return story(schedule, own_waits, first, second); };
      all.push_back(example(name, std::visit(tell, input.schedule)));
    }
  };
  using S = PingPongSchedule;
  with("other group", "kernel[11] MMA_LOAD_B(0,1)", "kernel[12] LOAD_B(0,0)", [](S&) {});
  with("same group", "kernel[19] MMA_LOAD_A(0,1)", "kernel[20] LOAD_A(0,0)", [](S&) {});
  with("load first", "kernel[19] MMA_LOAD_A(0,1)", "kernel[12] LOAD_A(0,0)",
       [](S& s) { s.knobs.scheduling = SchedulingStrategy::identity; });
  with("waited for after the barrier", "kernel[11] MMA_LOAD_B(0,1)", "kernel[20] LOAD_B(0,0)",
       [](S& s) { s.pipeline.block_sizing.max_globals = 0; });
  with("wait too large", "kernel[2] LOAD_A(1,1)", "kernel[36] MMA_LOAD_A(1,0)", [](S& s) {
    s.knobs.auto_waits = false;
    s.knobs.wait_vm_last = 7;
  });
  with("loads after the wait", "kernel[5] LOAD_A(1,1)", "kernel[39] MMA_LOAD_A(1,0)",
       [](S& s) { s.knobs.barrier_before_pre_ops = true; });
  with("fragments after the wait", "kernel[4] MMA_LOAD_A(0,0)", "kernel[7] MMA(0,0)",
       [](S& s) { s.knobs.barrier_before_pre_ops = true; });
  with("undrained prologue", "prologue[1] LOAD_A(0,0)", "epilogue[2] MMA_LOAD_A(0,0)",
       [](S& s) { s.knobs.partial_prologue_drain = true; });
  with("no barriers", "kernel[6] MMA_LOAD_B(0,1)", "kernel[7] LOAD_B(0,0)",
       [](S& s) { s.knobs.minimal_barriers = true; });
  constexpr const char* four_wave = "four_wave_fp8_256x256x128";
  file("epilogue alone", four_wave, "prologue[2] LOAD_B(0,1)", "epilogue[1] MMA_LOAD_B(0,1)");
  file("last loads", four_wave, "kernel[45] LOAD_A(1,1)", "epilogue[21] MMA_LOAD_A(1,1)");
  file("rotated fragment", four_wave, "kernel[19] MMA_LOAD_B(1,0)", "kernel[30] MMA(0,0)");
  file("rotated fragment overwritten", four_wave, "kernel[19] MMA_LOAD_B(1,0)", "kernel[34] LOAD_B(1,0)");
  file("left to the compiler", "single_buffer_k2_4x4x2_16x16", "prologue[0] LOAD_DRAM(0,0)",
       "prologue[1] STORE_SMEM(0,0)");
  return all;
}

}  // namespace

std::vector<Block> all_blocks(const std::string& reference_dir) {
  std::vector<Block> blocks;
  HazardLists of_references("R");
  blocks.push_back({"references", table("file", references(reference_dir), of_references)});
  blocks.push_back({"pairs of references", of_references.markdown()});
  HazardLists of_knobs("K");
  blocks.push_back({"knobs", table("setting", knobs(), of_knobs)});
  blocks.push_back({"pairs of knobs", of_knobs.markdown()});
  for (const Block& block : examples(reference_dir)) blocks.push_back(block);
  blocks.push_back({"fixes", fixes()});
  blocks.push_back({"proven variants", proven_variants(reference_dir)});
  return blocks;
}

}  // namespace stretto::findings
