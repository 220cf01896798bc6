"""The layers, put together: each holds those below it that it asks.

    Store            symbols, definitions, stored statements, scopes
    Domains          ranges and residues, read off the store
    NormalForms      normal forms under the facts in force
    Presentation     normal forms as people read them
    Worklist         statements still to be learned; the layers register what they do with each
    Definitions, Differences, Inequalities, Nonzeros, Equations
                     what a statement changes
    Hypotheses       scopes in which conditions are assumed
    Assignments      numbers for symbols
    Refuter          hypotheses that are refuted

Two things go upward. What a layer learns for a higher one goes through the worklist. And a normal
form of a choice may need cases: `NormalForms` holds `Hypotheses` through the interface `Cases`
(`interfaces.py`), the one link that is set after both exist.
"""

from __future__ import annotations

from disc_shape.symbolic.assignments import Assignments
from disc_shape.symbolic.definitions import Definitions
from disc_shape.symbolic.differences import Differences
from disc_shape.symbolic.domains import Domains
from disc_shape.symbolic.effort import Effort
from disc_shape.symbolic.equations import Equations
from disc_shape.symbolic.hypotheses import Hypotheses
from disc_shape.symbolic.inequalities import Inequalities
from disc_shape.symbolic.nonzeros import Nonzeros
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.presentation import Presentation
from disc_shape.symbolic.refutation import Refuter
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.worklist import Worklist


class Core:
    """One of every layer."""

    def __init__(self, effort: Effort | None = None) -> None:
        self.store = store = Store(effort)
        self.domains = Domains(store)
        self.normals = normals = NormalForms(self.domains)
        self.presentation = Presentation(normals)
        self.worklist = worklist = Worklist(self.presentation)
        self.definitions = Definitions(normals, worklist)
        differences = Differences(worklist)
        self.inequalities = Inequalities(normals, worklist, self.definitions, differences)
        Nonzeros(normals, worklist, self.definitions)
        self.equations = Equations(normals, worklist, self.definitions, self.inequalities)
        self.hypotheses = Hypotheses(normals, worklist, self.inequalities)
        normals.hypotheses = self.hypotheses
        self.assignments = Assignments(store)
        self.refuter = Refuter(normals, self.hypotheses)
