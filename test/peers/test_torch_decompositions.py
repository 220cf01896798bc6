"""What PyTorch computes by operations that torch-mlir does not lower, or lowers to others."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from peers.test_torch_modules import Case
from torch import Tensor, nn
from torch.export import Dim
from torch.nn import functional

import disc_shape

rand = torch.randn
B, S, N = Dim("b", min=1, max=64), Dim("s", min=1, max=64), Dim("n", min=2, max=64)
H, W = Dim("h", min=4, max=64), Dim("w", min=4, max=64)


class Recurrent(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(8, 6, batch_first=True, num_layers=2, bidirectional=True)
        self.gru, self.rnn = nn.GRU(8, 5, batch_first=True), nn.RNN(8, 4, batch_first=True)

    def forward(self, x: Tensor) -> tuple[object, ...]:
        return self.lstm(x), self.gru(x), self.rnn(x)


class Ordered(nn.Module):
    """Whole numbers, so that there are equal elements, and NaN among them."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        rows = torch.where(x > 2.5, float("nan"), torch.round(x))
        return (
            *torch.sort(rows, dim=1, stable=True),
            *torch.sort(rows, dim=-1, descending=True, stable=True),
            torch.sort((x * 3).int(), 0)[0],
            torch.argsort(x, 1),
            torch.topk(x, 2, 1)[0],
            *torch.topk(x, 2, 1, largest=False),
            torch.kthvalue(x, 2, 1)[0],
            rows.median(1)[0],
            x.median(0, keepdim=True)[0],
            torch.quantile(x, 0.3, dim=1),
        )


class Kinds(nn.Module):
    """Numbers of two types, of which one does not hold the other."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        octets, short, long = (x * x * 20).to(torch.uint8), (x * 20).to(torch.int8), x.long()
        rows = [octets, short, x > 0, long, octets.view(-1).long()[0], x]
        found = [one(a, b) for a in rows for b in rows for one in (torch.lt, torch.ge, torch.eq)]
        return (*found, octets % -7, octets % 200, octets % 2.5)


class Running(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        return (
            x.cumprod(1),
            (x * 2).int().cumprod(0),
            (x * 2).cumprod(0, dtype=torch.int32),
            (x > 0).cumprod(1, dtype=torch.uint8),
            (x[0, 0] * 3).int().cumprod(0),
            torch.any((x * x * 3).to(torch.uint8), 1),
            torch.any((x * x * 3).to(torch.uint8)),
            torch.logcumsumexp(x, -1),
            *torch.cummax(torch.round(x), 1),
            *(*torch.cummin(x, 0), *torch.cummin(x[0, 0], 0)),
            *(*torch.cummax((x * 2).long(), 1), *torch.cummin((x * 2).int(), 0)),
            *torch.cummin((x * x * 3).to(torch.uint8), 1),
        )


class Numbers(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.product = nn.Bilinear(3, 4, 5)

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        whole = (x * 10).int()
        zeros = torch.where(x > 0, -0.0, 0.0)
        size = x.shape[0]
        return (
            *(size - x, size - whole, size / 2 - whole, 1.5 - x, 2 - whole, size // (whole | 1)),
            torch.div(size, x * x + 0.5, rounding_mode="floor"),
            torch.div(size, whole * 2 + 1, rounding_mode="trunc"),
            *(whole & 5, whole | size, whole ^ -3, 6 & whole, size | whole, 9 ^ whole),
            *((x > 0) & 3, (x > 0) | True, size << abs(whole % 4), 1000 >> whole % 4),
            *(whole[:, :1] << whole % 3, whole.long() >> abs(whole[0]) % 3),
            *(whole.to(torch.uint8) >> 1, whole.to(torch.uint8) >> whole % 9),
            *(x % 3, x % -3, torch.remainder(5, x), torch.remainder(x, x * x + 0.5)),
            *(whole % 3, whole % -3, torch.remainder(whole, 2 * whole + 1), whole.fmod(-3)),
            *(x.fmod(2), torch.fmod(x, x * x + 0.5), whole >> 1, whole << 2),
            *(torch.hypot(x * 1e30, x * 1e30), torch.hypot(zeros, zeros)),
            *(torch.copysign(x, -x), torch.copysign(x, zeros)),
            *(torch.signbit(x), torch.signbit(zeros), torch.signbit(whole), torch.isfinite(whole)),
            *(torch.reciprocal(1 + whole * whole), torch.xlogy(x, 2.0), torch.xlogy(2, x * x)),
            *(self.product(x[:, :3], x[:, -4:]), *torch.std_mean(x, 0), *torch.var_mean(x, (0, 1))),
        )


class Distances(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        whole, odd = (x * 5).int(), torch.where(x > 1, float("inf"), torch.sqrt(x))
        norm, inf = torch.linalg.norm, float("inf")
        return (
            *(torch.isclose(x, x + 1e-6), torch.isclose(x, x * 1.2, rtol=0.2, atol=0.0)),
            *(torch.isclose(odd, odd), torch.isclose(odd, odd + 1e-7, equal_nan=True)),
            *(torch.isclose(whole, whole + 1, rtol=0.5), torch.isclose(whole, whole, 0, 0)),
            *(whole.mean(dtype=torch.float32), whole.mean(1, True, dtype=torch.float64)),
            *(norm(x), norm(x, dim=1), norm(x, "fro"), norm(x, 3, 1, True), norm(x, -inf, dim=0)),
            *(norm(x, 1), norm(x, -1), norm(x.T, inf), norm(x, -inf, (1, 0), True)),
            *(torch.linalg.matrix_norm(x), torch.linalg.matrix_norm(x.T, inf)),
        )


class Places(nn.Module):
    """Elements that are combined where they are written; 3 is written nowhere."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        index, zeros = (x > 0).long() * 2, torch.ones(4, 8)
        kinds = ("sum", "prod", "amax", "amin", "mean")
        found = [zeros.scatter_reduce(0, index, x, one) for one in kinds]
        found += [zeros.scatter_reduce(0, index, x, one, include_self=False) for one in kinds]
        found += [zeros.scatter(0, index, x, reduce=one) for one in ("add", "multiply")]
        found += [zeros.scatter(0, index, 3, reduce="multiply")]
        rows, ones, inside = x[:, 0].long().clamp(0, 2), torch.ones(4, 8), torch.tensor([2, -3])
        found += [ones.index_reduce(0, rows, x, one) for one in ("prod", "amax", "mean")]
        found += [x.index_reduce(1, torch.tensor([0, 0, 3]), x[:, :3], "amin", include_self=False)]
        found += [x.put(inside, x[0, :2]), x.put(inside[:, None], x[1:3, :1], accumulate=True)]
        table = x @ x.T
        diagonals = (table.diagonal(), table.diagonal(1), table.diagonal(-1))
        return (*found, *diagonals)


class Bags(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.bags = nn.ModuleList(
            [
                nn.EmbeddingBag(10, 4, mode="sum"),
                nn.EmbeddingBag(10, 4, mode="mean", padding_idx=2),
                nn.EmbeddingBag(10, 4, mode="max", padding_idx=3),
            ]
        )

    def forward(self, x: Tensor, y: Tensor, offsets: Tensor) -> tuple[Tensor, ...]:
        return *(bag(x) for bag in self.bags), self.bags[0](y, offsets)


class Resized(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        sizes = (x.shape[2] + 1, 2 * x.shape[3])
        return (
            functional.interpolate(x, size=(5, 20), mode="bilinear"),
            functional.interpolate(x, size=sizes, mode="bilinear", align_corners=True),
            functional.interpolate(x, size=(1, 1), mode="bilinear", align_corners=True),
            functional.interpolate(x, scale_factor=2, mode="bilinear"),
            functional.interpolate(x, scale_factor=2, mode="bicubic"),
            functional.interpolate(x, size=(5, 20), mode="bicubic", align_corners=True),
            functional.interpolate(x[:, 0], size=7, mode="linear"),
            *functional.adaptive_max_pool2d(x, 1, return_indices=True),
            functional.adaptive_max_pool1d(x[:, 0], 1),
            functional.adaptive_avg_pool1d(x[:, 0], 1),
            functional.adaptive_avg_pool2d(x.permute(0, 2, 3, 1).relu().permute(0, 3, 1, 2), 1),
            functional.adaptive_avg_pool3d(x[:, None], 1),
        )


class Scaled(nn.Module):
    """Images whose sizes are those before times 1.5 or a half, rounded down."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        found = [
            functional.interpolate(
                x, scale_factor=(1.5, 0.5), mode=mode, recompute_scale_factor=again
            )
            for mode in ("nearest", "bilinear", "bicubic")
            for again in (False, True)
        ]
        corners = functional.interpolate(x, scale_factor=1.25, mode="bilinear", align_corners=True)
        return *found, corners, functional.interpolate(x[:, 0], scale_factor=2.5, mode="linear")


class Signals(nn.Module):
    """Windows of known sizes; distances, means of integers and their floor."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        whole, places = (x * 5).long(), (x.abs() * 9).long() % x.shape[1]
        return (
            *(torch.hann_window(5) * x[:, :1], torch.hamming_window(1), torch.bartlett_window(6)),
            *(torch.hamming_window(8, periodic=False), torch.hamming_window(7, True, 0.6, 0.3)),
            *(torch.blackman_window(9), torch.bartlett_window(4, False, dtype=torch.float64)),
            *(torch.dist(x, x * 2), torch.dist(x, x[0], 1), torch.dist(x, x[:, :1], float("inf"))),
            *(torch.addmv(x[:, 0], x, x[0], beta=0.5, alpha=2), whole.clamp(-1, 1.5)),
            *(whole.clamp(min=0), whole.scatter_reduce(1, places, whole, "mean")),
            whole.scatter_reduce(1, places, whole, "mean", include_self=False),
        )


def integers(limit: int, *sizes: int) -> Tensor:
    return torch.randint(0, limit, sizes)


IMAGES = [(2, 7, 9), (1, 4, 4), (3, 5, 12)]


class Divisors(nn.Module):
    """Of every type, with 0, the least number, and neighbours in Fibonacci's sequence."""

    def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        most = torch.tensor([-(2**63), 7540113804746346429, 0, 0, 12])
        others = torch.tensor([6, 4660046610375530309, 0, -7, 18])
        bytes_ = (x % 256).to(torch.uint8), (y % 256).to(torch.uint8)
        kinds = (torch.int8, torch.int16, torch.int32)
        narrow = [(x.to(kind), (y % 100 - 50).to(kind)) for kind in kinds]
        pairs = [(x, y), (x[:, :1], y), (most + 0 * x[0, 0], others), *narrow, bytes_]
        found = [(torch.gcd(*pair), torch.lcm(*pair)) for pair in pairs]
        return *(one for pair in found for one in pair), torch.lcm(narrow[0][0], narrow[1][1])


CASES = [
    Case(
        Divisors,
        ({0: B}, {0: B}),
        lambda b: (integers(20000, b, 8) - 9999, integers(300, b, 8) - 150),
        [(3,), (1,), (7,)],
    ),
    Case(Recurrent, ({0: B},), lambda b: (rand(b, 4, 8),), [(3,), (1,), (7,)]),
    Case(Ordered, ({0: B, 1: N},), lambda b, n: (rand(b, n) * 2,), [(3, 5), (1, 2), (4, 30)]),
    Case(Kinds, ({0: B},), lambda b: (rand(b, 9),), [(3,), (1,), (9,)]),
    Case(Running, ({0: B, 1: S},), lambda b, s: (rand(b, s),), [(3, 5), (1, 1), (4, 9)]),
    Case(Numbers, ({0: N},), lambda n: (rand(n, 4),), [(5,), (2,), (9,)]),
    Case(Distances, ({0: H},), lambda n: (rand(n, 3),), [(5,), (4,), (9,)]),
    Case(Places, ({0: H},), lambda n: (rand(n, 8),), [(5,), (4,), (11,)]),
    Case(
        Bags,
        ({0: B, 1: S}, {0: N}, {0: H}),
        lambda b, s, n, h: (
            integers(10, b, s),
            integers(10, n),
            torch.cat([torch.zeros(1, dtype=torch.long), integers(n, h - 1).sort()[0]]),
        ),
        [(3, 5, 7, 4), (1, 1, 2, 5), (4, 2, 9, 4)],
    ),
    Case(Signals, ({0: B, 1: S},), lambda b, s: (rand(b, s),), [(3, 5), (1, 1), (4, 7)]),
    Case(Resized, ({0: B, 2: H, 3: W},), lambda b, h, w: (rand(b, 3, h, w),), IMAGES),
    Case(Scaled, ({0: B, 2: H, 3: W},), lambda b, h, w: (rand(b, 3, h, w),), IMAGES),
]


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.module.__name__)
def test_a_module(case: Case, engine: str) -> None:
    case.refuse_empty(case.check(engine))


@pytest.mark.parametrize("examples", [(3, 3), (4, 6)])
def test_diagonals_of_rectangles(examples: tuple[int, int]) -> None:
    """Sizes that are equal in examples alone are not equal."""

    class Diagonal(nn.Module):
        def forward(self, x: Tensor) -> tuple[Tensor, ...]:
            return torch.diagonal(x), torch.diagonal_scatter(x, 2 * torch.diagonal(x))

    case = Case(
        Diagonal, ({0: B, 1: S},), lambda b, s: (rand(b, s),), [examples, (2, 5), (6, 4), (1, 1)]
    )
    case.check("native")


def test_diagonals_of_known_sizes() -> None:
    class Diagonals(nn.Module):
        def forward(self, x: Tensor) -> tuple[Tensor, ...]:
            places = [-2, -1, 0, 2, 5]
            scattered = [torch.diagonal_scatter(x[0], x[0, 0, 0].repeat(3), n) for n in (0, 3)]
            scattered += [torch.diagonal_scatter(x, x[:, 0, :3], n, 2, 1) for n in (0, -1)]
            return (*(torch.diagonal(x, n, 1, 2) for n in places), *scattered)

    Case(Diagonals, ({0: B},), lambda b: (rand(b, 3, 6),), [(2,), (1,)]).check("native")


def test_labels_behind_a_negative_one_do_not_count() -> None:
    """The decomposition of PyTorch takes the class 0 for each of them."""

    class Margins(nn.Module):
        def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
            kinds, margin = ("none", "sum", "mean"), functional.multilabel_margin_loss
            found = [margin(x, y, reduction=kind) for kind in kinds]
            return (*found, *(margin(x[0], y[0], reduction=kind) for kind in kinds))

    labels = [[1, 3, -1, 0, 2], [0, 1, 2, 3, 4], [-1, 1, 2, 3, 0], [4, 4, 0, -1, -1]]
    case = Case(
        Margins,
        ({0: B}, {0: B}),
        lambda b: (rand(b, 5), torch.tensor(labels).repeat(2, 1)[:b]),
        [(4,), (1,), (7,)],
    )
    case.check("native")


def test_signs_of_zeros_and_infinities() -> None:
    class Signs(nn.Module):
        def forward(self, x: Tensor) -> tuple[Tensor, ...]:
            found = torch.copysign(torch.ones_like(x), x), torch.hypot(x, x * 0), x % 2, x % -2
            return *found, x.fmod(2), torch.remainder(3, x), x % torch.flip(x, (0,))

    values = torch.tensor([0.0, -0.0, float("inf"), float("-inf"), 4.0, -4.0, -1.0])
    module, n = Signs(), Dim("n", min=1)
    traced = disc_shape.from_torch(module, (values,), dynamic_shapes=({0: n},))
    found = disc_shape.compile(traced, engine="reference")(values)
    for one, other in zip(found, module(values), strict=True):
        wanted = other.numpy()
        np.testing.assert_array_equal(one, wanted)
        signs = np.signbit(one[~np.isnan(one)]), np.signbit(wanted[~np.isnan(wanted)])
        np.testing.assert_array_equal(*signs)


def test_remainders_are_exact() -> None:
    """Of quotients that no float tells from others, and by sizes."""

    class Remainders(nn.Module):
        def forward(self, x: Tensor) -> tuple[Tensor, ...]:
            places = torch.arange(x.shape[0])
            return x % 0.7, x.fmod(0.7), x % -3, x.fmod(x * x + 1), (5 * places) % x.shape[0]

    module, n = Remainders(), Dim("n", min=1)
    traced = disc_shape.from_torch(module, (rand(5),), dynamic_shapes=({0: n},))
    run = disc_shape.compile(traced, engine="native")
    for count in (5, 1, 200):
        values = rand(count) * 1e9
        for one, other in zip(run(values), module(values), strict=True):
            np.testing.assert_array_equal(one, other.numpy())


SIZES = [(0, 4), (3, 0), (0, 0), (1, 1)]


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_no_elements(engine: str) -> None:
    class Empty(nn.Module):
        def forward(self, x: Tensor) -> tuple[Tensor, ...]:
            return (
                *(x.cumsum(1), x.cumprod(0), x.cumprod(1), *torch.var_mean(x, 1, correction=0)),
                *(x % 3, x.fmod(3), torch.hypot(x, x), torch.copysign(x, -x)),
            )

    b, s = Dim("b", min=0, max=64), Dim("s", min=0, max=64)
    case = Case(Empty, ({0: b, 1: s},), lambda b, s: (rand(b, s),), SIZES)
    module = Empty()
    traced = disc_shape.from_torch(module, (rand(3, 5),), dynamic_shapes=case.shapes)
    case.compare(disc_shape.compile(traced, engine=engine), module)


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_sorts_of_no_elements(engine: str) -> None:
    class Sorted(nn.Module):
        def forward(self, x: Tensor) -> tuple[Tensor, ...]:
            return *torch.sort(x, 1), *torch.sort(x, 0, descending=True)

    b, s = Dim("b", min=0, max=64), Dim("s", min=0, max=64)
    case = Case(Sorted, ({0: b, 1: s},), lambda b, s: (rand(b, s),), SIZES)
    traced = disc_shape.from_torch(Sorted(), (rand(3, 5),), dynamic_shapes=case.shapes)
    case.compare(disc_shape.compile(traced, engine=engine), Sorted())


class Few(nn.Module):
    """The first few of rows with NaN, of bytes, and of what is no more than there is."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        rows = torch.where(x > 1, float("nan"), torch.round(x))
        octets, signs = (x * x * 60).clamp(max=255).to(torch.uint8), (x * 0).copysign(x)
        return (
            *(rows.topk(2, 1)[0], rows.topk(2, 0, largest=False)[0], octets.topk(2)[0]),
            *(octets.topk(2, largest=False)[0], x.long().topk(2, largest=False)[0]),
            *(*x.topk(2), *x.half().topk(2, 0), signs.topk(1)[0]),
        )


@pytest.mark.parametrize("engine", ["reference", "native", "iree"])
def test_the_first_few(engine: str) -> None:
    shapes, sizes = ({0: Dim("b", min=2, max=64), 1: N},), [(3, 5), (2, 2), (7, 9)]
    run = Case(Few, shapes, lambda b, n: (rand(b, n),), sizes).check(engine)
    with pytest.raises(disc_shape.GuardError):
        run(rand(3, 1))
