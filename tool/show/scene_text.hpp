// Parts of a scene in words.
#pragma once

#include <string>

#include "show/scene.hpp"

namespace stretto::tool {

/// The ops of a recurrence, "scores -> softmax -> convert -> scores"; a long one is cut in its middle.
std::string recurrence_text(const Scene& scene, const SceneRecurrence& recurrence);

/// "critical recurrence of the bound, 2691 cycles in 1 trip: scores -> softmax -> convert -> S free -> scores".
std::string recurrence_line(const SceneRecurrence& recurrence);

/// Title, verdict, and cycles with their bound.
std::string headline(const Scene& scene);

/// What a step is called in few words: its label up to what it reads and writes.
std::string short_label(const SceneStep& step);

/// A line for every recurrence that a step is on.
std::string on_recurrences(const Scene& scene, int step);

/// "kernel[12]", by its emitted entry where it has one.
std::string called(const SceneStep& step);

}  // namespace stretto::tool
