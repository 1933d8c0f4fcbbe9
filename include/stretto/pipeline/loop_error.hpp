// Describes a refused loop with its name and those of the op, the buffer and the role: as a text at run time, and as
// the template arguments of LoopRejected at compile time.
#pragma once

#include <stretto/core/error.hpp>
#include <stretto/core/error_name.hpp>
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

STRETTO_BEGIN_MESSAGES

/// Instantiated with the rule that a declared loop breaks; the compiler prints these arguments.
template <Rule BrokenRule, int Value, int Limit, ErrorName OfLoop, ErrorName Op, ErrorName Buffer, ErrorName Role,
          class Story>
struct LoopRejected {
  static_assert(
      BrokenRule == Rule::none,
      STRETTO_MESSAGE("stretto: loop rejected; the template arguments of LoopRejected are the rule, the "
                      "offending value, its limit, the name of the loop, and the names of the op, the buffer and "
                      "the role at fault",
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

/// What a refusal names. Errors in emitted programs name the loop alone.
struct NamesAtFault {
  ErrorName loop;
  ErrorName op;
  ErrorName buffer;
  ErrorName role;
};

constexpr NamesAtFault names_at_fault(const Loop& loop, const Diagnostic& error) {
  NamesAtFault names;
  names.loop = ErrorName(loop.name);
  if (!error.of_loop) return names;
  if (error.op_count > 0) names.op = ErrorName(loop.ops[error.ops[0]].name);
  if (error.buffer >= 0) names.buffer = ErrorName(loop.buffers[error.buffer].name);
  if (error.role >= 0) names.role = ErrorName(loop.roles[error.role].name);
  return names;
}

/// False, with a compile error, if a rule is broken.
template <class Declared, Diagnostic Error>
constexpr bool accept_loop() {
  if constexpr (Error.rule == Rule::none) {
    return true;
  } else {
    constexpr NamesAtFault names = names_at_fault(Declared::declare(), Error);
    return LoopRejected<Error.rule, Error.value, Error.limit, names.loop, names.op, names.buffer, names.role,
                        LoopStory<Declared, Error>>::accepted;
  }
}

}  // namespace detail
}  // namespace stretto
