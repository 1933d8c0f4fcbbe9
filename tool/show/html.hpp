// A scene as one self-contained HTML file: the files of the folder `report` with the scene's JSON embedded.
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

/// Embedded into the program at build time.
const std::vector<ReportPart>& report_parts();

std::string scene_html(const Scene& scene);

}  // namespace stretto::tool
