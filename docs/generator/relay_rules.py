"""The rules of Relay: where each is enforced, the code that names it, a test that shows it."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import cast

from generator.relax_rules import ROOT, numbers

KNOWN = "1-17 20-74 80-100"
"""The numbers of all rules."""

PLACES = {
    "construction": "the types and operations cannot say anything else",
    "verifier": "the verifiers of the dialect (`relay/data.py` in the dialects)",
    "unification": "the union-find of types (`typesystem/unification.py`)",
    "generation": "the walk that generates types and relations",
    "relation": "the relations and what registers them",
    "solver": "the queue",
    "annotation": "the walk that writes types, or says what is missing",
    "run": "`disc-run`, `relay-monomorphize` and `convert-relay-to-hlo`",
    "note": "a remark; the sentence above says how it is meant here",
}

FILES = {
    "infer": "test/passes/relay/infer_types.mlir",
    "invalid": "test/passes/relay/infer_types_invalid.mlir",
    "verifier": "test/dialects/relay/invalid.mlir",
    "ops": "test/dialects/relay/ops.mlir",
    "printing": "test/passes/relay/printing.mlir",
    "cases": "test/conformance/relay_cases/rules.json",
    "inference": "test/unit/relay/test_inference.py",
    "packages": "test/unit/relay/test_packages.py",
    "properties": "test/unit/relay/test_properties.py",
    "relations": "test/unit/relay/test_relations.py",
    "running": "test/unit/relay/test_running.py",
    "monomorphize": "test/unit/relay/test_monomorphize.py",
}

RULES = """
1 | annotation | infer
2 | note | relations::test_every_term_is_a_type
3 5 | construction | ops
4 | construction | cases
6 | verifier | verifier
7 | unification | infer
8 | unification | invalid
9 | run | monomorphize::test_each_instantiation_is_one_private_copy
10-11 | generation | infer
12 | generation | invalid
13 | construction | ops
14 | verifier | verifier
15 | solver | cases
16 | note | relations::test_another_kind_of_constraint_needs_no_change_of_the_solver
17 | generation | cases
20-21 | verifier | verifier
22 | generation | invalid
23 | unification | cases
24 26-28 | generation | infer
25 | generation | invalid
29 | generation | invalid
30 34 | relation | packages::test_an_installed_package_offers_a_relation
31 33 | relation | cases
32 | construction | ops
35 | relation | relations::test_identity_gives_the_same_type
36 | relation | relations::test_flatten_keeps_the_first_dimension
37 | relation | relations::test_broadcast_is_that_of_numpy
38 | construction | infer
39 | relation | relations::test_operators_are_quantified_over_operands_and_results
40 42 | solver | invalid
41 | generation | invalid
43 | solver | cases
44 | verifier | verifier
45-46 | solver | cases
47 | relation | cases
48 | note | relations::test_a_wrong_relation_is_believed
49 | relation | relations::test_broadcast_is_that_of_numpy
50 | annotation | printing
51 | unification | cases
52 64 | annotation | properties::test_an_inferred_program_stays_as_it_is
53-61 | solver | printing
62 | solver | inference::test_a_chain_in_the_wrong_order_is_solved
63 | annotation | invalid
65 | solver | inference::test_relations_that_nothing_wakes_are_run_once
66 | generation | cases
67-68 | unification | invalid
69 | generation | cases
70 | unification | infer
71 | annotation | monomorphize::test_each_instantiation_is_one_private_copy
72 | generation | cases
73 | solver | properties::test_types_do_not_depend_on_annotations
74 | solver | properties::test_the_order_of_the_queue_does_not_matter
80 87 90 | verifier | verifier
81 | run | running::test_a_long_list_is_mapped
82-86 88 91 93 | generation | cases
89 100 | generation | invalid
92 94 | generation | infer
95-97 | unification | invalid
98 | run | running::test_map_fold_and_length_over_tensors
99 | note | ops
"""
"""Numbers of rules, where they are enforced, and a test."""


def entries() -> dict[int, tuple[str, str]]:
    """Where each rule is enforced, and the test that shows it. Raises for two entries of one."""
    found: dict[int, tuple[str, str]] = {}
    for line in RULES.strip().splitlines():
        rules, place, test = (part.strip() for part in line.split("|"))
        file, _, name = test.partition("::")
        for rule in numbers(rules):
            if rule in found or place not in PLACES:
                raise ValueError(f"RLY-{rule:02}: {place}")
            found[rule] = place, FILES[file] + (f"::{name}" if name else "")
    return found


def named_in(text: str) -> set[int]:
    """The rules that a text names: `RLY-10, 11 to 13`."""
    found: set[int] = set()
    for listed in re.findall(r"RLY-(\d+(?:(?:, | and | to )\d+)*)", text):
        parts = re.split(r"(, | and | to )", listed)
        last = int(parts[0])
        found.add(last)
        for sign, number in zip(parts[1::2], parts[2::2], strict=True):
            found.update(range(last, int(number) + 1) if sign == " to " else [int(number)])
            last = int(number)
    return found


@cache
def mentions() -> dict[int, list[str]]:
    """The files of the product that name each rule."""
    found: dict[int, list[str]] = {}
    for path in sorted((ROOT / "disc_shape").rglob("*.py")):
        for rule in named_in(path.read_text(encoding="utf-8")):
            found.setdefault(rule, []).append(str(path.relative_to(ROOT / "disc_shape")))
    return found


@cache
def cases() -> dict[int, tuple[int, int]]:
    """How many cases of the tests show each rule: programs that are accepted, and rejected ones."""
    found: dict[int, tuple[int, int]] = {}
    for path in sorted((ROOT / "test/conformance/relay_cases").glob("*.json")):
        loaded = json.loads(path.read_text(encoding="utf-8"))
        for case in cast("list[dict[str, list[str]]]", loaded["cases"]):
            is_rejected = "error" in case["expect"]
            for rule in {int(one.removeprefix("RLY-")) for one in case["rules"]}:
                accepted, rejected = found.get(rule, (0, 0))
                found[rule] = accepted + (not is_rejected), rejected + is_rejected
    return found


def relay_rule_table() -> dict[str, str]:
    """The page with the table."""
    places = "\n".join(f"- *{place}*: {text}" for place, text in PLACES.items())
    rows: list[str] = []
    for rule, (place, test) in sorted(entries().items()):
        files = ", ".join(f"`{one}`" for one in mentions().get(rule, ()))
        accepted, rejected = cases().get(rule, (0, 0))
        shown = f"{accepted} and {rejected}" if accepted + rejected else ""
        rows.append(f"| RLY-{rule:02} | {place} | {files} | `{test}` | {shown} |")
    text = f"""# The rules of Relay

Where each rule is enforced, the files that name it, a test that shows it, alone or with others of
its kind, and how many programs of `test/conformance/relay_cases` that are accepted and rejected
are about it. A rule is enforced in one place:

{places}

What is a remark: every type is a term of `typesystem/terms.py`, whose classes derive from one
(RLY-02). Relations are the only constraints that types have, and the solver runs whatever
says whether it holds (RLY-16). Relations are axioms: a wrong one makes typing
unsound, which nothing detects (RLY-48). The text format of the time has no data types; here the
only text format is MLIR's (RLY-99).

| rule | enforced | code | test | cases |
|---|---|---|---|---|
"""
    return {"relay_rules.md": text + "\n".join(rows) + "\n"}
