// A loop at one II as a 0-1 program for CBC, in two formulations. Both have a binary variable for each residue (row) of
// an op, exactly one of which is 1, an integer stage k, and for each row of a resource at most `limit` ops.
//   classical   edges between starts, t = II * k + sum of row * binary; ops without limits have only a start
//   structured  every op has rows; an edge becomes one constraint for each row, with all coefficients 0 or 1
//               (Eichenberger and Davidson, Efficient formulation for optimal modulo schedulers, PLDI 1997)
#pragma once

#include "peer.hpp"

namespace stretto::peers {

enum class MipFormulation { classical, structured };

Peer cbc(MipFormulation formulation);

}  // namespace stretto::peers
