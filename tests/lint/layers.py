"""The layers of include/stretto: docs/design.md lists them, and a header includes from its own layer's folder or lower layers.

A layer is a row of the table under the heading "Layers": its number and its folders. Folders of one layer do not include
each other. The folders inside a folder, such as mojo/config, include each other in one direction only: there is no circle
of folders. The umbrella header may include everything. The library includes neither the tool nor the executor, and the
executor does not include the verifier, which it checks.
"""

import pathlib
import re
import sys


def layers(design):
    """The layer of each folder, from the table under "## Layers"."""
    section = re.search(r"^## Layers\n(.*?)^## ", design, re.M | re.S)
    if not section:
        sys.exit("docs/design.md has no section \"## Layers\"")
    found = {}
    for number, folders in re.findall(r"^\| (\d+) \| ([^|]*) \|", section.group(1), re.M):
        for folder in re.findall(r"`(\w+)`", folders):
            found[folder] = int(number)
    return found


def includes(folder):
    """The includes below a folder: file, line number and name."""
    for path in sorted(folder.rglob("*")):
        if path.is_dir():
            continue
        for number, line in enumerate(path.read_text().split("\n"), 1):
            match = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
            if match:
                yield path, number, match.group(1)


def circle(include):
    """Folders that include each other in a circle, at any depth, as an include for each step; empty: there is none."""
    edges = {}
    for path, number, name in includes(include):
        target = include.parent / name
        if path.parent in (include, target.parent) or not target.exists():
            continue
        edges.setdefault(path.parent, {}).setdefault(target.parent, f"{path.relative_to(include)}:{number}")
    done = set()
    way = []

    def visit(folder):
        if folder in way:
            return way[way.index(folder):] + [folder]
        if folder in done:
            return []
        way.append(folder)
        for other in sorted(edges.get(folder, {})):
            found = visit(other)
            if found:
                return found
        done.add(way.pop())
        return []

    for folder in sorted(edges):
        found = visit(folder)
        if found:
            return [f"include/stretto/{edges[a][b]}: {a.relative_to(include)} includes {b.relative_to(include)}, "
                    "which is a step of a circle" for a, b in zip(found, found[1:])]
    return []


def independence(root):
    """Includes of the tool or the executor in the library, and of the verifier in the executor."""
    bad = []
    outside = [root / "tool", root / "tool" / "include", root / "executor", root]
    for path, number, name in includes(root / "include" / "stretto"):
        beside = (path.parent / name).exists() or (root / "include" / name).exists()
        if not beside and any((folder / name).exists() for folder in outside):
            bad.append(f"{path.relative_to(root)}:{number}: the library includes {name}")
    for path, number, name in includes(root / "executor"):
        if name.startswith("stretto/verify/") or name == "stretto/stretto.hpp":
            bad.append(f"{path.relative_to(root)}:{number}: the executor includes {name}")
    return bad


def main():
    root = pathlib.Path(sys.argv[1])
    include = root / "include" / "stretto"
    layer = layers((root / "docs" / "design.md").read_text())
    folders = {path.name for path in include.iterdir() if path.is_dir()}
    bad = [f"include/stretto/{folder} has no layer in docs/design.md" for folder in sorted(folders - layer.keys())]
    bad += [f"docs/design.md names {folder}, which is no folder" for folder in sorted(layer.keys() - folders)]
    edges = 0
    for path, number, name in includes(include):
        own = path.relative_to(include).parts[0]
        match = re.match(r"stretto/(\w+)/", name)
        if path.parent == include or not match or match.group(1) == own:
            continue
        edges += 1
        other = match.group(1)
        if layer.get(other, 0) >= layer.get(own, 0):
            bad.append(f"include/stretto/{path.relative_to(include)}:{number}: {own} (layer {layer.get(own)}) "
                       f"includes {other} (layer {layer.get(other)})")
    bad += circle(include)
    bad += independence(root)
    print("\n".join(bad) if bad else f"{edges} includes between folders, all downwards")
    return 1 if bad or edges == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
