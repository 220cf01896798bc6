"""Random numbers.

StableHLO specification, sections "rng", "rng_bit_generator"; MHLO's `xla.rng_get_and_update_state`.
"""

from typing import ClassVar

from xdsl.irdl import operand_def, prop_def, result_def

from disc_shape.dialects.hlo.attributes import BracketEnum, HloEnum
from disc_shape.dialects.hlo.constraints import (
    BOOLEAN,
    FLOAT,
    INT64,
    INTEGER,
    SIZES,
    TENSOR,
    InstanceOf,
    element_kind,
    tensor_of,
)
from disc_shape.dialects.hlo.directives import Word
from disc_shape.dialects.hlo.listed import check_listed_sizes
from disc_shape.dialects.hlo.op import MHLO, STABLEHLO, HloOp
from disc_shape.dialects.hlo.optional_format import STATE, StateType
from disc_shape.dialects.hlo.shapes import (
    check_same_element,
    check_same_type,
    check_shape_operand,
    check_static,
    dims,
    element_type,
    rank,
    require,
)

_ALGORITHMS = ("DEFAULT", "THREE_FRY", "PHILOX")
_DISTRIBUTIONS = ("UNIFORM", "NORMAL")


class RngAlgorithmAttr(HloEnum):
    """The algorithm of `rng_bit_generator`."""

    name = "rng_algorithm"
    PREFIXES = (STABLEHLO,)
    CASES = _ALGORITHMS


class BracketRngAlgorithmAttr(BracketEnum):
    """The same as MHLO writes it."""

    name = "rng_algorithm"
    PREFIXES = (MHLO,)
    CASES = _ALGORITHMS


class RngDistributionAttr(HloEnum):
    """The distribution of the numbers of `rng`."""

    name = "rng_distribution"
    PREFIXES = (STABLEHLO,)
    CASES = _DISTRIBUTIONS


class BracketRngDistributionAttr(BracketEnum):
    """The same as MHLO writes it."""

    name = "rng_distribution"
    PREFIXES = (MHLO,)
    CASES = _DISTRIBUTIONS


class RngOp(HloOp):
    """Generates random numbers between two limits, or with a mean and a standard deviation.

    (c1) the element types agree, (c2) a normal distribution has floating-point numbers, (c3) the
    result has the sizes that the operand `shape` lists. The limits are scalars.

    Example:
    ```mlir
    %result = stablehlo.rng %low, %high, %shape, distribution = UNIFORM :
      (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x4xf32>
    ```
    """

    name = "rng"
    SHORT_IN: ClassVar = (STABLEHLO,)
    a = operand_def(tensor_of(BOOLEAN, INTEGER, FLOAT))
    b = operand_def(tensor_of(BOOLEAN, INTEGER, FLOAT))
    shape = operand_def(SIZES)
    rng_distribution = prop_def(
        InstanceOf((RngDistributionAttr, BracketRngDistributionAttr), "a distribution")
    )
    result = result_def(tensor_of(BOOLEAN, INTEGER, FLOAT))
    assembly_format = (
        "$a `,` $b `,` $shape `,` `distribution` `=` custom<Word>($rng_distribution) attr-dict "
        "`:` functional-type(operands, results)"
    )
    custom_directives = (Word,)

    def verify_(self) -> None:
        for what, limit in (("a", self.a), ("b", self.b)):
            require(rank(limit) == 0, f"{what} of '{self.name}' has rank {rank(limit)}, expected 0")
        check_same_element(self, "limits and result", self.a.type, self.b.type, self.result.type)
        element = element_type(self.a)
        require(
            self.rng_distribution.data != "NORMAL" or element_kind(element) == FLOAT,
            f"elements of '{self.name}' are {element}, expected floating-point numbers for NORMAL",
        )
        check_shape_operand(self, "shape", self.shape, rank(self.result))
        check_listed_sizes(self, "shape", self.shape, self.result)


class RngBitGeneratorOp(HloOp):
    """Generates random bits from a state, and the next state.

    (c1) the types of both states agree, (c2) the state's size is one that the algorithm has: 2
    numbers for THREE_FRY, 2 or 3 for PHILOX. The output's sizes are static: no operand lists them.

    Example:
    ```mlir
    %next, %result = stablehlo.rng_bit_generator %state, algorithm = PHILOX :
      (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
    ```
    """

    name = "rng_bit_generator"
    SHORT_IN: ClassVar = (STABLEHLO,)
    initial_state = operand_def(tensor_of(INTEGER, FLOAT))
    rng_algorithm = prop_def(
        InstanceOf((RngAlgorithmAttr, BracketRngAlgorithmAttr), "an algorithm")
    )
    output_state = result_def(tensor_of(INTEGER, FLOAT))
    output = result_def(tensor_of(INTEGER, FLOAT))
    assembly_format = (
        "$initial_state `,` `algorithm` `=` custom<Word>($rng_algorithm) attr-dict `:` "
        "functional-type(operands, results)"
    )
    custom_directives = (Word,)

    def verify_(self) -> None:
        check_same_type(self, "states", self.initial_state.type, self.output_state.type)
        check_static(self, self.output)
        state = dims(self.initial_state)
        allowed = {"THREE_FRY": (2,), "PHILOX": (2, 3)}.get(self.rng_algorithm.data)
        require(len(state) == 1, f"state of '{self.name}' has rank {len(state)}, expected 1")
        if allowed is not None and state[0] is not None:
            sizes = " or ".join(map(str, allowed))
            require(
                state[0] in allowed,
                f"state of '{self.name}' has {state[0]} numbers, expected {sizes} for "
                f"{self.rng_algorithm.data}",
            )


class XlaRngGetAndUpdateStateOp(HloOp):
    """Returns the state of the program's random number generator and advances it by `delta`.

    (c1) the result is two unsigned 64-bit integers.

    Example:
    ```mlir
    %state = mhlo.xla.rng_get_and_update_state {delta = 1 : i64}
    ```
    """

    name = "xla.rng_get_and_update_state"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    delta = prop_def(INT64)
    result = result_def(TENSOR)
    assembly_format = "attr-dict custom<StateType>(type($result))"
    custom_directives = (StateType,)

    def verify_(self) -> None:
        require(
            dims(self.result) == (2,) and element_type(self.result) == STATE.element_type,
            f"result of '{self.name}' is {self.result.type}, expected tensor<2xui64>",
        )
