// The main loops of two kernels for Hopper, instruction by instruction: a producer's, which loads (UTMALDG), and a
// consumer's, which multiplies (HGMMA).
//
//   compare_loops BY_HAND SCHEDULED     two listings of `cuobjdump -sass`, one kernel each
//
// Takes the innermost loop of each kernel with such instructions, and in it the shortest way around: no wave is late,
// and nothing is left to store. Counts its instructions by kind for one block of K (four HGMMA, two UTMALDG). Fails
// when the scheduled kernel has more of any kind; integer, uniform and move instructions are one kind, as ptxas
// puts one for another.
#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Instruction {
  long address = 0;
  bool conditional = false;
  std::string opcode;
  std::string operands;
};

using Code = std::vector<Instruction>;

bool begins(const std::string& text, const char* with) { return text.starts_with(with); }

Code read(const char* path) {
  Code code;
  std::ifstream in(path);
  for (std::string text; std::getline(in, text);) {
    const std::size_t open = text.find("/*");
    const std::size_t close = text.find("*/");
    const std::size_t end = text.find(';');
    if (open == std::string::npos || close == std::string::npos || end == std::string::npos) continue;
    const std::string digits = text.substr(open + 2, close - open - 2);
    if (digits.empty() || digits.find_first_not_of("0123456789abcdef") != std::string::npos) continue;
    std::istringstream words(text.substr(close + 2, end - close - 2));
    Instruction found;
    found.address = std::stol(digits, nullptr, 16);
    words >> found.opcode;
    if (begins(found.opcode, "@")) {
      found.conditional = true;
      words >> found.opcode;
    }
    std::getline(words, found.operands);
    code.push_back(found);
  }
  return code;
}

/// Successors of every instruction. Where a jump through a table leads is not known, and not needed.
class Flow {
 public:
  explicit Flow(const Code& code) : next_(code.size()) {
    std::map<long, int> index;
    for (std::size_t i = 0; i < code.size(); ++i) index[code[i].address] = static_cast<int>(i);
    std::map<std::string, int> joins;  // by barrier register
    for (std::size_t i = 0; i < code.size(); ++i) {
      const Instruction& at = code[i];
      const std::size_t place = at.operands.rfind("0x");
      int target = -1;
      if (place != std::string::npos) {
        const auto known = index.find(std::strtol(at.operands.c_str() + place, nullptr, 16));
        if (known != index.end()) target = known->second;
      }
      const bool jumps = begins(at.opcode, "BRA") || begins(at.opcode, "JMP");
      const bool ends = begins(at.opcode, "EXIT") || begins(at.opcode, "RET") || begins(at.opcode, "BRX") ||
                        begins(at.opcode, "KILL");
      const std::string first = at.operands.substr(0, at.operands.find(','));
      if (begins(at.opcode, "BSSY")) joins[first] = target;
      const bool rejoins = begins(at.opcode, "BSYNC") && joins.contains(first);
      if (jumps && target >= 0) next_[i].push_back(target);
      if (rejoins && joins[first] >= 0) next_[i].push_back(joins[first]);
      const bool conditional = at.conditional || begins(at.opcode, "BRA.DIV") || begins(at.opcode, "BRA.U.ANY");
      const bool falls = (!jumps && !ends && !rejoins) || conditional;
      if (falls && i + 1 < code.size()) next_[i].push_back(static_cast<int>(i) + 1);
    }
  }

  [[nodiscard]] const std::vector<int>& next(int i) const { return next_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] int size() const { return static_cast<int>(next_.size()); }

  /// Is every way from the entry to `to` one through `through`?
  [[nodiscard]] bool dominates(int through, int to) const {
    if (through == 0) return true;
    return path(0, to, through).empty();
  }

  /// The fewest instructions from one to another, both included, without `around`; empty: there is no way.
  [[nodiscard]] std::vector<int> path(int from, int to, int around = -1) const {
    std::vector<int> before(next_.size(), -2);
    std::vector<int> queue = {from};
    before[static_cast<std::size_t>(from)] = -1;
    for (std::size_t q = 0; q < queue.size() && before[static_cast<std::size_t>(to)] == -2; ++q) {
      for (const int n : next(queue[q])) {
        if (n == around || before[static_cast<std::size_t>(n)] != -2) continue;
        before[static_cast<std::size_t>(n)] = queue[q];
        queue.push_back(n);
      }
    }
    std::vector<int> found;
    if (before[static_cast<std::size_t>(to)] == -2) return found;
    for (int i = to; i >= 0; i = before[static_cast<std::size_t>(i)]) found.push_back(i);
    std::reverse(found.begin(), found.end());
    return found;
  }

 private:
  std::vector<std::vector<int>> next_;
};

/// The shortest way around the innermost loop with the most instructions of a kind, and at least the given number;
/// empty: there is none.
std::vector<int> main_loop(const Code& code, const Flow& flow, const char* marker, int least) {
  struct Around {
    int head;
    int end;
    int marks;
    std::vector<int> path;
  };
  std::vector<Around> loops;
  for (int i = 0; i < flow.size(); ++i) {
    for (const int head : flow.next(i)) {
      if (head >= i || !flow.dominates(head, i)) continue;
      Around around{head, i, 0, flow.path(head, i)};
      for (const int at : around.path)
        around.marks += begins(code[static_cast<std::size_t>(at)].opcode, marker) ? 1 : 0;
      if (around.marks >= least) loops.push_back(around);
    }
  }
  const Around* best = nullptr;
  for (const Around& loop : loops) {
    const bool inner = std::none_of(loops.begin(), loops.end(), [&](const Around& other) {
      return other.head > loop.head && other.end < loop.end;
    });
    if (inner && (best == nullptr || loop.marks > best->marks)) best = &loop;
  }
  return best == nullptr ? std::vector<int>{} : best->path;
}

constexpr std::array kinds = {
    "HGMMA", "WARPGROUP.ARRIVE", "WARPGROUP.DEPBAR", "UTMALDG", "SYNCS try-wait", "SYNCS arrive", "branch",
    "other", "integer",          "uniform",          "move"};
constexpr std::size_t first_arithmetic = 8;  // from here on the sum counts
using Counts = std::array<int, kinds.size()>;

std::size_t kind_of(const Instruction& at) {
  const std::string& opcode = at.opcode;
  const auto any = [&](std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(), [&](const char* name) { return begins(opcode, name); });
  };
  if (begins(opcode, "HGMMA")) return 0;
  if (begins(opcode, "WARPGROUP.ARRIVE")) return 1;
  if (begins(opcode, "WARPGROUP.DEPBAR")) return 2;
  if (begins(opcode, "UTMALDG")) return 3;
  if (begins(opcode, "SYNCS.PHASECHK")) return 4;
  if (begins(opcode, "SYNCS")) return 5;
  if (any({"BRA", "BRX", "BSSY", "BSYNC", "BREAK", "JMP", "CALL", "RET"})) return 6;
  if (any({"MOV", "IMAD.MOV", "UMOV", "R2UR", "S2R", "S2UR", "CS2R"})) return 10;
  if (any({"IADD", "IMAD", "ISETP", "LEA", "LOP3", "SHF", "SEL", "PLOP3", "PRMT", "VIADD", "IABS", "IMNMX",
           "VIMNMX"})) {
    return 8;
  }
  if (begins(opcode, "U")) return 9;
  return 7;
}

/// False: the kernel has no such loop.
bool count(const char* path, const char* marker, int marks_a_block, Counts& counts, int& blocks) {
  const Code code = read(path);
  const std::vector<int> loop = main_loop(code, Flow(code), marker, marks_a_block);
  counts = {};
  int marks = 0;
  for (const int i : loop) {
    const Instruction& at = code[static_cast<std::size_t>(i)];
    marks += begins(at.opcode, marker) ? 1 : 0;
    if (at.opcode != "NOP") ++counts[kind_of(at)];
  }
  blocks = marks / marks_a_block;
  if (marks > 0 && marks % marks_a_block == 0) return true;
  std::printf("%s: no loop with %d %s, or a multiple, in %zu instructions\n", path, marks_a_block, marker, code.size());
  return false;
}

bool compare(const char* role, const char* marker, int marks_a_block, const char* by_hand, const char* scheduled) {
  Counts hand;
  Counts ours;
  int hand_blocks = 0;
  int our_blocks = 0;
  if (!count(by_hand, marker, marks_a_block, hand, hand_blocks)) return false;
  if (!count(scheduled, marker, marks_a_block, ours, our_blocks)) return false;
  std::printf("%s, a block of K (of %d by hand, %d scheduled):\n", role, hand_blocks, our_blocks);
  bool good = true;
  double hand_sum = 0;
  double our_sum = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const bool more = kind < first_arithmetic && ours[kind] * hand_blocks > hand[kind] * our_blocks;
    good = good && !more;
    const double of_hand = static_cast<double>(hand[kind]) / hand_blocks;
    const double of_ours = static_cast<double>(ours[kind]) / our_blocks;
    hand_sum += kind < first_arithmetic ? 0 : of_hand;
    our_sum += kind < first_arithmetic ? 0 : of_ours;
    std::printf("  %-17s %6.2f by hand %6.2f scheduled%s\n", kinds[kind], of_hand, of_ours, more ? "  MORE" : "");
  }
  const bool more = our_sum > hand_sum + 1e-9;
  std::printf("  %-17s %6.2f by hand %6.2f scheduled%s\n", "the last three", hand_sum, our_sum, more ? "  MORE" : "");
  return good && !more;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: compare_loops BY_HAND SCHEDULED\n");
    return 2;
  }
  const bool consumer = compare("consumer", "HGMMA", 4, argv[1], argv[2]);
  const bool producer = compare("producer", "UTMALDG", 2, argv[1], argv[2]);
  return consumer && producer ? 0 : 1;
}
