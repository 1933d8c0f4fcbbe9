"""The table of contents: every page is found by its folder, so that none has to be listed, and the files stay free of it."""

import pathlib

# Captions of the sidebar with the pages of docs/ that they begin with; the last has all others.
GROUPS = [
    ("Start", ["tutorial", "tool", "comparison"]),
    ("Background", ["theory"]),
]


def toctree(caption, entries):
    return "\n".join(["", "```{toctree}", ":hidden:", f":caption: {caption}" if caption else ":maxdepth: 1", "", *entries, "```", ""])


def pages(folder):
    return sorted(path.stem for path in folder.glob("*.md") if path.stem != "index")


def folder_entries(folder):
    """A folder's index stands for its pages, if it has one."""
    if (folder / "index.md").is_file():
        return [f"/docs/{folder.name}/index"]
    return [f"/docs/{folder.name}/{page}" for page in pages(folder)]


def root_contents(docs):
    named = [page for _, first in GROUPS for page in first]
    rest = [page for page in pages(docs) if page not in named]
    groups = [(caption, [f"/docs/{page}" for page in first if (docs / f"{page}.md").is_file()]) for caption, first in GROUPS]
    groups[0][1].insert(0, "Overview </README>")
    groups[-1][1].extend(f"/docs/{page}" for page in rest)
    groups.insert(1, ("How to", folder_entries(docs / "howto")))
    groups.append(("Reference", folder_entries(docs / "reference")))
    return "".join(toctree(caption, entries) for caption, entries in groups if entries)


def add_contents(app, docname, source):
    """Appended to the index of each folder, for the site alone."""
    docs = pathlib.Path(app.srcdir) / "docs"
    if docname == app.config.root_doc:
        source[0] += root_contents(docs)
    elif docname in ("docs/howto/index", "docs/reference/index"):
        folder = docs / docname.split("/")[1]
        source[0] += toctree("", [f"/{docname.rpartition('/')[0]}/{page}" for page in pages(folder)])


def setup(app):
    app.connect("source-read", add_contents)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
