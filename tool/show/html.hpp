// A scene as one HTML file that needs nothing else: the parts of the folder `report` with the scene's JSON among them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "show/scene.hpp"

namespace stretto::tool {

/// A file of the folder `report`. `page.html` has a mark such as `%style.css%` where each of the others belongs.
struct ReportPart {
  std::string_view file;
  std::string_view text;
};

/// Written into the program when it is built.
const std::vector<ReportPart>& report_parts();

std::string scene_html(const Scene& scene);

}  // namespace stretto::tool
