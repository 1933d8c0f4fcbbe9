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


# Everything that a loop file can say, in few lines; the figures of the GPU are added from the schema.
EVERYTHING = {
    "name": "everything", "parameters": {"bm": 64}, "threads": 384, "groups": 3, "cluster": 2, "fragment_steps": 2,
    "target": {"like": "b200", "name": "mine", "architecture": "sm", "copies": "bulk", "multiplies": "tensor_memory"},
    "options": {"persistent": True, "earliest_starts": False, "only_interval": True, "barriers": "fewest", "ii": 77,
                "max_stages": 5, "nodes": 12, "objective_nodes": 13},
    "roles": [{"name": "producer", "waves": 1}, {"name": "consumer", "waves": 3}],
    "buffers": [{"name": "A", "space": "shared", "bytes": 4096, "slots": 3, "parts": 2},
                {"name": "S", "space": "registers", "bytes": "bm*16", "parts": 0}, {"name": "T", "in_place_of": "S"},
                {"name": "C", "space": "accumulator", "bytes": 2048}],
    "ops": [{"name": "load", "kind": "load", "writes": ["A"], "multicast": True, "role": "producer", "tag": 17,
             "lingers": 5},
            {"name": "multiply", "kind": "multiply", "m": 64, "n": 32, "k": 16, "dtype": "fp8",
             "reads": ["A", {"buffer": "T", "distance": 2}], "writes": ["S"], "synchronous": True, "role": "consumer"},
            {"name": "compute", "kind": "compute", "operations": 10, "exponentials": 20, "takes": 30, "reads": ["S"],
             "writes": ["T"], "accumulates": ["C"], "role": "consumer"},
            {"name": "store", "kind": "store", "reads": ["A"], "synchronous": True, "role": "producer"}],
}


def every_figure(schema, target):
    """The target with a value for every figure of the schema."""
    out = dict(target)
    for key, described in schema["$defs"]["gpu"]["properties"].items():
        if described.get("type") == "object":
            out[key] = {inner: 64 for inner in described["properties"]}
        else:
            out.setdefault(key, 64)
    return out


class Violations:
    """Each rule of the schema that a file obeys, broken once: the path and key that a message must name, and the file."""

    def __init__(self, schema, file):
        self.schema, self.file = schema, file
        self.found = []
        self.walk(schema, file, [])

    def valid(self, node, value):
        return jsonschema.Draft202012Validator({**node, "$defs": self.schema["$defs"]}).is_valid(value)

    def add(self, rule, keys, value, remove=False):
        out = copy.deepcopy(self.file)
        place = out
        for key in keys[:-1]:
            place = place[key]
        if remove:
            del place[keys[-1]]
        elif isinstance(place, dict) or keys[-1] < len(place):
            place[keys[-1]] = value
        path = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys).lstrip(".")
        self.found.append((rule, path, out))

    def walk(self, node, value, keys):
        if "$ref" in node:
            return self.walk(self.schema["$defs"][node["$ref"].split("/")[-1]], value, keys)
        if "if" in node:
            return self.walk(node["then" if self.valid(node["if"], value) else "else"], value, keys)
        if "anyOf" in node:
            branch = next(choice for choice in node["anyOf"] if self.valid(choice, value))
            return self.walk(branch, value, keys)
        if keys and ("enum" in node or "const" in node):
            self.add("enum", keys, "none of these")
        if keys and node.get("type") in ("string", "integer", "boolean", "array", "object"):
            for other in ({"x": 1}, [1], 1.5, True, None):
                if not self.valid_at(keys, other):
                    self.add("type", keys, other)
        if "minimum" in node:
            self.add("minimum", keys, node["minimum"] - 1)
        if node.get("type") == "string":
            if "minLength" in node:
                self.add("minLength", keys, "")
            if "maxLength" in node:
                self.add("maxLength", keys, "1" * (node["maxLength"] + 1))
            if "pattern" in node:
                self.add("pattern", keys, "\u001b")
        if node.get("type") == "array":
            if "maxItems" in node:
                self.add("maxItems", keys, [value[0]] * (node["maxItems"] + 1))
            for number, item in enumerate(value):
                self.walk(node["items"], item, [*keys, number])
        if node.get("type") == "object":
            for key in node.get("required", []):
                self.add("required", [*keys, key], None, remove=True)
            if node.get("additionalProperties") is False:
                self.add("additionalProperties", [*keys, "unheard_of"], 1)
            if "propertyNames" in node:
                self.add("propertyNames", [*keys, "2x"], 1)
            for key, inner in value.items():
                if key in node.get("properties", {}):
                    if node["properties"][key] is not True:
                        self.walk(node["properties"][key], inner, [*keys, key])
                elif isinstance(node.get("additionalProperties"), dict):
                    self.walk(node["additionalProperties"], inner, [*keys, key])

    def valid_at(self, keys, value):
        out = copy.deepcopy(self.file)
        place = out
        for key in keys[:-1]:
            place = place[key]
        place[keys[-1]] = value
        return self.valid(self.schema, out)


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
        self.schema = schema
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


    def expect_planned(self, name, file):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "loop.json"
            path.write_text(json.dumps(file))
            result = self.run("pipeline", str(path))
        if result.returncode != 0:
            self.errors.append(f"{name}: cannot be planned\n{result.stderr}")

    def expect_violations_named(self, file):
        """Each rule of the schema, violated once, is refused with the file, the path and the key."""
        self.expect("everything", file, True)
        for rule, path, wrong in Violations(self.schema, file).found:
            self.count += 1
            if self.validator.is_valid(wrong):
                self.errors.append(f"{rule} at {path}: the schema accepts it")
            with tempfile.TemporaryDirectory() as folder:
                written = Path(folder) / "loop.json"
                written.write_text(json.dumps(wrong))
                result = self.run("pipeline", str(written), "--format", "loop")
            if result.returncode != 2 or result.stdout:
                self.errors.append(f"{rule} at {path}: exit status {result.returncode}")
                continue
            # Without what it takes over, a buffer is one that lacks its space.
            path = path.removesuffix(".in_place_of")
            if not result.stderr.startswith("stretto: error: ") or f"loop.json: {path}" not in result.stderr:
                self.errors.append(f"{rule} at {path}: the message does not name it: {result.stderr}")


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
    wide = subprocess.run([sys.executable, root / "bench/wide_gemm.py", "2", "3"], capture_output=True, text=True, check=True)
    checker.expect("bench/wide_gemm.py", json.loads(wide.stdout), True)
    checker.expect_planned("bench/wide_gemm.py", json.loads(wide.stdout))
    checker.expect_violations_named(
        {**EVERYTHING, "target": every_figure(checker.schema, EVERYTHING["target"])})
    checker.expect("no loops", {"loops": []}, False)
    checker.expect("loops and ops", {"loops": [example], "ops": []}, False)
    checker.expect("a list", [example], False)
    print(f"{checker.count} files, {len(checker.errors)} errors")
    print("\n".join(checker.errors))
    return 1 if checker.errors else 0


sys.exit(main())
