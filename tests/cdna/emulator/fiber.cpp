#include "fiber.hpp"

#include <cstdint>
#include <utility>

namespace stretto::cdna::emulator {

Fiber::Fiber() : stack_(new char[stack_bytes]) {}

void Fiber::start(std::function<void()> body) {
  body_ = std::move(body);
  getcontext(&own_);
  own_.uc_stack.ss_sp = stack_.get();
  own_.uc_stack.ss_size = stack_bytes;
  own_.uc_link = &owner_;
  const auto self = reinterpret_cast<std::uintptr_t>(this);  // makecontext passes ints
  makecontext(&own_, reinterpret_cast<void (*)()>(&Fiber::enter), 2, static_cast<unsigned>(self >> 32),
              static_cast<unsigned>(self));
}

void Fiber::enter(unsigned high, unsigned low) {
  const std::uintptr_t self = static_cast<std::uintptr_t>(high) << 32 | low;
  reinterpret_cast<Fiber*>(self)->body_();
}

void Fiber::resume() { swapcontext(&owner_, &own_); }
void Fiber::yield() { swapcontext(&own_, &owner_); }

}  // namespace stretto::cdna::emulator
