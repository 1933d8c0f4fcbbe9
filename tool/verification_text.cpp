#include "verification_text.hpp"

#include <algorithm>
#include <vector>

#include "output.hpp"

namespace stretto::tool {

namespace {

std::string counted(int count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

int count(const Verification& verification, Verdict of) {
  int hazards = 0;
  for (const Hazard& hazard : verification.hazards) hazards += hazard.verdict == of ? 1 : 0;
  return hazards;
}

std::string in_order(const StepNames& names, const WaveProgram& program, const Hazard& hazard) {
  const auto step = [&](const StepInstance& of) { return of.present() ? str(names(of)) : std::string("nothing"); };
  std::string text = std::string(name(hazard.kind)) + ", proven: " + step(hazard.first) + " completes before " +
                     step(hazard.second) + " begins";
  if (hazard.buffer >= 0) text += std::string(" (") + program.buffers[hazard.buffer].name + ")";
  return text + "\n";
}

}  // namespace

std::string verdict_line(const Verification& verification) {
  std::string text = name(verification.verdict);
  const int races = count(verification, Verdict::race);
  const int close = count(verification, Verdict::relies_on_latency);
  if (races > 0) text += ": " + counted(races, "race");
  if (close > 0) {
    text += (races > 0 ? ", " : ": ") + counted(close, "pair") + " separated by latency alone, by " +
            std::to_string(verification.smallest_margin) + " cycles";
  }
  return text;
}

std::string verdict_sentence(const Verification& verification) {
  const int trips = verification.trips_explored;
  // The runs of a persistent program may repeat before the trips of the first one do.
  if (verification.repeats_from < 0 && verification.proven())
    return verdict_line(verification) + " for every trip count";
  // Without a repeating state, only a race can be reported.
  if (verification.repeats_from < 0) {
    return verdict_line(verification) + "; no state at the loop head repeats within " + counted(trips, "trip");
  }
  // The loop head that repeats may be one of another tile.
  if (verification.repeats_from >= trips) {
    return verdict_line(verification) + (verification.proven() ? " for" : "; this holds for") + " every trip count";
  }
  return verdict_line(verification) + (verification.proven() ? " for" : "; this holds for") +
         " every trip count: the state at the loop head after " + counted(trips, "trip") +
         " is as safe as the one after " + std::to_string(verification.repeats_from);
}

std::string hazards_text(const StepNames& names, const WaveProgram& program, const Verification& verification) {
  std::string text;
  std::vector<std::string> deadlocks;  // what followed the first line
  for (const Hazard& hazard : verification.hazards) {
    if (hazard.verdict == Verdict::proven) {
      text += in_order(names, program, hazard);
      continue;
    }
    const std::string story = str(explain(names, program, hazard));
    const std::size_t end = story.find('\n') + 1;
    const bool deadlock = hazard.kind == HazardKind::progress && story.find(", deadlock:\n", end) != std::string::npos;
    const bool told = deadlock && std::ranges::count(deadlocks, story.substr(end)) > 0;
    if (deadlock) deadlocks.push_back(story.substr(end));
    text += told ? story.substr(0, end) + "  in the deadlock above\n" : story;
  }
  return text;
}

std::string dead_reads_text(const StepNames& names, const Verification& verification) {
  std::string text;
  for (const StepInstance& read : verification.dead_reads) {
    text += "dead read: no op consumes the data that " + str(names(read)) + " reads\n";
  }
  return text;
}

std::string verdict_line(const Verified& found) { return verdict_line(found.verification); }
std::string verdict_sentence(const Verified& found) { return verdict_sentence(found.verification); }
std::string hazards_text(const Verified& found) {
  return hazards_text(found.names(), found.program, found.verification);
}
std::string dead_reads_text(const Verified& found) { return dead_reads_text(found.names(), found.verification); }

}  // namespace stretto::tool
