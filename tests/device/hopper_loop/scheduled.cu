// The kernel with the loops of the plan's pipeline.
#include "plan.hpp"

template __global__ void stretto::hopper::gemm_kernel<ComparedPlan>(const __grid_constant__ CUtensorMap,
                                                                    const __grid_constant__ CUtensorMap,
                                                                    const __grid_constant__ CUtensorMap,
                                                                    const __grid_constant__ GemmArguments);
