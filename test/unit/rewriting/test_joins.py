"""Values under other types."""

from xdsl.dialects.builtin import TensorType, f32
from xdsl.dialects.tensor import CastOp
from xdsl.dialects.test import TestOp
from xdsl.ir import Block

from disc_shape.relations import RelationState
from disc_shape.rewriting.joins import cast_value


def test_types_that_contradict_each_other_are_cast_in_two_steps() -> None:
    """As in code that never runs; one step would be no cast that MLIR accepts."""
    made = TestOp(result_types=[TensorType(f32, [3])])
    user = TestOp(operands=[made.results[0]])
    block = Block([made, user])
    found = cast_value(made.results[0], TensorType(f32, [4]), user, RelationState())
    first, second = [op for op in block.ops if isinstance(op, CastOp)]
    assert str(first.dest.type) == "tensor<?xf32, [unit]>"
    assert second.dest is found
    second.verify()
