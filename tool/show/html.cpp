#include "show/html.hpp"

#include "show/scene_json.hpp"

namespace stretto::tool {

extern const char* const report_template;  // report.html, written into the program when it is built

std::string scene_html(const Scene& scene) {
  std::string json;
  for (const char c : scene_json(scene).dump()) {
    // "</" would end the script that holds it.
    json += c == '<' ? std::string("\\u003c") : std::string(1, c);
  }
  std::string out = report_template;
  const std::string mark = "%SCENE%";
  out.replace(out.find(mark), mark.size(), json);
  return out;
}

}  // namespace stretto::tool
