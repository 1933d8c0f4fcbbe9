#include "directives.hpp"

#include <set>
#include <stdexcept>
#include <string>

namespace stretto::assembly {
namespace {

using Names = std::set<std::string>;

const Names plain = {".loc",      ".file",  ".globl",      ".global",   ".weak",          ".hidden",  ".protected",
                     ".internal", ".local", ".type",       ".size",     ".ident",         ".p2align", ".align",
                     ".balign",   ".set",   ".equ",        ".equiv",    ".amdgcn_target", ".addrsig", ".addrsig_sym",
                     ".comm",     ".lcomm", ".amdgpu_lds", ".p2alignw", ".p2alignl",      ".balignw", ".balignl"};
const Names data = {".long",  ".quad",  ".byte",    ".short",   ".word",  ".int",   ".4byte",  ".8byte",
                    ".2byte", ".hword", ".uleb128", ".sleb128", ".ascii", ".asciz", ".string", ".zero",
                    ".fill",  ".skip",  ".space",   ".octa",    ".float", ".double"};
const Names sections = {".section", ".text", ".data", ".bss", ".rodata", ".pushsection", ".popsection", ".previous"};

/// True for "8" or "8, , 4": alignment without a fill value, which the assembler pads with s_nop.
bool pads_with_nothing(const std::string& rest) {
  const std::size_t first = rest.find(',');
  if (first == std::string::npos) return true;
  const std::size_t fill = rest.find_first_not_of(' ', first + 1);
  return fill != std::string::npos && rest[fill] == ',';
}

}  // namespace

DirectiveKind kind_of_directive(const Statement& statement) {
  const std::string& name = statement.name;
  if (plain.count(name) > 0 || name.starts_with(".cfi_")) return DirectiveKind::plain;
  if (data.count(name) > 0) return DirectiveKind::data;
  if (sections.count(name) > 0) return DirectiveKind::section;
  if (name.starts_with(".amdhsa_") || name == ".end_amdhsa_kernel" || name == ".amdgpu_metadata") {
    return DirectiveKind::kernel;
  }
  throw std::runtime_error("line " + std::to_string(statement.line) + ": unsupported directive " + name +
                           "; expand the text with llvm-mc, or give the code object");
}

void check_in_code(const Statement& statement) {
  const std::string place = "line " + std::to_string(statement.line) + ": " + statement.name;
  const DirectiveKind kind = kind_of_directive(statement);
  if (kind == DirectiveKind::data) throw std::runtime_error(place + " emits data into the code of the kernel");
  const bool aligns = statement.name.find("align") != std::string::npos;
  if (aligns && !pads_with_nothing(statement.rest)) {
    throw std::runtime_error(place + " fills the code of the kernel with a value; leave out the value");
  }
}

}  // namespace stretto::assembly
