// The result of an audit as text and as JSON.
#pragma once

#include "audit/audit.hpp"
#include "audit/wait_slack.hpp"
#include "json/parse.hpp"

namespace stretto::tool {

/// "proven", "race", "barrier that not every wave reaches" or "cannot judge".
std::string audit_verdict(const audit::Audit& found);
int audit_status(const audit::Audit& found);

/// `waits`: null if the waits were not examined.
std::string audit_text(const assembly::Kernel& kernel, const audit::Audit& found,
                       const std::vector<audit::WaitSlack>* waits);
Json audit_json(const assembly::Kernel& kernel, const audit::Audit& found, const std::vector<audit::WaitSlack>* waits);

}  // namespace stretto::tool
