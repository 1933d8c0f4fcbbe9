#include "audit/assembly_lines.hpp"

#include <sstream>
#include <stdexcept>
#include <utility>

namespace stretto::audit {

namespace {

constexpr const char* added_mark = "  ; added by stretto audit";
constexpr const char* loosened_mark = "  ; loosened by stretto audit";
constexpr const char* removed_mark = "  ; removed by stretto audit";

std::string labels_of(const assembly::Statement& statement) {
  std::string out;
  for (const std::string& label : statement.labels) out += label + ":";
  return out;
}

/// The instruction before a mark.
std::string code_before(const std::string& line, const std::string& mark) {
  std::string code = line.substr(0, line.size() - mark.size());
  const std::size_t tab = code.find('\t');
  if (tab != std::string::npos) code.erase(0, tab);
  code.erase(0, code.find_first_not_of(" \t;"));
  return code;
}

}  // namespace

AssemblyLines::AssemblyLines(const std::string& text) {
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines_.push_back(line);
    originals_.push_back(size());
  }
}

std::string AssemblyLines::text() const {
  std::string out;
  for (const std::string& line : lines_) out += line + "\n";
  return out;
}

void AssemblyLines::add(int line, const std::string& instruction) {
  std::vector<std::string> fresh;
  for (const assembly::Statement& statement : assembly::statements_of(at(line) + "\n")) {
    if (statement.labels.empty()) continue;
    fresh.push_back(labels_of(statement));
    at(line) = "\t" + statement.text();
  }
  fresh.push_back("\t" + instruction + added_mark);
  lines_.insert(lines_.begin() + (line - 1), fresh.begin(), fresh.end());
  originals_.insert(originals_.begin() + (line - 1), fresh.size(), original(line));
}

void AssemblyLines::drop(int line) {
  if (!added(line)) throw std::logic_error("line " + std::to_string(line) + " was not added");
  lines_.erase(lines_.begin() + (line - 1));
  originals_.erase(originals_.begin() + (line - 1));
}

assembly::Statement AssemblyLines::wait_or_barrier(int line) const {
  for (assembly::Statement& statement : assembly::statements_of(at(line) + "\n")) {
    if (statement.name == "s_waitcnt" || statement.name == "s_barrier") return std::move(statement);
  }
  throw std::logic_error("line " + std::to_string(line) + " has neither a wait nor a barrier");
}

void AssemblyLines::loosen(int line, const assembly::WaitCounts& counts) {
  std::string fields;
  if (counts.vm >= 0) fields += " vmcnt(" + std::to_string(counts.vm) + ")";
  if (counts.lgkm >= 0) fields += " lgkmcnt(" + std::to_string(counts.lgkm) + ")";
  if (fields.empty()) return remove(line);
  const std::string labels = labels_of(wait_or_barrier(line));
  at(line) = labels + "\ts_waitcnt" + fields + (added(line) ? added_mark : loosened_mark);
}

void AssemblyLines::remove(int line) {
  const assembly::Statement statement = wait_or_barrier(line);
  at(line) = labels_of(statement) + "\t; " + statement.text() + removed_mark;
}

bool AssemblyLines::added(int line) const { return at(line).ends_with(added_mark); }

std::vector<std::string> AssemblyLines::changes() const {
  std::vector<std::string> out;
  for (int line = 1; line <= size(); ++line) {
    for (const auto& [mark, what] : {std::pair{added_mark, "added"}, std::pair{loosened_mark, "loosened to"},
                                     std::pair{removed_mark, "removed"}}) {
      if (!at(line).ends_with(mark)) continue;
      out.push_back("line " + std::to_string(line) + ": " + what + " " + code_before(at(line), mark));
    }
  }
  return out;
}

}  // namespace stretto::audit
