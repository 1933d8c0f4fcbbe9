// Proof that `run` passes an entry as a compile-time value: its numbers are template arguments.
#pragma once

namespace device_test {

template <int Value>
struct Constant {
  static constexpr int value = Value;
};

}  // namespace device_test
