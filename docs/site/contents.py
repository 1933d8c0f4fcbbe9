"""The table of contents: every page is found by its folder, so that none has to be listed, and the files stay free of it.
Pages stand in the order in which the index of their folder, or docs/index.md, leads to them; the others follow by name.
"""

import pathlib
import re

# Captions of the sidebar with the pages of docs/ below them; the last has all others.
GROUPS = [
    ("Start", ["tutorial", "tool"]),
    ("Background", []),
]


def toctree(caption, entries):
    options = f":caption: {caption}" if caption else ":maxdepth: 1"
    return "\n".join(["", "```{toctree}", ":hidden:", options, "", *entries, "```", ""])


def ordered(names, index, prefix=""):
    """The names in the order of their links in the index."""
    links = re.findall(rf"\]\({prefix}(\w+)\.md", index.read_text()) if index.is_file() else []
    return sorted(names, key=lambda name: (links.index(name) if name in links else len(links), name))


def pages(folder):
    return [path.stem for path in folder.glob("*.md") if path.stem != "index"]


def folder_entries(docs, name):
    """A folder's index stands for its pages, if it has one."""
    if (docs / name / "index.md").is_file():
        return [f"/docs/{name}/index"]
    return [f"/docs/{name}/{page}" for page in ordered(pages(docs / name), docs / "index.md", f"{name}/")]


def root_contents(docs):
    every = ordered(pages(docs), docs / "index.md")
    named = [page for _, mine in GROUPS for page in mine]
    groups = [(caption, [f"/docs/{page}" for page in every if page in mine]) for caption, mine in GROUPS]
    groups[0][1][:0] = ["Overview </README>", "/examples/README"]
    groups[-1][1].extend(f"/docs/{page}" for page in every if page not in named)
    groups.insert(1, ("How to", folder_entries(docs, "howto")))
    groups.append(("Reference", folder_entries(docs, "reference")))
    return "".join(toctree(caption, entries) for caption, entries in groups if entries)


def add_contents(app, docname, source):
    """Appended to the index of each folder, for the site alone."""
    docs = pathlib.Path(app.srcdir) / "docs"
    if docname == app.config.root_doc:
        source[0] += root_contents(docs)
    elif docname in ("docs/howto/index", "docs/reference/index"):
        folder = docs / docname.split("/")[1]
        source[0] += toctree("", [f"/docs/{folder.name}/{page}" for page in ordered(pages(folder), folder / "index.md")])


def setup(app):
    app.connect("source-read", add_contents)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
