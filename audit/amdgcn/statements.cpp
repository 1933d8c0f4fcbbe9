#include "statements.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace stretto::assembly {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool begins_name(char c) { return is_letter(c) || c == '_' || c == '.' || c == '$' || c == '@'; }
bool is_in_name(char c) { return begins_name(c) || (c >= '0' && c <= '9') || c == '?'; }

class Lexer {
 public:
  explicit Lexer(const std::string& text) : text_(text) {}

  std::vector<Statement> all() {
    while (at_ < text_.size()) {
      const int line = line_;
      divide(logical_line(), line);
      if (!out_.empty() && out_.back().name == ".amdgpu_metadata" && out_.back().raw.empty()) metadata();
    }
    return std::move(out_);
  }

 private:
  [[noreturn]] static void fail(int line, const std::string& what) {
    throw std::runtime_error("line " + std::to_string(line) + ": " + what);
  }

  /// The next character; a carriage return also ends a line.
  char take() {
    const char c = text_[at_++];
    if (c == '\n') ++line_;
    return c;
  }
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  /// The text up to the end of the line, without comments. Comments and strings may span lines.
  std::string logical_line() {
    std::string out;
    const int line = line_;
    while (at_ < text_.size()) {
      const char c = take();
      if (c == '\n' || c == '\r') break;
      const bool preprocessed = c == '#' && is_blank(out);  // # 12 "file.h"
      if (c == ';' || (c == '/' && peek() == '/') || preprocessed) {
        while (at_ < text_.size() && peek() != '\n' && peek() != '\r') take();
      } else if (c == '/' && peek() == '*') {
        block_comment();
        out += ' ';
      } else if (c == '"') {
        out += quoted(c);
      } else if (c == '\'') {
        out += character();
      } else if (c == '\t' || c == ' ') {
        out += ' ';
      } else if (c < ' ' || c > '~') {
        fail(line_, "a non-ASCII character outside comments and strings");
      } else {
        out += c;
      }
      if (out.size() > most_characters) fail(line, "a statement is longer than 1 MiB");
    }
    return out;
  }

  static bool is_blank(const std::string& text) { return text.find_first_not_of(' ') == std::string::npos; }

  void block_comment() {
    const int line = line_;
    take();
    while (at_ < text_.size()) {
      if (take() != '*' || peek() != '/') continue;
      take();
      return;
    }
    fail(line, "unterminated comment");
  }

  std::string quoted(char mark) {
    const int line = line_;
    std::string out(1, mark);
    while (at_ < text_.size()) {
      const char c = take();
      out += c;
      if (c == '\\' && at_ < text_.size()) {
        out += take();
      } else if (c == mark) {
        return out;
      }
    }
    fail(line, "unterminated string");
  }

  std::string character() {
    std::string out = "'";
    out += peek() == '\\' ? std::string(1, take()) : "";
    if (at_ < text_.size()) out += take();
    if (peek() != '\'') fail(line_, "unterminated character constant");
    return out + take();
  }

  void divide(const std::string& code, int line) {
    Statement statement;
    statement.line = line;
    std::size_t at = code.find_first_not_of(' ');
    while (at != std::string::npos) {
      std::size_t end = at;
      std::string name;
      if (code[at] == '"') {
        end = code.find('"', at + 1);
        name = end == std::string::npos ? "" : code.substr(at + 1, end - at - 1);
        if (name.empty() || name.find('\\') != std::string::npos) fail(line, "quoted names are not supported");
        ++end;
      } else if (begins_name(code[at]) || (code[at] >= '0' && code[at] <= '9')) {
        while (end < code.size() && is_in_name(code[end])) ++end;
        name = code.substr(at, end - at);
      } else {
        fail(line, "a statement must begin with a letter or a dot, not with " + std::string(1, code[at]));
      }
      const std::size_t next = code.find_first_not_of(' ', end);
      const char after = next == std::string::npos ? '\0' : code[next];
      if (after == ':') {
        if (!begins_name(name[0])) fail(line, "the local label " + name + ": is not supported; give it a name");
        statement.labels.push_back(name);
        at = code.find_first_not_of(' ', next + 1);
        continue;
      }
      if (code[at] == '"' || !begins_name(name[0])) fail(line, name + " is neither an instruction nor a directive");
      if (after == '=' && code.substr(next, 2) != "==") {
        if (name == ".") fail(line, ". = is not supported");
        statement.name = "=";
        statement.rest = name;
      } else {
        std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
        statement.name = name;
        statement.rest = next == std::string::npos ? "" : spaced(code.substr(next));
      }
      break;
    }
    if (!statement.name.empty() || !statement.labels.empty()) out_.push_back(std::move(statement));
  }

  /// Collapses spaces between words to one, except in strings.
  static std::string spaced(const std::string& text) {
    std::string out;
    bool inside = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) inside = !inside;
      if (inside || text[i] != ' ' || (!out.empty() && out.back() != ' ')) out += text[i];
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
  }

  void metadata() {
    std::string raw;
    const int line = out_.back().line;
    while (at_ < text_.size()) {
      std::string each;
      while (at_ < text_.size() && peek() != '\n') each += take();
      if (at_ < text_.size()) take();
      const std::size_t first = each.find_first_not_of(" \t");
      if (first != std::string::npos && each.substr(first).starts_with(".end_amdgpu_metadata")) {
        out_.back().raw = raw + "\n";
        return;
      }
      if (each.ends_with('\r')) each.pop_back();
      raw += each + "\n";
    }
    // In a disassembled object or a test, the text may end with the metadata.
    if (raw.empty()) fail(line, "unterminated .amdgpu_metadata");
    out_.back().raw = raw;
  }

  static constexpr std::size_t most_characters = std::size_t{1} << 20;

  const std::string& text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<Statement> out_;
};

}  // namespace

std::vector<Statement> statements_of(const std::string& text) { return Lexer(text).all(); }

}  // namespace stretto::assembly
