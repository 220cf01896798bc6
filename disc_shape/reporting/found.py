"""What is known of a program: symbols, facts, guards, answers. Plain data, in the user's words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Because:
    """One step of a chain of reasons."""

    text: str
    """Such as `checked by 'stablehlo.custom_call': Expected value >= 1`."""
    status: str
    """`derived`, `guarded` or `assumed`."""
    location: str
    """`file:line:col` of the operation that states it; empty when there is none."""
    line: str = ""
    """The line of the program at this location, where it is in the text that was read."""

    def __str__(self) -> str:
        return f"{self.location}: {self.text}" if self.location else self.text


@dataclass(frozen=True)
class SymbolInfo:
    """One symbol of a program."""

    name: str
    value: int | None
    """The number that it is, if that is known."""
    ranges: tuple[tuple[int, int | None], ...]
    """Closed intervals, one of which holds its number; None for no upper bound."""
    likely_values: tuple[int, ...]
    equals: str = ""
    """What it equals, over other symbols: `b*s`."""
    trust: str = ""
    """The provenance of the equality, in words; empty where operations imply it."""
    known: str = ""
    """What else is known of its number, in words: `8 or more, a multiple of 4`."""
    origin: str = ""
    """The first size that it denotes: `dimension 1 of x`."""

    @property
    def meaning(self) -> str:
        """All that is known of its number, in words: `equal to 4*b, a multiple of 4`."""
        equal = f"equal to {self.equals}{self.trust}" if self.equals else ""
        return ", ".join(filter(None, (equal, self.known))) or "any size"

    def __str__(self) -> str:
        if self.value is not None:
            return f"{self.name} = {self.value}"
        ends = (f"[{low}, {'?' if high is None else high}]" for low, high in self.ranges)
        likely = f", likely {', '.join(map(str, self.likely_values))}" if self.likely_values else ""
        return f"{self.name} in {' or '.join(ends)}{likely}"


@dataclass(frozen=True)
class FactInfo:
    """One predicate of the constraint graph."""

    condition: str
    """The condition over the names of symbols, such as `s % 4 == 0`."""
    status: str
    """`derived` (every legal run), `guarded` (checked by the program) or `assumed` (promised)."""
    location: str
    """`file:line:col` of the operation that states it, else of the predicate."""
    reasons: tuple[Because, ...] = ()
    """Facts that suffice for it."""
    symbols: tuple[str, ...] = ()
    """The symbols of the condition."""
    defines: str = ""
    """The symbol that the condition equates with an expression, such as `n` in `n == 2*b`."""

    @property
    def reason(self) -> str:
        """The first of the reasons, or nothing."""
        return self.reasons[0].text if self.reasons else ""

    def __str__(self) -> str:
        return f"{self.condition} ({self.status})"


@dataclass(frozen=True)
class GuardInfo:
    """One check at run time."""

    condition: str
    """The condition over the names of symbols; empty where it is not about sizes."""
    operation: str
    """The name of the operation that checks."""
    message: str
    """What a caller reads when the check fails."""
    location: str
    verdict: str
    """`stays`, `decided` (it always passes, and is removed) or `fails` (no run passes it)."""
    counterexample: tuple[tuple[str, int], ...] = ()
    """Sizes that fit all that is known before the guard, and that it refuses."""
    reasons: tuple[Because, ...] = ()
    """For a guard that is decided, the facts that imply it."""

    @property
    def why(self) -> str:
        """Why the guard stays, in words."""
        if self.verdict != "stays":
            return ""
        if not self.condition:
            return "its condition is no condition on sizes that the analysis can read"
        if not self.counterexample:
            return "nothing before it implies it, and no small sizes that break it were found"
        sizes = ", ".join(f"{name} = {value}" for name, value in self.counterexample)
        return f"nothing before it excludes {sizes}"

    def __str__(self) -> str:
        return self.condition or "a condition that is not on sizes"


@dataclass(frozen=True)
class Explanation:
    """The answer to a question about sizes, with the facts that lead to it."""

    question: str
    answer: str
    """`yes` and `no` hold for every legal run; else `unknown`."""
    reasons: tuple[str, ...]
    """A chain of facts for yes and no; for unknown two assignments that differ, if found."""

    def __str__(self) -> str:
        return "\n".join([f"{self.question}: {self.answer}", *(f"  {one}" for one in self.reasons)])


@dataclass(frozen=True)
class Parameter:
    """An argument or a result in the signature of a function."""

    name: str
    """The name of an argument; empty for results."""
    sizes: tuple[str, ...] | None
    """A size each, as the name of a symbol, an expression, a number or `?`; None for no tensor."""
    element: str
    """The element type, or the whole type of what is no tensor."""

    def __str__(self) -> str:
        text = self.element if self.sizes is None else f"{self.element}[{', '.join(self.sizes)}]"
        return f"{self.name}: {text}" if self.name else text


@dataclass(frozen=True)
class Signature:
    """A function in the user's words: `main(x: f32[b, s, 4]) -> f32[b*s, 4]`."""

    name: str
    arguments: tuple[Parameter, ...]
    results: tuple[Parameter, ...]

    def __str__(self) -> str:
        results = ", ".join(map(str, self.results))
        results = results if len(self.results) == 1 else f"({results})"
        return f"{self.name}({', '.join(map(str, self.arguments))}) -> {results}"
