"""What code_blocks.py must accept, and what it must refuse: pages in a small repository, with a tool of three lines."""

import contextlib
import io
import os
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from code_blocks import main

TOOL = """#!/bin/sh
case "$1" in show) echo "ii 1024"; echo "slots 3"; echo "took 12 ms" ;; *) echo "no command $1" >&2; exit 2 ;; esac
"""
SOURCE = """#include "header.hpp"

int main() {
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    sum += i;
  }
  return sum;
}
"""

ACCEPTED = {
    "a passage": "```cpp\nfor (int i = 0; i < 3; ++i) {\n  sum += i;\n}\n```",
    "a passage with an elision": "```cpp\nint main() {\n  // ... the loop\n  return sum;\n}\n```",
    "a passage of a header": "```cpp\nint shared = 1;\n```",
    "a command with its output": "```sh\nstretto show gemm\n```\n\n```text\nii 1024\nslots 3\ntook ...\n```",
    "an output with lines left out": "```sh\nstretto show gemm\n```\n```text\n...\nslots 3\n...\n```",
    "a status that is said": "```sh\nstretto nonsense  # exits with 2\n```\n```text\nno command nonsense\n```",
    "an output of a named command": "<!-- output of: stretto show gemm -->\n```text\nii 1024\n...\n```",
    "a file that a command before wrote": "```sh\nstretto show gemm > a.txt\nbuild/stretto show $(cat a.txt)\n```",
    "a script": "```sh\n./test --quick\n```",
    "no code": "<!-- not code: a sketch -->\n\n```text\na -> b\n```",
    "no code behind a command": "```sh\nstretto show gemm\n```\n<!-- not code: a sketch -->\n```text\na -> b\n```",
    "a block in a list": "1. *One*:\n\n   ```cpp\n   return sum;\n   ```",
}
REFUSED = {
    "a changed line": "```cpp\nfor (int i = 0; i < 4; ++i) {\n  sum += i;\n}\n```",
    "a line left out without a word": "```cpp\nint main() {\n  return sum;\n}\n```",
    "another indentation within": "```cpp\nfor (int i = 0; i < 3; ++i) {\n    sum += i;\n}\n```",
    "lines in another order": "```cpp\nreturn sum;\n// ...\nint sum = 0;\n```",
    "a file that nobody compiles": "```cpp\nint idle = 1;\n```",
    "a wrong output": "```sh\nstretto show gemm\n```\n```text\nii 1025\n...\n```",
    "an output that goes on": "```sh\nstretto show gemm\n```\n```text\nii 1024\nslots 3\n```",
    "an output that is longer": "```sh\nstretto show gemm\n```\n```text\nii 1024\nslots 3\ntook ...\nmore\n```",
    "a command that fails": "```sh\nstretto nonsense\n```",
    "a command that should fail": "```sh\nstretto show gemm  # exits with 4\n```",
    "a command of no class": "```sh\nmake all\n```",
    "a script that is not there": "```sh\nscripts/none.sh\n```",
    "an option that a script has not": "```sh\n./test --slow\n```",
    "a target that is not there": "```sh\ncmake --build build --target none\n```",
    "a preset that is not there": "```sh\ncmake --preset none\n```",
    "a source that nobody compiles": "```sh\nnvcc examples/idle.cpp\n```",
    "output of nothing": "```text\nii 1024\n```",
    "output behind code": "```sh\nstretto show gemm\n```\n```cpp\nreturn sum;\n```\n```text\nii 1024\n```",
    "a generated block that nobody writes": "<!-- begin table -->\n```text\n1\n```\n<!-- end table -->",
    "a fence without a word": "```\nint main\n```",
    "a fence of another language": "```rust\nfn main\n```",
}


def repository(root):
    for folder in ("build/examples", "build/tests", "docs", "examples", "tests"):
        (root / folder).mkdir(parents=True)
    files = {"README.md": "A page.\n", "examples/README.md": "A page.\n",
             "CMakePresets.json": '{"configurePresets": [{"name": "release"}]}',
             "examples/CMakeLists.txt": "add_executable(sum sum.cpp)\n", "examples/sum.cpp": SOURCE,
             "examples/header.hpp": "int shared = 1;\n", "examples/idle.cpp": "int idle = 1;\n",
             "build/stretto": TOOL, "test": "# --quick\n"}
    for name, text in files.items():
        (root / name).write_text(text, encoding="utf-8")
    for name in ("build/stretto", "test"):
        os.chmod(root / name, 0o755)


def status_of(root, text):
    (root / "docs/page.md").write_text(f"# A page\n\n{text}\n", encoding="utf-8")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        status = main(root, root / "build")
    return status, printed.getvalue()


def wrong_when_written(root):
    """A wrong output is put right, and only that; one with an elision stays wrong."""
    page = "# A page\n\n1. Do:\n\n   ```sh\n   stretto show gemm\n   ```\n\n   ```text\n   {}\n   ```\n\nEnd.\n"
    right = page.format("ii 1024\n   slots 3\n   took 12 ms")
    path = root / "docs/page.md"
    path.write_text(page.format("ii 1000\n   more"), encoding="utf-8")
    with contextlib.redirect_stdout(io.StringIO()):
        main(root, root / "build", write=True)
        written = path.read_text(encoding="utf-8")
        path.write_text(page.format("ii 1000\n   ..."), encoding="utf-8")
        status = main(root, root / "build", write=True)
    for wrong, what in ((written != right, f"written anew:\n{written}"), (status == 0, "an elision was written over")):
        if wrong:
            print(what)
    return int(written != right) + int(status == 0)


def test():
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        repository(root)
        for cases, wanted in ((ACCEPTED, 0), (REFUSED, 1)):
            for name, text in cases.items():
                status, printed = status_of(root, text)
                if status != wanted:
                    wrong += 1
                    print(f"{name}: {'refused' if status else 'accepted'}\n{printed}")
        wrong += wrong_when_written(root)
    print(f"{len(ACCEPTED)} pages to accept, {len(REFUSED)} to refuse, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(test())
