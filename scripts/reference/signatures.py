"""Converts declarations from Doxygen's XML to C++."""

import re

from comments import plain


def tidy(code):
    """C++ code printed by Doxygen, with the spacing of the sources."""
    code = re.sub(r"\s+", " ", code).strip()
    code = re.sub(r"<\s+", "<", code)
    code = re.sub(r"(?<![=<>-])\s+>(?!=)", ">", code) if "template" in code or "<" in code else code
    code = re.sub(r"(\w|>)\s+([&*]+)\s*", r"\1\2 ", code)
    code = re.sub(r"([&*]) ([,)>])", r"\1\2", code)
    while "> >" in code:
        code = code.replace("> >", ">>")
    return code.strip()


def template_of(element):
    """`template <class T, int N = 4>`, or an empty string."""
    parameters = element.find("templateparamlist")
    if parameters is None:
        return ""
    written = []
    for parameter in parameters:
        text = plain(parameter.find("type"))
        name = plain(parameter.find("declname"))
        if name and text.split()[-1] != name:
            text += " " + name
        value = plain(parameter.find("defval"))
        written.append(f"{text} = {value}" if value else text)
    clause = plain(element.find("requiresclause"))
    return tidy(f"template <{', '.join(written)}>") + (f" requires {clause}" if clause else "")


def function_signature(member, owner):
    arguments = []
    for parameter in member.findall("param"):
        text = tidy(plain(parameter.find("type")))
        name = plain(parameter.find("declname"))
        array = plain(parameter.find("array"))
        value = plain(parameter.find("defval"))
        if array.startswith("(&"):
            text = text.replace("(&)", "") + " (&" + name + ")" + array.split(")", 1)[1]
        elif name:
            text += f" {name}{array}"
        arguments.append(f"{text} = {value}" if value else text)
    words = []
    if member.get("static") == "yes" and owner:
        words.append("static")
    if member.get("explicit") == "yes":
        words.append("explicit")
    kind = tidy(plain(member.find("type")))
    if member.get("constexpr") == "yes" and not re.search(r"\bconst(expr|eval)\b", kind):
        words.append("constexpr")
    kind = kind.replace("friend ", "")
    if kind:
        words.append(kind)
    words.append(f"{plain(member.find('name'))}({', '.join(arguments)})")
    tail = plain(member.find("argsstring"))
    tail = tail[closing(tail) + 1:].strip() if tail.startswith("(") else ""
    tail = re.sub(r"\s*=\s*(default|delete)", r" = \1", tail)
    clause = plain(member.find("requiresclause"))
    text = " ".join(words) + (f" {tail}" if tail else "")
    if clause and clause not in template_of(member):
        text += f" requires {clause}"
    return text


def closing(text):
    """The position that closes the parenthesis that opens `text`."""
    depth = 0
    for index, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return index
    return len(text) - 1


def variable_signature(member, owner):
    words = [tidy(plain(member.find("type")))]
    if member.get("static") == "yes" and owner and "static" not in words[0]:
        words.insert(0, "static")
    text = " ".join(words) + f" {plain(member.find('name'))}{plain(member.find('argsstring'))}"
    text = re.sub(r" :(?=\d)", " : ", text)
    value = plain(member.find("initializer"))
    # Long values are omitted.
    return f"{text} {value}" if value and len(value) < 90 and "#" not in value else text


def concept_signature(compound):
    """The concept with its template head on a separate line, without the namespace."""
    code = tidy(plain(compound.find("initializer"))).replace("concept stretto::", "concept ")
    head, _, rest = code.partition("concept ")
    rest = rest.replace(" { {", " {\n  {").replace("; {", ";\n  {").replace("; }", ";\n}")
    return head.replace("template<", "template <").strip() + "\nconcept " + rest


def type_signature(compound, name):
    """`struct Name : Base`, with its template head."""
    bases = [tidy(plain(base)).replace("stretto::", "") for base in compound.findall("basecompoundref")
             if base.get("prot") == "public"]
    signature = f"{compound.get('kind')} {name}" + (f" : {', '.join(bases)}" if bases else "")
    template = template_of(compound)
    return f"{template}\n{signature}" if template else signature


def enumerator_signature(value):
    return " ".join([plain(value.find("name")), plain(value.find("initializer"))]).strip()
