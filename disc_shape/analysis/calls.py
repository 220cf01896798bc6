"""
What a call says: the relations of the function it calls, instantiated with the sizes of the
caller.

A function is read once. What its operations alone imply about its arguments and results is its
*scheme*, a polymorphic statement over the sizes of its arguments. Each call instantiates the
scheme with the sizes at the call site, so that two calls with different sizes know different
things. A recursive function has no scheme where it calls itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from disc_shape.analysis.demand import relevant_values
from disc_shape.relations import RelationState
from disc_shape.relations.state import Content, Dims
from disc_shape.relations.value_types import is_dynamic
from disc_shape.symbolic import Cond, Expr


@dataclass(frozen=True)
class Scheme:
    """What a function says about its arguments and results."""

    arguments: tuple[Dims, ...]
    """
    The sizes of each argument, a symbol for each dimension that is not static; empty for values
    without sizes.
    """
    argument_contents: tuple[Content, ...]
    """The integers in each argument, symbols of their own; None where they play no part."""
    equalities: tuple[tuple[Expr, Expr], ...]
    """Sizes of arguments that are equal in every legal call."""
    results: tuple[Dims, ...]
    """The sizes of each result, over symbols of the arguments and of the function itself."""
    result_contents: tuple[Content, ...]
    """The integers in each result; None where they are unknown."""


ReadScheme = Callable[[func.FuncOp], "Scheme | None"]


class Schemes:
    """The schemes of the functions of a module, read when they are first asked for."""

    def __init__(self, module: ModuleOp, read: ReadScheme):
        self._functions = {
            op.sym_name.data: op
            for op in module.body.block.ops
            if isinstance(op, func.FuncOp) and op.body.blocks
        }
        self._read = read
        self._schemes: dict[str, Scheme | None] = {}
        self._wanted: dict[str, tuple[int, ...]] = {}

    def of_call(self, op: Operation) -> Scheme | None:
        """
        The scheme of the function that `op` calls; None without a body, and within its own
        reading.
        """
        if not isinstance(op, func.CallOp):
            return None
        name = op.callee.string_value()
        if name not in self._schemes:
            # While it is being read, a function calls itself without a scheme.
            self._schemes[name] = None
            function = self._functions.get(name)
            if function is not None:
                self._schemes[name] = self._read(function)
        return self._schemes[name]

    def wanted(self, op: Operation) -> Sequence[SSAValue]:
        """
        The operands of a call whose integers are parts of shapes in the function that it calls.
        """
        if not isinstance(op, func.CallOp):
            return ()
        name = op.callee.string_value()
        if name not in self._wanted:
            self._wanted[name] = ()
            function = self._functions.get(name)
            if function is not None:
                relevant = relevant_values(function.body, wanted=self.wanted)
                self._wanted[name] = tuple(
                    argument.index
                    for argument in function.body.blocks[0].args
                    if argument in relevant
                )
        return [op.operands[index] for index in self._wanted[name]]


def scheme_of(function: func.FuncOp, state: RelationState) -> Scheme | None:
    """
    The scheme of a function whose body has been read into `state`; None when it does not return
    in one place.
    """
    returns = [
        block.last_op for block in function.body.blocks if isinstance(block.last_op, func.ReturnOp)
    ]
    if len(returns) != 1:
        return None
    arguments = function.body.blocks[0].args
    canonical = state.prover.canonical
    sizes = tuple(_raw_dims(argument, state) for argument in arguments)
    contents = tuple(_raw_content(argument, state) for argument in arguments)
    own = {size for dims in sizes for size in dims if size.constant is None}
    own.update(item for content in contents for item in content or () if isinstance(item, Expr))
    equalities = tuple(
        (size, known)
        for size in sorted(own, key=str)
        if (known := canonical(size)) is not size and own.issuperset(known.symbols)
    )
    values = returns[0].operands
    return Scheme(
        sizes,
        contents,
        equalities,
        tuple(state.dims(value) if state.is_ranked(value) else () for value in values),
        tuple(state.content(value) if value in state.relevant else None for value in values),
    )


def _raw_dims(value: SSAValue, state: RelationState) -> Dims:
    return state.raw_dims(value) if state.is_ranked(value) else ()


def _raw_content(value: SSAValue, state: RelationState) -> Content:
    return state.raw_elements(value) if value in state.relevant else None


class Instance:
    """One call, with the scheme over the sizes of the caller."""

    def __init__(self, op: Operation, scheme: Scheme, state: RelationState):
        self.op = op
        self.scheme = scheme
        self.state = state
        self.sizes: dict[Expr, Expr] = {}
        for operand, dims, content in zip(
            op.operands, scheme.arguments, scheme.argument_contents, strict=True
        ):
            if dims:
                self._bind(dims, state.dims(operand))
            if content is not None and operand in state.relevant:
                self._bind(content, state.content(operand) or ())

    def apply(self) -> None:
        """State what the call implies."""
        state, op = self.state, self.op
        why = f"the function called by '{op.name}'"
        for left, right in self.scheme.equalities:
            if left in self.sizes and all(symbol in self.sizes for symbol in right.symbols):
                state.equal(self.sizes[left], self._in_caller(right), op, why)
        for result, dims, content in zip(
            op.results, self.scheme.results, self.scheme.result_contents, strict=True
        ):
            if is_dynamic(result.type):
                for axis, size in enumerate(dims):
                    if all(symbol in self.sizes for symbol in size.symbols):
                        state.define(result, axis, self._in_caller(size), op, why)
                    elif size.name is not None:
                        # What is one size inside the function is one size outside.
                        self.sizes[size] = state.dim(result, axis)
            if content is not None and result in state.relevant:
                self._define_content(result, content)

    def _bind(self, names: Sequence[Expr | Cond], sizes: Sequence[Expr | Cond]) -> None:
        for name, size in zip(names, sizes, strict=False):
            if isinstance(name, Expr) and isinstance(size, Expr) and name.name is not None:
                self.sizes[name] = size

    def _in_caller(self, size: Expr) -> Expr:
        return size.substitute(self.sizes)

    def _define_content(self, result: SSAValue, content: Content) -> None:
        items: list[Expr | Cond] = []
        for item in content or ():
            if not all(symbol in self.sizes for symbol in item.symbols):
                return
            items.append(item.substitute(self.sizes))
        self.state.define_content(result, tuple(items))
