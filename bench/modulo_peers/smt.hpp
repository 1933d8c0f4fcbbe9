// A loop at one II as a question to Z3, in two encodings. Both have a start t for every op and one constraint for every
// edge; t = II * k + r for the ops of limited resources.
//   integers  linear arithmetic; each op of a resource also selects a unit, and no two share both residue and unit
//   bits      bit-vectors as wide as the horizon requires, one Boolean for each residue of an op, exactly one of them
//             true, and at most `limit` true in each row of a resource (logic QF_FD: all of it becomes clauses)
#pragma once

#include "peer.hpp"

namespace stretto::peers {

enum class SmtEncoding { integers, bits };

Peer z3(SmtEncoding encoding);

}  // namespace stretto::peers
