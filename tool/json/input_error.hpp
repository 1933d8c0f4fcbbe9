// Invalid input, with a message for the user.
#pragma once

#include <stdexcept>

namespace stretto::tool {

/// Thrown by everything that reads input. The message names the file, the place in it, and how to fix it.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace stretto::tool
