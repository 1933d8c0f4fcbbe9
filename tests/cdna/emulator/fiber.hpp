// A context with a stack of its own, which runs until it gives control back.
#pragma once

#include <ucontext.h>

#include <functional>
#include <memory>

namespace stretto::cdna::emulator {

class Fiber {
 public:
  Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  void start(std::function<void()> body);
  /// Called by the owner: runs the body until it yields or ends.
  void resume();
  /// Called by the body.
  void yield();

 private:
  static constexpr std::size_t stack_bytes = std::size_t{2} << 20;  // a wave's registers are up to 150 KiB of it
  static void enter(unsigned high, unsigned low);

  std::unique_ptr<char[]> stack_;
  std::function<void()> body_;
  ucontext_t own_{};
  ucontext_t owner_{};
};

}  // namespace stretto::cdna::emulator
