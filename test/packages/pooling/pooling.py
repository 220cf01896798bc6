"""A relation of a package outside of disc_shape: pooling with windows of 2 by 2."""

from collections.abc import Sequence

from disc_shape.relay.relations import Refused, TypeState, type_relation
from disc_shape.symbolic import Truth
from disc_shape.typesystem.terms import Dims
from disc_shape.typesystem.types import Type


@type_relation("Pool", "pooling: the last two dimensions are halved", arity=2)
def pool(args: Sequence[Type], solve: TypeState) -> Truth:
    """`(..., h, w)` and `(..., h // 2, w // 2)`."""
    tensors = solve.tensors(args)
    sizes = None if tensors is None else solve.sizes(tensors[0].shape)
    if tensors is None or sizes is None:
        return Truth.UNKNOWN
    if len(sizes) < 2:
        raise Refused(f"pooling takes a tensor of rank 2 or more, got rank {len(sizes)}")
    halved = [None if one is None else one // 2 for one in sizes[-2:]]
    solve.unify(tensors[1].shape, Dims((*sizes[:-2], *halved)))
    return Truth.YES
