"""Triton kernels of the kinds that people pipeline, and how each is compiled and launched."""

from collections import namedtuple

import triton
import triton.language as tl


@triton.jit
def gemm(a, b, c, m, n, k, a_row, b_step, c_row, TM: tl.constexpr, TN: tl.constexpr, TK: tl.constexpr):
    tile = tl.program_id(0)
    rows = tile % tl.cdiv(m, TM) * TM + tl.arange(0, TM)
    columns = tile // tl.cdiv(m, TM) * TN + tl.arange(0, TN)
    depth = tl.arange(0, TK)
    a_tile = a + rows[:, None] * a_row + depth[None, :]
    b_tile = b + depth[:, None] * b_step + columns[None, :]
    total = tl.zeros((TM, TN), dtype=tl.float32)
    for _ in range(0, k, TK):
        total = tl.dot(tl.load(a_tile), tl.load(b_tile), total)
        a_tile += TK
        b_tile += TK * b_step
    tl.store(c + rows[:, None] * c_row + columns[None, :], total.to(tl.float16))


@triton.jit
def masked_gemm(a, b, c, m, n, k, a_row, b_column, c_row, TM: tl.constexpr, TN: tl.constexpr, TK: tl.constexpr):
    rows = tl.program_id(0) * TM + tl.arange(0, TM)
    columns = tl.program_id(1) * TN + tl.arange(0, TN)
    depth = tl.arange(0, TK)
    total = tl.zeros((TM, TN), dtype=tl.float32)
    for at in range(0, k, TK):
        inside = at + depth < k
        x = tl.load(a + rows[:, None] * a_row + (at + depth)[None, :], mask=(rows < m)[:, None] & inside[None, :], other=0.0)
        y = tl.load(b + columns[None, :] * b_column + (at + depth)[:, None], mask=(columns < n)[None, :] & inside[:, None], other=0.0)
        total = tl.dot(x, y, total)
    tl.store(c + rows[:, None] * c_row + columns[None, :], total.to(tl.float16),
             mask=(rows < m)[:, None] & (columns < n)[None, :])


@triton.jit
def attention(query, key, value, out, length, factor, head, TM: tl.constexpr, TN: tl.constexpr, D: tl.constexpr,
              CAUSAL: tl.constexpr):
    begin = tl.program_id(1) * head
    rows = tl.program_id(0) * TM + tl.arange(0, TM)
    columns = tl.arange(0, TN)
    inner = tl.arange(0, D)
    x = tl.load(query + begin + rows[:, None] * D + inner[None, :])
    highest = tl.full((TM,), -1.0e30, tl.float32)
    weight = tl.zeros((TM,), tl.float32)
    total = tl.zeros((TM, D), tl.float32)
    last = (tl.program_id(0) + 1) * TM if CAUSAL else length
    for at in range(0, last, TN):
        y = tl.load(key + begin + (at + columns)[None, :] * D + inner[:, None])
        score = tl.dot(x, y) * factor
        if CAUSAL:
            score = tl.where(rows[:, None] >= (at + columns)[None, :], score, -1.0e30)
        new = tl.maximum(highest, tl.max(score, 1))
        part = tl.exp2(score - new[:, None])
        old = tl.exp2(highest - new)
        weight = weight * old + tl.sum(part, 1)
        z = tl.load(value + begin + (at + columns)[:, None] * D + inner[None, :])
        total = tl.dot(part.to(tl.float16), z, total * old[:, None])
        highest = new
    tl.store(out + begin + rows[:, None] * D + inner[None, :], (total / weight[:, None]).to(tl.float16))


@triton.jit
def softmax(x, y, width, row, W: tl.constexpr):
    at = tl.arange(0, W)
    values = tl.load(x + tl.program_id(0) * row + at, mask=at < width, other=-1.0e30)
    powers = tl.exp(values - tl.max(values, 0))
    tl.store(y + tl.program_id(0) * row + at, powers / tl.sum(powers, 0), mask=at < width)


@triton.jit
def layer_norm(x, y, scale, width, row, W: tl.constexpr):
    at = tl.arange(0, W)
    values = tl.load(x + tl.program_id(0) * row + at, mask=at < width, other=0.0)
    mean = tl.sum(values, 0) / width
    apart = tl.where(at < width, values - mean, 0.0)
    spread = tl.sqrt(tl.sum(apart * apart, 0) / width + 1.0e-5)
    tl.store(y + tl.program_id(0) * row + at, apart / spread * tl.load(scale + at, mask=at < width), mask=at < width)


@triton.jit
def column_sums(x, y, height, row, TM: tl.constexpr, TN: tl.constexpr):
    columns = tl.program_id(0) * TN + tl.arange(0, TN)
    total = tl.zeros((TM, TN), tl.float32)
    for at in range(0, height, TM):
        total += tl.load(x + (at + tl.arange(0, TM))[:, None] * row + columns[None, :])
    tl.store(y + columns, tl.sum(total, 0))


@triton.jit
def transpose(x, y, x_row, y_row, T: tl.constexpr):
    i = tl.program_id(0) * T + tl.arange(0, T)
    j = tl.program_id(1) * T + tl.arange(0, T)
    tl.store(y + j[:, None] * y_row + i[None, :], tl.trans(tl.load(x + i[:, None] * x_row + j[None, :])))


Case = namedtuple("Case", "name function types constants values waves stages grid")


def gemms():
    types = dict(a="*fp16", b="*fp16", c="*fp16", m="i32", n="i32", k="i32", a_row="i32", b_step="i32", c_row="i32")
    for tm, tn, tk, waves, stages in [(64, 64, 32, 4, 1), (128, 128, 32, 4, 2), (128, 128, 64, 4, 3), (256, 128, 64, 8, 2),
                                      (256, 256, 32, 8, 3)]:
        values = dict(m=2 * tm, n=2 * tn, k=8 * tk, a_row=8 * tk, b_step=2 * tn, c_row=2 * tn)
        yield Case(f"gemm_{tm}x{tn}x{tk}_{stages}_stages", gemm, types, dict(TM=tm, TN=tn, TK=tk), values, waves, stages, [4, 1, 1])


def masked_gemms():
    types = dict(a="*fp16", b="*fp16", c="*fp16", m="i32", n="i32", k="i32", a_row="i32", b_column="i32", c_row="i32")
    for tm, tn, tk, waves, stages in [(64, 128, 32, 4, 2), (128, 128, 64, 8, 2)]:
        values = dict(m=2 * tm - 16, n=2 * tn, k=6 * tk, a_row=6 * tk, b_column=6 * tk, c_row=2 * tn)
        yield Case(f"masked_gemm_{tm}x{tn}x{tk}_{stages}_stages", masked_gemm, types, dict(TM=tm, TN=tn, TK=tk), values, waves,
                   stages, [2, 2, 1])


def attentions():
    types = dict(query="*fp16", key="*fp16", value="*fp16", out="*fp16", length="i32", factor="fp32", head="i32")
    for d, causal, waves, stages in [(64, False, 4, 1), (64, False, 4, 2), (64, True, 4, 2), (128, False, 8, 2),
                                     (128, True, 8, 1)]:
        yield Case(f"attention_{d}_{'causal' if causal else 'full'}_{waves}_waves_{stages}_stages", attention, types,
                   dict(TM=128, TN=64, D=d, CAUSAL=causal), dict(length=512, factor=0.1, head=512 * d), waves, stages, [4, 2, 1])


def others():
    row = dict(x="*fp32", y="*fp32", width="i32", row="i32")
    for width in (1024, 8192):
        yield Case(f"softmax_{width}", softmax, row, dict(W=width), dict(width=width - 24, row=width), 8, 1, [4, 1, 1])
    yield Case("layer_norm_2048", layer_norm, dict(x="*fp32", y="*fp32", scale="*fp32", width="i32", row="i32"), dict(W=2048),
               dict(width=2000, row=2048), 4, 1, [4, 1, 1])
    yield Case("column_sums_64x128", column_sums, dict(x="*fp32", y="*fp32", height="i32", row="i32"), dict(TM=64, TN=128),
               dict(height=512, row=512), 4, 2, [4, 1, 1])
    yield Case("transpose_64", transpose, dict(x="*fp16", y="*fp16", x_row="i32", y_row="i32"), dict(T=64),
               dict(x_row=256, y_row=256), 4, 1, [4, 4, 1])


def cases():
    return [*gemms(), *masked_gemms(), *attentions(), *others()]
