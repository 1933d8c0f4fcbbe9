"""The published JSON Schema of loop files and the tool's reader agree: both accept every example and every loop that the
tool writes, and both refuse files of the wrong form.

  python3 tests/loop_files/schema_test.py ROOT STRETTO

Exit status 77: the module jsonschema is missing.
"""

import copy
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import jsonschema
except ImportError:
    print("the module jsonschema is missing (Debian: python3-jsonschema)")
    sys.exit(77)

# A path in the example, and a value that has no place there; None: the key is removed.
WRONG = [
    ("name", None), ("name", 3), ("name", ""), ("name", "a\u001bb"), ("name", "x" * 201),
    ("buffers", None), ("buffers", {}), ("ops", None), ("ops", "all"), ("op", []),
    ("threads", 0), ("threads", 1.5), ("threads", "2^3"), ("threads", ""), ("threads", True), ("threads", None),
    ("parameters", []), ("parameters.2x", 1), ("parameters.bm", "a,b"),
    ("target", 7), ("target", "h20"), ("target", {}), ("target", {"like": "h20"}),
    ("target", {"like": "h200", "flops": 1}), ("target", {"like": "h200", "copies": "fast"}),
    ("target", {"like": "h200", "limits": {"bytes": 1}}), ("target", {"like": "h200", "latency": 3}),
    ("target", {"like": "h200", "issue": -1}),
    ("options", {"persistent": 1}), ("options", {"persist": True}), ("options", {"barriers": "few"}),
    ("options", {"nodes": 0}), ("options", True),
    ("roles", {}), ("roles", [{"name": "producer"}]), ("roles", [{"name": "producer", "waves": 0}]),
    ("groups", 0), ("cluster", -1), ("fragment_steps", 0), ("slots", 3),
    ("buffers[0].name", None), ("buffers[0].space", None), ("buffers[0].space", "lds"), ("buffers[0].bytes", None),
    ("buffers[0].bytes", 0), ("buffers[0].slots", -1), ("buffers[0].in_place_of", "A0"), ("buffers[0].size", 4),
    ("ops[0].name", None), ("ops[0].kind", None), ("ops[0].kind", "fetch"), ("ops[0].m", 64),
    ("ops[0].synchronous", True), ("ops[0].multicast", 1), ("ops[0].writes", "A0"), ("ops[0].writes[0]", 0),
    ("ops[0].writes[0]", {"buffer": "A0", "distance": 1}), ("ops[0].role", 1), ("ops[0].tag", -1),
    ("ops[3].m", None), ("ops[3].dtype", None), ("ops[3].dtype", "int4"), ("ops[3].operations", 1),
    ("ops[3].reads[0]", {"buffer": "A0"}), ("ops[3].reads[0]", {"buffer": "A0", "distance": -1}),
    ("ops[3].reads[0]", {"buffer": "A0", "distance": 0, "slot": 1}),
    ("ops[4].exponentials", -1), ("ops[4].takes", "many words!"), ("ops[4].dtype", "fp8"),
]
REMOVED_THREADS = ("threads", None)  # optional: removing it is no mistake


def changed(file, path, value):
    """The file with the value at a path such as ops[3].reads[0]."""
    out = copy.deepcopy(file)
    keys = [int(key) if key.isdigit() and bracket else key
            for bracket, key in re.findall(r"(\[)?([^.\[\]]+)", path)]
    place = out
    for key in keys[:-1]:
        place = place[key]
    if value is None:
        del place[keys[-1]]
    else:
        place[keys[-1]] = value
    return out


class Checker:
    def __init__(self, root, tool):
        schema = json.loads((root / "docs/schema/loop.schema.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        self.validator = jsonschema.Draft202012Validator(schema)
        self.tool = tool
        self.errors = []
        self.count = 0

    def run(self, *arguments):
        return subprocess.run([self.tool, *arguments], capture_output=True, text=True, check=False)

    def expect(self, name, file, accepted):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "loop.json"
            path.write_text(json.dumps(file))
            result = self.run("pipeline", str(path), "--format", "loop")
        self.count += 1
        for who, said in (("the schema", self.validator.is_valid(file)), ("the tool", result.returncode == 0)):
            if said != accepted:
                self.errors.append(f"{name}: {who} {'accepts' if said else 'refuses'} it\n{result.stderr}")


def without_comments(text):
    """Comments of the examples are whole lines."""
    return "\n".join(line for line in text.split("\n") if not line.lstrip().startswith("//"))


def main():
    root, tool = Path(sys.argv[1]).resolve(), sys.argv[2]
    checker = Checker(root, tool)
    examples = sorted((root / "examples/loops").glob("*.json"))
    for path in examples:
        checker.expect(path.name, json.loads(without_comments(path.read_text())), True)
    for loop in ("gemm", "flash_attention", "reduction", "copy"):
        for options in ([], ["--target", "a100"], ["--persistent", "--slots", "2"], ["--groups", "2"]):
            written = checker.run("pipeline", loop, *options, "--format", "loop")
            checker.expect(f"{loop} {options}", json.loads(written.stdout), True)
    example = json.loads(without_comments((root / "examples/loops/block_scaled_gemm.json").read_text()))
    checker.expect("two loops", {"loops": [example, {**example, "name": "other"}][:1]}, True)
    checker.expect("a custom target", {**example, "target": {"like": "h200", "issue": "2*24"}}, True)
    checker.expect("no threads", changed(example, *REMOVED_THREADS), True)
    for wrong in WRONG:
        if wrong != REMOVED_THREADS:
            checker.expect(f"{wrong[0]} = {wrong[1]!r}", changed(example, *wrong), False)
    checker.expect("no loops", {"loops": []}, False)
    checker.expect("loops and ops", {"loops": [example], "ops": []}, False)
    checker.expect("a list", [example], False)
    print(f"{checker.count} files, {len(checker.errors)} errors")
    print("\n".join(checker.errors))
    return 1 if checker.errors else 0


sys.exit(main())
