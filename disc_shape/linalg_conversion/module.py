"""Converts the functions of a module."""

from __future__ import annotations

from collections.abc import Callable, Collection

from xdsl.dialects import arith, func, linalg, math, tensor
from xdsl.dialects.builtin import (
    AnyFloat,
    IndexType,
    IntegerType,
    MemRefType,
    ModuleOp,
    TensorType,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.analysis.module import FunctionFacts, ShapeAnalysis
from disc_shape.cards.indices import element_type_of
from disc_shape.constraints.stripping import GRAPH, strip_shape_constraints
from disc_shape.decompositions.legalize import legalize_chlo
from disc_shape.dialects.hlo.op import CHLO, MHLO, STABLEHLO
from disc_shape.dialects.shape import AssumingOp
from disc_shape.dialects.xdsl_extras.tensor import BitcastOp
from disc_shape.linalg_conversion.facts import Facts
from disc_shape.linalg_conversion.guards import inline_assuming
from disc_shape.linalg_conversion.operations import convert_operation
from disc_shape.linalg_conversion.regions import convert_blocks
from disc_shape.linalg_conversion.registry import FAMILIES, no_form
from disc_shape.linalg_conversion.reshapes import DEFINITE
from disc_shape.linalg_conversion.types import converted, tensor_of
from disc_shape.linalg_conversion.values import Values
from disc_shape.linalg_conversion.writer import Writer
from disc_shape.traversal import post_order

FAMILIES.load_common()

Selection = Collection[str] | Callable[[Operation], bool]
"""Names of operations, with their dialect or, for those of HLO, without; or a test of them."""


def convert(
    module: ModuleOp,
    only: Selection = (),
    analysis: ShapeAnalysis | None = None,
    *,
    marks: bool = False,
) -> None:
    """
    Convert the operations of a module to linalg, tensor, arith, math, scf and cf.

    `only` selects operations; where it is empty all are converted, and facts about sizes are
    dropped. `analysis` is one of the module as it is, where there is one; CHLO is decomposed then.
    With `marks`, reshapes whose sizes all follow from the operand's have the attribute `DEFINITE`.
    Raises `OperationError` for an operation that has no counterpart, before anything has changed.
    """
    refuse_buffers(module)
    if analysis is None:
        if not only:
            legalize_chlo(module)
        analysis = ShapeAnalysis(module)
    selection = only if callable(only) else frozenset(only)
    for op in list(post_order(module)):
        if isinstance(op, AssumingOp) and (not only or is_selected(op, selection)):
            inline_assuming(op)
    conversions = [FunctionConversion(facts, selection) for facts in analysis.functions]
    for conversion in conversions:
        conversion.run()
    for conversion in conversions:
        conversion.finish()
    for op in () if marks else module.walk():
        op.attributes.pop(DEFINITE, None)
    if not only:
        for op in module.ops:
            if isinstance(op, func.FuncOp) and op.sym_name.data != GRAPH:
                refresh_type(op)
        strip_shape_constraints(module)


def refuse_buffers(module: ModuleOp) -> None:
    """Raise an `OperationError` for the first operation or function on buffers."""
    for op in module.walk():
        arguments = (one for region in op.regions for block in region.blocks for one in block.args)
        for value in (*op.operands, *op.results, *arguments):
            if isinstance(value.type, MemRefType):
                raise no_form(op, "it works on buffers, and only tensors are converted")


def refresh_type(function: func.FuncOp) -> None:
    """Give a function the type of its converted arguments and results."""
    type_ = converted(function.function_type)
    function.properties["function_type"] = type_


def is_selected(op: Operation, only: Selection) -> bool:
    """Whether an operation is to be converted: by its name, or by that of its dialect."""
    if callable(only):
        return only(op)
    prefix, _, name = op.name.partition(".")
    listed = op.name in only or prefix in only
    return listed or (prefix in (STABLEHLO, MHLO, CHLO) and name in only)


class FunctionConversion:
    """The conversion of one function, which stays as it is until `finish`."""

    def __init__(self, facts: FunctionFacts, only: Selection) -> None:
        self.function = facts.function
        self.only = only
        self.facts = Facts(facts)
        self.new: Region | None = None
        self.replacements: list[tuple[SSAValue, SSAValue]] = []
        self.converted: list[Operation] = []

    def run(self) -> None:
        """Emit the counterparts of the operations to convert."""
        old = self.function.body
        if self.only:
            entry = old.blocks[0]
            writer = Writer(entry, InsertPoint.at_start(entry))
            self.values = Values(writer, self.facts, whole=False)
            self.values.read_sizes(entry.args)
            self.convert_some(entry)
            for block in list(old.blocks)[1:]:
                # Only what the entry block computes dominates the others.
                with writer.at(InsertPoint.at_start(block)):
                    self.convert_some(block)
            return
        blocks = [
            Block(arg_types=[converted(one.type) for one in block.args]) for block in old.blocks
        ]
        self.new = Region(blocks)
        writer = Writer(blocks[0], InsertPoint.at_end(blocks[0]))
        self.values = Values(writer, self.facts, whole=True)
        convert_blocks(old, self.new, self.values)

    def finish(self) -> None:
        """Replace converted operations by their counterparts."""
        if self.new is not None:
            old = self.function.detach_region(self.function.body)
            self.function.add_region(self.new)
            old.drop_all_references()
            old.erase()
        for value, new in self.replacements:
            value.replace_all_uses_with(new)
        for op in reversed(self.converted):
            Rewriter.erase_op(op)
        erase_dead(self.function)

    def convert_some(self, block: Block) -> None:
        """Convert the operations of a block that are selected, before themselves."""
        values = self.values
        for op in list(block.ops):
            if is_selected(op, self.only):
                with values.writer.moved(InsertPoint.before(op)):
                    convert_operation(op, values)
                    for result in op.results:
                        user = next(
                            filter(self.stays, (use.operation for use in result.uses)), None
                        )
                        if user is not None:
                            self.replacements.append((result, self.outside(result, user)))
                self.converted.append(op)
                continue
            for region in op.regions:
                for inner in region.blocks:
                    with values.writer.at(InsertPoint.at_start(inner)):
                        self.convert_some(inner)
            self.facts.pass_guard(op)

    def stays(self, op: Operation) -> bool:
        """Whether neither an operation nor one around it is converted."""
        at: Operation | None = op
        while at is not None and at is not self.function:
            if is_selected(at, self.only):
                return False
            at = at.parent_op()
        return True

    def outside(self, result: SSAValue, user: Operation) -> SSAValue:
        """The counterpart of a result, in its own type, for an operation that stays."""
        type_ = result.type
        if not is_target_type(type_):
            raise no_form(user, f"it stays, and uses a value of type {type_} that is converted")
        new = self.values.tensor(result)
        if new.type == type_:
            return new
        own = tensor_of(result)
        if element_type_of(new.type) != own.element_type:
            return self.values.writer.insert(BitcastOp(new, own)).results[0]
        return self.values.writer.cast(new, own)


def is_target_type(type_: Attribute) -> bool:
    """Whether converted programs have values of a type."""
    return isinstance(type_, TensorType | IntegerType | IndexType | AnyFloat)


PURE = (arith.Arith.name, math.Math.name, tensor.Tensor.name, linalg.Linalg.name)
"""The dialects of what the conversion writes, without effects."""


def erase_dead(function: func.FuncOp) -> None:
    """Erase operations without effects whose results are not used."""
    for op in reversed(list(post_order(function))):
        if op.results and op.dialect_name() in PURE and not any(one.uses for one in op.results):
            Rewriter.erase_op(op)
