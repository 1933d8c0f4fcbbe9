#include "operands.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>
#include <vector>

namespace stretto::assembly {
namespace {

constexpr int scalar_registers = 102;  // s0 to s101; the named registers follow
constexpr int vector_registers = 256;
constexpr int most_vm = 63;
constexpr int most_lgkm = 15;
constexpr int most_exp = 7;

const std::map<std::string, std::pair<int, int>> named_registers = {{"vcc", {vcc_register, 2}},
                                                                    {"vcc_lo", {vcc_register, 1}},
                                                                    {"vcc_hi", {vcc_register + 1, 1}},
                                                                    {"m0", {m0_register, 1}},
                                                                    {"exec", {exec_register, 2}},
                                                                    {"exec_lo", {exec_register, 1}},
                                                                    {"exec_hi", {exec_register + 1, 1}},
                                                                    {"flat_scratch", {flat_scratch_register, 2}},
                                                                    {"flat_scratch_lo", {flat_scratch_register, 1}},
                                                                    {"flat_scratch_hi", {flat_scratch_register + 1, 1}},
                                                                    {"xnack_mask", {xnack_mask_register, 2}},
                                                                    {"xnack_mask_lo", {xnack_mask_register, 1}},
                                                                    {"xnack_mask_hi", {xnack_mask_register + 1, 1}}};

/// Operands that are constant during a launch, but whose values are not computed.
const std::set<std::string> constants = {"off",
                                         "src_shared_base",
                                         "src_shared_limit",
                                         "src_private_base",
                                         "src_private_limit",
                                         "src_shared_base_lo",
                                         "src_private_base_lo"};

const std::set<std::string> flags = {"offen",      "idxen",           "glc",  "slc", "sc0", "sc1", "nt", "lds",
                                     "row_mirror", "row_half_mirror", "clamp"};
const std::set<std::string> with_integer = {
    "offset",   "offset0",   "offset1",   "row_shl",      "row_shr",  "row_ror",   "wave_shl",   "wave_rol", "wave_shr",
    "wave_ror", "row_bcast", "row_share", "row_newbcast", "row_mask", "bank_mask", "bound_ctrl", "fi",       "mul",
    "div",      "cbsz",      "abid",      "blgp",         "bitop3",   "byte_sel",  "scale_sel"};
const std::set<std::string> with_part = {"dst_sel", "dst_unused", "src0_sel", "src1_sel"};
const std::set<std::string> parts = {"BYTE_0", "BYTE_1", "BYTE_2",     "BYTE_3",      "WORD_0",
                                     "WORD_1", "DWORD",  "UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"};
const std::set<std::string> with_list = {"quad_perm", "op_sel", "op_sel_hi", "neg_lo", "neg_hi"};

/// Splits at marks that are not inside brackets.
std::vector<std::string> split(const std::string& text, char mark) {
  std::vector<std::string> out(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == mark && depth == 0) {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

bool is_float(const std::string& text) {
  const std::string digits = text.substr(text.starts_with('-') ? 1 : 0);
  if (digits.empty() || digits[0] < '0' || digits[0] > '9' || digits.starts_with("0x")) return false;
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size();
}

/// Reads "v4", "v[4:7]" or "s[2]". Returns false if it is not a register.
bool read_register(const std::string& text, Operand& out) {
  if (const auto found = named_registers.find(text); found != named_registers.end()) {
    out.file = RegisterFile::scalar;
    out.first = found->second.first;
    out.count = found->second.second;
    return true;
  }
  const std::size_t file = text.empty() ? std::string::npos : std::string("sva").find(text[0]);
  if (file == std::string::npos || text.size() < 2) return false;
  std::string first = text.substr(1);
  std::string last = first;
  if (first.starts_with('[')) {
    if (!first.ends_with(']')) return false;
    first = first.substr(1, first.size() - 2);
    const std::size_t colon = first.find(':');
    last = colon == std::string::npos ? first : first.substr(colon + 1);
    first = first.substr(0, colon);
  }
  const std::optional<long> from = integer_of(first);
  const std::optional<long> to = integer_of(last);
  if (!from || !to || *from < 0 || *to < *from || *to >= (file == 0 ? scalar_registers : vector_registers))
    return false;
  out.file = static_cast<RegisterFile>(file + 1);
  out.first = static_cast<int>(*from);
  out.count = static_cast<int>(*to - *from) + 1;
  return true;
}

/// Strips "neg(x)", "-x", "|x|", "abs(x)" and "sext(x)" from a register.
std::string without_changes(std::string text, Operand& out) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [prefix, end, flag] : {std::tuple{"sext(", ")", &out.sign_extended},
                                            {"neg(", ")", &out.negated},
                                            {"abs(", ")", &out.absolute},
                                            {"|", "|", &out.absolute},
                                            {"-", "", &out.negated}}) {
      const std::string begin = prefix;
      if (!text.starts_with(begin) || !text.ends_with(end) || text.size() <= begin.size()) continue;
      text = text.substr(begin.size(), text.size() - begin.size() - std::string(end).size());
      *flag = changed = true;
      break;
    }
  }
  return text;
}

/// Returns false if the operand is not supported.
bool read_operand(const std::string& text, Operand& out) {
  out.text = text;
  if (const std::optional<long> value = integer_of(text)) {
    out.is_literal = true;
    out.literal = *value;
    return true;
  }
  if (is_float(text) || constants.count(text) > 0) return true;
  return read_register(without_changes(text, out), out);
}

bool read_modifier(const std::string& mnemonic, const std::string& text) {
  if (flags.count(text) > 0) return true;
  if (mnemonic == "ds_swizzle_b32" && text.starts_with("offset:swizzle(") && text.ends_with(')')) return true;
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return false;
  const std::string name = text.substr(0, colon);
  const std::string value = text.substr(colon + 1);
  if (with_integer.count(name) > 0) return integer_of(value).has_value();
  if (with_part.count(name) > 0) return parts.count(value) > 0;
  if (with_list.count(name) == 0 || !value.starts_with('[') || !value.ends_with(']')) return false;
  const std::vector<std::string> items = split(value.substr(1, value.size() - 2), ',');
  return std::all_of(items.begin(), items.end(), [](const std::string& item) { return integer_of(item).has_value(); });
}

/// Removes the spaces inside brackets and around colons.
std::string joined(const std::string& text) {
  std::string out;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    const bool beside_colon = (i + 1 < text.size() && text[i + 1] == ':') || (!out.empty() && out.back() == ':');
    if (c == ' ' && (depth > 0 || beside_colon)) continue;
    out += c;
  }
  return out;
}

/// True if the mnemonic takes text instead of operands: a label, counters, or a message.
bool takes_text(const std::string& m) {
  return m.starts_with("s_cbranch") || m == "s_branch" || m == "s_waitcnt" || m == "s_sendmsg";
}

}  // namespace

std::optional<long> integer_of(const std::string& text) {
  const bool negative = text.starts_with('-');
  std::string digits = text.substr(negative ? 1 : 0);
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    digits = digits.substr(2);
  } else if (digits.starts_with("0b")) {
    base = 2;
    digits = digits.substr(2);
  } else if (digits.size() > 1 && digits[0] == '0') {
    base = 8;
  }
  unsigned long value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return static_cast<long>(negative ? 0 - value : value);
}

Instruction instruction_of(const Statement& statement) {
  Instruction out;
  out.mnemonic = statement.name;
  out.text = statement.text();
  out.line = statement.line;
  if (statement.rest.empty()) return out;
  if (takes_text(out.mnemonic)) {
    Operand& operand = out.operands.emplace_back();
    operand.text = statement.rest;
    if (const std::optional<long> value = integer_of(operand.text)) {
      operand.is_literal = true;
      operand.literal = *value;
    }
    if (out.is("s_waitcnt") && !wait_counts(out)) {
      out.problem = "this wait cannot be encoded: vmcnt holds 0 to 63, lgkmcnt 0 to 15, expcnt 0 to 7";
    }
    return out;
  }
  for (const std::string& piece : split(joined(statement.rest), ',')) {
    bool first = true;
    for (const std::string& word : split(piece, ' ')) {
      if (word.empty()) continue;
      if (first) {
        Operand& operand = out.operands.emplace_back();
        const bool field = word.starts_with("hwreg(") && word.ends_with(")");
        if (field) operand.text = word;
        if (!field && !read_operand(word, operand)) out.problem = "unsupported operand " + word;
      } else {
        out.modifiers.push_back(word);
        if (!read_modifier(out.mnemonic, word)) out.problem = "unsupported modifier " + word;
      }
      first = false;
    }
    if (first) out.problem = "missing operand";
  }
  return out;
}

std::optional<WaitCounts> wait_counts(const Instruction& in) {
  WaitCounts out;
  if (!in.is("s_waitcnt") || in.operands.size() != 1) return std::nullopt;
  const Operand& operand = in.operands[0];
  if (operand.is_literal) {
    // Fields of the instruction (gfx9): vm in bits 0 to 3 and 14 to 15, lgkm in bits 8 to 11. All ones: no wait.
    if (operand.literal < 0 || operand.literal > 0xffff) return std::nullopt;
    const int fields = static_cast<int>(operand.literal);
    out.vm = (fields & 15) | (fields >> 14 & 3) << 4;
    out.lgkm = fields >> 8 & 15;
  } else {
    std::string text = operand.text;
    std::replace_if(text.begin(), text.end(), [](char c) { return c == '&' || c == ','; }, ' ');
    const auto is_space = [](char c) { return c == ' '; };
    std::set<std::string> named;
    for (std::size_t at = 0; at < text.size();) {
      if (is_space(text[at])) {
        ++at;
        continue;
      }
      const std::size_t open = text.find('(', at);
      const std::size_t close = text.find(')', at);
      if (open == std::string::npos || close == std::string::npos || close < open) return std::nullopt;
      std::string name = text.substr(at, open - at);
      std::string count = text.substr(open + 1, close - open - 1);
      for (std::string* each : {&name, &count}) std::erase(*each, ' ');
      const std::optional<long> value = integer_of(count);
      const bool saturates = name.ends_with("_sat");
      if (saturates) name.resize(name.size() - 4);
      const int most = name == "vmcnt" ? most_vm : name == "lgkmcnt" ? most_lgkm : name == "expcnt" ? most_exp : -1;
      if (!value || *value < 0 || most < 0 || (*value > most && !saturates) || !named.insert(name).second) {
        return std::nullopt;
      }
      const int counted = static_cast<int>(std::min<long>(*value, most));
      if (name == "vmcnt") out.vm = counted;
      if (name == "lgkmcnt") out.lgkm = counted;
      at = close + 1;
    }
    if (named.empty()) return std::nullopt;
  }
  if (out.vm == most_vm) out.vm = -1;
  if (out.lgkm == most_lgkm) out.lgkm = -1;
  return out;
}

}  // namespace stretto::assembly
