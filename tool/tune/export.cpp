// Exports a sweep as CSV and JSON: all points, best first.
#include "result_json.hpp"
#include "show/short_number.hpp"
#include "tune/report.hpp"

namespace stretto::tool {

namespace {

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) out += (i == 0 ? "" : ",") + csv_cell(cells[i]);
  return out + "\n";
}

std::string unless_zero(long value) { return value == 0 ? "" : std::to_string(value); }

std::string csv_row(const TuneReport& report, const TuneRow& row, const std::string& place) {
  std::vector<std::string> cells = {place, std::to_string(row.point)};
  for (std::size_t i = 0; i < report.space.axes.size(); ++i) cells.push_back(report.space.value(row.point, i));
  const bool ran = row.refused.empty();
  const auto figure = [&](double value) { return ran ? std::to_string(value) : std::string(); };
  for (const std::string& cell :
       {ran ? std::string(name(row.verdict)) : std::string("refused"), figure(row.work_per_cycle()),
        figure(row.cycles_of_trip()), figure(row.cycles_of_tile()), unless_zero(row.interval), unless_zero(row.bound),
        row.bound_by, row.slots, unless_zero(row.shared_bytes), unless_zero(row.register_bytes), row.stall,
        row.refused}) {
    cells.push_back(cell);
  }
  return csv_line(cells);
}

}  // namespace

std::string tune_csv(const TuneReport& report) {
  std::vector<std::string> head = {"rank", "point"};
  for (const TuneAxis& axis : report.space.axes) head.push_back(axis.knob.name);
  const std::string work = report.measure.is_share ? "mma_busy" : report.measure.unit + "_per_cycle";
  for (const std::string& cell :
       {std::string("verdict"), work, std::string("cycles_per_trip"), std::string("cycles_per_tile"), std::string("ii"),
        std::string("bound"), std::string("bound_by"), std::string("slots_of_buffers"), std::string("shared_bytes"),
        std::string("register_bytes"), std::string("stall"), std::string("refused")}) {
    head.push_back(cell);
  }
  std::string out = csv_line(head);
  long place = 0;
  for (const TuneRow* row : report.ranking.ranked) out += csv_row(report, *row, std::to_string(++place));
  for (const TuneRow* row : report.ranking.unranked) out += csv_row(report, *row, "");
  return out;
}

std::string tune_json(const TuneReport& report) {
  Json out;
  out["stretto"] = STRETTO_VERSION;
  out.update(space_json(report.space));
  out["evaluated"] = report.rows.size();
  out["work_unit"] = report.measure.is_share ? "cycles of the MMA unit" : report.measure.unit;
  const std::vector<const TuneRow*>& ranked = report.ranking.ranked;
  out["best"] = ranked.empty() ? Json() : Json(ranked.front()->point);
  const auto add = [&](const char* key, const std::vector<const TuneRow*>& rows) {
    out[key] = Json::array();
    for (const TuneRow* row : rows) {
      Json line = row_json(*row, report.space);
      if (row->refused.empty()) {
        line["work_per_cycle"] = row->work_per_cycle();
        line["cycles_per_trip"] = row->cycles_of_trip();
        line["cycles_per_tile"] = row->cycles_of_tile();
      }
      out[key].push_back(std::move(line));
    }
  };
  add("ranked", ranked);
  add("unranked", report.ranking.unranked);
  return json_text(out);
}

}  // namespace stretto::tool
