#include "audit/launch_reader.hpp"

#include <charconv>

namespace stretto::tool {

namespace {

constexpr NumberRange launch_sizes{1, 1 << 30};
constexpr NumberRange workgroup_numbers{0, 1 << 30};
constexpr NumberRange launch_bytes{0, 1 << 20};
constexpr NumberRange argument_values{-(1L << 62), 1L << 62};
constexpr std::size_t most_arguments = 256;

/// Reads a number or a list of up to three.
void read_extent(ObjectReader& reader, const std::string& key, NumberRange range, std::array<int, 3>& out) {
  if (!reader.has(key)) return;
  const Json& value = reader.require(key);
  if (!value.is_array()) {
    out[0] = static_cast<int>(reader.require_number(key, range));
    if (range.lowest > 0) out[1] = out[2] = 1;
    return;
  }
  std::size_t axis = 0;
  if (range.lowest > 0) out = {1, 1, 1};
  for (const JsonItem& item : reader.require_list(key, 3)) {
    out[axis++] = static_cast<int>(read_number(item.value, range, {}, item.place));
  }
}

audit::GivenArgument read_value(const Json& value, const JsonPlace& place) {
  audit::GivenArgument out;
  if (value.is_null()) return out;
  if (value.is_number_float()) {
    out.number = value.get<double>();
  } else {
    out.value = read_number(value, argument_values, {}, place);
  }
  return out;
}

}  // namespace

LaunchFile read_launch(const Json& input, const JsonPlace& place) {
  LaunchFile out;
  ObjectReader reader(input, place);
  if (reader.has("kernel")) out.kernel = reader.require_name("kernel");
  read_extent(reader, "threads", launch_sizes, out.launch.threads);
  read_extent(reader, "grid", launch_sizes, out.launch.grid);
  if (reader.has("workgroup")) read_extent(reader, "workgroup", workgroup_numbers, out.launch.workgroup.emplace());
  reader.optional_number("shared", launch_bytes, {}, out.launch.lds_bytes);
  if (reader.has("args")) {
    const Json& arguments = reader.require("args");
    if (arguments.is_object()) {
      if (arguments.size() > most_arguments) {
        throw reader.place("args").error(std::to_string(arguments.size()) + " values; at most " +
                                         std::to_string(most_arguments) + " are allowed");
      }
      for (const auto& [name, value] : arguments.items()) {
        audit::GivenArgument given = read_value(value, reader.place("args").key(name));
        given.name = name;
        out.launch.arguments.push_back(std::move(given));
      }
    } else {
      for (const JsonItem& item : reader.require_list("args", most_arguments)) {
        if (!item.value.is_object()) {
          out.launch.arguments.push_back(read_value(item.value, item.place));
          continue;
        }
        ObjectReader one(item.value, item.place);
        audit::GivenArgument given;
        if (one.has("value")) given = read_value(one.require("value"), one.place("value"));
        if (one.has("name")) given.name = one.require_name("name");
        one.accept("type");
        one.finish();
        out.launch.arguments.push_back(std::move(given));
      }
      out.launch.in_order = out.launch.arguments.size();
    }
  }
  reader.finish();
  return out;
}

void set_argument(audit::KernelLaunch& launch, const std::string& text) {
  const std::size_t equals = text.find('=');
  const auto refuse = [&] {
    return InputError("--arg " + quote(text) + ": must be NAME=VALUE or NUMBER=VALUE with an integer value");
  };
  if (equals == std::string::npos || equals == 0) throw refuse();
  const std::string name = text.substr(0, equals);
  long value = 0;
  const char* first = text.data() + equals + 1;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(first, last, value);
  if (error != std::errc() || end != last || first == last) throw refuse();
  std::size_t number = 0;
  const auto [stop, none] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (none == std::errc() && stop == name.data() + name.size()) {
    if (number >= most_arguments) throw refuse();
    if (launch.by_number.size() <= number) launch.by_number.resize(number + 1);
    launch.by_number[number] = value;
    return;
  }
  for (audit::GivenArgument& known : launch.arguments) {
    if (known.name == name) {
      known.value = value;
      known.number.reset();
      return;
    }
  }
  launch.arguments.push_back({name, value, {}});
}

}  // namespace stretto::tool
