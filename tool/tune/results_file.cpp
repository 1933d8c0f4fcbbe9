#include "tune/results_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "input.hpp"
#include "json/difference.hpp"
#include "output.hpp"

namespace stretto::tool {

namespace {

constexpr int format_version = 1;

constexpr std::size_t longest_head = 16UL << 20;
constexpr long longest_row = 64L << 10;  // beyond the knobs, which the head has, too

Json head_of(const std::string& path, const std::string& line) {
  const Json head = parse_json(line, input_name(path) + ", line 1");
  if (!head.is_object() || !head.contains("tune")) throw InputError(path + ": not a results file of stretto tune");
  if (head["tune"] != format_version) {
    throw InputError(path + ": unsupported results-file version " + cut(head["tune"].dump(), longest_quote) +
                     "; this is version " + std::to_string(format_version));
  }
  return head;
}

/// The most bytes that a file with this first line can have: a row for each point.
long most_bytes(const std::string& path, const std::string& line) {
  const Json head = head_of(path, line);
  long points = 0;
  ObjectReader(head, JsonPlace(input_name(path) + ", line 1")).optional_long("points", points);
  return static_cast<long>(line.size()) + std::min(points, max_points) * (longest_row + static_cast<long>(line.size()));
}

/// Reads a results file. The first bytes and the first line decide before the rest is read. Rejects devices, which may
/// never end.
std::string file_text(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored))
    throw InputError(path + ": not a regular file");
  constexpr std::string_view begin = "{\"tune\"";
  std::ifstream file(path, std::ios::binary);
  std::string first(begin.size(), '\0');
  file.read(first.data(), static_cast<std::streamsize>(first.size()));
  first.resize(static_cast<std::size_t>(file.gcount()));
  if (!begin.starts_with(first)) throw InputError(path + ": not a results file of stretto tune");
  for (char c = 0; first.size() <= longest_head && file.get(c) && c != '\n';) first += c;
  if (first.size() > longest_head) throw InputError(path + ": not a results file of stretto tune");
  const bool complete = file.good();  // else the line was cut short, and is the whole file
  const std::uintmax_t size = complete ? std::filesystem::file_size(path, ignored) : 0;
  if (complete && !ignored && std::cmp_greater(size, most_bytes(path, first))) {
    throw InputError(path + ": larger than the sweep in its first line allows");
  }
  return read_text(path, largest_results);
}

/// The complete lines; text after the last newline was cut short.
std::vector<std::string> complete_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t from = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', from)) {
    lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

/// In point order, without duplicates; duplicate points must agree.
std::vector<TuneRow> rows_of(const std::string& path, const std::vector<std::string>& lines, const TuneSpace& space,
                             const Shard& shard) {
  std::map<long, TuneRow> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::string where = path + ", line " + std::to_string(i + 1);
    const TuneRow row = read_row(parse_json(lines[i], where), space, where);
    if (!shard.has(row.point)) {
      throw InputError(where + ": point " + std::to_string(row.point) + " does not belong to shard " + shard.text());
    }
    const auto [there, added] = rows.emplace(row.point, row);
    if (!added && !(there->second == row)) {
      throw InputError(where + ": point " + std::to_string(row.point) + " occurs twice, with different results");
    }
  }
  std::vector<TuneRow> out;
  out.reserve(rows.size());
  for (auto& [point, row] : rows) out.push_back(std::move(row));
  return out;
}

}  // namespace

Json results_head(const TuneSpace& space, const Shard& shard) {
  Json head;
  head["tune"] = format_version;
  head["stretto"] = STRETTO_VERSION;
  head.update(space_json(space));
  if (!shard.is_all()) head["shard"] = shard.text();
  return head;
}

std::string results_text(const TuneSpace& space, const Shard& shard, const std::vector<TuneRow>& rows) {
  std::string text = results_head(space, shard).dump() + "\n";
  for (const TuneRow& row : rows) text += row_json(row, space).dump() + "\n";
  return text;
}

ResultsRead read_results(const std::string& path) {
  const std::vector<std::string> lines = complete_lines(file_text(path));
  if (lines.empty()) throw InputError(path + ": not a results file of stretto tune");
  ResultsRead out;
  out.path = path;
  out.head = head_of(path, lines.front());
  out.space = read_space(out.head, path);
  ObjectReader head(out.head, JsonPlace(input_name(path)));
  if (head.has("shard")) out.shard = read_shard(head.require_string("shard"));
  out.rows = rows_of(path, lines, out.space, out.shard);
  return out;
}

void refuse_same_file(const std::string& results, const std::string& output) {
  if (results.empty() || results == "-" || output == "-" || output.empty()) return;
  std::error_code ignored;
  const std::filesystem::path file = std::filesystem::weakly_canonical(results, ignored);
  if (!file.empty() && file == std::filesystem::weakly_canonical(output, ignored))
    throw InputError(output + ": --results and -o name the same file; the report needs one of its own");
}

ResultsFile::ResultsFile(std::string path, const TuneSpace& space, const Shard& shard)
    : path_(std::move(path)), space_(space), shard_(shard) {
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file_ < 0) throw InputError(path_ + ": cannot write: " + std::strerror(errno));
  try {
    // A file system without locks is accepted.
    const bool locked = ::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (locked) throw InputError(path_ + ": in use by another run");
    const std::string text = file_text(path_);
    const std::vector<std::string> lines = complete_lines(text);
    const std::string head = results_head(space, shard).dump() + "\n";
    if (lines.empty()) {
      if (!head.starts_with(text)) throw InputError(path_ + ": not a results file of stretto tune");
      if (::ftruncate(file_, 0) != 0) throw InputError(path_ + ": cannot write");
      write_all(head);
      return;
    }
    const std::string different = json_difference(head_of(path_, lines.front()), results_head(space, shard));
    if (!different.empty()) {
      throw InputError(path_ + ": contains a different sweep: " + different + "; use another file, or the same sweep");
    }
    found_ = rows_of(path_, lines, space, shard);
    const auto complete = static_cast<off_t>(text.rfind('\n') + 1);
    if (::ftruncate(file_, complete) != 0) throw InputError(path_ + ": cannot write");
  } catch (...) {
    ::close(file_);
    throw;
  }
}

ResultsFile::~ResultsFile() { ::close(file_); }

void ResultsFile::write_all(const std::string& text) const {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::write(file_, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw InputError(path_ + ": cannot write: " + std::strerror(errno));
    done += static_cast<std::size_t>(count);
  }
}

void ResultsFile::append(const TuneRow& row) { write_all(row_json(row, space_).dump() + "\n"); }

void ResultsFile::finish(const std::vector<TuneRow>& rows) { write_output(path_, results_text(space_, shard_, rows)); }

}  // namespace stretto::tool
