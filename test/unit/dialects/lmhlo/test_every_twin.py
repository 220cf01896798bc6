"""Every HLO operation of the dialect tests, on buffers: verified, printed and read again."""

from collections.abc import Iterator
from functools import cache
from io import StringIO
from itertools import combinations
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import MemRefType, ModuleOp, NoneAttr, TensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.printer import Printer
from xdsl.universe import Universe

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.cards import card_of
from disc_shape.dialects import register
from disc_shape.dialects.hlo.factory import dialect
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.op import HloOp, prefix_of
from disc_shape.dialects.hlo.shapes import has_unranked
from disc_shape.dialects.lmhlo.dialect import LMHLO
from disc_shape.dialects.lmhlo.factory import buffer_twin
from disc_shape.dialects.lmhlo.op import BufferOp, as_memref, discard
from disc_shape.dialects.lmhlo.without import CLIENT_TWINS, WITHOUT_TWIN
from disc_shape.tools.source import SourceMap, SourceParser

DIALECT_TESTS = Path(__file__).resolve().parents[3] / "dialects"


@cache
def context() -> Context:
    ctx = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        ctx.register_dialect(name, factory)
    register(ctx)
    return ctx


def parsed(text: str) -> ModuleOp:
    return SourceParser(context(), SourceMap("test", text)).parse_module()


@cache
def programs() -> list[ModuleOp]:
    files = sorted(DIALECT_TESTS.glob("hlo/*.mlir")) + sorted(DIALECT_TESTS.glob("chlo/*.mlir"))
    valid = [file for file in files if not file.name.startswith("invalid")]
    texts = [part for file in valid for part in file.read_text().split("// -----")]
    return [parsed(text) for text in texts]


def operations() -> Iterator[HloOp]:
    for program in programs():
        for op in program.walk():
            if isinstance(op, HloOp) and buffer_twin(type(op)) is not None:
                if not has_unranked(op):
                    yield op


def buffer_type(type_: Attribute) -> Attribute:
    tensor = as_tensor(type_)
    return type_ if tensor is None else MemRefType(tensor.element_type, tensor.shape)


def on_buffers(op: HloOp) -> ModuleOp:
    """A program with nothing but the twin of an operation, on the arguments of its only block."""
    cls = buffer_twin(type(op))
    assert cls is not None
    types = [buffer_type(one) for one in op.result_types]
    outs = [one for one in types if as_memref(one) is not None]
    kept = {index: one for index, one in enumerate(types) if as_memref(one) is None}
    block = Block(arg_types=[*map(buffer_type, op.operand_types), *outs])
    count = len(op.operands)
    twin = cls.of(op, block.args[:count], block.args[count:], kept)
    block.add_ops([twin, ReturnOp()])
    return ModuleOp([FuncOp("f", (block.arg_types, ()), Region(block))])


def has_bounds(op: HloOp) -> bool:
    """Whether a result is bounded by its encoding, which buffer types have no place for."""
    tensors = [tensor for one in op.result_types if (tensor := as_tensor(one)) is not None]
    return any(not isinstance(tensor.encoding, NoneAttr) for tensor in tensors)


def printed(module: ModuleOp, generic: bool) -> str:
    stream = StringIO()
    Printer(stream, print_generic_format=generic).print_op(module)
    return stream.getvalue()


def test_every_operation_is_met() -> None:
    met = {buffer_twin(type(op)) for op in operations()}
    assert not [cls.name for cls in LMHLO.operations if cls not in met]


def test_every_hlo_operation_has_a_twin_or_a_reason() -> None:
    names = {op.name.partition(".")[2] for op in LMHLO.operations}
    operations = [*dialect("mhlo").operations, *dialect("stablehlo").operations]
    hlo = {op.name.partition(".")[2] for op in operations}
    assert names | set(WITHOUT_TWIN) == hlo | CLIENT_TWINS
    assert not names & set(WITHOUT_TWIN)


@pytest.mark.parametrize("generic", [False, True])
def test_round_trip(generic: bool) -> None:
    for op in operations():
        if has_bounds(op):
            continue
        module = on_buffers(op)
        module.verify()
        text = printed(module, generic)
        again = parsed(text)
        again.verify()
        assert printed(again, True) == printed(module, True)
        assert printed(again, False) == printed(module, False)


def on_tensors(op: HloOp) -> ModuleOp:
    """A program with nothing but an operation, on the arguments of its only block."""
    block = Block(arg_types=list(map(plain, op.operand_types)))
    types = list(map(plain, op.result_types))
    new = type(op).create(
        operands=block.args,
        result_types=types,
        properties=op.properties,
        attributes=op.attributes,
        regions=[region.clone() for region in op.regions],
    )
    block.add_ops([new, ReturnOp()])
    return ModuleOp([FuncOp("f", (block.arg_types, ()), Region(block))])


def sizes(module: ModuleOp, name: str) -> tuple[ShapeAnalysis, list[SSAValue]]:
    """The analysis of a program of one operation, and its operands and results in order."""
    (op,) = [one for one in module.walk() if one.name.partition(".")[2] == name and one.operands]
    values = [*op.ins, *op.hlo_results] if isinstance(op, BufferOp) else [*op.operands, *op.results]
    return ShapeAnalysis(module), values


def known(module: ModuleOp, name: str, with_ranges: bool) -> list[object]:
    """What is known of each size, and of any two sizes."""
    analysis, values = sizes(module, name)
    ranked = [value for value in values if isinstance(value.type, TensorType | MemRefType)]
    ends = [(value, axis) for value in ranked for axis in range(len(analysis.dims(value)))]
    pairs = [analysis.equal(one, other).truth for one, other in combinations(ends, 2)]
    return [*map(analysis.range, ends), *pairs] if with_ranges else list[object](pairs)


def test_as_much_is_known_of_buffers_as_of_tensors() -> None:
    for op in operations():
        if has_bounds(op) or not op.operands or captures(op):
            continue
        name = op.name.partition(".")[2]
        # What an argument holds may change, even if it is a buffer of 32-bit numbers.
        fixed = not card_of(op).size_operands(op)
        assert known(on_buffers(op), name, fixed) == known(on_tensors(op), name, fixed), op


def captures(op: HloOp) -> bool:
    """Whether the regions of an operation use values from around it."""
    inside = {value for one in op.walk() for value in one.results}
    inside |= {
        value
        for one in op.walk()
        for region in one.regions
        for block in region.blocks
        for value in block.args
    }
    return any(value not in inside for one in op.walk() if one is not op for value in one.operands)


def test_the_twin_of_the_twin_is_the_operation() -> None:
    for op in operations():
        if has_bounds(op):
            continue
        (buffer_op,) = [one for one in on_buffers(op).walk() if isinstance(one, BufferOp)]
        own = isinstance(op, buffer_op.HLO)  # Else it is CHLO's form of one that MHLO has.
        twin = buffer_op.twin(prefix=prefix_of(op.name) if own else None)
        assert twin.operand_types == tuple(plain(one) for one in op.operand_types)
        assert twin.result_types == tuple(plain(one) for one in op.result_types)
        assert twin.properties == op.properties
        assert twin.attributes == op.attributes
        for one, other in zip(twin.regions, op.regions, strict=True):
            assert one.is_structurally_equivalent(other)
        discard(twin)


def plain(type_: Attribute) -> Attribute:
    tensor = as_tensor(type_)
    return type_ if tensor is None else TensorType(tensor.element_type, tensor.shape)
