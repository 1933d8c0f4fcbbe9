// A place in an input file, as messages name it: "gemm.json: loops[0].ops[3].reads[1]".
#pragma once

#include <string>
#include <utility>

#include "json/input_error.hpp"
#include "json/printable.hpp"

namespace stretto::tool {

class JsonPlace {
 public:
  JsonPlace() = default;
  /// The whole file, or one of its lines; empty: an input without a name.
  explicit JsonPlace(std::string file) : file_(std::move(file)) {}

  [[nodiscard]] JsonPlace key(const std::string& name) const {
    JsonPlace out = *this;
    out.path_ += (path_.empty() ? "" : ".") + printable(cut(name, longest_quote));
    return out;
  }
  [[nodiscard]] JsonPlace item(std::size_t index) const {
    JsonPlace out = *this;
    out.path_ += "[" + std::to_string(index) + "]";
    return out;
  }

  [[nodiscard]] std::string text() const {
    if (path_.empty()) return file_.empty() ? "the input" : file_;
    return file_.empty() ? path_ : file_ + ": " + path_;
  }
  [[nodiscard]] const std::string& file() const { return file_; }

  /// The error to throw about this place.
  [[nodiscard]] InputError error(const std::string& what) const { return InputError{text() + ": " + what}; }

 private:
  std::string file_;
  std::string path_;
};

}  // namespace stretto::tool
