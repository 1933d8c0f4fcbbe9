// A case: a built-in schedule with its parameters, read from JSON.
#pragma once

#include <string>
#include <variant>

#include <stretto/stretto.hpp>

#include "json/object_reader.hpp"

namespace stretto::tool {

struct Case {
  std::string name;
  std::string schedule_name;
  Json params;  // with every knob filled in
  std::variant<SingleBufferLoop, PingPongSchedule, FourWaveSchedule> schedule;
};

/// Reads {name, schedule, params}. Result keys of a compiled file are allowed and ignored.
Case read_case(const Json& input, const JsonPlace& place = {});

}  // namespace stretto::tool
