#include "show/html.hpp"

#include <algorithm>

#include "show/scene_json.hpp"

namespace stretto::tool {

namespace {

std::string scene_text(const Scene& scene) {
  std::string json;
  for (const char c : scene_json(scene).dump()) {
    // "</" would end the enclosing script element.
    json += c == '<' ? std::string("\\u003c") : std::string(1, c);
  }
  return json;
}

}  // namespace

std::string scene_html(const Scene& scene) {
  const std::string json = scene_text(scene);
  std::vector<ReportPart> parts = report_parts();
  parts.push_back({"scene", json});
  std::string_view page;
  for (const ReportPart& part : parts) {
    if (part.file == "page.html") page = part.text;
  }
  // Copy the text between two marks; inserted text is not scanned again.
  std::string out;
  while (!page.empty()) {
    const std::size_t begin = page.find('%');
    const std::size_t end = begin == std::string_view::npos ? begin : page.find('%', begin + 1);
    if (end == std::string_view::npos) break;
    const std::string_view name = page.substr(begin + 1, end - begin - 1);
    const auto part = std::ranges::find(parts, name, &ReportPart::file);
    out += page.substr(0, part == parts.end() ? end : begin);
    if (part != parts.end()) out += part->text;
    page.remove_prefix(part == parts.end() ? end : end + 1);
  }
  out += page;
  return out;
}

}  // namespace stretto::tool
