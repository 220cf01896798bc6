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


def infer_types(
    module: ModuleOp,
    solver: Solver | None = None,
    solution: Callable[[str], None] | None = None,
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
