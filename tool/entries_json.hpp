// The emitted entries of a compiled schedule, read back as they stand in its file.
#pragma once

#include "case.hpp"

namespace stretto::tool {

struct EmittedFile {
  Case declared;
  KernelProtocol protocol;
  PipelineConfig config;
  ScheduleConfig knobs;
  Vector<ScheduleEntry> prologue;
  Vector<ScheduleEntry> kernel;
  Vector<ScheduleEntry> epilogue;
  int warp_stagger_index = 0;
};

/// Reads what `compile` writes. The entries are not compared with what the schedule compiles to.
EmittedFile read_emitted(const Json& input);

/// The entries, to be read under a protocol. They are borrowed from the file.
EmittedSections emitted_sections(const EmittedFile& file);

}  // namespace stretto::tool
