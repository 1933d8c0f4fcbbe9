#include "show/grid.hpp"

#include <algorithm>
#include <map>

#include "show/short_number.hpp"
#include "show/tracks.hpp"

namespace stretto::tool {

namespace {

constexpr int name_width = 14;
constexpr int least_columns = 20;
constexpr const char* keys = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
constexpr int key_count = 62;
// Of the 16 colours of every terminal, those that are read on light and dark ground.
constexpr int colours[] = {36, 33, 32, 35, 34, 31};
constexpr int colour_count = 6;

struct Cell {
  char mark = ' ';
  int colour = 0;  // 0: none
};

class Grid {
 public:
  Grid(const Scene& scene, const GridOptions& options)
      : scene_(scene), colour_(options.colour), columns_(std::max(least_columns, options.width - name_width - 1)) {
    from_ = options.from;
    to_ = options.to;
    if (from_ < 0) {
      // Two trips, in the middle of the kernel.
      const long middle = (scene.kernel_from + scene.kernel_to) / 2;
      const long half = std::max(1L, static_cast<long>(scene.trip_cycles));
      from_ = std::max(0L, middle - half);
      if (to_ < 0) to_ = std::min(scene.cycles, middle + half);
    }
    if (to_ <= from_) to_ = std::max(from_ + 1, scene.cycles);
    // As many cycles a column as the width asks for.
    step_ = std::max(1L, (to_ - from_ + columns_ - 1) / columns_);
    columns_ = static_cast<int>((to_ - from_ + step_ - 1) / step_);
  }

  std::string draw() {
    std::string out =
        scene_.title + ": " + scene_.verdict + ", " + short_number(scene_.trip_cycles) + " cycles a trip\n";
    out += "cycles " + std::to_string(from_) + " to " + std::to_string(to_) + " of " + std::to_string(scene_.cycles) +
           ", " + std::to_string(step_) + " a column\n";
    out += ruler();
    out += units() + agents() + flights();
    return out + legend();
  }

 private:
  using Row = std::vector<Cell>;

  [[nodiscard]] int column(long time) const { return static_cast<int>((time - from_) / step_); }
  [[nodiscard]] Row empty() const { return Row(static_cast<std::size_t>(columns_)); }

  /// Where it covers any part of a column.
  void fill(Row& row, long from, long to, Cell cell) const {
    if (to <= from_ || from >= to_) return;
    const int first = std::max(0, column(std::max(from, from_)));
    const int last = std::min(columns_ - 1, column(std::max(from, std::min(to, to_) - 1)));
    for (int c = first; c <= last; ++c) row[static_cast<std::size_t>(c)] = cell;
  }

  /// Steps of one label share a key.
  char key(int step) {
    const std::string& label = scene_.steps[static_cast<std::size_t>(step)].label;
    const auto [found, fresh] = keys_.try_emplace(label, static_cast<int>(keys_.size()));
    if (fresh) order_.push_back(label);
    return keys[found->second % key_count];
  }
  [[nodiscard]] int colour_of(int step) const {
    const SceneStep& of = scene_.steps[static_cast<std::size_t>(step)];
    return colours[(of.unit + 1) % colour_count];
  }

  [[nodiscard]] std::string line(const std::string& name, const Row& row) const {
    std::string out = name.substr(0, name_width);
    out.resize(name_width + 1, ' ');
    int colour = 0;
    for (const Cell& cell : row) {
      if (colour_ && cell.colour != colour) {
        out += cell.colour == 0 ? "\033[0m" : "\033[" + std::to_string(cell.colour) + "m";
        colour = cell.colour;
      }
      out += cell.mark;
    }
    if (colour != 0) out += "\033[0m";
    while (!colour_ && !out.empty() && out.back() == ' ') out.pop_back();
    return out + "\n";
  }

  [[nodiscard]] std::string ruler() const {
    std::string out(name_width + 1, ' ');
    for (int c = 0; c < columns_; c += 20) {
      std::string at = "|" + std::to_string(from_ + c * step_);
      at.resize(20, ' ');
      out += at.substr(0, static_cast<std::size_t>(std::min(20, columns_ - c)));
    }
    while (out.back() == ' ') out.pop_back();
    return out + "\n";
  }

  std::string units() {
    std::string out;
    const int unit_count = static_cast<int>(scene_.units.size());
    for (int u = 0; u < unit_count; ++u) {
      std::map<int, Row> lanes;
      for (const SceneSlice& slice : scene_.slices) {
        if (slice.unit != u || slice.end <= slice.start) continue;
        const auto lane = lanes.try_emplace(slice.lane, empty()).first;
        if (slice.end > from_ && slice.start < to_) {
          fill(lane->second, slice.start, slice.end, {key(slice.step), colour_of(slice.step)});
        }
      }
      for (const auto& [lane, row] : lanes) {
        out += line(
            scene_.units[static_cast<std::size_t>(u)].name + (lanes.size() > 1 ? " " + std::to_string(lane) : ""), row);
      }
    }
    return out;
  }

  /// What holds an agent: its own work, and what it waits for.
  std::string agents() {
    std::string out;
    const int agent_count = static_cast<int>(scene_.agents.size());
    for (int a = 0; a < agent_count; ++a) {
      Row row = empty();
      for (const SceneSlice& slice : scene_.slices) {
        if (slice.agent != a || slice.end <= from_ || slice.issued >= to_) continue;
        const SceneStep& of = scene_.steps[static_cast<std::size_t>(slice.step)];
        const long held = std::max<long>(1, of.issue > 0 ? of.issue : slice.end - slice.issued);
        fill(row, slice.issued, slice.issued + held, {key(slice.step), colour_of(slice.step)});
      }
      for (const SceneStall& stall : scene_.stalls) {
        if (stall.agent != a || stall.cycles == 0) continue;
        const SceneKind kind = scene_.steps[static_cast<std::size_t>(stall.step)].kind;
        const char mark = kind == SceneKind::barrier ? '|' : kind == SceneKind::op ? '-' : '.';
        fill(row, stall.start, stall.start + stall.cycles, {mark, 0});
      }
      out += line(scene_.agents[static_cast<std::size_t>(a)].name, row);
    }
    return out;
  }

  /// From issue to result, each on the first row that is free.
  std::string flights() {
    std::vector<long> busy;
    std::vector<Row> rows;
    for (const SceneSlice& slice : scene_.slices) {
      if (slice.done <= slice.end && slice.issued == slice.start) continue;
      const auto track = static_cast<std::size_t>(first_free(busy, slice.issued, slice.done));
      if (slice.done <= from_ || slice.issued >= to_) continue;
      while (rows.size() <= track) rows.push_back(empty());
      fill(rows[track], slice.issued, slice.done, {'=', colour_of(slice.step)});
      fill(rows[track], slice.issued, slice.issued + 1, {key(slice.step), colour_of(slice.step)});
    }
    std::string out;
    for (std::size_t i = 0; i < rows.size(); ++i) out += line(i == 0 ? "in flight" : "", rows[i]);
    return out;
  }

  [[nodiscard]] std::string legend() const {
    std::string out;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      out += std::string("  ") + keys[i % key_count] + "  " + order_[i] + "\n";
    }
    return out + "  .  waits    |  at a barrier    -  held by a unit, registers or a full counter    =  in flight\n";
  }

  const Scene& scene_;
  bool colour_;
  int columns_;
  long from_ = 0;
  long to_ = 0;
  long step_ = 1;
  std::map<std::string, int> keys_;
  std::vector<std::string> order_;
};

}  // namespace

std::string scene_grid(const Scene& scene, const GridOptions& options) { return Grid(scene, options).draw(); }

}  // namespace stretto::tool
