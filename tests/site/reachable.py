#!/usr/bin/env python3
"""reachable.py ROOT: a reader of the files without the site can reach every page of docs from docs/index.md."""

import pathlib
import re
import sys

sys.dont_write_bytecode = True  # nothing is left in the tree

from paths import prose


def links_of(page):
    """The pages that a page links to."""
    text = re.sub(r"`[^`]*`", "", prose(page.read_text()))
    for link in re.findall(r"\]\(([^)#:\s]+\.md)(?:#[^)]*)?\)", text):
        target = (page.parent / link).resolve()
        if target.is_file():
            yield target


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    every = set((root / "docs").rglob("*.md"))
    # The site begins at the index, so the index must lead to all by itself.
    seen, waiting = set(), [root / "docs" / "index.md"]
    while waiting:
        page = waiting.pop()
        if page not in seen:
            seen.add(page)
            waiting += links_of(page)
    lost = sorted(every - seen)
    for page in lost:
        print(f"{page.relative_to(root)}: no link leads here from docs/index.md")
    print(f"{len(every)} pages, {len(lost)} of which no link leads to")
    sys.exit(1 if lost or len(every) < 30 else 0)


if __name__ == "__main__":
    main()
