// Random declared loops on random GPUs, made into pipelines: each is refused for a reason, or proven; what is proven
// runs right in the interpreter, takes its interval in time, and has no synchronisation that it could do without.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stretto::study {

struct PipelineStudyOptions {
  std::uint64_t first_seed = 0;
  int loops = 1000;
  std::uint64_t seeds = 20;  // of the interpreter, for each trip count
  int trips = 5;
  long search_nodes = 1000;  // of each question whether an interval is possible
  int weaken_every = 10;     // minimality of every so many-th proven loop
};

struct PipelineStudyCounts {
  int loops = 0;
  int proven = 0;
  int refused = 0;
  std::map<std::string, int> refused_by;  // rule
  std::map<std::string, int> proven_by;   // copies and multiplies
  std::map<std::string, int> bound_by;    // why no smaller interval
  int optimal = 0;
  int programs = 0;   // interpreted, those for few iterations among them
  int in_time = 0;    // free signals: exactly the interval
  double latest = 1;  // cycles over the interval, the most
  // Less than the interval, by what bounds it: recurrences and slots count signals that are free here.
  std::map<std::string, int> early_by;
  std::map<std::string, int> late_by;
  int weakened = 0;
  int needed = 0;                     // rejected, and seen to go wrong
  int only_for_the_next_run = 0;      // idle, but needed if runs followed each other
  std::map<std::string, int> idle;    // kind of step: proven without it, and never wrong
  std::map<std::string, int> unseen;  // kind of step: rejected, but not seen to go wrong
  std::vector<std::string> unproven;  // neither refused nor proven
  std::vector<std::string> wrong;     // proven, but the interpreter finds a failure
  std::vector<std::string> early;     // less than the interval although a unit bounds it
  std::vector<std::string> samples;   // the first of each kind that is late, idle or unseen
  std::vector<std::string> stuck;     // the timed executor refuses it
};

PipelineStudyCounts study_pipelines(const PipelineStudyOptions& options);

}  // namespace stretto::study
