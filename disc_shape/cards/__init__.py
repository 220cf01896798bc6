"""Cards: what the compiler knows of each operation; see `card`."""

from disc_shape.cards.card import FAMILIES
from disc_shape.cards.card import Card as Card
from disc_shape.cards.card import card_of as card_of
from disc_shape.cards.card import elements_of as elements_of
from disc_shape.cards.card import register_card as register_card
from disc_shape.cards.card import space_of as space_of

FAMILIES.load_common()
