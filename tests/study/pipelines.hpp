// Random declared loops on random GPUs, made into pipelines. Each is refused for a reason, or proven. A proven pipeline
// runs correctly in the interpreter, meets its interval in the timed run, and contains no unneeded synchronisation.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace stretto::study {

struct PipelineStudyOptions {
  std::uint64_t first_seed = 0;
  bool shipped = false;  // on the shipped targets, with groups, roles and clusters; otherwise on random ones
  int loops = 1000;
  std::uint64_t seeds = 20;  // of the interpreter, for each trip count
  int trips = 5;
  long search_nodes = 1000;  // per interval that is tried
  int weaken_every = 10;     // checks the minimality of one proven loop in this many
};

struct PipelineStudyCounts {
  int loops = 0;
  int proven = 0;
  int refused = 0;
  std::map<std::string, int> refused_by;  // rule
  std::map<std::string, int> proven_by;   // copies and multiplies
  std::map<std::string, int> bound_by;    // why no smaller interval
  int optimal = 0;
  int programs = 0;   // interpreted, including those for few iterations
  int in_time = 0;    // with free signals: exactly the interval
  double latest = 1;  // the largest ratio of cycles to the interval
  // Less than the interval, by what bounds it: the bounds of recurrences and slots include signals, which are free
  // here.
  std::map<std::string, int> early_by;
  std::map<std::string, int> late_by;
  int weakened = 0;
  int needed = 0;                     // rejected, and seen to go wrong
  int only_for_the_next_run = 0;      // idle, but needed if runs follow each other
  std::map<std::string, int> idle;    // kind of step: proven without it, and never wrong
  std::map<std::string, int> unseen;  // kind of step: rejected, but not seen to go wrong
  std::vector<std::string> unproven;  // neither refused nor proven
  std::vector<std::string> wrong;     // proven, but the interpreter finds a failure
  std::vector<std::string> early;     // less than the interval, although a unit bounds it
  std::vector<std::string> samples;   // the first of each kind that is late, idle or unseen
  std::vector<std::string> stuck;     // the timed executor refuses it
};

PipelineStudyCounts study_pipelines(const PipelineStudyOptions& options);

}  // namespace stretto::study
