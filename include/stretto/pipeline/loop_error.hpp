// Describes a refused loop with the names of the op, the buffer and the role: as a text at run time, and as the
// template arguments of LoopRejected at compile time.
#pragma once

#include <stretto/core/error.hpp>
#include <stretto/pipeline/loop.hpp>

namespace stretto {

namespace detail {
/// The names of a loop's ops, buffers and roles in a message.
struct LoopNames {
  const Loop& loop;

  [[nodiscard]] constexpr Text op(int i) const { return quoted(loop.ops[i].name); }
  [[nodiscard]] constexpr Text buffer(int b) const { return quoted(loop.buffers[b].name); }
  [[nodiscard]] constexpr Text role(int r) const { return quoted(loop.roles[r].name); }

 private:
  static constexpr Text quoted(const char* name) {
    Text text("\"");
    text << name << "\"";
    return text;
  }
};
}  // namespace detail

/// "rule: meaning; op "load A"; buffer "A". Fix: ...". Errors in emitted programs have numbers instead of names.
constexpr Text describe(const Loop& loop, const Diagnostic& error) {
  return error.of_loop ? detail::describe(error, detail::LoopNames{loop}) : describe(error);
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

STRETTO_BEGIN_MESSAGES

/// Instantiated with the rule that a declared loop breaks; the compiler prints these arguments.
template <Rule BrokenRule, int Value, int Limit, ErrorName Op, ErrorName Buffer, ErrorName Role, class Story>
struct LoopRejected {
  static_assert(BrokenRule == Rule::none,
                STRETTO_MESSAGE("stretto: loop rejected; the template arguments of LoopRejected are the rule, the "
                                "offending value, its limit, and the names of the op, the buffer and the role at fault",
                                Story::text()));
  static constexpr bool accepted = BrokenRule == Rule::none;  ///< using it evaluates the assertion
};

STRETTO_END_MESSAGES

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
