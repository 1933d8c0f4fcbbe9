#include "gpu_list.hpp"

#include <array>
#include <cctype>

#include <stretto/gpu/a100.hpp>
#include <stretto/gpu/b200.hpp>
#include <stretto/gpu/h100.hpp>
#include <stretto/gpu/h200.hpp>
#include <stretto/gpu/mi300x.hpp>
#include <stretto/gpu/mi355x.hpp>

#include "usage/suggestion.hpp"

namespace stretto::tool {

namespace {

struct ListedGpu {
  const Gpu* gpu;
  const char* header;  // in stretto/gpu
};

constexpr std::array listed_gpus = {
    ListedGpu{&targets::h200, "h200.hpp"},     ListedGpu{&targets::h100, "h100.hpp"},
    ListedGpu{&targets::b200, "b200.hpp"},     ListedGpu{&targets::a100, "a100.hpp"},
    ListedGpu{&targets::mi300x, "mi300x.hpp"}, ListedGpu{&targets::mi355x, "mi355x.hpp"},
};

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

const ListedGpu& find_listed(const std::string& name) {
  const std::string wanted = lower_case(name);
  std::string known;
  for (const ListedGpu& listed : listed_gpus) {
    if (short_name(*listed.gpu) == wanted) return listed;
    known += (known.empty() ? "" : ", ") + short_name(*listed.gpu);
  }
  throw InputError("unknown target " + quote(name) + did_you_mean(wanted, target_names()) +
                   "; valid targets: " + known);
}

}  // namespace

const std::vector<const Gpu*>& all_gpus() {
  static const std::vector<const Gpu*> gpus = [] {
    std::vector<const Gpu*> all;
    all.reserve(listed_gpus.size());
    for (const ListedGpu& listed : listed_gpus) all.push_back(listed.gpu);
    return all;
  }();
  return gpus;
}

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const Gpu* gpu : all_gpus()) names.push_back(short_name(*gpu));
  return names;
}

std::string short_name(const Gpu& gpu) { return lower_case(gpu.name); }

const Gpu& find_gpu(const std::string& name) { return *find_listed(name).gpu; }

const Gpu& find_gpu(const std::string& name, const JsonPlace& place) {
  try {
    return find_gpu(name);
  } catch (const InputError& error) {
    throw place.error(error.what());
  }
}

std::string header_of_gpu(const std::string& name) { return std::string("stretto/gpu/") + find_listed(name).header; }

}  // namespace stretto::tool
