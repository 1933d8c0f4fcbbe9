"""The files that docs/design.md, CONTRIBUTING.md and README.md name exist.

A name in code style that ends like a source file must be the end of a tracked file's path: `verify.hpp`,
`program/entry.hpp`, `tests/lint/layers.py`.
"""

import pathlib
import re
import subprocess
import sys

ENDINGS = "awk|cmake|cpp|cu|cuh|def|hip|hpp|js|json|jsonl|md|py|s|sh"


def main():
    root = pathlib.Path(sys.argv[1])
    tracked = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True, check=True).stdout.split()
    found = 0
    missing = 0
    for page in ("docs/design.md", "CONTRIBUTING.md", "README.md"):
        for number, line in enumerate((root / page).read_text().split("\n"), 1):
            for name in re.findall(rf"`([\w./-]+\.(?:{ENDINGS}))`", line):
                found += 1
                if not any(path == name or path.endswith("/" + name) for path in tracked):
                    print(f"{page}:{number}: no file is named {name}")
                    missing += 1
    if found == 0:
        print("no file names found: the pages or this check changed")
    return 1 if missing or found == 0 else 0


sys.exit(main())
