// A refusal that the tests provoke, with all that its Diagnostic must say.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <stretto/stretto.hpp>

namespace stretto::errors {

/// What a Diagnostic says.
struct Said {
  Rule rule;
  int value;
  int limit;
  std::vector<int> ops = {};
  std::string names = {};  // of a declared loop: the end of the message, from the names to the fix
};

/// Makes a refusal happen, and describes it. Of a declared loop, it knows the names.
class Provocation {
 public:
  template <class Provoke>
  Provocation(Provoke provoke) : provoke_(provoke) {
    if constexpr (requires { provoke.loop(); }) {
      describe_ = [provoke](const Diagnostic& error) -> std::string { return describe(provoke.loop(), error).c_str(); };
    }
  }
  Diagnostic operator()() const { return provoke_(); }
  [[nodiscard]] bool of_loop() const { return describe_ != nullptr; }
  [[nodiscard]] std::string text(const Diagnostic& error) const { return describe_(error); }

 private:
  std::function<Diagnostic()> provoke_;
  std::function<std::string(const Diagnostic&)> describe_;
};

struct Refusal {
  std::string name;  // of the test
  Said says;
  Provocation provoke;
  int entry = -1;

  friend void PrintTo(const Refusal& refusal, std::ostream* out) { *out << refusal.name; }
};

// One list per part of the library that refuses.
std::vector<Refusal> config_refusals();
std::vector<Refusal> body_refusals();
std::vector<Refusal> graph_refusals();
std::vector<Refusal> scheduler_refusals();
std::vector<Refusal> block_refusals();
std::vector<Refusal> structural_refusals();
std::vector<Refusal> encoding_refusals();
std::vector<Refusal> wave_program_refusals();
std::vector<Refusal> modulo_refusals();
std::vector<Refusal> timing_refusals();
std::vector<Refusal> loop_refusals();

std::vector<Refusal> all_refusals();

}  // namespace stretto::errors
