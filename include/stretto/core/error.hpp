// The run-time exception, and the message of a Diagnostic.
#pragma once

#include <exception>

#include <stretto/core/diagnostic.hpp>
#include <stretto/core/rule_text.hpp>
#include <stretto/core/section.hpp>
#include <stretto/core/text.hpp>

namespace stretto {

namespace detail {
/// Names ops, buffers and roles in a message by their numbers.
struct ByNumber {
  static constexpr int op(int i) { return i; }
  static constexpr int buffer(int b) { return b; }
  static constexpr int role(int r) { return r; }
};

/// Are the ops those of a cycle, in its order?
constexpr bool is_cycle(Rule rule) { return rule == Rule::same_iteration_cycle || rule == Rule::circular_reads; }

template <class Names>
constexpr Text describe(const Diagnostic& diagnostic, const Names& names) {
  const RuleText words = rule_text(diagnostic.rule);
  Text text;
  text << words.name << ": " << words.meaning;
  if (diagnostic.count != Count::none) text << ": " << count_words(diagnostic.count);
  const bool cycle = is_cycle(diagnostic.rule);  // value is its length
  if (!cycle && (diagnostic.value != 0 || diagnostic.limit != 0)) {
    text << "; value " << diagnostic.value << ", limit " << diagnostic.limit;
  }
  if (diagnostic.entry >= 0) text << "; entry " << diagnostic.entry;
  if (diagnostic.section >= 0) text << " of the " << name(static_cast<Section>(diagnostic.section));
  if (diagnostic.other_entry >= 0) {
    text << ", after entry " << diagnostic.other_entry << " of the "
         << name(static_cast<Section>(diagnostic.other_section));
  }
  if (diagnostic.op_count > 0) {
    text << (diagnostic.op_count == 1 ? "; op " : "; ops ");
    for (int i = 0; i < diagnostic.op_count; ++i) {
      if (i > 0) text << (cycle ? " -> " : ", ");
      text << names.op(diagnostic.ops[i]);
    }
    if (cycle && diagnostic.value > diagnostic.op_count) {
      text << " -> (" << diagnostic.value - diagnostic.op_count << " more ops)";
    }
    if (cycle) text << " -> " << names.op(diagnostic.ops[0]);
  }
  if (diagnostic.buffer >= 0) {
    text << (diagnostic.other_buffer < 0 ? "; buffer " : "; buffers ") << names.buffer(diagnostic.buffer);
    if (diagnostic.other_buffer >= 0) text << ", " << names.buffer(diagnostic.other_buffer);
  }
  if (diagnostic.role >= 0) text << "; role " << names.role(diagnostic.role);
  text << ". Fix: " << words.remedy;
  return text;
}
}  // namespace detail

/// "rule: meaning; value 63, limit 62; ops 3 -> 7. Fix: remedy".
constexpr Text describe(const Diagnostic& diagnostic) { return detail::describe(diagnostic, detail::ByNumber{}); }

/// Thrown by `compile` when it rejects a schedule; it names the ops.
class Error : public std::exception {
 public:
  /// Formats the message at construction.
  explicit Error(const Diagnostic& diagnostic) : Error(diagnostic, describe(diagnostic)) {}
  /// The diagnostic, and what `what` says about it.
  Error(const Diagnostic& diagnostic, const Text& words) : diagnostic_(diagnostic) {
    for (int i = 0; i < words.size(); ++i) message_.push_back(words[i]);
    message_.push_back('\0');
  }

  /// The message; valid for the lifetime of the error.
  [[nodiscard]] const char* what() const noexcept override { return message_.begin(); }
  /// The diagnostic that the message describes.
  [[nodiscard]] const Diagnostic& diagnostic() const noexcept { return diagnostic_; }

 private:
  Diagnostic diagnostic_;
  Vector<char> message_;  // ends with a NUL
};

}  // namespace stretto
