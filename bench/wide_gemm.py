#!/usr/bin/env python3
"""Prints a loop file of any size: a producer, and consumers with a tile of A each that share B.

  bench/wide_gemm.py CONSUMERS K_STEPS

A K step has one op for B and three per consumer: load A, multiply, promote.
"""
import json
import sys


def op(name, kind, role, **work):
    return {"name": name, "kind": kind, "role": role, **work}


def main():
    consumers, k_steps = int(sys.argv[1]), int(sys.argv[2])
    roles = [{"name": "producer", "waves": 1}]
    roles += [{"name": f"consumer {c}", "waves": 1} for c in range(consumers)]
    buffers = [{"name": f"C{c}", "space": "accumulator", "bytes": "64*8*4"} for c in range(consumers)]
    ops = []
    for k in range(k_steps):
        buffers.append({"name": f"B{k}", "space": "shared", "bytes": "8*64"})
        ops.append(op(f"load B{k}", "load", "producer", writes=[f"B{k}"]))
        for c in range(consumers):
            a, product = f"A{k}.{c}", f"product {k}.{c}"
            buffers.append({"name": a, "space": "shared", "bytes": "64*64"})
            buffers.append({"name": product, "space": "registers", "bytes": "64*8*4"})
            role = f"consumer {c}"
            ops.append(op(f"load {a}", "load", "producer", writes=[a]))
            ops.append(op(f"multiply {k}.{c}", "multiply", role, m=64, n=8, k=64, dtype="fp8", reads=[a, f"B{k}"],
                          writes=[product]))
            ops.append(op(f"promote {k}.{c}", "compute", role, operations="2*64*8", reads=[product],
                          accumulates=[f"C{c}"]))
    print(json.dumps({"name": "wide GEMM", "target": "h100", "threads": 128 * consumers, "roles": roles,
                      "buffers": buffers, "ops": ops}))


main()
