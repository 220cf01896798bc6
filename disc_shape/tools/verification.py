"""The checks of one program as it was read and after each pass."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import VerifyException

from disc_shape.tools import errors
from disc_shape.tools.source import SourceMap
from disc_shape.tools.verified import VerifiedOperations
from disc_shape.tools.verifier import InvalidOperation, verify_operations, verify_order


class Verification:
    """Verifies one program again and again; what did not change is verified once."""

    def __init__(self, source: SourceMap) -> None:
        self.source = source
        self.verified = VerifiedOperations()
        self.ahead = False
        """Whether the text uses values before it defines them."""

    def verify(self, module: ModuleOp, as_read: bool) -> None:
        """Verify every operation; a `Failure` is about the first one that fails.

        In a program as it was read, the text above a use defines its value, but for those used
        forward and for blocks, which may be in any order.
        """
        try:
            branches = verify_operations(module, self.verified)
            if as_read and (branches or self.ahead):
                verify_order(module)
        except InvalidOperation as invalid:
            cause = invalid.__cause__
            if cause is None or errors.keep_traceback():
                raise
            raise errors.operation_failure(cause, invalid.operation, self.source) from cause

    def verify_constraints(self, module: ModuleOp, made: bool) -> None:
        """
        Check the facts about dimensions in the module: symbols exist, ranks match, ... With `made`,
        a pass may have written them, else only the text of the program.
        """
        if not made and not mentions_constraints(self.source.text):
            return
        from disc_shape.dialects.disc_shape import SymbolDimOp, verify_shape_constraints

        if module.body.blocks and isinstance(module.body.block.last_op, SymbolDimOp):
            return  # its own verifier looked at the whole module
        try:
            verify_shape_constraints(module)
        except VerifyException as error:
            raise errors.operation_failure(error, module, self.source) from error


def mentions_constraints(text: str) -> bool:
    """Whether a program text can hold shape constraints: a cheap test, true for a few others."""
    return any(sign in text for sign in ("disc_shape.", "[@", "[unit", "kDiscSymbolicDimAttr"))
