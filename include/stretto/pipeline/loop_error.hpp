// Describes a refused loop with the names of the op, the buffer and the role: as a text at run time, and as the
// template arguments of LoopRejected at compile time.
#pragma once

#include <stretto/core/error.hpp>
#include <stretto/pipeline/loop.hpp>

namespace stretto {

/// "rule: meaning (op "load A", buffer "A"). Fix: ...". Errors of later steps name ops by number.
constexpr Text describe(const Loop& loop, const Diagnostic& error) {
  if (!error.of_loop) return describe(error);
  const RuleText words = rule_text(error.rule);
  Text text;
  text << words.name << ": " << words.meaning;
  if (error.value != 0 || error.limit != 0) text << "; value " << error.value << ", limit " << error.limit;
  for (int i = 0; i < error.op_count; ++i) text << "; op \"" << loop.ops[error.ops[i]].name << "\"";
  if (error.buffer >= 0) text << "; buffer \"" << loop.buffers[error.buffer].name << "\"";
  if (error.role >= 0) text << "; role \"" << loop.roles[error.role].name << "\"";
  text << ". Fix: " << words.remedy;
  return text;
}

/// A name as a template argument, so that compilers print it. Longer names are cut.
struct ErrorName {
  char text[32] = {};  ///< ends with 0

  constexpr ErrorName() = default;
  /// The first 31 characters of a name.
  constexpr explicit ErrorName(const char* name) {
    for (int i = 0; i < 31 && name[i] != '\0'; ++i) text[i] = name[i];
  }
};

// Clang accepts a computed message in C++20, and warns that it is an extension.
#if defined(__clang__) && defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
#define STRETTO_LOOP_MESSAGE Story::text()
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
#else
#define STRETTO_LOOP_MESSAGE                                                                                      \
  "stretto: loop rejected; the template arguments of LoopRejected are the rule, the offending value, its limit, " \
  "and the names of the op, the buffer and the role at fault"
#endif

/// Instantiated with the rule that a declared loop breaks; the compiler prints these arguments.
template <Rule BrokenRule, int Value, int Limit, ErrorName Op, ErrorName Buffer, ErrorName Role, class Story>
struct LoopRejected {
  static_assert(BrokenRule == Rule::none, STRETTO_LOOP_MESSAGE);
  static constexpr bool accepted = BrokenRule == Rule::none;  ///< using it evaluates the assertion
};

#if defined(__clang__) && defined(__cpp_static_assert) && __cpp_static_assert >= 202306L
#pragma clang diagnostic pop
#endif
#undef STRETTO_LOOP_MESSAGE

namespace detail {

template <class Declared, Diagnostic Error>
struct LoopStory {
  static constexpr Text text() {
    const Loop loop = Declared::declare();
    Text out("stretto: loop \"");
    out << loop.name << "\" rejected: " << describe(loop, Error);
    return out;
  }
};

template <class Declared>
constexpr ErrorName op_name(const Diagnostic& error) {
  return error.op_count > 0 ? ErrorName(Declared::declare().ops[error.ops[0]].name) : ErrorName();
}
template <class Declared>
constexpr ErrorName buffer_name(const Diagnostic& error) {
  return error.buffer >= 0 ? ErrorName(Declared::declare().buffers[error.buffer].name) : ErrorName();
}
template <class Declared>
constexpr ErrorName role_name(const Diagnostic& error) {
  return error.role >= 0 ? ErrorName(Declared::declare().roles[error.role].name) : ErrorName();
}

/// False, with a compile error, if a rule of declared loops is broken.
template <class Declared, Diagnostic Error>
constexpr bool accept_loop() {
  return LoopRejected<Error.rule, Error.value, Error.limit, op_name<Declared>(Error), buffer_name<Declared>(Error),
                      role_name<Declared>(Error), LoopStory<Declared, Error>>::accepted;
}

}  // namespace detail
}  // namespace stretto
