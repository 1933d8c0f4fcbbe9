"""The pages of the reference: one per area, a folder of include/stretto, in reading order."""

# (folder, purpose)
AREAS = [
    ("pipeline", "Front end 1: declare a loop; get proven programs of its roles, and device code."),
    ("loops", "Loops that come with the library."),
    ("gpu", "What a GPU is: one file per GPU, with its figures or how they differ from those of a similar GPU."),
    ("mojo", "Front end 2: the Mojo schedules, their knobs, and how they are compiled, at compile time or at run time."),
    ("program", "What waves execute: roles, steps, buffers, counters and barriers."),
    ("verify", "Is a program safe for every trip count, and if not, which run goes wrong?"),
    ("sync", "Waits and barriers, derived from accesses."),
    ("modulo", "Modulo scheduling: the smallest initiation interval and the fewest slots, with proof."),
    ("timing", "Cycles of a program, and where it stalls."),
    ("core", "Containers and errors that constant expressions can use."),
    ("hopper", "`stretto::gemm` and `stretto::attention` for CUDA projects; `stretto/stretto.hpp` does not include them. What the "
               "kernels are made of is left out."),
    ("cdna", "GEMM kernels for AMD GPUs and their launcher; `stretto/stretto.hpp` does not include it. What the kernels are made of "
             "is left out."),
]

# These folders also contain the internals of kernels. Their pages list only these headers.
OFFERED = {
    "hopper": ["gemm.cuh", "gemm_result.cuh", "gemm_plan.hpp", "attention.cuh", "attention_result.cuh", "attention_spec.hpp"],
    "cdna": ["gemm.hpp", "gemm_checks.hpp", "gemm_list.hpp", "chip.hpp", "gemm_tile.hpp", "gemm_tiles.hpp", "gemm_plan.hpp",
             "gemm_kernel.hpp"],
}


def offered(header):
    """Is `mojo/op.hpp` one of the headers whose names are documented?"""
    folder, _, name = header.partition("/")
    if not name:
        return False
    return folder not in OFFERED or name in OFFERED[folder]
