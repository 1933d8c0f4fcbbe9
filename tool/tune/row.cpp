#include "tune/row.hpp"

#include "enum_reader.hpp"

namespace stretto::tool {

Json row_json(const TuneRow& row, const TuneSpace& space) {
  Json out;
  out["point"] = row.point;
  for (std::size_t i = 0; i < space.axes.size(); ++i) {
    out["knobs"][space.axes[i].knob.name] = value_json(space.axes[i].knob, space.value(row.point, i));
  }
  if (!row.refused.empty()) {
    out["refused"] = row.refused;
    return out;
  }
  out["verdict"] = name(row.verdict);
  out["cycles"] = row.cycles;
  out["period"] = row.period;
  out["exact"] = row.exact;
  out["tiles"] = row.tiles;
  out["work"] = row.work;
  if (row.interval > 0) {
    out["ii"] = row.interval;
    out["bound"] = row.bound;
    out["bound_by"] = row.bound_by;
  }
  out["slots"] = row.slots;
  out["shared_bytes"] = row.shared_bytes;
  out["register_bytes"] = row.register_bytes;
  out["stall"] = row.stall;
  return out;
}

TuneRow read_row(const Json& line, const TuneSpace& space, const std::string& where) {
  ObjectReader reader(line, JsonPlace(where));
  TuneRow row;
  row.point = -1;
  reader.optional_long("point", row.point);
  if (row.point < 0 || row.point >= space.size()) {
    throw InputError(reader.path_of("point") + ": must be a point of the sweep, from 0 to " +
                     std::to_string(space.size() - 1));
  }
  if (reader.has("refused")) {
    row.refused = printable(reader.require_string("refused"));
    if (row.refused.empty()) throw reader.place("refused").error("must not be empty");
  } else {
    row.verdict = read_enum(reader, "verdict", {Verdict::proven, Verdict::relies_on_latency, Verdict::race});
    for (const auto& [key, field] :
         {std::pair{"cycles", &row.cycles}, std::pair{"work", &row.work}, std::pair{"shared_bytes", &row.shared_bytes},
          std::pair{"register_bytes", &row.register_bytes}}) {
      reader.require(key);
      reader.optional_long(key, *field);
    }
    row.period = reader.require_int("period");
    row.tiles = reader.require_int("tiles");
    if (row.period < 1 || row.tiles < 1) throw InputError(reader.path_of("period") + ", tiles: must be at least 1");
    row.exact = reader.require_bool("exact");
    if (reader.has("ii")) {
      reader.optional_long("ii", row.interval);
      if (row.interval < 1)
        throw InputError(reader.path_of("ii") + ": must be at least 1; leave it out if there is none");
      reader.optional_long("bound", row.bound);
      row.bound_by = printable(reader.require_string("bound_by"));
    }
    row.slots = printable(reader.require_string("slots"));
    row.stall = printable(reader.require_string("stall"));
  }
  // The knob values of a line must match its point number.
  if (reader.require("knobs") != row_json(row, space)["knobs"]) {
    throw InputError(reader.path_of("knobs") + ": do not match point " + std::to_string(row.point));
  }
  reader.finish();
  return row;
}

}  // namespace stretto::tool
