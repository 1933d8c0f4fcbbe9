// The JSON files of a folder.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace stretto {

/// The names of the JSON files of a folder, without their ending, in alphabetical order.
inline std::vector<std::string> names_of_json_files(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() == ".json") names.push_back(file.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace stretto
