#include "data_names.hpp"

#include <algorithm>

#include "instruction_effects.hpp"
#include "wave.hpp"

namespace stretto::assembly {
namespace {

/// True if lanes exchange values, so that each result may depend on all lanes.
bool crosses_lanes(const Instruction& in) {
  const std::string& m = in.mnemonic;
  if (in.is_mfma() || m.find("_dpp") != std::string::npos || m.find("permute") != std::string::npos) return true;
  if (m.find("_tr_b") != std::string::npos) return true;  // lanes exchange the values that they read
  return m.starts_with("v_permlane") || m.starts_with("v_readlane") || m.starts_with("v_readfirstlane") ||
         m.starts_with("v_writelane") || m.starts_with("ds_swizzle") || m.starts_with("v_smfmac");
}

/// True if part of the destination keeps its old content.
bool keeps_old_content(const Instruction& in) {
  const std::string& m = in.mnemonic;
  if (m.find("_dpp") != std::string::npos) {
    // A lane without a source lane keeps its old value unless bound_ctrl writes 0. In permutations within a quad or a
    // row, every lane has a source.
    const bool all_rows = in.has("row_mask:0xf") && in.has("bank_mask:0xf");
    bool permutes = in.has("bound_ctrl:0") || in.has("bound_ctrl:1");
    for (const std::string& modifier : in.modifiers) {
      permutes = permutes || modifier.starts_with("quad_perm") || modifier.starts_with("row_ror") ||
                 modifier.find("mirror") != std::string::npos || modifier.starts_with("row_newbcast");
    }
    return !all_rows || !permutes;
  }
  if (m.ends_with("_sdwa")) {
    return std::any_of(in.modifiers.begin(), in.modifiers.end(), [](const std::string& modifier) {
      return modifier.starts_with("dst_sel:") && modifier != "dst_sel:DWORD";
    });
  }
  return keeps_part(in);
}

/// True if it reads hardware state, such as the clock or the compute unit of the wave.
bool reads_chip(const Instruction& in) { return in.starts_with("s_getreg") || in.starts_with("s_mem"); }

bool is_load(const Instruction& in) {
  return in.starts_with("buffer_load") || in.starts_with("global_load") || in.starts_with("s_load") ||
         in.starts_with("s_buffer_load");
}

}  // namespace

std::uint64_t Wave::name_of(const Operand& operand, int word, int lane) {
  if (in_vectors(operand)) {
    const VectorRegister& r = reg(operand, word);
    const auto at = static_cast<std::size_t>(lane);
    return (r.known >> lane & 1) != 0 ? joined_name(1, r.value[at]) : r.data[at];
  }
  if (operand.file == RegisterFile::scalar) {
    const ScalarRegister& r = scalar(operand.first + word);
    return r.known ? joined_name(1, r.value) : r.data;
  }
  return name_of_text(operand.text);
}

std::uint64_t Wave::name_of_all(const Operand& operand) {
  std::uint64_t out = name_of_text("all");
  const int words = operand.count > 0 ? operand.count : 1;
  for (int word = 0; word < words; ++word) {
    for (int lane = 0; lane < (in_vectors(operand) ? lanes : 1); ++lane)
      out = joined_name(out, name_of(operand, word, lane));
  }
  return out;
}

DataNames Wave::names_of_results(const Instruction& in) {
  DataNames out;
  std::uint64_t common = name_of_text(in.mnemonic);
  for (const std::string& modifier : in.modifiers) common = joined_name(common, name_of_text(modifier));
  const bool crosses = crosses_lanes(in);
  // What other lanes receive from an inactive lane depends on EXEC.
  if (crosses) common = joined_name(common, mask());
  if (in.starts_with("v_") || in.is_mfma()) common = joined_name(common, mode_);
  if (reads_chip(in)) common = joined_name(joined_name(common, wave_name_), static_cast<std::uint64_t>(executed_));
  for (const Operand& operand : in.operands) {
    const int changes = (operand.negated ? 1 : 0) | (operand.absolute ? 2 : 0) | (operand.sign_extended ? 4 : 0);
    if (operand.is_register()) common = joined_name(common, static_cast<std::uint64_t>(changes));
  }
  if (reads_condition(in.mnemonic)) common = joined_name(common, scc_known_ ? (scc_ ? 1 : 0) : scc_data_);
  if (in.starts_with("v_div_fmas")) {
    for (int word = 0; word < 2; ++word) {
      const ScalarRegister& vcc = scalar(vcc_register + word);
      common = joined_name(common, vcc.known ? vcc.value : vcc.data);
    }
  }
  out.fill(common);
  if (in.is("ds_bpermute_b32") && reg(in.operands.at(1)).known) {
    // Name the source lane, not the operand: waves may compute the same lane with different upper bits.
    for (int lane = 0; lane < lanes; ++lane) {
      const int from = lane_read(in, lane);
      std::uint64_t& name = out[static_cast<std::size_t>(lane)];
      name = joined_name(name, active(from) ? name_of(in.operands.at(2), 0, from) : joined_name(1, 0));
    }
    return out;
  }
  for (std::size_t o = 0; o < in.operands.size(); ++o) {
    const Operand& operand = in.operands[o];
    const bool counts = o > 0 || in.starts_with("ds_write") || keeps_old_content(in);
    if (!counts) continue;
    const std::uint64_t all = crosses ? name_of_all(operand) : 0;
    for (int lane = 0; lane < lanes; ++lane) {
      std::uint64_t& name = out[static_cast<std::size_t>(lane)];
      if (crosses) {
        name = joined_name(name, all);
        continue;
      }
      const int words = operand.count > 0 ? operand.count : 1;
      for (int word = 0; word < words; ++word) name = joined_name(name, name_of(operand, word, lane));
    }
  }
  if (is_load(in)) {
    // The name already includes the address, and global memory that is loaded does not change during the kernel.
    return out;
  }
  if (in.starts_with("ds_read")) {
    const std::uint64_t when = joined_name(static_cast<std::uint64_t>(barriers_), static_cast<std::uint64_t>(written_));
    for (std::uint64_t& name : out) name = joined_name(name, when);
  }
  return out;
}

void Wave::name_results(const Instruction& in, const DataNames& names) {
  // A scalar result of a vector instruction depends on all lanes.
  std::uint64_t all = names[0];
  if (in.starts_with("v_")) {
    all = joined_name(name_of_text("lanes"), mask());
    for (const std::uint64_t name : names) all = joined_name(all, name);
  }
  if (writes_condition(in.mnemonic)) scc_data_ = joined_name(all, name_of_text("scc"));
  const std::size_t results = results_of(in);
  for (std::size_t o = 0; o < results && o < in.operands.size(); ++o) {
    const Operand& to = in.operands[o];
    for (int word = 0; word < to.count; ++word) {
      const auto which = static_cast<std::uint64_t>(word) + 256 * o;
      if (in_vectors(to)) {
        VectorRegister& r = reg(to, word);
        for (int lane = 0; lane < lanes; ++lane) {
          if ((r.known >> lane & 1) != 0) continue;
          const auto at = static_cast<std::size_t>(lane);
          const std::uint64_t mixed = joined_name(names[at], which);
          r.data[at] = active(lane) ? mixed : joined_name(mixed, r.data[at]);
        }
      } else if (to.file == RegisterFile::scalar && !scalar(to.first + word).known) {
        scalar(to.first + word).data = joined_name(all, which);
      }
    }
  }
}

}  // namespace stretto::assembly
