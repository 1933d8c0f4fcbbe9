"""Debian's Furo comes with its script as a module that imports another one. Its pages load it as a plain script, and a
browser loads no modules without a server; so the two become one file.
"""

import pathlib

IMPORT = 'import Gumshoe from "./gumshoe-patched.js";'


def join_scripts(app, error):
    folder = pathlib.Path(app.outdir) / "_static" / "scripts"
    script = folder / "furo.js"
    if error is None and script.is_file() and IMPORT in script.read_text():
        script.write_text(script.read_text().replace(IMPORT, (folder / "gumshoe-patched.js").read_text()))


def setup(app):
    app.connect("build-finished", join_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
