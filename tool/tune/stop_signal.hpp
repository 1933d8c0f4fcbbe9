// Ctrl-C and a scheduler's SIGTERM, turned into a question that can be asked. A second one ends the program at once.
#pragma once

namespace stretto::tool {

/// Catches both signals from now on, once each.
void catch_stop_signals();

/// The signal that came; 0: none.
int stop_signal();

}  // namespace stretto::tool
