"""
Operations of HLO in programs of PyTorch, for what torch-mlir has no form for: operators of a
library of our own, which decompositions call. torch-mlir imports them as `torch.operator`, and
before it lowers anything they become operations on builtin tensors, which it leaves alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from disc_shape.dialects.hlo.client_elementwise import (
    DigammaOp,
    ErfcOp,
    ErfInvOp,
    LgammaOp,
    NextAfterOp,
    ZetaOp,
)
from disc_shape.dialects.hlo.client_other import TopKOp
from disc_shape.dialects.hlo.conversion import (
    BitcastConvertOp,
    ComplexOp,
    ConvertOp,
    ImagOp,
    RealOp,
)
from disc_shape.dialects.hlo.creation import DynamicIotaOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.linear_algebra import CholeskyOp, FftOp, TriangularSolveOp
from disc_shape.dialects.hlo.op import CHLO, STABLEHLO, HloOp
from disc_shape.dialects.hlo.slicing import DynamicUpdateSliceOp
from disc_shape.dialects.hlo.windowed import SortOp
from disc_shape.frontends.torch_arithmetic import Tensor
from disc_shape.frontends.torch_lapack import ROUTINES, Routine, call_of
from disc_shape.frontends.torch_sorting import write_comparator

Graph = Any
"""A graph of PyTorch."""
Module = Any
"""A module of MLIR, or a part of it, of torch-mlir's Python package."""

LIBRARY = "disc_shape"
OPERATIONS: tuple[type[HloOp], ...] = (
    *(DigammaOp, ErfcOp, ErfInvOp, LgammaOp, NextAfterOp, ZetaOp),
    *(RealOp, ImagOp, ComplexOp, FftOp, BitcastConvertOp, ConvertOp, DynamicUpdateSliceOp),
    *(DynamicIotaOp, CholeskyOp, TriangularSolveOp, SortOp, TopKOp),
)
"""What there are operators for."""
IMPORTED = "torch.operator"
"""What torch-mlir imports an operator of a library as."""
VALUE = re.compile(r"!torch\.vtensor<\[(.*)\],(.*)>")
"""The type of a tensor: sizes and elements."""
PREPARATION = """builtin.module(func.func(torch-match-quantized-custom-ops),
    torchdynamo-export-to-torch-backend-pipeline{extra-library=})"""
"""The pipeline of torch-mlir from what it imports to what it lowers, as `fx` writes it."""
DIALECTS = "builtin.module(func.func(convert-torch-to-stablehlo))"
"""A pipeline that loads the dialects of what is written here."""


class Operators:
    """The operators, by the names that HLO has for them; they last as long as this does."""

    def __init__(self, torch: ModuleType) -> None:
        self.torch = torch
        self.library = torch.library.Library(LIBRARY, "FRAGMENT")
        define, special = self._define, torch.special
        define(DigammaOp, "(Tensor x)", torch.empty_like, special.digamma)
        define(ErfcOp, "(Tensor x)", torch.empty_like, special.erfc)
        define(ErfInvOp, "(Tensor x)", torch.empty_like, special.erfinv)
        define(LgammaOp, "(Tensor x)", torch.empty_like, special.gammaln)
        define(NextAfterOp, "(Tensor x, Tensor y)", self.same, torch.nextafter)
        define(ZetaOp, "(Tensor x, Tensor q)", self.same, special.zeta)
        define(RealOp, "(Tensor x)", self.part, self.real)
        define(ImagOp, "(Tensor x)", self.part, self.imaginary)
        define(ComplexOp, "(Tensor x, Tensor y)", self.joined, torch.complex)
        define(BitcastConvertOp, "(Tensor x, ScalarType kind)", self.other, torch.Tensor.view)
        define(FftOp, "(Tensor x, str kind, int[] lengths)", self.transformed, self.transform)
        define(ConvertOp, "(Tensor x)", torch.empty_like, torch.clone)
        places = "(Tensor x, Tensor update, Tensor row, Tensor column)"
        define(DynamicUpdateSliceOp, places, self.written, self.update)
        define(DynamicIotaOp, "(SymInt size, ScalarType kind)", self.counted, self.counts)
        define(CholeskyOp, "(Tensor x)", torch.empty_like, torch.linalg.cholesky)
        sides = "(Tensor x, Tensor y, bool left, bool lower, bool unit)"
        define(TriangularSolveOp, sides, self.solved, self.solution)
        places = "(Tensor x, Tensor places, int axis, bool descending)"
        define(SortOp, places, self.placed, self.order, "(Tensor, Tensor)")
        define(TopKOp, "(Tensor x, int k)", self.first, self.greatest, "(Tensor, Tensor)")
        for name, routine in ROUTINES.items():
            self._define_routine(name, routine)
        self.found = getattr(torch.ops, LIBRARY)

    def _define_routine(self, name: str, routine: Routine) -> None:
        """Register the operator of a routine; PyTorch computes no results of it."""
        operands = "Tensor x, Tensor factors" if name == "orgqr" else "Tensor x"
        results = ", ".join(["Tensor"] * len(routine.shapes))
        self.library.define(f"{name}({operands}) -> ({results})")

        def describe(x: Tensor, *_: Tensor) -> object:
            found = routine.described(self.torch, x)
            return found if len(routine.shapes) > 1 else found[-1]

        self.torch.library.register_fake(f"{LIBRARY}::{name}", describe, lib=self.library)

    def _define(
        self,
        base: type[HloOp],
        signature: str,
        described: Callable[..., object],
        computed: Callable[..., object],
        results: str = "Tensor",
    ) -> None:
        """
        Register an operator with what its results look like, and what they are: PyTorch computes
        those of numbers that it knows.
        """
        self.library.define(f"{base.name}{signature} -> {results}")
        self.library.impl(base.name, computed, "CompositeExplicitAutograd")
        name = f"{LIBRARY}::{base.name}"
        self.torch.library.register_fake(name, described, lib=self.library)

    def of(self, base: type[HloOp]) -> Any:
        """The operator of an operation."""
        return getattr(self.found, base.name)

    def placed(self, x: Tensor, places: Tensor, *_: object) -> tuple[Tensor, Tensor]:
        """What `sort` gives, of any elements."""
        return self.torch.empty_like(x), self.torch.empty_like(places)

    def order(
        self, x: Tensor, places: Tensor, axis: int, descending: bool
    ) -> tuple[Tensor, Tensor]:
        """The elements of `sort`."""
        found, order = self.torch.sort(x, axis, descending, stable=True)
        return found, self.torch.gather(places, axis, order)

    def first(self, x: Tensor, k: int) -> tuple[Tensor, Tensor]:
        """What `top_k` gives, of any elements."""
        shape, torch = [*x.shape[:-1], k], self.torch
        return torch.empty(shape, dtype=x.dtype), torch.empty(shape, dtype=torch.int32)

    def greatest(self, x: Tensor, k: int) -> tuple[Tensor, Tensor]:
        """The elements of `top_k`."""
        found, places = self.torch.topk(x, k)
        return found, places.to(self.torch.int32)

    def solved(self, _: Tensor, y: Tensor, *__: bool) -> Tensor:
        """What `triangular_solve` gives, of any elements."""
        return self.torch.empty_like(y)

    def solution(self, x: Tensor, y: Tensor, left: bool, lower: bool, unit: bool) -> Tensor:
        """The elements of `triangular_solve`."""
        solve = self.torch.linalg.solve_triangular
        return solve(x, y, upper=not lower, left=left, unitriangular=unit)

    def same(self, x: Tensor, _: Tensor) -> Tensor:
        """What an operation of two tensors gives, of any elements."""
        return self.torch.empty_like(x)

    def written(self, x: Tensor, *_: Tensor) -> Tensor:
        """What `dynamic_update_slice` gives, of any elements."""
        return self.torch.empty_like(x)

    def update(self, x: Tensor, update: Tensor, row: Tensor, _: Tensor) -> Tensor:
        """The elements of `dynamic_update_slice` where a row is written."""
        return self.torch.index_copy(x, 0, self.torch.reshape(row, (1,)), update)

    def counted(self, size: int, kind: object) -> Tensor:
        """What `dynamic_iota` gives, of any elements."""
        return self.torch.empty(size, dtype=kind)

    def counts(self, size: int, kind: object) -> Tensor:
        """The elements of `dynamic_iota`."""
        return self.torch.arange(size, dtype=kind)

    def other(self, x: Tensor, kind: object) -> Tensor:
        """What `bitcast_convert` gives, of any elements."""
        return self.torch.empty_like(x, dtype=kind)

    def part(self, x: Tensor) -> Tensor:
        """What `real` and `imag` give, of any elements."""
        return self.torch.empty(x.shape, dtype=x.dtype.to_real())

    def real(self, x: Tensor) -> Tensor:
        """The elements of `real`."""
        return self.torch.clone(self.torch.real(x))

    def imaginary(self, x: Tensor) -> Tensor:
        """The elements of `imag`."""
        return self.torch.clone(self.torch.imag(x))

    def transform(self, x: Tensor, kind: str, lengths: Sequence[int]) -> Tensor:
        """The elements of `fft`."""
        axes = tuple(range(-len(lengths), 0))
        return getattr(self.torch.fft, f"{kind.lower()}n")(x, lengths, axes)

    def joined(self, x: Tensor, _: Tensor) -> Tensor:
        """What `complex` gives, of any elements."""
        return self.torch.empty(x.shape, dtype=x.dtype.to_complex())

    def transformed(self, x: Tensor, kind: str, lengths: Sequence[int]) -> Tensor:
        """What `fft` gives, of any elements."""
        *others, last = x.shape
        if kind == "RFFT":
            return self.torch.empty([*others, last // 2 + 1], dtype=x.dtype.to_complex())
        if kind == "IRFFT":
            return self.torch.empty([*others, lengths[-1]], dtype=x.dtype.to_real())
        return self.torch.empty_like(x)


operators = cache(Operators)
"""The operators, which are registered on the first call."""


def load_dialects(context: Module) -> None:
    """Load the dialects of the operations into a context, before any is made there."""
    ir, passes = import_module("torch_mlir.ir"), import_module("torch_mlir.passmanager")
    with context:
        passes.PassManager.parse(DIALECTS).run(ir.Module.parse("module {}").operation)


def write_operations(module: Module) -> None:
    """
    Replace each operator of an imported program by the operation that it stands for, and let
    torch-mlir prepare the others:

        %1 = torch.operator "torch.disc_shape.lgamma"(%0) : (!torch.vtensor<[?],f32>) -> ...
    =>
        %2 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[?],f32> -> tensor<?xf32>
        %3 = chlo.lgamma %2 : tensor<?xf32> -> tensor<?xf32>
        %1 = torch_c.from_builtin_tensor %3 : tensor<?xf32> -> !torch.vtensor<[?],f32>
    """
    ir = import_module("torch_mlir.ir")
    known = {f"torch.{LIBRARY}.{base.name}": base for base in OPERATIONS}
    known |= {f"torch.{LIBRARY}.{name}": routine for name, routine in ROUTINES.items()}
    found: list[tuple[Module, type[HloOp] | Routine]] = []

    def visit(one: Module) -> object:
        if one.name == IMPORTED:
            base = known.get(ir.StringAttr(one.attributes["name"]).value)
            if base is not None:
                found.append((one, base))
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    for op, base in found:
        with module.context, op.location, ir.InsertionPoint(op):
            write(ir, op, base)
    utilities = import_module("torch_mlir.compiler_utils")
    utilities.run_pipeline_with_repro_report(module, PREPARATION, "preparation")


def hide_constants(torch: ModuleType, graph: Graph) -> None:
    """
    Hide that all elements of a tensor are one number: torch-mlir computes with such tensors when it
    reads a program, and `torch.ones(2) != 1` is true then, `torch.ones(2, dtype=int) < 1.5` ends
    the process, and `torch.full((), 3.0) > 1` has the wrong type. What hides it is a conversion to
    the type that they have.
    """
    aten = torch.ops.aten
    packets = (
        *(aten.full, aten.ones, aten.zeros, aten.scalar_tensor),
        *(aten.full_like, aten.ones_like, aten.zeros_like),
        *(aten.new_full, aten.new_ones, aten.new_zeros),
    )
    hidden = operators(torch).of(ConvertOp).default
    for node in list(graph.nodes):
        if getattr(node.target, "_overloadpacket", None) in packets and (
            node.meta["val"].dtype != torch.uint8  # The two have other types for these.
        ):
            with graph.inserting_after(node):
                copy = graph.call_function(hidden, (node,))
            copy.meta = dict(node.meta)
            node.replace_all_uses_with(copy)
            copy.args = (node,)


def write(ir: ModuleType, op: Module, base: type[HloOp] | Routine) -> None:
    """Replace one operator."""
    create = ir.Operation.create
    tensors = [one for one in op.operands if VALUE.fullmatch(str(one.type))]
    operands = [
        create("torch_c.to_builtin_tensor", [builtin(ir, one.type)], [one]).result
        for one in tensors
    ]
    types = [builtin(ir, one.type) for one in op.results]
    if isinstance(base, Routine):
        name, operands, attributes = call_of(ir, base, operands, types)
    else:
        prefix = CHLO if CHLO in base.PREFIXES else STABLEHLO
        name, attributes = final(base, prefix).name, dict(attributes_of(ir, op, base))
    if base is DynamicIotaOp:
        size = create("torch_c.to_i64", [ir.Type.parse("i64")], [op.operands[0]]).result
        list_type = ir.Type.parse("tensor<1xi64>")
        operands = [create("tensor.from_elements", [list_type], [size]).result]
    made = create(name, types, operands, attributes, regions=int(base is SortOp))
    if base is SortOp:
        _, is_descending = (
            ir.IntegerAttr(one.owner.attributes["value"]) for one in op.operands[2:]
        )
        elements = [one.element_type for one in types]
        write_comparator(ir, made.regions[0], elements, descending=bool(is_descending.value))
    for old, new in zip(op.results, made.results, strict=True):
        old.replace_all_uses_with(create("torch_c.from_builtin_tensor", [old.type], [new]).result)
    op.erase()


def builtin(ir: ModuleType, kind: Module) -> Module:
    """The builtin type of tensors, whose integers have no sign unless they are unsigned."""
    sizes, element = VALUE.fullmatch(str(kind)).groups()  # pyright: ignore
    parts = [*filter(None, sizes.split(",")), re.sub("^si", "i", element)]
    return ir.Type.parse(f"tensor<{'x'.join(parts)}>")


def attributes_of(ir: ModuleType, op: Module, base: type[HloOp]) -> Iterator[tuple[str, Module]]:
    """The attributes of an operation, some of which are operands that are constants."""
    parse = ir.Attribute.parse
    given = [one.owner.attributes for one in op.operands if hasattr(one.owner, "attributes")]
    if base is DynamicIotaOp:
        yield "iota_dimension", parse("0 : i64")
    if base is TopKOp:
        yield "k", parse(f"{ir.IntegerAttr(given[-1]['value']).value} : i64")
    if base is SortOp:
        yield "dimension", parse(f"{ir.IntegerAttr(given[-2]['value']).value} : i64")
        yield "is_stable", parse("true")
    if base is CholeskyOp:
        yield "lower", parse("true")
    if base is TriangularSolveOp:
        flags = [ir.IntegerAttr(one["value"]).value for one in given[-3:]]
        for name, flag in zip(("left_side", "lower", "unit_diagonal"), flags, strict=True):
            yield name, parse("true" if flag else "false")
        yield "transpose_a", parse("#stablehlo<transpose NO_TRANSPOSE>")
    if base is FftOp:
        _, kind, lengths = op.operands
        word = ir.StringAttr(kind.owner.attributes["value"]).value
        numbers = [
            ir.IntegerAttr(one.owner.attributes["value"]).value for one in lengths.owner.operands
        ]
        yield "fft_type", parse(f"#stablehlo<fft_type {word}>")
        yield "fft_length", parse(f"array<i64: {', '.join(map(str, numbers))}>")
