#include "loop/gpu_json.hpp"

#include <filesystem>

#include "gpu_list.hpp"
#include "loop/enum_words.hpp"
#include "loop/gpu_figures.hpp"
#include "loop/interned.hpp"

namespace stretto::tool {

namespace {

/// Reads the figures that are present.
auto into(ObjectReader& reader, const Parameters& parameters) {
  return [&reader, &parameters](const char* key, auto& figure, NumberRange range) {
    reader.optional_number(key, range, parameters, figure);
  };
}

/// The figures of `gpu` that differ from those of `base`.
template <class Each, class Part>
Json differing(Each each, const Part& gpu, const Part& base) {
  Json out = Json::object();
  std::vector<long> usual;
  each(base, [&](const char*, long figure, NumberRange) { usual.push_back(figure); });
  std::size_t i = 0;
  each(gpu, [&](const char* key, long figure, NumberRange) {
    if (figure != usual[i++]) out[key] = figure;
  });
  return out;
}

Json differences_from(const Gpu& gpu, const Gpu& base) {
  Json out = Json::object();
  if (gpu.copies != base.copies) out["copies"] = enum_name(gpu.copies);
  if (gpu.multiplies != base.multiplies) out["multiplies"] = enum_name(gpu.multiplies);
  out.update(differing([](auto& of, auto visit) { each_figure(of, visit); }, gpu, base));
  const Json limits = differing([](auto& of, auto visit) { each_limit(of, visit); }, gpu.limits, base.limits);
  if (!limits.empty()) out["limits"] = limits;
  const Json latency = differing([](auto& of, auto visit) { each_latency(of, visit); }, gpu.latency, base.latency);
  if (!latency.empty()) out["latency"] = latency;
  return out;
}

}  // namespace

Gpu read_gpu(const Json& value, const JsonPlace& place, const Parameters& parameters) {
  if (value.is_string()) return find_gpu(value.get<std::string>(), place);
  if (!value.is_object()) throw place.error("must be the name of a GPU, an object with \"like\", or a path");
  ObjectReader reader(value, place);
  const Gpu& base = find_gpu(reader.require_string("like"), reader.place("like"));
  Gpu gpu = base;
  if (reader.has("copies")) gpu.copies = read_word<CopyKind>(reader, "copies");
  if (reader.has("multiplies")) gpu.multiplies = read_word<MmaKind>(reader, "multiplies");
  each_figure(gpu, into(reader, parameters));
  if (reader.has("limits")) {
    ObjectReader limits = reader.require_object("limits");
    each_limit(gpu.limits, into(limits, parameters));
    limits.finish();
  }
  if (reader.has("latency")) {
    ObjectReader latency = reader.require_object("latency");
    each_latency(gpu.latency, into(latency, parameters));
    latency.finish();
  }
  if (reader.has("name"))
    gpu.name = interned(reader.require_name("name"));
  else if (!same_gpu(gpu, base))
    gpu.name = interned(std::string("modified ") + base.name);
  if (reader.has("architecture")) gpu.architecture = interned(reader.require_name("architecture"));
  reader.finish();
  return gpu;
}

Json with_target_file(const Json& value, const std::string& file, const JsonPlace& place) {
  if (!value.is_string() || !value.get<std::string>().ends_with(".json")) return value;
  const std::string name = value.get<std::string>();
  if (has_control_characters(name))
    throw place.error(quote(name) + " contains a control character, or another that cannot be seen");
  const std::filesystem::path path = std::filesystem::path(file).parent_path() / name;
  const Json target = read_json_file(path.string());
  const JsonPlace there(path.string());
  if (!target.is_object()) throw there.error(R"(must be an object of figures, such as {"like": "h200"})");
  read_gpu(target, there);  // its errors name the file
  return target;
}

Json gpu_json(const Gpu& gpu) {
  const Gpu* closest = all_gpus().front();
  Json differences = differences_from(gpu, *closest);
  for (const Gpu* base : all_gpus()) {
    if (same_gpu(gpu, *base)) return short_name(*base);
    Json tried = differences_from(gpu, *base);
    const auto changed = [](const Json& of) { return of.flatten().size(); };
    if (changed(tried) >= changed(differences)) continue;
    closest = base;
    differences = std::move(tried);
  }
  Json out;
  out["like"] = short_name(*closest);
  if (std::string(gpu.name) != closest->name || !differences.empty()) out["name"] = gpu.name;
  if (std::string(gpu.architecture) != closest->architecture) out["architecture"] = gpu.architecture;
  out.update(differences);
  return out;
}

bool same_gpu(const Gpu& a, const Gpu& b) {
  return std::string(a.name) == b.name && std::string(a.architecture) == b.architecture &&
         differences_from(a, b).empty();
}

}  // namespace stretto::tool
