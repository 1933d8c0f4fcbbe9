// A program file, read and verified as the tool does it.
#pragma once

#include <string>

#include "program/program_file.hpp"
#include "program/verify_program.hpp"

namespace stretto::tool {

struct Judged {
  ProgramFile file;
  Verification verification;

  [[nodiscard]] std::string sentence(const Hazard& hazard) const {
    return text(hazard_sentence(ProgramNames(file), file.program, hazard));
  }
  [[nodiscard]] std::string story(const Hazard& hazard) const {
    return text(explain(ProgramNames(file), file.program, hazard));
  }

 private:
  static std::string text(Text words) { return words.c_str(); }
};

/// `path`: relative to the repository.
inline Judged judged(const std::string& path) {
  const std::string whole = std::string(STRETTO_SOURCE_DIR) + "/" + path;
  Judged out{read_program(read_json_file(whole), JsonPlace(path)), {}};
  out.verification = verify_program(out.file);
  return out;
}

}  // namespace stretto::tool
