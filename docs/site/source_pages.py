"""Links from the documentation to files of the repository, which a forge shows, lead to pages with their text in the site.
So do names of files in `code`, where there is one file of that name.
"""

import html
import os
import pathlib
import re

from docutils import nodes
from sphinx import addnodes

PLACE = "source"
LEXERS = {".hpp": "cpp", ".cpp": "cpp", ".cuh": "cpp", ".cu": "cpp", ".def": "cpp", ".py": "python", ".sh": "bash",
          ".json": "json", ".cmake": "cmake", ".md": "markdown", ".txt": "cmake"}
SHOWN_AS_IS = (".svg", ".png", ".html")
HIDDEN = (".", "build", "__")
FILE = re.compile(r"(\./)?([\w-]+/)*[\w-]+(\.\w+)?")


def read_tree(app):
    """Every way to end a path -> the files and folders that it names."""
    root = pathlib.Path(app.srcdir)
    app.source_names = {}
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(HIDDEN)]
        for name in [*files, *folders]:
            parts = (pathlib.Path(folder) / name).relative_to(root).parts
            for begin in range(len(parts)):
                app.source_names.setdefault("/".join(parts[begin:]), []).append("/".join(parts))


def target_of(node, docname, root):
    """The file or folder that a link names, relative to the root; none if it is not there."""
    written = node.get("reftarget", "").partition("#")[0]
    if not written or "://" in written:
        return None
    path = (root / pathlib.PurePosixPath(docname).parent / written).resolve()
    if not path.exists() or not path.is_relative_to(root) or path.suffix in SHOWN_AS_IS:
        return None
    return path.relative_to(root).as_posix()


def named_file(text, names):
    """The file or folder that is called so in prose: with an ending, a folder before it, or as a command; and only one."""
    name = text.removeprefix("./").rstrip("/")
    if not FILE.fullmatch(text.rstrip("/")) or not ("." in text or "/" in text):
        return None
    found = names.get(name, [])
    found = [path for path in found if path == name] or found
    return found[0] if len(found) == 1 and not found[0].endswith(SHOWN_AS_IS) else None


def find_links(app, doctree):
    """Before Sphinx looks for pages and downloads: links to other files are set aside."""
    env, root = app.env, pathlib.Path(app.srcdir).resolve()
    mine = env.source_links.setdefault(env.docname, set())
    for node in [*doctree.findall(addnodes.download_reference), *doctree.findall(addnodes.pending_xref)]:
        target = target_of(node, env.docname, root)
        if target is not None and target.removesuffix(".md") not in env.found_docs:
            node.replace_self(nodes.reference("", "", *node.children, internal=True, refuri="", source_file=target))
            mine.add(target)
    for literal in [*doctree.findall(nodes.literal)]:
        target = named_file(literal.astext(), app.source_names)
        if target is None or not isinstance(literal.parent, (nodes.paragraph, nodes.emphasis, nodes.strong)):
            continue
        literal.replace_self(nodes.reference("", "", literal.deepcopy(), internal=True, refuri="", source_file=target))
        if target.removesuffix(".md") not in env.found_docs:
            mine.add(target)


def resolve_links(app, doctree, docname):
    for node in doctree.findall(nodes.reference):
        if "source_file" in node:
            page = node["source_file"].removesuffix(".md")
            page = page if page in app.env.found_docs else f"{PLACE}/{node['source_file']}"
            node["refuri"] = app.builder.get_relative_uri(docname, page)


def file_body(app, path):
    text = path.read_text()
    lexer = LEXERS.get(path.suffix, "bash" if text.startswith("#!") else "text")
    return app.builder.highlighter.highlight_block(text, lexer, force=True)


def folder_body(app, page, path, known):
    items = []
    for entry in sorted(entry for entry in path.iterdir() if not entry.name.startswith(HIDDEN)):
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


def share_contents(app, pagename, templatename, context, doctree):
    """The sidebar is the same on all pages that lie equally deep; to make it takes half of a page's time."""
    if not pagename.startswith(f"{PLACE}/"):
        return
    make = context["toctree"]
    depth = pagename.count("/")

    def shared(**options):
        if depth not in app.source_contents:
            app.source_contents[depth] = make(**options)
        return app.source_contents[depth]

    context["toctree"] = shared


def prepare(app, env, docnames):
    app.source_contents = {}
    if not hasattr(env, "source_links"):
        env.source_links = {}


def forget(app, env, docname):
    getattr(env, "source_links", {}).pop(docname, None)


def setup(app):
    app.connect("builder-inited", read_tree)
    app.connect("env-before-read-docs", prepare)
    app.connect("env-purge-doc", forget)
    app.connect("doctree-read", find_links, priority=100)
    app.connect("doctree-resolved", resolve_links)
    app.connect("html-collect-pages", make_pages)
    app.connect("html-page-context", share_contents, priority=400)
    return {"parallel_read_safe": False, "parallel_write_safe": False}
