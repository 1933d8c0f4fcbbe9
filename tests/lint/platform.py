"""Every public header refuses a language older than C++20: the first line that its preprocessor reads of the library is
core/platform.hpp, through whatever includes stand before.

The umbrella header and those that only define what others include (.def) are no exceptions: they include something first.
"""

import pathlib
import re
import sys


def first_include(path):
    """The first include of a file; "" if code comes before it."""
    for line in path.read_text().split("\n"):
        match = re.match(r"\s*#\s*include\s*<(stretto/[^>]+)>", line)
        if match:
            return match.group(1)
        if line.strip() and not re.match(r"\s*(//|#pragma once|#\s*include\s*<)", line):
            return ""
    return ""


def main():
    include = pathlib.Path(sys.argv[1]) / "include"
    bad = []
    headers = sorted(path for path in include.rglob("*") if path.suffix in (".hpp", ".cuh"))
    for header in headers:
        name = str(header.relative_to(include))
        seen = [name]
        while name != "stretto/core/platform.hpp":
            name = first_include(include / name)
            if not name or name in seen:
                bad.append(f"include/{seen[0]}: does not include stretto/core/platform.hpp first"
                           + (f" (through {' -> '.join(seen[1:])})" if len(seen) > 1 else ""))
                break
            seen.append(name)
    print("\n".join(bad) if bad else f"{len(headers)} headers include stretto/core/platform.hpp")
    return 1 if bad or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
