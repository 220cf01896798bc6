"""The base of all operations on buffers, and the HLO operation that each is the twin of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import ClassVar, Self, cast

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, MemRefType, TensorType, i32, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation, VariadicDef
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.factory import final, lenient
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.op import CHLO, MHLO, HloOp
from disc_shape.dialects.lmhlo.format import SCRATCH, SEGMENTS, parse_parts, print_parts

POSITIONS = "result_positions"
"""The property with the positions, among the HLO results, of those that are still results."""


def prefix_of(base: type[HloOp]) -> str:
    """The dialect that an HLO operation on buffers is taken from: MHLO, or CHLO if it lacks it."""
    return MHLO if MHLO in base.PREFIXES else CHLO


def is_variadic(definition: object) -> bool:
    """Whether an operand or result definition is variadic."""
    return isinstance(definition, VariadicDef)


def discard(op: Operation) -> None:
    """Erase an operation that is in no block."""
    op.erase(safe_erase=False)


def as_memref(attr: Attribute) -> MemRefType[Attribute] | None:
    """The attribute, if it is a ranked buffer type."""
    return cast("MemRefType[Attribute]", attr) if isinstance(attr, MemRefType) else None


def tensor_of(type_: Attribute) -> Attribute:
    """The tensor type with a buffer's sizes and elements; any other type as it is."""
    found = as_memref(type_)
    if found is None:
        return type_
    return TensorType(found.element_type, found.shape)


def count_of_outs(op: BufferOp) -> int:
    """
    How many of the operands are outs without segment sizes, as in the C++ dialect: one for each
    result, and where the result is variadic as many as each variadic operand has values.
    """
    ins = op.get_irdl_definition().operands[:-1]
    results = final(op.HLO, prefix_of(op.HLO)).get_irdl_definition().results
    if not any(is_variadic(one) for _, one in results):
        return len(results) - len(op.results)
    variadic = sum(is_variadic(one) for _, one in ins)
    return (len(op.operands) - (len(ins) - variadic)) // (variadic + 1)


class BufferEffects(MemoryEffect):
    """An operation reads the buffers before its outs, writes its outs and makes its results.

    It also has the effects of the HLO operation.
    """

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance] | None:
        if not isinstance(op, BufferOp):
            return None
        traits = final(op.HLO, prefix_of(op.HLO)).get_irdl_definition().traits.traits
        others = [trait for trait in traits if isinstance(trait, MemoryEffect)]
        if not others:
            return None
        effects: set[EffectInstance] = set()
        for trait in others:
            if (more := trait.get_effects(op)) is None:
                return None
            effects |= more
        for kind, values in (
            (MemoryEffectKind.READ, op.ins),
            (MemoryEffectKind.WRITE, op.written),
            (MemoryEffectKind.ALLOC, op.results),
        ):
            effects |= {EffectInstance(kind, one) for one in values if as_memref(one.type)}
        return effects


class BufferOp(IRDLOperation):
    """An HLO operation on buffers: its operands, then a buffer for each result.

    (c1) there is an out, or a result, for each result of the HLO operation, (c2) the positions of
    results are ascending and in range, one for each, (c3) no buffer is written twice, (c4) a
    result is a buffer with a dynamic size or no tensor, (c5) the HLO operation on tensors of these
    types is valid.

    In generic form, operands without `operandSegmentSizes` are those of the C++ dialect: an out for
    each result. A `custom_call` may have any number of outs, and always has the segment sizes.
    """

    HLO: ClassVar[type[HloOp]]
    """The abstract HLO operation that this is the twin of."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if SEGMENTS not in self.properties and not issubclass(self.HLO, CustomCallOp):
            outs = count_of_outs(self)
            with suppress(ValueError):
                sizes = [*self.segments(len(self.operands) - outs), outs]
                self.properties[SEGMENTS] = DenseArrayBase.from_list(i32, sizes)

    @classmethod
    def of(
        cls,
        op: HloOp,
        ins: Sequence[SSAValue],
        outs: Sequence[SSAValue],
        results: Mapping[int, Attribute] | None = None,
    ) -> Self:
        """The twin of `op` that reads `ins` and writes `outs`; its regions are copied.

        `results` gives the types of the results that stay results, by position.
        """
        results = dict(sorted((results or {}).items()))
        return cls.make(
            ins,
            outs,
            list(results.values()),
            positions=list(results),
            properties=op.properties,
            attributes=op.attributes,
            regions=[region.clone() for region in op.regions],
        )

    @classmethod
    def make(
        cls,
        ins: Sequence[SSAValue],
        outs: Sequence[SSAValue],
        result_types: Sequence[Attribute] = (),
        *,
        scratch: Sequence[SSAValue] = (),
        positions: Sequence[int] = (),
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
    ) -> Self:
        """An operation with these parts; ValueError when `ins` do not fill its operands."""
        known = dict(properties or {})
        if positions:
            known[POSITIONS] = DenseArrayBase.from_list(i64, positions)
        if scratch:
            known[SCRATCH] = IntegerAttr(len(scratch), i64)
        sizes = [*cls.segments(len(ins)), len(outs) + len(scratch)]
        known[SEGMENTS] = DenseArrayBase.from_list(i32, sizes)
        return cls.create(
            operands=[*ins, *outs, *scratch],
            result_types=result_types,
            properties=known,
            attributes=dict(attributes or {}),
            regions=regions,
        )

    @classmethod
    def segments(cls, count: int) -> list[int]:
        """How `count` operands before the outs are split among the operands of the definition."""
        definitions = cls.get_irdl_definition().operands[:-1]
        variadic = sum(is_variadic(one) for _, one in definitions)
        rest = count - (len(definitions) - variadic)
        if rest < 0 or (rest % variadic if variadic else rest):
            fixed = len(definitions) - variadic
            expected = f"{fixed} and {variadic} for each further value" if variadic else fixed
            raise ValueError(
                f"'{cls.name}' has {count} operands before its outs, expected {expected}"
            )
        each = rest // variadic if variadic else 0
        return [each if is_variadic(one) else 1 for _, one in definitions]

    @property
    def ins(self) -> Sequence[SSAValue]:
        """The operands of the HLO operation, which the operation reads."""
        return self.operands[: len(self.operands) - self._written_count]

    @property
    def outs(self) -> Sequence[SSAValue]:
        """The buffers that the operation writes, in the order of the HLO results."""
        return self.operands[len(self.ins) : len(self.operands) - len(self.scratch)]

    @property
    def scratch(self) -> Sequence[SSAValue]:
        """The buffers that the operation works in: what is in them before and after is no value."""
        count = self.properties.get(SCRATCH)
        return self.operands[len(self.operands) - int_of(count) :] if count is not None else ()

    @property
    def written(self) -> Sequence[SSAValue]:
        """The outs, and the buffers that the operation works in."""
        return self.operands[len(self.ins) :]

    @property
    def _written_count(self) -> int:
        sizes = ints(self.properties[SEGMENTS])
        return sizes[-1]

    @property
    def result_positions(self) -> tuple[int, ...]:
        """The positions of the results among those of the HLO operation."""
        found = self.properties.get(POSITIONS)
        return () if found is None else tuple(ints(found))

    @property
    def hlo_results(self) -> Sequence[SSAValue]:
        """The out or the result for each result of the HLO operation."""
        kept = dict(zip(self.result_positions, self.results, strict=True))
        outs = iter(self.outs)
        count = len(self.outs) + len(kept)
        return [kept[index] if index in kept else next(outs) for index in range(count)]

    def twin(self, operands: Sequence[SSAValue] | None = None, prefix: str | None = None) -> HloOp:
        """The HLO operation that this one is the twin of, in no block, on these operands.

        Without operands it gets values of the tensor types that the buffers have. Its regions are
        copies. `discard` it after use: the copies may use values from around the operation.
        """
        if operands is None:
            operands = Block(arg_types=[tensor_of(one.type) for one in self.ins]).args
        own = (SEGMENTS, SCRATCH, POSITIONS)
        cls = lenient(self.HLO, prefix_of(self.HLO)) if prefix is None else final(self.HLO, prefix)
        return cls.create(
            operands=operands,
            result_types=[tensor_of(one.type) for one in self.hlo_results],
            properties={key: one for key, one in self.properties.items() if key not in own},
            attributes=self.attributes,
            regions=[region.clone() for region in self.regions],
        )

    def add_scratch(self, buffers: Sequence[SSAValue]) -> None:
        """Let the kernel work in further buffers."""
        sizes = ints(self.properties[SEGMENTS])
        self.operands = [*self.operands, *buffers]
        self.properties[SEGMENTS] = DenseArrayBase.from_list(
            i32, [*sizes[:-1], sizes[-1] + len(buffers)]
        )
        self.properties[SCRATCH] = IntegerAttr(len(self.scratch) + len(buffers), i64)

    def verify_(self) -> None:
        verify_scratch(self)
        verify_results(self)
        twin = self.twin()
        try:
            twin.verify(verify_nested_ops=False)
        except VerifyException as error:
            message = str(error).replace(f"'{twin.name}'", f"'{self.name}'")
            raise VerifyException(message) from error
        finally:
            discard(twin)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        parts = parse_parts(parser)
        known = cls.get_irdl_definition().properties
        try:
            return cls.make(
                parts.ins,
                parts.outs,
                parts.result_types,
                scratch=parts.scratch,
                properties={key: one for key, one in parts.attributes.items() if key in known},
                attributes={key: one for key, one in parts.attributes.items() if key not in known},
                regions=parts.regions,
            )
        except ValueError as error:
            parser.raise_error(str(error), position)

    def print(self, printer: Printer) -> None:
        print_parts(printer, self, self.ins, self.outs, self.scratch)


def verify_results(op: BufferOp) -> None:
    """(c1) to (c4) of an operation on buffers; raises `VerifyException`."""
    outs, results, positions = op.outs, op.results, op.result_positions
    count = len(outs) + len(results)
    definitions = final(op.HLO, prefix_of(op.HLO)).get_irdl_definition().results
    variadic = any(is_variadic(one) for _, one in definitions)
    if not variadic and count != len(definitions):
        what = "outs and results" if results else "outs"
        raise VerifyException(f"'{op.name}' has {count} {what}, expected {len(definitions)}")
    if len(positions) != len(results):
        raise VerifyException(
            f"'{op.name}' has {len(positions)} result positions and {len(results)} results"
        )
    if list(positions) != sorted({one for one in positions if 0 <= one < count}):
        raise VerifyException(
            f"result positions of '{op.name}' are {list(positions)}, "
            f"expected ascending numbers below {count}"
        )
    for index, out in enumerate(outs):
        if out in outs[:index]:
            first = list(outs).index(out)
            raise VerifyException(f"outs {first} and {index} of '{op.name}' are one buffer")
    for index, result in zip(positions, results, strict=True):
        buffer = as_memref(result.type)
        if as_tensor(result.type) is not None:
            raise VerifyException(f"result {index} of '{op.name}' is a tensor: {result.type}")
        if buffer is not None and buffer.has_static_shape():
            raise VerifyException(
                f"result {index} of '{op.name}' has static sizes: {buffer}, expected an out"
            )


def verify_scratch(op: BufferOp) -> None:
    """Buffers of scratch are distinct and no ins or outs; raises `VerifyException`."""
    count = op.properties.get(SCRATCH)
    if count is None:
        return
    from disc_shape.dialects.lmhlo.views import base_of  # Most programs have no memref.

    written = ints(op.properties[SEGMENTS])[-1]
    if not 0 < int_of(count) <= written:
        raise VerifyException(
            f"'{op.name}' has {int_of(count)} buffers of scratch, "
            f"expected 1 to {written}, the number of buffers after its ins"
        )
    others = [*op.ins, *op.outs]
    for index, value in enumerate(op.scratch):
        if base_of(value) in map(base_of, (*others, *op.scratch[:index])):
            raise VerifyException(f"scratch {index} of '{op.name}' is an in, an out or another one")
