// Loads and stores to global memory, and LDS instructions.
#include <algorithm>
#include <map>

#include "access_size.hpp"
#include "wave.hpp"

namespace stretto::assembly {
namespace {

/// Bytes per lane of a load or store to global memory; 0: unknown.
int bytes_of(const std::string& mnemonic) {
  const std::size_t first =
      mnemonic.find("_", mnemonic.find("load") == std::string::npos ? mnemonic.find("store") : mnemonic.find("load"));
  std::string type = first == std::string::npos ? "" : mnemonic.substr(first + 1);
  if (type.starts_with("lds_")) type = type.substr(4);
  for (const char* suffix : {"_d16_hi", "_d16"}) {
    const std::string s = suffix;
    if (type.ends_with(s)) type.resize(type.size() - s.size());
  }
  static const std::map<std::string, int> known = {
      {"dword", 4},  {"dwordx2", 8}, {"dwordx3", 12}, {"dwordx4", 16}, {"ubyte", 1}, {"sbyte", 1},
      {"ushort", 2}, {"sshort", 2},  {"byte", 1},     {"short", 2},    {"b32", 4},   {"b64", 8},
      {"b96", 12},   {"b128", 16},   {"u8", 1},       {"i8", 1},       {"u16", 2},   {"i16", 2}};
  const auto found = known.find(type);
  return found == known.end() ? 0 : found->second;
}

/// The memory access of an LDS instruction.
struct LdsAccess {
  EventKind kind = EventKind::read;
  int bytes = 0;        // per lane and place
  int offset_unit = 0;  // bytes per unit of offset0 and offset1; 0: one place, with an offset in bytes
};

/// Null if it is not a supported LDS instruction.
const LdsAccess* lds_access(const std::string& mnemonic) {
  static const auto table = [] {
    std::map<std::string, LdsAccess> out;
    for (const auto& [name, kind] : {std::pair{"read", EventKind::read}, std::pair{"write", EventKind::write}}) {
      const std::string ds = std::string("ds_") + name;
      for (const auto& [type, bytes] :
           {std::pair{"_b32", 4}, std::pair{"_b64", 8}, std::pair{"_b96", 12}, std::pair{"_b128", 16}}) {
        out[ds + type] = {kind, bytes, 0};
      }
      for (const auto& [type, bytes] : {std::pair{"2_b32", 4}, std::pair{"2_b64", 8}}) {
        out[ds + type] = {kind, bytes, bytes};
      }
      for (const auto& [type, bytes] : {std::pair{"2st64_b32", 4}, std::pair{"2st64_b64", 8}}) {
        out[ds + type] = {kind, bytes, 64 * bytes};
      }
    }
    for (const char* type : {"u8", "i8", "u8_d16", "u8_d16_hi", "i8_d16", "i8_d16_hi"}) {
      out[std::string("ds_read_") + type] = {EventKind::read, 1, 0};
    }
    for (const char* type : {"u16", "i16", "u16_d16", "u16_d16_hi"}) {
      out[std::string("ds_read_") + type] = {EventKind::read, 2, 0};
    }
    for (const char* type : {"b8", "b8_d16_hi"}) out[std::string("ds_write_") + type] = {EventKind::write, 1, 0};
    for (const char* type : {"b16", "b16_d16_hi"}) out[std::string("ds_write_") + type] = {EventKind::write, 2, 0};
    // gfx950: transposing reads. Lanes exchange the values; together they read the bytes at all addresses.
    for (const char* type : {"b64_tr_b16", "b64_tr_b8", "b64_tr_b4"}) {
      out[std::string("ds_read_") + type] = {EventKind::read, 8, 0};
    }
    out["ds_read_b96_tr_b6"] = {EventKind::read, 12, 0};
    return out;
  }();
  const auto found = table.find(mnemonic);
  return found == table.end() ? nullptr : &found->second;
}

}  // namespace

int bytes_per_lane(const std::string& mnemonic) {
  if (const LdsAccess* lds = lds_access(mnemonic)) return lds->offset_unit > 0 ? 2 * lds->bytes : lds->bytes;
  return bytes_of(mnemonic);
}

bool Wave::buffer_load(const Instruction& in) {
  if (in.has("lds")) return load_to_lds(in);
  const Operand& at = in.operands.at(1);
  const Operand& buffer = in.operands.at(2);
  const Operand& offset = in.operands.at(3);
  touch_all(in, 1);
  const int immediate = static_cast<int>(in.modifier("offset", 0));
  Event& e = event(EventKind::fetch);
  e.bytes = bytes_of(in.mnemonic);
  e.active = mask();
  if (scalar_known(buffer, 4)) e.base = pair_of(buffer) & 0xffffffffffff;
  const bool known = in.has("offen") && in_vectors(at) && vector_known(at) && scalar_known(offset);
  for (int lane = 0; lane < lanes && known; ++lane) {
    e.address[static_cast<std::size_t>(lane)] = as_int(lane_of(at, lane) + scalar_of(offset)) + immediate;
  }
  ++vm_issued_;
  tokens_to(in.operands[0], 0, vm_issued_);
  brings(in.operands[0]);
  return true;
}

/// An address in the accessed buffer of global memory: the scalar base, or a lane's address; 0: unknown.
std::uint64_t Wave::global_base(const Operand& at, const Operand& base) {
  if (base.is_register() && scalar_known(base, 2)) return pair_of(base);
  std::uint64_t out = 0;
  if (at.count != 2 || !vector_known(at, 2)) return out;
  for (int lane = 0; lane < lanes; ++lane) {
    if (!active(lane)) continue;
    const std::uint64_t address = lane_pair(at, lane);
    if (out != 0 && out >> 40 != address >> 40) return 0;  // lanes access several buffers
    out = address;
  }
  return out;
}

/// A load from global memory to the LDS: the bytes of lane l go to M0 + offset + l * bytes. Public sources disagree
/// about other sizes: the chip may write 4 bytes for 1 or 2, and 12 bytes may be 16 bytes apart.
bool Wave::load_to_lds(const Instruction& in) {
  const int bytes = bytes_of(in.mnemonic);
  if (bytes != 4 && bytes != 16) {
    problem(
        "only loads to the LDS of 4 or 16 bytes per lane are supported; for other sizes, public sources disagree "
        "about which bytes a lane writes");
    return false;
  }
  touch_all(in, 0);
  const int immediate = static_cast<int>(in.modifier("offset", 0));
  Event& e = event(EventKind::load);
  e.bytes = bytes;
  e.active = mask();
  ++vm_issued_;
  if (in.starts_with("buffer_")) {
    const Operand& at = in.operands.at(0);
    const Operand& buffer = in.operands.at(1);
    const Operand& offset = in.operands.at(2);
    if (scalar_known(buffer, 4)) e.base = pair_of(buffer) & 0xffffffffffff;
    const bool known = in.has("offen") && in_vectors(at) && vector_known(at) && scalar_known(offset);
    for (int lane = 0; lane < lanes && known; ++lane) {
      e.address[static_cast<std::size_t>(lane)] = as_int(lane_of(at, lane) + scalar_of(offset)) + immediate;
    }
  } else {
    e.base = global_base(in.operands.at(0), in.operands.at(1));
  }
  if (!scalar(m0_register).known) {
    problem("M0, which holds its LDS address, depends on loaded data");
    return false;
  }
  e.lds = as_int(scalar(m0_register).value) + immediate;
  return true;
}

/// Other accesses to global memory. Only their registers and their position in the queue matter here.
bool Wave::global_access(const Instruction& in) {
  const std::string& m = in.mnemonic;
  if (m.find("atomic") != std::string::npos) return false;
  if (m.starts_with("global_load_lds_")) return load_to_lds(in);
  const bool loads = m.starts_with("global_load");
  if (!loads && !m.starts_with("global_store") && !m.starts_with("buffer_store")) return false;
  touch_all(in, loads ? 1 : 0);
  Event& e = event(loads ? EventKind::fetch : EventKind::store);
  e.bytes = bytes_of(m);
  e.active = mask();
  if (m.starts_with("buffer_")) {
    const Operand& buffer = in.operands.at(2);
    if (scalar_known(buffer, 4)) e.base = pair_of(buffer) & 0xffffffffffff;
  } else {
    e.base = global_base(in.operands.at(loads ? 1 : 0), in.operands.at(2));
  }
  ++vm_issued_;
  if (loads) {
    tokens_to(in.operands[0], 0, vm_issued_);
    brings(in.operands[0]);
  }
  return e.bytes > 0;
}

bool Wave::lds_addresses(const Instruction& in, const Operand& at, Event& e) {
  if (!in_vectors(at)) return false;
  if (!vector_known(at)) {
    problem("its address depends on loaded data");
    return false;
  }
  const LdsAccess& access = *lds_access(in.mnemonic);
  e.bytes = access.bytes;
  e.active = mask();
  const bool two = access.offset_unit > 0;
  const int first = two ? static_cast<int>(in.modifier("offset0", 0)) * access.offset_unit
                        : static_cast<int>(in.modifier("offset", 0));
  e.two = two;
  e.apart = two ? static_cast<int>(in.modifier("offset1", 0)) * access.offset_unit - first : 0;
  for (int lane = 0; lane < lanes; ++lane)
    e.address[static_cast<std::size_t>(lane)] = as_int(lane_of(at, lane)) + first;
  return true;
}

bool Wave::lds(const Instruction& in) {
  const LdsAccess* access = lds_access(in.mnemonic);
  if (access == nullptr) return exchange(in);
  const bool read = access->kind == EventKind::read;
  touch_all(in, read ? 1 : 0);
  ++lgkm_issued_;
  Event& e = event(access->kind);
  if (!lds_addresses(in, in.operands.at(read ? 1 : 0), e)) return false;
  if (read) {
    tokens_to(in.operands[0], lgkm_issued_, 0);
    brings(in.operands[0]);
  } else {
    e.sources[0] = tokens_of(in.operands.at(1));
    if (options_.names_data) {
      for (int lane = 0; lane < lanes; ++lane) {
        for (std::size_t o = 1; o < in.operands.size() && o < 3; ++o) {
          for (int word = 0; word < in.operands[o].count; ++word) e.data.push_back(name_of(in.operands[o], word, lane));
        }
      }
    }
  }
  return true;
}

/// An exchange of values between lanes through the LDS unit.
bool Wave::exchange(const Instruction& in) {
  const bool backward = in.is("ds_bpermute_b32");
  if (!backward && !in.is("ds_permute_b32") && !in.is("ds_swizzle_b32")) return false;
  if (!in_vectors(in.operands.at(0)) || !in_vectors(in.operands.at(1))) return false;
  const VectorRegister before = reg(in.operands[0]);
  Lanes value{};
  std::uint64_t known = 0;
  for (int lane = 0; lane < lanes && backward; ++lane) {
    const int from = lane_read(in, lane);
    value[static_cast<std::size_t>(lane)] = active(from) ? lane_of(in.operands.at(2), from) : 0;
    const bool source_known = !active(from) || (known_lanes(in.operands.at(2)) >> from & 1) != 0;
    if (source_known) known |= known_lanes(in.operands[1]) & std::uint64_t{1} << lane;
  }
  touch_all(in, 1);
  ++lgkm_issued_;
  event(EventKind::exchange);
  tokens_to(in.operands[0], lgkm_issued_, 0);
  brings(in.operands[0]);
  VectorRegister& to = reg(in.operands[0]);
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    to.value[lane] = active(static_cast<int>(lane)) ? value[lane] : before.value[lane];
  }
  to.known = (before.known & ~mask()) | (known & mask());
  return true;
}

}  // namespace stretto::assembly
