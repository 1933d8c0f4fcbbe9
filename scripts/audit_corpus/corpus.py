#!/usr/bin/env python3
"""Compiles Triton kernels for gfx942 and gfx950, audits them, and writes the table of docs/audit.md. Needs no GPU.

  python3 -m venv V && V/bin/pip install triton==3.6.0 numpy
  V/bin/python scripts/audit_corpus/corpus.py STRETTO FOLDER [PAGE]

STRETTO is the tool. FOLDER gets the assembly and the launch of each kernel. The table goes between two marks of PAGE;
without one it is printed."""

import json
import os
import subprocess
import sys
import time

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

import kernels

TARGETS = ("gfx942", "gfx950")
BEGIN, END = "<!-- corpus: begin -->", "<!-- corpus: end -->"


def compile_case(case, target, folder):
    """Writes assembly and launch. Returns the path of the assembly."""
    names = case.function.arg_names
    divisible = [n for n, t in case.types.items() if t.startswith("*") or (t == "i32" and case.values[n] % 16 == 0)]
    source = ASTSource(fn=case.function, signature={n: case.types.get(n, "constexpr") for n in names},
                       constexprs={(names.index(n),): v for n, v in case.constants.items()},
                       attrs={(names.index(n),): [["tt.divisibility", 16]] for n in divisible})
    compiled = triton.compile(source, target=GPUTarget("hip", target, 64),
                              options=dict(num_warps=case.waves, num_stages=case.stages))
    path = os.path.join(folder, f"{case.name}.{target}.s")
    with open(path, "w") as out:
        out.write(compiled.asm["amdgcn"])
    arguments = [{"name": n, **({"value": case.values[n]} if n in case.values else {})} for n in names if n in case.types]
    launch = dict(kernel=compiled.metadata.name, threads=64 * case.waves, shared=compiled.metadata.shared, grid=case.grid,
                  args=arguments)
    with open(path + ".launch.json", "w") as out:
        json.dump(launch, out, indent=1)
    return path


def audit(tool, path):
    """The verdict of one kernel, with seconds and MiB."""
    start = time.monotonic()
    process = subprocess.Popen([tool, "audit", path, "--launch", path + ".launch.json", "--format", "json"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    text = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    process.stdout.close()
    return json.loads(text), time.monotonic() - start, usage.ru_maxrss / 1024


def extent(found):
    if found["verdict"] == "cannot judge":
        return found["reason"]
    loop = found.get("loop")
    if not loop:
        return "this launch"
    first, period = loop["first"], loop["period"]
    counts = f"{first} or more" if period == 1 else ", ".join(str(first + period * i) for i in range(3)) + ", ..."
    branches = len(loop["same_branches"])
    same = f"; {branches} {'branch' if branches == 1 else 'branches'} as in the launch" if branches else ""
    return f"{counts} executions of the loop{same}"


def instructions(path):
    """Of the kernel: lines of code up to its end."""
    count = 0
    with open(path) as lines:
        for line in lines:
            if line.startswith(".Lfunc_end"):
                break
            count += line.startswith("\t") and line[1:2].isalpha()
    return count


def table(tool, folder):
    rows = ["| kernel | target | instructions | seconds | verdict | for |", "| --- | --- | ---: | ---: | --- | --- |"]
    judged = total = 0
    most_seconds = most_memory = 0.0
    for case in kernels.cases():
        for target in TARGETS:
            path = compile_case(case, target, folder)
            found, seconds, memory = audit(tool, path)
            total += 1
            judged += found["verdict"] != "cannot judge"
            most_seconds, most_memory = max(most_seconds, seconds), max(most_memory, memory)
            rows.append(f"| {case.name} | {target} | {instructions(path):,} | {seconds:.1f} | {found['verdict']} | {extent(found)} |")
    head = (f"Triton {triton.__version__}: {judged} of {total} kernels are judged, each in at most {most_seconds:.1f} s and "
            f"{most_memory:.0f} MiB.")
    return "\n".join([head, "", *rows])


def main():
    tool, folder = sys.argv[1], sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    found = table(tool, folder)
    if len(sys.argv) < 4:
        print(found)
        return
    with open(sys.argv[3]) as page:
        text = page.read()
    before, rest = text.split(BEGIN)
    with open(sys.argv[3], "w") as page:
        page.write(f"{before}{BEGIN}\n\n{found}\n\n{END}{rest.split(END)[1]}")


if __name__ == "__main__":
    main()
