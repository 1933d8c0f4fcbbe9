// Parts of a scene as text.
#pragma once

#include <string>

#include "show/scene.hpp"

namespace stretto::tool {

/// The ops of a recurrence, "scores -> softmax -> convert -> scores"; a long one is cut in the middle.
std::string recurrence_text(const Scene& scene, const SceneRecurrence& recurrence);

/// "critical recurrence of the bound, 2691 cycles in 1 trip: scores -> softmax -> convert -> S free -> scores".
std::string recurrence_line(const SceneRecurrence& recurrence);

/// Title, verdict, and cycles with their bound.
std::string headline(const Scene& scene);

/// One line per recurrence that contains the step.
std::string on_recurrences(const Scene& scene, int step);

/// "kernel[12]", by the emitted entry if there is one.
std::string called(const SceneStep& step);

/// The entries that can be explained, a line each, by role.
std::string entries_text(const Scene& scene);

}  // namespace stretto::tool
