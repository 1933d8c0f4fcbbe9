#include "mip.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "solver_process.hpp"

namespace stretto::peers {

namespace {

/// Writes an integer program in the LP format, constraint by constraint.
class MipWriter {
 public:
  MipWriter(const ModuloProblem& problem, long ii, MipFormulation formulation)
      : problem_(problem), ii_(ii), structured_(formulation == MipFormulation::structured) {
    with_rows_ = structured_ ? std::vector<bool>(static_cast<std::size_t>(problem.size()), true) : limited_ops(problem);
  }

  std::string write() {
    text_ << "Minimize\n obj: 0 " << start_or_stage(0) << "\nSubject To\n";
    for (int op = 0; op < problem_.size(); ++op) {
      if (!has_rows(op)) continue;
      for (long c = 0; c < ii_; ++c) add(1, row(op, c));
      finish("= 1");
    }
    for (const ModuloEdge& edge : problem_.edges) {
      if (edge.from == edge.to) continue;  // covered by the lower bound of II
      if (structured_) {
        for (long c = 0; c < ii_; ++c) structured_edge(edge, c);
      } else {
        classical_edge(edge);
      }
    }
    const std::vector<std::vector<ModuloUse>> uses = limited_uses(problem_);
    for (std::size_t r = 0; r < uses.size(); ++r) {
      for (long c = 0; c < ii_; ++c) resource_row(uses[r], problem_.resources[static_cast<int>(r)].limit, c);
    }
    const long most = horizon(problem_, ii_);
    text_ << "Bounds\n";
    for (int op = 0; op < problem_.size(); ++op) {
      text_ << start_or_stage(op) << " <= " << (has_rows(op) ? most / ii_ : most) << "\n";
    }
    text_ << "Binary\n";
    for (int op = 0; op < problem_.size(); ++op) {
      for (long c = 0; has_rows(op) && c < ii_; ++c) text_ << row(op, c) << "\n";
    }
    text_ << "General\n";
    for (int op = 0; op < problem_.size(); ++op) {
      if (has_rows(op)) text_ << start_or_stage(op) << "\n";
    }
    text_ << "End\n";
    return text_.str();
  }

 private:
  [[nodiscard]] bool has_rows(int op) const { return with_rows_[static_cast<std::size_t>(op)]; }
  [[nodiscard]] static std::string row(int op, long residue) {
    return "x" + std::to_string(op) + "_" + std::to_string(residue);
  }
  [[nodiscard]] std::string start_or_stage(int op) const { return (has_rows(op) ? "k" : "t") + std::to_string(op); }

  void add(long factor, const std::string& name) {
    text_ << (factor < 0 ? " - " : " + ") << std::labs(factor) << " " << name;
    if (++terms_ % 8 == 0) text_ << "\n";
  }
  void finish(const std::string& relation) {
    if (terms_ > 0) text_ << " " << relation << "\n";
    terms_ = 0;
  }

  void add_start(long factor, int op) {
    add(has_rows(op) ? factor * ii_ : factor, start_or_stage(op));
    for (long c = 1; has_rows(op) && c < ii_; ++c) add(factor * c, row(op, c));
  }

  void classical_edge(const ModuloEdge& edge) {
    add_start(1, edge.to);
    add_start(-1, edge.from);
    finish(">= " + std::to_string(edge.delay - ii_ * edge.distance));
  }

  void structured_edge(const ModuloEdge& edge, long c) {
    const long last = c + edge.delay - 1;  // the last cycle that is too early, relative to II * k(from)
    const long residue = (last % ii_ + ii_) % ii_;
    for (long z = c; z < ii_; ++z) add(1, row(edge.from, z));
    for (long z = 0; z <= residue; ++z) add(1, row(edge.to, z));
    add(1, start_or_stage(edge.from));
    add(-1, start_or_stage(edge.to));
    finish("<= " + std::to_string(edge.distance - (last - residue) / ii_ + 1));
  }

  void resource_row(const std::vector<ModuloUse>& uses, int limit, long c) {
    for (const ModuloUse& use : uses) {
      for (long age = 0; age < ii_ && age < use.occupancy; ++age) {
        add(units_held(use.occupancy, age, ii_), row(use.op, (c - age + ii_) % ii_));
      }
    }
    finish("<= " + std::to_string(limit));
  }

  const ModuloProblem& problem_;
  long ii_;
  bool structured_;
  std::vector<bool> with_rows_;
  int terms_ = 0;
  std::ostringstream text_;
};

/// A temporary folder, removed by the destructor.
struct ScratchFolder {
  ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "modulo_peers.XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path = pattern;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  std::filesystem::path path;
};

/// Reads a status line, then lines of number, name, value, cost.
Answer read_solution(const std::filesystem::path& file, const ModuloProblem& problem, long ii) {
  std::ifstream in(file);
  std::string text;
  std::getline(in, text);
  Answer answer;
  if (text.rfind("Infeasible", 0) == 0 || text.rfind("Integer infeasible", 0) == 0) answer.verdict = Verdict::no;
  if (text.rfind("Optimal", 0) != 0) return answer;
  answer.verdict = Verdict::yes;
  answer.starts.assign(static_cast<std::size_t>(problem.size()), 0);
  while (std::getline(in, text)) {
    std::istringstream words(text);
    std::string number;
    std::string name;
    double value = 0;
    words >> number >> name >> value;
    const std::size_t op = static_cast<std::size_t>(std::atol(name.c_str() + 1));
    // Starts of ops without rows are not integers for the solver; rounded down, they still satisfy every edge.
    if (name[0] == 't') answer.starts[op] += std::lround(std::floor(value + 1e-6));
    if (name[0] == 'k') answer.starts[op] += ii * std::lround(value);
    if (name[0] == 'x' && value > 0.5) answer.starts[op] += std::atol(name.c_str() + name.find('_') + 1);
  }
  return answer;
}

}  // namespace

Peer cbc(MipFormulation formulation) {
  const auto ask = [formulation](const ModuloProblem& problem, long ii, double seconds) {
    const ScratchFolder folder;
    std::ofstream(folder.path / "loop.lp") << MipWriter(problem, ii, formulation).write();
    SolverProcess process({"cbc", "-"});
    // cbc acknowledges even a redundant change of a setting with a line, which shows that it has read the model.
    process.send("import " + (folder.path / "loop.lp").string() + "\nmaxNodes 2000000001\n");
    if (!process.skip_to("2000000001", 60)) throw std::runtime_error("cbc does not take the question");
    const double begin = process.seconds();
    process.send("solve\nmaxNodes 2000000002\n");
    const bool ended = process.skip_to("to 2000000002", begin + seconds);
    const double took = process.seconds() - begin;
    Answer answer;
    if (ended) {
      process.send("solution " + (folder.path / "solution").string() + "\nmaxNodes 2000000003\n");
      process.skip_to("to 2000000003", 1e9);
      answer = read_solution(folder.path / "solution", problem, ii);
    }
    answer.seconds = took;
    return answer;
  };
  return {formulation == MipFormulation::classical ? "classical" : "structured", ask};
}

}  // namespace stretto::peers
