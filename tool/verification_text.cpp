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
  std::string text = std::string(name(hazard.kind)) + ", proven: " + step(hazard.first) + " is over before " +
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
    text += (races > 0 ? ", " : ": ") + counted(close, "pair") + " kept apart by latency alone, by " +
            std::to_string(found.verification.smallest_margin) + " cycles";
  }
  return text;
}

std::string verdict_sentence(const Verified& found) {
  const Verification& verification = found.verification;
  const int trips = verification.trips_explored;
  // Only a race is said of a program whose states do not repeat.
  if (verification.repeats_from < 0) {
    return verdict_line(found) + "; no state repeats at the loop head in " + counted(trips, "trip");
  }
  return verdict_line(found) + (found.verdict() == Verdict::proven ? " for" : "; this covers") +
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
    text += "dead read: nobody consumes what " + str(found.names()(read)) + " reads\n";
  }
  return text;
}

}  // namespace stretto::tool
