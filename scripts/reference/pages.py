"""Writes the public names as Markdown pages that are readable as plain files."""

import collections
import re

import areas
import rules
from comments import escape

NOTE = "<!-- Written by scripts/reference/generate.py from the headers. Change these, not this page. -->\n"
WIDTH = 110
# Code spans cannot contain line breaks, and a table row is one line.
CELL_BREAK = " "


def slug(title, used):
    """The anchor that forges and the site give to a heading; `used` counts the anchors of the page."""
    text = re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
    count = used.get(text, 0)
    used[text] = count + 1
    return f"{text}-{count}" if count else text


def wrapped(signature):
    """A declaration wrapped to the width of a page."""
    return "\n".join(wrap_line(line) for line in signature.split("\n"))


def wrap_line(line):
    if len(line) <= WIDTH:
        return line
    opening = line.find("<") if line.startswith("template") else line.find("(")
    if opening < 0:
        return line
    indent = " " * (opening + 1 if opening < WIDTH // 2 else 4)
    out, current = [], ""
    for part in top_level_parts(line, opening):
        if current and len(current) + len(part) > WIDTH:
            out.append(current.rstrip())
            current = indent + part.lstrip()
        else:
            current += part
    return "\n".join([*out, current])


def top_level_parts(line, opening):
    """`f(a, ` and `b, ` and `c)`: the line split after the commas of its outer list."""
    depth, start = 0, 0
    for index, character in enumerate(line):
        depth += {"(": 1, "<": 1, "{": 1, ")": -1, ">": -1, "}": -1}.get(character, 0) if index >= opening else 0
        if character == "," and depth == 1 and index > opening:
            yield line[start:index + 1]
            start = index + 1
    yield line[start:]


def head_comment(text):
    """The head comment of a header as Markdown. Its indented lines are code."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].removeprefix(" "))
    out, code = [], []
    in_list = False
    for line in [*lines, ""]:
        indented = line.startswith("  ") and not in_list
        if code and not indented:
            out += indented_block(code)
            code = []
        if indented:
            if not code and out and out[-1]:
                out.append("")
            code.append(line[2:])
            continue
        if line.startswith("- "):
            if not in_list and out and out[-1]:
                out.append("")
            in_list = True
        elif in_list and not line.startswith("  "):
            if line:
                out.append("")
            in_list = False
        out.append(escape(line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out).strip())


def indented_block(lines):
    """Indented lines are code, a text diagram, or a list with stars or numbers."""
    if re.match(r"\* |\d+\. ", lines[0]):
        return [escape(re.sub(r"^\* ", "- ", line)) for line in lines] + [""]
    return [*(["```cpp"] if looks_like_code(lines) else ["<!-- not code: a picture -->", "```text"]), *lines, "```", ""]


def looks_like_code(lines):
    return any(line.rstrip().endswith((";", "{", "}")) or line.startswith("#") or ";" in line for line in lines)


def cell(text):
    return text.replace("\n\n", CELL_BREAK).replace("\n", CELL_BREAK).replace("|", "\\|")


def code_cell(signature):
    return f"`{cell(signature)}`"


def member_table(made):
    title = {"enum": "enumerator", "namespace": "constant"}.get(made.kind, "member")
    lines = [f"| {title} | |", "| --- | --- |"]
    for member in made.members:
        lines.append(f"| {code_cell(member.signature)} | {cell(member.comment)} |")
        # The members of an enumeration within a type follow it.
        lines += [f"| {code_cell(made_of(inner))} | {cell(inner.comment)} |" for inner in member.members]
    return "\n".join(lines)


def made_of(inner):
    short = inner.name.split("::")
    return f"{short[-2]}::{inner.signature}"


def overloads(found):
    """Groups functions of one name in one header."""
    groups = {}
    for made in found:
        groups.setdefault((made.kind == "function", made.name), []).append(made)
    return list(groups.values())


def section(group):
    """The section of one name."""
    lines = [f"### {group[0].name}"]
    for made in group:
        lines += ["", "```cpp", wrapped(made.signature), "```"]
        if made.comment:
            lines += ["", made.comment]
        if made.kind == "enum" and made.name == "Rule":
            lines += ["", "All rules, with their meaning and their fix: [rules](rules.md)."]
        elif made.members:
            lines += ["", member_table(made)]
    return "\n".join(lines)


def header_link(header):
    return f"[`stretto/{header}`](../../include/stretto/{header})"


def area_page(folder, about, found, headers):
    """The page of a folder and the anchors of its names."""
    used, anchors = {}, {}
    slug(folder, used)
    lines = [NOTE, f"# {folder}", "", about]
    for header in [header for header in headers if header.startswith(folder + "/")]:
        mine = [made for made in found if made.header == header]
        slug(header, used)
        lines += ["", f"## {header}", "", header_link(header), "", head_comment(headers[header])]
        for group in overloads(mine):
            anchors.setdefault(group[0].name, slug(group[0].name, used))
            lines += ["", section(group)]
    return "\n".join(lines) + "\n", anchors


def rules_page(header, texts_header):
    texts = rules.rule_texts(texts_header)
    lines = [NOTE, "# Rules", "",
             "Every refusal names one of these rules, with the numbers and the ops at fault: in a compile error as",
             "`ScheduleRejected<stretto::Rule::...>` or `LoopRejected<stretto::Rule::...>`, at run time as a",
             "`stretto::Error` or by `describe`, in the tool as a message. They are from",
             header_link("core/diagnostic.hpp") + "; the words are from " + header_link("core/rule_text.hpp") + "."]
    for title, group in rules.rule_groups(header):
        lines += ["", f"## {title[0].upper()}{title[1:]}", "", "| rule | meaning | fix |", "| --- | --- | --- |"]
        lines += [f"| `{name}` | {cell(texts[name][0])} | {cell(texts[name][1])} |" for name in group]
    return "\n".join(lines) + "\n"


def index_page(anchors, headers):
    count = sum(len(found) for found in anchors.values())
    lines = [NOTE, "# Reference", "",
             f"The {count} public names of the library, from the comments in its headers: types, functions, constants, concepts and",
             "macros, in namespace `stretto` unless a name says more. What is in a namespace `detail` may change at any time.", "",
             "| page | |", "| --- | --- |"]
    lines += [f"| [{folder}]({folder}.md) | {about} |" for folder, about in areas.AREAS]
    lines += ["| [rules](rules.md) | Everything that can be rejected, with the fix. |", "", "## All names"]
    every = sorted(((name, folder, anchor) for folder, found in anchors.items() for name, anchor in found.items()),
                   key=lambda entry: (sort_key(entry[0]), entry[0], entry[1]))
    times = collections.Counter(name for name, _, _ in every)
    for letter in sorted({sort_key(name)[0] for name, _, _ in every}):
        mine = [f"[{name if times[name] == 1 else f'{name} ({folder})'}]({folder}.md#{anchor})"
                for name, folder, anchor in every if sort_key(name)[0] == letter]
        lines += ["", f"**{letter.upper()}**", "", ",\n".join(mine)]
    return "\n".join(lines) + "\n"


def sort_key(name):
    return name.rpartition("::")[2].lower().removeprefix("stretto_")


def write_pages(found, headers):
    """All pages: file name -> text."""
    written, anchors = {}, {}
    for folder, about in areas.AREAS:
        written[f"{folder}.md"], anchors[folder] = area_page(folder, about, found, headers)
    written["rules.md"] = rules_page(headers["core/diagnostic.hpp"], headers["core/rule_text.hpp"])
    written["index.md"] = index_page(anchors, headers)
    return written
