"""The rules of Relax: where each is enforced, the code that names it, a test that shows it."""

from __future__ import annotations

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
    "tree": "reading a tree of names (`frontends/relax/check.py`)",
    "verifier": "the verifiers of the dialect",
    "types": "the judgements of the lattice (`typesystem`)",
    "pass": "a pass: the normal form, typing, checks, placement or lowering",
    "run": "`disc-run`",
    "free": "a choice that the rules leave open",
    "none": "not offered",
}

FILES = {
    "running": "test/unit/relax/test_running.py",
    "checks": "test/unit/relax/test_checks.py",
    "names": "test/unit/relax/test_names.py",
    "operators": "test/unit/relax/test_operator_types.py",
    "lattice": "test/unit/typesystem/test_lattice.py",
    "cases": "test/conformance/test_relax_cases.py",
    "models": "test/conformance/test_relax_models.py",
    "tvm": "test/conformance/test_relax_tvm.py",
}

RULES = """
1-6 | construction | test/dialects/relax/ops.mlir
7-10 | construction | test/dialects/relax/types.mlir
11 | verifier | test/dialects/relax/invalid.mlir
12-13 | construction | test/dialects/relax/types.mlir
20-21 23-35 37-38 40 | construction | test/dialects/relax/ops.mlir
22 | tree | names::test_names_that_break_a_rule
36 | construction | running::test_recursion_local_and_through_two_globals
39 | run | running::test_a_narrower_result_is_checked_on_return
41 | types | lattice::test_only_functions_are_called
50 56 | run | running::test_any_value_is_passed_on
51 57 64 | free |
52 | pass | test/passes/relax/realize_vdevice.mlir
53-54 | run | running::test_a_closure_outlives_its_function_and_checks_its_sizes
55 | run | running::test_casts_of_closures
58-61 | tree | names::test_names_that_break_a_rule
62 | tree | tvm::test_equal_names_of_different_symbols_are_renamed
63 | verifier | test/dialects/relax/invalid.mlir
70-71 78 | pass | test/passes/relax/check.mlir
72 76-77 79 | run | running::test_a_failing_cast_counts_only_where_it_is_taken
73-75 | free |
90-92 99 | tree | names::test_normal_form
96-97 | tree | cases::test_a_nested_program_is_normalized_left_to_right
93 95 98 101 | pass | test/passes/relax/normalize.mlir
94 | tree | names::test_normal_form
100 | tree | names::test_names_that_break_a_rule
102 | construction | tvm::test_equal_names_of_different_symbols_are_renamed
110-112 119 121 | tree | names::test_names_that_break_a_rule
113-115 120 124-129 131-132 134 | verifier | test/dialects/relax/invalid.mlir
116 | run | running::test_binding_positions_come_first
117-118 122-123 | pass | test/passes/relax/check.mlir
130 | verifier | test/dialects/relax/invalid.mlir
133 | tree | names::test_normal_form
135 | pass | test/passes/relax/check.mlir
139 149-150 | pass | test/passes/relax/check.mlir
140-145 | construction | test/dialects/relax/types.mlir
146-148 | verifier | test/dialects/relax/invalid.mlir
151 | types | lattice::test_unknown_dimensions_are_kept_apart
152 | types | cases::test_an_answer
160 | run | running::test_parameters
161 | verifier | test/dialects/relax/invalid.mlir
162 | run | running::test_a_closure_outlives_its_function_and_checks_its_sizes
163-164 | types | lattice::test_names
170-177 | run | running::test_parameters
178 | run | running::test_casts_of_closures
179 | run | running::test_parameters
180 | run | running::test_an_alias_sees_what_is_written
181 | run | running::test_a_cast_without_a_used_result_binds_and_checks
182 | pass | test/passes/relax/insert_checks.mlir
183 | pass | test/passes/relax/check.mlir
190 194 | pass | test/passes/relax/insert_checks.mlir
191 193 | run | running::test_binding_positions_come_first
192 | run | running::test_a_symbol_of_a_function_parameter_comes_from_the_closure
200 | types | lattice::test_reflexive
201 | types | lattice::test_transitive
202-212 214 | types | lattice::test_judgements_hold_for_every_size
213 | types | lattice::test_dimensions_are_compared_by_the_prover
220-227 | types | lattice::test_bound_of_both
230-231 | run | running::test_external_functions_are_custom_calls
232-233 | types | lattice::test_erased_is_above_and_names_nothing_outside
234-235 | types | lattice::test_a_lost_dimension_of_a_parameter_loses_the_function
236 | types | lattice::test_calls_bind_symbols_afresh
237-243 | types | lattice::test_judgements_hold_for_every_size
244 | types | lattice::test_bound_names_do_not_capture_others
245 | types | lattice::test_compatible_implies_subtype_of_erased
250-261 | pass | test/passes/relax/infer.mlir
262 266 | verifier | test/passes/relax/check.mlir
263 267 | types | lattice::test_only_functions_are_called
264-265 | pass | operators::test_dimensions_are_those_of_numpy
268 | pass | test/passes/relax/check.mlir
269 | types | lattice::test_calls_bind_symbols_afresh
270-271 | pass | test/passes/relax/check.mlir
280-287 | pass | test/passes/relax/realize_vdevice.mlir
288 | none |
290-291 | types | lattice::test_dimensions_are_compared_by_the_prover
292 | construction | test/dialects/relax/types.mlir
293 | pass | checks::test_without_checks_arguments_run_on_but_symbols_are_bound
294 | pass | test/passes/relax/warnings.mlir
300 305-306 | run | running::test_any_value_is_passed_on
301 311 | run | running::test_an_alias_sees_what_is_written
302 | run | running::test_a_constant_is_new_in_each_evaluation
303 310 | run | running::test_effects_are_in_the_order_of_the_text
304 | run | running::test_an_operator_gives_new_memory
307 312 | run | running::test_a_failing_cast_counts_only_where_it_is_taken
308 | run | test/tools/disc_run_relax.mlir
309 | run | running::test_operators_in_numpy
313 315 | none |
314 | pass | models::test_outputs_at_every_binding
316 | free |
330-336 | pass | test/passes/relax/check.mlir
337 | run | running::test_a_result_in_the_place_of_an_argument
338-339 | run | running::test_external_functions_are_custom_calls
340 | tree | names::test_names_that_break_a_rule
341 | pass | test/passes/relax/check.mlir
342-343 | run | running::test_operators_in_numpy
344-345 | pass | test/passes/relax/realize_vdevice.mlir
"""
"""Numbers of rules, where they are enforced, and a test."""


def numbers(text: str) -> Iterator[int]:
    """`1-3 5` as numbers."""
    for part in text.split():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def entries() -> dict[int, tuple[str, str]]:
    """Where each rule is enforced, and the test that shows it. Raises for two entries of one."""
    found: dict[int, tuple[str, str]] = {}
    for line in RULES.strip().splitlines():
        rules, place, test = (part.strip() for part in line.split("|"))
        for rule in numbers(rules):
            if rule in found or place not in PLACES:
                raise ValueError(f"RLX-{rule:03}: {place}")
            file, _, name = test.partition("::")
            found[rule] = place, f"{FILES[file]}::{name}" if name else test
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
    for rule, (place, test) in sorted(entries().items()):
        files = ", ".join(f"`{one}`" for one in named.get(rule, ()))
        rows.append(f"| RLX-{rule:03} | {place} | {files} | {f'`{test}`' if test else ''} |")
    text = f"""# The rules of Relax

Where each rule is enforced, the files that name it, and a test that shows it, alone or with others
of its kind. A rule is enforced in one place:

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
