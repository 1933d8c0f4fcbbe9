// Runs LLVM's tools.
#pragma once

#include <string>
#include <vector>

namespace stretto::assembly {

/// A private temporary file that is deleted at the end of the scope.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& bytes);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The path of a tool of LLVM 22. Searches `folder`, else the folder in the environment variable STRETTO_LLVM, else the
/// PATH. Throws std::runtime_error if it is not found.
std::string find_llvm_tool(const std::string& name, const std::string& folder);

/// The standard output of a program, which is run without a shell. Throws std::runtime_error if it fails.
std::string output_of(const std::vector<std::string>& command);

}  // namespace stretto::assembly
