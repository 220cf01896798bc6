"""Relax case runner: struct infos and programs in, answers or a table of right, wrong, open out.

    python test/conformance/relax.py PATH... [--answers OUT.json] [--dump DIR]
        [--require PERCENT] [--list]

PATH is a file of cases or a directory of them. Without `--answers` the runner scores itself. It has
no rules of its own: it reads, asks the library, writes. A null answer is open.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conformance import run as prover_cases
from conformance.relax_compare import same_programs
from conformance.relax_modules import program_of
from conformance.relax_programs import module_of
from conformance.relax_runs import answer_vm, same_ends
from conformance.relax_types import (
    Info,
    Json,
    as_info,
    as_list,
    closed,
    dim_of,
    element_of,
    info_of,
    shape_of,
    type_of,
)
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.relax.operator_rows import Value, operator_rows
from disc_shape.errors import OperationErrors, UserError
from disc_shape.frontends.relax.build import build, check_names, check_normal
from disc_shape.frontends.relax.tree import Module
from disc_shape.relax.criteria import check_module, infer_types
from disc_shape.relax.devices import realize_devices
from disc_shape.relax.normalize import normalize_module
from disc_shape.relax.operators import OperatorError, OperatorTypes
from disc_shape.symbolic import Prover, Truth
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.judgements import compatible, equivalent, least_upper_bound, subtype
from disc_shape.typesystem.schemes import CallError, instantiate
from disc_shape.typesystem.scopes import Scope, erased, names_bound, names_used, static_type
from disc_shape.typesystem.types import PackedType, PrimType, ShapeType, TensorType, TupleType, Type

SUBTYPE = {Truth.YES: "yes", Truth.UNKNOWN: "possible", Truth.NO: "no"}
COMPATIBLE = {Truth.YES: "compatible", Truth.UNKNOWN: "possible", Truth.NO: "incompatible"}


# answers


def answer_arith(raw: Info) -> Json:
    """Whether a predicate holds, or the range or residue of an expression."""
    case = prover_cases.arith_case(cast("dict[str, prover_cases.Json]", {"truth": None, **raw}))
    question, conflict = prover_cases.load_facts(case)
    if conflict:
        return None
    found = prover_cases.ask(case.prover, case, question)
    if case.op == "prove":
        return {"true": "yes", "false": "no"}.get(str(found), "unknown")
    return cast(Json, found)


def answer_subtype(raw: Info) -> Json:
    """Both judgements."""
    derived, base, prover = type_of(raw["derived"]), type_of(raw["base"]), Prover()
    return {
        "subtype": SUBTYPE[subtype(derived, base, prover)],
        "compat": COMPATIBLE[compatible(derived, base, prover)],
    }


def answer_lub(raw: Info) -> Json:
    """The least upper bound."""
    return info_of(least_upper_bound(type_of(raw["a"]), type_of(raw["b"]), Prover()))


def answer_erase(raw: Info) -> Json:
    """The type without the names that are not kept."""
    values: dict[str, Shape] = {}
    for name, kept in as_info(raw.get("shape_vars") or {}).items():
        dims = kept if isinstance(kept, list) else None
        values[name] = Shape.of_value(str(kept)) if dims is None else Shape.of(map(dim_of, dims))
    kept_names = as_info(raw.get("dims") or {})
    symbols = {name: dim_of(kept) for name, kept in kept_names.items()}
    return info_of(erased(type_of(raw["si"]), Scope(symbols, values)))


def answer_static(raw: Info) -> Json:
    """The type without dimensions."""
    return info_of(static_type(type_of(raw["si"])), static=True)


def answer_symbols(raw: Info) -> Json:
    """The symbols that a type mentions and those that it binds."""
    type_ = type_of(raw["si"])
    used: list[Json] = [*sorted(names_used(type_))]
    definable: list[Json] = [*sorted(names_bound(type_))]
    return {"used": used, "definable": definable}


def answer_call(raw: Info) -> Json:
    """The type of the result of a call."""
    arguments = [type_of(one) for one in as_list(raw["args"])]
    type_arguments = [type_of(one) for one in as_list(raw.get("type_args") or [])]
    try:
        found = instantiate(closed(type_of(raw["fn"])), arguments, Prover(), type_arguments)
    except CallError as error:
        return {"error": error.cause, "message": str(error)}
    answer: Info = {"ret": info_of(found.result)}
    return {**answer, "warn": True} if found.unproved else answer


def answer_op(raw: Info) -> Json:
    """The type of an operator's result; argument i that is a variable is called x{i}."""
    name = str(raw["op"])
    operands = [operand_of(as_info(one), f"x{at}") for at, one in enumerate(as_list(raw["args"]))]
    attributes = dict(as_info(raw.get("attrs") or {}))
    row = operator_rows().get(name)
    if row is None:
        return None
    if "shape" in attributes and "shape" not in row.attributes:
        at = [one.name for one in row.operands].index("shape")
        operands.insert(at, ShapeType(shape_of({"values": attributes.pop("shape")}, "values")))
    given = {key: plain_value(one) for key, one in attributes.items()}
    try:
        found = OperatorTypes(Prover()).type_of(name, operands, {**row.defaults, **given})
    except OperatorError as error:
        return {"error": str(error)}
    return info_of(found)


def plain_value(value: Json) -> Value:
    """The value of an attribute."""
    if isinstance(value, list):
        return tuple(plain_value(one) for one in value)
    return cast("Value", value)


def operand_of(info: Info, name: str) -> Type:
    """The type of an argument; a shape of which nothing is known is called by its variable."""
    if "tuple" in info:
        return TupleType(tuple(operand_of(as_info(one), name) for one in as_list(info["tuple"])))
    if "shape_expr" in info:
        return ShapeType(shape_of({"values": info["shape_expr"]}, "values"))
    if "prim" in info:
        value = info["prim"]
        known = None if isinstance(value, float) else dim_of(value)
        return PrimType(element_of(info.get("dtype")) or "i64", known)
    if "const" in info:
        return TensorType(Shape.of(sizes_of(info["const"])), element_of(info.get("dtype")))
    type_ = type_of(info)
    if isinstance(type_, ShapeType) and not list(type_.shape.known) and type_.shape.rank != 0:
        return ShapeType(Shape.of_value(name, type_.shape.rank))
    return type_


def sizes_of(value: Json) -> list[int]:
    """The sizes of a nested list."""
    if not isinstance(value, list):
        return []
    return [len(value), *(sizes_of(value[0]) if value else [])]


def answer_wellformed(raw: Info) -> Json:
    """Whether a program is well-formed, and the rules that it breaks."""
    rules = rules_broken(module_of(raw["program"]))
    return {"well_formed": not rules, "rules": [*rules]}


def rules_broken(tree: Module) -> list[str]:
    """The rules of names and of normal form, or those that verifiers and `relax-check` say."""
    try:
        if problems := [*check_names(tree), *check_normal(tree)]:
            return [one.rule for one in problems]
        module = build(tree)
        module.verify()
        check_module(module)
    except OperationErrors as errors:
        found = [str(errors), *(str(one) for one in errors.others)]
    except (VerifyException, UserError) as error:
        found = [str(error)]
    else:
        return []
    return [rule for text in found for rule in re.findall(r"\[(RLX-\d+)\]", text) or ["RLX-264"]]


def answer_vdevice(raw: Info) -> Json:
    """The program in normal form, typed and placed."""
    return answer_normalize(raw, places=True)


def answer_normalize(raw: Info, places: bool = False) -> Json:
    """The program in normal form, typed."""
    tree = module_of(raw["program"])
    try:
        module = build(tree)
        module.verify()
        normalize_module(module)
        infer_types(module)
        if places:
            realize_devices(module)
        module.verify()
    except (VerifyException, UserError) as error:
        return {"error": str(error)}
    return {"program": program_of(module)}


ANSWERS: Mapping[str, Callable[[Info], Json]] = {
    "arith": answer_arith,
    "subtype": answer_subtype,
    "lub": answer_lub,
    "erase": answer_erase,
    "static": answer_static,
    "symbols": answer_symbols,
    "call": answer_call,
    "op": answer_op,
    "wellformed": answer_wellformed,
    "normalize": answer_normalize,
    "vdevice": answer_vdevice,
    "vm": answer_vm,
}


# scores: True is right, False wrong, None open


def expected(raw: Info) -> Json:
    """What a case says the answer is."""
    return raw["spec"] if "spec" in raw else raw.get("tvm")


def score_arith(raw: Info, answer: Json) -> bool | None:
    """Predicates by their truth; ranges and residues that are too wide are open."""
    case = prover_cases.arith_case(cast("dict[str, prover_cases.Json]", raw))
    if case.op == "prove":
        right = {"valid": "yes", "unsat": "no", "contingent": "unknown"}[str(raw["truth"])]
        return True if answer == right else None if answer == "unknown" else False
    _, solved, wrong = prover_cases.verdict(case, cast("prover_cases.Json", answer))
    return False if wrong else solved or None


def score_subtype(raw: Info, answer: Json) -> bool | None:
    """*Possible* where dimensions decide is open, the opposite wrong."""
    found, wanted = as_info(answer), as_info(expected(raw))
    if all(found[key] == wanted[key] for key in ("subtype", "compat")):
        return True
    hesitates = (found[key] in ("possible", wanted[key]) for key in ("subtype", "compat"))
    return None if all(hesitates) else False


def same(found: Json, wanted: Json) -> bool | None:
    """Whether two struct infos are one type; a more precise one is right too, a wider one open."""
    one, other = free_type(found), free_type(wanted)
    if isinstance(one, PackedType) and isinstance(other, PackedType) and one.rule == other.rule:
        return True
    prover = Prover()
    if equivalent(one, other, prover) or subtype(one, other, prover) is Truth.YES:
        return True
    return None if subtype(other, one, prover) is Truth.YES else False


def free_type(value: Json) -> Type:
    """A type in which no name is bound, so that names are compared as they are."""
    return type_of(value, names_used(type_of(value)))


def score_type(raw: Info, answer: Json) -> bool | None:
    """The type of the case, or a more precise one."""
    return same(answer, expected(raw))


def score_static(raw: Info, answer: Json) -> bool | None:
    """The type of the case."""
    return answer == expected(raw)


def score_lub(raw: Info, answer: Json) -> bool | None:
    """The bound of the case or a lower one that is one of both."""
    prover, bound = Prover(), type_of(answer)
    for key in ("a", "b"):
        if subtype(type_of(raw[key]), bound, prover) is not Truth.YES:
            return False
    if equivalent(bound, type_of(expected(raw)), prover):
        return True
    return same(answer, expected(raw))


def score_symbols(raw: Info, answer: Json) -> bool | None:
    """Both lists."""
    return answer == expected(raw)


def score_call(raw: Info, answer: Json) -> bool | None:
    """The cause of the error, or the result and whether there is a warning."""
    found, wanted = as_info(answer), as_info(expected(raw))
    if "error" in found or "error" in wanted:
        return found.get("error") == wanted.get("error")
    if bool(found.get("warn")) != bool(wanted.get("warn")):
        return False
    return same(found["ret"], wanted["ret"])


def score_op(raw: Info, answer: Json) -> bool | None:
    """An error for an error; else the type of the case or a more precise one."""
    found = as_info(answer)
    wanted = as_info(raw["best"] if raw.get("best") is not None else raw["tvm"])
    if "error" in found or "error" in wanted:
        return ("error" in found) == ("error" in wanted)
    # The shape of a variable whose dimensions are known is these dimensions.
    name = wanted.get("shape_var")
    if name is not None:
        argument = as_info(as_list(raw["args"])[int(str(name)[1:])])
        if "values" in argument:
            wanted = {**wanted, "shape": argument["values"]}
            del wanted["shape_var"], wanted["ndim"]
    return same(answer, wanted)


def score_wellformed(raw: Info, answer: Json) -> bool | None:
    """Whether the program is well-formed; where the seed leaves it open, both are right."""
    wanted = as_info(expected(raw))["well_formed"]
    return wanted is None or as_info(answer)["well_formed"] == wanted


def score_program(raw: Info, answer: Json) -> bool | None:
    """The same bindings in an order of evaluation, each of the type of the case or a better one."""
    found, wanted = as_info(answer), as_info(expected(raw))
    if "error" in found or "error" in wanted:
        return ("error" in found) == ("error" in wanted)
    return same_programs(as_info(found["program"]), as_info(wanted["program"]))


def score_vm(raw: Info, answer: Json) -> bool | None:
    """An error for a run that ends early; else the value, where the case says it."""
    return same_ends(as_info(answer), as_info(expected(raw)))


SCORES: Mapping[str, Callable[[Info, Json], bool | None]] = {
    "arith": score_arith,
    "subtype": score_subtype,
    "lub": score_lub,
    "erase": score_type,
    "static": score_static,
    "symbols": score_symbols,
    "call": score_call,
    "op": score_op,
    "wellformed": score_wellformed,
    "normalize": score_program,
    "vdevice": score_program,
    "vm": score_vm,
}


# the command


@dataclass
class Tally:
    """What became of the cases of one family."""

    right: int = 0
    wrong: int = 0
    open: int = 0
    lines: list[str] = field(default_factory=list[str])

    def add(self, raw: Info, answer: Json) -> None:
        """Score one answer."""
        score = None if answer is None else SCORES[str(raw["family"])](raw, answer)
        if score:
            self.right += 1
            return
        word = "open" if score is None else "WRONG"
        self.open += score is None
        self.wrong += score is False
        shown = {key: raw[key] for key in raw if key not in ("spec", "tvm", "agree", "family")}
        self.lines.append(f"{word} {shown}\n    {answer}\n    expected {expected(raw)}")


def cases(paths: list[Path]) -> Iterator[Info]:
    """All cases of files and directories, with their family."""
    for path in paths:
        for file in sorted(path.rglob("*.json")) if path.is_dir() else [path]:
            data = cast(Json, json.loads(file.read_text(encoding="utf-8")))
            if isinstance(data, dict) and "family" in data and "cases" in data:
                for raw in as_list(data["cases"]):
                    yield {**as_info(raw), "family": data["family"]}


def answered(raw: Info) -> Json:
    """The answer to a case; null for a family without any."""
    answer = ANSWERS.get(str(raw["family"]))
    return None if answer is None else answer(raw)


def dump(raw: Info, folder: Path) -> None:
    """Write the module of a program as it is read; one with wrong names has none."""
    tree = module_of(raw["program"])
    if raw["family"] == "wellformed" and check_normal(tree):
        return
    try:
        module = build(tree)
    except (VerifyException, UserError):
        return
    with (folder / f"{raw['id']}.mlir").open("w", encoding="utf-8") as file:
        Printer(stream=file).print_op(module)
        file.write("\n")


def report(tallies: Mapping[str, Tally], listing: bool) -> Tally:
    """Print the table, and return the sum of its rows."""
    total = Tally()
    print(f"{'family':<12}{'right':>7}{'wrong':>7}{'open':>7}{'%':>8}")
    for family, tally in tallies.items():
        total.right += tally.right
        total.wrong += tally.wrong
        total.open += tally.open
        print(row(family, tally))
    print(row("all", total))
    for family, tally in tallies.items():
        for line in tally.lines if listing else ():
            print(family, line)
    return total


def row(name: str, tally: Tally) -> str:
    """One line of the table."""
    count = tally.right + tally.wrong + tally.open
    percent = 100 * tally.right / max(count, 1)
    return f"{name:<12}{tally.right:>7}{tally.wrong:>7}{tally.open:>7}{percent:>8.1f}"


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description="run cases of Relax")
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--answers", type=Path, metavar="OUT.json")
    parser.add_argument("--dump", type=Path, metavar="DIR")
    parser.add_argument("--require", type=float, metavar="PERCENT")
    parser.add_argument("--list", action="store_true", help="print what is not right")
    options = parser.parse_args(argv)
    paths = cast("list[Path]", options.paths)
    for path in paths:
        if not path.exists():
            print(f"error: no such file: {path}", file=sys.stderr)
            return 1
    folder = cast("Path | None", options.dump)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for raw in cases(paths):
            if "program" in raw:
                dump(raw, folder)
    out = cast("Path | None", options.answers)
    if out is not None:
        answers = {str(raw["id"]): answered(raw) for raw in cases(paths)}
        out.write_text(json.dumps(answers, indent=1) + "\n", encoding="utf-8")
        return 0
    tallies: dict[str, Tally] = defaultdict(Tally)
    for raw in cases(paths):
        tallies[str(raw["family"])].add(raw, answered(raw))
    total = report(tallies, cast(bool, options.list))
    count = total.right + total.wrong + total.open
    require = cast("float | None", options.require)
    return int(total.wrong > 0 or (require is not None and 100 * total.right < require * count))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
