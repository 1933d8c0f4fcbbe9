// A schedule's entries at run time, so that a test can swap two of them or change a wait and see that it is noticed.
#pragma once

#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <stretto/mojo/op.hpp>

namespace device_test {

using Entries = std::vector<stretto::ScheduleEntry>;

struct Sections {
  Entries prologue;
  Entries kernel;
  Entries epilogue;
};

template <class Schedule>
Sections sections_of(const Schedule& schedule) {
  return {{schedule.prologue.begin(), schedule.prologue.end()},
          {schedule.kernel.begin(), schedule.kernel.end()},
          {schedule.epilogue.begin(), schedule.epilogue.end()}};
}

/// Writes `text` to a file; false when it cannot.
inline bool write_file(const std::string& path, const std::string& text) {
  std::ofstream out(path);
  out << text;
  return out.good();
}

/// Writes the directives of every schedule that differs from `sections` by two swapped neighbours or by one wait's
/// count, one file each. Mutations that leave the directives as they are (a fence moved, equal neighbours) are listed
/// as unseen. Returns false when nothing was written.
inline bool write_mutations(const Sections& sections, const std::function<std::string(const Sections&)>& directives,
                            const std::string& directory) {
  const std::string original = directives(sections);
  const std::pair<const char*, Entries Sections::*> parts[] = {
      {"prologue", &Sections::prologue}, {"kernel", &Sections::kernel}, {"epilogue", &Sections::epilogue}};
  int written = 0;
  int unseen = 0;
  bool good = true;
  const auto write = [&](const Sections& mutant, const std::string& name) {
    const std::string text = directives(mutant);
    if (text == original) {
      std::printf("%s cannot be seen\n", name.c_str());
      ++unseen;
      return;
    }
    good = good && write_file(directory + "/" + name + ".check", text);
    ++written;
  };
  for (const auto& [part, member] : parts) {
    const Entries& entries = sections.*member;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::string where = std::string(part) + "_" + std::to_string(i);
      if (i + 1 < entries.size()) {
        Sections mutant = sections;
        std::swap((mutant.*member)[i], (mutant.*member)[i + 1]);
        write(mutant, "swap_" + where);
      }
      if (entries[i].op.tag == stretto::tags::wait_vm || entries[i].op.tag == stretto::tags::wait_lgkm) {
        Sections mutant = sections;
        ++(mutant.*member)[i].op.wait_value;
        write(mutant, "wait_" + where);
      }
    }
  }
  std::printf("%d mutations written, %d cannot be seen\n", written, unseen);
  return good && written > 0;
}

}  // namespace device_test
