// The result of an audit as text and as JSON.
#pragma once

#include "audit/audit.hpp"
#include "audit/wait_slack.hpp"
#include "json/parse.hpp"

namespace stretto::tool {

/// "proven", "race", "barrier that not every wave reaches" or "cannot judge".
std::string audit_verdict(const audit::Audit& found);
int audit_status(const audit::Audit& found);

/// What a judged kernel's verdict covers: "for 2, 4, 6, ... executions of the loop at line 31", and conditions, a line
/// each.
std::string verdict_extent(const assembly::Kernel& kernel, const audit::Audit& found);

/// "line 34 ds_read_b32 v1, v0 of wave 0 reads LDS byte 64, which no instruction writes".
std::string unwritten_text(const assembly::Kernel& kernel, const audit::UnwrittenRead& read);

/// "vmcnt(1) could be 3", "the barrier is needed".
std::string slack_words(const audit::WaitSlack& slack);
/// The change with which the pair is not ordered: "with vmcnt(4)", "without it".
std::string slack_change(const audit::WaitSlack& slack);
/// The instruction with these words, and in a second line the pair that needs it.
std::string slack_text(const assembly::Kernel& kernel, const audit::WaitSlack& slack);
/// "2 of 7 waits and barriers are stricter than needed".
std::string slack_summary(const std::vector<audit::WaitSlack>& waits);

/// `waits`: null if the waits were not examined.
std::string audit_text(const assembly::Kernel& kernel, const audit::Audit& found,
                       const std::vector<audit::WaitSlack>* waits);
Json audit_json(const assembly::Kernel& kernel, const audit::Audit& found, const std::vector<audit::WaitSlack>* waits);

}  // namespace stretto::tool
