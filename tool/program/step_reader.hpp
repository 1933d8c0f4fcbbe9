// Reads the steps of a program file.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include <stretto/program/builder.hpp>

#include "program/program_file.hpp"
#include "program/sums.hpp"
#include "program/target_steps.hpp"

namespace stretto::tool {

/// What the names in steps mean.
struct ProgramNamesInScope {
  Parameters parameters;
  std::map<std::string, BufferHandle> buffers;
  std::map<std::string, BarrierHandle> barriers;
  std::optional<BarrierHandle> cluster;     // set if the program has a cluster barrier
  std::map<int, BarrierHandle> workgroup;   // workgroup barriers, by workgroup; empty if there is one workgroup
  std::map<std::string, int> accumulators;  // grows with the names that steps use
  std::map<std::string, Sum> sums;          // that have a place
  std::set<std::string> used;               // buffers and barriers; grows with the steps
  unsigned roles_in_turns = 0;              // that take turns with the tiles: bit r stands for role r
  const Gpu* target = nullptr;              // null: none is named
  int launch_registers = 0;                 // of a thread; 0: not said
};

/// The role that steps are read for.
struct RoleInScope {
  std::string name;
  std::map<std::string, std::string> replaced;  // names of the role that it is like, and its own
  int first_wave = 0;
  int waves = 1;
  int unrolled = 1;  // copies of the loop body per trip
  int extra_trips = 0;
  int workgroup = 0;
  int index = 0;  // in the program
};

/// What the steps of a role have said so far.
struct RoleSoFar {
  std::set<std::string> begun;      // sums that they accumulate
  std::set<std::string> inherited;  // names in the steps of the role that it is like
  ThreadRegisters registers;
};

struct ReadStep {
  StepDraft draft;
  StepWords words;
};

class StepReader {
 public:
  /// `said`: by earlier steps of the role; grows.
  StepReader(const WaveProgram& program, ProgramNamesInScope& names, const RoleInScope& role, RoleSoFar& said)
      : program_(program), names_(names), role_(role), said_(said) {}

  /// The step of a section; in copy `copy` of the unrolled loop body.
  ReadStep read(const Json& value, const JsonPlace& place, Section section, int copy);

 private:
  struct Named {
    std::string name;
    std::string index;  // empty: none
    int part = -1;      // subtile; -1: all
  };
  /// A read of a sum after the loop.
  struct WholeSum {
    int first_access = 0;
    int end_access = 0;
    std::string name;
    JsonPlace place;
  };

  /// The name in this role.
  [[nodiscard]] std::string own_name(const std::string& name) const;
  [[nodiscard]] Named split(const std::string& text, const JsonPlace& place) const;
  [[nodiscard]] Advance unrolled(const Advance& index) const;
  [[nodiscard]] BarrierPlace barrier_place(const std::string& text, const JsonPlace& place) const;
  [[nodiscard]] BufferPlace buffer_place(const std::string& text, const JsonPlace& place) const;
  StepDraft data_step(ObjectReader& reader, const std::string& verb);
  StepDraft sync_step(ObjectReader& reader, const std::string& verb);
  StepDraft register_step(ObjectReader& reader, const std::string& verb);
  void add_accesses(ObjectReader& reader, const std::string& key, AccessMode mode, StepDraft& draft);
  void add_access(const Json& value, const JsonPlace& place, AccessMode mode, StepDraft& draft);
  void add_sum(ObjectReader& reader, StepDraft& draft);
  void expect_whole_sums(StepDraft& draft, bool says_tile) const;
  [[noreturn]] void refuse_other_rate(const WholeSum& sum) const;
  [[noreturn]] void refuse_unknown_last_tile(const WholeSum& sum) const;
  [[nodiscard]] int bytes_written(const StepDraft& draft) const;

  const WaveProgram& program_;
  ProgramNamesInScope& names_;
  const RoleInScope& role_;
  RoleSoFar& said_;
  Section section_ = Section::kernel;
  int copy_ = 0;
  bool has_tile_ = false;             // the step that is read has a place that says its K tile
  std::vector<WholeSum> whole_sums_;  // that it reads
};

}  // namespace stretto::tool
