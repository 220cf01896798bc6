"""
Factorizations of matrices in programs of PyTorch: operations of StableHLO, and calls of LAPACK as
JAX exports them, whose results have sizes that follow from those of the matrix.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from disc_shape.frontends.torch_arithmetic import Tensor

Value = Any
"""A value of MLIR."""
Kind = Any
"""A type of elements of PyTorch, or of a tensor of MLIR."""


@dataclass(frozen=True)
class Routine:
    """A call of a routine of LAPACK for each matrix of a batch."""

    name: str
    shapes: Sequence[str]
    """Of each result the sizes for a matrix: of `m` rows, `n` columns, `k` the fewer of these."""
    kinds: str
    """The elements of each result: `x` as those of the matrix, `z` complex ones, `i` integers."""
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    """The letters of its options."""
    is_square: bool = False
    """Whether the matrix has as many rows as columns: sizes are written so that this is seen."""

    def described(self, torch: ModuleType, x: Tensor) -> tuple[Tensor, ...]:
        """What the results look like."""
        *batch, rows, columns = x.shape
        sizes = {"m": rows, "n": columns, "k": torch.sym_min(rows, columns)}
        kinds = {"x": x.dtype, "i": torch.int32, "z": x.dtype.to_complex()}
        return tuple(
            torch.empty([*batch, *map(sizes.__getitem__, shape)], dtype=kinds[kind])
            for shape, kind in zip(self.shapes, self.kinds, strict=True)
        )


ROUTINES: Mapping[str, Routine] = {
    "getrf": Routine("getrf", ("mn", "k", ""), "xii"),
    "getrf_square": Routine("getrf", ("nn", "n", ""), "xii", is_square=True),
    "geqrf": Routine("geqrf", ("mn", "k"), "xx"),
    "orgqr": Routine("orgqr", ("mn",), "x"),
    "syevd": Routine("syevd", ("mn", "n", ""), "xxi", {"mode": "V", "uplo": "L"}),
    "gesdd": Routine("gesdd", ("mn", "k", "mk", "kn", ""), "xxxxi", {"mode": "S"}),
    "gesdd_full": Routine("gesdd", ("mn", "k", "mm", "nn", ""), "xxxxi", {"mode": "A"}),
    "geev": Routine(
        *("geev", ("n", "n", "mn", "mn", ""), "xxzzi"),
        {"compute_left": "N", "compute_right": "V"},
    ),
}
"""The routines by the names of the operators that stand for them."""


def call_of(
    ir: ModuleType, routine: Routine, operands: Sequence[Value], types: Sequence[Kind]
) -> tuple[str, list[Value], dict[str, Value]]:
    """
    The name, operands and attributes of a call, whose last operands are the shapes of results.

        %1 = tensor.from_elements %m, %n : tensor<2xi64>
        %2:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%0, %1, %3)
          {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, ...}
    """
    parse, create = ir.Attribute.parse, ir.Operation.create
    matrix = operands[0]
    rank = matrix.type.rank
    index, whole = (ir.Type.parse(name) for name in ("index", "i64"))

    def size(axis: int) -> Value:
        place = create("arith.constant", [index], [], {"value": parse(f"{axis} : index")}).result
        found = create("tensor.dim", [index], [matrix, place]).result
        return create("arith.index_cast", [whole], [found]).result

    *batch, rows, columns = map(size, range(rank))
    fewer = create("arith.minsi", [whole], [rows, columns]).result
    sizes = {"m": rows, "n": columns, "k": fewer}
    if routine.is_square:
        shape = create(
            "tensor.from_elements",
            [ir.Type.parse(f"tensor<{rank}xi64>")],
            [*batch, columns, columns],
        ).result
        reshape = create("stablehlo.dynamic_reshape", [matrix.type], [matrix, shape]).result
        operands = [reshape, *operands[1:]]
    shapes = [
        create("tensor.from_elements", [ir.Type.parse(f"tensor<{len(one)}xi64>")], one).result
        for one in ([*batch, *map(sizes.__getitem__, shape)] for shape in routine.shapes)
    ]
    letter = "d" if str(matrix.type.element_type) == "f64" else "s"
    count, places = len(operands), len(routine.shapes)
    options = (f"{name} = {ord(one)} : ui8" for name, one in routine.options.items())
    ranks = [one.type.rank for one in (*operands, *shapes)]
    attributes = {
        "call_target_name": ir.StringAttr.get(f"lapack_{letter}{routine.name}_ffi"),
        "api_version": parse("4 : i32"),
        "mhlo.backend_config": parse(f"{{{', '.join(options)}}}"),
        "has_side_effect": parse("false"),
        "indices_of_shape_operands": parse(
            f"dense<{[*range(count, count + places)]}> : tensor<{places}xi64>"
        ),
        "operand_layouts": layouts(ir, [one == rank for one in ranks], ranks),
        "result_layouts": layouts(
            ir, [len(shape) == 2 for shape in routine.shapes], [one.rank for one in types]
        ),
    }
    return "stablehlo.custom_call", [*operands, *shapes], attributes


def layouts(ir: ModuleType, matrices: Sequence[bool], ranks: Sequence[int]) -> Value:
    """The orders of dimensions in memory, from the innermost one: matrices lie by columns."""
    orders: list[Value] = []
    for is_matrix, rank in zip(matrices, ranks, strict=True):
        order = [*reversed(range(rank))]
        if is_matrix:
            order[:2] = reversed(order[:2])
        text = f"dense<{order}> : tensor<{rank}xindex>"
        orders.append(ir.Attribute.parse(text if rank else "dense<> : tensor<0xindex>"))
    return ir.ArrayAttr.get(orders)
