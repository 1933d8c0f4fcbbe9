#!/usr/bin/env python3
"""The cost of every shipped schedule and loop as a constant: clang's steps of the largest stage, and compile time.

Each unit includes the library and defines one constant. The steps are the least `-fconstexpr-steps` with which clang
compiles it, found by bisection: a count that does not depend on the machine. Times are user CPU seconds of the whole
unit, medians; the unit `include only` shows how much of them is parsing.

Usage: bench/constant_cost.py INCLUDE_DIRECTORY [rounds] [unit...]"""
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

HEAD = "#include <stretto/stretto.hpp>\nusing namespace stretto;\n"

PING_PONG = """DeclarativeSchedule<PingPongShape{.is_fp8 = false, .lgkm_a = 8, .lgkm_b = 4}>"""
FOUR_WAVE = """Pipeline4Wave<make_geometry(
    {.tile = {256, 256, 64}, .mma = {16, 16, 32}, .type = DataType::bf16})>"""
SINGLE_BUFFER = """SingleBufferSchedule<SingleBufferShape{.num_k_tiles = 2}>"""
PING_PONG_ARGUMENTS = "csp_schedule, mi355x_target({.vm_per_load_a = 2, .vm_per_load_b = 2})"
FOUR_WAVE_ARGUMENTS = "{.wrap_waits_with_sched_barrier = true}"


def schedule(type_name, arguments=""):
    return f"constexpr auto plan = compile_schedule([] {{ return {type_name}({arguments}); }});\n"


def loop(declared, target="h200", options=""):
    return f"""struct Declared {{
  static constexpr Loop declare() {{
    {declared}
  }}
  static constexpr Gpu target() {{ return targets::{target}; }}
  static constexpr PipelineOptions options() {{
    PipelineOptions out;
    {options}
    return out;
  }}
}};
constexpr auto plan = pipeline<Declared>();
"""


def gemm(changes="", **where):
    return loop(f"loops::GemmShape out;\n    {changes}\n    return loops::gemm(out);", **where)


PERSISTENT = "out.persistent = true;"
UNITS = {
    "include only": "",
    "ping-pong": schedule(PING_PONG, PING_PONG_ARGUMENTS),
    "ping-pong, proven": schedule(f"Proven<{PING_PONG}>", PING_PONG_ARGUMENTS),
    "four-wave": schedule(FOUR_WAVE, FOUR_WAVE_ARGUMENTS),
    "four-wave, proven": schedule(f"Proven<{FOUR_WAVE}, LatencyHiding{{1, 0}}>", FOUR_WAVE_ARGUMENTS),
    "single buffer": schedule(SINGLE_BUFFER),
    "single buffer, proven": schedule(f"Proven<{SINGLE_BUFFER}>"),
    "GEMM, H200": gemm(),
    "GEMM, H200, persistent": gemm(options=PERSISTENT),
    "GEMM, H200, persistent, four slots": gemm("out.slots = 4;", options=PERSISTENT),
    "GEMM, H200, cluster of 2, persistent, four slots": gemm("out.cluster = 2; out.slots = 4;", options=PERSISTENT),
    "GEMM, B200": gemm("out.m = out.n = 256; out.rows = 2; out.columns = 1;", target="b200"),
    "GEMM, A100": gemm("out.m = out.n = 128; out.rows = 2; out.columns = 4;", target="a100"),
    "GEMM, MI300X": gemm("out.m = out.n = 256; out.k = 32; out.rows = 2; out.columns = 2;", target="mi300x"),
    "GEMM, MI355X": gemm("out.m = out.n = 256; out.rows = 2; out.columns = 2;", target="mi355x"),
    "attention, H200": loop("return loops::flash_attention({});"),
    "reduction, H200": loop("return loops::reduction(16384, 32, 8, 256);"),
    "copy, H200": loop("return loops::copy(16384, 256);"),
}


def compiles(command):
    return subprocess.run(command, capture_output=True).returncode == 0


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True, capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def least_steps(command, limit=1 << 20):
    if not compiles(command + [f"-fconstexpr-steps={limit}"]):
        return None
    low, high = 0, limit  # fails at low, compiles at high
    while high - low > 1000:
        middle = (low + high) // 2
        if compiles(command + [f"-fconstexpr-steps={middle}"]):
            high = middle
        else:
            low = middle
    return high


def main():
    include = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    wanted = sys.argv[3:] or list(UNITS)
    with tempfile.TemporaryDirectory() as folder:
        library = pathlib.Path(folder, "library.hpp")
        library.write_text(HEAD)
        parsed = library.with_suffix(".pch")
        clang = ["clang++-22", "-std=c++20", f"-I{include}"]
        subprocess.run(clang + ["-x", "c++-header", library, "-o", parsed], check=True)
        print(f"{'unit':50} {'steps':>9} {'g++ s':>7} {'clang s':>8}", flush=True)
        for name in wanted:
            source = pathlib.Path(folder, "unit.cpp")
            source.write_text(HEAD + UNITS[name])
            body = pathlib.Path(folder, "body.cpp")
            body.write_text(UNITS[name])
            steps = least_steps(clang + ["-fsyntax-only", "-include-pch", parsed, body]) if UNITS[name] else 0
            times = [statistics.median(seconds([compiler, "-std=c++20", f"-I{include}", "-fsyntax-only", source])
                                       for _ in range(rounds)) for compiler in ("g++", "clang++-22")]
            print(f"{name:50} {steps if steps is not None else 'over 2^20':>9} {times[0]:7.2f} {times[1]:8.2f}", flush=True)


if __name__ == "__main__":
    main()
