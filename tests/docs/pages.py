"""The fenced blocks of a Markdown page."""

import re
import textwrap
from dataclasses import dataclass


@dataclass(eq=False)
class Fence:
    line: int  # of the opening fence, from 1
    kind: str
    lines: list
    before: str  # the comment before it, or ""
    generated: bool  # between <!-- begin X --> and <!-- end X -->

    def reason(self, word):
        """The text after `word:` in the comment before the fence; "" if there is none."""
        match = re.fullmatch(rf"<!-- {word}: *(.*?) *-->", self.before)
        return match.group(1) if match else ""


def pages_of(root):
    return [root / "README.md", root / "examples" / "README.md", *sorted((root / "docs").rglob("*.md"))]


def fences(path):
    """But for the declarations in docs/reference, below headings of the third level: docs.reference compares those with the
    headers. Raises ValueError when a fence is not closed.
    """
    found = []
    declarations = False
    opened = None
    before = ""
    generated = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark = re.match(r"\s*(```+|~~~+)\s*(.*?)\s*$", line)
        if opened:
            if mark and mark.group(1).startswith(ticks) and not mark.group(2):
                opened.lines = textwrap.dedent("\n".join(opened.lines)).split("\n") if opened.lines else []
                if not declarations:
                    found.append(opened)
                opened = None
                before = ""
            else:
                opened.lines.append(line)
        elif mark:
            ticks = mark.group(1)
            opened = Fence(number, mark.group(2), [], before, generated)
        elif line.strip():
            before = line.strip()
            if before.startswith("#"):
                declarations = path.parent.name == "reference" and before.startswith("### ")
            if re.fullmatch(r"<!-- begin .* -->", before):
                generated = True
            if re.fullmatch(r"<!-- end .* -->", before):
                generated = False
    if opened:
        raise ValueError(f"{path}:{opened.line}: the fence is not closed")
    return found


def rewrite(path, outputs):
    """Puts a text into each of these fences, with the indentation of the fence."""
    page = path.read_text(encoding="utf-8").split("\n")
    for fence in sorted(outputs, key=lambda fence: -fence.line):
        margin = re.match(r"\s*", page[fence.line - 1]).group()
        shown = [(margin + line).rstrip() for line in outputs[fence].rstrip("\n").split("\n")]
        page[fence.line:fence.line + len(fence.lines)] = shown
    path.write_text("\n".join(page), encoding="utf-8")
