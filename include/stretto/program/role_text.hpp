// The names of roles in messages.
#pragma once

#include <stretto/core/text.hpp>
#include <stretto/program/wave_program.hpp>

namespace stretto {

/// The name of a role; roles of one name are numbered: "consumer 1".
constexpr Text role_text(const WaveProgram& program, int role) {
  const Text own(program.roles[role].name);
  int same = 0;
  int before = 0;
  for (int a = 0; a < program.roles.size(); ++a) {
    const Text other(program.roles[a].name);
    bool equal = other.size() == own.size();
    for (int i = 0; equal && i < own.size(); ++i) equal = other[i] == own[i];
    if (!equal) continue;
    ++same;
    before += a < role ? 1 : 0;
  }
  Text out = own;
  if (same > 1) out << " " << before;
  return out;
}

}  // namespace stretto
