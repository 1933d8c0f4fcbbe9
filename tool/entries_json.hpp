// The emitted entries of a compiled schedule, read back unchanged from its file.
#pragma once

#include "case.hpp"

namespace stretto::tool {

/// The entries by section, and what they were made from.
struct EmittedFile : PerSection<Vector<ScheduleEntry>> {
  Case declared;
  KernelProtocol protocol;
  PipelineConfig config;
  ScheduleConfig knobs;
  int warp_stagger_index = 0;
};

/// Reads the output of `compile`. The entries are not compared with a fresh compilation of the schedule.
EmittedFile read_emitted(const Json& input, const JsonPlace& place = {});

/// The entries with their protocol. They refer to storage of the file.
EmittedSections emitted_sections(const EmittedFile& file);

}  // namespace stretto::tool
