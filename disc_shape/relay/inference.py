"""
Type inference: generate types and relations, solve, annotate (RLY-50). What is not determined in
the end is an error (RLY-63).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from disc_shape.constraints.types import set_type
from disc_shape.dialects.relay import functions
from disc_shape.dialects.relay.types import ArgumentsAttr, FnAttr, attribute_of, type_text
from disc_shape.errors import OperationError, OperationErrors, rule_error
from disc_shape.relay.generation import Generation
from disc_shape.relay.instantiation import named
from disc_shape.relay.program import Program
from disc_shape.relay.solver import Closing, Solver, text
from disc_shape.traversal import definer_of
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type
from disc_shape.typesystem.unification import plain

WORDS = {"type": "type", "base": "element type", "shape": "shape", "dim": "dimension"}


def infer_types(
    module: ModuleOp, solver: Solver | None = None, solution: Callable[[str], None] | None = None
) -> Solver:
    """
    Write the type of each value of a module; `solution` takes a line for each. Raises
    `OperationError`; no type is written then.
    """
    solver = Solver() if solver is None else solver
    generation = Generation(Program(module), solver)
    generation.run()
    solver.run()
    if solution is not None:
        for value, type_ in generation.types.items():
            solution(f"{named(value)}: {text(solver.unifier, type_)}")
    annotate(generation)
    return solver


def annotate(generation: Generation) -> None:
    """Write all types. Raises `OperationErrors` for what is not determined."""
    check_any(generation)
    if errors := Causes(generation).errors():
        raise OperationErrors(errors)
    closing = Closing(generation.unifier)
    known = {value: closing.term(type_) for value, type_ in generation.types.items()}
    for value, type_ in known.items():
        if any(map(ts.is_negative, ts.sizes_in(type_))):
            message = f"{named(value)} is of type {type_text(type_)}: a dimension is negative"
            raise OperationError(f"{message} [RLY-07]", definer_of(value))
    for value, type_ in known.items():
        set_type(value, attribute_of(type_))
    for op, (type_, _) in generation.declared.items():
        op.scheme = FnAttr(replace(closing.inside(type_), arguments=()))
    for op, instance in generation.chosen.items():
        # Those of operators and constructors follow from the types of operands and result.
        if op.kind == "function" or op.type_args is not None:
            terms = tuple(map(closing.term, instance.terms.values()))
            op.properties["type_args"] = ArgumentsAttr(terms)


def check_any(generation: Generation) -> None:
    """Two dimensions that are Any are not one dimension of several arguments (RLY-08)."""
    for instance in chain.from_iterable(generation.instances.values()):
        for name, kind in instance.function.parameters:
            found = generation.unifier.resolve(instance.terms[name])
            if kind not in ("shape", "dim") or None not in ts.sizes_in(found):
                continue
            if ts.names_in(*instance.function.arguments).parameters[name] > 1:
                shown = f"@{plain(name)} of {instance.callee} is {text(generation.unifier, found)}"
                message = f"{shown} for several arguments, but two ? are not known to be equal"
                raise rule_error(instance.op, message, "RLY-08")


class Causes:
    """What is not determined, once for each cause."""

    def __init__(self, generation: Generation) -> None:
        self.generation = generation
        self.unifier = generation.unifier
        waiting = [entry.item for entry in generation.solver.undecided()]
        self.holes = {one: self.unifier.open_holes(*one.terms).holes for one in waiting}
        """The holes of each constraint that is undecided."""
        self.reported: set[int] = set()

    def errors(self) -> list[OperationError]:
        """The errors in the order of the program."""
        found: list[OperationError] = []
        functions_ = self.generation.program.functions.values()
        for op in (inner for function in functions_ for inner in function.walk()):
            for what, term in self.named_terms(op):
                holes = self.unifier.open_holes(term).holes
                if holes and self.reported.isdisjoint(holes):
                    found.append(self.cause(op, what, term))
                self.reported.update(holes)
        for constraint, holes in self.holes.items():
            if self.reported.isdisjoint(holes):
                self.reported.update(holes)
                shown = constraint.shown()
                message = f"it is not decided whether {shown} holds; an annotation is missing"
                found.append(rule_error(constraint.op, message, "RLY-63"))
        return found

    def named_terms(self, op: Operation) -> Iterator[tuple[str, Type]]:
        """What is called how at an operation, and its type."""
        own = isinstance(op, functions.FunctionLike)
        values = op.arguments if own else [one for body in op.regions for one in body.block.args]
        for value in (*values, *op.results):
            if value in self.generation.types:
                yield f"the type of {named(value)}", self.generation.types[value]
        if isinstance(op, functions.FunctionLike):
            yield "the result of the function", self.generation.declared[op][0].result
        for instance in self.generation.instances.get(op, ()):
            for name, term in instance.terms.items():
                yield f"type parameter @{plain(name)} of {instance.callee}", term

    def cause(self, op: Operation, what: str, term: Type) -> OperationError:
        """What is missing, and the constraint that waits for it."""
        holes = self.unifier.open_holes(term).holes
        kinds = dict.fromkeys(WORDS[self.unifier.kinds[one - 1]] for one in holes)
        waiting = [one.shown() for one, own in self.holes.items() if own.keys() & holes]
        self.spread(holes)
        shown = f"; {waiting[0]} waits" if waiting else ""
        missing = f"nothing determines its {' and '.join(kinds)}{shown}"
        return OperationError(f"{what} needs an annotation: {missing} [RLY-63]", op)

    def spread(self, holes: dict[int, None]) -> None:
        """All holes that are connected by undecided constraints have one cause."""
        reached, more = set[int](), set(holes)
        while not more <= reached:
            reached |= more
            more = {one for own in self.holes.values() if reached & own.keys() for one in own}
        self.reported |= reached
