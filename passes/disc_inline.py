"""`disc-inline`: calls of private functions replaced by their bodies."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.rewriting.inlining import MAX_OPS, inline_private_functions


@dataclass(frozen=True)
class DiscInlinePass(ModulePass):
    """
    Inlines calls of private functions and removes the private functions that are left unused.

    A function is inlined when it is private, has one block and does not call itself, directly or
    through others. If a single call refers to it, its body moves to the call; otherwise the body is
    copied if it has, after inlining into it, at most `max-ops` operations. Calls are found at any
    depth, in the regions of any operation. A function that other operations name (the decomposition
    of a composite, the called computations of a custom call) stays.

    Names of values are kept. A symbol denotes one number for each activation of its function, so it
    is dropped where one activation of the caller contains several of the callee or where the caller
    uses its name: a body that is copied, that moves into a loop, or that uses names of its caller
    keeps only the symbols that its arguments carry.

    ```
    func.func @main(%n: index) -> index {           func.func @main(%n: index) -> index {
      %0 = func.call @twice(%n) : ...                 %two = arith.constant 2 : index
      func.return %0 : index                     =>   %0 = arith.muli %n, %two : index
    }                                                 func.return %0 : index
    func.func private @twice(...) {...}             }
    ```

    Options:
    - `max-ops`: the size up to which a function called several times is copied. Default: 200.

    Limitations: functions with branches between blocks stay, and so do calls outside the functions
    of the module, such as those of inner modules. When copies would make the module more
    than 16 times larger (and larger than 100,000 operations), the remaining calls of functions
    called several times stay. Attributes of an inlined function, of its arguments and of the call
    are dropped; only JAX's names for integers (`jax.global_constant`) move from the arguments to
    the operations that compute them.
    """

    name = "disc-inline"

    max_ops: int = MAX_OPS

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Inline the calls of a module."""
        inline_private_functions(op, self.max_ops)
