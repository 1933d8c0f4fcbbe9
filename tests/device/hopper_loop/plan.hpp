// The plan whose loops are compared: bf16, 128 x 256, four slots, no cluster.
#pragma once

#include <stretto/hopper/gemm_kernel.cuh>

using ComparedPlan = stretto::hopper::GemmPlan<stretto::DataType::bf16, 256, 4, 1>;
