"""Systems of linear equations in PyTorch, and the triangular factors that solve them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from disc_shape.dialects.hlo.linear_algebra import CholeskyOp, TriangularSolveOp
from disc_shape.frontends.torch_arithmetic import Scalar, Tensor
from disc_shape.frontends.torch_operators import operators

CHECK = "aten::_linalg_check_errors"
"""What reads the statuses of factorizations."""


@contextmanager
def checks_decomposed(torch: ModuleType) -> Generator[None]:
    """Let checks of statuses be decomposed: PyTorch keeps their order by tokens otherwise."""
    holder = torch._library.simple_registry.singleton.find(CHECK).effect
    effect = holder.effect
    holder.register(None)
    try:
        yield
    finally:
        holder.register(effect)


@dataclass
class Systems:
    """Matrices of real numbers, batched over the dimensions before the last two."""

    torch: ModuleType

    def decompositions(self) -> dict[object, Callable[..., object]]:
        """Those of real numbers; complex matrices are left to torch-mlir, which refuses them."""
        aten = self.torch.ops.aten
        real: dict[object, Callable[..., object]] = {
            aten.linalg_cholesky_ex.default: self.cholesky,
            aten.linalg_lu_factor_ex.default: self.lu_factors,
            aten.linalg_lu.default: self.lu,
            aten._linalg_solve_ex.default: self.solve,
            aten.linalg_lu_solve.default: self.lu_solve,
            aten.linalg_inv_ex.default: self.inverse,
            aten._linalg_det.default: self.determinant,
            aten._linalg_slogdet.default: self.logarithm_of_determinant,
            aten.linalg_slogdet.default: self.sign_and_logarithm,
            aten.linalg_solve_triangular.default: self.solve_triangular,
            aten.cholesky_solve.default: self.cholesky_solve,
            aten.cholesky_inverse.default: self.cholesky_inverse,
        }
        return {
            aten._linalg_check_errors.default: self.check,
            aten.addmv.default: self.vector_added,
            **{op: self.of_real(written) for op, written in real.items()},
        }

    def of_real(self, written: Callable[..., object]) -> Callable[..., object]:
        """A decomposition of matrices of f32 or f64."""
        kinds = (self.torch.float32, self.torch.float64)

        def decompose(x: Tensor, *rest: object, **keywords: object) -> object:
            return written(x, *rest, **keywords) if x.dtype in kinds else NotImplemented

        return decompose

    def call(self, name: str, *operands: Tensor) -> Any:
        """The results of a routine of LAPACK."""
        return getattr(operators(self.torch).found, name).default(*operands)

    def check(self, status: Tensor, name: str, *, is_matrix: bool) -> None:
        """`_linalg_check_errors`: none of the matrices has another status than 0."""
        message = f"expected matrices that '{name}' can factor, found one that it cannot"
        self.torch.ops.aten._assert_async.msg(self.torch.all(status == 0), message)

    def triangle(
        self, x: Tensor, y: Tensor, lower: bool, *, left: bool = True, unit: bool = False
    ) -> Tensor:
        """The solution of a triangular system; batches of the operands may differ."""
        x, y = self.batched(x, y)
        return operators(self.torch).of(TriangularSolveOp)(x, y, left, lower, unit)

    def batched(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        """Matrices of one batch."""
        if [*map(str, x.shape[:-2])] == [*map(str, y.shape[:-2])]:
            return x, y
        batch = self.torch.broadcast_shapes(x.shape[:-2], y.shape[:-2])
        return x.expand(*batch, *x.shape[-2:]), y.expand(*batch, *y.shape[-2:])

    def identity(self, rows: int, columns: int, like: Tensor) -> Tensor:
        """Ones on the diagonal."""
        torch = self.torch
        mask = torch.arange(rows)[:, None] == torch.arange(columns)
        return mask.to(like.dtype).expand(*like.shape[:-2], rows, columns)

    def cholesky(
        self, x: Tensor, *, upper: bool = False, check_errors: bool = False
    ) -> tuple[Tensor, Tensor]:
        """`cholesky_ex`: NaN, and the status 1, for a matrix that has no factor."""
        torch = self.torch
        factor = torch.tril(operators(torch).of(CholeskyOp)(x.mT if upper else x))
        missing = torch.isnan(factor).flatten(-2).any(-1).to(torch.int32)
        return (factor.mT if upper else factor), missing

    def lu_factors(
        self, x: Tensor, *, pivot: bool = True, check_errors: bool = False
    ) -> tuple[Tensor, Tensor, Tensor]:
        """`lu_factor_ex`: the factors in one matrix, the row exchanged with each, the status."""
        return self.call("getrf", x) if pivot else NotImplemented

    def order(self, pivots: Tensor, rows: int) -> Tensor:
        """Where each row was before they were exchanged, one with another in each step."""
        torch = self.torch
        start = torch.arange(rows).expand(*pivots.shape[:-1], rows).clone()
        exchanged = pivots.to(torch.int64) - 1

        def is_left(step: Tensor, *_: Tensor) -> Tensor:
            return step < pivots.shape[-1]

        def exchange(step: Tensor, order: Tensor, exchanged: Tensor) -> tuple[Tensor, Tensor]:
            places = torch.arange(rows)
            other = torch.index_select(exchanged, -1, torch.reshape(step, (1,)))
            ours = torch.index_select(order, -1, torch.reshape(step, (1,)))
            theirs = torch.gather(order, -1, other)
            order = torch.where(places == other, ours, order)
            return step + 1, torch.where(places == step, theirs, order)

        state = (torch.zeros((), dtype=torch.int64), start)
        loop = torch.ops.higher_order.while_loop
        return loop(is_left, exchange, state, (exchanged,))[1]

    def lu(self, x: Tensor, *, pivot: bool = True) -> object:
        """`lu`: the permutation of rows, and the two factors."""
        torch, (*_, rows, columns) = self.torch, x.shape
        if not pivot:
            return NotImplemented
        factors, pivots, _ = self.call("getrf", x)
        count = torch.sym_min(rows, columns)
        moved = torch.arange(rows)[:, None] == self.order(pivots, rows)[..., None, :]
        below = torch.tril(torch.narrow(factors, -1, 0, count), -1)
        lower = below + self.identity(rows, count, x)
        return moved.to(x.dtype), lower, torch.triu(torch.narrow(factors, -2, 0, count))

    def solve(
        self, x: Tensor, y: Tensor, *, left: bool = True, check_errors: bool = False
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """`solve_ex`: of equations with a right side of one vector for each matrix, or more."""
        torch = self.torch
        is_vector = [*map(str, y.shape)] == [*map(str, x.shape[:-1])] or y.ndim == 1
        right = torch.unsqueeze(y, -1) if is_vector else y
        matrix, right = (x, right) if left else (x.mT, right.mT)
        factors, pivots, status = self.call("getrf_square", matrix)
        found = self.substituted(factors, pivots, right)
        found = found if left else found.mT
        return (torch.squeeze(found, -1) if is_vector else found), factors, pivots, status

    def substituted(self, factors: Tensor, pivots: Tensor, right: Tensor) -> Tensor:
        """The solution of a system of which the factors are known."""
        order = self.order(pivots, factors.shape[-1])[..., None]
        order, right = self.batched(order, right)
        rows = self.torch.gather(right, -2, order.expand(right.shape))
        return self.triangle(factors, self.triangle(factors, rows, True, unit=True), False)

    def lu_solve(
        self,
        factors: Tensor,
        pivots: Tensor,
        right: Tensor,
        *,
        left: bool = True,
        adjoint: bool = False,
    ) -> object:
        """`lu_solve`."""
        if adjoint or not left:
            return NotImplemented
        return self.substituted(factors, pivots, right)

    def inverse(self, x: Tensor, *, check_errors: bool = False) -> tuple[Tensor, Tensor]:
        """`inv_ex`: the inverse and the status."""
        found, _, _, status = self.solve(x, self.identity(x.shape[-1], x.shape[-1], x))
        return found, status

    def diagonal_and_sign(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """The diagonal of a factor, the sign of the order of rows, and the factors."""
        torch = self.torch
        factors, pivots, _ = self.call("getrf_square", x)
        moved = pivots != torch.arange(pivots.shape[-1]) + 1
        sign = torch.prod(torch.where(moved, -1, 1).to(x.dtype), -1)
        return torch.diagonal(factors, dim1=-2, dim2=-1), sign, factors, pivots

    def determinant(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """`_linalg_det`: the determinant and the factors."""
        diagonal, sign, *rest = self.diagonal_and_sign(x)
        return sign * self.torch.prod(diagonal, -1), rest[0], rest[1]

    def logarithm_of_determinant(self, x: Tensor) -> tuple[Tensor, ...]:
        """`_linalg_slogdet`: the sign, the logarithm of the magnitude, and the factors."""
        torch = self.torch
        diagonal, sign, *rest = self.diagonal_and_sign(x)
        sign = sign * torch.prod(torch.sign(diagonal), -1)
        return sign, torch.sum(torch.log(torch.abs(diagonal)), -1), *rest

    def sign_and_logarithm(self, x: Tensor) -> tuple[Tensor, ...]:
        """`slogdet`."""
        return self.logarithm_of_determinant(x)[:2]

    def solve_triangular(
        self, x: Tensor, y: Tensor, *, upper: bool, left: bool = True, unitriangular: bool = False
    ) -> Tensor:
        """`solve_triangular`."""
        return self.triangle(x, y, not upper, left=left, unit=unitriangular)

    def cholesky_solve(self, x: Tensor, factor: Tensor, upper: bool = False) -> Tensor:
        """`cholesky_solve`: a system with each of the two triangles."""
        lower = factor.mT if upper else factor
        return self.triangle(lower.mT, self.triangle(lower, x, True), False)

    def cholesky_inverse(self, factor: Tensor, upper: bool = False) -> Tensor:
        """`cholesky_inverse`."""
        size = factor.shape[-1]
        return self.cholesky_solve(self.identity(size, size, factor), factor, upper)

    def vector_added(
        self, x: Tensor, matrix: Tensor, vector: Tensor, *, beta: Scalar = 1, alpha: Scalar = 1
    ) -> object:
        """`addmv`: a product, added to a vector."""
        product = alpha * self.torch.mv(matrix, vector)
        return product if beta == 0 else product + beta * x
