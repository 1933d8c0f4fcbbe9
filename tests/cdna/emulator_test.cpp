// The emulator itself: small programs with known results.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "emulator/isa.hpp"

namespace stretto::cdna::emulator {
namespace {

struct Tile {
  static constexpr int first = 0;
  static constexpr int bytes = 64 * 1024;
};

using Isa = EmulatedIsa;

/// A workgroup with 4 KiB of global memory: byte i is i / 16 modulo 256.
class emulator : public testing::Test {
 protected:
  void SetUp() override {
    for (std::size_t i = 0; i < memory_.size(); ++i) memory_[i] = static_cast<unsigned char>(i / 16);
  }
  Outcome run(int waves, Landing landing, const std::function<void()>& body,
              RegisterReading registers = RegisterReading::explicit_waits, std::uint64_t seed = 2) {
    const Launch launch{Chip::gfx950, waves, Tile::bytes, poison, {{memory_.data(), memory_.size()}}};
    Workgroup workgroup(launch, {landing, registers, seed}, 0, 0);
    return workgroup.run(body);
  }
  Buffer buffer(unsigned bytes = 4096) { return Isa::buffer(memory_.data(), bytes); }
  static Isa::Int piece_of_lane() { return Isa::lane() * piece_bytes; }
  static void load_tile(const Buffer& from, int to = 0) { Isa::load_to_lds<Tile, 16>(from, to, piece_of_lane(), 0); }

  static constexpr unsigned char poison = 0xff;
  std::vector<unsigned char> memory_ = std::vector<unsigned char>(4096);
};

TEST_F(emulator, lands_a_load_at_its_wait_and_a_read_at_its_own) {
  int before = 0;
  int pending = 0;
  int after = 0;
  const Outcome outcome = run(1, Landing::late, [&] {
    Piece piece{};
    load_tile(buffer());
    Isa::read_lds<Tile>(piece, piece_of_lane());
    Isa::wait_lgkm<0>();
    before = piece.of[3][0];
    Isa::wait_vm<0>();
    Isa::read_lds<Tile>(piece, piece_of_lane());
    pending = piece.of[3][0];
    Isa::wait_lgkm<0>();
    after = piece.of[3][0];
  });
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(before, poison);
  EXPECT_EQ(pending, poison);
  EXPECT_EQ(after, 3);
}

TEST_F(emulator, samples_lds_when_a_read_lands) {
  for (const Landing landing : {Landing::late, Landing::early_loads, Landing::early_reads}) {
    int seen = -1;
    run(1, landing, [&] {
      Piece piece{};
      Isa::read_lds<Tile>(piece, piece_of_lane());
      load_tile(buffer());  // nothing keeps it from overtaking the read
      Isa::wait_lgkm<0>();
      seen = piece.of[5][0];
    });
    EXPECT_EQ(seen, landing == Landing::early_loads ? 5 : poison);
  }
}

TEST_F(emulator, leaves_as_many_in_flight_as_a_wait_says) {
  int first = 0;
  int second = 0;
  run(1, Landing::late, [&] {
    Piece pieces[2] = {};
    load_tile(buffer());
    Isa::wait_vm<0>();
    for (Piece& piece : pieces) Isa::read_lds<Tile>(piece, piece_of_lane());
    Isa::wait_lgkm<1>();
    first = pieces[0].of[1][0];
    second = pieces[1].of[1][0];
  });
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, poison);
}

TEST_F(emulator, lands_the_oldest_where_a_counter_is_full) {
  int landed = 0;
  run(1, Landing::late, [&] {
    std::vector<Piece> pieces(17);
    load_tile(buffer());
    Isa::wait_vm<0>();
    for (Piece& piece : pieces) Isa::read_lds<Tile>(piece, piece_of_lane());
    for (const Piece& piece : pieces) landed += piece.of[1][0] == 1;
  });
  EXPECT_EQ(landed, 2);  // 15 are in flight
}

TEST_F(emulator, drains_lds_operations_at_the_barrier_of_the_language_alone) {
  for (const bool draining : {false, true}) {
    int seen = 0;
    const Outcome outcome = run(2, Landing::late, [&] {
      Piece piece{};
      if (Isa::wave() == 0) {
        std::memset(piece.of, 7, sizeof piece.of);
        Isa::write_lds<Tile>(piece_of_lane(), piece);
      }
      draining ? Isa::draining_barrier() : Isa::barrier();
      if (Isa::wave() == 1) {
        Isa::read_lds<Tile>(piece, piece_of_lane());
        Isa::wait_lgkm<0>();
        seen = piece.of[0][0];
      }
    });
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(seen, draining ? 7 : poison);
  }
}

TEST_F(emulator, lets_a_write_keep_the_value_that_it_was_issued_with) {
  int seen = 0;
  run(1, Landing::late, [&] {
    Piece piece{};
    std::memset(piece.of, 7, sizeof piece.of);
    Isa::write_lds<Tile>(piece_of_lane(), piece);
    std::memset(piece.of, 8, sizeof piece.of);
    Isa::wait_lgkm<0>();
    Isa::read_lds<Tile>(piece, piece_of_lane());
    Isa::wait_lgkm<0>();
    seen = piece.of[0][0];
  });
  EXPECT_EQ(seen, 7);
}

TEST_F(emulator, refuses_loads_beyond_a_buffer) {
  for (const int offset : {0, 320}) {
    const Outcome outcome = run(1, Landing::late, [&] {
      Piece piece{};
      Isa::load(piece, buffer(160), piece_of_lane(), offset);
      Isa::wait_vm<0>();
    });
    EXPECT_NE(outcome.error.find("a load leaves its buffer"), std::string::npos) << outcome.error;
  }
  const Outcome outcome = run(1, Landing::late, [&] {
    load_tile(buffer(160));
    Isa::wait_vm<0>();
  });
  EXPECT_NE(outcome.error.find("a load leaves its buffer"), std::string::npos) << outcome.error;
}

TEST_F(emulator, drops_stores_beyond_a_buffer) {
  const Outcome outcome = run(1, Landing::late, [&] {
    Sums<4> sums{};
    for (float& sum : sums.of[0]) sum = 1.0F;
    Isa::store_one<4>(buffer(8), Isa::lane() * 2 + 4, sums, 0);
  });
  EXPECT_EQ(outcome.error, "");
  const unsigned char one[] = {0x80, 0x3f, 0x80, 0x3f};
  EXPECT_EQ(std::memcmp(memory_.data() + 4, one, sizeof one), 0);
  EXPECT_EQ(memory_[3] + memory_[8] + memory_[9], 0);
}

TEST_F(emulator, refuses_memory_that_is_not_the_kernels) {
  const Outcome outcome = run(1, Landing::late, [&] {
    Piece piece{};
    Isa::load(piece, buffer(1U << 20), piece_of_lane(), 4096);
    Isa::wait_vm<0>();
  });
  EXPECT_NE(outcome.error.find("not the kernel's"), std::string::npos) << outcome.error;
}

TEST_F(emulator, refuses_to_leave_an_object_of_lds) {
  const Outcome outcome = run(1, Landing::late, [&] { load_tile(buffer(), Tile::bytes - 16); });
  EXPECT_NE(outcome.error.find("leaves its object"), std::string::npos) << outcome.error;
}

TEST_F(emulator, reports_a_wave_that_waits_forever) {
  const Outcome outcome = run(4, Landing::late, [] {
    Isa::barrier();
    if (Isa::wave() == 2) Isa::barrier();
  });
  EXPECT_EQ(outcome.error, "wave 2 waits forever at its barrier 2");
}

TEST_F(emulator, makes_a_reader_wait_where_registers_are_interlocked) {
  for (const RegisterReading registers : {RegisterReading::explicit_waits, RegisterReading::interlocked}) {
    float sum = 0;
    run(
        1, Landing::late,
        [&] {
          Piece pieces[1] = {};
          Sums<4> sums{};
          load_tile(buffer());
          Isa::wait_vm<0>();
          Isa::read_lds<Tile>(pieces[0], piece_of_lane());
          Isa::multiply<Mfma::bf16_16x16x32>(sums, pieces, pieces, 0);
          sum = sums.of[0][0];
        },
        registers);
    EXPECT_EQ(std::isnan(sum), registers == RegisterReading::explicit_waits);
  }
}

TEST_F(emulator, counts_bank_conflicts) {
  for (const int lane_bytes : {16, 256}) {
    const Outcome outcome = run(2, Landing::late, [&] {
      Piece piece{};
      Isa::read_lds<Tile>(piece, Isa::lane() * lane_bytes);
    });
    EXPECT_EQ(outcome.bank_conflicts, lane_bytes == 16 ? 0 : 2 * 4 * 15);
  }
}

TEST_F(emulator, depends_on_its_seed_alone) {
  const auto order = [&](std::uint64_t seed) {
    std::string waves;
    run(
        8, Landing::random,
        [&] {
          for (int i = 0; i < 4; ++i) {
            waves += static_cast<char>('0' + Isa::wave());
            Isa::barrier();
          }
        },
        RegisterReading::explicit_waits, seed);
    return waves;
  };
  EXPECT_EQ(order(2), order(2));
  EXPECT_NE(order(2), order(4));
}

// --- time

TEST_F(emulator, gives_one_simd_to_waves_that_are_four_apart) {
  const auto cycles = [&](int waves) {
    return run(waves, Landing::modelled,
               [] {
                 const Piece pieces[1] = {};
                 Sums<4> sums{};
                 for (int i = 0; i < 100; ++i) Isa::multiply<Mfma::bf16_16x16x32>(sums, pieces, pieces, 0);
               })
        .cycles;
  };
  EXPECT_EQ(cycles(1), 99 * 16 + 4);
  EXPECT_EQ(cycles(4), cycles(1));
  EXPECT_NEAR(static_cast<double>(cycles(8)), 2.0 * static_cast<double>(cycles(1)), 16);
}

TEST_F(emulator, takes_the_modelled_latencies) {
  long load = 0;
  long read = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    load = run(1, Landing::modelled, [&] { load_tile(buffer()), Isa::wait_vm<0>(); }, {}, seed).cycles;
    read = run(
               1, Landing::modelled,
               [&] {
                 Piece piece{};
                 Isa::read_lds<Tile>(piece, piece_of_lane());
                 Isa::wait_lgkm<0>();
               },
               {}, seed)
               .cycles;
    EXPECT_TRUE(load >= 500 && load <= 800) << load;
    EXPECT_TRUE(read >= 64 && read <= 69) << read;
  }
}

TEST_F(emulator, lands_what_is_due_and_nothing_else) {
  int early = 0;
  int in_time = 0;
  run(1, Landing::modelled, [&] {
    Piece piece{};
    const Piece operands[1] = {};
    Sums<4> sums{};
    const auto read = [&] {
      Isa::read_lds<Tile>(piece, piece_of_lane());
      Isa::wait_lgkm<0>();
      return piece.of[3][0];
    };
    load_tile(buffer());
    early = read();
    for (int i = 0; i < 60; ++i) Isa::multiply<Mfma::bf16_16x16x32>(sums, operands, operands, 0);  // 960 cycles
    in_time = read();
  });
  EXPECT_EQ(early, poison);
  EXPECT_EQ(in_time, 3);
}

TEST_F(emulator, serves_lds_reads_of_all_waves_one_after_another) {
  const Outcome outcome = run(8, Landing::modelled, [] {
    Piece pieces[8] = {};
    for (Piece& piece : pieces) Isa::read_lds<Tile>(piece, piece_of_lane());
    Isa::wait_lgkm<0>();
  });
  EXPECT_GE(outcome.cycles, 63 * 4 + 64);
  EXPECT_LE(outcome.cycles, 63 * 4 + 69);
}

TEST_F(emulator, opens_a_barrier_for_the_last) {
  const Outcome outcome = run(2, Landing::modelled, [&] {
    if (Isa::wave() == 1) load_tile(buffer());
    Isa::wait_vm<0>();
    Isa::barrier();
  });
  EXPECT_GE(outcome.cycles, 500 + 16);
}

}  // namespace
}  // namespace stretto::cdna::emulator
