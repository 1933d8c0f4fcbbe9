#!/usr/bin/env python3
"""paths.py ROOT: every file that README.md or a page of docs names in `backticks` is in the tree.

A name counts as a file when it ends as one (`verify/abstract_run.hpp`), begins with a folder of the root (`tests/findings`)
or is a command there (`./site`). It may leave out the folders before it: `op.hpp`, `hopper/work.cuh`. A program is named
after its source: `bench/verify_speed`. What begins with `build` is not looked for: a build makes it.
"""

import pathlib
import re
import subprocess
import sys

ENDINGS = "hpp|cpp|cuh|cu|hip|def|md|sh|py|awk|cmake|json|jsonl|svg|css|html"
# Files that are not of this tree: written by the build, or of others.
ELSEWHERE = {"stretto_single.hpp", "GCNHazardRecognizer.cpp"}


def tree(root):
    """All files and folders, but for what is built."""
    listed = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard"],
                            cwd=root, capture_output=True, text=True)
    if listed.returncode == 0:
        files = [name for name in listed.stdout.splitlines() if (root / name).exists()]
    else:
        files = [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]
        files = [name for name in files if not re.match(r"build|\.git/", name)]
    folders = {parent.as_posix() for name in files for parent in pathlib.PurePosixPath(name).parents}
    return (set(files) | folders) - {"."}


def prose(text):
    """A page without its code."""
    return re.sub(r"^( *)(```+|~~~+).*?^\1\2 *$", "", text, flags=re.MULTILINE | re.DOTALL)


def named_files(text, tops):
    """What a page names as files."""
    for name in re.findall(r"`([\w./+-]+)`", prose(text)):
        below_top = "/" in name and name.split("/")[0] in tops
        if re.search(rf"\.({ENDINGS})$", name) or below_top or name.startswith("./"):
            yield name.removeprefix("./").rstrip("/")


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    there = tree(root)
    tops = {name for name in there if "/" not in name}
    endings = {"/".join(name.split("/")[i:]) for name in there for i in range(name.count("/") + 1)}
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    count, missing = 0, []
    for page in pages:
        for name in named_files(page.read_text(), tops):
            count += 1
            known = name in endings or f"{name}.cpp" in endings or name in ELSEWHERE
            if not known and not name.startswith("build"):
                missing.append(f"{page.relative_to(root)}: `{name}`: no such file")
    for line in missing:
        print(line)
    print(f"{len(pages)} pages name {count} files, {len(missing)} of which are not there")
    # The documentation names files; to find none would be a fault of this test.
    sys.exit(1 if missing or count < 100 else 0)


if __name__ == "__main__":
    main()
