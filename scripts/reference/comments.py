"""Converts the comments of the headers from Doxygen's XML to Markdown."""

import re
import xml.etree.ElementTree as ElementTree


def plain(element):
    """The text of an element with normalised white space."""
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def inline_markdown(element):
    """A paragraph of a comment as Markdown."""
    out = [escape(element.text or "")]
    for child in element:
        if child.tag == "computeroutput":
            out.append(f"`{''.join(child.itertext())}`")
        elif child.tag == "emphasis":
            out.append(f"*{inline_markdown(child)}*")
        elif child.tag == "bold":
            out.append(f"**{inline_markdown(child)}**")
        elif child.tag == "ref":
            out.append(inline_markdown(child))
        elif child.tag in ("ndash", "mdash"):
            out.append("-" * (2 if child.tag == "ndash" else 3))
        elif child.tag == "linebreak":
            out.append("\n")
        else:
            raise ValueError(f"a comment has <{child.tag}>, which the reference cannot show: {plain(element)}")
        out.append(escape(child.tail or ""))
    return "".join(out)


def escape(text):
    """Escapes text so that Markdown adds no tags and no emphasis. `code` needs no escapes."""
    parts = re.split(r"(`[^`]*`)", text)
    parts[::2] = [re.sub(r"[<*](?=\S)|__", lambda found: "".join(f"\\{sign}" for sign in found.group()), part)
                  for part in parts[::2]]
    return "".join(parts)


def blocks(description):
    """The paragraphs, lists and code of a comment, each as Markdown."""
    for element in description:
        if element.tag == "para":
            yield from paragraph(element)
        else:
            raise ValueError(f"a comment has <{element.tag}>, which the reference cannot show: {plain(element)}")


def paragraph(element):
    lists = [child for child in element if child.tag in ("itemizedlist", "verbatim", "orderedlist")]
    if not lists:
        yield " ".join(inline_markdown(element).split())
        return
    lead = ElementTree.Element("para")
    lead.text = element.text
    for child in element:
        if child not in lists:
            lead.append(child)
    text = " ".join(inline_markdown(lead).split())
    if text:
        yield text
    for child in lists:
        if child.tag == "verbatim":
            yield f"```cpp\n{child.text.strip(chr(10))}\n```"
        else:
            mark = "-" if child.tag == "itemizedlist" else "1."
            yield "\n".join(f"{mark} " + " ".join(b for p in item for b in paragraph(p)) for item in child)


def comment_of(element):
    """Brief and detailed description of an element, as Markdown."""
    found = []
    for tag in ("briefdescription", "detaileddescription"):
        part = element.find(tag)
        if part is not None:
            found += [block for block in blocks(part) if block]
    return "\n\n".join(found)
