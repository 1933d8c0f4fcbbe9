// The time of events that the semantics leave open.
#pragma once

namespace stretto::executor {

/// When a read happens that may happen at any time from issue to completion.
enum class ReadTimes : unsigned char {
  worst,   // it finds garbage, unless the cell keeps one content from issue to completion
  chosen,  // the chooser selects the time of each cell
};

/// When operations complete.
enum class CompletionTimes : unsigned char {
  any,
  /// Operations that only their own wave observes complete only when that wave cannot continue otherwise. Until then
  /// more cells are garbage and more writes can clash; everything else remains possible.
  when_waited_for,
};

}  // namespace stretto::executor
