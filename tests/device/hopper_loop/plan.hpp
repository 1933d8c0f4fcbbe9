// The plan whose loops are compared: bf16, 128 x 256, four slots, no cluster.
#pragma once

#include <stretto/hopper/gemm_kernel.cuh>

using ComparedPlan =
    stretto::hopper::GemmPlan<stretto::hopper::GemmSpec{.type = stretto::DataType::bf16, .columns = 256, .slots = 4}>;
