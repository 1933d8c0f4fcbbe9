"""Links from the documentation to files of the repository, which a forge shows, lead to pages with their text in the site."""

import html
import pathlib

from docutils import nodes
from sphinx import addnodes

PLACE = "source"
LEXERS = {".hpp": "cpp", ".cpp": "cpp", ".cuh": "cpp", ".cu": "cpp", ".def": "cpp", ".py": "python", ".sh": "bash",
          ".json": "json", ".cmake": "cmake", ".md": "markdown", ".txt": "cmake"}
SHOWN_AS_IS = (".svg", ".png", ".html")


def target_of(node, docname, root):
    """The file or folder that a link names, relative to the root; none if it is a page or not there."""
    written = node.get("reftarget", "").partition("#")[0]
    if not written or "://" in written:
        return None
    path = (root / pathlib.PurePosixPath(docname).parent / written).resolve()
    if not path.exists() or not path.is_relative_to(root) or path.suffix in SHOWN_AS_IS:
        return None
    return path.relative_to(root).as_posix()


def find_links(app, doctree):
    """Before Sphinx looks for pages and downloads: links to other files are set aside."""
    env, root = app.env, pathlib.Path(app.srcdir).resolve()
    mine = env.source_links.setdefault(env.docname, set())
    links = [*doctree.findall(addnodes.download_reference), *doctree.findall(addnodes.pending_xref)]
    for node in links:
        target = target_of(node, env.docname, root)
        if target is None or target.removesuffix(".md") in env.found_docs:
            continue
        link = nodes.reference("", "", *node.children, internal=True, refuri="", source_file=target)
        node.replace_self(link)
        mine.add(target)


def resolve_links(app, doctree, docname):
    for node in doctree.findall(nodes.reference):
        if "source_file" in node:
            node["refuri"] = app.builder.get_relative_uri(docname, f"{PLACE}/{node['source_file']}")


def file_body(app, path):
    text = path.read_text()
    lexer = LEXERS.get(path.suffix, "bash" if text.startswith("#!") else "text")
    return app.builder.highlighter.highlight_block(text, lexer, force=True)


def folder_body(app, page, path, known):
    items = []
    for entry in sorted(path.iterdir()):
        name = html.escape(entry.name + ("/" if entry.is_dir() else ""))
        target = f"{page}/{entry.name}"
        if target in known:
            name = f'<a href="{app.builder.get_relative_uri(f"{PLACE}/{page}", f"{PLACE}/{target}")}">{name}</a>'
        items.append(f"<li><code>{name}</code></li>")
    return f"<ul>{''.join(items)}</ul>"


def make_pages(app):
    root = pathlib.Path(app.srcdir)
    known = set().union(*app.env.source_links.values()) if app.env.source_links else set()
    for target in sorted(known):
        path = root / target
        body = folder_body(app, target, path, known) if path.is_dir() else file_body(app, path)
        yield f"{PLACE}/{target}", {"title": target, "body": f"<h1>{html.escape(target)}</h1>{body}"}, "page.html"
    # The entrance, beside the folders.
    yield "index", {"target": app.builder.get_relative_uri("index", app.config.root_doc)}, "redirect.html"


def prepare(app, env, docnames):
    if not hasattr(env, "source_links"):
        env.source_links = {}


def forget(app, env, docname):
    getattr(env, "source_links", {}).pop(docname, None)


def setup(app):
    app.connect("env-before-read-docs", prepare)
    app.connect("env-purge-doc", forget)
    app.connect("doctree-read", find_links, priority=100)
    app.connect("doctree-resolved", resolve_links)
    app.connect("html-collect-pages", make_pages)
    return {"parallel_read_safe": False, "parallel_write_safe": False}
