"""Files that the build compiles, and whether a block is a passage of one."""

import re

ELISION = {"cpp": "// ...", "cuda": "// ...", "cmake": "# ...", "json": "..."}
PROGRAM_FILES = (".cpp", ".hpp", ".cu", ".cuh", ".def")


def indent(line):
    return len(line) - len(line.lstrip(" "))


def passages(lines, elision):
    """The stretches of a block between its elisions."""
    stretches = [[]]
    for line in lines:
        if line.strip().startswith(elision):
            stretches.append([])
        else:
            stretches[-1].append(line.rstrip())
    out = []
    for stretch in stretches:
        while stretch and not stretch[0]:
            stretch = stretch[1:]
        while stretch and not stretch[-1]:
            stretch = stretch[:-1]
        if stretch:
            out.append(stretch)
    return out


def stands_at(stretch, lines, at, shift):
    """With every line `shift` columns further to the right than in the block."""
    for line, there in zip(stretch, lines[at:]):
        if line.strip() != there.strip() or (line and indent(there) != indent(line) + shift):
            return False
    return True


def is_passage(stretches, lines):
    """All stretches, in order, each moved to the right or left as a whole."""
    at = 0
    for stretch in stretches:
        while at + len(stretch) <= len(lines):
            if stands_at(stretch, lines, at, indent(lines[at]) - indent(stretch[0])):
                break
            at += 1
        else:
            return False
        at += len(stretch)
    return True


class Sources:
    def __init__(self, root):
        self.root = root
        self.cmake = [path for folder in ("tests", "examples", "tool", "executor", "bench")
                      for path in sorted((root / folder).rglob("CMakeLists.txt"))]
        self.cmake_text = {path: path.read_text(encoding="utf-8") for path in self.cmake}
        self.compiled = self.find_compiled()
        self.lines = {}

    def find_compiled(self):
        """Sources that a CMakeLists.txt names, and what they include."""
        found = set()
        for path, text in self.cmake_text.items():
            if self.root / "bench" in path.parents:
                continue
            words = set(re.findall(r"[\w./-]+", re.sub(r"#.*", "", text)))
            words |= {word.rsplit("/", 1)[-1] for word in words}
            everything = re.search(r"GLOB\w* .*\*\.cpp", text)
            for source in path.parent.rglob("*"):
                if source.suffix in (".cpp", ".cu", ".hip") and self.nearest(source) == path:
                    if everything or source.name in words or source.stem in words:
                        found.add(source)
            for word in re.findall(r"PROJECT_SOURCE_DIR\}/([\w./-]+\.(?:cpp|cu))", text):
                if (self.root / word).exists():
                    found.add(self.root / word)
        found |= set((self.root / "include").rglob("*.hpp"))  # tests/headers compiles each alone
        left = list(found)
        while left:
            for included in self.includes(left.pop()):
                if included not in found:
                    found.add(included)
                    left.append(included)
        return sorted(found)

    def nearest(self, source):
        folder = source.parent
        while folder / "CMakeLists.txt" not in self.cmake_text:
            folder = folder.parent
        return folder / "CMakeLists.txt"

    def includes(self, source):
        text = source.read_text(encoding="utf-8")
        for name in re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', text, re.M):
            for folder in (source.parent, self.root / "include", self.root / "tests"):
                if (folder / name).exists():
                    yield (folder / name).resolve()
                    break

    def lines_of(self, path):
        if path not in self.lines:
            self.lines[path] = [line.rstrip() for line in path.read_text(encoding="utf-8").split("\n")]
        return self.lines[path]

    def candidates(self, kind):
        if kind in ("cpp", "cuda"):
            return self.compiled
        suffixes = {"cmake": ("CMakeLists.txt", ".cmake"), "json": (".json", ".jsonl")}[kind]
        return [path for folder in ("examples", "tests") for path in sorted((self.root / folder).rglob("*"))
                if path.name.endswith(suffixes)]

    def find(self, lines, kind):
        """The file that the block is a passage of. Raises ValueError when there is none."""
        stretches = passages(lines, ELISION[kind])
        if not stretches:
            raise ValueError("an empty block")
        nearest = (0, None)
        for path in self.candidates(kind):
            there = self.lines_of(path)
            if is_passage(stretches, there):
                return path
            known = {line.strip() for line in there}
            shared = sum(line.strip() in known for stretch in stretches for line in stretch if line.strip())
            nearest = max(nearest, (shared, path), key=lambda pair: pair[0])
        message = f"no passage of a file that the build compiles: {stretches[0][0].strip()}"
        if nearest[1]:
            known = {line.strip() for line in self.lines_of(nearest[1])}
            strange = [line.strip() for stretch in stretches for line in stretch if line.strip() not in known]
            message += f"\n  nearest: {nearest[1].relative_to(self.root)}"
            message += f", which lacks: {strange[0]}" if strange else ", where its lines are in another order"
        raise ValueError(message)

    def compiles(self, path):
        return path in self.compiled

    def generates(self, page):
        return any(re.search(rf"check\s+\S*/{re.escape(page)}\b", text) for text in self.cmake_text.values())

    def has_target(self, name):
        """Does a CMakeLists.txt name this target, or this file of a target?"""
        return any(re.search(rf"(?<![\w.]){re.escape(name)}(?![\w])", text) for text in self.cmake_text.values())
