#include "show/explain_outside.hpp"

#include <stretto/verify/verify.hpp>

#include "json/object_reader.hpp"
#include "output.hpp"
#include "show/changes.hpp"
#include "show/step_facts.hpp"

namespace stretto::tool {

namespace {

constexpr Section outer_sections[] = {Section::setup, Section::teardown};

std::string entry_name(Section section, int index) {
  return std::string(name(section)) + "[" + std::to_string(index) + "]";
}

[[noreturn]] void refuse_ambiguous(const std::string& place, const std::string& role, const std::string& other_role) {
  throw InputError(place + " is ambiguous; specify a role: \"" + role + ":" + place + "\" or \"" + other_role + ":" +
                   place + "\"");
}

std::string step_name(const Subject& subject, const StepInstance& step) {
  if (subject.names != nullptr) return str((*subject.names)(step));
  return str(StepNames(subject.program)(step));
}

std::string without_text(const Subject& subject, int role, Section section, int index) {
  const Verdict whole = verify(subject.program, {subject.latency, false}).verdict;
  const Verdict then = verify(without_step(subject.program, role, section, index), {subject.latency, false}).verdict;
  if (then == whole) return "without it: the verdict is the same\n";
  return std::string("without it: ") + name(then) + "\n";
}

}  // namespace

std::optional<std::string> explain_outside(const Subject& subject, const std::string& entry) {
  const std::size_t colon = entry.find(':');
  const std::string role = colon == std::string::npos ? "" : entry.substr(0, colon);
  const std::string place = colon == std::string::npos ? entry : entry.substr(colon + 1);
  if (!place.starts_with("setup[") && !place.starts_with("teardown[")) return std::nullopt;
  std::string out;
  std::string first;
  for (int a = 0; a < subject.program.roles.size(); ++a) {
    const Role& one = subject.program.roles[a];
    if (!role.empty() && role != one.name) continue;
    for (const Section section : outer_sections) {
      for (int i = 0; i < one.steps[section].size(); ++i) {
        if (entry_name(section, i) != place) continue;
        if (!first.empty()) refuse_ambiguous(place, first, one.name);
        first = one.name;
        const Step& step = one.steps[section][i];
        out = subject.title + "\n" + step_name(subject, {a, section, i, i}) + ", of " + one.name + ", once " +
              (section == Section::setup ? "before all tiles" : "after all tiles") +
              "; pictures and times leave it out\n" + step_facts(subject.program, step) +
              without_text(subject, a, section, i);
      }
    }
  }
  if (out.empty()) throw InputError("no entry " + entry + "; `stretto explain` without an entry lists them");
  return out;
}

std::string outside_entries_text(const Subject& subject) {
  std::string out;
  for (const Section section : outer_sections) {
    for (int a = 0; a < subject.program.roles.size(); ++a) {
      const Role& role = subject.program.roles[a];
      for (int i = 0; i < role.steps[section].size(); ++i) {
        out += std::string(role.name) + ":" + step_name(subject, {a, section, i, i}) + "\n";
      }
    }
  }
  return out.empty() ? out : "once, before and after all tiles\n" + out;
}

}  // namespace stretto::tool
