"""The example in the docstring of each operation: how it is found, read and shown.

An example is the last fenced block of a docstring. It shows the operation alone where that is
enough: a value that it uses and does not define is an argument of a function around it, whose
type is the one with which the value is used. Operations that define symbols stand beside that
function.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from functools import cache
from io import StringIO

from xdsl.context import Context
from xdsl.dialects.builtin import FunctionType, MemRefType, ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.parser.core import ForwardDeclaredValue
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, SymbolOpInterface
from xdsl.universe import Universe
from xdsl.utils.mlir_lexer import MLIRTokenKind

from disc_shape.dialects import register
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.op import CHLO, STABLEHLO, HloOp, prefix_of
from disc_shape.dialects.lmhlo.op import BufferOp, as_memref
from disc_shape.dialects.lmhlo.op import prefix_of as source_of
from disc_shape.tools.source import SourceMap, SourceParser
from generator.text import constraint_items, docstring

FENCE = re.compile(r"^ *```mlir\n(?P<text>.*?)^ *```$", re.MULTILINE | re.DOTALL)


def base_of(op: type[Operation]) -> type[Operation]:
    """The class a person wrote: of HLO operations, the abstract base of the final one."""
    if issubclass(op, HloOp):
        return next(base for base in op.__mro__[1:] if "name" in vars(base))
    return op


def documentation(op: type[Operation]) -> str:
    """The docstring of an operation.

    Of an HLO operation it has the constraints of the classes that the operation derives from as
    well, and its example under the operation's own prefix.
    """
    base = base_of(op)
    text = docstring(base)
    if not (issubclass(op, HloOp) and issubclass(base, HloOp)):
        return text
    head, example, rest = text.partition("\n\nExample:")
    text = with_shared_constraints(head, base) + example + rest
    blocks = [match.group() for match in FENCE.finditer(text)]
    prefix = prefix_of(op.name)
    own = [block for block in blocks if op.name in block] or blocks
    others = [block for block in blocks if block != own[0]]
    for block in others:
        text = re.sub(rf"\n*{re.escape(block)}", "", text)
    return FENCE.sub(lambda match: under(match.group(), op, prefix), text)


def with_shared_constraints(text: str, base: type[HloOp]) -> str:
    """The text above an example, with one list of its constraints and those of the base classes.

    What the class states of a number takes the place of what a base class states of it.
    """
    own = text.split("\n\n")
    found = [item for paragraph in own if paragraph.startswith("(c") for item in items(paragraph)]
    headed: list[str] = []
    for cls in base.__mro__[1 : base.__mro__.index(HloOp)]:
        doc = inspect.cleandoc(str(vars(cls).get("__doc__") or ""))
        for paragraph in doc.split("\n\n"):
            if paragraph.startswith("(c"):
                known = numbers(" ".join(found))
                found += [item for item in items(paragraph) if not numbers(item) <= known]
            elif "\n(c" in paragraph:
                headed.append(paragraph)
    others = [paragraph for paragraph in own if not paragraph.startswith("(c")]
    listed = ", ".join(sorted(found, key=lambda item: min(numbers(item)))) + "."
    at = next((index for index, one in enumerate(others) if "\n(c" in one), len(others))
    parts = [*others[:at], *([listed] if found else []), *headed, *others[at:]]
    return "\n\n".join(parts)


def items(paragraph: str) -> list[str]:
    """The constraints that a paragraph lists."""
    return [item.rstrip(".") for item in constraint_items(" ".join(paragraph.split()))]


def numbers(text: str) -> set[int]:
    """The numbers of the constraints that a text states."""
    found = {int(number) for number in re.findall(r"\(c(\d+)\)", text)}
    for first, last in re.findall(r"\(c(\d+)\) to \(c(\d+)\)", text):
        found.update(range(int(first), int(last)))
    return found


def under(example: str, op: type[HloOp], prefix: str) -> str:
    """An example with the names of another dialect; CHLO has StableHLO's operations in regions."""
    old = next(one for one in (STABLEHLO, *op.PREFIXES) if one in op.PREFIXES)
    if op.name in example:
        return example
    if prefix != CHLO:
        return re.sub(rf"\b{old}(?=[.<])", prefix, example)
    example = example.replace(f"{old}.{op.name.partition('.')[2]}", op.name)
    return re.sub(rf"\b{old}(?=[.<])", STABLEHLO, example)


def example_of(op: type[Operation]) -> str | None:
    """The example of an operation; of an operation on buffers, that of the HLO operation."""
    if issubclass(op, BufferOp):
        return buffer_example(op)
    found = [match["text"] for match in FENCE.finditer(documentation(op))]
    return inspect.cleandoc(found[-1]) if found else None


@cache
def context() -> Context:
    """A context with every dialect."""
    ctx = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        ctx.register_dialect(name, factory)
    register(ctx)
    return ctx


class ExampleParser(SourceParser):
    """Reads an example, and makes arguments of the values that it uses and does not define."""

    def parse_example(self) -> ModuleOp:
        """The module with the example's symbols and a function with its other operations."""
        operations: list[Operation] = []
        while self._current_token.kind is not MLIRTokenKind.EOF:
            operations.append(self.parse_operation())
        if len(operations) == 1 and isinstance(operations[0], ModuleOp):
            return operations[0]
        symbols = [op for op in operations if op.has_trait(SymbolOpInterface)]
        others = [op for op in operations if not op.has_trait(SymbolOpInterface)]
        if not others:
            return ModuleOp(symbols)
        used = {
            name: value
            for name, values in self.forward_ssa_references.items()
            for value in values.values()
        }
        return ModuleOp([function(others, used), *symbols])


def function(operations: list[Operation], used: dict[str, ForwardDeclaredValue]) -> FuncOp:
    """A function whose body the operations are and whose arguments are the values they use."""
    block = Block(arg_types=[value.type for value in used.values()])
    for argument, (name, value) in zip(block.args, used.items(), strict=True):
        argument.name_hint = None if name.isdecimal() else name
        value.replace_all_uses_with(argument)
    results: Iterable[Attribute] = ()
    if operations[-1].has_trait(IsTerminator):
        results = operations[-1].operand_types
    else:
        operations = [*operations, ReturnOp()]
    block.add_ops(operations)
    return FuncOp("example", FunctionType.from_lists(block.arg_types, list(results)), Region(block))


def parse_example(example: str) -> ModuleOp:
    """The module that an example stands for."""
    return ExampleParser(context(), SourceMap("example", example)).parse_example()


def instance_of(op: type[Operation], module: ModuleOp) -> Operation | None:
    """The first operation of a class in a module."""
    return next((one for one in module.walk() if isinstance(one, op)), None)


def printed(op: Operation, generic: bool = False) -> str:
    """The text of an operation."""
    stream = StringIO()
    Printer(stream, print_generic_format=generic).print_op(op)
    return stream.getvalue()


def statement(op: type[Operation]) -> str:
    """The operation of an example as one line, with `...` for what its regions hold."""
    example = example_of(op)
    found = None if example is None else instance_of(op, parse_example(example))
    return "" if found is None else without_regions(printed(found))


def without_regions(text: str) -> str:
    """The text of an operation with `{...}` for its regions, whose braces end a line."""
    parts: list[str] = []
    depth = 0
    for index, letter in enumerate(text):
        if letter == "{" and (depth or text.startswith("\n", index + 1)):
            if not depth:
                parts.append("{...}")
            depth += 1
        elif letter == "}" and depth:
            depth -= 1
        elif not depth:
            parts.append(letter)
    return " ".join("".join(parts).split())


def buffer_type(type_: Attribute) -> Attribute:
    """The buffer type with a tensor's sizes and elements; any other type as it is."""
    tensor = as_tensor(type_)
    return type_ if tensor is None else MemRefType(tensor.element_type, tensor.shape)


def on_buffers(op: HloOp, cls: type[BufferOp]) -> BufferOp:
    """The operation on buffers for an HLO operation, with arguments named like its values."""
    types = [buffer_type(one) for one in op.result_types]
    outs = [index for index, one in enumerate(types) if as_memref(one) is not None]
    operands = list(dict.fromkeys(op.operands))
    values = [*operands, *(op.results[index] for index in outs)]
    block = Block(arg_types=[buffer_type(value.type) for value in values])
    for value, argument in zip(values, block.args, strict=True):
        argument.name_hint = value.name_hint
    of: dict[SSAValue, SSAValue] = dict(zip(operands, block.args, strict=False))
    kept = {index: one for index, one in enumerate(types) if index not in outs}
    twin = cls.of(op, [of[one] for one in op.operands], block.args[len(operands) :], kept)
    block.add_ops([twin, ReturnOp()])
    FuncOp("example", (block.arg_types, ()), Region(block))
    return twin


def buffer_example(cls: type[BufferOp]) -> str | None:
    """The example of an operation on buffers: what that of the HLO operation is on buffers."""
    hlo = final(cls.HLO, source_of(cls.HLO))
    example = example_of(hlo)
    found = None if example is None else instance_of(hlo, parse_example(example))
    return printed(on_buffers(found, cls)) if isinstance(found, HloOp) else None
