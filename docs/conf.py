"""The site: Sphinx over the Markdown files of the repository, which stay readable as plain files. ./site builds it."""

import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER / "site"))

project = "Stretto"
author = "the Stretto authors"
language = "en"
smartquotes = False

# The source is the root of the repository, so that links mean the same in the site as in the files.
root_doc = "docs/index"
include_patterns = ["README.md", "examples/README.md", "docs/**.md"]
source_suffix = {".md": "markdown"}
extensions = ["myst_parser", "contents", "source_pages", "code_links", "plain_scripts"]
myst_heading_anchors = 4
highlight_language = "text"

html_theme = "furo"
html_title = "Stretto"
html_static_path = ["site/static"]
html_css_files = ["site.css"]
templates_path = ["site/templates"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
# Summaries are fetched by the search page, which a browser does not allow without a server.
html_show_search_summary = False
pygments_style = "friendly"
pygments_dark_style = "monokai"
