"""Reads every rule of core/diagnostic.hpp and its text in core/rule_text.hpp, which messages use as well."""

import re


def literals(code):
    """The strings of an initialiser; adjacent literals are joined."""
    joined = re.sub(r'"\s+"', "", code)
    return [text.replace('\\"', '"') for text in re.findall(r'"((?:[^"\\]|\\.)*)"', joined)]


def rule_texts(header):
    """name -> (meaning, fix), in the order of the enumeration."""
    found = {}
    for name, code in re.findall(r"case Rule::(\w+):\s*return\s*\{(.*?)\};", header, re.DOTALL):
        written, meaning, remedy = literals(code)
        if written != name:
            raise ValueError(f"Rule::{name} calls itself {written}")
        found[name] = (meaning, remedy)
    return found


def count_texts(header):
    """name -> words."""
    return dict(re.findall(r'case Count::(\w+):\s*return\s*"([^"]+)";', header))


def rule_groups(header):
    """(topic, rules) of each group of the enumeration."""
    body = re.search(r"enum class Rule[^{]*\{(.*?)\};", header, re.DOTALL).group(1)
    groups = []
    for line in body.splitlines():
        line = line.strip()
        if line.startswith("// "):
            groups.append((line[3:], []))
        elif line and groups:
            groups[-1][1].append(line.split(",")[0].split()[0])
    return groups
