// The words of a loop file for the library's enumerators.
#pragma once

#include <stretto/pipeline/pipeline.hpp>

#include "json/object_reader.hpp"
#include "usage/suggestion.hpp"

namespace stretto::tool {

template <class Enum>
struct EnumWord {
  Enum value;
  const char* word;
};

template <class Enum>
inline constexpr std::initializer_list<EnumWord<Enum>> words_of{};

template <>
inline constexpr std::initializer_list<EnumWord<CopyKind>> words_of<CopyKind> = {
    {CopyKind::lds_load, "lds_load"}, {CopyKind::async_copy, "async_copy"}, {CopyKind::bulk, "bulk"}};
template <>
inline constexpr std::initializer_list<EnumWord<MmaKind>> words_of<MmaKind> = {
    {MmaKind::from_registers, "from_registers"},
    {MmaKind::warpgroup, "warpgroup"},
    {MmaKind::tensor_memory, "tensor_memory"}};
template <>
inline constexpr std::initializer_list<EnumWord<LoopSpace>> words_of<LoopSpace> = {
    {LoopSpace::shared, "shared"}, {LoopSpace::registers, "registers"}, {LoopSpace::accumulator, "accumulator"}};
template <>
inline constexpr std::initializer_list<EnumWord<WorkKind>> words_of<WorkKind> = {{WorkKind::load, "load"},
                                                                                 {WorkKind::store, "store"},
                                                                                 {WorkKind::multiply, "multiply"},
                                                                                 {WorkKind::compute, "compute"}};
template <>
inline constexpr std::initializer_list<EnumWord<DataType>> words_of<DataType> = {{DataType::bf16, "bf16"},
                                                                                 {DataType::fp8, "fp8"}};
template <>
inline constexpr std::initializer_list<EnumWord<BarrierPlacement>> words_of<BarrierPlacement> = {
    {BarrierPlacement::on_time, "on_time"}, {BarrierPlacement::fewest, "fewest"}};

template <class Enum>
const char* enum_name(Enum value) {
  for (const EnumWord<Enum>& one : words_of<Enum>) {
    if (one.value == value) return one.word;
  }
  return "?";
}

/// The enumerator whose word a key has. Throws InputError with the valid words.
template <class Enum>
Enum read_word(ObjectReader& reader, const std::string& key) {
  const std::string word = reader.require_string(key);
  std::vector<std::string> known;
  std::string all;
  for (const EnumWord<Enum>& one : words_of<Enum>) {
    if (word == one.word) return one.value;
    known.emplace_back(one.word);
    all += (all.empty() ? "" : ", ") + known.back();
  }
  throw reader.place(key).error("unknown value " + quote(word) + did_you_mean(word, known) + "; valid values: " + all);
}

}  // namespace stretto::tool
