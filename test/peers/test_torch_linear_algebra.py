"""Factorizations of matrices of PyTorch, single ones and batches, and what is computed of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from peers.test_torch_modules import Case
from torch import Tensor, nn
from torch.export import Dim

import disc_shape

linalg = torch.linalg
N = Dim("n", min=1, max=64)
OPEN = Dim.AUTO  # PyTorch has conditions on sizes that a range does not give.


class Triangles(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        spd = x @ x.mT + torch.eye(x.shape[-1])
        lower, upper = linalg.cholesky(spd), linalg.cholesky(spd, upper=True)
        return (
            *(lower, upper, *linalg.cholesky_ex(spd), *linalg.cholesky_ex(-spd)[1:]),
            *(torch.cholesky_solve(x, lower), torch.cholesky_solve(x, upper, upper=True)),
            *(torch.cholesky_inverse(lower), linalg.solve_triangular(lower, x, upper=False)),
            linalg.solve_triangular(upper, x, upper=True, left=False, unitriangular=True),
        )


class Systems(nn.Module):
    """One matrix for many right sides, and vectors; a singular matrix has the determinant 0."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        regular, single = x + 3 * torch.eye(x.shape[-1]), x * 0
        factors, pivots = linalg.lu_factor(x)
        return (
            *(linalg.solve(regular, x), linalg.solve(regular, x[..., 0])),
            *(linalg.solve(regular, x, left=False), linalg.inv(regular), torch.inverse(regular)),
            *(linalg.det(x), *linalg.slogdet(x), torch.logdet(regular), linalg.det(single)),
            *(linalg.slogdet(single)[0], factors, pivots, linalg.inv_ex(single)[1] > 0),
            *(linalg.lu(x), linalg.lu_solve(factors, pivots, x)),
        )


class Orthogonal(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        tall, wide = x[..., :2], x[..., :2, :]
        found = [*(linalg.qr(x, mode) for mode in ("reduced", "complete", "r"))]
        found += [linalg.qr(one) for one in (tall, wide)]
        return (
            *(upper.abs() for _, upper in found),
            *(left @ upper for left, upper in found[:2] + found[3:]),
            linalg.qr(tall, mode="complete")[0].abs(),
        )


class Values(nn.Module):
    """What does not depend on the signs of vectors."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        even, tall = x + x.mT, x[..., :2]
        values, vectors = linalg.eigh(even)
        left, sizes, right = linalg.svd(tall, full_matrices=False)
        _, many, whole = linalg.svd(tall)
        complex_values, complex_vectors = linalg.eig(x)
        rebuilt = (complex_vectors * complex_values[..., None, :]) @ complex_vectors.mT
        return (
            *(values, (vectors * values[..., None, :]) @ vectors.mT, linalg.eigvalsh(even)),
            *(sizes, many, (left * sizes[..., None, :]) @ right, whole.abs()),
            *(linalg.svdvals(x), linalg.pinv(tall), linalg.pinv(even, hermitian=True)),
            linalg.matrix_norm(x, "nuc"),
            *(linalg.matrix_rank(tall), linalg.cond(x), linalg.eigvals(x).abs().sum(-1)),
            *(rebuilt.real.sum((-1, -2)) * 0, linalg.pinv(x, rtol=0.5)),
        )


class Powers(nn.Module):
    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        odd = x - x.mT
        return linalg.matrix_exp(x), linalg.matrix_exp(odd * 20), torch.matrix_exp(x * 0)


MODULES = [Triangles, Systems, Orthogonal, Values, Powers]


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("batched", [False, True])
@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_a_module(module: type[nn.Module], batched: bool, engine: str) -> None:
    def examples(b: int, m: int) -> tuple[Tensor, ...]:
        generator = torch.Generator().manual_seed(m)
        return (torch.randn(*((b, m, m) if batched else (m, m)), generator=generator),)

    shapes = {axis: OPEN for axis in range(3 if batched else 2)}
    case = Case(module, (shapes,), examples, [(2, 4), (1, 3), (3, 10)])
    case.check(engine)


def test_norms_by_singular_values() -> None:
    """PyTorch exports them for known sizes."""

    class Norms(nn.Module):
        def forward(self, x: Tensor) -> tuple[Tensor, ...]:
            last, first = (linalg.matrix_norm(x, ord) for ord in (2, -2))
            moved = linalg.matrix_norm(x.movedim(0, -1), 2, dim=(0, 1), keepdim=True)
            return last, first, moved, linalg.norm(x[0], "nuc"), linalg.norm(x[0], 2)

    case = Case(Norms, (None,), lambda: (torch.arange(24.0).sin().view(2, 3, 4),), [()])
    case.check("native")


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_matrices_of_one_element(engine: str) -> None:
    class One(nn.Module):
        def forward(self, x: Tensor) -> tuple[Tensor, ...]:
            return linalg.inv(x), linalg.det(x), linalg.cholesky(x * x), linalg.eigvalsh(x)

    shapes, sizes = ({0: N, 1: N},), [(2,), (1,)]
    Case(One, shapes, lambda n: (torch.eye(n) * 3,), sizes).check(engine)


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("function", [linalg.inv, linalg.cholesky])
def test_a_matrix_without_a_factor_is_refused(
    function: Callable[[Tensor], Tensor], engine: str
) -> None:
    class Factored(nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return function(x)

    shapes = ({0: N, 1: N},)
    traced = disc_shape.from_torch(Factored(), (torch.eye(3),), dynamic_shapes=shapes)
    run = disc_shape.compile(traced, engine=engine)
    run(torch.eye(5))
    name = f"linalg.{function.__name__.removeprefix('linalg_')}"
    with pytest.raises(disc_shape.GuardError, match=f"expected matrices that '{name}' can factor"):
        run(-torch.eye(5) * (torch.arange(5) > 0))
