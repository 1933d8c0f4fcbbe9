"""The commands of a page: run in a scratch folder that looks like the root of the repository, or looked up there."""

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

NAMED_ONLY = ("apt", "apt-get", "sudo", "dpkg", "man", "git", "pkg-config", "source", "python3")
COMPILERS = re.compile(r"(nvcc|hipcc|clang\+\+(-\d+)?)")
SECONDS = 120


@dataclass
class Printed:
    text: str = ""
    skipped: bool = False  # a program needs a GPU


def commands_of(lines):
    """Pairs of a command and its expected exit status."""
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines)).split("\n")
    for line in joined:
        status = re.search(r"#.*\bexits with (\d+)", line)
        command = re.sub(r"(^|\s)#.*", "", line).strip()  # no command of a page has a # within quotes
        if command:
            yield command, int(status.group(1)) if status else 0


class Shell:
    def __init__(self, root, build, sources, counts):
        self.root, self.build, self.sources, self.counts = root, build, sources, counts

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="stretto-docs-"))
        for entry in self.root.iterdir():
            if not entry.name.startswith((".", "build")):
                (self.folder / entry.name).symlink_to(entry)
        (self.folder / "build").mkdir()
        for name in ("stretto", "examples", "tests"):
            (self.folder / "build" / name).symlink_to(self.build / name)
        self.environment = dict(os.environ, PATH=f"{self.build}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
        for name in ("COLUMNS", "STRETTO_COLUMNS", "NO_COLOR"):
            self.environment.pop(name, None)
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def run_block(self, lines):
        """What the commands print, or None when none of them is run. Raises ValueError when one is wrong."""
        printed = Printed()
        ran = False
        for command, status in commands_of(lines):
            for part in self.parts(command):
                kind = self.kind(part)
                if kind != "run":
                    self.look_up(part, kind)
            if self.kind(self.parts(command)[0]) == "run":
                self.run(command, status, printed)
                ran = True
        return printed if ran else None

    @staticmethod
    def parts(command):
        """The words of each command of a line `a && b`; those of a pipe belong to its first."""
        return [Shell.words(part) for part in re.split(r"\s*&&\s*", command)]

    @staticmethod
    def words(part):
        words = shlex.split(part)
        while re.match(r"\w+=", words[0]):
            words = words[1:]
        return words

    def kind(self, words):
        first = words[0]
        if first in ("stretto", "build/stretto", "g++") or first.startswith(("build/examples/", "build/tests/")):
            return "run"
        if first.startswith("./") and not (self.root / first).exists():
            return "run"
        if COMPILERS.fullmatch(first):
            return "compiler"
        if first == "cmake" or first in NAMED_ONLY:
            return first if first == "cmake" else "named"
        if re.match(r"build-[\w-]+/", first):
            return "target"
        if "/" in first and (self.root / first).is_file():
            return "script"
        raise ValueError(f"a command of no known class: {' '.join(words)}")

    def lacks_nvcc(self, program):
        """A program of the build that is not there because nothing could compile its CUDA source."""
        source = self.root / (program.removeprefix("build/") + ".cu")
        return source.exists() and not (self.folder / program).exists() and not shutil.which("nvcc")

    def run(self, command, status, printed):
        if self.lacks_nvcc(self.words(command)[0]):
            printed.skipped = True
            self.counts["commands that need nvcc, skipped"] += 1
            return
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.folder, env=self.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=SECONDS)
        if done.returncode == 77 and "build/" in command:
            printed.skipped = True
            self.counts["commands that need a GPU, skipped"] += 1
            return
        if done.returncode != status:
            raise ValueError(f"`{command}` exited with {done.returncode}, not {status}:\n{done.stdout}")
        printed.text += done.stdout
        self.counts["commands run"] += 1

    def look_up(self, words, kind):
        {"compiler": self.compiler, "cmake": self.preset_or_target, "named": lambda _: None, "target": self.bench_target,
         "script": self.script}[kind](words)
        self.counts["commands looked up: " + kind] += 1

    def compiler(self, words):
        for word in words:
            if word.endswith((".cpp", ".cu", ".hip")) and not self.sources.compiles(self.root / word):
                raise ValueError(f"{words[0]} gets {word}, which the build does not compile")

    def preset_or_target(self, words):
        presets = json.loads((self.root / "CMakePresets.json").read_text())["configurePresets"]
        for option, value in zip(words, words[1:]):
            if option == "--preset" and value not in [preset["name"] for preset in presets]:
                raise ValueError(f"there is no preset {value}")
            if option == "--target" and not self.sources.has_target(value):
                raise ValueError(f"no CMakeLists.txt names a target {value}")

    def bench_target(self, words):
        if not self.sources.has_target(words[0].rsplit("/", 1)[-1]):
            raise ValueError(f"no CMakeLists.txt names {words[0]}")

    def script(self, words):
        path = self.root / words[0]
        if not os.access(path, os.X_OK):
            raise ValueError(f"{words[0]} cannot be executed")
        text = path.read_text(encoding="utf-8")
        for word in words[1:]:
            if word.startswith("--") and word.split("=")[0] not in text:
                raise ValueError(f"{words[0]} does not know {word}")
