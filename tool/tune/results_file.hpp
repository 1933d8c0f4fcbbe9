// The results of a sweep on disk: JSON lines. The first line describes the sweep, every other line is a point.
//
// A point is appended when it is finished, so an interrupted sweep loses only the points in progress; a truncated line
// is dropped. At the end of a sweep the lines are sorted by point, so the file does not depend on the order of
// evaluation.
#pragma once

#include <string>
#include <vector>

#include "tune/row.hpp"
#include "tune/shard.hpp"

namespace stretto::tool {

/// The first line.
Json results_head(const TuneSpace& space, const Shard& shard);

/// A results file as text, points in order.
std::string results_text(const TuneSpace& space, const Shard& shard, const std::vector<TuneRow>& rows);

/// A whole file, for merging. Throws InputError if it is not a results file.
struct ResultsRead {
  std::string path;
  Json head;
  TuneSpace space;
  Shard shard;
  std::vector<TuneRow> rows;  // in order, each point once
};
ResultsRead read_results(const std::string& path);

/// Throws InputError if the report would overwrite the results: if both options name the same file.
void refuse_same_file(const std::string& results, const std::string& output);

/// The file that a sweep writes; one process at a time.
class ResultsFile {
 public:
  /// Opens or creates the file. Throws InputError if it contains a different sweep, is not a results file, or is open
  /// in another process.
  ResultsFile(std::string path, const TuneSpace& space, const Shard& shard);
  ~ResultsFile();
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;

  /// The points already in the file, in order.
  [[nodiscard]] const std::vector<TuneRow>& found() const { return found_; }

  /// Appends one line; throws InputError if the write fails.
  void append(const TuneRow& row);

  /// Replaces the contents by all rows, in order.
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
