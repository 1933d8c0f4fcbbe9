// The results of a sweep on disk: JSON lines, the first of which says what was swept, each other one a point.
//
// A point is appended when it is done, so that whatever ends the program loses no more than the points under way; a
// line that was cut short is dropped. At the end of a sweep the lines are put into the order of the points: the file is
// then the same whatever ran first.
#pragma once

#include <string>
#include <vector>

#include "tune/row.hpp"
#include "tune/shard.hpp"

namespace stretto::tool {

/// The first line.
Json results_head(const TuneSpace& space, const Shard& shard);

/// The first thing in which two heads differ: `vary.slots is [2,3], here [2,3,4]`; empty: nothing.
std::string head_difference(const Json& there, const Json& here);

/// A results file as text, points in order.
std::string results_text(const TuneSpace& space, const Shard& shard, const std::vector<TuneRow>& rows);

/// A whole file, to be merged. Throws InputError for what no sweep wrote.
struct ResultsRead {
  std::string path;
  Json head;
  TuneSpace space;
  Shard shard;
  std::vector<TuneRow> rows;  // in order, each point once
};
ResultsRead read_results(const std::string& path);

/// The file that a sweep writes, for one process at a time.
class ResultsFile {
 public:
  /// Opens the file, or makes it. Throws InputError if it holds another sweep, or nothing that a sweep wrote, or if
  /// another process has it open.
  ResultsFile(std::string path, const TuneSpace& space, const Shard& shard);
  ~ResultsFile();
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;

  /// What was there already, in order.
  [[nodiscard]] const std::vector<TuneRow>& found() const { return found_; }

  /// One write; throws InputError if the line does not get there.
  void append(const TuneRow& row);

  /// All of them, in order, in place of what there is.
  void finish(const std::vector<TuneRow>& rows);

 private:
  void write_all(const std::string& text) const;

  std::string path_;
  const TuneSpace& space_;
  Shard shard_;
  int file_ = -1;
  std::vector<TuneRow> found_;
};

}  // namespace stretto::tool
