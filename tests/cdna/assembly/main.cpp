// The GEMM kernels' assembly against their schedules.
//
//   cdna_assembly check NAME TARGET FILE         the kernel's assembly is what its schedule says; reports what is added
//   cdna_assembly mutations NAME TARGET FILE     every mistake is noticed, in the schedule and in the assembly
//   cdna_assembly table DIRECTORY                the tables of docs/cdna.md, from DIRECTORY/NAME.TARGET.s
//   cdna_assembly table DIRECTORY check|update FILE
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "compare.hpp"
#include "document.hpp"
#include "mutations.hpp"

namespace stretto::assembly {
namespace {

std::vector<ExpectedKernel> all_expected() {
  std::vector<ExpectedKernel> out = expected_ping_pong();
  for (const auto& more : {expected_four_wave(), expected_others()}) out.insert(out.end(), more.begin(), more.end());
  return out;
}

const ExpectedKernel& find(const std::vector<ExpectedKernel>& all, const std::string& name, const std::string& target) {
  for (const ExpectedKernel& expected : all) {
    if (expected.name == name && expected.target == target) return expected;
  }
  throw std::runtime_error("no kernel " + name + " for " + target);
}

/// The kernel's assembly and the result of its comparison.
struct Checked {
  Kernel kernel;
  LoopRange loop;
  std::vector<WaveRun> runs;
  Comparison comparison;
};

Checked checked(const std::string& file, const ExpectedKernel& expected) {
  Checked out;
  out.kernel = read_kernel_file(file);
  out.loop = main_loop(out.kernel);
  out.runs = run_waves(out.kernel, out.loop, expected);
  out.comparison = compare(out.kernel, out.loop, out.runs, expected);
  for (const std::string& wrong : check_resources(out.kernel, out.loop, expected)) {
    out.comparison.refusals.push_back(wrong);
  }
  return out;
}

// --- words

/// A figure of the loop's body, for one tile of K.
std::string per_tile(int count, int tiles) {
  std::string text = std::to_string(count / tiles);
  if (count % tiles != 0) text += tiles == 2 ? ".5" : " " + std::to_string(count % tiles) + "/" + std::to_string(tiles);
  return text;
}

/// "2 x lgkmcnt(3) in multiply A0 B0, ..."
std::string listed(const std::vector<std::string>& items) {
  std::map<std::string, int> counts;
  for (const std::string& item : items) ++counts[item];
  std::string text;
  for (const auto& [item, count] : counts) {
    text += (text.empty() ? "" : ", ") + (count > 1 ? std::to_string(count) + " x " : std::string()) + item;
  }
  return text;
}

std::string listed(const std::map<std::string, int>& counts) {
  std::string text;
  for (const auto& [item, count] : counts) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + item;
  return text;
}

int sum(const std::map<std::string, int>& counts) {
  int out = 0;
  for (const auto& [item, count] : counts) out += count;
  return out;
}

/// Groups whose instructions the compiler has put in another order, by what they do.
std::map<std::string, int> reordered_by_kind(const Comparison& comparison) {
  std::map<std::string, int> out;
  for (const auto& [group, count] : comparison.reordered) out[group.substr(0, group.find(' '))] += count;
  return out;
}

std::string row(const ExpectedKernel& expected, const Checked& of) {
  const Comparison& c = of.comparison;
  const int tiles = expected.tiles_of_trip;
  const auto cell = [&](int count) { return " | " + per_tile(count, tiles); };
  std::string text = "| `" + expected.name + "` | " + expected.target;
  text += cell(c.counts.mfma) + cell(c.counts.reads) + cell(c.counts.writes) + cell(c.counts.loads);
  text += cell(c.counts.vm_waits) + cell(c.counts.lgkm_waits) + cell(c.counts.barriers) + cell(c.counts.priorities);
  text += cell(static_cast<int>(c.added_waits.size())) + cell(sum(c.added));
  const Resources& r = of.kernel.resources;
  text += " | " + std::to_string(r.vectors) + " + " + std::to_string(r.accumulators);
  text += " | " + std::to_string(r.scalar_spills) + " | " + std::to_string(r.lds_bytes);
  return text + " |\n";
}

std::string details(const ExpectedKernel& expected, const Checked& of) {
  const Comparison& c = of.comparison;
  std::string text = "- `" + expected.name + "`, " + expected.target + ", in the loop's body (" +
                     std::to_string(expected.tiles_of_trip) + (expected.tiles_of_trip > 1 ? " tiles" : " tile") +
                     "): " + listed(c.added) + ".";
  if (!c.added_waits.empty()) text += " Waits: " + listed(c.added_waits) + ".";
  if (!c.added_waits_outside.empty()) text += " Waits outside of the loop: " + listed(c.added_waits_outside) + ".";
  if (!c.reordered.empty()) text += " In another order within their group: " + listed(reordered_by_kind(c)) + ".";
  if (c.moved_across_barriers > 0) {
    text += " Moved across a barrier: " + std::to_string(c.moved_across_barriers) + " matrix instructions.";
  }
  return text + "\n";
}

constexpr const char* header =
    "| kernel | target | MFMA | ds_read | ds_write | loads | vmcnt | lgkmcnt | barriers | setprio | waits added | "
    "others added | VGPR + AGPR | SGPR spills | LDS bytes |\n"
    "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: |\n";

std::string table(const std::string& directory) {
  std::string rows = header;
  std::string added;
  for (const ExpectedKernel& expected : all_expected()) {
    const Checked of = checked(directory + "/" + expected.full_name() + ".s", expected);
    if (!of.comparison.refusals.empty())
      throw std::runtime_error(expected.full_name() + ": " + of.comparison.refusals[0]);
    rows += row(expected, of);
    added += details(expected, of);
  }
  return rows + "\n" + added;
}

// --- modes

int check(const ExpectedKernel& expected, const std::string& file) {
  const Checked of = checked(file, expected);
  std::cout << header << row(expected, of) << "\n" << details(expected, of);
  for (const std::string& refusal : of.comparison.refusals) std::cout << "refused: " << refusal << "\n";
  return of.comparison.refusals.empty() ? 0 : 1;
}

/// A mistake is noticed if it is refused, or if it changes the report, which the documents quote.
int check_mutations(const ExpectedKernel& expected, const std::string& file) {
  const Checked of = checked(file, expected);
  int survivors = 0;
  int tried = 0;
  for (const ExpectedMutation& mutation : mutations_of(expected)) {
    ++tried;
    const Comparison found = compare(of.kernel, of.loop, of.runs, mutation.expected);
    if (!found.refusals.empty() || !same_report(found, of.comparison)) continue;
    std::cout << "not noticed: " << mutation.name << "\n";
    ++survivors;
  }
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  for (const TextMutation& mutation : mutations_of(text)) {
    ++tried;
    const Kernel kernel = read_kernel(mutation.text);
    const LoopRange loop = main_loop(kernel);
    const std::vector<WaveRun> runs = run_waves(kernel, loop, expected);
    const Comparison found = compare(kernel, loop, runs, expected);
    if (!found.refusals.empty() || !check_resources(kernel, loop, expected).empty()) continue;
    if (!same_report(found, of.comparison)) continue;
    std::cout << "not noticed: " << mutation.name << "\n";
    ++survivors;
  }
  std::cout << tried << " mutations, " << survivors << " not noticed\n";
  return of.comparison.refusals.empty() && tried > 0 && survivors == 0 ? 0 : 1;
}

int run(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "table" && argc >= 3) {
    const std::string directory = argv[2];
    return findings::run_document({{"assembly", table(directory)}}, argc - 2, argv + 2, 2);
  }
  if ((mode == "check" || mode == "mutations") && argc == 5) {
    const std::vector<ExpectedKernel> all = all_expected();
    const ExpectedKernel& expected = find(all, argv[2], argv[3]);
    return mode == "check" ? check(expected, argv[4]) : check_mutations(expected, argv[4]);
  }
  std::cerr << "usage: cdna_assembly check|mutations NAME TARGET FILE\n"
               "       cdna_assembly table DIRECTORY [check|update FILE]\n";
  return 2;
}

}  // namespace
}  // namespace stretto::assembly

int main(int argc, char** argv) {
  return stretto::findings::exit_status([&] { return stretto::assembly::run(argc, argv); });
}
