"""Type inference: generate types and relations, solve, annotate (RLY-50)."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import ModuleOp

from disc_shape.relay.annotation import annotate
from disc_shape.relay.closing import text
from disc_shape.relay.generation import Generation
from disc_shape.relay.matching import named
from disc_shape.relay.program import Program
from disc_shape.relay.solver import Solver

Print = Callable[[str], None]


def infer_types(
    module: ModuleOp, relations: Print | None = None, solution: Print | None = None
) -> Solver:
    """
    Write the type of each value of a module. `relations` takes a line for each constraint that is
    queued or run, `solution` one for each value. Raises `OperationError`; no type is written then.
    """
    solver = Solver(trace=relations)
    generation = Generation(Program(module), solver)
    generation.run()
    solver.run()
    if solution is not None:
        for value, type_ in generation.types.items():
            solution(f"{named(value)}: {text(solver.unifier, type_)}")
    annotate(generation)
    return solver
