// A plot of a sweep: work per cycle over the values of the first knob, one line per value of the second. With more
// knobs, a line shows the best of the others, and the rest are pale.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "tune/report.hpp"
#include "xml_text.hpp"

namespace stretto::tool {

namespace {

constexpr int plot_width = 1080;
constexpr int plot_left = 76;
constexpr int plot_right = 250;
constexpr int plot_top = 116;
constexpr int plot_height = 340;
constexpr int line_colours = 8;
constexpr int most_labels = 32;
constexpr std::size_t most_lines = 24;  // of the legend
constexpr std::size_t most_reasons = 6;
constexpr std::size_t reason_letters = 150;

std::string pixel(double value) {
  std::string out = std::to_string(value);
  out.resize(out.find('.') + 2);
  return out;
}

class PlotWriter {
 public:
  explicit PlotWriter(const TuneReport& report) : report_(report), space_(report.space) {
    for (std::size_t i = 0; i < space_.axes.size(); ++i) {
      if (space_.axes[i].values.size() < 2) continue;
      if (across_ == none) {
        across_ = i;
      } else if (line_ == none) {
        line_ = i;
      }
    }
    if (across_ == none) across_ = 0;
    find_range();
  }

  std::string write() {
    frame();
    pale_points();
    lines();
    mark_best();
    legend();
    const int bottom = unranked(plot_top + plot_height + label_room() + 44);
    std::string out = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " + std::to_string(plot_width) + " " +
                      std::to_string(bottom + 12) + "' width='" + std::to_string(plot_width) +
                      "' role='img' aria-label='" + escaped(summary(report_)) + "'>\n";
    out += "<!-- " + comment() + " -->\n" + style();
    out += "<rect class='paper' width='100%' height='100%'/>\n";
    out += words(plot_left, 28, summary(report_), "title");
    out += words(plot_left, 50, explanation(), "note");
    return out + body_ + "</svg>\n";
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  static std::string style() {
    return "<style>\n"
           "  svg { font: 12px sans-serif; } text { fill: #1b1f24; } .paper { fill: #fff; }\n"
           "  .title { font-size: 16px; font-weight: 600; } .note, .tick { fill: #57606a; }\n"
           "  .end { text-anchor: end; } .mid { text-anchor: middle; } .bold { font-weight: 600; }\n"
           "  .grid { stroke: #e3e7ec; } .axis { stroke: #57606a; } .peak { stroke: #57606a; stroke-dasharray: 5 4; }\n"
           "  .line { fill: none; stroke-width: 2; } .again { stroke-dasharray: 6 3; } .pale { opacity: .22; }\n"
           "  .c0 { --c: #2a78d6; } .c1 { --c: #d08700; } .c2 { --c: #1a9c72; } .c3 { --c: #8250df; }\n"
           "  .c4 { --c: #cf5b2c; } .c5 { --c: #2f9fb5; } .c6 { --c: #b3417f; } .c7 { --c: #6b7280; }\n"
           "  .line { stroke: var(--c); } .dot { fill: var(--c); } .cross { stroke: var(--c); }\n"
           "  .best { fill: none; stroke: #1b1f24; stroke-width: 2; }\n"
           "</style>\n";
  }

  /// An XML comment must not contain "--".
  [[nodiscard]] std::string comment() const {
    std::string text = space_json(space_).dump();
    for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--", at))
      text.replace(at, 2, "- -");
    return text;
  }

  [[nodiscard]] std::string explanation() const {
    std::string out = report_.measure.is_share ? "Share of cycles in which the MMA unit is busy"
                                               : report_.measure.unit + " per cycle and workgroup";
    out += ", modelled, over " + knob_name(across_);
    if (line_ != none) out += "; one line per value of " + knob_name(line_);
    if (many_knobs()) out += "; best of the other knobs, the rest pale";
    return out + (report_.ranking.unranked.empty() ? "" : "; cross: not ranked");
  }
  [[nodiscard]] bool many_knobs() const {
    return std::ranges::count_if(space_.axes, [](const TuneAxis& axis) { return axis.values.size() > 1; }) > 2;
  }
  [[nodiscard]] const std::string& knob_name(std::size_t axis) const { return space_.axes[axis].knob.name; }
  [[nodiscard]] const std::vector<std::string>& ticks() const { return space_.axes[across_].values; }
  [[nodiscard]] std::size_t line_count() const { return line_ == none ? 1 : space_.axes[line_].values.size(); }
  [[nodiscard]] std::size_t line_of(const TuneRow& row) const {
    return line_ == none ? 0 : space_.digit(row.point, line_);
  }

  void find_range() {
    for (const TuneRow* row : report_.ranking.ranked) top_ = std::max(top_, row->work_per_cycle());
    std::set<double> peaks;
    for (const TuneRow* row : report_.ranking.ranked) peaks.insert(peak_of(space_.at(row->point)));
    if (peaks.size() == 1) peak_ = *peaks.begin();
    top_ = std::max(top_, peak_);
    if (top_ <= 0) top_ = 1;
    // About six ticks, at 1, 2 or 5 times a power of ten.
    step_ = std::pow(10, std::floor(std::log10(top_ / 6)));
    for (const int times : {2, 5, 10}) {
      if (top_ / step_ > 8) step_ = std::pow(10, std::floor(std::log10(top_ / 6))) * times;
    }
    top_ *= 1.04;
  }

  [[nodiscard]] static double span() { return plot_width - plot_left - plot_right; }
  [[nodiscard]] double slot_width() const { return span() / static_cast<double>(ticks().size()); }
  /// Offsets the lines slightly, so that equal ones are visible.
  [[nodiscard]] double x(std::size_t tick, std::size_t line) const {
    const auto count = static_cast<double>(line_count());
    const double apart = std::min(5.0, slot_width() * 0.6 / count);
    return plot_left + slot_width() * (static_cast<double>(tick) + 0.5) +
           apart * (static_cast<double>(line) - (count - 1) / 2);
  }
  [[nodiscard]] double y(double work) const { return plot_top + plot_height * (1 - work / top_); }
  [[nodiscard]] double x(const TuneRow& row) const { return x(space_.digit(row.point, across_), line_of(row)); }

  static std::string words(double x, double y, const std::string& text, const std::string& kind) {
    return "<text class='" + kind + "' x='" + pixel(x) + "' y='" + pixel(y) + "'>" + escaped(text) + "</text>\n";
  }
  static std::string line(double x1, double y1, double x2, double y2, const char* kind) {
    return std::string("<line class='") + kind + "' x1='" + pixel(x1) + "' y1='" + pixel(y1) + "' x2='" + pixel(x2) +
           "' y2='" + pixel(y2) + "'/>\n";
  }
  [[nodiscard]] std::string dot(const TuneRow& row, const std::string& kind, int radius) const {
    return "<circle class='" + kind + "' cx='" + pixel(x(row)) + "' cy='" + pixel(y(row.work_per_cycle())) + "' r='" +
           std::to_string(radius) + "'><title>" + escaped(space_.label(row.point)) + ": " +
           report_.measure.text(row.work_per_cycle()) + "</title></circle>\n";
  }
  static std::string polyline(std::size_t of, const std::string& points) {
    if (points.empty()) return "";
    const std::string again = of >= line_colours ? " again" : "";
    return "<polyline class='line " + colour_class(of) + again + "' points='" + points + "'/>\n";
  }
  /// A cross on the axis: no point there is ranked.
  [[nodiscard]] std::string cross(double at, const std::string& colour) const {
    const auto stroke = [&](double rise) {
      return "M" + pixel(at - 3) + " " + pixel(y(0) - rise) + "L" + pixel(at + 3) + " " + pixel(y(0) + rise);
    };
    return "<path class='cross " + colour + "' d='" + stroke(3) + stroke(-3) + "'/>\n";
  }
  static std::string colour_class(std::size_t line) { return "c" + std::to_string(line % line_colours); }

  [[nodiscard]] bool slanted() const {
    std::size_t longest = 0;
    for (const std::string& tick : ticks()) longest = std::max(longest, tick.size());
    return 7.0 * static_cast<double>(longest) > slot_width() * label_step();
  }
  [[nodiscard]] int label_step() const { return (static_cast<int>(ticks().size()) + most_labels - 1) / most_labels; }
  [[nodiscard]] int label_room() const {
    std::size_t longest = 0;
    for (const std::string& tick : ticks()) longest = std::max(longest, tick.size());
    return slanted() ? 14 + static_cast<int>(5.5 * static_cast<double>(longest)) : 20;
  }

  void frame() {
    const double right = plot_left + span();
    for (int i = 0; i * step_ <= top_; ++i) {
      const double at = i * step_;
      body_ += line(plot_left, y(at), right, y(at), "grid");
      std::string label = std::to_string(std::lround(report_.measure.is_share ? 100 * at : at));
      body_ += words(plot_left - 8, y(at) + 4, report_.measure.is_share ? label + "%" : label, "tick end");
    }
    body_ += words(plot_left, plot_top - 12, report_.measure.column(), "note");
    body_ += line(plot_left, y(0), right, y(0), "axis");
    if (peak_ > 0) {
      body_ += line(plot_left, y(peak_), right, y(peak_), "peak");
      const std::string peak = report_.measure.is_share ? "always busy" : "tensor-core peak";
      body_ += words(right - 4, y(peak_) - 5, peak, "note end");
    }
    for (std::size_t i = 0; i < ticks().size(); i += static_cast<std::size_t>(label_step())) {
      const double at = plot_left + slot_width() * (static_cast<double>(i) + 0.5);
      const double below = plot_top + plot_height + 16;
      if (slanted()) {
        body_ += "<text class='tick end' transform='translate(" + pixel(at + 4) + " " + pixel(below - 2) +
                 ") rotate(-50)'>" + escaped(ticks()[i]) + "</text>\n";
      } else {
        body_ += words(at, below, ticks()[i], "tick mid");
      }
    }
    body_ += words(plot_left + span() / 2, plot_top + plot_height + label_room() + 18, knob_name(across_), "bold mid");
  }

  void pale_points() {
    std::set<std::string> drawn;  // draw points at the same position once
    for (const TuneRow* row : report_.ranking.ranked) {
      if (!many_knobs() || !drawn.insert(pixel(x(*row)) + " " + pixel(y(row->work_per_cycle()))).second) continue;
      body_ += dot(*row, "dot pale " + colour_class(line_of(*row)), 3);
    }
  }

  void lines() {
    for (std::size_t of = 0; of < line_count(); ++of) {
      std::map<std::size_t, const TuneRow*> best;  // by tick; ranked points are sorted best first
      for (const TuneRow* row : report_.ranking.ranked) {
        if (line_of(*row) == of) best.emplace(space_.digit(row->point, across_), row);
      }
      std::string points;
      for (std::size_t tick = 0; tick <= ticks().size(); ++tick) {
        if (best.contains(tick)) {
          points += (points.empty() ? "" : " ") + pixel(x(*best[tick]));
          points += "," + pixel(y(best[tick]->work_per_cycle()));
          continue;
        }
        // Do not connect points that are not adjacent.
        body_ += polyline(of, points);
        points.clear();
        if (tick < ticks().size()) body_ += cross(x(tick, of), colour_class(of));
      }
      for (const auto& [tick, row] : best) body_ += dot(*row, "dot " + colour_class(of), 4);
    }
  }

  void mark_best() {
    if (report_.ranking.ranked.empty()) {
      body_ += words(plot_left + span() / 2, plot_top + plot_height / 2.0, "no point is ranked", "note mid");
      return;
    }
    const TuneRow& best = *report_.ranking.ranked.front();
    body_ += dot(best, "best", 8);
    body_ += words(plot_left, 70,
                   "best (ringed): " + space_.label(best.point) + ", " + report_.measure.text(best.work_per_cycle()) +
                       (report_.measure.is_share ? "" : " " + report_.measure.column()) + ", " + name(best.verdict),
                   "bold");
  }

  void legend() {
    if (line_ == none) return;
    const double at = plot_left + span() + 24;
    double next = plot_top + 4;
    body_ += words(at, next, knob_name(line_), "bold");
    const std::vector<std::string>& values = space_.axes[line_].values;
    for (std::size_t i = 0; i < std::min(values.size(), most_lines); ++i) {
      next += 18;
      body_ += "<line class='line " + colour_class(i) + (i >= line_colours ? " again" : "") + "' x1='" + pixel(at) +
               "' y1='" + pixel(next - 4) + "' x2='" + pixel(at + 22) + "' y2='" + pixel(next - 4) + "'/>\n";
      const bool any =
          std::ranges::any_of(report_.ranking.ranked, [&](const TuneRow* row) { return line_of(*row) == i; });
      body_ += words(at + 30, next, values[i] + (any ? "" : " (not ranked)"), any ? "" : "note");
    }
    if (values.size() > most_lines) {
      body_ += words(at, next + 18, "and " + std::to_string(values.size() - most_lines) + " more", "note");
    }
  }

  /// Returns the bottom of the text.
  int unranked(int at) {
    const std::vector<UnrankedGroup> groups = unranked_groups(report_);
    if (groups.empty()) return at - 20;
    body_ += words(plot_left, at, "Not ranked", "bold");
    for (std::size_t i = 0; i < std::min(groups.size(), most_reasons); ++i) {
      at += 18;
      std::string reason = std::to_string(groups[i].count) + ": " + groups[i].reason;
      if (reason.size() > reason_letters) reason = reason.substr(0, reason_letters) + "...";
      body_ += words(plot_left, at, reason, "note");
    }
    if (groups.size() > most_reasons) {
      at += 18;
      body_ += words(plot_left, at, "and " + std::to_string(groups.size() - most_reasons) + " more reasons", "note");
    }
    return at;
  }

  const TuneReport& report_;
  const TuneSpace& space_;
  std::size_t across_ = none;
  std::size_t line_ = none;
  double top_ = 0;
  double peak_ = 0;
  double step_ = 1;
  std::string body_;
};

}  // namespace

std::string tune_svg(const TuneReport& report) { return PlotWriter(report).write(); }

}  // namespace stretto::tool
