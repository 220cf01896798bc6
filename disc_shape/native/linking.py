"""Several object files as one, so that code of one can call functions of another."""

from __future__ import annotations

from collections.abc import Sequence

from disc_shape.native.elf import (
    UNDEFINED,
    Object,
    Relocation,
    Section,
    Symbol,
    damaged,
)


def linked(objects: Sequence[Object]) -> Object:
    """
    Object files as one, whose sections have other numbers. Global functions that one defines are
    those that the others call by that name; `EngineError` where two define one of the same name.
    """
    sections: dict[int, Section] = {}
    functions: dict[str, Symbol] = {}
    starts: list[int] = []
    for one in objects:
        start = max(sections, default=0)
        starts.append(start)
        sections |= {start + number: section for number, section in one.sections.items()}
        for name, symbol in one.functions.items():
            if name in functions:
                raise damaged(f"function '{name}' is defined twice")
            functions[name] = symbol._replace(section=start + symbol.section)

    def resolved(one: Relocation, start: int) -> Relocation:
        symbol = one.symbol
        if symbol.section == UNDEFINED:
            symbol = functions.get(symbol.name, symbol)
        else:
            symbol = symbol._replace(section=start + symbol.section)
        return one._replace(section=start + one.section, symbol=symbol)

    relocations = [
        resolved(relocation, start)
        for one, start in zip(objects, starts, strict=True)
        for relocation in one.relocations
    ]
    return Object(sections, relocations, functions)
