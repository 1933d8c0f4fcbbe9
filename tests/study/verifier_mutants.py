#!/usr/bin/env python3
"""Writes a copy of the verifier in which single changes of it can be switched on at run time.

usage: verifier_mutants.py VERIFY_FOLDER OUT_FOLDER

OUT_FOLDER/mutated/*.hpp are the headers of include/stretto/verify, in namespace stretto::mutated, with
`Verification verify_mutated(program, options)`. OUT_FOLDER/mutated/mutants.inc has a line for each mutant: number,
file, line, kind, text, change. Mutant 0 is the verifier as it is.

The code is taken apart as far as needed: functions into statements, statements into conditions, these into conjuncts,
disjuncts and comparisons. It relies on how clang-format writes code: operators of two operands have spaces around
them, templates have none.
"""
import os
import re
import sys

COPIED = [
    "abstract_state",
    "clock_layout",
    "cells",
    "findings",
    "completion",
    "phase_run",
    "margins",
    "value_flow",
    "place_run",
    "abstract_run",
    "frame",
    "turned_places",
    "known_clocks",
    "state_writer",
    "relative_state",
    "verify",
]
# Where mutants are made: None stands for the whole file, otherwise functions or classes by their first line.
MUTATED = {
    "abstract_run": None,
    "place_run": None,
    "value_flow": None,
    "margins": None,
    "phase_run": None,
    "completion": None,
    "turned_places": None,
    "known_clocks": None,
    "state_writer": None,
    "relative_state": None,
    "frame": None,
    "clock_layout": None,
    "verify": ["class Exploration"],
    "cells": ["constexpr Counter accumulates", "constexpr bool in_all_waves", "constexpr void add_contributions"],
}
# Statements that only reserve memory or count what was looked at.
NO_MATTER = re.compile(
    r"\.reserve\(|findings_\.proven\(|findings_\.dead\(|report_dead\(|\+\+out_\."
    r"|out_\.trips_explored|out_\.repeats_from"
    r"|hazard\.(buffer|slot|subtile|tile_due|tile_found|trips|first|second)|\.last_arrival = |\.last_owed = "
    r"|\.newest = |waiter\.|listed_|\bslots_?\b = 0"
)
# An index of a clock's component is -1 or above 0, so that it does not matter whether 0 counts as one.
NEVER_ZERO = re.compile(r"\b(component|told) (>=|<) 0$")
# Functions that only say in which words something is reported.
REPORTS = ["report_dead", "trips", "race_at", "progress_hazard"]
OPEN = "([{"
CLOSE = ")]}"


def without_comments(text):
    """Blanks of the same length stand for comments."""
    return re.sub(r"//[^\n]*", lambda m: " " * len(m.group()), text)


def matching(text, start):
    """Of the bracket at `start`, the position of the one that closes it."""
    depth = 0
    for i in range(start, len(text)):
        if text[i] in OPEN:
            depth += 1
        elif text[i] in CLOSE:
            depth -= 1
            if depth == 0:
                return i
    raise ValueError("no end: " + text[start : start + 60])


def top_level(text):
    """Positions that no bracket encloses."""
    depth = 0
    for i, c in enumerate(text):
        if c in CLOSE:
            depth -= 1
        if depth == 0:
            yield i
        if c in OPEN:
            depth += 1


def split(text, operator):
    """Operands with their offsets, where the operator is at top level."""
    parts = []
    first = 0
    at_top = set(top_level(text))
    i = 0
    while i < len(text):
        if i in at_top and text.startswith(operator, i):
            parts.append((first, text[first:i]))
            i += len(operator)
            first = i
        else:
            i += 1
    parts.append((first, text[first:]))
    return parts


def trimmed(offset, text):
    left = len(text) - len(text.lstrip())
    return offset + left, text.strip()


def one_line(text):
    return re.sub(r"\s+", " ", text).strip()


class Rewriter:
    def __init__(self, name, text, first_number):
        self.name = name
        self.text = text
        self.mutants = []
        self.next = first_number
        self.reports = False
        self.chosen = None

    def mutant(self, offset, kind, text, change):
        """Its switch; empty when none is made here."""
        number = self.next
        self.next += 1
        line = self.text.count("\n", 0, offset) + 1
        self.mutants.append((number, self.name, line, kind, one_line(text), change))
        return "on(%d)" % number

    # --- expressions

    def condition(self, offset, text, negate=True):
        offset, text = trimmed(offset, re.sub(r"\s", " ", text))
        if text.startswith("const ") or self.reports:
            return text
        compound = self.operator_of(text)
        # A comparison is turned round anyway, and of a chain every operand is changed.
        if not negate or compound in ("==", "!=", "&&", "||"):
            return self.expression(offset, text)
        switch = self.mutant(offset, "negate", text, "condition negated")
        return "(bool(%s) != %s)" % (self.expression(offset, text), switch)

    @staticmethod
    def operator_of(text):
        """The one that binds least, of those that are looked at."""
        if len(split(text, " ? ")) > 1:
            return "?"
        for operator in ("||", "&&"):
            if len(split(text, " %s " % operator)) > 1:
                return operator
        for operator in ("==", "!="):
            if len(split(text, " %s " % operator)) == 2:
                return operator
        for operator in ("<", ">", "<=", ">="):
            if len(split(text, " %s " % operator)) == 2:
                return operator
        return ""

    def expression(self, offset, text):
        offset, text = trimmed(offset, text)
        if not text or self.reports:
            return text
        flat = re.sub(r"\s", " ", text)  # of the same length
        operator = self.operator_of(flat)
        if operator == "?":
            return self.choice(offset, flat)
        if operator in ("||", "&&"):
            return self.chain(offset, flat, operator)
        if operator:
            return self.comparison(offset, flat, operator)
        return self.inner(offset, flat)

    def choice(self, offset, text):
        question = split(text, " ? ")[0][1]
        rest = text[len(question) + 3 :]
        # The colon that belongs to this question: choices nest to the right.
        depth = 0
        at_top = set(top_level(rest))
        colon = None
        for i in sorted(at_top):
            if rest.startswith(" ? ", i):
                depth += 1
            elif rest.startswith(" : ", i):
                if depth == 0:
                    colon = i
                    break
                depth -= 1
        first = rest[:colon]
        second = rest[colon + 3 :]
        # The larger or smaller of two numbers: when they are equal it does not matter which one is taken.
        for operator in ("<", ">"):
            sides = [t.strip() for _, t in split(question, " %s " % operator)]
            if sorted(sides) == sorted([first.strip(), second.strip()]):
                self.chosen = (operator, sides[0], sides[1])
        at = offset + len(question) + 3
        return "(%s ? %s : %s)" % (
            self.condition(offset, question),
            self.expression(at, first),
            self.expression(at + colon + 3, second),
        )

    def chain(self, offset, text, operator):
        parts = [trimmed(offset + o, t) for o, t in split(text, " %s " % operator)]
        other = "&&" if operator == "||" else "||"
        done = ""
        for i, (at, part) in enumerate(parts):
            drop = self.mutant(at, "drop operand", text, "without `%s`" % one_line(part))
            # Without its operand a chain changes as if it were turned round.
            turned = self.operator_of(part) in ("==", "!=")
            written = self.operands(at, part) if turned else self.expression(at, part)
            if operator == "&&":
                written = "(%s || bool(%s))" % (drop, written)
            else:
                written = "(!%s && bool(%s))" % (drop, written)
            if i == 0:
                done = written
                continue
            if len(parts) > 2:
                done = "%s %s %s" % (done, operator, written)
                continue
            swap = self.mutant(at, "swap operator", text, "`%s` before `%s`" % (other, one_line(part)))
            if operator == "||":
                done = "((%s != %s) ? !%s : %s)" % (done, swap, swap, written)
            else:
                done = "((%s == %s) ? %s : %s)" % (done, swap, swap, written)
        return done

    def comparison(self, offset, text, operator):
        (o1, left), (o2, right) = split(text, " %s " % operator)
        other = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}[operator]
        names = {"==": "equal", "!=": "unequal", "<": "less", "<=": "no_more", ">": "more", ">=": "no_less"}
        function = names[operator]
        if NEVER_ZERO.search(text) or self.chosen == (operator, left.strip(), right.strip()):
            return self.operands(offset, text)
        switch = self.mutant(offset, "comparison", text, "`%s`" % other)
        return "%s_but(%s, %s, %s)" % (
            function,
            switch,
            self.expression(offset + o1, left),
            self.expression(offset + o2, right),
        )

    def operands(self, offset, text):
        """A comparison that stays as it is."""
        operator = self.operator_of(text)
        (o1, left), (o2, right) = split(text, " %s " % operator)
        return "%s %s %s" % (self.expression(offset + o1, left), operator, self.expression(offset + o2, right))

    def inner(self, offset, text):
        """No operator that is looked at is at top level: those in brackets, and a 1 that is added."""
        out = []
        i = 0
        while i < len(text):
            c = text[i]
            if c in OPEN:
                end = matching(text, i)
                inside = text[i + 1 : end]
                parts = [self.expression(offset + i + 1 + o, t) for o, t in split(inside, ", ")] if inside else []
                out.append(c + ", ".join(parts) + text[end])
                i = end + 1
                continue
            one = re.match(r" ([+-]) 1(?![\w.]| <<)", text[i:])
            if one:
                switch = self.mutant(offset + i, "add one", text, "without `%s 1`" % one.group(1))
                out.append(" %s (%s ? 0 : 1)" % (one.group(1), switch))
                i += one.end()
                continue
            out.append(c)
            i += 1
        return "".join(out)

    # --- statements

    def statement(self, i):
        """The statement that begins at i: how it is written now, and where the next one begins."""
        text = self.text
        space = re.compile(r"\s*").match(text, i)
        before = space.group()
        i = space.end()
        if text[i] == "{":
            body, end = self.block(i)
            return before + body, end
        label = re.compile(r"(case [\w:]+|default):").match(text, i)
        if label:
            return before + label.group(), label.end()
        word = re.compile(r"(if|while|for|switch) \(").match(text, i)
        if word:
            end = matching(text, word.end() - 1)
            head = text[word.end() : end]
            kind = word.group(1)
            if kind == "for":
                head = self.for_head(word.end(), head)
            elif kind == "switch":
                pass
            elif kind == "while" and head == "true":
                pass
            else:
                for operator in ("<", ">"):
                    sides = [one_line(t) for _, t in split(head, " %s " % operator)]
                    # `if (a < b) a = b;` and the like: the larger or smaller of two numbers.
                    updates = [sides, sides[::-1]] if len(sides) == 2 else []
                    for pair in updates:
                        if re.compile(r"\s*\{?\s*%s = %s;" % tuple(map(re.escape, pair))).match(text, end + 1):
                            self.chosen = (operator, sides[0], sides[1])
                head = self.condition(word.end(), head)
            body, after = self.statement(end + 1)
            out = before + "%s (%s)%s" % (kind, head, body)
            other = re.compile(r"\s*else\b").match(text, after)
            if kind == "if" and other:
                body, after = self.statement(other.end())
                out += other.group() + body
            return out, after
        if re.compile(r"do \{").match(text, i):
            body, after = self.statement(i + 2)
            loop = re.compile(r"\s*while \(").match(text, after)
            end = matching(text, loop.end() - 1)
            head = self.condition(loop.end(), text[loop.end() : end], negate=False)
            return before + "do" + body + " while (" + head + ");", end + 2
        end = i
        depth = 0
        while text[end] != ";" or depth > 0:
            depth += (text[end] in OPEN) - (text[end] in CLOSE)
            end += 1
        return before + self.simple(i, text[i:end]) + ";", end + 1

    def for_head(self, offset, head):
        parts = split(head, "; ")
        if len(parts) != 3:
            return head  # over a range
        (_, first), (o, condition), (_, step) = parts
        operands = split(condition, " && ")
        if len(operands) > 1:
            # The first one bounds the index.
            written = [operands[0][1]]
            for at, part in operands[1:]:
                drop = self.mutant(offset + o + at, "drop operand", condition, "without `%s`" % part)
                written.append("(%s || bool(%s))" % (drop, self.expression(offset + o + at, part)))
            condition = " && ".join(written)
        return "; ".join([first, condition, step])

    def simple(self, offset, text):
        if "[&]" in text or self.reports:
            return text
        text = re.sub(r"\s", " ", text)
        if text in ("return true", "return false"):
            switch = self.mutant(offset, "other result", text, "the other one")
            return "return %s != %s" % (text[7:], switch)
        if text.startswith("return "):
            return "return " + self.expression(offset + 7, text[7:])
        if text in ("return", "break", "continue") or text.startswith(("struct ", "static ", "using ")):
            return text
        at_top = [i for i in top_level(text)]
        assign = re.compile(r" ([-+|&]?=) ")
        sides = next((assign.match(text, i) for i in at_top if assign.match(text, i)), None)
        left = text[: sides.start()] if sides else text
        plain = not any(left[i] == " " for i in top_level(left))
        call = re.match(r"[\w.:]+\(", text)
        is_call = call is not None and matching(text, call.end() - 1) == len(text) - 1
        changes = plain and (sides is not None or is_call or text.startswith(("++", "--")))
        if sides:
            written = left + sides.group() + self.expression(offset + sides.end(), text[sides.end() :])
        else:
            written = self.inner(offset, text)
        if not changes or NO_MATTER.search(text):
            return written
        switch = self.mutant(offset, "drop statement", text, "dropped")
        return "{ if (!%s) { %s; } }" % (switch, written)

    def block(self, i):
        """Of the brace at i: what is inside, statement by statement."""
        end = matching(self.text, i)
        out = ["{"]
        at = i + 1
        while self.text[at:end].strip():
            written, at = self.statement(at)
            out.append(written)
        out.append(self.text[at:end] + "}")
        return "".join(out), end + 1

    def rewrite(self, where):
        """All function bodies, or those of `where`."""
        text = self.text
        regions = [(0, len(text))]
        if where is not None:
            regions = []
            for first in where:
                start = text.index(first)
                regions.append((start, matching(text, text.index("{", start)) + 1))
        out = []
        at = 0
        i = 0
        while i < len(text):
            if text[i] != "{":
                i += 1
                continue
            begin = max(text.rfind(c, 0, i) for c in ";{}") + 1
            head = text[begin:i]
            head = re.sub(r"^\s*(public|private|protected):", "", head)
            head = re.sub(r"(#[^\n]*\n)", "", head).strip()
            if re.match(r"(namespace|class|struct)\b", head):
                i += 1
                continue
            if head.startswith("enum") or "(" not in head or re.search(r"[^=!<>]= *$", head):
                i = matching(text, i) + 1
                continue
            name = re.search(r"([\w~]+)\(", head)
            self.reports = name is not None and name.group(1) in REPORTS
            if not any(first <= i < last for first, last in regions):
                i = matching(text, i) + 1
                continue
            out.append(text[at:i])
            body, i = self.block(i)
            out.append(body)
            at = i
        out.append(text[at:])
        return "".join(out)


def run_time_only(text):
    """Functions that look at the switches are evaluated at run time."""
    out = []
    for line in text.split("\n"):
        place = line.find("constexpr ")
        if place >= 0:
            rest = line[place + 10 :]
            bracket = rest.find("(")
            equals = rest.find(" = ")
            if bracket >= 0 and (equals < 0 or bracket < equals):
                kept = "inline " if place == 0 else ""
                line = line[:place] + kept + rest
        out.append(line)
    return "\n".join(out)


def renamed(text):
    for name in COPIED:
        text = text.replace("#include <stretto/verify/%s.hpp>" % name, '#include "%s.hpp"' % name)
    text = text.replace("namespace stretto::detail", "namespace stretto::mutated")
    text = text.replace("namespace detail", "namespace mutated").replace("detail::", "mutated::")
    text = text.replace("constexpr Verification verify(", "constexpr Verification verify_mutated(")
    return text.replace("#pragma once\n", '#pragma once\n\n#include "switches.hpp"\n', 1)


SWITCHES = """// Which mutant is active; 0: none.
#pragma once

extern int stretto_active_mutant;

namespace stretto::detail {}
namespace stretto::mutated {

using namespace stretto::detail;  // of the other headers
inline bool on(int mutant) { return stretto_active_mutant == mutant; }
template <class A, class B>
bool equal_but(bool other, const A& a, const B& b) { return (a == b) != other; }
template <class A, class B>
bool unequal_but(bool other, const A& a, const B& b) { return (a != b) != other; }
template <class A, class B>
bool less_but(bool other, const A& a, const B& b) { return other ? a <= b : a < b; }
template <class A, class B>
bool no_more_but(bool other, const A& a, const B& b) { return other ? a < b : a <= b; }
template <class A, class B>
bool more_but(bool other, const A& a, const B& b) { return other ? a >= b : a > b; }
template <class A, class B>
bool no_less_but(bool other, const A& a, const B& b) { return other ? a > b : a >= b; }

}  // namespace stretto::mutated
"""


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, out = sys.argv[1], os.path.join(sys.argv[2], "mutated")
    os.makedirs(out, exist_ok=True)
    mutants = []
    for name in COPIED:
        with open(os.path.join(source, name + ".hpp")) as file:
            text = without_comments(file.read())
        if name in MUTATED:
            rewriter = Rewriter(name + ".hpp", text, len(mutants) + 1)
            text = rewriter.rewrite(MUTATED[name])
            mutants += rewriter.mutants
        with open(os.path.join(out, name + ".hpp"), "w") as file:
            file.write(run_time_only(renamed(text)))
    with open(os.path.join(out, "switches.hpp"), "w") as file:
        file.write(SWITCHES)
    with open(os.path.join(out, "mutants.inc"), "w") as file:
        for number, name, line, kind, text, change in mutants:
            fields = ", ".join([str(number), quoted(name), str(line), quoted(kind), quoted(text), quoted(change)])
            file.write("{%s},\n" % fields)
    print("%d mutants" % len(mutants))


if __name__ == "__main__":
    main()
