#include "json/renamed_keys.hpp"

#include "json/printable.hpp"

namespace stretto::tool {

namespace {

struct RenamedKey {
  const char* old;
  const char* now;
};

constexpr RenamedKey renamed_keys[] = {{"agent", "role"}, {"agents", "roles"}};

}  // namespace

std::string current_key(const std::string& old) {
  for (const RenamedKey& key : renamed_keys) {
    if (old == key.old) return key.now;
  }
  return "";
}

std::string called_now(const std::string& old) {
  const std::string now = current_key(old);
  return now.empty() ? "" : "it is called " + quote(now) + " now";
}

}  // namespace stretto::tool
