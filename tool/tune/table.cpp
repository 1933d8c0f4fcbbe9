// The table of the best points of a sweep.
#include <algorithm>
#include <cstdio>

#include "show/short_number.hpp"
#include "tune/report.hpp"

namespace stretto::tool {

namespace {

constexpr std::size_t reasons_shown = 5;

struct Column {
  std::string head;
  std::vector<std::string> cells;
  bool right = true;

  [[nodiscard]] bool is_empty() const {
    return std::ranges::all_of(cells, [](const auto& cell) { return cell.empty(); });
  }
  [[nodiscard]] std::size_t width() const {
    std::size_t widest = head.size();
    for (const std::string& cell : cells) widest = std::max(widest, cell.size());
    return widest;
  }
};

std::string in_column(const std::string& text, const Column& column) {
  const std::string space(column.width() - text.size(), ' ');
  return column.right ? space + text : text + space;
}

std::string kib_text(long bytes) { return bytes == 0 ? "" : short_number(static_cast<double>(bytes) / 1024) + " KiB"; }

/// Omits columns that are empty in every row.
std::string lines_of(std::vector<Column> columns, std::size_t rows) {
  std::erase_if(columns, [](const Column& column) { return column.is_empty(); });
  const auto line = [&](const auto& cell) {
    std::string out;
    for (const Column& column : columns) out += (out.empty() ? "" : "  ") + in_column(cell(column), column);
    while (out.ends_with(' ')) out.pop_back();
    return out + "\n";
  };
  std::string out = line([](const Column& column) { return column.head; });
  for (std::size_t i = 0; i < rows; ++i) out += line([i](const Column& column) { return column.cells[i]; });
  return out;
}

std::vector<Column> columns_of(const TuneReport& report, std::size_t rows) {
  const TuneSpace& space = report.space;
  std::vector<Column> columns;
  const auto add = [&](const std::string& head, bool right, const auto& cell) {
    Column column{head, {}, right};
    for (std::size_t i = 0; i < rows; ++i) column.cells.push_back(cell(*report.ranking.ranked[i], i));
    columns.push_back(std::move(column));
  };
  add("#", true, [](const TuneRow&, std::size_t i) { return std::to_string(i + 1); });
  for (std::size_t a = 0; a < space.axes.size(); ++a) {
    const bool number = space.axes[a].knob.kind == KnobKind::number;
    add(space.axes[a].knob.name, number, [&](const TuneRow& row, std::size_t) { return space.value(row.point, a); });
  }
  add(report.measure.column(), true,
      [&](const TuneRow& row, std::size_t) { return report.measure.text(row.work_per_cycle()); });
  add("cycles/tile", true,
      [](const TuneRow& row, std::size_t) { return (row.exact ? "" : "~") + short_number(row.cycles_of_tile()); });
  add("II", true,
      [](const TuneRow& row, std::size_t) { return row.interval == 0 ? std::string() : std::to_string(row.interval); });
  add("bound by", false, [](const TuneRow& row, std::size_t) {
    const bool met = row.bound == row.interval;
    return row.bound_by + (met ? "" : " (" + std::to_string(row.bound) + ")");
  });
  add("buffers", false, [](const TuneRow& row, std::size_t) { return row.slots; });
  add("shared", true, [](const TuneRow& row, std::size_t) { return kib_text(row.shared_bytes); });
  add("registers", true, [](const TuneRow& row, std::size_t) { return kib_text(row.register_bytes); });
  add("verdict", false, [](const TuneRow& row, std::size_t) { return std::string(name(row.verdict)); });
  return columns;
}

std::string unranked_text(const TuneReport& report) {
  const std::vector<UnrankedGroup> groups = unranked_groups(report);
  if (groups.empty()) return "";
  std::string out = "\nnot ranked\n";
  for (std::size_t i = 0; i < std::min(groups.size(), reasons_shown); ++i) {
    const UnrankedGroup& group = groups[i];
    out += "  " + std::to_string(group.count) + (group.count > 1 ? " points (such as " : " point (") +
           report.space.label(group.first->point) + "): " + group.reason + "\n";
  }
  if (groups.size() > reasons_shown) {
    out += "  and " + std::to_string(groups.size() - reasons_shown) + " more reasons; --csv lists all\n";
  }
  return out;
}

}  // namespace

std::string tune_table(const TuneReport& report, int top) {
  const Ranking& ranking = report.ranking;
  std::string out = summary(report) + "\n\n";
  const std::size_t rows = std::min(ranking.ranked.size(), static_cast<std::size_t>(top));
  if (rows == 0) {
    const bool refused = std::ranges::all_of(report.rows, [](const TuneRow& row) { return !row.refused.empty(); });
    out += refused ? "every point was refused\n" : "no point has the required verdict; see --require\n";
  } else {
    out += lines_of(columns_of(report, rows), rows);
    const TuneRow& best = *ranking.ranked.front();
    out += "\nbest: " + report.space.label(best.point) + "\n";
    out += "  largest stall: " + (best.stall.empty() ? "none" : best.stall) + "\n";
  }
  return out + unranked_text(report);
}

}  // namespace stretto::tool
