#include "pipeline_file.hpp"

#include "json/difference.hpp"
#include "pipeline_report.hpp"

namespace stretto::tool {

LoadedLoop read_pipeline_file(const Json& value, const JsonPlace& place) {
  const LoadedLoop source = loaded(LoopDeclaration{value["declaration"], place.key("declaration")}, {});
  const std::string different = json_difference(value, pipeline_json(report_pipeline(source)));
  if (different.empty()) return source;
  throw place.error("differs from what its declaration produces: " + different +
                    "; it was edited, or written by another version; regenerate it from its declaration");
}

}  // namespace stretto::tool
