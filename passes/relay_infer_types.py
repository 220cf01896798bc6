"""`relay-infer-types`: the types of all values of a Relay module."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape import statistics
from disc_shape.relay.inference import infer_types
from disc_shape.relay.solver import Printed, Solver


@dataclass(frozen=True)
class RelayInferTypesPass(ModulePass):
    """
    Writes the type of each value of a module of Relay.

    One walk generates types and relations, the solver fills the holes, and each value gets its type
    (RLY-50). Calls of polymorphic functions, operators and constructors are instantiated afresh;
    their relations are queued and run again when something is learned about a type that they
    mention. A `where` of a function holds in its body and is checked at its calls. What nothing
    determines is an error that names the value and what is missing (RLY-63).

    ```
    relay.func @main(%x: !relay.tensor<[10, 1], f32>, %y: !relay.tensor<[4], f32>) {
      %0 = relay.call_op "add"(%x, %y) : (...) -> !relay.hole
      relay.return %0 : !relay.hole
    }
    =>
    relay.func @main(...) -> !relay.tensor<[10, 4], f32> {
      %0 = relay.call_op "add"(%x, %y) : (...) -> !relay.tensor<[10, 4], f32>
      relay.return %0 : !relay.tensor<[10, 4], f32>
    }
    ```

    Options: `print=relations` prints each relation when it is queued and when it is run,
    `print=trace` the queue, the graph between holes and relations, and the classes of holes after
    each of them as well, `print=solution` the type of each value. `--statistics` counts relations
    queued, run, run again and discharged, and the classes of holes that were merged.

    Limitations: functions without type parameters are not generalized. Two dimensions `?` are
    never assumed to be equal.
    """

    name = "relay-infer-types"

    print: Printed = "nothing"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Infer the types of a module."""
        solver = infer_types(op, Solver(prints=self.print))
        if self.print == "trace":
            counted = {**vars(solver.statistics), "merged": solver.unifier.merges}
            solver.lines.append(", ".join(f"{word} {number}" for word, number in counted.items()))
        for line in solver.lines:
            print(f"// {line}")
        for word, number in vars(solver.statistics).items():
            statistics.count(f"{self.name}: relations {word}", number)
        statistics.count(f"{self.name}: classes merged", solver.unifier.merges)
