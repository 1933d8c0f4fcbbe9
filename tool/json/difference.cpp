#include "json/difference.hpp"

namespace stretto::tool {

namespace {

std::string shown(const Json& value) { return printable(cut(value.dump(), longest_quote)); }

/// The first difference below `path`.
std::string difference_below(const Json& there, const Json& here, const std::string& path) {
  if (there == here) return "";
  if (there.is_object() && here.is_object()) {
    for (const Json* from : {&there, &here}) {
      for (const auto& [key, value] : from->items()) {
        std::string name = path;
        name += (path.empty() ? "" : ".") + printable(cut(key, longest_quote));
        if (!there.contains(key)) return name + " is absent, here " + shown(here[key]);
        if (!here.contains(key)) return name + " is " + shown(there[key]) + ", here it is absent";
        if (const std::string found = difference_below(there[key], here[key], name); !found.empty()) return found;
      }
    }
    return path + ": in a different order";
  }
  if (there.is_array() && here.is_array() && there.size() == here.size()) {
    for (std::size_t i = 0; i < there.size(); ++i) {
      std::string found = difference_below(there[i], here[i], path + "[" + std::to_string(i) + "]");
      if (!found.empty()) return found;
    }
  }
  return path + " is " + shown(there) + ", here " + shown(here);
}

}  // namespace

std::string json_difference(const Json& there, const Json& here) { return difference_below(there, here, ""); }

}  // namespace stretto::tool
