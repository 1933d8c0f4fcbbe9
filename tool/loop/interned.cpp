#include "loop/interned.hpp"

#include <mutex>
#include <set>

namespace stretto::tool {

const char* interned(const std::string& text) {
  static std::mutex lock;
  static std::set<std::string> names;  // never moves its elements
  const std::scoped_lock held(lock);
  return names.insert(text).first->c_str();
}

}  // namespace stretto::tool
