"""
The integers of a module that reach a shape operand, a guard or the index of an element.

The tables repeat on purpose what the cards of `disc_shape.cards` hold (size operands, indices,
guards) and what `analysis.demand` computes from them: the checker of `disc_shape.no_wrap` is an
oracle for both, and an error in a card must not hide itself here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from xdsl.dialects import cf, scf
from xdsl.dialects.builtin import IndexType, IntegerType, ModuleOp, TensorType
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue

from disc_shape.dialects.hlo.rounding import SIZE_BITS, integer_before_rounding

SHAPE_OPERANDS: dict[str, tuple[int, ...]] = {
    "dynamic_broadcast_in_dim": (1,),
    "dynamic_reshape": (1,),
    "dynamic_iota": (0,),
    "real_dynamic_slice": (1, 2, 3),
    "dynamic_pad": (2, 3, 4),
    "dynamic_gather": (2,),
    "dynamic_conv": (2,),
}
"""HLO operation -> its size operands."""

SIZED = frozenset(
    "tensor.extract_slice tensor.expand_shape tensor.splat disc_shape.tie_shape"
    " memref.expand_shape memref.subview memref.reinterpret_cast".split()
)
"""Operations all of whose operands but the first are size operands."""

SIZES = frozenset(
    "tensor.empty disc_shape.bind_dim shape.from_extents shape.from_extent_tensor"
    " memref.alloc memref.alloca".split()
)
"""Operations all of whose operands are size operands."""

ADDRESSES = {
    "memref.load": 1,
    "memref.store": 2,
    "tensor.extract": 1,
    "tensor.insert": 2,
    "disc_shape.linearize": 0,
    "disc_shape.delinearize": 0,
}
"""The position of the first index operand of an operation."""

GUARDS = frozenset(
    "shape.cstr_broadcastable shape.cstr_eq shape.cstr_require mhlo.cstr_reshapable"
    " cf.assert".split()
)
"""Operations all of whose operands are checked."""

CARRIERS = frozenset(
    "tensor.from_elements tensor.extract"
    " arith.index_cast arith.addi arith.subi arith.muli"
    " arith.minsi arith.maxsi arith.divsi arith.divui arith.floordivsi arith.ceildivsi"
    " arith.remsi arith.remui arith.extsi arith.trunci arith.maxui arith.minui arith.ceildivui"
    " arith.shli arith.shrsi arith.shrui arith.andi arith.ori arith.xori arith.extui"
    " arith.index_castui".split()
) | {
    f"{prefix}.{name}"
    for prefix in ("stablehlo", "mhlo")
    for name in (
        "add subtract multiply minimum maximum divide remainder negate reshape concatenate"
        " convert clamp slice broadcast_in_dim abs sign power shift_left shift_right_arithmetic"
        " shift_right_logical and or xor not"
    ).split()
}
"""Operations whose results are parts of shapes if their operands are."""

CONDITIONS = frozenset(
    f"{prefix}.{name}"
    for prefix in ("stablehlo", "mhlo", "arith")
    for name in ("compare", "cmpi", "select")
)
"""Operations whose results depend on a comparison or a condition as well."""


def holds_integers(kind: Attribute) -> bool:
    """True for integer and index scalars and tensors of them, truth values included."""
    element = kind
    if isinstance(kind, TensorType):
        element = cast("TensorType[Attribute]", kind).element_type
    return isinstance(element, IntegerType | IndexType)


class ShapeComputations:
    """The set of these integers of a module."""

    def __init__(self, module: ModuleOp) -> None:
        self._functions: dict[str, FuncOp] = {}
        self._calls: dict[str, list[CallOp]] = {}
        self._values: set[SSAValue] = set()
        self.exact: set[Operation] = set()
        """Conversions from and to float that change no number, for integers that come back."""
        work: list[SSAValue] = []
        for op in module.walk():
            if isinstance(op, FuncOp):
                self._functions[op.sym_name.data] = op
            elif isinstance(op, CallOp):
                self._calls.setdefault(op.callee.string_value(), []).append(op)
            work.extend(value for value in _roots(op) if holds_integers(value.type))
        while work:
            value = work.pop()
            if value not in self._values:
                self._values.add(value)
                work.extend(one for one in self._sources(value) if holds_integers(one.type))

    def __contains__(self, value: SSAValue) -> bool:
        return value in self._values

    def _sources(self, value: SSAValue) -> Iterator[SSAValue]:
        """The values that a value is computed from, or that are passed to it."""
        if isinstance(value, BlockArgument):
            yield from self._arguments(value)
        elif isinstance(value, OpResult):
            op = value.op
            rounded = integer_before_rounding(op)
            if rounded is not None:
                source, bits = rounded
                self.exact.update((op, source) if bits >= SIZE_BITS else (op,))
                yield from source.operands
            elif op.name in CARRIERS or op.name in CONDITIONS:
                yield from op.operands
            elif isinstance(op, CallOp):
                function = self._functions.get(op.callee.string_value())
                for block in () if function is None else function.body.blocks:
                    if isinstance(block.last_op, ReturnOp):
                        yield block.last_op.operands[value.index]
            elif op.regions:
                yield from _region_results(op, value.index)

    def _arguments(self, value: BlockArgument) -> Iterator[SSAValue]:
        block = value.block
        owner = block.parent_op()
        region = block.parent
        if region is not None and region.first_block is not block:
            yield from _branch_operands(block, value.index)
        elif isinstance(owner, FuncOp):
            for call in self._calls.get(owner.sym_name.data, ()):
                yield call.operands[value.index]
        elif owner is not None:
            yield from _region_arguments(owner, block, value.index)


def _roots(op: Operation) -> Iterator[SSAValue]:
    prefix, _, rest = op.name.partition(".")
    if prefix in ("stablehlo", "mhlo") and rest in SHAPE_OPERANDS:
        yield from (op.operands[index] for index in SHAPE_OPERANDS[rest])
    elif op.name in SIZES or op.name in GUARDS:
        yield from op.operands
    elif op.name in SIZED:
        yield from op.operands[1:]
    elif op.name in ADDRESSES:
        yield from op.operands[ADDRESSES[op.name] :]
    elif isinstance(op, scf.ForOp):
        yield from (op.lb, op.ub, op.step)
    elif rest == "custom_call" and "dynamic_" in str(op.properties.get("call_target_name", "")):
        yield from op.operands[1:]
    elif rest == "custom_call" and "shape_assertion" in str(op.properties.get("call_target_name")):
        yield from op.operands[:1]


def _terminators(op: Operation) -> Iterator[Operation]:
    for region in op.regions:
        last = region.block.last_op if len(region.blocks) == 1 else None
        if last is not None:
            yield last


def _handed(last: Operation, index: int, count: int) -> Iterator[SSAValue]:
    """The terminator operand that is value number `index` of `count`."""
    values = list(last.operands)[isinstance(last, scf.ConditionOp) :]
    if len(values) == count:
        yield values[index]


def _region_results(op: Operation, index: int) -> Iterator[SSAValue]:
    for last in _terminators(op):
        yield from _handed(last, index, len(op.results))
    if isinstance(op, scf.ForOp):
        yield op.iter_args[index]
    elif op.name.endswith(".while") and len(op.operands) == len(op.results):
        yield op.operands[index]


def _region_arguments(op: Operation, block: Block, index: int) -> Iterator[SSAValue]:
    if isinstance(op, scf.ForOp):
        if index == 0:
            yield from (op.lb, op.ub, op.step)
        else:
            yield op.iter_args[index - 1]
            for last in _terminators(op):
                yield from _handed(last, index - 1, len(op.results))
    elif isinstance(op, scf.WhileOp) and block is not op.before_region.first_block:
        for last in _terminators(op):
            if isinstance(last, scf.ConditionOp):
                yield last.operands[1 + index]
    elif op.name.endswith(".while"):
        yield op.operands[index]
        last = op.regions[-1].block.last_op
        if last is not None:
            yield last.operands[index]


def _branch_operands(block: Block, index: int) -> Iterator[SSAValue]:
    for other in () if block.parent is None else block.parent.blocks:
        last = other.last_op
        if isinstance(last, cf.BranchOp) and last.successor is block:
            yield last.arguments[index]
        elif isinstance(last, cf.ConditionalBranchOp):
            if last.then_block is block:
                yield last.then_arguments[index]
            if last.else_block is block:
                yield last.else_arguments[index]
