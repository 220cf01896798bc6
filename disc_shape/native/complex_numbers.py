"""Complex numbers: `complex`'s operations on pairs, as which `memrefs` reads and writes them."""

from __future__ import annotations

from xdsl.dialects import complex as complex_numbers
from xdsl.ir import Operation

from disc_shape.native.memrefs import pair_of, part_of
from disc_shape.native.routine import Routine, registered


@registered(complex_numbers.CreateOp)
def convert_create(op: Operation, routine: Routine) -> None:
    """A pair of two parts."""
    routine.bind(op.results[0], pair_of(routine.emitter, *map(routine.scalar, op.operands)))


@registered(complex_numbers.ReOp)
def convert_real(op: Operation, routine: Routine) -> None:
    """The first part."""
    routine.bind(op.results[0], part_of(routine.emitter, routine.scalar(op.operands[0]), 0))


@registered(complex_numbers.ImOp)
def convert_imaginary(op: Operation, routine: Routine) -> None:
    """The second part."""
    routine.bind(op.results[0], part_of(routine.emitter, routine.scalar(op.operands[0]), 1))
