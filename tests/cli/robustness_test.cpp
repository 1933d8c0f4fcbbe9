// Damaged case files never crash the tool: it accepts or refuses, in time.
#include <sys/resource.h>

#include <random>

#include <gtest/gtest.h>

#include "tool.hpp"

namespace stretto::cli {
namespace {

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::string operator()(std::string text) {
    switch (below(5)) {
      case 0: return text.substr(0, static_cast<std::size_t>(below(text.size())));
      case 1: return flip_bytes(std::move(text));
      case 2: return erase_stretch(std::move(text));
      default: return replace_numbers(std::move(text));
    }
  }

 private:
  int below(std::size_t limit) { return static_cast<int>(random_() % limit); }

  std::string flip_bytes(std::string text) {
    for (int i = 1 + below(3); i > 0; --i)
      text[static_cast<std::size_t>(below(text.size()))] ^= static_cast<char>(1 << below(8));
    return text;
  }

  std::string erase_stretch(std::string text) {
    const int begin = below(text.size());
    return text.erase(static_cast<std::size_t>(begin), static_cast<std::size_t>(1 + below(40)));
  }

  /// Replaces up to three numbers by ones at the edge of a type, or wild ones.
  std::string replace_numbers(std::string text) {
    static const char* const edges[] = {"-1",
                                        "0",
                                        "1",
                                        "63",
                                        "1000000",
                                        "2147483647",
                                        "-2147483648",
                                        "2147483648",
                                        "65536",
                                        "1073741824",
                                        "4294967296",
                                        "9223372036854775807",
                                        "-9223372036854775808",
                                        "18446744073709551616",
                                        "1e308",
                                        "1e999",
                                        "-0.5"};
    for (int i = 1 + below(3); i > 0; --i) {
      std::size_t at = text.find_first_of("0123456789", static_cast<std::size_t>(below(text.size())));
      if (at == std::string::npos) continue;
      while (at > 0 && std::isdigit(static_cast<unsigned char>(text[at - 1])) != 0) --at;
      // A digit within a name stays.
      if (at > 0 && text[at - 1] != ':' && text[at - 1] != ',' && text[at - 1] != '[') continue;
      const std::size_t end = text.find_first_not_of("0123456789", at);
      text.replace(at, end - at, edges[below(std::size(edges))]);
    }
    return text;
  }

  std::mt19937 random_;
};

/// Processor time of all runs so far. Unlike the time on the clock it does not depend on what else the machine does.
double child_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

TEST(Robustness, DamagedFilesAreAcceptedOrRefused) {
  constexpr int runs_per_case = sanitized ? 40 : 130;
  const double begin = child_seconds();
  int accepted = 0;
  int refused = 0;
  unsigned seed = 20250;
  for (Json (*valid)() : {ping_pong_case, four_wave_case, single_buffer_case}) {
    Mutator mutate(seed++);
    const std::string good = valid().dump();
    for (int run = 0; run < runs_per_case; ++run) {
      const std::string damaged = mutate(good);
      const Outcome outcome = compile_text(damaged);
      ASSERT_TRUE(outcome.status == 0 || outcome.status == 2) << text(outcome) << "\ninput: " << damaged;
      if (outcome.status == 0) {
        ++accepted;
        EXPECT_TRUE(Json::accept(outcome.out)) << damaged;
      } else {
        ++refused;
        EXPECT_EQ(outcome.out, "") << damaged;
        EXPECT_NE(outcome.err, "") << damaged;
      }
    }
  }
  EXPECT_EQ(accepted + refused, 3 * runs_per_case);
  // Both outcomes occur, or the mutations would test nothing.
  EXPECT_GT(accepted, runs_per_case / 13);
  EXPECT_GT(refused, runs_per_case / 13 * 10);
  EXPECT_LT(child_seconds() - begin, sanitized ? 200 : 20);
}

// `kernel` is a comment of any shape, which the result repeats.
TEST(Robustness, DeepNestingIsAcceptedOrRefused) {
  for (const std::size_t depth : {std::size_t{100}, std::size_t{100000}}) {
    std::string input = ping_pong_case().dump();
    const std::string key = "\"kernel\":";
    input.insert(input.find(key), "\"deep\":0,");
    const std::string nested = std::string(depth, '[') + std::string(depth, ']');
    for (const std::string& place : {std::string("\"deep\":"), key}) {
      std::string damaged = input;
      const std::size_t at = damaged.find(place) + place.size();
      damaged.replace(at, place == key ? damaged.size() - at - 2 : 1, nested);
      const Outcome outcome = compile_text(damaged);
      EXPECT_TRUE(outcome.status == 0 || outcome.status == 2) << depth << " " << place << " " << text(outcome);
    }
  }
}

TEST(Robustness, HugeFileOfNothing) {
  const Outcome outcome = compile_text(std::string(4 << 20, ' '));
  expect_refused(outcome, {"is empty"});
}

}  // namespace
}  // namespace stretto::cli
