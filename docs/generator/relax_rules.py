"""The rules of Relax: where each is enforced, the code that names it, a test that shows it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

KNOWN = (
    "1-13 20-41 50-64 70-79 90-102 110-135 139-152 160-164 170-183 190-194 200-214 220-227 230-245"
    " 250-271 280-288 290-294 300-316 330-345"
)
"""The numbers of all rules."""

PLACES = {
    "construction": "the operations cannot say anything else",
    "tree": "reading a tree of names (`frontends/relax`)",
    "verifier": "the verifiers of the dialect",
    "types": "the judgements of the lattice (`typesystem`)",
    "pass": "a pass: the normal form, typing, checks, placement or lowering",
    "run": "`disc-run`",
    "free": "a choice that the rules leave open",
    "none": "not offered",
}

TESTS = (
    "test/unit/typesystem/test_lattice.py",
    "test/unit/relax/test_rules_of_types.py",
    "test/unit/relax/test_accepted_programs.py",
    "test/unit/relax/test_refused_programs.py",
    "test/unit/relax/test_rules_of_runs.py",
    "test/unit/relax/test_names.py",
    "test/unit/relax/test_running.py",
    "test/passes/relax/check.mlir",
    "test/passes/relax/warnings.mlir",
    "test/passes/relax/insert_checks.mlir",
    "test/dialects/relax/types.mlir",
    "test/passes/relax",
    "test/dialects/relax/invalid.mlir",
    "test/unit/relax",
)
"""
Files and directories of tests, those that are about a rule before those that need it: a rule's own
test is the first case that names it.
"""

RULES = """
construction: 1-10 12-13 20-21 23-38 40 102 140-145 292
tree: 22 59-62 90-92 94 96-97 99-100 110-112 119 121 133 340
verifier: 11 63 113-115 120 124-132 134 146-148 161 262 266
types: 41 151-152 163-164 200-214 220-227 232-245 263 267 269 290-291
pass: 52 58 70-71 78 93 95 98 101 117-118 122-123 135 139 149-150 182-183 190 194 250-261 264-265
  268 270-271 280-287 293-294 314 330-336 341 344-345
run: 39 50 53-56 72 76-77 79 116 160 162 170-181 191-193 230-231 300-312 337-339 342-343
free: 51 57 64 73-75 316
none: 288 313 315
"""
"""Where each rule is enforced."""


def numbers(text: str) -> Iterator[int]:
    """`1-3 5` as numbers."""
    for part in text.split():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def entries() -> dict[int, str]:
    """Where each rule is enforced. Raises for two entries of one."""
    found: dict[int, str] = {}
    for line in RULES.replace("\n  ", " ").strip().splitlines():
        place, _, listed = line.partition(": ")
        for rule in numbers(listed):
            if rule in found or place not in PLACES:
                raise ValueError(f"RLX-{rule:03}: {place}")
            found[rule] = place
    return found


def named_in(text: str) -> set[int]:
    """The rules that a text names one by one."""
    return {int(one) for one in re.findall(r"RLX-(\d{3})", text)}


def cases_of(path: Path) -> Iterator[tuple[str, set[int]]]:
    """The cases of a test file by name, and the rules that each names."""
    name, text = str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    if path.suffix == ".mlir":
        for rule in sorted(named_in(text)):
            yield f"{name}, the case of RLX-{rule:03}", {rule}
        return
    body = ast.parse(text).body
    lines = text.splitlines()
    source = {node: "\n".join(lines[node.lineno - 1 : node.end_lineno]) for node in body}
    tables: dict[str, str] = {}
    for node in body:
        if isinstance(node, ast.AnnAssign | ast.Assign):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            tables[ast.unparse(target)] = source[node]
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            marks = " ".join(map(ast.unparse, node.decorator_list))
            used = [tables[one] for one in re.findall(r"\b[A-Z_]+\b", marks) if one in tables]
            own = named_in(source[node])
            yield f"{name}::{node.name}", own
            for rule in sorted(named_in(" ".join([marks, *used])) - own):
                yield f"{name}::{node.name}, the case of RLX-{rule:03}", {rule}


def tests() -> dict[int, str]:
    """The case that shows each rule, by its name."""
    found: dict[int, str] = {}
    for listed in TESTS:
        place = ROOT / listed
        files = sorted(place.glob("*")) if place.is_dir() else [place]
        for path in (one for one in files if one.suffix in (".py", ".mlir")):
            for case, rules in cases_of(path):
                for rule in rules:
                    found.setdefault(rule, case)
    return found


def mentions() -> dict[int, list[str]]:
    """The files of the product that name each rule, ranges such as `RLX-200 to 213` too."""
    found: dict[int, list[str]] = {}
    known = set(numbers(KNOWN))
    for path in sorted((ROOT / "disc_shape").rglob("*.py")):
        name = str(path.relative_to(ROOT / "disc_shape"))
        for listed in re.findall(r"RLX-(\d{3}(?:(?:, | to | and )\d{3})*)", path.read_text()):
            parts = re.split(r"(, | to | and )", listed)
            rules = [int(parts[0])]
            for sign, number in zip(parts[1::2], parts[2::2], strict=True):
                between = range(rules[-1] + 1, int(number)) if sign == " to " else ()
                rules += [*known.intersection(between), int(number)]
            for rule in rules:
                if name not in found.setdefault(rule, []):
                    found[rule].append(name)
    return found


def rule_table() -> dict[str, str]:
    """The page with the table."""
    named = mentions()
    places = "\n".join(f"- *{place}*: {text}" for place, text in PLACES.items())
    rows: list[str] = []
    shown = tests()
    for rule, place in sorted(entries().items()):
        files = ", ".join(f"`{one}`" for one in named.get(rule, ()))
        test = shown.get(rule)
        rows.append(f"| RLX-{rule:03} | {place} | {files} | {f'`{test}`' if test else ''} |")
    text = f"""# The rules of Relax

Where each rule is enforced, the files that name it, and a test case that names and shows it. A rule
is enforced in one place:

{places}

What the rules leave open: scalars for arithmetic are tensors of rank 0 (RLX-051), values are numpy
arrays and classes of their own (RLX-057), an external function is one of Python and sees these
(RLX-064). Nothing of a program is removed, repeated or moved for being pure (RLX-073 to 075, 316),
and nothing is interned (RLX-304). There is one machine, so that devices are types only (RLX-288);
there are no operators that evaluate only one operand (RLX-313), and there is one thread (RLX-315).

| rule | enforced | code | test |
|---|---|---|---|
"""
    return {"relax_rules.md": text + "\n".join(rows) + "\n"}
