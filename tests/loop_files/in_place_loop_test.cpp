// Loops whose values take over the registers of others, and that read an accumulator inside the loop.
#include <gtest/gtest.h>

#include "loop/loaded_loop.hpp"

namespace stretto::tool {
namespace {

std::string in_place_file(const char* name) { return std::string(STRETTO_LOOP_FILES) + "/" + name + ".json"; }

/// What is refused when an op reads other values.
Diagnostic reading(const char* name, const char* op, const Json& reads) {
  Json text = read_json_file(in_place_file(name));
  for (Json& each : text["ops"]) {
    if (each["name"] == op) each["reads"] = reads;
  }
  const DeclaredLoop read = read_declared_loop({text, JsonPlace(name)});
  return make_pipeline(read.loop, read.target, read.options).error;
}

TEST(InPlaceLoop, IsProven) {
  for (const char* name : {"flash_attention", "chained_promotion"}) {
    EXPECT_EQ(make_pipeline(load_loop(in_place_file(name), {})).verdict, Verdict::proven) << name;
  }
}

TEST(InPlaceLoop, ReadsNoValueThatHasBeenReplaced) {
  EXPECT_EQ(reading("flash_attention", "convert", {"S"}).rule, Rule::read_after_replaced);
  EXPECT_EQ(reading("chained_promotion", "promote", {"product"}).rule, Rule::read_after_replaced);
}

}  // namespace
}  // namespace stretto::tool
