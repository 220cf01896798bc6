"""
Primitive functions of TVM (TensorIR) as functions of tensors in HLO.

What TVM makes of tensor expressions are nests of loops of which each writes one buffer, once and as
a whole, by what it reads of others, or as a sum (product, maximum, ...) over some of the loops:

    for i, j: out[i, j] = f(x[i, j], ...)        for i, k: out[i] = out[i] + f(x[i, k], ...)

A nest stands for a tensor with a dimension for each loop. Functions of any other form, such as
schedules, have no tensors: they stay external functions, which a run is given by their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.ir import Attribute, Region, SSAValue

from disc_shape.frontends.relax.tensor_ir_expressions import (
    LOADS,
    Expressions,
    Nest,
    dtype_of,
    reordered,
)
from disc_shape.frontends.relax.tvm_types import (
    TvmError,
    element,
    field,
    integer,
    items,
    kind,
    same,
)
from disc_shape.relax.lowering.values import element_named
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.program import Tensor
from disc_shape.symbolic import Expr, const

REDUCTION = 2
"""The kind of an iteration variable over which a block reduces; 0 is that of all others."""
REALIZED = ("SBlockRealize", "BlockRealize")
"""How TVM has called a block with the values of its iteration variables."""

COMBINATIONS = {
    "Add": "add",
    "And": "and",
    "Max": "maximum",
    "Min": "minimum",
    "Mul": "multiply",
    "Or": "or",
}
"""The operations by which a block reduces."""


def tensor_function(name: str, function: object) -> func.FuncOp | None:
    """
    The private function of tensors, of this name, that a primitive function stands for: it takes
    its parameters, results among them, of which it reads the sizes alone, and returns the results.
    None where it has no such form, or expressions too deep to be read.
    """
    try:
        return PrimitiveReader(name).function(function)
    except (TvmError, OperatorError, RecursionError):
        return None


class PrimitiveReader(Expressions):
    """Reads one primitive function."""

    def function(self, node: object) -> func.FuncOp:
        """The function of tensors; `TvmError` or `OperatorError` where there is none."""
        parameters, root = items(field(node, "params")), field(node, "body")
        types, block = list(map(parameter_type, parameters)), self.program.block
        arguments = [block.insert_arg(type_, at) for at, type_ in enumerate(types)]
        self.bind_sizes(parameters, arguments)
        written = list(stored(root))
        results: list[tuple[object, TensorType[Attribute]]] = []
        for parameter, value, type_ in zip(parameters, arguments, types, strict=True):
            if any(same(parameter, one) for one in written):
                results.append((parameter, type_))
            elif results and is_buffer(parameter):
                raise TvmError("a buffer after the results is read")
            else:
                self.buffers.append((parameter, Tensor(self.program, value)))
        if not results:
            raise TvmError("nothing is written")
        self.statement(root)
        values = [self.program.cast(self.buffer(one).value, type_) for one, type_ in results]
        self.program.insert(func.ReturnOp(*values))
        outputs = [type_ for _, type_ in results]
        return func.FuncOp(self.name, (types, outputs), Region(block), "private")

    # sizes

    def bind_sizes(self, parameters: Sequence[object], arguments: Sequence[SSAValue]) -> None:
        """Let the first dimension that is a symbol bind it, and check all others."""
        left: list[tuple[object, Expr, str]] = []
        for parameter, value in zip(parameters, arguments, strict=True):
            if not is_buffer(parameter):
                (size,) = self.program.state.elements(value) or (None,)
                if size is not None:
                    self.known[self.symbols.dim(parameter)] = size
                continue
            listed = items(field(buffer_type(parameter), "shape"))
            for at, (dim, size) in enumerate(zip(listed, self.program.dims(value), strict=True)):
                expr = self.symbols.dim(dim)
                if kind(dim) == "Var" and expr not in self.known:
                    self.known[expr] = size
                else:
                    place = f"dimension {at} of '{field(parameter, 'name')}'"
                    left.append((dim, size, place))
        for dim, size, place in left:
            self.program.check_equal(self.size(dim), size, place, str(self.symbols.dim(dim)))

    # statements

    def statement(self, node: object) -> None:
        """A nest of loops, or several, one after the other."""
        match kind(node):
            case "SeqStmt":
                for one in items(field(node, "seq")):
                    self.statement(one)
            case name if name in REALIZED and not items(field(node, "iter_values")):
                block = field(node, "block")
                if kind(field(block, "body")) == "BufferStore":
                    self.block(node, [])
                else:
                    self.statement(field(block, "body"))
            case _:
                loops: list[object] = []
                while kind(node) == "For":
                    step = field(node, "step")
                    if integer(field(node, "min")) or (step is not None and integer(step) != 1):
                        raise TvmError("a loop does not count all numbers from 0 on")
                    loops.append(node)
                    node = field(node, "body")
                self.block(node, loops)

    def block(self, node: object, loops: Sequence[object]) -> None:
        """A block whose iteration variables are the counters of the loops around it, or numbers."""
        if kind(node) not in REALIZED or not is_true(field(node, "predicate")):
            raise TvmError(f"cannot read a statement of class '{kind(node)}'")
        block, left = field(node, "block"), list(loops)
        counters, sizes, reduced = list[object](), list[Expr](), list[int]()
        values = items(field(node, "iter_values"))
        for variable, value in zip(items(field(block, "iter_vars")), values, strict=True):
            counter, domain = field(variable, "var"), field(variable, "dom")
            if kind(value) == "IntImm":
                self.known[self.symbols.dim(counter)] = const(integer(value))
                continue
            loop = left.pop(0) if left else None
            if loop is None or not same(field(loop, "loop_var"), value):
                raise TvmError("a block does not iterate over the loops around it")
            size = self.size(field(loop, "extent"))
            if integer(field(domain, "min")) or self.size(field(domain, "extent")) != size:
                raise TvmError("a block iterates over a part of a loop")
            order = integer(field(variable, "iter_type"))
            if order not in (0, REDUCTION):
                raise TvmError("a block iterates in an order of its own")
            reduced += [len(sizes)] if order == REDUCTION else []
            counters.append(counter)
            sizes.append(size)
        if left:
            raise TvmError("a block does not iterate over the loops around it")
        self.nest = Nest(counters, sizes, reduced)
        self.store(field(block, "body"), field(block, "init"))

    def store(self, node: object, init: object) -> None:
        """What a block writes: each element of a buffer once, by the loops that do not reduce."""
        if kind(node) != "BufferStore" or (init is None) != (not self.nest.reduced):
            raise TvmError("a block does more than to write a buffer")
        buffer, axes = field(node, "buffer"), self.nest.axes(field(node, "indices"))
        kept = [at for at in range(len(self.nest.sizes)) if at not in self.nest.reduced]
        if axes is None or sorted(axes) != kept or self.find(buffer) is not None:
            raise TvmError("a block writes a part of a buffer")
        shape = list(map(self.size, items(field(buffer_type(buffer), "shape"))))
        if any(self.nest.sizes[axis] != size for axis, size in zip(axes, shape, strict=True)):
            raise TvmError("a block writes a part of a buffer")
        value = field(node, "value")
        found = self.whole(value) if init is None else self.reduction(node, init)
        self.buffers.append((buffer, reordered(found, [kept.index(axis) for axis in axes])))

    def whole(self, node: object) -> Tensor:
        """An expression, as a tensor of all loops."""
        found = self.value(node)
        return found if found.rank else found.broadcast(self.nest.sizes, [])

    def reduction(self, node: object, init: object) -> Tensor:
        """What a block adds up over the loops that reduce, or combines in another way."""
        value, buffer = field(node, "value"), field(node, "buffer")
        name = COMBINATIONS.get(kind(value))
        parts = [field(value, "a"), field(value, "b")]
        others = [one for one in parts if not self.is_load(one, buffer, field(node, "indices"))]
        start = field(init, "value")
        if name is None or len(others) != 1 or kind(start) not in ("IntImm", "FloatImm"):
            raise TvmError("a block reduces in a way of its own")
        number, reduced = field(start, "value"), self.nest.reduced
        assert isinstance(number, int | float)
        if name == "add" and number == 0 and (found := self.contraction(others[0])) is not None:
            return found
        return self.whole(others[0]).reduce(reduced, name, number)

    def is_load(self, node: object, buffer: object, indices: object) -> bool:
        """Whether an expression reads the element of a buffer that its block writes."""
        return (
            kind(node) in LOADS
            and same(field(node, "buffer", "source"), buffer)
            and self.nest.axes(field(node, "indices")) == self.nest.axes(indices)
        )


def stored(node: object) -> Iterator[object]:
    """The buffers that a statement writes."""
    if kind(node) == "BufferStore":
        yield field(node, "buffer")
    parts = [field(node, "body"), field(node, "block"), *items(field(node, "seq"))]
    for one in parts:
        if one is not None:
            yield from stored(one)


def buffer_type(node: object) -> object:
    """What says the sizes and elements of a buffer: itself, or the type of a variable."""
    return node if kind(node) == "Buffer" else field(node, "ty")


def is_buffer(node: object) -> bool:
    """Whether a parameter is a buffer."""
    return kind(buffer_type(node)) in ("Buffer", "BufferType")


def parameter_type(node: object) -> TensorType[Attribute]:
    """The type of a parameter as a tensor; an integer is one of rank 0."""
    if not is_buffer(node):
        return TensorType(element_named(element(dtype_of(node)) or "i64"), [])
    type_ = buffer_type(node)
    shape = [
        integer(one) if kind(one) == "IntImm" else DYNAMIC_INDEX
        for one in items(field(type_, "shape"))
    ]
    return TensorType(element_named(element(field(type_, "dtype")) or ""), shape)


def is_true(node: object) -> bool:
    """Whether a condition holds in every run."""
    return field(node, "value") in (1, True)
