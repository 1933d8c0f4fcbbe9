// The verdict of an audit, for the pictures of the kernel.
#pragma once

#include <memory>

#include "audit/audited_kernel.hpp"
#include "audit/drawn_kernel.hpp"
#include "show/judgement.hpp"

namespace stretto::tool {

/// The kernel must be judged and have a program.
std::shared_ptr<const Judgement> judgement_of(std::shared_ptr<const AuditedKernel> audited,
                                              std::shared_ptr<const DrawnKernel> drawn);

}  // namespace stretto::tool
