"""
One function as a function of the `llvm` dialect, written in a single walk.

Converters are registered by class of operation. Structured control flow becomes blocks as it is met
(`control`), buffers become tuples of values (`memrefs`, `buffers`), scalars operations of LLVM
(`scalars`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from xdsl.dialects import llvm
from xdsl.dialects.builtin import DenseArrayBase, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.class_table import ClassTable, Families, nearest
from disc_shape.dialects.disc_shape import BindDimOp
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.native.call_state import MESSAGE
from disc_shape.native.emitter import Emitter, Number, Unsupported
from disc_shape.native.memrefs import Memref, kind_of, part_types, parts, rebuilt, scalar_type

V = TypeVar("V")

KERNEL = "disc_shape.kernel"
"""The attribute of functions that are kernels."""
DISTRIBUTED = "disc_shape.distributed"
"""
The attribute of kernels that compute one part of what they compute, by their last two arguments,
its number and that of all parts; and of the loops over parts, whose iterations threads run.
"""
SCRATCH = "disc_shape.scratch"
"""
The attribute of allocations for what iterations of a loop compute on the way: each writes what it
reads, so that several that run at once need memory of their own, and nothing else hinders them.
"""
NO_ALIAS = "llvm.noalias"
"""The attribute of a pointer to memory that no other argument points to."""


def is_kernel(function: FuncOp) -> bool:
    """Whether a function is a kernel."""
    return KERNEL in function.attributes


Converter: TypeAlias = "Callable[[Operation, Routine], None]"
FAMILIES = ("buffers", "complex_numbers", "control", "scalars")
CONVERTERS: ClassTable[Converter] = ClassTable(
    Families("disc_shape.native", common=FAMILIES, late={})
)
"""How operations are converted."""


def registered(*classes: type[Operation]) -> Callable[[Converter], Converter]:
    """Register the converter of operations."""

    def register(converter: Converter) -> Converter:
        CONVERTERS.register(converter, *classes)
        return converter

    return register


def is_distributed(op: Operation) -> bool:
    """Whether a kernel computes one part, or a loop runs parts."""
    return DISTRIBUTED in op.attributes


@dataclass(frozen=True)
class Callee:
    """A function that can be called."""

    name: str
    types: tuple[Attribute, ...]
    """The types of its arguments in the program."""
    results: tuple[Attribute, ...]
    is_kernel: bool = False
    """Whether it only computes: it cannot fail, and needs no context."""
    callback: int | None = None
    """The number under which the interpreter runs it."""
    is_checked_kernel: bool = False
    """Whether it is a kernel whose indices are tested, which can fail."""

    @property
    def result_parts(self) -> list[Attribute]:
        """The types of what it returns in the `llvm` dialect, without its status."""
        return [part for type_ in self.results for part in part_types(type_)]

    @property
    def returned(self) -> Attribute:
        """What it returns in the `llvm` dialect: its status first."""
        if self.is_kernel:
            return llvm.LLVMVoidType()
        found = self.result_parts
        return llvm.LLVMStructType.from_type_list([i64, *found]) if found else i64


@dataclass
class Tables:
    """What the functions of a module share."""

    callees: dict[str, Callee] = field(default_factory=dict[str, Callee])
    checked: bool = False
    """Whether indices, views and copies are tested."""
    arena: Operation | None = None
    """The allocation in the entry function for which the caller may have memory."""
    messages: list[str] = field(default_factory=list[str])
    """The messages of checks, by number."""
    globals: dict[str, int] = field(default_factory=dict[str, int])
    """Where the context has the pointer to a global."""
    parts: list[llvm.FuncOp] = field(default_factory=list[llvm.FuncOp])
    """The bodies of loops that threads run."""
    functions: dict[str, tuple[tuple[Attribute, ...], Attribute | None]] = field(
        default_factory=dict[str, tuple[tuple[Attribute, ...], "Attribute | None"]]
    )
    """The functions from outside."""


class Routine:
    """The conversion of one function."""

    def __init__(self, tables: Tables, callee: Callee | None = None) -> None:
        self.tables = tables
        self.callee = callee
        self.emitter = Emitter()
        self.context: SSAValue | None = None
        """The pointer to the state of the call."""
        self.reassociated: set[Operation] = set()
        """The sums and products whose order is free."""
        self._scalars: dict[SSAValue, SSAValue] = {}
        self._memrefs: dict[SSAValue, Memref] = {}
        self._failures: dict[int, Block] = {}

    @staticmethod
    def entry_of(table: Mapping[type[Operation], V], op: Operation) -> V:
        """The entry of an operation in a table that has one for its class."""
        found = nearest(table, type(op))
        assert found is not None
        return found

    def bind(self, value: SSAValue, found: SSAValue | Memref) -> None:
        """Let something stand for a value of the program."""
        if isinstance(found, Memref):
            self._memrefs[value] = found
        else:
            self._scalars[value] = found

    def bind_number(self, value: SSAValue, number: Number) -> None:
        """Let an index stand for a value of the program."""
        self._scalars[value] = self.emitter.number(number)

    def scalar(self, value: SSAValue) -> SSAValue:
        """What stands for a scalar."""
        found = self._scalars.get(value)
        if found is None:
            raise Unsupported(f"a value of type {value.type} has no form as machine code")
        return found

    def number(self, value: SSAValue) -> Number:
        """An index, as a Python integer where it is a constant."""
        found = self.scalar(value)
        op = found.owner
        return int_of(op.value) if isinstance(op, llvm.ConstantOp) else found

    def memref(self, value: SSAValue) -> Memref:
        """What stands for a buffer."""
        found = self._memrefs.get(value)
        if found is None:
            raise Unsupported(f"a value of type {value.type} has no form as machine code")
        return found

    def parts(self, values: Iterable[SSAValue], types: Iterable[Attribute]) -> list[SSAValue]:
        """What stands for values across blocks and functions that take these types."""
        found: list[SSAValue] = []
        for value, type_ in zip(values, types, strict=True):
            kind = kind_of(type_)
            if kind is None:
                found.append(self.scalar(value))
            else:
                found += parts(self.emitter, self.memref(value), kind)
        return found

    def bind_parts(self, values: Iterable[SSAValue], given: Iterable[SSAValue]) -> None:
        """Let parts stand for values."""
        rest = iter(given)
        for value in values:
            kind = kind_of(value.type)
            if kind is None:
                scalar_type(value.type)
                self.bind(value, next(rest))
            else:
                self.bind(value, rebuilt(self.emitter, rest, kind))

    def block_for(self, values: Sequence[SSAValue]) -> Block:
        """A new block that takes what stands for values."""
        return self.emitter.add_block([part for one in values for part in part_types(one.type)])

    def convert(self, op: Operation) -> None:
        """Convert an operation."""
        converter = CONVERTERS.find(type(op))
        if converter is None:
            if isinstance(op, BindDimOp):
                return  # It names a size.
            raise Unsupported(f"'{op.name}' has no form as machine code", op)
        try:
            converter(op, self)
        except Unsupported as error:
            if error.operation is not None:
                raise
            raise Unsupported(str(error), op) from error

    def convert_all(self, operations: Iterable[Operation]) -> None:
        """Convert operations in order."""
        for op in operations:
            self.convert(op)

    def needed_context(self) -> SSAValue:
        """The state of the call."""
        if self.context is None:
            raise Unsupported("a kernel that may stop has no form as machine code")
        return self.context

    def state(self, place: int) -> SSAValue:
        """The pointer to a word of the state of the call."""
        return self.emitter.address(self.needed_context(), place, i64)

    def fail_unless(self, condition: SSAValue, reason: int) -> None:
        """Stop the function unless a condition holds."""
        emitter = self.emitter
        on = emitter.add_block()
        emitter.branch_if(condition, on, self.failure(reason))
        emitter.block = on

    def failure(self, reason: int) -> Block:
        """The block in which the function stops for some reason."""
        found = self._failures.get(reason)
        if found is None:
            before = self.emitter.block
            found = self.emitter.block = Block()
            self._failures[reason] = found
            self.leave(reason)
            self.emitter.block = before
        return found

    def leave(self, status: int, values: Sequence[SSAValue] | None = None) -> None:
        """Return from the function."""
        emitter, callee = self.emitter, self.callee
        code = emitter.constant(status, i64)
        if callee is None or not callee.result_parts:
            emitter.block.add_op(llvm.ReturnOp(code))
            return
        result = emitter.undefined(callee.returned)
        for place, value in enumerate([code, *(values or ())]):
            position = DenseArrayBase.from_list(i64, [place])
            result = emitter.insert(llvm.InsertValueOp(position, result, value))
        emitter.block.add_op(llvm.ReturnOp(result))

    def leave_with(self, message: str, status: int) -> None:
        """Return from the function, and leave the number of a message in the state of the call."""
        messages = self.tables.messages
        self.emitter.store(self.emitter.constant(len(messages), i64), self.state(MESSAGE))
        messages.append(message)
        self.leave(status)

    def finish(self, name: str, types: Sequence[Attribute], returned: Attribute) -> llvm.FuncOp:
        """The function; blocks in which it stops are the last ones."""
        for block in self._failures.values():
            self.emitter.region.add_block(block)
        self.tables.functions.update(self.emitter.functions)
        return llvm.FuncOp(
            name,
            llvm.LLVMFunctionType(list(types), returned),
            body=self.emitter.finish(),
        )
