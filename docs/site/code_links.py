"""Public names in `code` lead to the reference. In the site alone: the files stay free of such links."""

import pathlib
import re

from docutils import nodes

PLACE = "docs/reference"
ENTRY = re.compile(r"^\[([\w:]+)(?: \(\w+\))?\]\((\w+)\.md#", re.MULTILINE)
TYPE = re.compile(r"[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*")


def read_names(app):
    """Last part of a name -> the places that it has, from the index of the reference."""
    found = {}
    text = (pathlib.Path(app.srcdir) / PLACE / "index.md").read_text()
    for name, page in ENTRY.findall(text):
        found.setdefault(name.rpartition("::")[2], []).append((name, page))
    app.reference_names = found
    app.reference_headings = {}


def place_of(word, text, docname, names):
    """The name in full and its page. A type may leave out its namespace, where that leaves one, or one on the same page. A
    function or constant, whose name may be a common word, must have an underscore and stand there alone and in full."""
    places = names.get(word, [])
    if not TYPE.fullmatch(word):
        alone = re.sub(r"^stretto::|<.*>|\(\)$", "", text)
        places = [place for place in places if "_" in word and place[0] == alone]
    elif len(places) > 1:
        here = [place for place in places if docname == f"{PLACE}/{place[1]}"]
        places = here or [place for place in places if place[0] == word]
    return places[0] if len(places) == 1 else None


def heading_of(name, page, app):
    """The identifier that the name's heading has on its page."""
    if page not in app.reference_headings:
        sections = app.env.get_doctree(page).findall(nodes.section)
        # A page may be called as a name is: the innermost heading counts, and comes last.
        app.reference_headings[page] = {section[0].astext(): section["ids"][0] for section in sections}
    return app.reference_headings[page][name]


def linked(literal, docname, app):
    """The text with links, or nothing when there are none."""
    text = literal.astext()
    section = literal.parent
    while section is not None and not isinstance(section, nodes.section):
        section = section.parent
    parts, end = [], 0
    for match in re.finditer(r"\w+", text):
        place = place_of(match.group(), text, docname, app.reference_names)
        if place is None:
            continue
        page = f"{PLACE}/{place[1]}"
        identifier = heading_of(place[0], page, app)
        if page == docname and section is not None and identifier in section["ids"]:
            continue
        uri = f"{app.builder.get_relative_uri(docname, page)}#{identifier}"
        parts += [nodes.Text(text[end:match.start()]), nodes.reference("", match.group(), internal=True, refuri=uri)]
        end = match.end()
    return [*parts, nodes.Text(text[end:])] if parts else None


def add_links(app, doctree, docname):
    for literal in list(doctree.findall(nodes.literal)):
        inside = literal.parent
        while inside is not None and not isinstance(inside, (nodes.reference, nodes.title)):
            inside = inside.parent
        parts = None if inside is not None else linked(literal, docname, app)
        if parts:
            literal.children = []
            literal.extend(parts)


def setup(app):
    app.connect("builder-inited", read_names)
    app.connect("doctree-resolved", add_links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
