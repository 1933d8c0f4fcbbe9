// The knobs of a loop or a schedule that a sweep can vary, and the values that each knob takes.
//
// A knob writes its value into a TuneSubject (the options of a loop or the JSON of a case) as a user would. Every value
// is therefore validated by the same code as in the other commands.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "json/object_reader.hpp"
#include "loop/loaded_loop.hpp"
#include "show/subject.hpp"

namespace stretto::tool {

/// The subject of a sweep, with its fixed options.
struct TuneSubject {
  std::string what;               // a loop's name, or a case's
  LoopArguments loop;             // of a loop
  LoopDeclaration declaration;    // of a loop file; its value is null for a built-in loop
  Json input;                     // of a schedule: its case; null for a loop
  std::string sync = "declared";  // of a schedule

  [[nodiscard]] bool is_loop() const { return input.is_null(); }
};

/// A built-in loop or schedule, a loop of a file by its name or number, or a case file. Throws InputError.
TuneSubject find_tune_subject(const std::string& what, const std::string& which = "");

/// The loop with the values of the subject. Throws InputError.
LoadedLoop loop_of(const TuneSubject& subject);

enum class KnobKind : unsigned char {
  word,    // one of `words`
  number,  // from `lowest` to `highest`
  sides,   // `sides` numbers separated by x
};

struct Knob {
  std::string name;
  std::string other_name;  // an alias; empty: none
  KnobKind kind = KnobKind::number;
  std::vector<std::string> words;
  long lowest = 0;
  long highest = 0;
  int sides = 0;
  std::function<void(TuneSubject&, const std::string&)> set;
  std::string why_unused;  // why the knob does not apply here; empty: it applies
};

std::vector<Knob> knobs_of(const TuneSubject& subject);

/// Finds a knob by name. Throws InputError with the valid and the closest names, or why the knob does not apply.
const Knob& find_knob(const std::vector<Knob>& knobs, const std::string& name, const std::string& what);

/// "declared or derived", "whole numbers from 1 to 8".
std::string legal_values(const Knob& knob);

/// A value as JSON of its type: 3, true or "128x256x64".
Json value_json(const Knob& knob, const std::string& value);

}  // namespace stretto::tool
