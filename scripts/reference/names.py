"""The public names of the library, read from Doxygen's XML."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field

import signatures
from comments import comment_of, plain

TYPES = ("struct", "class", "union")


@dataclass
class Name:
    """A public name: a type, a function, a constant, an alias, a concept, a macro, or a member of a type."""

    kind: str  # struct, class, union, enum, enumerator, function, variable, typedef, concept, define, namespace
    name: str  # qualified, without stretto
    signature: str
    comment: str  # Markdown
    header: str  # relative to include/stretto
    line: int
    members: list = field(default_factory=list)


def is_special(member, owner):
    """Is it a defaulted or deleted member, a copy or a destructor? The reference omits these."""
    name = plain(member.find("name"))
    arguments = plain(member.find("argsstring")).replace(" ", "")
    if arguments.endswith(("=default", "=delete")) or name.startswith("~") or name == "operator=":
        return True
    short = owner.rpartition("::")[2]
    return bool(owner) and name == short and bool(re.fullmatch(rf"\((const)?{short}(<.*>)?&&?\w*\)(noexcept)?.*", arguments))


def members_of(compound, owner, headers):
    """The public members of a namespace, a type or a file, from offered headers only."""
    for member in compound.iter("memberdef"):
        kind = member.get("kind")
        location = member.find("location")
        header = location.get("file")
        if member.get("prot") != "public" or kind == "friend" or header not in headers or is_special(member, owner):
            continue
        name = plain(member.find("name"))
        scope = owner + "::" if owner else ""
        line = int(location.get("declline", location.get("line")))
        made = Name(kind, scope + name, "", comment_of(member), header, line)
        template = signatures.template_of(member)
        if kind == "function":
            made.signature = signatures.function_signature(member, owner)
        elif kind == "variable":
            made.signature = signatures.variable_signature(member, owner)
        elif kind == "typedef":
            made.signature = signatures.tidy(plain(member.find("definition")))
        elif kind == "define":
            parameters = [plain(parameter) for parameter in member.findall("param")]
            made.signature = f"#define {name}" + (f"({', '.join(parameters)})" if parameters else "")
        elif kind == "enum":
            made = enumeration(member, made)
        else:
            raise ValueError(f"{header}: {name} is a {kind}, which the reference does not know")
        if template:
            made.signature = f"{template}\n{made.signature}"
        yield made


def enumeration(member, made):
    scoped = "class " if member.get("strong") == "yes" else ""
    base = plain(member.find("type"))
    made.signature = f"enum {scoped}{plain(member.find('name'))}" + (f" : {base}" if base else "")
    for value in member.findall("enumvalue"):
        text = signatures.enumerator_signature(value)
        made.members.append(Name("enumerator", f"{made.name}::{plain(value.find('name'))}", text, comment_of(value),
                                 made.header, made.line))
    return made


def compound_of(compound, headers):
    """A type or a concept, with its members."""
    kind = compound.get("kind")
    name = re.sub(r"^stretto::", "", compound.findtext("compoundname"))
    location = compound.find("location")
    header = location.get("file")
    if header not in headers or compound.get("prot") in ("private", "protected") or "<" in name:
        return None
    line = int(location.get("line"))
    if kind == "concept":
        return Name(kind, name, signatures.concept_signature(compound), comment_of(compound), header, line)
    signature = signatures.type_signature(compound, name.rpartition("::")[2])
    made = Name(kind, name, signature, comment_of(compound), header, line)
    made.members = sorted(members_of(compound, name, headers), key=lambda member: member.line)
    return made


def read_names(xml, headers, undefined):
    """All public names of the headers. `undefined` contains the macros that a header undefines."""
    found = []
    namespaces = {}
    for path in sorted(xml.glob("*.xml")):
        for compound in ElementTree.parse(path).getroot().iter("compounddef"):
            kind = compound.get("kind")
            name = compound.findtext("compoundname")
            if kind in TYPES or kind == "concept":
                made = compound_of(compound, headers)
                if made is not None:
                    found.append(made)
            elif kind == "namespace" and name.split("::")[0] == "stretto":
                scope = name.removeprefix("stretto").removeprefix("::")
                namespaces[scope] = comment_of(compound)
                found += members_of(compound, scope, headers)
            elif kind == "file":
                found += [member for member in members_of(compound, "", headers)
                          if member.kind == "define" and member.name not in undefined]
    return sorted(gather_namespaces(found, namespaces), key=lambda made: (made.header, made.line, made.name))


def gather_namespaces(found, namespaces):
    """Combines the constants of a namespace that has a comment into one entry with a table."""
    groups = {}
    for made in found:
        scope = made.name.rpartition("::")[0]
        if made.kind == "variable" and namespaces.get(scope):
            groups.setdefault((scope, made.header), []).append(made)
    for (scope, header), constants in groups.items():
        constants.sort(key=lambda made: made.line)
        found = [made for made in found if made not in constants]
        found.append(Name("namespace", scope, f"namespace {scope}", namespaces[scope], header, constants[0].line, constants))
    return found
