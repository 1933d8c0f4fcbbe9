// The verdict on a subject that is drawn in a simpler form than the one that was verified: several steps may be drawn
// as one, and waves that execute the same instructions as one role.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <stretto/verify/hazard.hpp>

#include "show/scene.hpp"

namespace stretto::tool {

struct SceneDraft;

/// The words and the drawn steps for the hazards of a verified program.
struct HazardWords {
  const WaveProgram* program = nullptr;                  // the verified one
  std::function<int(const StepInstance&)> id;            // of the drawn step; -1: not drawn
  std::function<int(const StepInstance&)> role;          // that is drawn; -1: none
  std::function<std::string(const StepInstance&)> step;  // must be present
  std::function<std::string(const Hazard&)> place;
};

class Judgement {
 public:
  Judgement() = default;
  Judgement(const Judgement&) = delete;
  Judgement& operator=(const Judgement&) = delete;
  virtual ~Judgement() = default;

  [[nodiscard]] virtual HazardWords words() const = 0;
  [[nodiscard]] virtual std::string verdict() const = 0;
  /// What the verdict covers, and what is not drawn.
  [[nodiscard]] virtual std::string extent() const = 0;
  /// Of the verified program, with the pairs that are ordered.
  [[nodiscard]] virtual Verification verification() const = 0;
  /// Hazards that the verifier does not report.
  [[nodiscard]] virtual std::vector<SceneHazard> more_hazards() const = 0;
  /// Adds the reason for each wait and barrier.
  virtual void add_reasons(SceneDraft& draft) const = 0;
};

}  // namespace stretto::tool
