// Writes the reports of the tool from a program: a loop file, an HTML report, and the explanation of an entry.
#include <cstdio>
#include <fstream>

#include <stretto/report.hpp>
#include <stretto/stretto.hpp>

int main() {
  const stretto::Loop loop = stretto::loops::gemm({.m = 128, .n = 256, .k = 64});
  const stretto::Result<stretto::Pipeline> made = stretto::make_pipeline(loop, stretto::targets::h200);
  if (!made.ok()) return 1;
  std::ofstream("gemm_loop.json") << stretto::report::to_json(loop, stretto::targets::h200);
  std::ofstream("gemm_report.html") << stretto::report::to_html(made.value);
  std::fputs(stretto::report::explain(made.value, "consumer:kernel[1]").c_str(), stdout);
  return 0;
}
