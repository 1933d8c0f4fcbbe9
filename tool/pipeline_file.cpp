#include "pipeline_file.hpp"

#include <stretto/core/version.hpp>

#include "json/difference.hpp"
#include "json/renamed_keys.hpp"
#include "pipeline_report.hpp"

namespace stretto::tool {

namespace {

constexpr const char* regenerate = "; write it again with `stretto pipeline --format json`";

/// Throws if the file shows that another version wrote it.
void refuse_other_version(const Json& value, const JsonPlace& place) {
  for (const auto& [key, content] : value.items()) {
    if (const std::string now = called_now(key); !now.empty()) {
      throw place.key(key).error("unknown key; " + now + ": an older version wrote the file" + regenerate);
    }
  }
  if (!value.contains("declaration")) {
    throw place.error(std::string("has no \"declaration\": an older version wrote it") + regenerate);
  }
  if (!value.contains("stretto")) {
    throw place.error(std::string("does not name its version in \"stretto\": an older version wrote it") + regenerate);
  }
  if (value["stretto"] != STRETTO_VERSION) {
    const std::string version =
        value["stretto"].is_string() ? value["stretto"].get<std::string>() : value["stretto"].dump();
    throw place.error("written by version " + quote(version) + "; this is version \"" STRETTO_VERSION "\"" +
                      regenerate);
  }
}

}  // namespace

LoadedLoop read_pipeline_file(const Json& value, const JsonPlace& place) {
  refuse_other_version(value, place);
  const LoadedLoop source = loaded(LoopDeclaration{value["declaration"], place.key("declaration")}, {});
  const std::string different = json_difference(value, pipeline_json(report_pipeline(source)));
  if (different.empty()) return source;
  throw place.error("differs from what its declaration produces: " + different +
                    "; it was edited, or a build before this one wrote it" + regenerate);
}

}  // namespace stretto::tool
