// The studies in full, as Markdown.
//
//   verification_study agreement [programs] [first seed]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "explorer_agreement.hpp"

namespace {

using namespace stretto::study;

class Clock {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

int report(const std::vector<std::string>& disagreements) {
  for (const std::string& text : disagreements) std::printf("\n%s\n", text.c_str());
  return disagreements.empty() ? 0 : 1;
}

int agreement(int programs, std::uint64_t first_seed) {
  const Clock clock;
  AgreementOptions options;
  options.first_seed = first_seed;
  options.programs = programs;
  options.seeds_if_safe = 200;
  const AgreementCounts counts = compare_with_explorer(options);
  std::printf("## Explorer agreement\n\n");
  std::printf(
      "| programs | safe | wrong | deadlock | undecided | executor runs | most seeds to fail | disagreements | s |\n");
  std::printf("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  std::printf("| %d | %d | %d | %d | %d | %llu | %llu | %zu | %.1f |\n", counts.programs, counts.safe, counts.wrong,
              counts.deadlock, counts.undecided, static_cast<unsigned long long>(counts.runs),
              static_cast<unsigned long long>(counts.hardest), counts.disagreements.size(), clock.seconds());
  return report(counts.disagreements);
}

int usage() {
  std::fprintf(stderr, "usage: verification_study agreement [programs] [first seed]\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const auto number = [&](int index, int otherwise) { return argc > index ? std::atoi(argv[index]) : otherwise; };
  if (what == "agreement") return agreement(number(2, 5000), static_cast<std::uint64_t>(number(3, 0)));
  return usage();
}
