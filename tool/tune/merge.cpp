#include "tune/merge.hpp"

#include <map>

#include "file_kind.hpp"
#include "input.hpp"
#include "json/difference.hpp"

namespace stretto::tool {

namespace {

struct RowSource {
  TuneRow row;
  const std::string* path;
};

}  // namespace

MergedResults merge_results(const std::vector<std::string>& files) {
  std::vector<ResultsRead> read;
  read.reserve(files.size());
  for (const std::string& file : files) {
    const auto rows = [&] { return about_kind(file, "merge", [&] { return read_results(file); }); };
    read.push_back(about_input(file, rows));
  }
  const Json head = results_head(read.front().space, {});
  std::map<long, RowSource> rows;
  for (const ResultsRead& from : read) {
    Json own = from.head;
    own.erase("shard");
    const std::string different = json_difference(own, head);
    if (!different.empty()) {
      throw InputError(from.path + ": belongs to a different sweep than " + read.front().path + ": " + different);
    }
    for (const TuneRow& row : from.rows) {
      const auto [there, fresh] = rows.emplace(row.point, RowSource{row, &from.path});
      if (!fresh && !(there->second.row == row)) {
        throw InputError(from.path + " and " + *there->second.path + ": different results for point " +
                         std::to_string(row.point) + " (" + from.space.label(row.point) + ")");
      }
    }
  }
  MergedResults out;
  out.space = std::move(read.front().space);
  for (long point = 0; point < out.space.size(); ++point) {
    if (!rows.contains(point)) out.missing.push_back(point);
  }
  for (auto& [point, source] : rows) out.rows.push_back(std::move(source.row));
  return out;
}

}  // namespace stretto::tool
