"""Cards: what the compiler knows of each operation; see `card`."""

from importlib import import_module

from disc_shape.cards.card import Card as Card
from disc_shape.cards.card import card_of as card_of
from disc_shape.cards.card import elements_of as elements_of
from disc_shape.cards.card import register_card as register_card
from disc_shape.cards.card import space_of as space_of

FAMILIES = (
    "hlo_elementwise",
    "hlo_movement",
    "hlo_contraction",
    "hlo_reduction",
    "hlo_sizes",
    "arith",
    "builtin",
    "disc_shape",
    "tensor",
)
"""The modules with the cards of operations that most programs use."""

for _family in FAMILIES:
    import_module(f"disc_shape.cards.{_family}")
