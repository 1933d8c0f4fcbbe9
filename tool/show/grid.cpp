#include "show/grid.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "show/kernel_table.hpp"
#include "show/scene_text.hpp"
#include "show/tracks.hpp"
#include "show/wrapped.hpp"

namespace stretto::tool {

namespace {

constexpr int name_width = 14;
constexpr int ruler_step = 20;
constexpr const char* keys = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
constexpr int key_count = 62;
// The colours of the 16-colour palette that are legible on light and dark backgrounds.
constexpr int colours[] = {36, 33, 32, 35, 34, 31};
constexpr int colour_count = 6;

struct Cell {
  char mark = ' ';
  int colour = 0;  // 0: none
};

char sync_mark(SceneKind kind) {
  switch (kind) {
    case SceneKind::barrier: return '|';
    case SceneKind::wait: return '.';
    case SceneKind::await: return '?';
    case SceneKind::arrive: return '!';
    default: return '-';
  }
}

class Grid {
 public:
  Grid(const Scene& scene, const GridOptions& options)
      : scene_(scene), width_(options.width), colour_(options.colour), columns_(options.width - name_width - 1) {
    from_ = options.from;
    to_ = options.to;
    if (from_ < 0 && !scene.repeats()) from_ = 0;
    if (from_ < 0) {
      // Two trips in the middle of the kernel; more if every cycle fits.
      const long middle = (scene.kernel_from + scene.kernel_to) / 2;
      const long half = std::max<long>(static_cast<long>(scene.trip_cycles), columns_ / 2);
      from_ = std::max(0L, middle - half);
      if (to_ < 0) to_ = std::min(scene.cycles, middle + half);
    }
    if (to_ <= from_) to_ = std::max(from_ + 1, scene.cycles);
    // Cycles per column, chosen to fit the width.
    step_ = std::max(1L, (to_ - from_ + columns_ - 1) / columns_);
    columns_ = static_cast<int>((to_ - from_ + step_ - 1) / step_);
    if (const SceneRecurrence* recurrence = scene.critical()) {
      for (const SceneEdge& edge : recurrence->edges) critical_.insert(label(edge.from));
    }
  }

  std::string draw() {
    std::string out = wrapped(headline(scene_), width_);
    if (!scene_.verdict_reason.empty()) out += wrapped(scene_.verdict_reason, width_, 2);
    for (const SceneRecurrence& recurrence : scene_.recurrences) out += wrapped(recurrence_line(recurrence), width_, 2);
    out += wrapped("cycles " + std::to_string(from_) + " to " + std::to_string(to_) + " of " +
                       std::to_string(scene_.cycles) + ", " + std::to_string(step_) + " per column",
                   width_);
    out += ruler();
    out += units();
    out += roles();
    out += flights();
    out += legend();  // lists the keys that the rows used
    return scene_.subject == SceneSubject::graph ? out + kernel_table(scene_, width_) : out;
  }

 private:
  using Row = std::vector<Cell>;

  [[nodiscard]] int column(long time) const { return static_cast<int>((time - from_) / step_); }
  [[nodiscard]] Row empty() const { return Row(static_cast<std::size_t>(columns_)); }
  [[nodiscard]] const SceneStep& step(int id) const { return scene_.steps[static_cast<std::size_t>(id)]; }
  [[nodiscard]] const std::string& label(int id) const { return step(id).label; }
  [[nodiscard]] bool is_seen(long from, long to) const { return to > from_ && from < to_; }

  /// Where it covers any part of a column.
  void fill(Row& row, long from, long to, Cell cell) const {
    if (!is_seen(from, to)) return;
    const int first = std::max(0, column(std::max(from, from_)));
    const int last = std::min(columns_ - 1, column(std::max(from, std::min(to, to_) - 1)));
    for (int c = first; c <= last; ++c) row[static_cast<std::size_t>(c)] = cell;
  }

  /// Steps with the same label share a key.
  char key(int id) {
    const auto [found, fresh] = keys_.try_emplace(label(id), static_cast<int>(keys_.size()));
    if (fresh) order_.push_back(label(id));
    return keys[found->second % key_count];
  }
  [[nodiscard]] Cell cell(int id) { return {key(id), colours[(step(id).unit + 1) % colour_count]}; }

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
    for (int c = 0; c < columns_; c += ruler_step) {
      std::string at = "|" + std::to_string(from_ + c * step_);
      at.resize(ruler_step, ' ');
      out += at.substr(0, static_cast<std::size_t>(std::min(ruler_step, columns_ - c)));
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
        if (is_seen(slice.start, slice.end)) fill(lane->second, slice.start, slice.end, cell(slice.step));
      }
      for (const auto& [lane, row] : lanes) {
        const std::string& unit = scene_.units[static_cast<std::size_t>(u)].name;
        const std::string number = lanes.size() > 1 ? " " + std::to_string(lane) : "";
        out += line(unit.substr(0, name_width - number.size()) + number, row);
      }
    }
    return out;
  }

  /// What occupies a role: its own work and its stalls. The row below marks each wait, barrier and signal that it
  /// passes.
  std::string roles() {
    std::string out;
    const int role_count = static_cast<int>(scene_.roles.size());
    for (int a = 0; a < role_count; ++a) {
      Row row = empty();
      for (const SceneSlice& slice : scene_.slices) {
        const long passed = std::max(slice.began + 1, slice.passed);
        if (slice.role == a && is_seen(slice.began, passed)) fill(row, slice.began, passed, cell(slice.step));
      }
      for (const SceneStall& stall : scene_.stalls) {
        if (stall.role != a || stall.cycles == 0) continue;
        fill(row, stall.start, stall.start + stall.cycles, {sync_mark(step(stall.step).kind), 0});
      }
      out += line(scene_.roles[static_cast<std::size_t>(a)].name, row);
      Row marks = empty();
      bool any = false;
      // A barrier takes precedence over a wait, and a wait over a signal.
      for (const SceneKind kind : {SceneKind::arrive, SceneKind::await, SceneKind::wait, SceneKind::barrier}) {
        for (const SceneSync& sync : scene_.syncs) {
          if (sync.role != a || step(sync.step).kind != kind || !is_seen(sync.passed, sync.passed + 1)) continue;
          fill(marks, sync.passed, sync.passed + 1, {sync_mark(kind), 0});
          any = true;
        }
      }
      if (any) out += line("  passes", marks);
    }
    return out;
  }

  /// From issue to result, each on the first free row.
  std::string flights() {
    std::vector<long> busy;
    std::vector<Row> rows;
    for (const SceneSlice& slice : scene_.slices) {
      if (!slice.flies()) continue;
      const auto track = static_cast<std::size_t>(first_free(busy, slice.issued, slice.done));
      if (!is_seen(slice.issued, slice.done)) continue;
      while (rows.size() <= track) rows.push_back(empty());
      const Cell own = cell(slice.step);
      fill(rows[track], slice.issued, slice.done, {'=', own.colour});
      fill(rows[track], slice.issued, slice.issued + 1, own);
    }
    std::string out;
    bool first = true;
    for (const Row& row : rows) {
      const bool any = std::ranges::any_of(row, [](const Cell& one) { return one.mark != ' '; });
      if (any) out += line(first ? "in flight" : "", row);
      first = first && !any;
    }
    return out;
  }

  [[nodiscard]] std::string legend() const {
    std::string out;
    bool marked = false;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const bool on = critical_.contains(order_[i]);
      marked = marked || on;
      out += cut(std::string("  ") + keys[i % key_count] + (on ? "* " : "  ") + order_[i], width_) + "\n";
    }
    std::vector<std::string> marks = {"=  in flight"};
    if (marked) marks.emplace_back("*  on the critical recurrence");
    if (scene_.subject == SceneSubject::program) {
      for (const char* mark : {".  waiting", "|  at a barrier", "?  awaiting a phase", "!  arriving",
                               "-  blocked by a unit, registers or a full counter"}) {
        marks.emplace_back(mark);
      }
    }
    std::string line;
    for (const std::string& mark : marks) {
      if (!line.empty() && line.size() + 4 + mark.size() > static_cast<std::size_t>(width_)) {
        out += wrapped(line, width_, 5);
        line.clear();
      }
      line += (line.empty() ? "  " : "    ") + mark;
    }
    return out + wrapped(line, width_, 5);
  }

  const Scene& scene_;
  int width_;
  bool colour_;
  int columns_;
  long from_ = 0;
  long to_ = 0;
  long step_ = 1;
  std::set<std::string> critical_;  // labels
  std::map<std::string, int> keys_;
  std::vector<std::string> order_;
};

}  // namespace

std::string scene_grid(const Scene& scene, const GridOptions& options) { return Grid(scene, options).draw(); }

}  // namespace stretto::tool
