# Embeds the files of the HTML report into the program: report_source is a source file that contains them all.
set(report_folder ${CMAKE_CURRENT_LIST_DIR})
file(GLOB report_files CONFIGURE_DEPENDS RELATIVE ${report_folder} ${report_folder}/*.html ${report_folder}/*.css ${report_folder}/*.js)
set(report_parts "")
foreach(file IN LISTS report_files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${report_folder}/${file})
  file(READ ${report_folder}/${file} text)
  string(APPEND report_parts "      {\"${file}\", R\"part(${text})part\"},\n")
endforeach()
set(report_source ${CMAKE_CURRENT_BINARY_DIR}/report_parts.cpp)
file(CONFIGURE OUTPUT ${report_source} @ONLY CONTENT
     "#include \"show/html.hpp\"

namespace stretto::tool {

const std::vector<ReportPart>& report_parts() {
  static const std::vector<ReportPart> parts = {
${report_parts}  };
  return parts;
}

}  // namespace stretto::tool
")
