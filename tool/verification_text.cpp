#include "verification_text.hpp"

#include "output.hpp"

namespace stretto::tool {

namespace {

std::string counted(int count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string in_order(const Verified& found, const Hazard& hazard) {
  const EntryNames names = found.names();
  const auto step = [&](const StepInstance& of) { return of.present() ? str(names(of)) : std::string("nothing"); };
  std::string text = std::string(name(hazard.kind)) + ", proven: " + step(hazard.first) + " completes before " +
                     step(hazard.second) + " begins";
  if (hazard.buffer >= 0) text += std::string(" (") + found.program.buffers[hazard.buffer].name + ")";
  return text + "\n";
}

}  // namespace

std::string verdict_line(const Verified& found) {
  std::string text = name(found.verdict());
  const int races = found.count(Verdict::race);
  const int close = found.count(Verdict::relies_on_latency);
  if (races > 0) text += ": " + counted(races, "race");
  if (close > 0) {
    text += (races > 0 ? ", " : ": ") + counted(close, "pair") + " separated by latency alone, by " +
            std::to_string(found.verification.smallest_margin) + " cycles";
  }
  return text;
}

std::string verdict_sentence(const Verified& found) {
  const Verification& verification = found.verification;
  const int trips = verification.trips_explored;
  // Without a repeating state, only a race can be reported.
  if (verification.repeats_from < 0) {
    return verdict_line(found) + "; no state at the loop head repeats within " + counted(trips, "trip");
  }
  return verdict_line(found) + (found.verdict() == Verdict::proven ? " for" : "; this holds for") +
         " every trip count: the state at the loop head after " + counted(trips, "trip") +
         " is as safe as the one after " + std::to_string(verification.repeats_from);
}

std::string hazards_text(const Verified& found) {
  std::string text;
  for (const Hazard& hazard : found.verification.hazards) {
    text += hazard.verdict == Verdict::proven ? in_order(found, hazard)
                                              : str(explain(found.names(), found.program, hazard));
  }
  return text;
}

std::string dead_reads_text(const Verified& found) {
  std::string text;
  for (const StepInstance& read : found.verification.dead_reads) {
    text += "dead read: no op consumes the data that " + str(found.names()(read)) + " reads\n";
  }
  return text;
}

}  // namespace stretto::tool
