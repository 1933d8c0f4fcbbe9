"""The pages of the reference: one an area, which is a folder of include/stretto, in the order in which they are read."""

# (folder, what it is for)
AREAS = [
    ("declare", "Ways to write a loop down: its ops and what they touch."),
    ("loops", "Loops that come with the library."),
    ("targets", "What the schedules need to know of each GPU."),
    ("pipeline", "From a declared loop and a target to proven programs of its roles, and to device code."),
    ("schedules", "The three schedules that come with the library, and the proven twin of any schedule."),
    ("compiler", "What a schedule of your own provides, and how it is compiled, at compile time or at run time."),
    ("config", "The structure of a loop, the knobs of its schedule, counts from tile shapes, limits."),
    ("core", "The vocabulary: ops, edges, costs, refusals, and containers that constant expressions can use."),
    ("graph", "Ops and the dependences between them."),
    ("model", "Who touches what: accesses and versions, and what the waves of a workgroup execute."),
    ("modulo", "Modulo scheduling: the smallest initiation interval, the fewest slots, with proof."),
    ("reorder", "From a declared body to execution order."),
    ("schedulers", "Orders of a loop body: as it stands, greedy, exact."),
    ("program", "Blocks of a kernel: forming them, waits and barriers, expansion, structural checks."),
    ("sections", "Prologue, epilogue, and what the kernel depends on."),
    ("sync", "Waits and barriers from data alone."),
    ("verify", "Is a program safe for every trip count, and if not, which run goes wrong."),
    ("timing", "Cycles of a program, and where it stalls."),
    ("debug", "Schedules, hazards and waits in words."),
    ("hopper", "`stretto::gemm` for CUDA projects; `stretto/stretto.hpp` does not include it. What the kernels are made of is left "
               "out."),
    ("cdna", "GEMM kernels for AMD GPUs and their launcher; `stretto/stretto.hpp` does not include it. What the kernels are made of "
             "is left out."),
]

# The kernels of these folders are made of parts that nobody else is meant to call. Their pages have these headers alone.
OFFERED = {
    "hopper": ["gemm.cuh", "gemm_result.cuh", "gemm_plan.hpp"],
    "cdna": ["gemm.hpp", "gemm_checks.hpp", "gemm_list.hpp", "chip.hpp", "gemm_tile.hpp", "gemm_tiles.hpp", "gemm_plan.hpp",
             "gemm_kernel.hpp", "gemm_costs.hpp"],
}


def offered(header):
    """Is `mojo/op.hpp` one of the headers whose names are documented?"""
    folder, _, name = header.partition("/")
    if not name:
        return False
    return folder not in OFFERED or name in OFFERED[folder]
