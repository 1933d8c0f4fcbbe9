# Reads a result file of ctest --output-junit; writes "passed|skipped|failed <tab> test <tab> text" for each test.

function attribute(line, key,    value) {
  if (!match(line, " " key "=\"[^\"]*\"")) return ""
  value = substr(line, RSTART + length(key) + 3, RLENGTH - length(key) - 4)
  gsub(/&quot;/, "\"", value)
  gsub(/&lt;/, "<", value)
  gsub(/&gt;/, ">", value)
  gsub(/&amp;/, "\\&", value)
  return value
}

/<testcase / {
  name = attribute($0, "name")
  status = attribute($0, "status")
  message = ""
  reason = ""
}

# CTest's message for a test that did not run or that failed.
/<(skipped|failure) / { message = attribute($0, "message") }

# The test's own reason: "skipped: why", "SKIPPED test: why", or the line after GoogleTest's "Skipped".
reason == "" && match($0, /(skipped|SKIPPED [^:]*): /) { reason = substr($0, RSTART + RLENGTH) }
previous ~ /: Skipped$/ && reason == "" { reason = $0 }
{ previous = $0 }

/<\/testcase>/ {
  if (status == "run") print "passed\t" name "\t"
  else if (status == "disabled") print "skipped\t" name "\tdisabled"
  else if (message ~ /^SKIP_/) print "skipped\t" name "\t" (reason == "" ? message : reason)
  else print "failed\t" name "\t" (message == "" ? "see its output above" : message)
}
