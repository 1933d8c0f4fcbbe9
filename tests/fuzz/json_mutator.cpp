#include "json_mutator.hpp"

#include <iterator>
#include <random>
#include <vector>

#include <nlohmann/json.hpp>

#include "input_parts.hpp"

namespace stretto::fuzz {

namespace {

using Json = nlohmann::ordered_json;
using Dice = std::minstd_rand;

std::size_t roll(Dice& dice, std::size_t count) { return static_cast<std::size_t>(dice()) % count; }

/// Values that readers treat specially, or that are at the ends of their ranges.
const std::vector<Json>& strange_values() {
  static const std::vector<Json> values = {0,
                                           1,
                                           -1,
                                           2,
                                           3,
                                           4,
                                           7,
                                           16,
                                           64,
                                           127,
                                           128,
                                           1000,
                                           4096,
                                           65536,
                                           1'000'000,
                                           (1L << 30) - 1,
                                           1L << 30,
                                           (1L << 31) - 1,
                                           1L << 31,
                                           1L << 40,
                                           9223372036854775807L,
                                           -9223372036854775807L - 1,
                                           18446744073709551615UL,
                                           1.5,
                                           1e308,
                                           -0.0,
                                           nullptr,
                                           true,
                                           false,
                                           "",
                                           "a",
                                           "0",
                                           "n",
                                           "2*n+2",
                                           "i%2",
                                           "(i/2)%2^1",
                                           "9223372036854775807",
                                           "a\u001b[31m",
                                           "\u009b",
                                           "é \\ \" <b> & '",
                                           std::string(300, 'x'),
                                           Json::array(),
                                           Json::object()};
  return values;
}

void collect(Json& value, std::vector<Json*>& all) {
  all.push_back(&value);
  if (!value.is_structured()) return;
  for (Json& child : value) collect(child, all);
}

void change_number(Json& value, Dice& dice) {
  if (value.is_number_float()) {
    value = value.get<double>() * 2;
    return;
  }
  const auto number = value.get<unsigned long>();
  switch (roll(dice, 5)) {
    case 0: value = static_cast<long>(number + 1); break;
    case 1: value = static_cast<long>(number - 1); break;
    case 2: value = static_cast<long>(number * 2); break;
    case 3: value = static_cast<long>(number / 2); break;
    default: value = static_cast<long>(roll(dice, 10)); break;
  }
}

/// A part of an array or object is removed, repeated, or takes another place.
void change_items(Json& value, Dice& dice) {
  if (value.empty()) return;
  const std::size_t at = roll(dice, value.size());
  const std::size_t other = roll(dice, value.size());
  auto item = std::next(value.begin(), static_cast<std::ptrdiff_t>(at));
  auto second = std::next(value.begin(), static_cast<std::ptrdiff_t>(other));
  switch (roll(dice, 4)) {
    case 0: value.erase(item); break;
    case 1: std::swap(*item, *second); break;
    case 2:
      if (value.is_array()) {
        const Json copy = *item;
        value.insert(second, copy);
      } else {
        value[item.key() + "x"] = *item;
      }
      break;
    default:
      if (value.is_array()) value.push_back(strange_values()[roll(dice, strange_values().size())]);
      break;
  }
}

void change(Json& root, Dice& dice) {
  std::vector<Json*> all;
  collect(root, all);
  Json& value = *all[roll(dice, all.size())];
  switch (roll(dice, 6)) {
    case 0: value = strange_values()[roll(dice, strange_values().size())]; break;
    case 1: {
      // Another value of the same kind, such as another buffer's name.
      std::vector<Json*> like;
      for (Json* other : all) {
        if (other->type() == value.type()) like.push_back(other);
      }
      const Json copy = *like[roll(dice, like.size())];
      value = copy;
      break;
    }
    default:
      if (value.is_structured()) {
        change_items(value, dice);
      } else if (value.is_number()) {
        change_number(value, dice);
      } else if (value.is_boolean()) {
        value = !value.get<bool>();
      } else {
        const Json copy = *all[roll(dice, all.size())];
        value = copy;
      }
  }
}

std::string changed_text(const std::string& text, Dice& dice) {
  Json root = Json::parse(text, nullptr, false, true);
  if (root.is_discarded() || !root.is_structured()) return "";
  for (std::size_t i = 1 + roll(dice, 3); i > 0; --i) change(root, dice);
  return root.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string mutated_json(const std::string& input, unsigned seed) {
  Dice dice(seed);
  if (roll(dice, 4) == 0) return "";
  std::vector<std::string> parts = parts_of(input);
  std::string& part = parts[roll(dice, parts.size())];
  std::string whole = changed_text(part, dice);
  if (!whole.empty()) {
    part = whole;
    return joined(parts);
  }
  // JSON lines: one of them.
  std::vector<std::string> lines;
  for (std::size_t from = 0; from <= part.size();) {
    const std::size_t end = std::min(part.find('\n', from), part.size());
    lines.push_back(part.substr(from, end - from));
    from = end + 1;
  }
  std::string& line = lines[roll(dice, lines.size())];
  line = changed_text(line, dice);
  if (line.empty()) return "";
  part.clear();
  for (const std::string& one : lines) part += one + (&one == &lines.back() ? "" : "\n");
  return joined(parts);
}

}  // namespace stretto::fuzz
