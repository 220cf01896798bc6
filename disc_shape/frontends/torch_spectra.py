"""Orthogonal factors, eigenvalues and singular values of matrices in PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

from disc_shape.frontends.torch_arithmetic import Tensor
from disc_shape.frontends.torch_linear_algebra import Systems

TERMS = {4: 12, 8: 18}
"""How many terms of the series of the exponential there are for floats of so many bytes."""


@dataclass
class Spectra:
    """Matrices of real numbers, batched over the dimensions before the last two."""

    torch: ModuleType
    systems: Systems

    def decompositions(self) -> dict[object, Callable[..., object]]:
        """Those of real numbers."""
        aten = self.torch.ops.aten
        real: dict[object, Callable[..., object]] = {
            aten.linalg_qr.default: self.qr,
            aten.linalg_householder_product.default: self.reflections,
            aten._linalg_eigh.default: self.eigh,
            aten._linalg_svd.default: self.svd,
            aten.linalg_eig.default: self.eig,
            aten.linalg_pinv.atol_rtol_tensor: self.pinv,
            aten.linalg_matrix_exp.default: self.exponential,
        }
        return {op: self.systems.of_real(written) for op, written in real.items()}

    def qr(self, x: Tensor, mode: str = "reduced") -> tuple[Tensor, Tensor]:
        """`qr`, of as many columns of the orthogonal factor as the mode says."""
        torch, (*batch, rows, columns) = self.torch, x.shape
        found, factors = self.systems.call("geqrf", x)
        count = torch.sym_min(rows, columns)
        upper = torch.triu(found if mode == "complete" else torch.narrow(found, -2, 0, count))
        if mode == "r":
            return torch.empty(0, dtype=x.dtype), upper
        if mode == "complete":
            missing = x.new_zeros([*batch, rows, torch.sym_max(rows - columns, 0)])
            found, count = torch.cat([found, missing], -1), rows
        return self.systems.call("orgqr", torch.narrow(found, -1, 0, count), factors), upper

    def reflections(self, x: Tensor, factors: Tensor) -> Tensor:
        """`householder_product`."""
        return self.systems.call("orgqr", x, factors)

    def eigh(self, x: Tensor, UPLO: str = "L", compute_v: bool = True) -> tuple[Tensor, Tensor]:
        """`_linalg_eigh`: of the matrix that one triangle says."""
        vectors, values, status = self.systems.call("syevd", x if UPLO.upper() == "L" else x.mT)
        self.systems.check(status, "linalg.eigh", is_matrix=False)
        return values, vectors

    def svd(
        self,
        x: Tensor,
        full_matrices: bool = False,
        compute_uv: bool = True,
        *,
        driver: str | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """`_linalg_svd`."""
        name = "gesdd_full" if full_matrices and compute_uv else "gesdd"
        _, values, left, right, status = self.systems.call(name, x)
        self.systems.check(status, "linalg.svd", is_matrix=False)
        return left, values, right

    def eig(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """`eig`, of complex values and vectors."""
        real, imaginary, _, vectors, status = self.systems.call("geev", x)
        self.systems.check(status, "linalg.eig", is_matrix=False)
        return self.torch.complex(real, imaginary), vectors

    def pinv(
        self,
        x: Tensor,
        *,
        atol: Tensor | None = None,
        rtol: Tensor | None = None,
        hermitian: bool = False,
    ) -> Tensor:
        """`pinv`: singular values below both tolerances count as 0."""
        torch, (*_, rows, columns) = self.torch, x.shape
        if hermitian:
            values, left = self.eigh(x)
            sizes, right = torch.abs(values), left.mT
        else:
            left, values, right = self.svd(x)
            sizes = values
        least = torch.zeros((), dtype=x.dtype) if atol is None else atol[..., None]
        if rtol is None and atol is None:
            count = torch.full((), torch.sym_max(rows, columns), dtype=x.dtype)
            rtol = count * torch.finfo(x.dtype).eps
        if rtol is not None:
            largest = torch.amax(sizes, -1, keepdim=True)
            least = torch.maximum(least, (rtol if rtol.ndim == 0 else rtol[..., None]) * largest)
        inverse = torch.where(sizes > least, 1 / values, 0.0)
        return right.mT @ (inverse[..., None] * left.mT)

    def exponential(self, x: Tensor) -> Tensor:
        """
        `matrix_exp`: a series of matrices that are halved until their norms are at most 1, squared
        as often.
        """
        torch, size = self.torch, x.shape[-1]
        norm = torch.amax(torch.sum(torch.abs(x), -2))
        steps = torch.clamp(torch.ceil(torch.log2(norm)), min=0.0)
        part, identity = x * torch.exp2(-steps), self.systems.identity(size, size, x)
        found = identity
        for term in range(TERMS[x.dtype.itemsize], 0, -1):
            found = identity + part @ found / term

        def is_left(step: Tensor, *_: Tensor) -> Tensor:
            return step > 0

        def square(step: Tensor, found: Tensor) -> tuple[Tensor, Tensor]:
            return step - 1, found @ found

        return torch.ops.higher_order.while_loop(is_left, square, (steps, found), ())[1]
