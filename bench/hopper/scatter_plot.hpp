// A scatter plot as SVG: predicted against measured, one labelled point each, and the diagonal. Colours of text and
// lines follow the reader's light or dark background if the viewer supports it, and are legible on both otherwise.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace stretto::sweep {

struct PlotPoint {
  std::string label;
  double x = 0;
  double y = 0;
  int series = 0;
};

class ScatterPlot {
 public:
  ScatterPlot(std::string title, std::string x_name, std::string y_name, std::vector<std::string> series)
      : title_(std::move(title)), x_name_(std::move(x_name)), y_name_(std::move(y_name)), series_(std::move(series)) {}

  void add(PlotPoint point) { points_.push_back(std::move(point)); }

  [[nodiscard]] bool write(const std::string& path) {
    find_range();
    draw();
    FILE* file = std::fopen(path.c_str(), "w");
    if (file == nullptr) return false;
    const bool written = std::fwrite(text_.data(), 1, text_.size(), file) == text_.size();
    return std::fclose(file) == 0 && written;
  }

 private:
  struct Box {
    double left, top, right, bottom;
    [[nodiscard]] bool meets(const Box& other) const {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
  };

  static constexpr double width = 900, height = 720;
  static constexpr double left = 80, right = 880, top = 50, bottom = 650;
  static constexpr double letter = 7.0, line = 14;  // of a label
  static constexpr double radius = 5;
  static constexpr const char* colours[] = {"#2b7bba", "#d9730d", "#3a9153", "#b4447a", "#8a6fc7"};

  /// Both axes show the same range, so that the diagonal has slope 1.
  void find_range() {
    low_ = 1e30;
    high_ = 0;
    for (const PlotPoint& p : points_) {
      low_ = std::min({low_, p.x, p.y});
      high_ = std::max({high_, p.x, p.y});
    }
    if (points_.empty()) low_ = 0, high_ = 1;
    step_ = 50;
    while ((high_ - low_) / step_ > 9) step_ *= 2;
    low_ = std::floor((low_ - step_ * 0.4) / step_) * step_;
    high_ = std::ceil((high_ + step_ * 0.4) / step_) * step_;
  }

  [[nodiscard]] double at_x(double x) const { return left + (x - low_) / (high_ - low_) * (right - left); }
  [[nodiscard]] double at_y(double y) const { return bottom - (y - low_) / (high_ - low_) * (bottom - top); }

  void draw() {
    text_ =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 720\" width=\"900\" height=\"720\" "
        "font-family=\"sans-serif\" font-size=\"13\">\n"
        "<style>.t{fill:#6e7781}.l{stroke:#808890}.g{stroke:#808890;stroke-opacity:.3}"
        "@media (prefers-color-scheme:dark){.t{fill:#c9d1d9}}</style>\n";
    put_text(left, 28, "start", title_, 16);
    for (double v = low_; v <= high_ + 1e-9; v += step_) {
      put_line("g", at_x(v), top, at_x(v), bottom);
      put_line("g", left, at_y(v), right, at_y(v));
      put_text(at_x(v), bottom + 18, "middle", number(v));
      put_text(left - 8, at_y(v) + 4, "end", number(v));
    }
    put_line("l", left, bottom, right, bottom);
    put_line("l", left, top, left, bottom);
    put_text((left + right) / 2, bottom + 44, "middle", x_name_);
    text_ += "<g transform=\"translate(22 " + number((top + bottom) / 2) + ") rotate(-90)\">";
    put_text(0, 0, "middle", y_name_);
    text_ += "</g>\n";
    text_ += "<line class=\"l\" stroke-dasharray=\"6 4\" x1=\"" + decimal(at_x(low_)) + "\" y1=\"" +
             decimal(at_y(low_)) + "\" x2=\"" + decimal(at_x(high_)) + "\" y2=\"" + decimal(at_y(high_)) + "\"/>\n";
    draw_legend();
    for (const PlotPoint& p : points_) {
      const double x = at_x(p.x);
      const double y = at_y(p.y);
      taken_.push_back({x - radius, y - radius, x + radius, y + radius});
      put_mark(x, y, p.series);
    }
    // Start at the crowded end, so that labels with little room are placed first.
    std::vector<PlotPoint> order = points_;
    std::sort(order.begin(), order.end(),
              [](const PlotPoint& a, const PlotPoint& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    for (const PlotPoint& p : order) put_label(p);
    text_ += "</svg>\n";
  }

  void draw_legend() {
    double y = top + 18;
    double widest = 0;
    for (const std::string& name : series_) widest = std::max(widest, static_cast<double>(name.size()) * letter);
    for (size_t i = 0; i < series_.size(); ++i) {
      put_mark(left + 20, y - 4, static_cast<int>(i));
      put_text(left + 34, y, "start", series_[i]);
      y += 20;
    }
    taken_.push_back({left + 10, top, left + 40 + widest, y - 8});
  }

  /// Places a label next to its point or, if that is occupied, further away with a line to the point.
  void put_label(const PlotPoint& p) {
    const double x = at_x(p.x);
    const double y = at_y(p.y);
    const double wide = static_cast<double>(p.label.size()) * letter;
    for (double away = radius + 4; away < 400; away += 6) {
      for (int turn = 0; turn < 16; ++turn) {
        // Try right first, then left, then around.
        static constexpr double angles[] = {0, 180, -25, 205, 25, 155, -50, 230, 50, 130, -70, 250, 70, 110, -90, 90};
        const double angle = angles[turn] * 3.14159265 / 180;
        const double from_x = x + away * std::cos(angle);
        const double middle_y = y + away * std::sin(angle);
        const double begin = std::cos(angle) > 0.01 ? from_x : std::cos(angle) < -0.01 ? from_x - wide : x - wide / 2;
        const Box box{begin - 1, middle_y - line / 2, begin + wide + 1, middle_y + line / 2};
        if (box.left < left + 2 || box.right > right || box.top < top || box.bottom > bottom - 2) continue;
        if (std::any_of(taken_.begin(), taken_.end(), [&](const Box& other) { return box.meets(other); })) continue;
        if (away < 60 && on_diagonal(box)) continue;
        const double near_x = std::clamp(x, box.left, box.right);
        if (away > 16 && crosses(x, y, near_x, middle_y)) continue;
        taken_.push_back(box);
        if (away > 16) {
          const double dx = near_x - x;
          const double dy = middle_y - y;
          const double far = std::sqrt(dx * dx + dy * dy);
          put_line("g", x + dx / far * radius, y + dy / far * radius, near_x, middle_y);
          lines_.push_back({x, y, near_x, middle_y});
        }
        put_text(begin, middle_y + 4, "start", p.label, 12);
        return;
      }
    }
  }

  [[nodiscard]] static bool on_diagonal(const Box& box) {
    const auto above = [](double x, double y) { return y - bottom + (x - left) * (bottom - top) / (right - left); };
    return above(box.left, box.top) < 0 && above(box.right, box.bottom) > 0;
  }

  /// Would a line to a label cross another label or its line?
  [[nodiscard]] bool crosses(double x1, double y1, double x2, double y2) const {
    for (int i = 1; i <= 24; ++i) {
      const double x = x1 + (x2 - x1) * i / 24;
      const double y = y1 + (y2 - y1) * i / 24;
      const double off = std::hypot(x - x1, y - y1);
      for (const Box& box : taken_) {
        if (off > 2 * radius && x > box.left && x < box.right && y > box.top && y < box.bottom) return true;
      }
    }
    const auto side = [](const Box& l, double x, double y) {
      return (l.right - l.left) * (y - l.top) - (l.bottom - l.top) * (x - l.left);
    };
    const Box own{x1, y1, x2, y2};
    for (const Box& other : lines_) {
      const bool apart = side(own, other.left, other.top) * side(own, other.right, other.bottom) >= 0;
      if (!apart && side(other, x1, y1) * side(other, x2, y2) < 0) return true;
    }
    return false;
  }

  void put_mark(double x, double y, int series) {
    const int kind = series % 5;
    std::string shape;
    if (kind == 1) {
      shape = "M" + decimal(x - 4.5) + " " + decimal(y - 4.5) + "h9v9h-9z";
    } else if (kind == 2) {
      shape = "M" + decimal(x) + " " + decimal(y - 6) + "l6 6l-6 6l-6-6z";
    } else if (kind == 3) {
      shape = "M" + decimal(x) + " " + decimal(y - 6) + "l6 10.5h-12z";
    }
    if (shape.empty()) {
      text_ += "<circle cx=\"" + decimal(x) + "\" cy=\"" + decimal(y) + "\" r=\"5\"";
    } else {
      text_ += "<path d=\"" + shape + "\"";
    }
    text_ += std::string(" fill=\"") + colours[kind] + "\"/>\n";
  }
  void put_text(double x, double y, const char* anchor, const std::string& words, int size = 13) {
    text_ += "<text class=\"t\" x=\"" + decimal(x) + "\" y=\"" + decimal(y) + "\" text-anchor=\"" + anchor +
             "\" font-size=\"" + std::to_string(size) + "\">" + words + "</text>\n";
  }
  void put_line(const char* kind, double x1, double y1, double x2, double y2) {
    text_ += std::string("<line class=\"") + kind + "\" x1=\"" + decimal(x1) + "\" y1=\"" + decimal(y1) + "\" x2=\"" +
             decimal(x2) + "\" y2=\"" + decimal(y2) + "\"/>\n";
  }
  static std::string number(double v) { return std::to_string(std::lround(v)); }
  static std::string decimal(double v) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", v);
    return text;
  }

  std::string title_, x_name_, y_name_;
  std::vector<std::string> series_;
  std::vector<PlotPoint> points_;
  std::vector<Box> taken_;
  std::vector<Box> lines_;
  double low_ = 0, high_ = 1, step_ = 1;
  std::string text_;
};

}  // namespace stretto::sweep
