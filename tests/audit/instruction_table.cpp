#include "instruction_table.hpp"

#include <tuple>

namespace stretto::assembly {
namespace {

using Cases = std::vector<InstructionCase>;

const std::string nonzero = "\n%s = icmp ne i32 %r, 0";
const std::string nonzero_wide = "\n%s = icmp ne i64 %r, 0";
const std::string all_wide = "64 64 64 64";

/// A shift of which the hardware looks at the low bits of the count only.
std::string shift(const std::string& op, const std::string& of, const std::string& by, int bits) {
  const std::string type = "i" + std::to_string(bits);
  return "%n = and " + type + " " + by + ", " + std::to_string(bits - 1) + "\n%r = " + op + " " + type + " " + of +
         ", %n";
}
std::string wide_shift(const std::string& op, const std::string& of, const std::string& by) {
  return "%w = zext i32 " + by + " to i64\n%n = and i64 %w, 63\n%r = " + op + " i64 " + of + ", %n";
}
std::string binary(const std::string& op) { return "%r = " + op + " i32 %a, %b"; }
std::string high(const std::string& extend) {
  return "%x = " + extend + " i32 %a to i64\n%y = " + extend +
         " i32 %b to i64\n%p = mul i64 %x, %y\n%h = lshr i64 %p, 32\n" + "%r = trunc i64 %h to i32";
}
std::string with_overflow(const std::string& op) {
  return "%p = call {i32, i1} @llvm." + op +
         ".with.overflow.i32(i32 %a, i32 %b)\n%r = extractvalue {i32, i1} %p, 0\n%s = extractvalue {i32, i1} %p, 1";
}
std::string with_carry(bool adds, const std::string& a, const std::string& b) {
  const std::string op = adds ? "add" : "sub";
  return "%x = zext i32 " + a + " to i64\n%y = zext i32 " + b + " to i64\n%q = zext i1 %k to i64\n%p = " + op +
         " i64 %x, %y\n%z = " + op +
         " i64 %p, %q\n%r = trunc i64 %z to i32\n%h = lshr i64 %z, 32\n%s = icmp ne i64 %h, 0";
}
std::string call(const std::string& name, const std::string& arguments) {
  return "%r = call i32 @llvm." + name + "(" + arguments + ")";
}
/// Of 24 bits, in i64.
std::string product_24(bool is_signed) {
  const std::string op = is_signed ? "ashr" : "lshr";
  const std::string extend = is_signed ? "sext" : "zext";
  return "%a8 = shl i32 %a, 8\n%a24 = " + op + " i32 %a8, 8\n%b8 = shl i32 %b, 8\n%b24 = " + op +
         " i32 %b8, 8\n%x = " + extend + " i32 %a24 to i64\n%y = " + extend + " i32 %b24 to i64\n%p = mul i64 %x, %y\n";
}
std::string field(bool is_signed, int bits, const std::string& from, const std::string& width) {
  // Step by step, so that a field may reach beyond the last bit; the sign fills what is there.
  const std::string t = bits == 64 ? "i64" : "i32";
  const std::string size = std::to_string(bits);
  const std::string shr = is_signed ? "ashr " : "lshr ";
  return "%f = " + shr + t + " %a, " + from + "\n%whole = icmp uge " + t + " " + width + ", " + size +
         "\n%none = icmp eq " + t + " " + width + ", 0\n%left = sub " + t + " " + size + ", " + width +
         "\n%mask = and " + t + " %left, " + std::to_string(bits - 1) + "\n%up = shl " + t +
         " %f, %mask\n%down = " + shr + t + " %up, %mask\n%some = select i1 %whole, " + t + " %f, " + t +
         " %down\n%r = select i1 %none, " + t + " 0, " + t + " %some";
}
std::string half(const std::string& op, const std::string& x, const std::string& y) {
  return "%x = trunc i32 " + x + " to i16\n%y = trunc i32 " + y + " to i16\n%p = " + op +
         " i16 %x, %y\n%r = zext i16 %p to i32";
}
std::string half_shift(const std::string& op) {
  return "%x = trunc i32 %b to i16\n%n = trunc i32 %a to i16\n%m = and i16 %n, 15\n%p = " + op +
         " i16 %x, %m\n%r = zext i16 %p to i32";
}
std::string half_call(const std::string& name) {
  return "%x = trunc i32 %a to i16\n%y = trunc i32 %b to i16\n%p = call i16 @llvm." + name +
         ".i16(i16 %x, i16 %y)\n%r = zext i16 %p to i32";
}

void scalar_cases(Cases& out) {
  const auto add = [&](const std::string& m, const std::string& ir, bool flag,
                       const std::string& widths = "32 32 32 32") { out.push_back({m, ir, widths, flag}); };
  const std::string two = " $d, $a, $b";
  const std::string one = " $d, $a";
  add("s_mov_b32" + one, "%r = add i32 %a, 0", false);
  add("s_mov_b64" + one, "%r = add i64 %a, 0", false, all_wide);
  add("s_add_i32" + two, with_overflow("sadd"), true);
  add("s_sub_i32" + two, with_overflow("ssub"), true);
  add("s_add_u32" + two, with_overflow("uadd"), true);
  add("s_sub_u32" + two, with_overflow("usub"), true);
  add("s_addc_u32" + two, with_carry(true, "%a", "%b"), true);
  add("s_subb_u32" + two, with_carry(false, "%a", "%b"), true);
  add("s_mul_i32" + two, binary("mul"), false);
  add("s_mul_hi_i32" + two, high("sext"), false);
  add("s_mul_hi_u32" + two, high("zext"), false);
  add("s_lshl_b32" + two, shift("shl", "%a", "%b", 32) + nonzero, true);
  add("s_lshr_b32" + two, shift("lshr", "%a", "%b", 32) + nonzero, true);
  add("s_ashr_i32" + two, shift("ashr", "%a", "%b", 32) + nonzero, true);
  const std::string shifted = "64 64 32 32";
  add("s_lshl_b64" + two, wide_shift("shl", "%a", "%b") + nonzero_wide, true, shifted);
  add("s_lshr_b64" + two, wide_shift("lshr", "%a", "%b") + nonzero_wide, true, shifted);
  add("s_ashr_i64" + two, wide_shift("ashr", "%a", "%b") + nonzero_wide, true, shifted);
  for (const std::string bits : {"32", "64"}) {
    const std::string t = "i" + bits;
    const std::string widths = bits == "32" ? "32 32 32 32" : all_wide;
    const std::string set = bits == "32" ? nonzero : nonzero_wide;
    const auto logic = [&](const std::string& m, const std::string& ir) {
      add(m + "_b" + bits + two, ir + set, true, widths);
    };
    for (const std::string op : {"and", "or", "xor"}) {
      logic("s_" + op, "%r = " + op + " " + t + " %a, %b");
    }
    logic("s_andn2", "%n = xor " + t + " %b, -1\n%r = and " + t + " %a, %n");
    logic("s_orn2", "%n = xor " + t + " %b, -1\n%r = or " + t + " %a, %n");
    logic("s_nand", "%n = and " + t + " %a, %b\n%r = xor " + t + " %n, -1");
    logic("s_nor", "%n = or " + t + " %a, %b\n%r = xor " + t + " %n, -1");
    logic("s_xnor", "%n = xor " + t + " %a, %b\n%r = xor " + t + " %n, -1");
    add("s_not_b" + bits + one, "%r = xor " + t + " %a, -1" + set, true, widths);
    add("s_cselect_b" + bits + two, "%r = select i1 %k, " + t + " %a, " + t + " %b", false, widths);
    add("s_cmov_b" + bits + one, "%r = select i1 %k, " + t + " %a, " + t + " %o", false, widths);
    add("s_brev_b" + bits + one, "%r = call " + t + " @llvm.bitreverse." + t + "(" + t + " %a)", false, widths);
    const std::string narrow = bits == "64" ? "\n%r0 = trunc i64 %n to i32" : "\n%r0 = add i32 %n, 0";
    const std::string found = narrow + "\n%z = icmp eq " + t + " %a, 0\n%r = select i1 %z, i32 -1, i32 %r0";
    const std::string counted = bits == "64" ? "32 64 64 64" : "32 32 32 32";
    add("s_ff1_i32_b" + bits + one, "%n = call " + t + " @llvm.cttz." + t + "(" + t + " %a, i1 false)" + found, false,
        counted);
    add("s_flbit_i32_b" + bits + one, "%n = call " + t + " @llvm.ctlz." + t + "(" + t + " %a, i1 false)" + found, false,
        counted);
    add("s_bcnt1_i32_b" + bits + one,
        "%n = call " + t + " @llvm.ctpop." + t + "(" + t + " %a)" + narrow + "\n%r = add i32 %r0, 0" + nonzero, true,
        counted);
    const std::string extend = bits == "64" ? "\n%w = zext i32 %g to i64\n%v = zext i32 %h to i64"
                                            : "\n%w = add i32 %g, 0\n%v = add i32 %h, 0";
    const std::string fields = "%g = and i32 %b, " + std::string(bits == "64" ? "63" : "31") +
                               "\n%e = lshr i32 %b, 16\n%h = and i32 %e, 127" + extend + "\n";
    const std::string field_widths = bits == "64" ? "64 64 32 32" : "32 32 32 32";
    add("s_bfe_u" + bits + two, fields + field(false, std::stoi(bits), "%w", "%v") + set, true, field_widths);
    add("s_bfe_i" + bits + two, fields + field(true, std::stoi(bits), "%w", "%v") + set, true, field_widths);
    add("s_bfm_b" + bits + two,
        (bits == "64" ? "%a1 = zext i32 %a to i64\n%b1 = zext i32 %b to i64\n"
                      : "%a1 = add i32 %a, 0\n%b1 = add i32 %b, 0\n") +
            ("%x = and " + t + " %a1, ") + std::to_string(std::stoi(bits) - 1) + "\n%y = and " + t + " %b1, " +
            std::to_string(std::stoi(bits) - 1) + "\n%p = shl " + t + " 1, %x\n%q = sub " + t + " %p, 1\n%r = shl " +
            t + " %q, %y",
        false, bits == "64" ? "64 32 32 32" : "32 32 32 32");
    // "s_bitcmp1_b32": its second operand has 32 bits.
    const std::string tested = (bits == "64" ? "%n = zext i32 %b to i64\n" : std::string("%n = add i32 %b, 0\n")) +
                               "%m = and " + t + " %n, " + std::to_string(std::stoi(bits) - 1) + "\n%h = lshr " + t +
                               " %a, %m\n%g = and " + t + " %h, 1\n%s = icmp ";
    add("s_bitcmp1_b" + bits + " $a, $b", tested + "ne " + t + " %g, 0", true,
        bits == "64" ? "32 64 32 32" : "32 32 32 32");
    add("s_bitcmp0_b" + bits + " $a, $b", tested + "eq " + t + " %g, 0", true,
        bits == "64" ? "32 64 32 32" : "32 32 32 32");
  }
  for (const auto& [suffix, prefix] : {std::pair{"i32", "s"}, std::pair{"u32", "u"}}) {
    for (const auto& [name, test] :
         {std::pair{"lt", "lt"}, std::pair{"le", "le"}, std::pair{"gt", "gt"}, std::pair{"ge", "ge"}}) {
      add(std::string("s_cmp_") + name + "_" + suffix + " $a, $b",
          std::string("%s = icmp ") + prefix + test + " i32 %a, %b", true);
    }
    add(std::string("s_cmp_eq_") + suffix + " $a, $b", "%s = icmp eq i32 %a, %b", true);
    add(std::string("s_cmp_lg_") + suffix + " $a, $b", "%s = icmp ne i32 %a, %b", true);
  }
  add("s_cmp_eq_u64 $a, $b", "%s = icmp eq i64 %a, %b", true, all_wide);
  add("s_cmp_lg_u64 $a, $b", "%s = icmp ne i64 %a, %b", true, all_wide);
  add("s_cmpk_lt_i32 $a, 0xff80", "%s = icmp slt i32 %a, -128", true);
  add("s_cmpk_eq_i32 $a, 0xffff", "%s = icmp eq i32 %a, -1", true);
  add("s_cmpk_gt_u32 $a, 0xff80", "%s = icmp ugt i32 %a, 65408", true);
  add("s_movk_i32 $d, 0x8001", "%r = add i32 -32767, 0", false);
  add("s_cmovk_i32 $d, 0x8001", "%r = select i1 %k, i32 -32767, i32 %o", false);
  add("s_addk_i32 $d, 0xfff0",
      "%p = call {i32, i1} @llvm.sadd.with.overflow.i32(i32 %o, i32 -16)\n%r = extractvalue {i32, i1} %p, 0\n%s = "
      "extractvalue "
      "{i32, i1} %p, 1",
      true);
  add("s_mulk_i32 $d, 0xfff1", "%r = mul i32 %o, -15", false);
  // SCC is not checked for equal operands, for which the documents differ.
  for (const std::string name : {"min", "max"}) {
    for (const std::string sign : {"s", "u"}) {
      add("s_" + name + "_" + (sign == "s" ? "i32" : "u32") + two, call(sign + name + ".i32", "i32 %a, i32 %b"), true);
      out.back().ir += "\n%s = icmp " + sign + (name == "min" ? "lt" : "gt") + " i32 %a, %b";
    }
  }
  for (const int by : {1, 2, 3, 4}) {
    add("s_lshl" + std::to_string(by) + "_add_u32" + two,
        "%x = zext i32 %a to i64\n%y = zext i32 %b to i64\n%h = shl i64 %x, " + std::to_string(by) +
            "\n%p = add i64 %h, %y\n%r = trunc i64 %p to i32\n%q = lshr i64 %p, 32\n%s = icmp ne i64 %q, 0",
        true);
  }
  add("s_abs_i32" + one, call("abs.i32", "i32 %a, i1 false") + nonzero, true);
  add("s_absdiff_i32" + two, "%p = sub i32 %a, %b\n" + call("abs.i32", "i32 %p, i1 false") + nonzero, true);
  add("s_sext_i32_i8" + one, "%p = trunc i32 %a to i8\n%r = sext i8 %p to i32", false);
  add("s_sext_i32_i16" + one, "%p = trunc i32 %a to i16\n%r = sext i16 %p to i32", false);
  for (const auto& [name, x, y] :
       {std::tuple{"ll", "%a", "%b"}, std::tuple{"lh", "%a", "%bh"}, std::tuple{"hh", "%ah", "%bh"}}) {
    add("s_pack_" + std::string(name) + "_b32_b16" + two,
        "%ah = lshr i32 %a, 16\n%bh = lshr i32 %b, 16\n%x = and i32 " + std::string(x) + ", 65535\n%y = shl i32 " + y +
            ", 16\n%r = or i32 %x, %y",
        false);
  }
  add("s_bitset1_b32" + one, "%n = and i32 %a, 31\n%p = shl i32 1, %n\n%r = or i32 %o, %p", false);
  add("s_bitset0_b32" + one, "%n = and i32 %a, 31\n%p = shl i32 1, %n\n%q = xor i32 %p, -1\n%r = and i32 %o, %q",
      false);
}

void vector_cases(Cases& out) {
  const auto add = [&](const std::string& m, const std::string& ir, const std::string& widths = "32 32 32 32",
                       bool flag = false) { out.push_back({m, ir, widths, flag}); };
  const std::string one = " $d, $a";
  const std::string two = " $d, $a, $b";
  const std::string three = " $d, $a, $b, $c";
  add("v_mov_b32_e32" + one, "%r = add i32 %a, 0");
  add("v_mov_b64_e32" + one, "%r = add i64 %a, 0", all_wide);
  add("v_not_b32_e32" + one, "%r = xor i32 %a, -1");
  add("v_bfrev_b32_e32" + one, call("bitreverse.i32", "i32 %a"));
  for (const std::string op : {"add", "sub"}) {
    add("v_" + op + "_u32_e32" + two, binary(op));
    add("v_" + op + "_i32" + two, binary(op));
    add("v_" + op + "_u16_e32" + two, half(op, "%a", "%b"));
  }
  add("v_subrev_u32_e32" + two, "%r = sub i32 %b, %a");
  add("v_subrev_u16_e32" + two, half("sub", "%b", "%a"));
  add("v_mul_lo_u16_e32" + two, half("mul", "%a", "%b"));
  add("v_min_u16_e32" + two, half_call("umin"));
  add("v_max_u16_e32" + two, half_call("umax"));
  add("v_lshlrev_b16_e32" + two, half_shift("shl"));
  add("v_lshrrev_b16_e32" + two, half_shift("lshr"));
  add("v_ashrrev_i16_e32" + two, half_shift("ashr"));
  for (const std::string op : {"and", "or", "xor"}) add("v_" + op + "_b32_e32" + two, binary(op));
  add("v_xnor_b32_e32" + two, "%p = xor i32 %a, %b\n%r = xor i32 %p, -1");
  for (const std::string name : {"min", "max"}) {
    for (const std::string sign : {"s", "u"}) {
      const std::string type = sign == "s" ? "i32" : "u32";
      const std::string first = "%p = call i32 @llvm." + sign + name + ".i32(i32 %a, i32 %b)\n";
      add("v_" + name + "_" + type + "_e32" + two, first + "%r = add i32 %p, 0");
      add("v_" + name + "3_" + type + three, first + call(sign + name + ".i32", "i32 %p, i32 %c"));
    }
  }
  for (const std::string sign : {"s", "u"}) {
    const std::string lower = "call i32 @llvm." + sign + "min.i32(i32 ";
    const std::string upper = "call i32 @llvm." + sign + "max.i32(i32 ";
    add("v_med3_" + std::string(sign == "s" ? "i32" : "u32") + three, "%l = " + lower + "%a, i32 %b)\n%h = " + upper +
                                                                          "%a, i32 %b)\n%m = " + lower +
                                                                          "%h, i32 %c)\n%r = " + upper + "%l, i32 %m)");
  }
  add("v_lshlrev_b32_e32" + two, shift("shl", "%b", "%a", 32));
  add("v_lshrrev_b32_e32" + two, shift("lshr", "%b", "%a", 32));
  add("v_ashrrev_i32_e32" + two, shift("ashr", "%b", "%a", 32));
  add("v_lshlrev_b64" + two, wide_shift("shl", "%b", "%a"), "64 32 64 32");
  add("v_lshrrev_b64" + two, wide_shift("lshr", "%b", "%a"), "64 32 64 32");
  add("v_ashrrev_i64" + two, wide_shift("ashr", "%b", "%a"), "64 32 64 32");
  add("v_lshl_add_u64 $d, $a, 3, $c", "%p = shl i64 %a, 3\n%r = add i64 %p, %c", "64 64 32 64");
  add("v_mul_lo_u32" + two, binary("mul"));
  add("v_mul_hi_u32" + two, high("zext"));
  add("v_mul_hi_i32" + two, high("sext"));
  add("v_mul_u32_u24_e32" + two, product_24(false) + "%r = trunc i64 %p to i32");
  add("v_mul_i32_i24_e32" + two, product_24(true) + "%r = trunc i64 %p to i32");
  add("v_mul_hi_u32_u24_e32" + two, product_24(false) + "%h = lshr i64 %p, 32\n%r = trunc i64 %h to i32");
  add("v_mul_hi_i32_i24_e32" + two, product_24(true) + "%h = lshr i64 %p, 32\n%r = trunc i64 %h to i32");
  add("v_mad_u32_u24" + three, product_24(false) + "%l = trunc i64 %p to i32\n%r = add i32 %l, %c");
  add("v_mad_i32_i24" + three, product_24(true) + "%l = trunc i64 %p to i32\n%r = add i32 %l, %c");
  add("v_mad_u32_u16" + three,
      "%x = and i32 %a, 65535\n%y = and i32 %b, 65535\n%p = mul i32 %x, %y\n%r = add i32 %p, %c");
  add("v_lshl_add_u32" + three, "%n = and i32 %b, 31\n%p = shl i32 %a, %n\n%r = add i32 %p, %c");
  add("v_add_lshl_u32" + three, "%p = add i32 %a, %b\n" + shift("shl", "%p", "%c", 32));
  add("v_lshl_or_b32" + three, "%n = and i32 %b, 31\n%p = shl i32 %a, %n\n%r = or i32 %p, %c");
  add("v_and_or_b32" + three, "%p = and i32 %a, %b\n%r = or i32 %p, %c");
  add("v_or3_b32" + three, "%p = or i32 %a, %b\n%r = or i32 %p, %c");
  add("v_add3_u32" + three, "%p = add i32 %a, %b\n%r = add i32 %p, %c");
  add("v_xad_u32" + three, "%p = xor i32 %a, %b\n%r = add i32 %p, %c");
  add("v_bfi_b32" + three, "%x = and i32 %a, %b\n%n = xor i32 %a, -1\n%y = and i32 %n, %c\n%r = or i32 %x, %y");
  add("v_alignbit_b32" + three, "%n = and i32 %c, 31\n" + call("fshr.i32", "i32 %a, i32 %b, i32 %n"));
  const std::string fields = "%w = and i32 %b, 31\n%v = and i32 %c, 31\n";
  add("v_bfe_u32" + three, fields + field(false, 32, "%w", "%v"));
  add("v_bfe_i32" + three, fields + field(true, 32, "%w", "%v"));
  add("v_bfm_b32" + two,
      "%x = and i32 %a, 31\n%y = and i32 %b, 31\n%p = shl i32 1, %x\n%q = sub i32 %p, 1\n%r = shl i32 %q, %y");
  add("v_bcnt_u32_b32" + two, "%p = call i32 @llvm.ctpop.i32(i32 %a)\n%r = add i32 %p, %b");
  const std::string none = "\n%z = icmp eq i32 %a, 0\n%r = select i1 %z, i32 -1, i32 %n";
  add("v_ffbh_u32_e32" + one, "%n = call i32 @llvm.ctlz.i32(i32 %a, i1 false)" + none);
  add("v_ffbl_b32_e32" + one, "%n = call i32 @llvm.cttz.i32(i32 %a, i1 false)" + none);
  add("v_perm_b32" + three, call("amdgcn.perm", "i32 %a, i32 %b, i32 %c"));
  // The index into the table is a, b, c from bit 2 on: 0x36 is (a | c) ^ b, and 0xe8 the majority.
  add("v_bitop3_b32 $d, $a, $b, $c bitop3:0x36", "%p = or i32 %a, %c\n%r = xor i32 %p, %b");
  add("v_bitop3_b32 $d, $a, $b, $c bitop3:0xe8",
      "%x = and i32 %a, %b\n%y = and i32 %a, %c\n%z = and i32 %b, %c\n%w = or i32 %x, %y\n%r = or i32 %w, %z");
  add("v_cndmask_b32_e64 $d, $a, $b, $k", "%r = select i1 %k, i32 %b, i32 %a");
  // Parts of the operands.
  add("v_add_u32_sdwa $d, $a, $b dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2 src1_sel:DWORD",
      "%p = lshr i32 %a, 16\n%x = and i32 %p, 255\n%r = add i32 %x, %b");
  add("v_lshlrev_b32_sdwa $d, $a, sext($b) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:WORD_0",
      "%h = trunc i32 %b to i16\n%x = sext i16 %h to i32\n" + shift("shl", "%x", "%a", 32));
  // Carries.
  const auto carries = [&](const std::string& m, const std::string& ir, bool takes) {
    add(m + " $d, $m, $a, $b" + (takes ? ", $k" : ""), ir, "32 32 32 32", true);
  };
  carries("v_add_co_u32_e64", with_overflow("uadd"), false);
  carries("v_sub_co_u32_e64", with_overflow("usub"), false);
  carries("v_subrev_co_u32_e64",
          "%p = call {i32, i1} @llvm.usub.with.overflow.i32(i32 %b, i32 %a)\n%r = extractvalue {i32, i1} %p, 0\n%s = "
          "extractvalue "
          "{i32, i1} %p, 1",
          false);
  carries("v_addc_co_u32_e64", with_carry(true, "%a", "%b"), true);
  carries("v_subb_co_u32_e64", with_carry(false, "%a", "%b"), true);
  carries("v_subbrev_co_u32_e64", with_carry(false, "%b", "%a"), true);
  add("v_mad_u64_u32 $d, $m, $a, $b, $c",
      "%x = zext i32 %a to i64\n%y = zext i32 %b to i64\n%p = mul i64 %x, %y\n%q = call {i64, i1} "
      "@llvm.uadd.with.overflow.i64(i64 %p, i64 %c)\n%r = extractvalue {i64, i1} %q, 0\n%s = extractvalue {i64, i1} "
      "%q, 1",
      "64 32 32 64", true);
  add("v_mad_i64_i32 $d, s[70:71], $a, $b, $c",
      "%x = sext i32 %a to i64\n%y = sext i32 %b to i64\n%p = mul i64 %x, %y\n%r = add i64 %p, %c", "64 32 32 64");
  // Comparisons.
  for (const std::string bits : {"32", "64"}) {
    for (const std::string sign : {"s", "u"}) {
      for (const std::string test : {"lt", "le", "gt", "ge", "eq", "ne"}) {
        const std::string name = "v_cmp_" + test + "_" + (sign == "s" ? "i" : "u") + bits;
        const std::string icmp = (test == "eq" || test == "ne" ? "" : sign) + test;
        add(name + "_e64 $m, $a, $b", "%s = icmp " + icmp + " i" + bits + " %a, %b",
            bits == "64" ? all_wide : "32 32 32 32", true);
      }
    }
  }
  add("v_cmp_t_i32_e64 $m, $a, $b", "%s = icmp eq i32 0, 0", "32 32 32 32", true);
  add("v_cmp_f_u32_e64 $m, $a, $b", "%s = icmp ne i32 0, 0", "32 32 32 32", true);
}

}  // namespace

std::vector<InstructionCase> instruction_cases() {
  Cases out;
  scalar_cases(out);
  vector_cases(out);
  return out;
}

}  // namespace stretto::assembly
