#include "show/svg.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "show/scene_text.hpp"
#include "show/tracks.hpp"
#include "show/wrapped.hpp"
#include "xml_text.hpp"

namespace stretto::tool {

namespace {

constexpr int picture_width = 1200;
constexpr int left = 170;
constexpr int right = 20;
constexpr int row_height = 18;
constexpr int row_gap = 4;
constexpr int head = 94;
constexpr int svg_colours = 6;
constexpr int most_letters = 190;  // of a line of notes
constexpr int row_letters = 25;    // of a row's name

class SvgWriter {
 public:
  explicit SvgWriter(const Scene& scene) : scene_(scene) {}

  std::string write() {
    units();
    roles();
    flights();
    slots();
    const int height = y_ + 34;
    // A comment must not contain "--", so the command line goes into <desc>.
    std::string out = "<!-- " + std::string("stretto show: ") + comment(scene_.title) + " -->\n";
    out += "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " + std::to_string(picture_width) + " " +
           std::to_string(height) + "' role='img' aria-label='" + escaped(scene_.title) + "'>\n";
    out += "<desc>stretto show " + escaped(scene_.source) + " --svg</desc>\n";
    out += style() + text(12, 22, scene_.title, "title") + text(12, 42, summary(), "note");
    if (const SceneRecurrence* recurrence = scene_.critical()) {
      out += text(12, 58, cut(recurrence_line(*recurrence), most_letters), "note");
    }
    out += axis(height - 34) + body_;
    return out + "</svg>\n";
  }

 private:
  static std::string style() {
    return "<style>\n"
           "  svg { font: 12px sans-serif; background: #fff; }\n"
           "  text { fill: #1b1f24; } .title { font-size: 16px; font-weight: 600; } .note, .tick { fill: #57606a; }\n"
           "  .c0 { fill: #2a78d6; } .c1 { fill: #1a9c72; } .c2 { fill: #d08700; } .c3 { fill: #8250df; }\n"
           "  .c4 { fill: #cf5b2c; } .c5 { fill: #2f9fb5; }\n"
           "  .flight { opacity: .45; } .stall { fill: #c9ced6; } .barrier { fill: #cf222e; opacity: .55; }\n"
           "  .tick-barrier { fill: #cf222e; } .tick-wait, .tick-await, .tick-fence { fill: #1b1f24; } .tick-arrive { "
           "fill: "
           "#8c959f; }\n"
           "  .grid { stroke: #d8dee4; } .kernel { fill: #57606a; opacity: .06; }\n"
           "  @media (prefers-color-scheme: dark) {\n"
           "    svg { background: #14181d; } text { fill: #e6edf3; } .note, .tick { fill: #9aa4af; }\n"
           "    .stall { fill: #444c56; } .tick-wait, .tick-await, .tick-fence { fill: #e6edf3; } .grid { stroke: "
           "#2d333b; } "
           ".kernel { fill: #adbac7; }\n"
           "  }\n"
           "</style>\n";
  }

  [[nodiscard]] std::string summary() const {
    const std::string out = headline(scene_).substr(scene_.title.size() + 2) + "; " + std::to_string(scene_.trips);
    const bool graph = scene_.subject == SceneSubject::graph;
    return cut(out + (graph ? " iterations; grey: all stages active" : " trips of a modelled run; grey: kernel"),
               most_letters);
  }
  static std::string comment(std::string text) {
    for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--")) text.replace(at, 2, "- ");
    return text;
  }

  [[nodiscard]] double x(long time) const {
    const double span = picture_width - left - right;
    return left + span * static_cast<double>(time) / static_cast<double>(std::max(1L, scene_.cycles));
  }
  static std::string number(double value) {
    std::string out = std::to_string(value);
    out.resize(out.find('.') + 2);
    return out;
  }
  static std::string text(int x, int y, const std::string& of, const char* kind) {
    return "<text class='" + std::string(kind) + "' x='" + std::to_string(x) + "' y='" + std::to_string(y) + "'>" +
           escaped(of) + "</text>\n";
  }

  void label(const std::string& name) {
    body_ += "<text x='" + std::to_string(left - 8) + "' y='" + std::to_string(y_ + 13) + "' text-anchor='end'>" +
             escaped(cut(name, row_letters)) +
             (name.size() > row_letters ? "<title>" + escaped(name) + "</title>" : "") + "</text>\n";
  }
  void next_row() { y_ += row_height + row_gap; }

  /// Draws a bar in its row, or in one of several parts of the row.
  void bar(long from, long to, const std::string& kind, const std::string& tip, int part = 0, int parts = 1) {
    if (to <= from) return;
    const double width = std::max(0.6, x(to) - x(from) - 0.4);
    const double height = static_cast<double>(row_height) / parts;
    body_ += "<rect class='" + kind + "' x='" + number(x(from)) + "' y='" + number(y_ + part * height) + "' width='" +
             number(width) + "' height='" + number(parts == 1 ? height : height - 0.5) + "' rx='2'><title>" +
             escaped(tip) + "</title></rect>\n";
  }
  /// A tick where a wait or barrier is passed.
  void tick(long time, const std::string& kind, const std::string& tip) {
    body_ += "<rect class='tick-" + kind + "' x='" + number(x(time) - 0.6) + "' y='" +
             std::to_string(y_ + row_height - 5) + "' width='1.2' height='6'><title>" + escaped(tip) +
             "</title></rect>\n";
  }

  [[nodiscard]] const SceneStep& step(int id) const { return scene_.steps[static_cast<std::size_t>(id)]; }
  [[nodiscard]] static std::string colour(const SceneStep& of) {
    return "c" + std::to_string((of.unit + 1) % svg_colours);
  }
  [[nodiscard]] std::string tip(const SceneSlice& of) const {
    return step(of.step).label + "\ntrip " + std::to_string(of.trip) + ", issued " + std::to_string(of.issued) +
           ", on its unit " + std::to_string(of.start) + " to " + std::to_string(of.end) + ", result " +
           std::to_string(of.done);
  }

  void units() {
    const int count = static_cast<int>(scene_.units.size());
    for (int u = 0; u < count; ++u) {
      std::map<int, std::vector<const SceneSlice*>> lanes;
      for (const SceneSlice& of : scene_.slices) {
        if (of.unit == u && of.end > of.start) lanes[of.lane].push_back(&of);
      }
      for (const auto& [lane, slices] : lanes) {
        label(scene_.units[static_cast<std::size_t>(u)].name + (lanes.size() > 1 ? " " + std::to_string(lane) : ""));
        for (const SceneSlice* of : slices) bar(of->start, of->end, colour(step(of->step)), tip(*of));
        next_row();
      }
    }
  }

  void roles() {
    y_ += row_gap * 2;
    const int count = static_cast<int>(scene_.roles.size());
    for (int a = 0; a < count; ++a) {
      label(scene_.roles[static_cast<std::size_t>(a)].name);
      for (const SceneStall& stall : scene_.stalls) {
        if (stall.role != a) continue;
        const SceneStep& of = step(stall.step);
        bar(stall.start, stall.start + stall.cycles, of.kind == SceneKind::barrier ? "barrier" : "stall",
            of.label + "\n" + std::to_string(stall.cycles) + " cycles: " + stall.cause);
      }
      for (const SceneSlice& of : scene_.slices) {
        if (of.role == a) bar(of.began, of.passed, colour(step(of.step)), tip(of));
      }
      for (const SceneSync& of : scene_.syncs) {
        if (of.role != a) continue;
        tick(of.passed, name(step(of.step).kind), step(of.step).label + "\npassed at " + std::to_string(of.passed));
      }
      next_row();
    }
  }

  void flights() {
    y_ += row_gap * 2;
    std::vector<long> busy;
    std::vector<std::vector<const SceneSlice*>> rows;
    for (const SceneSlice& of : scene_.slices) {
      if (!of.flies()) continue;
      const auto track = static_cast<std::size_t>(first_free(busy, of.issued, of.done));
      if (rows.size() <= track) rows.resize(track + 1);
      rows[track].push_back(&of);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == 0) label("in flight");
      for (const SceneSlice* of : rows[i]) bar(of->issued, of->done, colour(step(of->step)) + " flight", tip(*of));
      next_row();
    }
  }

  /// One row per slot; for registers, per slot and role.
  void slots() {
    y_ += row_gap * 2;
    std::map<std::tuple<int, int, int>, std::vector<const SceneOccupied*>> rows;  // buffer, role, slot
    for (const SceneOccupied& one : scene_.occupied) rows[{one.buffer, one.role, one.slot}].push_back(&one);
    for (const auto& [place, held] : rows) {
      const auto& [b, role, slot] = place;
      const SceneBuffer& buffer = scene_.buffers[static_cast<std::size_t>(b)];
      std::string row = buffer.name + (buffer.slots > 1 ? "[" + std::to_string(slot) + "]" : "");
      if (role >= 0 && scene_.roles.size() > 1) row += ", " + scene_.roles[static_cast<std::size_t>(role)].name;
      label(row);
      for (const SceneOccupied* one : held) {
        bar(one->from, one->to, "c" + std::to_string(b % svg_colours) + " flight",
            one->label + "\n" + std::to_string(one->from) + " to " + std::to_string(one->to), one->part, buffer.parts);
      }
      next_row();
    }
  }

  [[nodiscard]] std::string axis(int bottom) const {
    std::string out = "<rect class='kernel' x='" + number(x(scene_.kernel_from)) + "' y='" + std::to_string(head - 16) +
                      "' width='" + number(x(scene_.kernel_to) - x(scene_.kernel_from)) + "' height='" +
                      std::to_string(bottom - head + 16) + "'/>\n";
    // 1, 2, 5, 10, 20, 50, ...
    long tick = 1;
    for (int i = 0; scene_.cycles / tick > 12; ++i) tick = i % 3 == 1 ? tick / 2 * 5 : tick * 2;
    for (long at = 0; at <= scene_.cycles; at += tick) {
      out += "<line class='grid' x1='" + number(x(at)) + "' x2='" + number(x(at)) + "' y1='" +
             std::to_string(head - 8) + "' y2='" + std::to_string(bottom) + "'/>\n";
      out += "<text class='tick' x='" + number(x(at)) + "' y='" + std::to_string(head - 12) +
             "' text-anchor='middle'>" + std::to_string(at) + "</text>\n";
    }
    return out + text(left, bottom + 22,
                      scene_.roles.empty()
                          ? "cycles; pale: in flight; hover for details"
                          : "cycles; grey: waiting, red: at a barrier, ticks: waits and signals passed, pale: "
                            "in flight or held in memory; hover for details",
                      "note");
  }

  const Scene& scene_;
  std::string body_;
  int y_ = head;
};

}  // namespace

std::string scene_svg(const Scene& scene) { return SvgWriter(scene).write(); }

}  // namespace stretto::tool
