#include "show/subject.hpp"

#include "json/printable.hpp"

namespace stretto::tool {

std::string SubjectArguments::command() const {
  std::string out = what;
  for (const TypedOption& option : typed) {
    out += " " + option.name;
    if (option.value != "true") out += " " + option.value;  // a flag has no value
  }
  return printable(out);
}

int step_id(const WaveProgram& program, int role, Section section, int index) {
  int before = 0;
  for (int a = 0; a <= role; ++a) {
    for (const Section other : run_sections) {
      if (a == role && other == section) return before + index;
      before += program.roles[a].steps[other].size();
    }
  }
  return before + index;
}

}  // namespace stretto::tool
