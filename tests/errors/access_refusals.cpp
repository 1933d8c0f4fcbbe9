#include "refusal.hpp"

namespace stretto::errors {

namespace {

/// Op 0 writes a tile `ahead` iterations before op 1 reads it, in a ring of `slots`.
Diagnostic ring(int slots, int ahead) {
  AccessMap map;
  const int tile = map.add_buffer({"tile", Space::shared, slots, 1});
  map.write(0, 0, tile, 0, ahead);
  map.read(1, 0, tile, 0, 0);
  return derive_dependences(map).error;
}

Diagnostic read_alone(bool write_other_subtile) {
  AccessMap map;
  const int tile = map.add_buffer({"tile", Space::shared, 2, 1});
  if (write_other_subtile) map.write(0, 0, tile, 1, 1);
  map.read(3, 0, tile, 0, 5);
  return derive_dependences(map).error;
}

Diagnostic own_version() {
  AccessMap map;
  const int sum = map.add_buffer({"sum", Space::registers, 1, 1});
  map.read(2, 0, sum, 0, 0);
  map.write(2, 0, sum, 0, 0);
  return derive_dependences(map).error;
}

Diagnostic changed_ping_pong(int op, KOffsetKind offset) {
  const PingPongSchedule schedule;
  Vector<OpDesc> body = schedule.build_body().value;
  body[op].k_offset = offset;
  return double_buffer_access_map(body, schedule.config(), FragmentLayout::ping_pong()).error;
}

}  // namespace

std::vector<Refusal> access_refusals() {
  return {
      {"one_iteration_late", Rule::read_before_write, -1, 0, {0, 1}, [] { return ring(2, -1); }},
      {"its_own_version", Rule::read_before_write, 0, 0, {2, 2}, own_version},
      {"no_writer", Rule::never_written, 5, 0, {3}, [] { return read_alone(false); }},
      {"writer_of_another_subtile", Rule::never_written, 5, 0, {3}, [] { return read_alone(true); }},
      {"ring_too_short", Rule::overwritten_early, -1, 0, {1, 0}, [] { return ring(2, 3); }},
      {"odd_tile_in_stage_0", Rule::slot_mismatch, 0, 1, {5}, [] { return changed_ping_pong(5, KOffsetKind::k1); }},
  };
}

}  // namespace stretto::errors
