"""
The facts that a call implies: those of the callee, instantiated with the sizes of the caller.

A function is read once. The facts that its operations alone imply about its arguments and results
are its *scheme*, which is polymorphic in the sizes of the arguments. Each call instantiates the
scheme with the sizes at the call site, so that two calls with different sizes imply different
facts. A recursive function has no scheme where it calls itself.

A composite is a call of its decomposition, but its guards are not guaranteed to run: another
implementation may replace the decomposition.

Integers that the scheme cannot express, such as a rounding division by an argument, are evaluated
again from the operands of each call.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, OpResult, SSAValue

from disc_shape.analysis.demand import demand_of, source_integers
from disc_shape.analysis.regions import values_inside
from disc_shape.constraints.callees import callee_of, functions_in
from disc_shape.relations import RelationState, evaluator_of
from disc_shape.relations.size_table import Dims
from disc_shape.relations.state import Content
from disc_shape.relations.statements import Provenance
from disc_shape.relations.value_types import is_dynamic
from disc_shape.symbolic import Cond, Expr, conj


@dataclass(frozen=True)
class Scheme:
    """The facts about the arguments and results of a function."""

    arguments: tuple[Dims, ...]
    """
    The sizes of each argument, a symbol for each dimension that is not static; empty for values
    without sizes.
    """
    argument_contents: tuple[Content, ...]
    """The integers in each argument, symbols of their own; None where they are irrelevant."""
    equalities: tuple[tuple[Expr, Expr, Provenance], ...]
    """Sizes of arguments that are equal in every legal call, with their provenance."""
    results: tuple[Dims, ...]
    """The sizes of each result, over symbols of the arguments and of the function itself."""
    result_contents: tuple[Content, ...]
    """The integers in each result; None where they are unknown."""
    checks: tuple[Cond, ...] = ()
    """The conditions of guards over the arguments: true once a call has returned."""


MAX_EVALUATED = 200
"""How many operations are evaluated for one call, those in functions called inside included."""

ShapeResults = frozenset[int]
"""
Which results of a call are parts of shapes in the caller. They are read as mathematical integers in
the callee too; other integers are data, which wraps.
"""

ReadScheme = Callable[[func.FuncOp, ShapeResults], "Scheme | None"]


class ModuleSchemes(NamedTuple):
    """The schemes of functions by their operations alone, and with their guards."""

    derived: Schemes
    trusted: Schemes


class Schemes:
    """The schemes of the functions of a module, each read at its first use."""

    def __init__(self, module: ModuleOp, read: ReadScheme):
        self._functions = {op.sym_name.data: op for op in functions_in(module) if op.body.blocks}
        self._read = read
        self._schemes: dict[tuple[str, ShapeResults], Scheme | None] = {}
        self._open: set[str] = set()
        self._wanted: dict[str, tuple[int, ...]] = {}
        self._sources: dict[tuple[str, int], tuple[int, ...]] = {}
        self._returned: dict[tuple[func.FuncOp, ShapeResults], set[SSAValue]] = {}

    def of_call(self, op: Operation, state: RelationState) -> Scheme | None:
        """
        The scheme of the function that `op` calls, for a caller read into `state`; None without a
        body, and within its own reading.
        """
        function = self.function(op)
        if function is None or function.sym_name.data in self._open:
            return None
        key = function.sym_name.data, shape_results(op, state)
        if key not in self._schemes:
            self._open.add(key[0])
            self._schemes[key] = self._read(function, key[1])
            self._open.discard(key[0])
        return self._schemes[key]

    def function(self, op: Operation) -> func.FuncOp | None:
        """The function that a call calls, when it has a body."""
        name = callee_of(op)
        return None if name is None else self._functions.get(name)

    def returned(self, function: func.FuncOp, results: ShapeResults) -> set[SSAValue]:
        """The integers of a function that reach a shape operand or one of these results."""
        key = function, results
        if key not in self._returned:
            self._returned[key] = set()
            self._returned[key] = demand_of(function.body, results, self).relevant
        return self._returned[key]

    def wanted(self, op: Operation) -> Sequence[SSAValue]:
        """
        The operands of a call whose integers are parts of shapes in the function that it calls.
        """
        function = self.function(op)
        if function is None:
            return ()
        name = function.sym_name.data
        if name not in self._wanted:
            self._wanted[name] = ()
            relevant = demand_of(function.body, callees=self).into_shapes
            self._wanted[name] = _places(function, relevant)
        return [op.operands[index] for index in self._wanted[name]]

    def sources(self, result: OpResult) -> Sequence[SSAValue]:
        """The operands of a call from which the integers of one result are computed."""
        op = result.op
        function = self.function(op)
        if function is None:
            return ()
        key = function.sym_name.data, result.index
        if key not in self._sources:
            # A function that calls itself may compute anything from anything.
            self._sources[key] = tuple(range(len(op.operands)))
            relevant = source_integers(function.body, (result.index,), self)
            self._sources[key] = _places(function, relevant)
        return [op.operands[index] for index in self._sources[key]]


def _places(function: func.FuncOp, values: Collection[SSAValue]) -> tuple[int, ...]:
    arguments = function.body.blocks[0].args
    return tuple(argument.index for argument in arguments if argument in values)


def shape_results(op: Operation, state: RelationState) -> ShapeResults:
    """Which results of a call are parts of shapes in the caller."""
    return frozenset(
        index for index, result in enumerate(op.results) if result in state.into_shapes
    )


def scheme_of(function: func.FuncOp, state: RelationState, checks: Sequence[Cond]) -> Scheme | None:
    """
    The scheme of a function whose body has been read into `state`, where `checks` are the
    conditions of guards that always run; None when it has several returns.
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
        (size, known, state.prover.equal(size, known).explain)
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
    """Computes the integers that a call returns from the integers of its operands."""

    def __init__(self, schemes: Schemes, state: RelationState):
        self.schemes = schemes
        self.state = state
        self.left = MAX_EVALUATED
        self._open: set[func.FuncOp] = set()

    def of_call(self, op: Operation, results: ShapeResults) -> Sequence[Content]:
        """
        The integers in these results of a call, None where they are unknown and for the others.
        The facts about values inside the function are dropped afterwards.
        """
        unknown = (None,) * len(op.results)
        function = self.schemes.function(op)
        last = None if function is None else function.body.blocks[0].last_op
        if function is None or function in self._open or not isinstance(last, func.ReturnOp):
            return unknown
        state, inside = self.state, self.schemes.returned(function, results)
        anchors, added = len(state.anchors), inside - state.relevant
        self._open.add(function)
        state.relevant |= added
        arguments = function.body.blocks[0].args
        for operand, argument in zip(op.operands, arguments, strict=True):
            state.copy_value(operand, argument)
        contents: Sequence[Content] = unknown
        if self._evaluate(function, inside):
            contents = [
                state.content(value) if index in results and value in inside else None
                for index, value in enumerate(last.operands)
            ]
        # Symbols made inside cannot be read in the caller.
        made: set[Expr] = set()
        while len(state.anchors) > anchors:
            made.add(state.anchors.popitem()[0])
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
                wanted = [index for index, one in enumerate(op.results) if one in inside]
                contents = self.of_call(op, frozenset(wanted))
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
        """State the facts about the operands that the callee implies."""
        state, op = self.state, self.op
        for left, right, provenance in self.scheme.equalities:
            if left in self.sizes and all(symbol in self.sizes for symbol in right.symbols):
                state.equal(self.sizes[left], self._in_caller(right), op, self._why, provenance)

    @property
    def _why(self) -> str:
        return f"'@{callee_of(self.op)}', which '{self.op.name}' calls, makes sizes equal"

    def define_results(self) -> None:
        """
        Define the results; of integers only those that reach shapes in the caller, since the
        callee's arithmetic has been read as mathematical.
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
                        # Equal sizes inside the callee are equal in the caller.
                        self.sizes[size] = state.dim(result, axis)
            if content is not None and result in state.into_shapes:
                self._define_content(result, content)
        missing = frozenset(
            index for index in shape_results(op, state) if not state.has_content(op.results[index])
        )
        if missing:
            found = Evaluation(self.schemes, state).of_call(op, missing)
            for result, content in zip(op.results, found, strict=True):
                if content is not None:
                    state.define_content(result, content)

    def checked(self) -> Cond | None:
        """The conditions that guards of the callee have checked when the call returns."""
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
