// Names the ops of a Mojo schedule's body in refusals.
#pragma once

#include <stretto/core/error.hpp>
#include <stretto/mojo/debug/dump.hpp>

namespace stretto {

/// The names of a schedule's tags, by its member `tag_name` if it has one.
template <class S>
constexpr TagNamer tag_namer() {
  if constexpr (requires { TagNamer{&S::tag_name}; }) {
    return &S::tag_name;
  } else {
    return no_tag_names;
  }
}

namespace detail {

/// Are the ops of a refusal those of the body? Derived synchronisation refuses entries.
constexpr bool names_body(Rule rule) { return rule != Rule::order_cannot_be_fixed; }

/// The names of a body's ops in a message: `3 "LOAD_A stage 0 subtile 1"`.
struct BodyNames : ByNumber {
  const Vector<OpDesc>& body;
  TagNamer namer;

  constexpr BodyNames(const Vector<OpDesc>& ops, TagNamer names) : body(ops), namer(names) {}

  /// What an op is, without what it costs; empty for a number that no op has.
  [[nodiscard]] constexpr Text name(int i) const {
    if (i < 0 || i >= body.size()) return {};
    OpDesc op = body[i];
    op.vm_cost = op.lgkm_cost = 0;
    return dump_op(op, namer);
  }
  [[nodiscard]] constexpr Text op(int i) const {
    Text text;
    text << i;
    const Text known = name(i);
    if (known.size() > 0) text << " \"" << known << "\"";
    return text;
  }
};

}  // namespace detail

/// The refusal of a schedule in words, with the ops of its body by name.
constexpr Text describe(const Diagnostic& error, const Vector<OpDesc>& body, TagNamer namer) {
  return detail::names_body(error.rule) ? detail::describe(error, detail::BodyNames(body, namer)) : describe(error);
}

}  // namespace stretto
