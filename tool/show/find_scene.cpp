#include "show/find_scene.hpp"

#include "show/find_subject.hpp"
#include "show/graph_scene.hpp"

namespace stretto::tool {

Scene find_scene(const SubjectArguments& arguments, const SceneOptions& options) {
  if (!is_loop_file(arguments.what)) return make_scene(find_subject(arguments), options);
  Scene scene = graph_scene(find_graph(arguments), options);
  scene.source = arguments.command();
  return scene;
}

}  // namespace stretto::tool
