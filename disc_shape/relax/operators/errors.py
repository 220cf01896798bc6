"""What operators refuse."""

from disc_shape.typesystem.types import Type


class OperatorError(Exception):
    """Operands or attributes that an operator cannot take, and the rule that they break."""

    def __init__(self, message: str, rule: str = "RLX-264") -> None:
        super().__init__(message)
        self.rule = rule


class NoForm(OperatorError):
    """An operator whose result has a type, but that has no form in HLO for these operands."""

    def __init__(self, message: str, type_: Type) -> None:
        super().__init__(message)
        self.type = type_


class Mismatch(OperatorError):
    """A value that is not of a type, in words."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "RLX-182")
