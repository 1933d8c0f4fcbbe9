#include "smt.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "solver_process.hpp"

namespace stretto::peers {

namespace {

class SmtWriter {
 public:
  SmtWriter(const ModuloProblem& problem, long ii, SmtEncoding encoding)
      : problem_(problem), ii_(ii), encoding_(encoding) {
    last_ = horizon(problem, ii) - 1;
    long shift = ii;
    for (const ModuloEdge& edge : problem.edges) shift = std::max(shift, std::labs(ii * edge.distance - edge.delay));
    width_ = bits_for(last_ + shift);  // no sum overflows
  }

  std::string write() {
    // With QF_LIA, Z3 4.8.12 ignores pble, which is needed for ops that hold a unit for more than one cycle.
    if (bits()) {
      text_ << "(set-logic QF_FD)\n";
    } else if (std::all_of(problem_.uses.begin(), problem_.uses.end(), one_cycle)) {
      text_ << "(set-logic QF_LIA)\n";
    }
    const std::vector<bool> limited = limited_ops(problem_);
    for (int op = 0; op < problem_.size(); ++op) {
      write_start(op);
      if (limited[static_cast<std::size_t>(op)]) write_residue(op);
    }
    for (const ModuloEdge& edge : problem_.edges) write_edge(edge);
    const std::vector<std::vector<ModuloUse>> uses = limited_uses(problem_);
    for (std::size_t r = 0; r < uses.size(); ++r)
      write_resource(uses[r], problem_.resources[static_cast<int>(r)].limit);
    return text_.str();
  }

 private:
  static bool one_cycle(const ModuloUse& use) { return use.occupancy <= 1; }
  static int bits_for(long largest) {
    int width = 1;
    while ((1L << width) <= largest) ++width;
    return width;
  }
  [[nodiscard]] bool bits() const { return encoding_ == SmtEncoding::bits; }
  [[nodiscard]] std::string number(long value) const {
    if (bits()) return "(_ bv" + std::to_string(value) + " " + std::to_string(width_) + ")";
    return std::to_string(value);
  }
  [[nodiscard]] std::string plus(const std::string& a, long b) const {
    if (b == 0) return a;
    return (bits() ? "(bvadd " : "(+ ") + a + " " + number(b) + ")";
  }
  [[nodiscard]] std::string at_most(const std::string& a, const std::string& b) const {
    return (bits() ? "(bvule " : "(<= ") + a + " " + b + ")";
  }
  [[nodiscard]] static std::string row(int op, long residue) {
    return "x" + std::to_string(op) + "_" + std::to_string(residue);
  }
  void require(const std::string& what) { text_ << "(assert " << what << ")\n"; }
  void declare(const std::string& name, const std::string& of) {
    text_ << "(declare-const " << name << " " << of << ")\n";
  }

  /// Declares a number from 0 to `last`. The upper bound is needed only for finite domains and residues.
  void declare_number(const std::string& name, long last, bool bounded) {
    declare(name, bits() ? "(_ BitVec " + std::to_string(width_) + ")" : "Int");
    require(at_most(number(0), name));
    if (bits() || bounded) require(at_most(name, number(last)));
  }

  void write_start(int op) { declare_number("t" + std::to_string(op), last_, false); }

  void write_residue(int op) {
    const std::string name = std::to_string(op);
    declare_number("k" + name, last_ / ii_, false);
    declare_number("r" + name, ii_ - 1, true);
    require("(= t" + name + (bits() ? " (bvadd (bvmul " : " (+ (* ") + number(ii_) + " k" + name + ") r" + name + "))");
    if (encoding_ == SmtEncoding::integers) return;
    std::string any;
    for (long c = 0; c < ii_; ++c) {
      declare(row(op, c), "Bool");
      require("(= " + row(op, c) + " (= r" + name + " " + number(c) + "))");
      any += " " + row(op, c);
    }
    require("(or" + any + ")");
    require("((_ at-most 1)" + any + ")");
  }

  void write_edge(const ModuloEdge& edge) {
    const long shift = ii_ * edge.distance - edge.delay;
    const std::string from = "t" + std::to_string(edge.from);
    const std::string to = "t" + std::to_string(edge.to);
    require(at_most(plus(from, std::max(-shift, 0L)), plus(to, std::max(shift, 0L))));
  }

  void write_resource(const std::vector<ModuloUse>& uses, int limit) {
    if (uses.empty()) return;
    if (encoding_ == SmtEncoding::integers && std::all_of(uses.begin(), uses.end(), one_cycle)) {
      write_distinct(uses, limit);
    } else {
      for (long c = 0; c < ii_; ++c) write_row(uses, limit, c);
    }
  }

  void write_distinct(const std::vector<ModuloUse>& uses, int limit) {
    if (static_cast<int>(uses.size()) <= limit) return;
    std::vector<std::string> places;
    for (const ModuloUse& use : uses) {
      std::string place = "r" + std::to_string(use.op);
      if (limit > 1) {
        const std::string unit = "u" + std::to_string(use.op) + "_" + std::to_string(use.resource);
        declare_number(unit, limit - 1, true);
        place = "(+ " + place + " (* " + number(ii_) + " " + unit + "))";
      }
      // Faster than one `distinct` over all of them.
      for (const std::string& other : places)
        require("(or (< " + place + " " + other + ") (< " + other + " " + place + "))");
      places.push_back(place);
    }
  }

  /// At most `limit` units at residue c, counting every op by its start.
  void write_row(const std::vector<ModuloUse>& uses, int limit, long c) {
    std::string weights;
    std::string held;
    long most = 0;
    for (const ModuloUse& use : uses) {
      for (long age = 0; age < std::min<long>(use.occupancy, ii_); ++age) {
        const long start = (c - age + ii_) % ii_;
        const long units = units_held(use.occupancy, age, ii_);
        weights += " " + std::to_string(units);
        most += units;
        held += " " + (encoding_ == SmtEncoding::integers
                           ? "(= r" + std::to_string(use.op) + " " + std::to_string(start) + ")"
                           : row(use.op, start));
      }
    }
    if (most > limit) require("((_ pble " + std::to_string(limit) + weights + ")" + held + ")");
  }

  const ModuloProblem& problem_;
  long ii_;
  SmtEncoding encoding_;
  long last_ = 0;
  int width_ = 1;
  std::ostringstream text_;
};

/// The numbers of "((t0 5)\n (t1 #x0c)...", in order.
std::vector<long> values(const std::string& text) {
  std::vector<long> found;
  std::string word;
  bool name = true;
  for (char letter : text) {
    if (std::isspace(static_cast<unsigned char>(letter)) == 0 && letter != '(' && letter != ')') {
      word += letter;
      continue;
    }
    if (word.empty()) continue;
    if (!name && word[0] == '#') found.push_back(std::stol(word.substr(2), nullptr, word[1] == 'x' ? 16 : 2));
    if (!name && word[0] != '#') found.push_back(std::stol(word));
    name = !name;
    word.clear();
  }
  return found;
}

}  // namespace

Peer z3(SmtEncoding encoding) {
  const auto ask = [encoding](const ModuloProblem& problem, long ii, double seconds) {
    Answer answer;
    SolverProcess process({"z3", "-in", "-smt2"});
    process.send(SmtWriter(problem, ii, encoding).write() + "(echo \"ready\")\n");
    // Reading the model does not count as solving time, but is limited as well.
    if (!process.skip_to("ready", 60)) throw std::runtime_error("z3 does not take the question");
    const double begin = process.seconds();
    process.send("(check-sat)\n");
    const std::string verdict = process.line(begin + seconds).value_or("out of time");
    answer.seconds = process.seconds() - begin;
    if (verdict == "unsat") answer.verdict = Verdict::no;
    if (verdict != "sat") return answer;
    answer.verdict = Verdict::yes;
    std::string names;
    for (int op = 0; op < problem.size(); ++op) names += " t" + std::to_string(op);
    process.send("(get-value (" + names + "))\n(echo \"done\")\n");
    std::string model;
    while (const std::optional<std::string> next = process.line(1e9)) {
      if (*next == "done") break;
      model += *next + " ";
    }
    answer.starts = values(model);
    return answer;
  };
  return {encoding == SmtEncoding::integers ? "integers" : "bits", ask};
}

}  // namespace stretto::peers
