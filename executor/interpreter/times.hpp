// When things happen that may happen at several times.
#pragma once

namespace stretto::executor {

/// When that is read which is read at any time from issue to completion.
enum class ReadTimes : unsigned char {
  worst,   // garbage, unless the cell keeps one content from issue to completion
  chosen,  // each cell when the chooser says
};

/// When operations complete.
enum class CompletionTimes : unsigned char {
  any,
  /// Operations that nobody but their own wave observes complete only when that wave cannot go on otherwise. Until then
  /// more is garbage and more can clash, and everything else is as possible as before.
  when_waited_for,
};

}  // namespace stretto::executor
