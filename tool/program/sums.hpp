// The sums of a program file: which steps accumulate them, and which steps read them.
//
// A step with "accumulates": "C", or "C[t%2]", adds to the sum C. If another step reads "C", the sum lives in a buffer,
// which every accumulating step reads and writes. So a read that does not wait for the last multiplication is a race.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include <stretto/program/builder.hpp>

#include "json/parse.hpp"

namespace stretto::tool {

/// What a step begins with, if it accesses data: an instruction, or an action of the model.
struct StepVerb {
  const char* name = "";
  Action action = Action::nothing;
  Counter counter = Counter::none;
  bool free_counter = false;  // the file may name one
};

/// Null: the word is not that of a step that accesses data.
const StepVerb* data_verb(const std::string& name);

/// Every word of a step that accesses data.
std::span<const StepVerb> all_data_verbs();

/// A sum with a place.
struct Sum {
  BufferHandle handle;
  unsigned roles = 0;  // that accumulate it: bit r stands for role r

  [[nodiscard]] bool accumulated_by(int role) const { return (roles >> role & 1U) != 0; }
};

/// What the steps of a file say about a name.
struct SumText {
  std::string name;
  unsigned roles = 0;                 // that accumulate it
  bool read = false;                  // by a step that does not accumulate it
  bool asynchronous = false;          // some step that accumulates it is
  bool in_tensor_memory = false;      // tcgen05
  bool written_by_hand = false;       // a step that accumulates it also names it as a place
  bool elsewhere = false;             // a step that accumulates it writes some place
  bool accumulates_in_slots = false;  // the steps that accumulate it name a slot

  [[nodiscard]] bool accumulated() const { return roles != 0; }
  [[nodiscard]] int first_role() const;
};

/// Names with what steps say about them, in the order in which they are first named.
class SumTexts {
 public:
  SumText& of(const std::string& name);
  [[nodiscard]] auto begin() const { return texts_.begin(); }
  [[nodiscard]] auto end() const { return texts_.end(); }

 private:
  std::vector<SumText> texts_;
  std::map<std::string, std::size_t> positions_;
};

/// Adds what a list of steps says about sums. Steps that cannot be read are left out: reading them reports the error.
void find_sums(const Json& steps, int role, const std::map<std::string, std::string>& replaced, SumTexts& sums);

}  // namespace stretto::tool
