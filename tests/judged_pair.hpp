// What holds for every pair of program files: the right one is proven, the wrong one is refuted for its cause, and the
// interpreter, which shares no code with the verifier, agrees.
#pragma once

#include <gtest/gtest.h>

#include "judged.hpp"
#include "program/execute_program.hpp"
#include "program_pair.hpp"

namespace stretto::tool {

inline std::string stories(const Judged& file) {
  std::string found;
  for (const Hazard& hazard : file.verification.hazards) found += file.story(hazard);
  return found;
}

/// The hazard that the pair names; null: there is none.
inline const Hazard* named_hazard(const Judged& wrong, const ProgramPair& pair) {
  for (const Hazard& hazard : wrong.verification.hazards) {
    if (std::string(name(hazard.kind)) != pair.kind || hazard.verdict != Verdict::race) continue;
    const std::string sentence = wrong.sentence(hazard);
    const std::size_t second = sentence.find(pair.second);
    if (second != std::string::npos && sentence.find(pair.first, second) != std::string::npos) return &hazard;
  }
  return nullptr;
}

inline void expect_refuted(const Judged& wrong, const ProgramPair& pair) {
  ASSERT_EQ(wrong.verification.verdict, Verdict::race);
  const Hazard* named = named_hazard(wrong, pair);
  ASSERT_NE(named, nullptr) << stories(wrong);
  EXPECT_NE(wrong.story(*named).find("\n  missing: "), std::string::npos) << wrong.story(*named);
}

inline void expect_proven(const Judged& right) {
  EXPECT_EQ(right.verification.verdict, Verdict::proven) << stories(right);
}

inline void expect_executions_agree(const Judged& right, const Judged& wrong) {
  const std::vector<int> trips = {0, 1, 2, 3, 4, 5, 6, 7};
  constexpr long seeds = 300;
  const ProgramExecution proven = execute_program(right.file, trips, seeds / 10);
  EXPECT_TRUE(proven.right) << proven.text;
  const ProgramExecution refuted = execute_program(wrong.file, trips, seeds);
  EXPECT_FALSE(refuted.right) << refuted.text;
}

}  // namespace stretto::tool
