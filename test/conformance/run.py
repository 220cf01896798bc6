"""Conformance runner: case files in, a table of solved, missed and wrong answers out.

    python test/conformance/run.py PATH... [--require PERCENT] [--list] [--shuffle SEED]

PATH is a JSON file or a directory of them.  Two encodings are read: lists of symbolic cases
(`vars`, `assume`, `query`, `truth`) and objects with `"family": "arith"` (`prove`, `bound`,
`modular`).  Files of other families are skipped.  Exit status 1 if an answer is wrong, or if fewer
than PERCENT of the decidable cases are solved.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias, cast

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from disc_shape.symbolic import (
    Cond,
    Contradiction,
    Expr,
    FloorDiv,
    Mod,
    Prover,
    Truth,
    compare,
    parse,
    parse_cond,
    sym,
)
from disc_shape.symbolic.nodes import Node, postorder

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"


@dataclass
class Tally:
    """What became of one family."""

    solved: int = 0
    decidable: int = 0
    open: int = 0
    wrong: int = 0
    times: list[float] = field(default_factory=list[float])
    missed: list[str] = field(default_factory=list[str])
    errors: list[str] = field(default_factory=list[str])


@dataclass
class Case:
    """One question, whatever its encoding."""

    name: str
    family: str
    prover: Prover
    assumed: list[str]
    divisors: bool
    op: str
    args: list[str]
    truth: Json
    want_size: int = 0
    hints: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    spans: dict[str, tuple[int | None, int | None]] = field(
        default_factory=dict[str, "tuple[int | None, int | None]"]
    )


def as_dict(value: Json) -> dict[str, Json]:
    assert isinstance(value, dict)
    return value


def as_list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value


def as_bound(value: Json) -> int | None:
    assert value is None or isinstance(value, int)
    return value


def texts(value: Json) -> list[str]:
    return [str(item) for item in as_list(value)] if value is not None else []


def operators(e: Node) -> int:
    """The number of operators in the printed form."""
    import ast

    tree = ast.parse(str(e), mode="eval")
    return sum(
        isinstance(node, ast.BinOp | ast.UnaryOp | ast.Compare | ast.BoolOp | ast.Call)
        and not (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))
        for node in ast.walk(tree)
    )


def divisors_of(root: Node) -> list[Expr]:
    """The divisors in an expression that are no constants."""
    return [
        node.rhs
        for node in postorder(root)
        if isinstance(node, FloorDiv | Mod) and node.rhs.constant is None
    ]


def symbolic_case(raw: dict[str, Json]) -> Case:
    """A case of the `symbolic/` encoding."""
    prover = Prover()
    assumed: list[str] = []
    hints: dict[str, list[int]] = {}
    spans: dict[str, tuple[int | None, int | None]] = {}
    for name, value in as_dict(raw["vars"]).items():
        declared = as_dict(value)
        lo, hi = as_bound(declared["min"]), as_bound(declared["max"])
        spans[name] = lo, hi
        if lo is not None and hi is not None and lo >= hi:
            prover.declare(sym(name), lo)
            assumed.append(f"{name} <= {hi}")
        else:
            prover.declare(sym(name), lo, hi)
        mod = declared.get("mod")
        if mod is not None:
            m, r = as_list(mod)
            assumed.append(f"{name} % {m} == {r}")
        likely = declared.get("likely")
        if likely:
            hints[name] = [int(str(v)) for v in as_list(likely)]
    query = as_dict(raw["query"])
    return Case(
        str(raw["id"]),
        str(raw["family"]),
        prover,
        assumed + texts(raw.get("assume")),
        False,
        str(query["op"]),
        texts(query.get("args")),
        raw["truth"],
        as_bound(query.get("want_size")) or 0,
        hints,
        spans,
    )


def arith_case(raw: dict[str, Json]) -> Case:
    """A case of the `arith` family: divisors differ from zero in every case."""
    prover = Prover()
    assumed: list[str] = []
    for name, value in as_dict(raw["vars"]).items():
        lo, hi = (as_bound(end) for end in as_list(value))
        if lo is not None and hi is not None and lo >= hi:
            prover.declare(sym(name), lo)
            assumed.append(f"{name} <= {hi}")
        else:
            prover.declare(sym(name), lo, hi)
    query = as_dict(raw["query"])
    op, text = next(iter(query.items()))
    return Case(
        str(raw["id"]),
        "arith",
        prover,
        assumed + texts(raw.get("assume")),
        True,
        op,
        [str(text)],
        raw["truth"],
    )


def load(path: Path) -> Iterator[Case]:
    """The cases of one file; none if it is of another kind."""
    data = cast(Json, json.loads(path.read_text()))
    if isinstance(data, list):
        for raw in data:
            if isinstance(raw, dict) and "query" in raw and "truth" in raw and "vars" in raw:
                yield symbolic_case(raw)
    elif isinstance(data, dict) and data.get("family") == "arith":
        for raw in as_list(data["cases"]):
            yield arith_case(as_dict(raw))


def statement(case: Case) -> Cond:
    """The condition that a yes-or-no question asks about."""
    if case.op == "prove":
        return parse_cond(case.args[0])
    a, b = (parse(arg) for arg in case.args)
    match case.op:
        case "eq":
            return compare("==", a, b)
        case "ne":
            return compare("!=", a, b)
        case "le":
            return compare("<=", a, b)
        case "lt":
            return compare("<", a, b)
        case "divisible":
            return compare("==", a % b, 0)
        case other:
            raise ValueError(f"unknown question {other!r}")


def ask(prover: Prover, case: Case, question: Node | None) -> Json:
    """The answer in the encoding of the truth."""
    match case.op:
        case "sat":
            truth = prover.consistent().truth
            return "false" if truth is Truth.NO else "true" if truth is Truth.YES else None
        case "range" | "bound":
            assert isinstance(question, Expr)
            return list(prover.range(question))
        case "modular":
            assert isinstance(question, Expr)
            return list(prover.residue(question))
        case "simplify":
            assert isinstance(question, Expr)
            return str(prover.canonical(question))
        case _:
            assert isinstance(question, Cond)
            truth = prover.decide(question).truth
            return None if truth is Truth.UNKNOWN else "true" if truth is Truth.YES else "false"


def verdict(case: Case, answer: Json) -> tuple[bool, bool, bool]:
    """(decidable, solved, wrong)."""
    truth = case.truth
    if case.op in ("range", "bound"):
        best, found = as_list(truth), as_list(answer)
        wrong = bool(
            (found[0] is not None and (best[0] is None or as_int(found[0]) > as_int(best[0])))
            or (found[1] is not None and (best[1] is None or as_int(found[1]) < as_int(best[1])))
        )
        return True, found == best, wrong
    if case.op == "modular":
        (m, r), (k, q) = (as_list(x) for x in (truth, answer))
        m, r, k, q = as_int(m), as_int(r), as_int(k), as_int(q)
        contained = (r - q) % k == 0 and m % k == 0 if k else m == 0 and r == q
        return True, contained and (k == m or (k != 0 and m != 0 and k % m == 0)), not contained
    if case.op == "simplify":
        return True, operators(parse(str(answer))) <= case.want_size, False
    if case.op == "prove":
        truth = {"valid": "true", "unsat": "false", "contingent": "unknown"}[str(truth)]
    if truth == "unknown":
        return False, False, answer is not None
    return True, answer == truth, answer is not None and answer != truth


def as_int(value: Json) -> int:
    assert isinstance(value, int)
    return value


def load_facts(case: Case) -> tuple[Node | None, bool]:
    """Tell the prover the facts of a case: what it asks about, and whether they contradict."""
    prover = case.prover
    question: Node | None = None
    conflict = False
    if case.op in ("range", "bound", "modular", "simplify"):
        question = parse(case.args[0])
    elif case.op != "sat":
        question = statement(case)
    facts = [parse_cond(text) for text in case.assumed]
    try:
        for fact in facts:
            prover.assume(fact)
        if case.divisors and question is not None:
            for node in (question, *facts):
                for divisor in divisors_of(node):
                    prover.add_different(divisor, 0)
    except Contradiction:
        conflict = True
    return question, conflict


def run(case: Case, tally: Tally) -> None:
    """Load the facts, ask, and score."""
    prover = case.prover
    question, conflict = load_facts(case)
    for name, values in case.hints.items():
        prover.add_likely(sym(name), values)
    start = time.perf_counter()
    answer: Json = "false" if conflict and case.op == "sat" else None
    if not conflict:
        answer = ask(prover, case, question)
    tally.times.append(time.perf_counter() - start)
    if conflict and case.op in ("range", "bound", "modular", "simplify"):
        tally.errors.append(f"{case.name}: the facts were called contradicting")
        tally.wrong += 1
        return
    if conflict and case.op != "sat":
        tally.errors.append(f"{case.name}: the facts were called contradicting")
        tally.wrong += 1
        return
    decidable, solved, wrong = verdict(case, answer)
    if case.op == "simplify":
        wrong = not same_values(question, str(answer), case)
    tally.decidable += decidable
    tally.open += not decidable
    tally.solved += solved
    tally.wrong += wrong
    if wrong:
        tally.errors.append(f"{case.name}: answered {answer}, truth {case.truth}")
    elif decidable and not solved:
        facts_text = "; ".join(case.assumed[:8])
        tally.missed.append(
            f"{case.name}: {case.op} {case.args} given [{facts_text}]: {answer}, truth {case.truth}"
        )


def same_values(question: Node | None, text: str, case: Case) -> bool:
    """Whether a simplified form agrees with the original on small values that fit the facts."""
    assert isinstance(question, Expr)
    import itertools

    result = parse(text)
    names = sorted({s.label for s in (*question.symbols, *result.symbols)})
    facts = [parse_cond(fact) for fact in case.assumed]
    names = sorted({*names, *(s.label for fact in facts for s in fact.symbols)})
    tried = 5 if len(names) > 3 else 8
    choices: list[range] = []
    for name in names:
        lo, hi = case.spans.get(name, (0, None))
        low = max(lo or 0, 0)
        choices.append(range(low, low + tried if hi is None else min(low + tried, hi + 1)))
    for values in itertools.product(*choices):
        env = dict(zip(names, values, strict=True))
        if all(fact.evaluate(env) for fact in facts):
            if question.evaluate(env) != result.evaluate(env):
                return False
    return True


def report(tallies: dict[str, Tally], listing: bool) -> tuple[int, int, int]:
    """Print the table; (solved, decidable, wrong) of all."""
    print(
        f"{'family':<16}{'solved':>8}{'missed':>8}{'wrong':>7}{'open':>6}{'%':>8}{'median us':>11}"
    )
    total = Tally()
    for family, tally in sorted(tallies.items()):
        row(family, tally)
        total.solved += tally.solved
        total.decidable += tally.decidable
        total.wrong += tally.wrong
        total.open += tally.open
        total.times += tally.times
    row("all", total)
    for tally in tallies.values():
        for line in tally.errors:
            print("WRONG", line)
        for line in tally.missed if listing else ():
            print("missed", line)
    return total.solved, total.decidable, total.wrong


def row(name: str, tally: Tally) -> None:
    times = sorted(tally.times)
    median = times[len(times) // 2] * 1e6 if times else 0.0
    percent = 100 * tally.solved / tally.decidable if tally.decidable else 100.0
    missed = tally.decidable - tally.solved
    print(
        f"{name:<16}{tally.solved:>8}{missed:>8}{tally.wrong:>7}{tally.open:>6}"
        f"{percent:>8.1f}{median:>11.1f}"
    )


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description="run the prover on files of cases")
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--require", type=float, default=None, metavar="PERCENT")
    parser.add_argument("--list", action="store_true", help="print the missed cases")
    parser.add_argument("--shuffle", type=int, default=None, metavar="SEED", help="reorder facts")
    options = parser.parse_args(argv)
    files: list[Path] = []
    for path in cast("list[Path]", options.paths):
        if path.is_dir():
            files += sorted(path.rglob("*.json"))
        elif path.exists():
            files.append(path)
        else:
            print(f"error: no such file: {path}", file=sys.stderr)
            return 1
    tallies: dict[str, Tally] = defaultdict(Tally)
    seed = cast("int | None", options.shuffle)
    order = None if seed is None else random.Random(seed)
    for path in files:
        for case in load(path):
            if order is not None:
                order.shuffle(case.assumed)
            run(case, tallies[case.family])
    if not tallies:
        print("error: no cases found", file=sys.stderr)
        return 1
    solved, decidable, wrong = report(tallies, cast(bool, options.list))
    require = cast("float | None", options.require)
    if wrong:
        return 1
    return int(require is not None and 100 * solved < require * decidable)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
