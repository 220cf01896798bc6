"""How much work a prover does, in counts and never by the clock: the same facts and questions have
the same answers on every machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Budget:
    """
    All limits of the prover, each with the case that set it. A unit of work is about half a
    microsecond.
    """

    program: int = 1_500_000
    """Units of work for all facts and questions of a program, less than a second. Ten assertions
    with nested products, quotients and extremes of six dimensions took 10,000,000 and up, each time
    they were read; of the exports, attention with 22 guards takes the most, 120,000."""
    question: int = 100_000
    """Units of work for one fact or question. Of the exports, a product of a masked layer norm
    takes the most, 9,000; `(p*n + q)*k + r < m*n*k` for `p < m`, `q < n`, `r < k` needs 2,000."""
    hypothesis: int = 1_200
    """Units of work for what follows at once from one hypothesis. With 100, `u0*u1 <= 2304` is not
    seen for `u0 + u1 == 96` and `u0 <= u1`."""
    depth: int = 2
    """Hypotheses and cases inside one another, rounded terms of a sum whose range is computed, and
    steps from a question to the facts around it. With 1, `d <= b` is not seen for `a*b == c*d` and
    `a < c`; with 3, each question has so many cases that fewer are decided."""
    nodes: int = 64
    """Nodes of an expression that is substituted, multiplied out or examined, and that recursion
    may walk. With 32, `max(min(max(hi, 0), n) - min(max(lo, 0), n), 0) <= n` is not seen, which is
    how a dynamic slice clamps its ends; sizes of the exports have at most 40."""
    bits: int = 512
    """Bits of a bound or of a number in an assignment. With 16, no numbers show
    that `a*b <= 2**63` is open; along a chain of equations `x == y*y + z` they would grow without
    end."""
    statements: int = 64
    """Stored statements, terms of one, and free symbols that one question, or one definition that
    changes, looks at. With 16, `H*W >= h*w` is not seen for sizes rounded up to whole windows."""
    watched: int = 1_500
    """Statements of one symbol, or steps between symbols, that are passed over. With 16, a cycle of
    nine sizes each below the next is not seen; the batch of a model is in thousands."""
    assignments: int = 300
    """Assignments tried for the reason of an open question. With 20, one of 29 open
    questions about random systems is left without a counterexample."""
    cases: int = 8
    """Remainders, parts of a condition, quotients or made-up symbols that are tried one by one or
    against each other. With 4, `n*n % 8 != 3` is not seen."""
    iterations: int = 12
    """How often is repeated what need not end: rules applied to a term, bounds moved around a
    cycle, repairs of an assignment. With 3, `a*b >= 3` is not seen to contradict `a + b <= 3`."""
    facts: int = 2_000
    """Facts from which an explanation is searched for. With 500, the reasons why the ends of a
    chain of 1,000 equal sizes contradict each other are cut off."""

    @property
    def large(self) -> int:
        """Nodes of an expression that is not looked at for its range, and is sorted by a digest."""
        return 4 * self.nodes

    @property
    def spent(self) -> int:
        """Units of work for each fact and question once those of the program are used up: what
        needs no search is still learned and answered."""
        return self.question // 20


BUDGET: Final = Budget()

STATEMENT: Final = 4
"""Units of work for one statement that is learned."""
HYPOTHESIS: Final = 400
"""Units of work for one hypothesis, what follows from it apart: all that is known of its symbols is
looked at again."""
LEMMA: Final = 50
"""Units of work for one product of inequalities."""
