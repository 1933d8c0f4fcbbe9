// Enumerators by name.
#pragma once

#include <initializer_list>

#include <stretto/stretto.hpp>

#include "json_reader.hpp"

namespace stretto::tool {

inline constexpr std::initializer_list<OpRole> all_roles = {
    OpRole::global_load, OpRole::shared_store, OpRole::fragment_load, OpRole::compute,
    OpRole::sync,        OpRole::fence,        OpRole::valu_compute,  OpRole::none};

/// Reads an enumerator by its name.
template <class Enum>
Enum read_enum(ObjectReader& reader, const std::string& key, std::initializer_list<Enum> known) {
  const std::string text = reader.require_string(key);
  std::string names;
  for (Enum value : known) {
    if (text == name(value)) return value;
    names += std::string(names.empty() ? "" : ", ") + name(value);
  }
  throw InputError(reader.path_of(key) + ": unknown name \"" + text + "\"; valid names: " + names);
}

}  // namespace stretto::tool
