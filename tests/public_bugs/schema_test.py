"""Checks every program file of the repository against docs/schema/program.schema.json, and that the schema refuses what
the tool refuses.

  python3 tests/public_bugs/schema_test.py ROOT

Exits with 77 if the package jsonschema is missing.
"""

import json
import re
import sys
from pathlib import Path

try:
    import jsonschema
except ImportError:
    sys.exit(77)


def without_comments(text):
    return re.sub(r'("(?:[^"\\]|\\.)*")|//[^\n]*', lambda found: found.group(1) or "", text)


def main(root):
    root = Path(root)
    schema = json.loads((root / "docs/schema/program.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    folders = ["tests/public_bugs", "tests/program_files", "examples/programs"]
    files = [file for folder in folders for file in sorted((root / folder).glob("*.json"))]
    failures = [f"{file.name}: {error.message}" for file in files
                for error in validator.iter_errors(json.loads(without_comments(file.read_text())))]
    refused = [{"roles": []}, {"roles": [{"name": "a", "kernel": [{"wgmmma": "C"}]}]},
               {"roles": [{"name": "a"}], "bufers": {}}, {"roles": [{"name": "a", "kernel": [{"tma_load": "A"}]}]}]
    failures += [f"accepted: {json.dumps(program)}" for program in refused if validator.is_valid(program)]
    for failure in failures:
        print(failure)
    print(f"{len(files)} files checked")
    return 1 if failures or not files else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
