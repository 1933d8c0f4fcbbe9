#include "program/sums.hpp"

namespace stretto::tool {

namespace {

/// A name in a step of a role that is like another one.
std::string own_name(const std::string& text, const std::map<std::string, std::string>& replaced) {
  const auto other = replaced.find(text);
  return other == replaced.end() ? text : other->second;
}

/// The names of the places that a step accesses.
std::vector<std::string> names_of_places(const Json& step, const char* key) {
  std::vector<std::string> names;
  if (!step.contains(key)) return names;
  const auto add = [&](const Json& value) {
    const Json* text = &value;
    if (value.is_object() && value.contains("place")) text = &value["place"];
    if (!text->is_string()) return;
    const std::string place = text->get<std::string>();
    names.push_back(place.substr(0, place.find_first_of("[.")));
  };
  const Json& value = step[key];
  if (!value.is_array()) {
    add(value);
    return names;
  }
  for (const Json& item : value) add(item);
  return names;
}

Counter counter_of_step(const Json& step) {
  for (const auto& [key, value] : step.items()) {
    if (const StepVerb* verb = data_verb(key)) {
      if (!verb->free_counter || !step.contains("counter") || !step["counter"].is_string()) return verb->counter;
      const std::string counter = step["counter"].get<std::string>();
      for (int i = 0; i < counters; ++i) {
        if (counter == stretto::name(static_cast<Counter>(i))) return static_cast<Counter>(i);
      }
    }
  }
  return Counter::none;
}

}  // namespace

int SumText::first_role() const {
  int role = 0;
  while ((roles >> role & 1U) == 0 && role < 31) ++role;
  return role;
}

SumText& SumTexts::of(const std::string& name) {
  const auto [at, fresh] = positions_.try_emplace(name, texts_.size());
  if (fresh) texts_.push_back({name});
  return texts_[at->second];
}

void find_sums(const Json& steps, int role, const std::map<std::string, std::string>& replaced, SumTexts& sums) {
  if (!steps.is_array()) return;
  for (const Json& step : steps) {
    if (!step.is_object()) continue;
    std::string accumulated;
    if (step.contains("accumulates") && step["accumulates"].is_string()) {
      const std::string text = step["accumulates"].get<std::string>();
      accumulated = own_name(text.substr(0, text.find_first_of("[.")), replaced);
      const Counter counter = counter_of_step(step);
      SumText& sum = sums.of(accumulated);
      sum.roles |= 1U << static_cast<unsigned>(role);
      sum.asynchronous = sum.asynchronous || counter != Counter::none;
      sum.in_tensor_memory = sum.in_tensor_memory || counter == Counter::tensor;
      sum.elsewhere = sum.elsewhere || step.contains("writes");
      sum.accumulates_in_slots = sum.accumulates_in_slots || text.find('[') != std::string::npos;
    }
    for (const char* key : {"reads", "writes"}) {
      for (const std::string& place : names_of_places(step, key)) {
        SumText& sum = sums.of(own_name(place, replaced));
        if (sum.name == accumulated) {
          sum.written_by_hand = true;
        } else {
          sum.read = true;
        }
      }
    }
  }
}

}  // namespace stretto::tool
