"""What operators refuse."""


class OperatorError(Exception):
    """Operands or attributes that an operator cannot take, and the rule that they break."""

    def __init__(self, message: str, rule: str = "RLX-264") -> None:
        super().__init__(message)
        self.rule = rule


class NoForm(OperatorError):
    """An operator that is typed, but whose attributes ask for what has no form in HLO here."""


class Mismatch(OperatorError):
    """A value that is not of a type, in words."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "RLX-182")
