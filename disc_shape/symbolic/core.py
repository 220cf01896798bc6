"""The layers, put together.

Each layer holds the layers below that it asks, and is told to nobody below it: what comes back up
goes through the queue (`agenda.py`) or through the one narrow interface `Cases` (`normal.py`).
"""

from __future__ import annotations

from disc_shape.symbolic.agenda import Agenda, Basis
from disc_shape.symbolic.budget import Effort
from disc_shape.symbolic.definitions import Definitions
from disc_shape.symbolic.domains import Domains
from disc_shape.symbolic.engine import Refuter
from disc_shape.symbolic.equations import Equations
from disc_shape.symbolic.hypothesis import Suppositions
from disc_shape.symbolic.inequalities import Inequalities
from disc_shape.symbolic.models import Models
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.order import Order
from disc_shape.symbolic.present import Present
from disc_shape.symbolic.store import Store


class Core:
    """One of every layer."""

    def __init__(self, effort: Effort | None = None) -> None:
        self.store = store = Store(effort)
        self.domains = domains = Domains(store)
        self.normals = normals = NormalForms(store, domains)
        self.present = Present(store, normals)
        self.agenda = agenda = Agenda(store, self.present)
        basis = Basis(store, domains, normals, agenda)
        self.definitions = Definitions(basis)
        self.order = Order(store, agenda)
        self.inequalities = Inequalities(basis, self.definitions, self.order)
        self.equations = Equations(basis, self.definitions, self.inequalities)
        self.suppositions = Suppositions(basis, self.inequalities)
        normals.suppositions = self.suppositions
        self.models = Models(store)
        self.refuter = Refuter(store, domains, normals, self.suppositions, self.models)
