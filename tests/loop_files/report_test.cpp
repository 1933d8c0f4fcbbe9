// stretto::report: the reports of the tool, from a program.
#include <gtest/gtest.h>

#include <stretto/gpu/h200.hpp>
#include <stretto/loops/gemm.hpp>
#include <stretto/report.hpp>

#include "loop/loop_reader.hpp"

namespace stretto {
namespace {

const Loop& gemm() {
  static const Loop loop = loops::gemm({.m = 128, .n = 256, .k = 64});
  return loop;
}

Pipeline gemm_pipeline() { return make_pipeline(gemm(), targets::h200).value; }

TEST(Report, AsAFileTheLoopIsReadBack) {
  const tool::Json file = tool::parse_json(report::to_json(gemm(), targets::h200), "text");
  const tool::DeclaredLoop read = tool::read_declared_loop({file, tool::JsonPlace("file")});
  EXPECT_EQ(make_pipeline(read.loop, read.target).value.schedule.ii, gemm_pipeline().schedule.ii);
  EXPECT_EQ(report::to_json(gemm()).find("target"), std::string::npos);
}

TEST(Report, HtmlIsOneDocument) {
  const std::string html = report::to_html(gemm_pipeline());
  EXPECT_TRUE(html.starts_with("<!doctype html>") || html.starts_with("<!DOCTYPE html>")) << html.substr(0, 80);
  EXPECT_NE(html.find("gemm on H200 (sm_90a)"), std::string::npos);
}

TEST(Report, ExplainsAnEntryAndListsThem) {
  const std::string list = report::explain(gemm_pipeline());
  EXPECT_NE(list.find("producer\n"), std::string::npos) << list;
  EXPECT_NE(list.find("  kernel[0] await"), std::string::npos) << list;
  EXPECT_NE(report::explain(gemm_pipeline(), "consumer:kernel[1]").find("must come after"), std::string::npos);
  EXPECT_THROW(report::explain(gemm_pipeline(), "kernel[99]"), std::runtime_error);
}

}  // namespace
}  // namespace stretto
