"""Symbols, facts and guards of a program in the user's words, and answers to questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from disc_shape.analysis.guard_records import Guard
from disc_shape.constraints.reader import SavedFact
from disc_shape.reporting.findings import LAZY_LIMIT, Findings, Function
from disc_shape.reporting.found import Because, Explanation, FactInfo, GuardInfo, SymbolInfo
from disc_shape.reporting.names import Names
from disc_shape.symbolic import Comparison, Cond, Expr, Prover, Status, Truth, sym
from disc_shape.symbolic.counterexamples import counterexample

MESSAGES = ("error_message", "msg", "message")
"""The attributes in which guards keep the message for the caller."""

LARGEST = 1 << 62
"""Bounds beyond this are none for a reader."""


def symbols_of(findings: Findings) -> list[SymbolInfo]:
    """The symbols in order, each with what is known of its number and where it comes from."""
    found: list[SymbolInfo] = []
    definitions: dict[str, SavedFact] = {}
    for fact in findings.saved.facts:
        if name := defined_name(fact.condition):
            definitions.setdefault(name, fact)
    for name, op in findings.saved.symbols.items():
        origin, _ = findings.origin(name)
        defined = definitions.get(name)
        condition = None if defined is None else defined.condition
        found.append(
            SymbolInfo(
                name,
                op.size,
                tuple(op.intervals),
                tuple(op.likely),
                str(condition.rhs) if isinstance(condition, Comparison) else "",
                "" if defined is None else TRUST[defined.status],
                "" if len(found) >= LAZY_LIMIT else known_words(name, findings),
                origin,
            )
        )
    return found


def defined_name(condition: Cond) -> str:
    """The symbol that a condition equates with something; empty where there is none."""
    if not isinstance(condition, Comparison) or condition.op != "==":
        return ""
    name = condition.lhs.name or ""
    # `S0 == 2*S0 // 2` defines nothing.
    return "" if any(one.name == name for one in condition.rhs.symbols) else name


def known_words(name: str, findings: Findings) -> str:
    """What is known of the number of a symbol besides equalities, in words."""
    for function in findings.functions:
        size = function.names.sizes.get(name)
        if size is not None:
            if size.constant is not None:
                return f"always {size.constant}"
            return ", ".join(range_words(function.names.prover, size))
    return ""


TRUST = {
    Status.DERIVED: "",
    Status.GUARDED: " once the checks have passed",
    Status.ASSUMED: " as promised",
}
"""The provenance of an equality, in words."""


def range_words(prover: Prover, size: Expr) -> Iterator[str]:
    """The range and the remainder of a size, where they are more than those of any size."""
    pieces = prover.intervals(size)
    if len(pieces) == 1:
        pieces = (prover.range(size),)
    words: list[str] = []
    for low, high in pieces:
        low = max(low or 0, 0)
        if high is None or high > LARGEST:
            words.append(f"{low} or more" if low else "")
        else:
            words.append(str(low) if low == high else f"{low} to {high}")
    if all(words):
        yield " or ".join(words)
    divisor, rest = prover.residue(size)
    if divisor > 1:
        yield (
            f"a multiple of {divisor}" if not rest else f"{rest} more than a multiple of {divisor}"
        )


def facts_of(findings: Findings) -> list[FactInfo]:
    """The predicates of the constraint graph, each with the facts that suffice for it."""
    found: list[FactInfo] = []
    for fact in findings.saved.facts:
        reasons = findings.reasons_for(fact.condition) if len(found) < LAZY_LIMIT else ()
        where = next((one.location for one in reasons if one.location), "")
        found.append(
            FactInfo(
                str(fact.condition),
                fact.status.value,
                where or findings.locate(fact.op),
                reasons,
                tuple(one.name for one in fact.condition.symbols),
                defined_name(fact.condition),
            )
        )
    return found


def guards_of(findings: Findings) -> list[GuardInfo]:
    """The checks of the program as it was read, those that stay first."""
    found: list[GuardInfo] = []
    for function in findings.functions:
        facts, names = function.before or function.after, function.old_names or function.names
        for guard in facts.shapes.guards:
            found.append(guard_info(guard, names, findings, len(found) < LAZY_LIMIT))
    return sorted(found, key=lambda one: one.verdict == "decided")


def guard_info(guard: Guard, names: Names, findings: Findings, explained: bool) -> GuardInfo:
    """One check, with the sizes that keep it or the facts that imply it."""
    condition, prover = guard.condition, names.prover
    apart = sizes_apart(guard, names, findings)
    verdict = "decided" if guard.proved else "fails" if guard.refuted else "stays"
    sizes: tuple[tuple[str, int], ...] = ()
    chain: tuple[Because, ...] = ()
    if condition is not None and explained:
        if guard.proved:
            chain = tuple(
                findings.because(one, names) for one in prover.decide(condition).explain()
            )
        elif not guard.refuted:
            sizes = breaking_sizes(guard, names, apart)
    shown = None if condition is None else names.condition(condition.substitute(apart))
    return GuardInfo(
        "" if shown is None else str(shown),
        guard.op.name,
        message_of(guard.op),
        findings.locate(guard.op),
        verdict,
        sizes,
        chain,
    )


def sizes_apart(guard: Guard, names: Names, findings: Findings) -> dict[Expr, Expr]:
    """
    What the sizes of a check are called that have one name once it has passed: by that name, a
    check of `kc[0] == b` would be `True`.
    """
    condition = guard.condition
    if condition is None or guard.proved or names.condition(condition).symbols:
        return {}
    named = set(names.sizes.values())
    found: dict[Expr, Expr] = {}
    state = names.facts.shapes.state
    for argument in names.facts.function.body.blocks[0].args:
        if not state.is_ranked(argument):
            continue
        for axis, size in enumerate(state.raw_dims(argument)):
            if size in condition.symbols and size not in named:
                found.setdefault(size, sym(f"{findings.argument_names.of(argument)}[{axis}]"))
    return found


def breaking_sizes(
    guard: Guard, names: Names, apart: Mapping[Expr, Expr]
) -> tuple[tuple[str, int], ...]:
    """The smallest sizes that are found to fit what is known before a guard and to break it."""
    prover = names.prover
    if guard.condition is None:
        return ()
    facts = prover.store.fact_list
    known = next(
        (
            fact.index
            for fact in facts
            if fact.reason.handle is guard.op and fact.reason.status is Status.GUARDED
        ),
        None,
    )
    found = None if known is None else counterexample(prover, guard.condition, known)
    if found is None:
        return ()
    shown: dict[str, int] = {}
    for symbol, value in found.items():
        named = str(apart.get(symbol) or names.expression(symbol))
        if not named.startswith("%"):
            shown.setdefault(named, value)
    return tuple(shown.items())[:MAX_SHOWN]


MAX_SHOWN = 6
"""Sizes of a counterexample that are shown: those of the condition come first."""


def message_of(op: Operation) -> str:
    """What a caller reads when a check fails; empty when it has no message."""
    for key in MESSAGES:
        message = op.properties.get(key) or op.attributes.get(key)
        if isinstance(message, StringAttr) and message.data:
            return message.data
    return ""


def answer_to(
    question: str, condition: Cond, function: Function, findings: Findings
) -> Explanation:
    """The answer to a condition over the names of a function, and why."""
    found = Explanation(question, Truth.UNKNOWN.value, ())
    for names in (function.old_names, function.names):
        asked = None if names is None else names.in_sizes(condition)
        if names is None or asked is None:
            continue
        answer = names.prover.decide(asked)
        reasons = tuple(str(findings.because(one, names)) for one in answer.explain())
        found = Explanation(question, answer.truth.value, reasons)
        if answer.truth is not Truth.UNKNOWN:
            break
    return found
