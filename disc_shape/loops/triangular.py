"""Triangular systems of linear equations as loops: substitution, one row after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import DictionaryAttr, Float32Type, Float64Type, IntAttr, IntegerAttr
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.linear_algebra import TriangularSolveOp
from disc_shape.linalg_conversion.writer import Index
from disc_shape.loops.aliases import may_alias
from disc_shape.loops.direct import DirectLoops, Values
from disc_shape.loops.elimination import PANEL
from disc_shape.loops.factors import Factors
from disc_shape.loops.kernels import NoLoopsError

TARGETS = ("lapack_strsm_ffi", "lapack_dtrsm_ffi")
"""The calls of LAPACK by which JAX solves such systems of real numbers."""

OPTIONS = {"side": "LR", "uplo": "LU", "diag": "UN", "trans_x": "NTC"}
"""The letters of each option of these calls."""


@dataclass(frozen=True)
class System:
    """Which system is solved."""

    left: bool
    """Whether the matrix is to the left of the unknowns."""
    lower: bool
    """Which triangle is read."""
    unit: bool
    """Whether the diagonal is not read: it is all ones."""
    transposed: bool
    """Whether the matrix is transposed."""

    @staticmethod
    def of(op: Operation | None) -> System | None:
        """The system that an operation solves; None for other operations."""
        if isinstance(op, TriangularSolveOp):
            flags = (op.left_side, op.lower, op.unit_diagonal)
            left, lower, unit = (bool(one.value.data) for one in flags)
            return System(left, lower, unit, op.transpose_a.data != "NO_TRANSPOSE")
        if not isinstance(op, CustomCallOp) or op.target not in TARGETS:
            return None
        config = op.attributes.get("mhlo.backend_config")
        if not isinstance(config, DictionaryAttr):
            return None
        letters = {name: letter_of(config.data.get(name)) for name in OPTIONS}
        if any(not letters[name] or letters[name] not in OPTIONS[name] for name in OPTIONS):
            return None
        first = {name: letter == OPTIONS[name][0] for name, letter in letters.items()}
        return System(first["side"], first["uplo"], first["diag"], not first["trans_x"])


def letter_of(attr: object) -> str:
    """The letter of a code; nothing for what is no code."""
    code = attr.value if isinstance(attr, IntegerAttr) else None
    return chr(code.data) if isinstance(code, IntAttr) and 0 < code.data < 128 else ""


@dataclass
class TriangularLoops(DirectLoops):
    """
    The conversion of one triangular system. Sizes that are not known to agree are left to the
    interpreter, which compares them.
    """

    system: System
    factors: Factors

    def run(self) -> None:
        """
        Emit the loops; raises `NoLoopsError`.

            scf.for %i = %c0 to %n step %c1 {
              scf.for %j = %c0 to %m step %c1 { ... }       // x[i, j] = 0
              scf.for %k = %c0 to %i step %c1 {
                scf.for %j = %c0 to %m step %c1 { ... }     // x[i, j] += a[i, k] * x[k, j]
              }
              scf.for %j = %c0 to %m step %c1 { ... }    // x[i, j] = (b[i, j] - x[i, j]) / a[i, i]
            }
        """
        if len(self.kernel.op.ins) < 2 or len(self.kernel.op.outs) != 1:
            raise NoLoopsError
        self.matrix, self.right, (self.out,) = *self.kernel.op.ins[:2], self.kernel.op.outs
        self.element, self.rank = element_type_of(self.out.type), rank_of(self.out)
        if not isinstance(self.element, Float32Type | Float64Type) or self.rank < 2:
            raise NoLoopsError
        if any(may_alias(one, self.out) for one in (self.matrix, self.right)):
            raise NoLoopsError
        self.require_sizes()
        self.around(self.out, range(self.rank - 2), self.solve)

    def require_sizes(self) -> None:
        """Raise `NoLoopsError` unless all sizes are known to be those that the loops assume."""
        buffers = (self.matrix, self.right, self.out)
        if any(rank_of(one) != self.rank for one in buffers):
            raise NoLoopsError
        if any(element_type_of(one.type) != self.element for one in buffers):
            raise NoLoopsError
        axes = range(self.rank)
        matrix, right, out = ([self.sizes.of_buffer(one, at) for at in axes] for one in buffers)
        self.side = self.rank - (2 if self.system.left else 1)
        pairs = [*zip(right, out, strict=True), *zip(matrix[:-2], out[:-2], strict=True)]
        pairs += [(matrix[-2], matrix[-1]), (matrix[-1], out[self.side])]
        if not all(self.factors.same([one], [other]) for one, other in pairs):
            raise NoLoopsError
        self.rows = out[self.side].value
        self.columns = out[2 * self.rank - 3 - self.side].value

    def solve(self, batch: Values) -> None:
        """One system."""
        writer, system = self.writer, self.system
        lower = system.lower != system.transposed
        ascends = lower if system.left else not lower

        def step(number: SSAValue, _: Values) -> Values:
            last = writer.subtract(self.rows, 1)
            row = number if ascends else writer.value(writer.subtract(last, number))
            low, high = (0, row) if ascends else (writer.add(row, 1), self.rows)
            zero = writer.constant(0.0, self.element)

            def clear(column: SSAValue, _: Values) -> Values:
                self.store(zero, self.out, self.place(batch, row, column))
                return ()

            def add(others: Sequence[Index]) -> Values:
                factors = [self.load(self.matrix, self.factor(batch, row, one)) for one in others]

                def added(column: SSAValue, _: Values) -> Values:
                    place = self.place(batch, row, column)
                    total = self.load(self.out, place)
                    for factor, other in zip(factors, others, strict=True):
                        known = self.load(self.out, self.place(batch, other, column))
                        product = writer.op(arith.MulfOp, [factor, known], self.element)
                        total = writer.op(arith.AddfOp, [total, product], self.element)
                    self.store(total, self.out, place)
                    return ()

                self.loop(self.columns, added)
                return ()

            self.loop(self.columns, clear)
            self.groups(low, high, add)
            self.finish(batch, row)
            return ()

        self.loop(self.rows, step)

    def groups(self, low: Index, high: Index, body: Callable[[Sequence[Index]], Values]) -> None:
        """A loop over a range of rows: over as many at a time as there are, then one by one."""
        writer = self.writer
        if isinstance(self.rows, int) and self.rows <= PANEL:
            self.loop(high, lambda row, _: body([row]), low=low)
            return
        count = writer.divide(writer.subtract(high, low), PANEL)

        def group(number: SSAValue, _: Values) -> Values:
            first = writer.add(low, writer.multiply(number, PANEL))
            return body([writer.add(first, one) for one in range(PANEL)])

        self.loop(count, group)
        rest = writer.add(low, writer.multiply(count, PANEL))
        self.loop(high, lambda row, _: body([row]), low=rest)

    def finish(self, batch: Values, row: SSAValue) -> None:
        """The unknowns of a row, where the sum of the products with known ones is."""
        writer = self.writer
        divisor = None
        if not self.system.unit:
            divisor = self.load(self.matrix, self.factor(batch, row, row))

        def column(at: SSAValue, _: Values) -> Values:
            place = self.place(batch, row, at)
            parts = [self.load(one, place) for one in (self.right, self.out)]
            value = writer.op(arith.SubfOp, parts, self.element)
            if divisor is not None:
                value = writer.op(arith.DivfOp, [value, divisor], self.element)
            self.store(value, self.out, place)
            return ()

        self.loop(self.columns, column)

    def place(self, batch: Values, row: Index, column: Index) -> Sequence[Index]:
        """The index of an unknown: rows are those of the matrix."""
        return (*batch, row, column) if self.system.left else (*batch, column, row)

    def factor(self, batch: Values, row: Index, column: Index) -> Sequence[Index]:
        """The index of a factor of the matrix."""
        swaps = self.system.transposed == self.system.left
        return (*batch, column, row) if swaps else (*batch, row, column)
