#include "tune/vary_values.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include "tune/sides.hpp"
#include "usage/suggestion.hpp"

namespace stretto::tool {

namespace {

class ValueReader {
 public:
  explicit ValueReader(const Knob& knob) : knob_(knob) {}

  std::vector<std::string> read(const std::string& text) {
    for (const std::string& item : split(text, ",")) {
      switch (knob_.kind) {
        case KnobKind::word: add_word(item); break;
        case KnobKind::number:
          for (const long number : range(item, item)) add(std::to_string(number));
          break;
        case KnobKind::sides: add_sides(item); break;
      }
    }
    return std::move(values_);
  }

 private:
  [[noreturn]] void refuse(const std::string& value) const {
    throw InputError(knob_.name + ": invalid value \"" + value + "\"" + did_you_mean(value, knob_.words) +
                     "\n  valid values: " + legal_values(knob_));
  }

  void add(const std::string& value) {
    if (!seen_.insert(value).second) throw InputError(knob_.name + ": duplicate value " + value);
    if (static_cast<long>(values_.size()) == max_points) too_many();
    values_.push_back(value);
  }
  [[noreturn]] void too_many() const {
    throw InputError(knob_.name + ": more than " + std::to_string(max_points) + " values, the limit of a sweep");
  }

  void add_word(const std::string& item) {
    std::string small = item;
    std::ranges::transform(small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (std::ranges::find(knob_.words, small) == knob_.words.end()) refuse(item);
    add(small);
  }

  /// Decimal, or hexadecimal with the prefix 0x for masks.
  [[nodiscard]] long number(const std::string& text, const std::string& item) const {
    const bool hexadecimal = text.starts_with("0x");
    const char* from = text.data() + (hexadecimal ? 2 : 0);
    const char* end = text.data() + text.size();
    long value = 0;
    const auto [stop, error] = std::from_chars(from, end, value, hexadecimal ? 16 : 10);
    if (error != std::errc() || stop != end || value < knob_.lowest || value > knob_.highest) refuse(item);
    return value;
  }

  [[nodiscard]] std::vector<long> range(const std::string& text, const std::string& item) const {
    const std::vector<std::string> ends = split(text, "..");
    if (ends.size() > 3) refuse(item);
    const long from = number(ends.front(), item);
    if (ends.size() == 1) return {from};
    const long to = number(ends[1], item);
    long step = 1;
    if (ends.size() == 3) {
      const std::string& last = ends[2];
      const auto [stop, error] = std::from_chars(last.data(), last.data() + last.size(), step);
      if (error != std::errc() || stop != last.data() + last.size() || step < 1) refuse(item);
    }
    if (to < from) throw InputError(knob_.name + ": range " + text + " is empty; write the smaller end first");
    if ((to - from) / step >= max_points) too_many();
    std::vector<long> out;
    for (long at = from; at <= to; at += step) {
      out.push_back(at);
      if (to - at < step) break;
    }
    return out;
  }

  void add_sides(const std::string& item) {
    // No hexadecimal sides: their prefix contains an x, the separator.
    const std::vector<std::string> sides = split(item, "x");
    if (sides.size() != static_cast<std::size_t>(knob_.sides)) refuse(item);
    std::vector<std::string> tiles = {""};
    for (const std::string& side : sides) {
      std::vector<std::string> longer;
      for (const std::string& tile : tiles) {
        for (const long length : range(side, item)) {
          if (static_cast<long>(longer.size()) == max_points) too_many();
          longer.push_back(tile + (tile.empty() ? "" : "x") + std::to_string(length));
        }
      }
      tiles = std::move(longer);
    }
    for (const std::string& tile : tiles) add(tile);
  }

  const Knob& knob_;
  std::vector<std::string> values_;
  std::set<std::string> seen_;
};

}  // namespace

TuneAxis read_vary(const std::vector<Knob>& knobs, const std::string& text, const std::string& what) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError("--vary " + text + ": must be KNOB=VALUES, like slots=2..4 or tile=128x128x64,128x256x64");
  }
  const Knob& knob = find_knob(knobs, text.substr(0, equals), what);
  return {knob, read_values(knob, text.substr(equals + 1))};
}

std::vector<std::string> read_values(const Knob& knob, const std::string& text) { return ValueReader(knob).read(text); }

}  // namespace stretto::tool
