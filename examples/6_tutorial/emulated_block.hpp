// A block on a CPU, with numbers: every thread copies, reads and multiplies as layout.hpp says. A copy lands as late as
// possible, at the wait for its group; until then its destination holds NaN. So a read that is too early, or a write
// over data that is still needed, gives a wrong sum. The threads run in lockstep: interleavings are checked by the
// verifier.
#pragma once

#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <vector>

#include "layout.hpp"

namespace tutorial {

/// Of a matrix with rows of k elements.
struct Matrix {
  int k = 0;
  std::vector<float> elements;

  [[nodiscard]] float at(int row, int column) const {
    return elements[static_cast<std::size_t>(row) * static_cast<std::size_t>(k) + static_cast<std::size_t>(column)];
  }
};

class EmulatedBlock {
 public:
  /// The tile of C at these tile coordinates.
  EmulatedBlock(int slots_a, int slots_b, const Matrix& a, const Matrix& b, int tile_row, int tile_column)
      : a_{&a, tile_row * tile_m, a_bytes, a_copies, memory(slots_a * a_bytes)},
        b_{&b, tile_column * tile_n, b_bytes, b_copies, memory(slots_b * b_bytes)},
        lanes_(threads) {}

  void load(int tile) {
    for (Operand* operand : {&a_, &b_}) {
      for (const Landing& landing : copies(*operand, tile, 0)) land(landing);
    }
  }
  void copy_a(int tile, int slot) { begin(a_, tile, slot); }
  void copy_b(int tile, int slot) { begin(b_, tile, slot); }
  void commit() {
    groups_.push_back(open_);
    open_.clear();
  }
  template <int Pending>
  void wait() {
    for (; groups_.size() > Pending; groups_.pop_front()) {
      for (const Landing& landing : groups_.front()) land(landing);
    }
  }
  void barrier() {}

  template <int Part>
  void read(int slot_a, int slot_b) {
    for (int warp = 0; warp < threads; warp += 32) {
      for (int i = 0; i < a_mmas; ++i) {
        load_matrices(
            warp, a_, slot_a, [&](int thread) { return a_place(thread, i, Part); },
            [&](int thread) -> Registers& { return lane(thread).a[Part][i]; });
      }
      for (int j = 0; j < b_mmas / 2; ++j) {
        load_matrices(
            warp, b_, slot_b, [&](int thread) { return b_place(thread, j, Part); },
            [&](int thread) -> Registers& { return lane(thread).b[Part][j]; });
      }
    }
  }

  template <int Part>
  void multiply() {
    for (int warp = 0; warp < threads; warp += 32) {
      for (int i = 0; i < a_mmas; ++i) {
        for (int j = 0; j < b_mmas; ++j) mma(warp, Part, i, j);
      }
    }
  }

  static std::size_t in_tile(int row, int column) {
    return static_cast<std::size_t>(row) * tile_n + static_cast<std::size_t>(column);
  }
  /// The tile of C, row by row; NaN for elements that no lane holds.
  [[nodiscard]] std::vector<float> tile_of_c() const {
    std::vector<float> c(static_cast<std::size_t>(tile_m) * tile_n, nothing);
    for (int thread = 0; thread < threads; ++thread) {
      for (int i = 0; i < a_mmas; ++i) {
        for (int j = 0; j < b_mmas; ++j) {
          for (int e = 0; e < 4; ++e) {
            c[in_tile(sum_row(thread, i, e), sum_column(thread, j, e))] =
                lanes_[static_cast<std::size_t>(thread)].sums[i][j][e];
          }
        }
      }
    }
    return c;
  }

 private:
  static constexpr float nothing = std::numeric_limits<float>::quiet_NaN();
  using Registers = std::array<std::array<float, 2>, 4>;  // four registers of two bf16

  struct Lane {
    Registers a[parts][a_mmas] = {};
    Registers b[parts][b_mmas / 2] = {};
    float sums[a_mmas][b_mmas][4] = {};
  };
  struct Operand {
    const Matrix* from;
    int first_row;
    int slot_bytes;
    int copies;
    std::vector<float> shared;  // an element for every two bytes
  };
  /// A piece in flight: eight elements.
  struct Landing {
    Operand* operand;
    int at;  // byte of shared memory
    int row;
    int column;
  };

  static std::vector<float> memory(int bytes) {
    return std::vector<float>(static_cast<std::size_t>(bytes / 2), nothing);
  }
  Lane& lane(int thread) { return lanes_[static_cast<std::size_t>(thread)]; }
  static float& element(Operand& operand, int byte) { return operand.shared.at(static_cast<std::size_t>(byte / 2)); }

  static std::vector<Landing> copies(Operand& operand, int tile, int slot) {
    std::vector<Landing> all;
    for (int thread = 0; thread < threads; ++thread) {
      for (int c = 0; c < operand.copies; ++c) {
        const int to = slot * operand.slot_bytes + offset(copied_row(thread), copied_piece(thread));
        all.push_back({&operand, to + c * rows_at_once * row_bytes,
                       operand.first_row + copied_row(thread) + c * rows_at_once,
                       tile * tile_k + copied_piece(thread) * piece_elements});
      }
    }
    return all;
  }
  void begin(Operand& operand, int tile, int slot) {
    for (const Landing& landing : copies(operand, tile, slot)) {
      for (int e = 0; e < piece_elements; ++e) element(operand, landing.at + 2 * e) = nothing;
      open_.push_back(landing);
    }
  }
  static void land(const Landing& landing) {
    for (int e = 0; e < piece_elements; ++e) {
      element(*landing.operand, landing.at + 2 * e) = landing.operand->from->at(landing.row, landing.column + e);
    }
  }

  /// ldmatrix.x4: lanes 8r to 8r + 7 name the rows of matrix r; lane l gets elements 2 (l % 4) and the next of row l /
  /// 4 of each.
  template <class PlaceOf, class RegistersOf>
  static void load_matrices(int warp, Operand& operand, int slot, PlaceOf place_of, RegistersOf registers_of) {
    for (int lane = 0; lane < 32; ++lane) {
      for (int r = 0; r < 4; ++r) {
        const Place place = place_of(warp + r * 8 + lane / 4);
        const int row = slot * operand.slot_bytes + offset(place.row, place.piece);
        for (int e = 0; e < 2; ++e) {
          registers_of(warp + lane)[static_cast<std::size_t>(r)][static_cast<std::size_t>(e)] =
              element(operand, row + (lane % 4 * 2 + e) * 2);
        }
      }
    }
  }

  /// mma.m16n8k16: where each lane has its part of A, B and C (PTX ISA, figures of the fragments).
  void mma(int warp, int part, int i, int j) {
    float a[16][16], b[16][8];
    for (int l = 0; l < 32; ++l) {
      const Lane& own = lane(warp + l);
      for (std::size_t e = 0; e < 2; ++e) {
        const int k = l % 4 * 2 + static_cast<int>(e);
        for (std::size_t r = 0; r < 4; ++r)
          a[l / 4 + r % 2 * 8][k + static_cast<int>(r) / 2 * 8] = own.a[part][i][r][e];
        for (std::size_t r = 0; r < 2; ++r) {
          b[k + static_cast<int>(r) * 8][l / 4] = own.b[part][j / 2][static_cast<std::size_t>(j % 2 * 2) + r][e];
        }
      }
    }
    for (int l = 0; l < 32; ++l) {
      for (int e = 0; e < 4; ++e) {
        const int row = l / 4 + e / 2 * 8, column = l % 4 * 2 + e % 2;
        for (int k = 0; k < 16; ++k) lane(warp + l).sums[i][j][e] += a[row][k] * b[k][column];
      }
    }
  }

  Operand a_, b_;
  std::vector<Lane> lanes_;
  std::vector<Landing> open_;  // not committed to a group yet
  std::deque<std::vector<Landing>> groups_;
};

}  // namespace tutorial
