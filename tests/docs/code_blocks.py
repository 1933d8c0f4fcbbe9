"""Checks every fenced code block in README.md, examples/README.md and docs/**/*.md: the shown code is compiled and run by
the tests. Of docs/reference, that is the examples in the head comments of the headers.

  python3 tests/docs/code_blocks.py ROOT BUILD [PAGE...]
  python3 tests/docs/code_blocks.py --write ROOT BUILD [PAGE...]   corrects outputs that differ and have no elision

The rules, by the word after the fence:

cpp, cuda  A passage of one file that the build compiles: a source that a CMakeLists.txt of tests or examples names, or a
           header that such a source includes. Line by line the same, but for indentation that all lines share. A line
           `// ...` (words may follow) leaves lines of the file out.
cmake      Likewise, of a CMake file in examples or tests; elisions are `# ...`.
json       Likewise, of a JSON file in examples or tests; or the output of commands, as text.
sh         Commands, a line each (`\\` at the end goes on). The text in brackets is what the test does:
             stretto, build/stretto, build/examples/*, build/tests/*, g++, and ./X that a command before made
                            [run, in a scratch folder that looks like the root of the repository; a page has one of its
                            own, so a command can read what one before it wrote. Exit status 0, unless a comment says
                            `# exits with 4`. Exit status 77 of a program of the build: it needs a GPU, and is skipped;
                            so is a CUDA program where there is no nvcc]
             ./test and other scripts of the repository   [the script exists, and has the options]
             build-*/X      [X is a target]
             cmake          [preset and target exist]
             nvcc, hipcc, clang++...  [each source exists, and the build compiles it]
             apt, sudo, man, git, pkg-config, source, python3 [named only]
           Any other command is an error. Before the fence, `<!-- not run: WHY -->` takes a block's commands out.
text       Output. After an sh block: what its commands printed, both streams. A line `...` matches any lines,
           `...` at the end of a line for its rest. Or before the fence `<!-- output of: COMMAND -->`; or
           `<!-- not code: WHY -->`. Between `<!-- begin X -->` and `<!-- end X -->` it is written, and compared, by the
           test that names the page: `check .../PAGE` in a CMakeLists.txt.
{...}      A directive of the site; it holds no code.

Anything else is an error, also a fence without a word. What was done is printed, class by class.
"""

import sys
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True  # nothing is left in the tree

from commands import Shell
from output import differs
from pages import fences, pages_of, rewrite
from passages import Sources


class Checker:
    def __init__(self, root, build, write):
        self.root = Path(root).resolve()
        self.build = Path(build).resolve()
        self.sources = Sources(self.root)
        self.counts = Counter()
        self.errors = []
        self.write = write
        self.outputs = {}  # by fence of the page: what to write into it

    def page(self, path):
        name = path.relative_to(self.root).as_posix()
        with Shell(self.root, self.build, self.sources, self.counts) as shell:
            printed = None  # by the commands of the fence before; None: it had none
            for fence in fences(path):
                try:
                    printed = self.fence(name, fence, shell, printed)
                except ValueError as error:
                    self.errors.append(f"{name}:{fence.line}: {error}")
                    printed = None
        if self.outputs:
            rewrite(path, self.outputs)
            self.counts["outputs written"] += len(self.outputs)
            self.outputs = {}

    def fence(self, page, fence, shell, printed):
        kind = fence.kind
        if kind in ("cpp", "cuda", "cmake"):
            self.sources.find(fence.lines, kind)
            self.counts[f"{kind} passages of compiled files"] += 1
        elif kind == "sh":
            if fence.reason("not run"):
                self.counts["sh blocks not run, with the reason"] += 1
                return None
            return shell.run_block(fence.lines)
        elif kind in ("text", "json"):
            self.output(page, fence, shell, printed)
        elif kind.startswith("{"):
            self.counts["directives of the site"] += 1
        else:
            raise ValueError(f"a fence marked '{kind}'; known are cpp, cuda, cmake, json, sh, text")
        return None

    def output(self, page, fence, shell, printed):
        if fence.reason("not code"):
            self.counts["text blocks that are no code, with the reason"] += 1
            return
        command = fence.reason("output of")
        if command:
            printed = shell.run_block([command])
        if printed is not None:
            if printed.skipped:
                self.counts["outputs of programs that need a GPU, skipped"] += 1
                return
            difference = differs(fence.lines, printed.text)
            if difference and self.write and not any(line.endswith("...") for line in fence.lines):
                self.outputs[fence] = printed.text
                return
            if difference:
                raise ValueError(difference)
            self.counts["outputs compared"] += 1
        elif fence.generated:
            if not self.sources.generates(page):
                raise ValueError("a generated block, and no CMakeLists.txt has a test `check .../" + page + "`")
            self.counts["outputs compared by the test that writes them"] += 1
        elif fence.kind == "json":
            self.sources.find(fence.lines, "json")
            self.counts["json passages of files"] += 1
        else:
            raise ValueError("output of no command: put it behind an sh block, or say before it <!-- output of: COMMAND -->"
                             " or <!-- not code: WHY -->")


def main(root, build, *pages, write=False):
    checker = Checker(root, build, write)
    paths = [Path(page).resolve() for page in pages] or pages_of(checker.root)
    for path in paths:
        checker.page(path)
    for error in checker.errors:
        print(error)
    print(f"{len(paths)} pages")
    for what, count in sorted(checker.counts.items()):
        print(f"{count:5} {what}")
    if not checker.counts:
        print("no code block was found")
        return 1
    return 1 if checker.errors else 0


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    if len(arguments) < 2:
        sys.exit("usage: code_blocks.py [--write] ROOT BUILD [PAGE...]")
    sys.exit(main(*arguments, write="--write" in sys.argv))
