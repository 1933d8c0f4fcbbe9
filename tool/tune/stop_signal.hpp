// SIGINT (Ctrl-C) and SIGTERM (of a job scheduler) as a flag to poll. A second signal ends the program at once.
#pragma once

namespace stretto::tool {

/// Installs the handlers; each catches its signal once.
void catch_stop_signals();

/// The received signal; 0: none.
int stop_signal();

}  // namespace stretto::tool
