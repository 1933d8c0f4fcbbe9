// What can be varied of a loop or a schedule, and which values each knob takes.
//
// A knob writes its value into a TuneSubject, the options of a loop or the JSON of a case, as a person would have. So
// whatever a value is worth, or that it is refused, follows from the same reading as everywhere else.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "json_reader.hpp"
#include "pipeline_catalog.hpp"
#include "show/subject.hpp"

namespace stretto::tool {

/// What is tuned, with its options as they stand.
struct TuneSubject {
  std::string what;               // a loop's name, or a case's
  LoopArguments loop;             // of a loop
  Json input;                     // of a schedule: its case; null for a loop
  std::string sync = "declared";  // of a schedule

  [[nodiscard]] bool is_loop() const { return input.is_null(); }
};

/// A loop, a built-in schedule, or a case file. Throws InputError.
TuneSubject find_tune_subject(const std::string& what);

enum class KnobKind : unsigned char {
  word,    // one of `words`
  number,  // from `lowest` to `highest`
  sides,   // so many numbers with x between them
};

struct Knob {
  std::string name;
  std::string other_name;  // understood as well; empty: none
  KnobKind kind = KnobKind::number;
  std::vector<std::string> words;
  long lowest = 0;
  long highest = 0;
  int sides = 0;
  std::function<void(TuneSubject&, const std::string&)> set;
  std::string says_nothing;  // why it does not matter here; empty: it may
};

std::vector<Knob> knobs_of(const TuneSubject& subject);

/// By name. Throws InputError, with the names that there are and the nearest one, or why the knob says nothing here.
const Knob& find_knob(const std::vector<Knob>& knobs, const std::string& name, const std::string& what);

/// "declared or derived", "whole numbers from 1 to 8".
std::string legal_values(const Knob& knob);

/// A value as a JSON value of its own kind: 3, true or "128x256x64".
Json value_json(const Knob& knob, const std::string& value);

}  // namespace stretto::tool
