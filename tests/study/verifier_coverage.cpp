// Verifies only proven programs, so that a coverage profile shows which parts of the verifier the proofs rest on.
//
//   verifier_coverage [seeds of each kind] [--all]
//
// --all: also programs that are rejected. Built with clang's -fprofile-instr-generate -fcoverage-mapping.
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <stretto/verify/verify.hpp>

#include "arbitrary_study.hpp"
#include "phase_programs.hpp"
#include "role_mutations.hpp"
#include "verifier_hole_programs.hpp"

extern "C" void __llvm_profile_reset_counters(void);

namespace {

using namespace stretto;

std::vector<WaveProgram> drawn(std::uint64_t seeds) {
  std::vector<WaveProgram> programs;
  for (const study::RoleBase& base : study::role_bases()) {
    programs.push_back(base.program);
    for (const study::RoleMutation& mutation : study::all_mutations(base.program)) {
      programs.push_back(base.program);
      if (!apply(programs.back(), mutation)) programs.pop_back();
    }
  }
  for (const holes::HoleProgram& hole : holes::programs()) programs.push_back(hole.program);
  for (const bool persistent : {false, true}) {
    phased::HopperRing ring;
    ring.persistent = persistent;
    programs.push_back(ring.program());
    phased::ClusterRings cluster;
    cluster.persistent = persistent;
    programs.push_back(cluster.program());
  }
  for (const auto kind :
       {study::ProgramKind::arbitrary, study::ProgramKind::nearly_right, study::ProgramKind::changed}) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) programs.push_back(program_of(kind, seed));
  }
  return programs;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t seeds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20'000;
  const bool all = argc > 2 && std::string_view(argv[2]) == "--all";
  VerifyOptions timed;
  timed.latency = {400, 20, 2, 4, 20};
  std::vector<WaveProgram> kept;
  std::size_t looked_at = 0;
  for (const WaveProgram& program : drawn(seeds)) {
    ++looked_at;
    if (all || verify(program).proven()) kept.push_back(program);
  }
  __llvm_profile_reset_counters();
  std::size_t with_bounds = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    verify(kept[i]);
    if (i % 4 != 0) continue;
    verify(kept[i], timed);
    ++with_bounds;
  }
  std::fprintf(stderr, "%zu programs, of which %zu are verified, %zu of these with bounds of latency too\n", looked_at,
               kept.size(), with_bounds);
  return 0;
}
