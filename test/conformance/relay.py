"""Relay case runner: programs in, types or errors or a table of right, wrong and open out.

    python test/conformance/relay.py PATH... [--answers OUT.json] [--dump DIR]
        [--require PERCENT] [--list]

PATH is a file of cases or a directory of them. Without `--answers` the runner scores itself. It has
no rules of its own: a case becomes a module of the dialect, `relay-infer-types` types it, and the
answer is read from the module. A null answer is open.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import cast

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conformance.relax_types import Info, Json, as_info, as_list
from conformance.relay_programs import Builder, UnknownName, info_of, term_of
from xdsl.dialects.builtin import ModuleOp
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.relay.functions import FuncOp
from disc_shape.dialects.relay.types import term_of as term_of_attribute
from disc_shape.relay.inference import infer_types
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.unification import Mismatch, Unifier

KINDS = {
    **dict.fromkeys(("RLY-06", "RLY-20", "RLY-21", "RLY-22", "RLY-44", "RLY-90"), "kind"),
    **dict.fromkeys(
        ("RLY-07", "RLY-08", "RLY-25", "RLY-41", "RLY-42", "RLY-67", "RLY-88"), "mismatch"
    ),
    **dict.fromkeys(("RLY-14", "RLY-17", "RLY-34", "RLY-87"), "unknown"),
    **dict.fromkeys(("RLY-89", "RLY-100"), "match"),
    "RLY-12": "projection",
    "RLY-29": "arity",
    "RLY-57": "relation",
    "RLY-63": "underconstrained",
    "RLY-68": "infinite",
}
"""The kind of error by the rule that a message names."""
RULE = re.compile(r"\[(RLY-\d+)\]")


def answered(raw: Info) -> Json:
    """The types of a program, or its error; deep expressions are read by recursion."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 20_000))
    try:
        return answer_of(raw)
    finally:
        sys.setrecursionlimit(limit)


def answer_of(raw: Info) -> Json:
    """The types of a program, or its error."""
    builder = Builder()
    try:
        module = builder.module(as_info(raw["program"]))
        module.verify()
        infer_types(module)
        module.verify()
    except UnknownName as error:
        return {"error": "unknown", "message": str(error)}
    except VerifyException as error:
        found = RULE.search(str(error))
        kind = KINDS.get(found[1]) if found else None
        return None if kind is None else {"error": kind, "message": str(error)}
    types: Info = {name: info_of(op.signature) for name, op in functions_of(module).items()}
    values: Info = {}
    for name, value in builder.bound.items():
        term = term_of_attribute(value.type)
        values[name] = None if term is None else info_of(term)
    return {"types": types, "values": values}


def functions_of(module: ModuleOp) -> dict[str, FuncOp]:
    """The functions of a module."""
    return {op.sym_name.data: op for op in module.body.block.ops if isinstance(op, FuncOp)}


def dumped(raw: Info) -> str:
    """The module of a case, as text."""
    from io import StringIO

    stream = StringIO()
    try:
        Printer(stream).print_op(Builder().module(as_info(raw["program"])))
    except UnknownName as error:
        return f"// {error}\n"
    return stream.getvalue() + "\n"


# scores: True is right, False wrong, None open


def same(found: Json, wanted: Json) -> bool:
    """Whether two types are one, up to bound names and arithmetic."""
    postponed: list[object] = []

    def postpone(one: ts.Size, other: ts.Size) -> None:
        postponed.append((one, other))

    try:
        Unifier(postpone, lambda _: None).unify(term_of(found), term_of(wanted))
    except Mismatch:
        return False
    return not postponed


def score(raw: Info, answer: Json) -> bool | None:
    """An error of an accepted kind with the words that it must mention, or the types."""
    if answer is None:
        return None
    found, wanted = as_info(answer), as_info(raw["expect"])
    if "error" in wanted:
        if found.get("error") not in as_list(wanted["error"]):
            return False
        message = str(found.get("message"))
        return all(str(word) in message for word in as_list(wanted.get("mentions") or []))
    if "error" in found:
        return False
    main = as_info(as_info(as_info(found["types"])["main"])["fn"])
    if "result" in wanted and not same(main["ret"], wanted["result"]):
        return False
    values = as_info(found["values"])
    expected = as_info(wanted.get("values") or {})
    return all(same(values.get(name), one) for name, one in expected.items())


# the command


def cases(paths: list[Path]) -> Iterator[Info]:
    """All cases of files and directories."""
    for path in paths:
        for file in sorted(path.rglob("*.json")) if path.is_dir() else [path]:
            loaded = cast(Json, json.loads(file.read_text(encoding="utf-8")))
            if isinstance(loaded, dict) and loaded.get("family") == "relay":
                yield from map(as_info, as_list(loaded["cases"]))


def main(arguments: list[str] | None = None) -> int:
    """Answer, or score; the exit status."""
    parser = argparse.ArgumentParser(description="Runs Relay's cases.")
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--answers", type=Path, help="where to write the answers")
    parser.add_argument("--dump", type=Path, help="where to write the modules")
    parser.add_argument("--require", type=float, help="the percentage that must be right")
    parser.add_argument("--list", action="store_true", help="show what is wrong or open")
    options = parser.parse_args(arguments)
    answers: Info = {}
    tally: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for raw in cases(options.paths):
        answer = answered(raw)
        answers[str(raw["id"])] = answer
        if options.dump is not None:
            options.dump.mkdir(parents=True, exist_ok=True)
            (options.dump / f"{raw['id']}.mlir").write_text(dumped(raw), encoding="utf-8")
        if "expect" not in raw:
            continue
        found = score(raw, answer)
        kind = "rejected" if "error" in as_info(raw["expect"]) else "accepted"
        tally[kind][0 if found else 2 if found is None else 1] += 1
        if options.list and not found:
            word = "open" if found is None else "WRONG"
            print(f"{word} {raw['id']} {raw.get('title')}\n    {answer}")
            print(f"    expected {raw['expect']}")
    if options.answers is not None:
        options.answers.write_text(json.dumps(answers, indent=1), encoding="utf-8")
        return 0
    total = [sum(counts) for counts in zip(*tally.values(), strict=True)]
    for name, counts in (*sorted(tally.items()), ("all", total)):
        right, wrong, left = counts
        print(f"{name:10} {sum(counts):6} cases {right:6} right {wrong:6} wrong {left:6} open")
    share = 100 * total[0] / sum(total) if sum(total) else 0.0
    return 1 if options.require is not None and share < options.require else 0


if __name__ == "__main__":
    sys.exit(main())
