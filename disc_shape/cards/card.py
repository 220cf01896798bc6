"""Cards: what the compiler knows of each operation, in one place.

A card is attached to an operation class from outside, to one of ours as to one of xDSL's or of a
user's, and serves its subclasses too:

```python
register_card(
    Card(size_operands=lambda op: (op.output_shape,), elements=Reshaping()), DynamicReshapeOp
)
```

The numpy semantics in `disc_shape.interpreters` do not read cards: tests compare both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar, cast

from xdsl.ir import Operation, SSAValue

from disc_shape.cards.elements import Elements
from disc_shape.cards.indices import element_type_of
from disc_shape.cards.iteration import IterationSpace
from disc_shape.class_table import ClassTable, Families
from disc_shape.dialects.quant import UniformQuantizedType

OpT = TypeVar("OpT", bound=Operation)

Operands = Callable[[OpT], Sequence[SSAValue]]


def select_none(*_: object) -> Sequence[SSAValue]:
    """The selection of none of the values of an operation."""
    return ()


NO_OPERANDS: Callable[..., Sequence[SSAValue]] = select_none
GuardKind = Literal["condition", "broadcastable", "equal_shapes", "reshapable"]
"""What a guard checks of its operands; `relations.guards` says what that means for sizes."""


@dataclass(frozen=True, kw_only=True)
class Card(Generic[OpT]):
    """What the compiler knows of the operations of a class."""

    size_operands: Operands[OpT] = NO_OPERANDS
    """The operands whose integers are sizes, offsets, limits or other parts of shapes."""
    indices: Operands[OpT] = NO_OPERANDS
    """The operands and results that are indices of elements or bounds of loops."""
    moves_elements: bool = False
    """Whether what is loaded or stored is data even where it has type `index`."""
    reads_sizes: bool = False
    """Whether the results are sizes of the first operand, whose elements are not read."""
    reads: Operands[OpT] | None = None
    """The operands whose elements are read; None for all, or as `reads_sizes` says."""
    sized_by_operands: bool = False
    """Whether there is one size operand for each `?` of the result type: both change together."""
    takes_index_sizes: bool = True
    """Whether size operands may be tensors of `index`."""
    same_types: Callable[[OpT], tuple[SSAValue, Sequence[int]]] | None = None
    """A value, and the operands, by number, that must have its type, symbols included."""
    is_wrapper: bool = False
    """Whether the result of an operation with one operand is that operand in another type."""
    is_cast: bool = False
    """Whether the result differs from the operand in the sizes that its type shows, at most."""
    keeps_types: bool = False
    """Whether operands and results keep their types where one is of another dialect."""
    branch_condition: Callable[[OpT], SSAValue] | None = None
    """The operand that decides to which successor a terminator branches."""
    guard: Callable[[OpT], GuardKind | None] | None = None
    """What the operation checks when the program runs, if it is a guard."""
    elements: Elements | None = None
    """What the elements of the results are."""


FAMILIES = Families(
    "disc_shape.cards",
    common=(
        "hlo_elementwise",
        "hlo_movement",
        "hlo_contraction",
        "hlo_reduction",
        "hlo_sizes",
        "arith",
        "builtin",
        "disc_shape",
        "tensor",
    ),
    late={
        "bufferization": ("bufferization",),
        "cf": ("control_flow",),
        "chlo": ("chlo",),
        "linalg": ("linalg",),
        "lmhlo": ("lmhlo",),
        "math": ("math",),
        "memref": ("memref",),
        "scf": ("control_flow",),
        "shape": ("shape",),
        "torch_c": ("torch",),
    },
)
"""The modules with cards."""

CARDS: ClassTable[Card[Operation]] = ClassTable(FAMILIES)


def register_card(card: Card[OpT], *op_classes: type[OpT]) -> None:
    """`CARDS.register` for a card whose functions take operations of these classes."""
    CARDS.register(cast("Card[Operation]", card), *op_classes)


NO_CARD: Card[Operation] = Card()
"""The card of operations of which nothing is known."""


def card_of(op: Operation) -> Card[Operation]:
    """The card of an operation's class or of a base of it; an empty one where there is none."""
    return CARDS.found[type(op)] or NO_CARD


def elements_of(op: Operation) -> Elements | None:
    """The elements rule of an operation, if it has one."""
    return card_of(op).elements


def space_of(op: Operation) -> IterationSpace | None:
    """
    The iteration space of an operation; None where its card gives none, and where elements are
    quantized: what is stored is not what is computed with.
    """
    rule = elements_of(op)
    types = (*op.operand_types, *op.result_types)
    quantized = any(isinstance(element_type_of(type), UniformQuantizedType) for type in types)
    return None if rule is None or quantized else rule.space(op)
