#!/usr/bin/env python3
"""Writes the reference of the library, docs/reference, from the headers.

  generate.py write     rewrites docs/reference
  generate.py check     fails if docs/reference differs from what would be written
  generate.py comments  fails if public names have no comment, and lists them

Needs Doxygen and the Python standard library. The pages are written with the version below, that of Debian 12. Other
versions may print declarations differently, so `check` is skipped (status 77) with another version or without Doxygen.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # leave no files in the tree

import areas
import names
import pages
import rules

DOXYGEN = "1.9.4"
ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include" / "stretto"
PAGES = ROOT / "docs" / "reference"


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def doxygen_version():
    try:
        return subprocess.run(["doxygen", "--version"], check=True, capture_output=True, text=True).stdout.split()[0]
    except FileNotFoundError:
        skip("doxygen is not installed")


def public_headers():
    """The public headers: path relative to include/stretto -> text."""
    folders = {folder for folder, _ in areas.AREAS}
    found = {}
    for path in sorted(INCLUDE.rglob("*")):
        header = path.relative_to(INCLUDE).as_posix()
        if path.suffix in (".hpp", ".cuh") and areas.offered(header):
            if header.partition("/")[0] not in folders:
                raise ValueError(f"{header} is in a folder that areas.py does not name")
            found[header] = path.read_text()
    return found


def read(headers):
    with tempfile.TemporaryDirectory() as folder:
        settings = (pathlib.Path(__file__).parent / "Doxyfile").read_text()
        settings += f'INPUT = .\nSTRIP_FROM_PATH = "{INCLUDE}"\nOUTPUT_DIRECTORY = "{folder}"\n'
        subprocess.run(["doxygen", "-"], input=settings, text=True, cwd=INCLUDE, check=True, stderr=subprocess.DEVNULL)
        undefined = {name for text in headers.values() for name in re.findall(r"#undef\s+(\w+)", text)}
        found = names.read_names(pathlib.Path(folder) / "xml", headers, undefined)
    # The text of a rule is the text of its messages.
    texts = rules.rule_texts(headers["core/rule_text.hpp"])
    for rule in next(made for made in found if made.name == "Rule").members:
        rule.comment = texts.get(rule.signature, ("", ""))[0]
    # Likewise of a count.
    words = rules.count_texts(headers["core/count.hpp"])
    for count in next(made for made in found if made.name == "Count").members:
        count.comment = words.get(count.signature, "nothing" if count.signature == "none" else "")
    return found


def check(written):
    there = {path.name: path.read_text() for path in PAGES.glob("*.md")}
    wrong = sorted(name for name in there.keys() | written.keys() if there.get(name) != written.get(name))
    for name in wrong:
        print(f"docs/reference/{name} is not what the headers say")
    if wrong:
        print("To write the pages anew: scripts/reference/generate.py write")
        sys.exit(1)
    print(f"{len(written)} pages")


def with_members(found):
    for made in found:
        yield made
        yield from with_members(made.members)


def comments(found):
    missing = [name for name in with_members(found) if not name.comment]
    for name in missing:
        print(f"include/stretto/{name.header}:{name.line}: {name.kind} {name.name} has no comment")
    if missing:
        print(f"{len(missing)} public names have no comment (///, or ///< behind a member)")
        sys.exit(1)
    print(f"{sum(1 for _ in with_members(found))} public names, each with a comment")


def main():
    command = sys.argv[1] if len(sys.argv) == 2 else ""
    if command not in ("write", "check", "comments"):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    version = doxygen_version()
    if command == "check" and version != DOXYGEN:
        skip(f"doxygen is {version}, and the pages were written with {DOXYGEN}")
    headers = public_headers()
    found = read(headers)
    if command == "comments":
        comments(found)
        return
    written = pages.write_pages(found, headers)
    if command == "check":
        check(written)
        return
    PAGES.mkdir(exist_ok=True)
    for old in PAGES.glob("*.md"):
        old.unlink()
    for name, text in written.items():
        (PAGES / name).write_text(text)
    print(f"{len(written)} pages in docs/reference")


if __name__ == "__main__":
    main()
