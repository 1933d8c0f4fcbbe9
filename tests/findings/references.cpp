#include "references.hpp"

#include <algorithm>
#include <filesystem>

#include "json/object_reader.hpp"

namespace stretto::findings {

std::vector<tool::Case> reference_cases(const std::string& dir) {
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(dir)) {
    if (file.path().extension() == ".json") files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<tool::Case> cases;
  for (const auto& file : files) {
    const tool::Json json = tool::read_json_file(file.string());
    cases.push_back(
        tool::read_case({{"name", json["name"]}, {"schedule", json["schedule"]}, {"params", json["params"]}}));
  }
  return cases;
}

}  // namespace stretto::findings
