#!/usr/bin/env python3
"""Seeds of the fuzzers: seeds.py REPOSITORY TOOL FOLDER writes FOLDER/TARGET/NAME for each target.

They are made from the repository's own examples and recorded schedules, small enough to be mutated many times a second,
and from what the tool writes. FOLDER/dictionary has the words of all formats and the names of all options.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

repository, tool, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
largest = 12000  # bytes of a seed
separator = "\n---\n"


def write(target, name, text):
    if len(text.encode()) > largest:
        return
    path = folder / target / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def run(*arguments):
    """What the tool prints, whatever its verdict is."""
    done = subprocess.run([tool, *arguments], capture_output=True, text=True, cwd=repository)
    if done.returncode == 2:
        sys.exit(f"stretto {' '.join(map(str, arguments))}: {done.stderr}")
    return done.stdout


def without_comments(text):
    return re.sub(r'("(?:[^"\\]|\\.)*")|//.*', lambda found: found[1] or "", text)


def read(path):
    return json.loads(without_comments(path.read_text()))


def small(value):
    return json.dumps(value, separators=(",", ":"))


shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)

# Cases and compiled schedules.
cases = {}
for path in sorted((repository / "examples/cases").glob("*.json")) + sorted((repository / "tests/reference").glob("*.json")):
    whole = read(path)
    cases[path.stem] = small({key: whole[key] for key in ("name", "schedule", "params")})
    write("case", path.stem, cases[path.stem])
    if "kernel" in whole and path.parent.name == "reference":
        read_back = ("name", "schedule", "params", "config", "prologue", "kernel", "epilogue", "warp_stagger_index")
        compiled = {key: whole[key] for key in read_back}
        write("compiled", path.stem, small(compiled))
        for section in ("prologue", "kernel", "epilogue"):
            compiled[section] = compiled[section][:12]
        write("compiled", path.stem + "_cut", small(compiled))

# Programs.
programs = [file for folder in ("tests/public_bugs", "tests/program_files", "examples/programs")
            for file in sorted((repository / folder).glob("*.json"))]
for path in programs:
    write("program", path.stem, small(read(path)))

# Loops, on every GPU, and what pipeline writes about them.
loops = {}
for name in ("reduction", "copy"):
    for target in ("h200", "b200", "a100", "mi355x"):
        loops[f"{name}_{target}"] = small(json.loads(run("pipeline", name, "--target", target, "--format", "loop")))
loops["gemm_a100"] = small(json.loads(run("pipeline", "gemm", "--target", "a100", "--format", "loop")))
parametrised = small(read(repository / "examples/loops/block_scaled_gemm.json"))
figures = {"like": "h200", "name": "mine"}
loops["own_gpu"] = small({**json.loads(loops["copy_h200"]), "target": "gpu.json"}) + separator + small(figures)
for name, text in loops.items():
    write("loop", name, text)
for name, target in (("reduction", "h200"), ("copy", "mi355x"), ("copy", "a100"), ("reduction", "b200")):
    write("pipeline", f"{name}_{target}", small(json.loads(run("pipeline", name, "--target", target, "--format", "json"))))

# The figures of a GPU: every key that the schema has.
schema = json.loads((repository / "docs/schema/loop.schema.json").read_text())


def keys_of(value):
    if isinstance(value, dict):
        for key, child in value.items():
            if key == "properties":
                yield from child
            yield from keys_of(child)
    elif isinstance(value, list):
        for child in value:
            yield from keys_of(child)


def gpu_properties(value):
    """The properties of the object that has "like"."""
    if isinstance(value, dict):
        if "like" in value.get("properties", {}):
            return value["properties"]
        return next((found for child in value.values() if (found := gpu_properties(child))), None)
    if isinstance(value, list):
        return next((found for child in value if (found := gpu_properties(child))), None)
    return None


write("gpu", "like", small(figures))
for base in ("h200", "b200", "a100", "mi355x"):
    every = {"like": base}
    for key, described in gpu_properties(schema).items():
        if described.get("type") == "object":
            every[key] = {inner: 64 for inner in described.get("properties", {})}
        elif key not in ("like", "name", "architecture", "copies", "multiplies"):
            every[key] = 64
    write("gpu", "every_" + base, small(every))

# Kernels, with their launches. Metadata may begin with three dashes, which separate the parts of an input.
def kernel(path):
    return re.sub(r"[ \t]*(?://|;).*", "", path.read_text()).replace("\n---\n", "\n")


kernels = {path.stem: path for path in sorted((repository / "examples/audit").glob("*.s"))
           + sorted((repository / "tests/audit/public_bugs").glob("*.s"))}
for name, path in kernels.items():
    launches = [path.with_suffix("").with_suffix(".launch.json"), path.parent / "launch.json",
                path.parent / "two_buffers.launch.json"]
    write("audit", name, kernel(path) + separator + small(read(next(file for file in launches if file.exists()))))

# Loop graphs, with starts.
graphs = {}
for path in sorted((repository / "tests/loops").glob("*.jsonl")):
    for number, line in enumerate(path.read_text().splitlines()):
        if len(line) < 1500:
            graphs[f"{path.stem}_{number}"] = line
for name, line in list(graphs.items())[:20]:
    write("graphs", name, line + "\n")
    (folder / "one.jsonl").write_text(line + "\n")
    write("graphs", name + "_starts", line + separator + run("schedule", folder / "one.jsonl"))

# Results of sweeps.
loop_file = folder / "loop.json"
loop_file.write_text(loops["copy_h200"])
sweeps = {
    "slots": ["copy", "--vary", "slots=2..4"],
    "tile": ["reduction", "--vary", "tile=2048,4096", "--vary", "persistent=false,true"],
    "target": ["copy", "--vary", "target=h200,mi355x"],
    "file": [loop_file, "--vary", "slots=2,3"],
    "schedule": ["single_buffer", "--vary", "sync=declared,derived"],
}
for name, arguments in sweeps.items():
    for shard in ("", "1/2", "2/2"):
        file = folder / f"sweep{shard.replace('/', '_')}.jsonl"
        file.unlink(missing_ok=True)
        run("tune", *arguments, "--results", file, *(["--shard", shard] if shard else []))
    write("results", name, (folder / "sweep.jsonl").read_text())
    shards = [(folder / f"sweep{shard}.jsonl").read_text() for shard in ("1_2", "2_2")]
    write("results", name + "_shards", separator.join(shards))

# Expressions.
for number, text in enumerate(["128*64*2", "bm * (stages + 16) / 2", "-9223372036854775807-1", "(i+2)%4", "(i/4)%2^1",
                               "2*i+k*3+t", "zero", "((((1))))", "i&3", "most*2"]):
    write("expression", str(number), text)

# Command lines.
case = cases["single_buffer"]
program = small(read(repository / "tests/public_bugs/10_tree_reduction.fixed.json"))
audited = kernel(repository / "examples/audit/two_buffers.s")
launch = small(read(repository / "examples/audit/two_buffers.launch.json"))
compiled = (folder / "compiled/single_buffer_k2_4x4x2_16x16_cut").read_text()
graph = next(iter(graphs.values())) + "\n"
loop = loops["copy_h200"]
command_lines = [
    ("compile a.json --sync derived --format text --verify proven -o out", [case]),
    ("compile a.json --node-budget 99", [cases["four_wave_fp8"]]),
    ("verify a.json --registers both --pairs", [program]),
    ("verify a.json --format json -o out", [program]),
    ("verify a.json --registers explicit", [compiled]),
    ("execute a.json --seeds 2 --trips 1,2 --registers interlocked", [program]),
    ("execute a.json --seeds 1 --trips 0", [compiled]),
    ("audit a.json --launch b.json --arg 2=4 --waits --format json", [audited, launch]),
    ("audit a.json --kernel two_buffers --arg count=4", [audited]),
    ("schedule a.jsonl --budget 0.1 -o out", ["", "", graph]),
    ("schedule a.jsonl --check b.jsonl", ["", "", graph, run("schedule", folder / "one.jsonl")]),
    ("pipeline", []),
    ("pipeline a.json --format json --slots 2 --groups 1 --cluster 2 --persistent", [loop]),
    ("pipeline reduction --target a100 --tile 2048", []),
    ("pipeline a.json --set bn=64 --loop 0 --target h100", [parametrised]),
    ("plan a.json --name Gemm -o out", [loop]),
    ("plan copy --target mi300x --type bf16", []),
    ("show a.json --sync derived --svg", [case]),
    ("show copy --html -o out", []),
    ("show a.json --trips 1 --from 1 --to 99 --width 80 --color always", [program]),
    ("show a.jsonl --loop 0 --dot", ["", "", graph]),
    ("show a.json --trace --color never", [loop]),
    ("show a.json --json", [compiled]),
    ("explain a.json kernel[0]", [program]),
    ("explain copy", []),
    ("diff a.json b.json", [case, compiled]),
    ("diff a.json --other-sync derived --other-slots 2", [case]),
    ("diff copy reduction --other-target h100 --other-tile 4096 --other-persistent true --other-groups 1", []),
    ("tune copy --vary slots=2..3 --jobs 1 --require any --csv", []),
    ("tune a.json --vary sync=declared,derived --jobs 1 --results results --shard 1/2 --json", [case]),
    ("merge a.jsonl b.jsonl --svg --results results", ["", "", (folder / "sweep1_2.jsonl").read_text(),
                                                       (folder / "sweep2_2.jsonl").read_text()]),
    ("list -o out", []),
    ("completion zsh", []),
    ("man -o out", []),
    ("help show", []),
    ("--version", []),
    ("show --help", []),
]
for number, (line, files) in enumerate(command_lines):
    write("command", f"{number:02}_{line.split()[0].strip('-')}", separator.join([line, *files]))

# Words: keys of the formats, options, and values of both.
words = set(keys_of(schema)) | set(keys_of(json.loads((repository / "docs/schema/program.schema.json").read_text())))
for path in folder.glob("*/*"):
    words |= set(re.findall(r'"([A-Za-z_][A-Za-z_0-9 ]{1,30})"', path.read_text()))
for path in kernels.values():
    words |= set(re.findall(r"\b(?:s|v|ds|buffer|global|flat)_[a-z0-9_]+|\.[a-z_]{5,}", path.read_text()))
for line in run("man").splitlines():
    words |= set(re.findall(r"--[a-z][a-z-]+", line.replace("\\-", "-")))
for line, files in command_lines:
    words |= {word for word in line.split() if "." not in word}
dictionary = [json.dumps(word) for word in sorted(words)] + ['"\\x0a---\\x0a"', '"\\x1b[31m"', '"[]"', '"{}"', '"\\\\u0000"']
(folder / "dictionary").write_text("\n".join(dictionary) + "\n")
