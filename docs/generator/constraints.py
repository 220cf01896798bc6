"""The table of the verifiers' constraints: what each says, and a program that breaks it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from xdsl.ir import Operation

from disc_shape.dialects.hlo.op import HloOp
from generator.dialects import anchor
from generator.operations import operations
from generator.text import constraint_items, escape, table

PAGE = "hlo_constraints.md"
ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"\(c(\d+)\)")
SPELLED = re.compile(r"(?:stablehlo|mhlo|chlo)\.([\w.-]+)")

INTRODUCTION = """# What the verifiers of HLO operations check

One row per constraint; constraints that one sentence states together share a row. Numbers are those
of the StableHLO specification where the operation has a section there; operations that it does not
have, and what the reference implementation checks beyond it, are numbered on from there. A
constraint on sizes that cannot be decided yet is not an error; where an operand is a constant, its
value is checked. `dynamic_gather` has the numbers of `gather`, whose list it shares. The last
column is a file with a program that breaks the constraint and the message for it.

Two things are not in the table. What kinds of operands, results and attributes an operation takes
(the specification's tables of inputs and outputs) is checked for all of them, one scale for the
whole tensor or scales along a dimension included. Constraints that speak of quantized elements
only, which stand at the end of an operation's list in the specification, are in the table where an
operation does more with scales than to keep or ignore them.
"""

PROCESSES = "how many processes there are is known when the program runs"
GAPS: dict[str, dict[int, str]] = {
    "all_gather": {3: PROCESSES},
    "all_reduce": {2: PROCESSES},
    "all_to_all": {6: PROCESSES},
    "collective_reduce": {2: PROCESSES},
    "reduce_scatter": {4: PROCESSES},
    "dot_general": {13: "element types of the sides may differ, as in XLA"},
}
"""Numbers of the specification that no verifier checks, and why."""


class Constraint(NamedTuple):
    """A constraint of an operation, and the class whose docstring states it."""

    operation: str
    number: int
    text: str
    owner: type


def stated(cls: type) -> dict[int, str]:
    """The constraints that the docstring of a class states."""
    found: dict[int, str] = {}
    doc = str(vars(cls).get("__doc__") or "")
    for paragraph in re.split(r"\n\s*\n", doc):
        match = re.search(r"\(c\d+\)", paragraph)
        if match is None:
            continue
        for item in constraint_items(" ".join(paragraph[match.start() :].split())):
            numbers = [int(number) for number in NUMBER.findall(item)]
            for first, last in re.findall(r"\(c(\d+)\) to \(c(\d+)\)", item):
                numbers.extend(range(int(first), int(last)))
            text = re.sub(r"^(\(c\d+\)(,| to)? ?)+", "", item).rstrip(".")
            found.update(dict.fromkeys(numbers, text))
    return found


def constraints_of(name: str, op: type[Operation]) -> list[Constraint]:
    """The constraints of an operation, its own and those of the classes it derives from."""
    found: dict[int, Constraint] = {}
    for cls in op.__mro__[1 : op.__mro__.index(HloOp)]:
        for number, text in stated(cls).items():
            found.setdefault(number, Constraint(name, number, text, cls))
    return [found[number] for number in sorted(found)]


def all_constraints() -> dict[str, list[Constraint]]:
    """The constraints of every operation that has some."""
    found = {name: constraints_of(name, any_of(name)) for name in sorted(operations())}
    return {name: listed for name, listed in found.items() if listed}


@cache
def finals() -> dict[str, dict[str, type[Operation]]]:
    """The operations by name and prefix."""
    return operations()


def any_of(name: str) -> type[Operation]:
    """The final class of an operation under the prefix that documents it."""
    return next(
        finals()[name][one] for one in ("stablehlo", "mhlo", "chlo") if one in finals()[name]
    )


@cache
def negative_cases() -> dict[tuple[str, int], str]:
    """Operation and number -> the file that holds a program that breaks the constraint."""
    found: dict[tuple[str, int], str] = {}
    for file in sorted((ROOT / "test" / "dialects").glob("*/invalid*.mlir")):
        for case in re.split(r"(?m)^// -----.*$", file.read_text(encoding="utf-8")):
            comments = " ".join(re.findall(r"(?m)^// (.*\(c\d+\).*)$", case))
            numbers = {int(number) for number in NUMBER.findall(comments)}
            named = re.findall(r"CHECK.*?'(?:stablehlo|mhlo|chlo)\.([\w.-]+)'", case)
            named += re.findall(r"(?<= of )[\w.-]+$", comments)
            for name in named or SPELLED.findall(case):
                for number in numbers:
                    found.setdefault((name, number), file.relative_to(ROOT).as_posix())
    return found


def negative_case(constraint: Constraint) -> str | None:
    """A file with a case of a constraint, of this operation or of one that shares the verifier."""
    cases = negative_cases()
    own = cases.get((constraint.operation, constraint.number))
    if own is not None:
        return own
    for (name, number), file in cases.items():
        if number == constraint.number and name in finals():
            if issubclass(any_of(name), constraint.owner):
                return file
    return None


def gaps() -> dict[str, list[int]]:
    """For each operation of the specification the numbers in between that nothing states."""
    found: dict[str, list[int]] = {}
    for name, listed in all_constraints().items():
        numbers = {one.number for one in listed}
        missing = sorted(set(range(1, max(numbers))) - numbers)
        if missing and "stablehlo" in finals()[name]:
            found[name] = missing
    return found


def merged(cells: dict[int, tuple[str, str]]) -> list[tuple[str, str, str]]:
    """The rows of an operation: numbers, text, cases. Constraints with one text are one row."""
    numbers: dict[str, list[int]] = {}
    for number in sorted(cells):
        numbers.setdefault(cells[number][0], []).append(number)
    return [
        (
            ", ".join(f"c{number}" for number in found),
            text,
            ", ".join(sorted({cells[number][1] for number in found} - {""})),
        )
        for text, found in numbers.items()
    ]


def constraint_table() -> dict[str, str]:
    """The page with the table."""
    rows: list[tuple[str, str, str, str]] = []
    count = 0
    for name, listed in all_constraints().items():
        prefix = any_of(name).name.partition(".")[0]
        link = f"[`{name}`](dialects/{prefix}.md#{anchor(name)})"
        cells: dict[int, tuple[str, str]] = {
            number: (f"*not checked: {reason}*", "")
            for number, reason in GAPS.get(name, {}).items()
        }
        for one in listed:
            file = negative_case(one)
            case = "" if file is None else f"[{Path(file).stem}](../{file})"
            cells[one.number] = (escape(one.text), case)
        count += len(cells)
        rows.extend((link, *row) for row in merged(cells))
    header = ("operation", "constraint", "it states", "a program that breaks it")
    return {PAGE: f"{INTRODUCTION}\n{count} constraints.\n\n{table(header, rows)}"}
