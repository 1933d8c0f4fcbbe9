// `stretto list`: what is built in.
#pragma once

namespace CLI {
class App;
}

namespace stretto::tool {

CLI::App* add_list(CLI::App& app);
int run_list();

}  // namespace stretto::tool
