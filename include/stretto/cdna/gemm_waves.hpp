// The wave type of each plan's kernel, for the device or for an emulator.
#pragma once

#include <stretto/cdna/double_buffer_gemm.hpp>
#include <stretto/cdna/gemm_plan.hpp>
#include <stretto/cdna/pipelined_gemm.hpp>
#include <stretto/cdna/single_buffer_gemm.hpp>

namespace stretto::cdna {

namespace detail {
template <class Plan, class Isa, GemmKind Kind>
struct WaveOf {
  using type = DoubleBufferWave<Plan, Isa>;
};
template <class Plan, class Isa>
struct WaveOf<Plan, Isa, GemmKind::single_buffer> {
  using type = SingleBufferWave<Plan, Isa>;
};
template <class Plan, class Isa>
struct WaveOf<Plan, Isa, GemmKind::pipelined> {
  using type = PipelinedWave<Plan, Isa>;
};
}  // namespace detail

/// The wave type of a plan. Construct it with the arguments, then call `run`.
template <class Plan, class Isa>
using WaveOf = typename detail::WaveOf<Plan, Isa, Plan::kind>::type;

}  // namespace stretto::cdna
