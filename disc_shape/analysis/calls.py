"""
What a call says: the relations of the function it calls, instantiated with the sizes of the
caller.

A function is read once. What its operations alone imply about its arguments and results is its
*scheme*, a polymorphic statement over the sizes of its arguments. Each call instantiates the
scheme with the sizes at the call site, so that two calls with different sizes know different
things. A recursive function has no scheme where it calls itself.

A composite is a call of its decomposition, except that nobody promises that it checks what that
checks: something else may run in its place.

Integers of which the scheme cannot say what they are, such as a rounding division whose divisor is
an argument, are computed anew from the integers that a call hands over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from disc_shape.analysis.demand import demand_of
from disc_shape.analysis.regions import values_inside
from disc_shape.call_graph import callee_of
from disc_shape.relations import RelationState, evaluator_of
from disc_shape.relations.state import Content, Dims
from disc_shape.relations.value_types import is_dynamic
from disc_shape.symbolic import Cond, Expr, conj


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
    checks: tuple[Cond, ...] = ()
    """What the guards of the function check of its arguments: true once a call has returned."""


MAX_EVALUATED = 200
"""How many operations are evaluated for one call, those in functions called inside included."""

ReadScheme = Callable[[func.FuncOp], "Scheme | None"]


class ModuleSchemes(NamedTuple):
    """What functions say by their operations alone, and when their guards have passed."""

    derived: Schemes
    trusted: Schemes


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
        self._returned: dict[func.FuncOp, set[SSAValue]] = {}

    def of_call(self, op: Operation) -> Scheme | None:
        """
        The scheme of the function that `op` calls; None without a body, and within its own
        reading.
        """
        name = callee_of(op)
        if name is None:
            return None
        if name not in self._schemes:
            # While it is being read, a function calls itself without a scheme.
            self._schemes[name] = None
            function = self._functions.get(name)
            if function is not None:
                self._schemes[name] = self._read(function)
        return self._schemes[name]

    def function(self, op: Operation) -> func.FuncOp | None:
        """The function that a call calls, when it has a body."""
        name = callee_of(op)
        return None if name is None else self._functions.get(name)

    def returned(self, function: func.FuncOp) -> set[SSAValue]:
        """The integers of a function that reach a shape operand or what it returns."""
        if function not in self._returned:
            self._returned[function] = set()
            self._returned[function] = demand_of(
                function.body, with_returned=True, wanted=self.wanted
            ).relevant
        return self._returned[function]

    def wanted(self, op: Operation) -> Sequence[SSAValue]:
        """
        The operands of a call whose integers are parts of shapes in the function that it calls.
        """
        name = callee_of(op)
        if name is None:
            return ()
        if name not in self._wanted:
            self._wanted[name] = ()
            function = self._functions.get(name)
            if function is not None:
                relevant = demand_of(function.body, wanted=self.wanted).into_shapes
                self._wanted[name] = tuple(
                    argument.index
                    for argument in function.body.blocks[0].args
                    if argument in relevant
                )
        return [op.operands[index] for index in self._wanted[name]]


def scheme_of(function: func.FuncOp, state: RelationState, checks: Sequence[Cond]) -> Scheme | None:
    """
    The scheme of a function whose body has been read into `state`, where `checks` are what guards
    check that always run; None when it does not return in one place.
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
        tuple(check for check in checks if own.issuperset(check.symbols)),
    )


def _raw_dims(value: SSAValue, state: RelationState) -> Dims:
    return state.raw_dims(value) if state.is_ranked(value) else ()


def _raw_content(value: SSAValue, state: RelationState) -> Content:
    return state.raw_elements(value) if value in state.relevant else None


class Evaluation:
    """Computes the integers that a call returns from those that it hands over."""

    def __init__(self, schemes: Schemes, state: RelationState):
        self.schemes = schemes
        self.state = state
        self.left = MAX_EVALUATED
        self._open: set[func.FuncOp] = set()

    def of_call(self, op: Operation) -> Sequence[Content]:
        """
        The integers in each result of a call, None where they are unknown. What is read of the
        values inside the function is forgotten again.
        """
        unknown = (None,) * len(op.results)
        function = self.schemes.function(op)
        last = None if function is None else function.body.blocks[0].last_op
        if function is None or function in self._open or not isinstance(last, func.ReturnOp):
            return unknown
        state, inside = self.state, self.schemes.returned(function)
        homes, added = len(state.homes), inside - state.relevant
        self._open.add(function)
        state.relevant |= added
        arguments = function.body.blocks[0].args
        for operand, argument in zip(op.operands, arguments, strict=True):
            state.copy_value(operand, argument)
        contents: Sequence[Content] = unknown
        if self._evaluate(function, inside):
            contents = [
                state.content(value) if value in inside else None for value in last.operands
            ]
        # What has been made up inside cannot be read from outside.
        made: set[Expr] = set()
        while len(state.homes) > homes:
            made.add(state.homes.popitem()[0])
        for value in values_inside(function.body):
            state.forget(value)
        state.relevant -= added
        self._open.discard(function)
        return [
            content
            if content is not None and all(made.isdisjoint(item.symbols) for item in content)
            else None
            for content in contents
        ]

    def _evaluate(self, function: func.FuncOp, inside: set[SSAValue]) -> bool:
        """Evaluate the operations of a function; False when there are too many."""
        for op in function.body.blocks[0].ops:
            if not any(result in inside for result in op.results):
                continue
            self.left -= 1
            if self.left < 0:
                return False
            evaluator = evaluator_of(op)
            if callee_of(op) is not None:
                contents = self.of_call(op)
            elif evaluator is not None:
                contents = evaluator(op, self.state)
            else:
                continue
            for result, content in zip(op.results, contents, strict=True):
                if content is not None:
                    self.state.define_content(result, content)
        return True


class Instance:
    """One call, with the scheme over the sizes of the caller."""

    def __init__(self, op: Operation, scheme: Scheme, schemes: Schemes, state: RelationState):
        self.op = op
        self.scheme = scheme
        self.schemes = schemes
        self.state = state
        self.sizes: dict[Expr, Expr] = {}
        for operand, dims, content in zip(
            op.operands, scheme.arguments, scheme.argument_contents, strict=True
        ):
            if dims:
                self._bind(dims, state.dims(operand))
            if content is not None and operand in state.relevant:
                self._bind(content, state.content(operand) or ())

    def relate(self) -> None:
        """State what the function implies of the operands."""
        state, op = self.state, self.op
        for left, right in self.scheme.equalities:
            if left in self.sizes and all(symbol in self.sizes for symbol in right.symbols):
                state.equal(self.sizes[left], self._in_caller(right), op, self._why)

    @property
    def _why(self) -> str:
        return f"'@{callee_of(self.op)}', which '{self.op.name}' calls, makes sizes equal"

    def define_results(self) -> None:
        """
        State what the function returns; of integers only those that reach shapes here, since the
        function's arithmetic has been read as if it did.
        """
        state, op = self.state, self.op
        for result, dims, content in zip(
            op.results, self.scheme.results, self.scheme.result_contents, strict=True
        ):
            if is_dynamic(result.type):
                for axis, size in enumerate(dims):
                    if all(symbol in self.sizes for symbol in size.symbols):
                        state.define(result, axis, self._in_caller(size), op, self._why)
                    elif size.name is not None:
                        # What is one size inside the function is one size outside.
                        self.sizes[size] = state.dim(result, axis)
            if content is not None and result in state.into_shapes:
                self._define_content(result, content)
        missing = [
            result
            for result in op.results
            if result in state.into_shapes and not state.has_content(result)
        ]
        if missing:
            found = Evaluation(self.schemes, state).of_call(op)
            for result, content in zip(op.results, found, strict=True):
                if result in missing and content is not None:
                    state.define_content(result, content)

    def checked(self) -> Cond | None:
        """What guards inside the function have checked when the call returns."""
        found = [
            check.substitute(self.sizes)
            for check in self.scheme.checks
            if all(symbol in self.sizes for symbol in check.symbols)
        ]
        return conj(found) if found else None

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
