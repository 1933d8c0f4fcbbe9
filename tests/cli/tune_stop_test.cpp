// `stretto tune` while it runs: stopped by signals, killed, watched on a terminal.
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "tool.hpp"

namespace stretto::cli {
namespace {

/// Far more points than there is time for.
std::vector<std::string> endless_sweep(const std::string& results) {
  return {"tune", "ping_pong", "--vary", "sched_barrier_mask=0..99999", "--vary", "sync=declared,derived", "--jobs",
          "2",    "--results", results};
}

long lines_in(const std::string& path) {
  const std::string content = read_file(path);
  return std::count(content.begin(), content.end(), '\n');
}

void wait_for_lines(const std::string& path, long lines) {
  for (int i = 0; i < 1000 && lines_in(path) < lines; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_GE(lines_in(path), lines);
}

TEST(TuneStop, SignalsEndASweepWithWhatItHas) {
  for (const int signal : {SIGINT, SIGTERM}) {
    SCOPED_TRACE(signal);
    const ScratchDir dir;
    const std::string results = dir.path("r.jsonl");
    const StartedTool started = start_tool(endless_sweep(results));
    wait_for_lines(results, 20);
    ::kill(started.process, signal);
    const Outcome outcome = finish_tool(started);
    EXPECT_EQ(outcome.status, 128 + signal) << text(outcome);
    const long points = lines_in(results) - 1;
    EXPECT_GE(points, 19);
    EXPECT_NE(outcome.out.find(": " + std::to_string(points) + " of 200000 points"), std::string::npos)
        << text(outcome);
    EXPECT_NE(outcome.out.find("best: "), std::string::npos) << text(outcome);
    EXPECT_NE(outcome.err.find("stopped with " + std::to_string(200000 - points) + " points left"), std::string::npos)
        << text(outcome);
    EXPECT_EQ(dir.files(), std::vector<std::string>{"r.jsonl"});
    // The sweep continues from there.
    const StartedTool again = start_tool(endless_sweep(results));
    wait_for_lines(results, points + 10);
    ::kill(again.process, signal);
    EXPECT_EQ(finish_tool(again).status, 128 + signal);
    EXPECT_EQ(run_tool({"merge", results}).status, 5);
  }
}

TEST(TuneStop, WhatKillsItLosesOnlyPointsUnderWay) {
  const ScratchDir dir;
  const std::string results = dir.path("r.jsonl");
  const StartedTool started = start_tool(endless_sweep(results));
  wait_for_lines(results, 20);
  ::kill(started.process, SIGKILL);
  EXPECT_EQ(finish_tool(started).signal, SIGKILL);
  const long lines = lines_in(results);
  EXPECT_GE(lines, 20);
  const Outcome merged = run_tool({"merge", results});
  EXPECT_EQ(merged.status, 5) << text(merged);
  EXPECT_NE(merged.out.find(": " + std::to_string(lines - 1) + " of 200000 points"), std::string::npos) << text(merged);
}

TEST(TuneStop, AFileIsForOneSweepAtATime) {
  const ScratchDir dir;
  const std::string results = dir.path("r.jsonl");
  const StartedTool started = start_tool(endless_sweep(results));
  wait_for_lines(results, 2);
  expect_refused(run_tool(endless_sweep(results)), {"in use by another run"});
  ::kill(started.process, SIGTERM);
  EXPECT_EQ(finish_tool(started).status, 143);
}

TEST(TuneStop, ResultsAreAFile) {
  const Outcome outcome = run_tool({"tune", "gemm", "--vary", "slots=2..3", "--results", "/dev/full"});
  expect_refused(outcome, {"/dev/full", "not a regular file"});
}

/// One end of a terminal with this many columns.
ToolTerminal open_terminal(std::size_t columns) {
  const int own = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (own < 0 || ::grantpt(own) != 0 || ::unlockpt(own) != 0) throw std::runtime_error("no terminal");
  const int of_tool = ::open(::ptsname(own), O_RDWR | O_NOCTTY);
  winsize size{};
  size.ws_col = static_cast<unsigned short>(columns);
  size.ws_row = 24;
  if (of_tool < 0 || ::ioctl(of_tool, TIOCSWINSZ, &size) != 0) throw std::runtime_error("no terminal");
  return {own, of_tool};
}

TEST(TuneProgress, IsDrawnOnATerminalWithinItsWidth) {
  for (const std::size_t columns : {30U, 80U, 160U}) {
    SCOPED_TRACE(columns);
    const ScratchDir dir;
    const std::string results = dir.path("r.jsonl");
    const ToolTerminal terminal = open_terminal(columns);
    const StartedTool started = start_tool(endless_sweep(results), &terminal);
    wait_for_lines(results, 20);
    std::this_thread::sleep_for(std::chrono::milliseconds(350));
    ::kill(started.process, SIGINT);
    const Outcome outcome = finish_tool(started);
    EXPECT_EQ(outcome.status, 130) << text(outcome);
    // Each drawing begins by clearing the line; the last thing that happens to the bar is that it goes.
    const std::string clear = "\r\033[K";
    std::size_t drawings = 0;
    std::size_t whole = 0;
    for (std::size_t at = outcome.err.find(clear); at != std::string::npos;) {
      const std::size_t next = outcome.err.find(clear, at + clear.size());
      if (next == std::string::npos) break;
      const std::string line = outcome.err.substr(at + clear.size(), next - at - clear.size());
      EXPECT_LT(line.size(), columns) << line;
      EXPECT_NE(line.find("/200000"), std::string::npos) << line;
      bool has_all = true;
      for (const char* word : {"[", "points/s", " left", "best "}) has_all &= line.find(word) != std::string::npos;
      whole += has_all ? 1 : 0;
      ++drawings;
      at = next;
    }
    EXPECT_GE(drawings, 2u) << outcome.err;
    EXPECT_GE(whole, columns >= 160 ? 1u : 0u) << outcome.err;
    EXPECT_EQ(outcome.out.find('\r'), std::string::npos);
    const std::size_t last = outcome.err.rfind(clear);
    EXPECT_EQ(outcome.err.compare(last + clear.size(), 13, "stretto: note"), 0) << outcome.err.substr(last);
  }
}

}  // namespace
}  // namespace stretto::cli
