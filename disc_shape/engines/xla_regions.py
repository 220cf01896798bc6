"""
Regions that the sizes of a call do not allow: XLA infers the sizes of all, whether they run or not.
They are replaced, and the program says whether one would have run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.builder import Builder
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, ModuleOp, TensorType, i32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.analysis.call_graph import entry_function
from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.dialects.hlo.binary import MaxOp
from disc_shape.dialects.hlo.comparison import SelectOp
from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp, WhileOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.engines.guards import RegionGuards
from disc_shape.engines.signature import Shapes
from disc_shape.errors import OperationError
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.traversal import pre_order

FLAG = TensorType(i32, [])
"""The number of the region that would have run, from one; zero for none."""


def illegal_regions(
    guards: RegionGuards, shapes: Shapes, known: Mapping[int, Array] | None
) -> dict[Region, GuardError]:
    """
    The regions that run into a check that fails for these sizes, and how it fails. `GuardError`
    where that is so in every run.
    """
    found: dict[Region, GuardError] = {}
    for guard, error in guards.failures(shapes, known):
        add_illegal(found, region_of(guard, error), error)
    return found


def add_illegal(found: dict[Region, GuardError], region: Region, error: GuardError) -> None:
    """
    Add a region to the illegal ones, and that around it where an operation has no other one.
    Raises the error where that is so in every run.
    """
    found.setdefault(region, error)
    parent = region.parent_op()
    while parent is not None and set(parent.regions) <= found.keys():
        region = region_of(parent, error)
        found.setdefault(region, error)
        parent = region.parent_op()


def region_of(op: Operation, error: GuardError) -> Region:
    """The innermost region around an operation that may not run; raises the error without one."""
    region = op.parent_region()
    while region is not None:
        parent = region.parent_op()
        if isinstance(parent, IfOp | CaseOp) or (
            isinstance(parent, WhileOp) and region is parent.body
        ):
            return region
        region = None if parent is None else parent.parent_region()
    raise error


def counterparts(source: FuncOp, copy: FuncOp) -> dict[Region, Region]:
    """For each region in a function that in its copy."""
    old, new = (
        [region for op in pre_order(one) for region in op.regions] for one in (source, copy)
    )
    return dict(zip(old, new, strict=True))


def unreachable_regions(program: ModuleOp, static: ModuleOp) -> dict[Region, GuardError]:
    """
    The regions of a program whose counterparts in a copy with sizes no run enters, because of what
    selects them or of what is in them.
    """
    try:
        (facts,) = ShapeAnalysis(static, entry_function(static).sym_name.data).functions
    except (OperationError, ValueError):
        return {}
    found: dict[Region, GuardError] = {}
    for region, copy in counterparts(entry_function(program), facts.function).items():
        op = region.parent_op()
        may_be_left_out = isinstance(op, IfOp | CaseOp) or (
            isinstance(op, WhileOp) and region is op.body
        )
        if may_be_left_out and copy in facts.shapes.unreachable:
            found[region] = GuardError("the sizes are not those of a branch that runs")
    return found


def drop_regions(program: ModuleOp, copy: ModuleOp, regions: Sequence[Region]) -> None:
    """
    Replace in a copy of a program the counterparts of regions, and return one number more: the
    greatest of those that would have run.

        %0 = "stablehlo.if"(%p) ({ illegal }, { f(%x) }) : (tensor<i1>) -> tensor<?xf32>
        return %0 : tensor<?xf32>
    =>
        %0:2 = "stablehlo.if"(%p) ({ f(%x), 1 }, { f(%x), 0 }) : ...
        return %0#0, %0#1 : tensor<?xf32>, tensor<i32>

    The body of a loop is not run at all: what the loop carries is what it starts with.
    """
    function = entry_function(copy)
    mine = counterparts(entry_function(program), function)
    numbers = {mine[region]: number for number, region in enumerate(regions, 1)}
    block = function.body.blocks[0]
    flag = Flags(numbers).of_block(block)
    last = block.last_op
    assert flag is not None
    assert last is not None
    last.operands = [*last.operands, flag]
    function.properties.pop("res_attrs", None)
    function.update_function_type()


class Flags:
    """Follows the numbers of dropped regions out of the operations around them."""

    def __init__(self, numbers: Mapping[Region, int]) -> None:
        self.numbers = numbers

    def of_block(self, block: Block) -> SSAValue | None:
        """The greatest number of a dropped region that runs in a block; None without one."""
        found: list[SSAValue] = []
        for op in list(block.ops):
            flag = None
            if isinstance(op, IfOp | CaseOp):
                flag = self.of_branches(op)
            elif isinstance(op, WhileOp):
                flag = self.of_loop(op)
            if flag is not None:
                found.append(flag)
        last = block.last_op
        assert last is not None
        return greatest(found, Builder(InsertPoint.before(last))) if found else None

    def of_branches(self, op: IfOp | CaseOp) -> SSAValue | None:
        """Branches that are dropped become the first one that is not."""
        flags = [
            None if region in self.numbers else self.of_block(region.block) for region in op.regions
        ]
        if not any(flags) and not any(region in self.numbers for region in op.regions):
            return None
        kept = next(region for region in op.regions if region not in self.numbers)
        bare = kept.clone()
        regions = list(op.regions)
        for region, flag in zip(regions, flags, strict=True):
            number = self.numbers.get(region, 0)
            if number:
                region.detach_block(region.block)
                region.add_block(bare.clone().detach_block(0))
            last = region.block.last_op
            assert last is not None
            if flag is None:
                flag = constant(number, Builder(InsertPoint.before(last)))
            last.operands = [*last.operands, flag]
        return self.with_flag(op, op.operands)

    def of_loop(self, op: WhileOp) -> SSAValue | None:
        """A loop whose body is dropped does not run; another one carries the number."""
        build = Builder(InsertPoint.before(op))
        condition, body = op.cond.block, op.body.block
        if op.body in self.numbers:
            copies: dict[SSAValue, SSAValue] = dict(zip(condition.args, op.operands, strict=True))
            *before, last = condition.ops
            for inner in before:
                build.insert(inner.clone(copies))
            runs = copies.get(last.operands[0], last.operands[0])
            arms = [constant(self.numbers[op.body], build), constant(0, build)]
            choose = final(SelectOp, STABLEHLO).create(operands=[runs, *arms], result_types=[FLAG])
            flag = build.insert(choose).results[0]
            Rewriter.replace_op(op, [], list(op.operands))
            return flag
        inner_flag = self.of_block(body)
        if inner_flag is None:
            return None
        condition.insert_arg(FLAG, len(condition.args))
        before_flag = body.insert_arg(FLAG, len(body.args))
        last = body.last_op
        assert last is not None
        both = greatest([before_flag, inner_flag], Builder(InsertPoint.before(last)))
        last.operands = [*last.operands, both]
        return self.with_flag(op, [*op.operands, constant(0, build)])

    def with_flag(self, op: Operation, operands: Sequence[SSAValue]) -> SSAValue:
        """The last result of an operation that has one result more."""
        regions = [op.detach_region(region) for region in list(op.regions)]
        types = [*(result.type for result in op.results), FLAG]
        new = type(op).create(
            operands=operands,
            result_types=types,
            properties=op.properties,
            attributes=op.attributes,
            regions=regions,
        )
        Rewriter.insert_op(new, InsertPoint.before(op))
        for old, result in zip(op.results, new.results, strict=False):
            old.replace_all_uses_with(result)
        Rewriter.erase_op(op)
        return new.results[-1]


def greatest(flags: Sequence[SSAValue], build: Builder) -> SSAValue:
    """The greatest of numbers of regions."""
    found = flags[0]
    for flag in flags[1:]:
        both = final(MaxOp, STABLEHLO).create(operands=[found, flag], result_types=[FLAG])
        found = build.insert(both).results[0]
    return found


def constant(number: int, build: Builder) -> SSAValue:
    """A number of a region."""
    value = DenseIntOrFPElementsAttr.from_list(FLAG, [number])
    op = final(ConstantOp, STABLEHLO).create(properties={"value": value}, result_types=[FLAG])
    return build.insert(op).results[0]
