"""A claim that one run shows to be false is found at any position: one symbol for another."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import cast

import numpy as np
import pytest
from fuzz.harness import context, parse, show
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue

from disc_shape.dialects.disc_shape.encoding import (
    get_symbols,
    note_symbols,
    symbol_list,
    value_symbols,
)
from disc_shape.dialects.disc_shape.predicates import PredicateOp
from disc_shape.dialects.disc_shape.symbols import DimOp, SymbolDimOp
from disc_shape.errors import OperationError
from disc_shape.interpreters import ClaimError, check
from disc_shape.interpreters.api import observe
from disc_shape.interpreters.checker import Checker
from disc_shape.interpreters.core import Frame, Hook
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.symbolic import parse_cond

MODELS = Path(__file__).parents[2] / "models"
NAMES = ("jax_lstm_scan", "jax_reshape_merge", "torch_cat_slice_pad")
FORMS = ("tensors", "calls", "buffers")
MOST = 30
"""How many changes of each kind are tried."""


@dataclass
class Trace(Checker):
    """Remembers the sizes of every value and the symbols of every activation."""

    sizes: dict[SSAValue, list[tuple[Frame, tuple[int, ...]]]] = field(
        default_factory=dict[SSAValue, list[tuple[Frame, tuple[int, ...]]]]
    )
    frames: list[Frame] = field(default_factory=list[Frame])

    def enter(self, frame: Frame) -> None:
        self.frames.append(frame)

    def _noting(self, values: Sequence[SSAValue], inner: Hook | None, *, first: bool) -> Hook:
        def hook(frame: Frame, ins: Sequence[Array], outs: Sequence[Array]) -> None:
            for value, array in zip(values, ins if first else outs, strict=True):
                self.sizes.setdefault(value, []).append((frame, array.shape))
            if inner is not None:
                inner(frame, ins, outs)

        return hook

    def block_hook(self, block: Block) -> Hook | None:
        return self._noting(block.args, super().block_hook(block), first=True)

    def hook(self, op: Operation) -> Hook | None:
        return self._noting(op.results, super().hook(op), first=False)

    def number(self, frame: Frame, name: str) -> int | None:
        return frame.sizes.get(name, self.symbols[name].size)


@cache
def program(name: str, form: str) -> tuple[ModuleOp, list[Array]]:
    """A model that makes claims, and arrays of the sizes that differ most."""
    table = json.loads((MODELS / f"{name}.json").read_text())
    with np.load(MODELS / f"{name}.npz") as arrays:
        binding = max(table["bindings"], key=lambda one: len(set(one["dims"].values())))
        inputs = [cast("Array", arrays[key]) for key in binding["inputs"]]
    ctx, module = context(), parse((MODELS / f"{name}.mlir").read_text())
    buffers = form == "buffers"
    ShapeOptimizationPass(inline=form != "calls", keep_tie_shape=buffers).apply(ctx, module)
    for one in (MhloToLmhloPass(), DeallocateBuffersPass()) if buffers else ():
        one.apply(ctx, module)
    return parse(show(module)), inputs


Change = tuple[str, Callable[[], bool], Callable[[], Callable[[], None]]]
"""What is changed, whether it is false in the run, and how; that gives how it is taken back."""


def relabelled(value: SSAValue, names: Sequence[str | None]) -> None:
    """Give a value other symbols, where it carries them."""
    if get_symbols(value.type) is None:
        note_symbols(value, names)
        return
    kind = cast("TensorType[Attribute]", value.type)
    changed = TensorType(kind.element_type, kind.shape, symbol_list(tuple(names)))
    setattr(value, "_type", changed)  # In place: who remembers the value is to find it again.


def of_values(module: ModuleOp, trace: Trace) -> Iterator[Change]:
    """Each symbol of each value that the run has met, replaced by every other symbol."""
    for value, met in trace.sizes.items():
        symbols = value_symbols(value)
        for axis, other in product(range(len(symbols or ())), sorted(trace.symbols)):
            assert symbols is not None
            names = [other if index == axis else name for index, name in enumerate(symbols)]

            def false(axis: int = axis, other: str = other, met: Sequence[object] = met) -> bool:
                found = cast("list[tuple[Frame, tuple[int, ...]]]", met)
                return any(trace.number(one, other) not in (None, s[axis]) for one, s in found)

            def change(
                value: SSAValue = value,
                names: list[str | None] = names,
                symbols: Sequence[str | None] = symbols,
            ) -> Callable[[], None]:
                relabelled(value, names)
                return lambda: relabelled(value, symbols)

            where = "result" if isinstance(value, OpResult) else "argument"
            yield f"{where} {value.type} dimension {axis} @{other}", false, change


def of_predicates(module: ModuleOp, trace: Trace) -> Iterator[Change]:
    """Each operand of each predicate, replaced by every symbol of the graph."""
    dims = [op for op in module.walk() if isinstance(op, DimOp)]
    predicates = [op for op in module.walk() if isinstance(op, PredicateOp)]
    for op, dim in product(predicates, dims):
        for index, before in enumerate(op.operands):

            def false(op: PredicateOp = op, index: int = index, dim: DimOp = dim) -> bool:
                terms = [dim.symbol if at == index else one for at, one in enumerate(op.terms)]
                for frame in trace.frames:
                    known = [
                        trace.number(frame, one) if isinstance(one, str) else one for one in terms
                    ]
                    values = {f"d{at}": size for at, size in enumerate(known) if size is not None}
                    if len(values) == len(known) and not parse_cond(op.text).evaluate(values):
                        return True
                return False

            def change(
                op: PredicateOp = op, index: int = index, dim: DimOp = dim, old: SSAValue = before
            ) -> Callable[[], None]:
                op.operands[index] = dim.result
                return lambda: op.operands.__setitem__(index, old)

            yield f"{op.text} operand {index} @{dim.symbol}", false, change


def of_symbols(module: ModuleOp, trace: Trace) -> Iterator[Change]:
    """Another value for each symbol that the run has met."""
    for name, op in sorted(trace.symbols.items()):
        wrong = SymbolDimOp(name, value=4321)

        def false(name: str = name) -> bool:
            return any(name in frame.sizes for frame in trace.frames)

        def change(op: SymbolDimOp = op, wrong: SymbolDimOp = wrong) -> Callable[[], None]:
            before = op.value
            op.value = wrong.value

            def back() -> None:
                op.value = before

            return back

        yield f"value of @{name}", false, change


@pytest.mark.parametrize("kind", [of_values, of_predicates, of_symbols])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", NAMES)
def test_a_false_claim_is_found(
    name: str, form: str, kind: Callable[[ModuleOp, Trace], Iterator[Change]]
) -> None:
    module, inputs = program(name, form)
    trace = Trace(module)
    observe(module, trace, *inputs)
    changes = list(kind(module, trace))
    Random(name + form).shuffle(changes)
    wrong = list(islice((one for one in changes if one[1]()), MOST))
    assert wrong
    for what, _, change in wrong:
        back = change()
        with pytest.raises(OperationError, match=r"@\w+"):
            print(what, check(module, *inputs).total)
        back()
    check(module, *inputs)


SYMBOLS = "\ndisc_shape.SymbolDim @a\ndisc_shape.SymbolDim @b\n"
PLAIN, A, B = "tensor<?xf32>", "tensor<?xf32, [@a]>", "tensor<?xf32, [@b]>"
AS_A = f"%c = tensor.cast %y : {PLAIN} to {A}"
INSIDE = {
    "branch": f"scf.if %t {{ {AS_A} }}",
    "case": f'"stablehlo.case"(%n) ({{ {AS_A} stablehlo.return }}) : (tensor<i32>) -> ()',
    "loop": f"scf.for %i = %zero to %one step %one {{ {AS_A} }}",
    "elements": f"%g = tensor.generate %one {{\n^bb0(%i: index): {AS_A}\n"
    f" %e = tensor.extract %c[%i] : {A} tensor.yield %e : f32 }} : {PLAIN}",
    "assuming": f"%w = shape.const_witness true shape.assuming %w {{ {AS_A} }}",
    "call": f"func.call @f(%x, %y) : ({PLAIN}, {PLAIN}) -> ()",
    "dimension": "scf.if %t { disc_shape.bind_dim %k to @a }",
    "tie": f"scf.if %t {{ %c = disc_shape.tie_shape %x, %k : ({PLAIN}, index) -> {PLAIN} }}",
}


@pytest.mark.parametrize("name", INSIDE)
def test_claims_inside_of_something(name: str) -> None:
    """@a is the size of the first argument, and inside it is claimed to be that of the second."""
    module = parse(f"""
    func.func @main(%x: {PLAIN}, %y: {PLAIN}, %t: i1, %n: tensor<i32>, %k: index) {{
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %d = tensor.cast %x : {PLAIN} to {A}
      {INSIDE[name]}
      return
    }}
    func.func private @f(%x: {PLAIN}, %y: {PLAIN}) {{
      %d = tensor.cast %x : {PLAIN} to {A}
      {AS_A}
      return
    }}{SYMBOLS}""")

    def sizes(first: int, second: int) -> list[Array]:
        arrays = [np.zeros(size, np.float32) for size in (first, second)]
        return [*arrays, np.asarray(True), np.asarray(0, np.int32), np.asarray(second)]

    assert check(module, *sizes(3, 3)).total > 1
    for first, second in ((3, 4), (2, 1)):
        with pytest.raises(ClaimError) as error:
            check(module, *sizes(first, second))
        assert str(first) in str(error.value)
        assert str(second) in str(error.value)


PREDICATES = {
    "disc_shape.tie_predicate_mul_eq %a, %b, %c": ((6, 3), (5, 3)),
    "disc_shape.tie_predicate_group_mul_eq [%a], [%b, %b]": ((9, 3), (8, 3)),
    "disc_shape.tie_predicate_affine_eq %a, affine_map<(d0) -> (d0 * 2 + 1)>(%b)": ((7, 3), (6, 3)),
    'disc_shape.tie_predicate "d0 == max(d1, 3)"(%a, %b)': ((3, 2), (2, 2)),
    'disc_shape.tie_predicate "d0 // d1 == 2"(%a, %b)': ((5, 2), (5, 0)),
    "disc_shape.tie_predicate_lt %a, %k": ((4, 1), (5, 1)),
}


@pytest.mark.parametrize("predicate", PREDICATES)
def test_predicates(predicate: str) -> None:
    """Constant symbols count, though no dimension names them."""
    graph = "{symbolic_shape_graph = @shape_constraint_graph}"
    symbols = "\n".join(f"disc_shape.SymbolDim @{name} {graph}" for name in "ab")
    module = parse(f"""
    func.func @main(%x: tensor<?x?xf32, [@a, @b]>) {{
      return
    }}
    func.func @shape_constraint_graph() {{
      %a = disc_shape.dim @a
      %b = disc_shape.dim @b
      %k = disc_shape.dim @C5
      %c = arith.constant 2 : index
      {predicate}
      return
    }}
    {symbols}
    disc_shape.SymbolDim @C5 {{value = 5, symbolic_shape_graph = @shape_constraint_graph}}""")
    good, bad = PREDICATES[predicate]
    assert check(module, np.zeros(good, np.float32)).claims["predicate"] == 1
    with pytest.raises(ClaimError, match=f"@a = {bad[0]}"):
        check(module, np.zeros(bad, np.float32))


def test_signature_on_buffers() -> None:
    module = parse(
        """
        func.func @main(%x: memref<?xf32> {disc_shape.dims = [@a]}, %n: index)
            -> (memref<?xf32> {disc_shape.dims = [@a]}) {
          %0 = memref.alloc(%n) : memref<?xf32>
          %c = arith.constant 1.0 : f32
          linalg.fill ins(%c : f32) outs(%0 : memref<?xf32>)
          return %0 : memref<?xf32>
        }
        disc_shape.SymbolDim @a
        """
    )
    x = np.zeros(2, np.float32)
    check(module, x, np.asarray(2))
    with pytest.raises(ClaimError, match="dimension 0 of result 0 of @main is 3, but symbol @a is"):
        check(module, x, np.asarray(3))
    assert any(isinstance(op, FuncOp) for op in module.walk())
