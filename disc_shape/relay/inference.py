"""
Type inference: generate types and relations, solve, annotate (RLY-50). What is not determined in
the end is an error (RLY-63).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from disc_shape.constraints.types import set_type
from disc_shape.dialects.relay import functions
from disc_shape.dialects.relay.functions import Program
from disc_shape.dialects.relay.types import ArgumentsAttr, FnAttr, attribute_of, type_text
from disc_shape.errors import OperationError, OperationErrors, rule_error
from disc_shape.relay.generation import Generation
from disc_shape.relay.instantiation import named
from disc_shape.relay.solver import Closing, Solver, text
from disc_shape.traversal import definer_of
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type
from disc_shape.typesystem.unification import plain

WORDS = {"type": "type", "base": "element type", "shape": "shape", "dim": "dimension"}


def infer_types(module: ModuleOp, solver: Solver | None = None) -> Solver:
    """Write the type of each value. Raises `OperationError`; no type is written then."""
    solver = Solver() if solver is None else solver
    generation = Generation(Program(module), solver)
    generation.run()
    solver.run()
    annotate(generation)
    if solver.prints == "solution":
        solver.lines += (f"{named(value)}: {value.type}" for value in generation.types)
    return solver


def annotate(generation: Generation) -> None:
    """Write all types. Raises `OperationErrors` for what is not determined."""
    check_any(generation)
    if errors := list(undetermined(generation)):
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
    for instance in chain.from_iterable(generation.instances.values()):
        call = instance.call
        # Those of operators and constructors follow from the types of operands and result.
        if call is not None and (call.kind == "function" or call.type_args is not None):
            terms = tuple(map(closing.term, instance.terms.values()))
            call.properties["type_args"] = ArgumentsAttr(terms)


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


def undetermined(generation: Generation) -> Iterator[OperationError]:
    """
    What is not determined, in the order of the program and once for each cause: holes that
    undecided constraints connect have one.
    """
    unifier = generation.unifier
    undecided = generation.solver.undecided()
    holes_of = {one: unifier.open_holes(*one.terms).holes for one in undecided}
    connected: dict[int, set[int]] = {}
    for holes in holes_of.values():
        joined = set(holes).union(*(connected.get(one, ()) for one in holes))
        connected.update(dict.fromkeys(joined, joined))
    reported = set[int]()
    for op, what, term in named_terms(generation):
        holes = unifier.open_holes(term).holes
        if holes and reported.isdisjoint(holes):
            kinds = dict.fromkeys(WORDS[unifier.kinds[one - 1]] for one in holes)
            first = next((one for one, own in holes_of.items() if own.keys() & holes), None)
            shown = "" if first is None else f"; {first.shown()} waits"
            missing = f"nothing determines its {' and '.join(kinds)}{shown}"
            yield OperationError(f"{what} needs an annotation: {missing} [RLY-63]", op)
            reported.update(*(connected.get(one, ()) for one in holes))
        reported.update(holes)
    for constraint, holes in holes_of.items():
        if reported.isdisjoint(holes):
            reported.update(holes)
            message = f"it is not decided whether {constraint.shown()} holds"
            yield rule_error(constraint.op, f"{message}; an annotation is missing", "RLY-63")


def named_terms(generation: Generation) -> Iterator[tuple[Operation, str, Type]]:
    """The types at each operation of the program, and what they are called."""
    functions_ = generation.program.functions.values()
    for op in (inner for function in functions_ for inner in function.walk()):
        own = isinstance(op, functions.FunctionLike)
        values = op.arguments if own else [one for body in op.regions for one in body.block.args]
        for value in (*values, *op.results):
            if value in generation.types:
                yield op, f"the type of {named(value)}", generation.types[value]
        if isinstance(op, functions.FunctionLike):
            yield op, "the result of the function", generation.declared[op][0].result
        for instance in generation.instances.get(op, ()):
            for name, term in instance.terms.items():
                yield op, f"type parameter @{plain(name)} of {instance.callee}", term
