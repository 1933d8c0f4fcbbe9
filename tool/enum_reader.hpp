// Enumerators by name.
#pragma once

#include <initializer_list>

#include <stretto/stretto.hpp>

#include "json/object_reader.hpp"

namespace stretto::tool {

inline constexpr std::initializer_list<OpRole> all_roles = {
    OpRole::global_load, OpRole::shared_store, OpRole::fragment_load, OpRole::compute,
    OpRole::sync,        OpRole::fence,        OpRole::valu_compute,  OpRole::none};

/// Reads an enumerator by its name.
template <class Enum, class Named = decltype([](Enum value) { return name(value); })>
Enum read_enum(ObjectReader& reader, const std::string& key, std::initializer_list<Enum> known, Named named = {}) {
  const std::string text = reader.require_string(key);
  std::string names;
  for (Enum value : known) {
    if (text == named(value)) return value;
    names += std::string(names.empty() ? "" : ", ") + named(value);
  }
  throw reader.place(key).error("unknown value " + quote(text) + "; valid values: " + names);
}

}  // namespace stretto::tool
