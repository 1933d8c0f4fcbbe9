#!/usr/bin/env python3
"""links.py SITE: every link of a built site leads to a file of it, and to a place on the page where it names one.

Links out of the site are counted alone: nothing is fetched. But what a page loads must be in the site, so that it can be
read without a network.
"""

import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The places of a page, and where it leads."""

    def __init__(self, text):
        super().__init__()
        self.places = set()
        self.links = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        for name in ("id", "name"):
            if found.get(name):
                self.places.add(found[name])
        for name in ("href", "src"):
            if found.get(name):
                self.links.append((found[name], tag != "a"))


def broken_links(site):
    pages = {path: Page(path.read_text()) for path in site.rglob("*.html")}
    followed, outside, broken = 0, 0, []
    for path, page in sorted(pages.items()):
        for link, loaded in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                outside += 1
                if loaded and parts.scheme != "data":
                    broken.append(f"{path.relative_to(site)}: {link}: not in the site, and the page loads it")
                continue
            followed += 1
            target = path if not parts.path else (path.parent / urllib.parse.unquote(parts.path)).resolve()
            place = urllib.parse.unquote(parts.fragment)
            if not target.is_file() or not target.is_relative_to(site):
                broken.append(f"{path.relative_to(site)}: {link}: no such file")
            elif place and target in pages and place not in pages[target].places:
                broken.append(f"{path.relative_to(site)}: {link}: no such place on the page")
    return len(pages), followed, outside, broken


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    pages, followed, outside, broken = broken_links(site)
    for line in broken:
        print(line)
    print(f"{pages} pages, {followed} links followed, {outside} lead out of the site, {len(broken)} broken")
    # A site without links would be no site.
    sys.exit(1 if broken or pages < 10 or followed < 1000 else 0)


if __name__ == "__main__":
    main()
