"""The operations of MLIR's `linalg` dialect that xDSL lacks, and the dialect with them added."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects import linalg
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase, IndexType, IntegerType, i64
from xdsl.dialects.utils import print_dynamic_index_list
from xdsl.dialects.utils.dynamic_index_list import parse_dynamic_index_list_without_types
from xdsl.ir import Attribute, Dialect, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    base,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.xdsl_extras.ranked import RANKED, ranked, shape_text

NUMBERS = base(DenseArrayBase[IntegerType])


class Tiled(IRDLOperation):
    """What `linalg.pack` and `linalg.unpack` share: one side has tiles as its last dimensions.

    Operands are the source, the destination, a padding value if there is one, and sizes of tiles.
    """

    outer_dims_perm = opt_prop_def(NUMBERS)
    inner_dims_pos = prop_def(NUMBERS)
    static_inner_tiles = prop_def(NUMBERS)
    result = result_def(RANKED)

    traits = traits_def(Pure())

    PADS: ClassVar[bool] = False

    @property
    def padding(self) -> SSAValue | None:
        """What fills the last tiles."""
        return None

    @property
    def tile_sizes(self) -> Sequence[SSAValue]:
        """The sizes of tiles that are operands."""
        return self.operands[2 if self.padding is None else 3 :]

    @property
    def plain(self) -> SSAValue:
        """The operand without tiles."""
        return self.operands[0 if self.PADS else 1]

    @property
    def tiled(self) -> SSAValue:
        """The operand whose last dimensions are tiles."""
        return self.operands[1 if self.PADS else 0]

    @property
    def cut(self) -> tuple[int, ...]:
        """The dimensions that are cut, in the order of their tiles."""
        return _numbers(self.inner_dims_pos)

    @property
    def outer_order(self) -> tuple[int, ...]:
        """Of which plain dimension each outer one is."""
        rank = len(ranked(self.plain).get_shape())
        return _numbers(self.outer_dims_perm) or tuple(range(rank))

    def sides(self) -> tuple[Sequence[int], Sequence[int]]:
        """The sizes of the side without and of the side with tiles."""
        source, dest = (ranked(one).get_shape() for one in self.operands[:2])
        return (source, dest) if self.PADS else (dest, source)

    def verify_(self) -> None:
        plain, tiled = self.sides()
        rank = len(plain)
        tiles = _numbers(self.static_inner_tiles)
        positions, order = _numbers(self.inner_dims_pos), _numbers(self.outer_dims_perm)
        self._check_dimensions("inner_dims_pos", positions, rank)
        self._check_dimensions("outer_dims_perm", order, rank)
        if len(tiles) != len(positions):
            raise VerifyException(f"'{self.name}' has {len(tiles)} tiles for {list(positions)}")
        if list(tiles).count(DYNAMIC_INDEX) != len(self.tile_sizes):
            raise VerifyException(f"'{self.name}' has {len(self.tile_sizes)} sizes of tiles")
        if any(size < 1 and size != DYNAMIC_INDEX for size in tiles):
            raise VerifyException(f"tiles of '{self.name}' are {list(tiles)}, expected 1 or more")
        if order and len(order) != rank:
            raise VerifyException(f"outer_dims_perm of '{self.name}' is {list(order)}")
        outer = list(plain)
        for position, tile in zip(positions, tiles, strict=True):
            outer[position] = self._outer(outer[position], tile)
        expected = [*(outer[one] for one in order or range(rank)), *tiles]
        if len(tiled) != len(expected) or any(
            DYNAMIC_INDEX not in pair and pair[0] != pair[1]
            for pair in zip(tiled, expected, strict=True)
        ):
            raise VerifyException(
                f"sizes with tiles of '{self.name}' are {shape_text(tiled)}, expected "
                f"{shape_text(expected)}"
            )
        if self.result.type != self.operands[1].type:
            raise VerifyException(f"'{self.name}' gives {self.result.type}, not what it fills")
        self._check_elements()

    def _outer(self, size: int, tile: int) -> int:
        """How many tiles a dimension has."""
        if DYNAMIC_INDEX in (size, tile):
            return DYNAMIC_INDEX
        if self.PADS and self.padding is None and size % tile:
            raise VerifyException(
                f"tiles of {tile} do not fill a dimension of {size} of '{self.name}', which has no "
                "padding value"
            )
        return -(-size // tile)

    def _check_dimensions(self, what: str, dimensions: Sequence[int], rank: int) -> None:
        if len(set(dimensions)) != len(dimensions) or any(
            not 0 <= one < rank for one in dimensions
        ):
            raise VerifyException(
                f"{what} of '{self.name}' is {list(dimensions)}, expected numbers below {rank}, "
                "each once"
            )

    def _check_elements(self) -> None:
        elements = [ranked(one).element_type for one in self.operands[:2]]
        if self.padding is not None:
            elements.append(self.padding.type)
        if len(set(elements)) > 1:
            raise VerifyException(
                f"element types of '{self.name}' differ: {', '.join(map(str, elements))}"
            )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        source = parser.parse_unresolved_operand()
        padding: list[SSAValue] = []
        if cls.PADS and parser.parse_optional_keyword("padding_value"):
            with parser.in_parens():
                value = parser.parse_unresolved_operand()
                parser.parse_punctuation(":")
                padding.append(parser.resolve_operand(value, parser.parse_type()))
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("outer_dims_perm"):
            properties["outer_dims_perm"] = _parse_numbers(parser)
        parser.parse_keyword("inner_dims_pos")
        properties["inner_dims_pos"] = _parse_numbers(parser)
        parser.parse_keyword("inner_tiles")
        parser.parse_punctuation("=")
        sizes, static = parse_dynamic_index_list_without_types(parser, DYNAMIC_INDEX)
        properties["static_inner_tiles"] = DenseArrayBase.from_list(i64, static)
        parser.parse_keyword("into")
        dest = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = [parser.parse_type()]
        parser.parse_punctuation("->")
        types.append(parser.parse_type())
        whole = parser.resolve_operands([source, dest], types, position)
        tiles = [parser.resolve_operand(one, IndexType()) for one in sizes]
        return cls.build(
            operands=[whole[0], whole[1], *([padding] if cls.PADS else []), tiles],
            result_types=[types[1]],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.operands[0])
        if self.padding is not None:
            printer.print_string(" padding_value(")
            printer.print_ssa_value(self.padding)
            printer.print_string(" : ")
            printer.print_attribute(self.padding.type)
            printer.print_string(")")
        if self.outer_dims_perm is not None:
            printer.print_string(f" outer_dims_perm = {list(_numbers(self.outer_dims_perm))}")
        printer.print_string(f" inner_dims_pos = {list(_numbers(self.inner_dims_pos))}")
        printer.print_string(" inner_tiles = ")
        tiles = _numbers(self.static_inner_tiles)
        print_dynamic_index_list(printer, DYNAMIC_INDEX, self.tile_sizes, tiles)
        printer.print_string(" into ")
        printer.print_ssa_value(self.operands[1])
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.operands[0].type)
        printer.print_string(" -> ")
        printer.print_attribute(self.operands[1].type)


def _numbers(attr: DenseArrayBase[IntegerType] | None) -> tuple[int, ...]:
    return () if attr is None else tuple(attr.get_values())


def _parse_numbers(parser: Parser) -> DenseArrayBase[IntegerType]:
    parser.parse_punctuation("=")
    numbers = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
    return DenseArrayBase.from_list(i64, numbers)


@irdl_op_definition
class PackOp(Tiled):
    """A tensor cut into tiles, which become its last dimensions.

    Constraints:
    (c1) the dimensions that are cut, and the order of the outer ones, are in range, each once.
    (c2) there is a size for each tile, 1 or more.
    (c3) the destination has the outer dimensions in their order, as many tiles as there are,
    and the sizes of the tiles; without a padding value tiles are full.
    (c4) all elements have one type.

    Example:
    ```mlir
    %2 = linalg.pack %0 padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [8, %t]
        into %1 : tensor<?x16xf32> -> tensor<?x?x8x?xf32>
    ```
    """

    name = "linalg.pack"
    PADS: ClassVar[bool] = True

    source = operand_def(RANKED)
    dest = operand_def(RANKED)
    padding_value = opt_operand_def(Attribute)
    inner_tiles = var_operand_def(IndexType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @property
    def padding(self) -> SSAValue | None:
        return self.padding_value


@irdl_op_definition
class UnPackOp(Tiled):
    """A tensor put together again from tiles, of which what does not fit is left out.

    Constraints: those of `linalg.pack`, with source and destination exchanged.

    Example:
    ```mlir
    %2 = linalg.unpack %0 inner_dims_pos = [0] inner_tiles = [8]
        into %1 : tensor<?x8xf32> -> tensor<?xf32>
    ```
    """

    name = "linalg.unpack"

    source = operand_def(RANKED)
    dest = operand_def(RANKED)
    inner_tiles = var_operand_def(IndexType)


Linalg = Dialect(
    "linalg",
    [*linalg.Linalg.operations, PackOp, UnPackOp],
    [*linalg.Linalg.attributes],
)
"""xDSL's dialect with the operations above."""
