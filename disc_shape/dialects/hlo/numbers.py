"""Dimension numbers and other records that operations carry as attributes."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import FloatTF32Type, bf16, f16, f32, f64
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.attributes import BracketEnum
from disc_shape.dialects.hlo.op import MHLO
from disc_shape.dialects.hlo.struct import (
    HloStruct,
    boolean,
    enum_field,
    int_list,
    integer,
    real,
    type_field,
)


class GatherDimensionNumbers(HloStruct):
    """Which dimensions `gather` collapses, offsets, batches and indexes."""

    name = "gather"
    offset_dims = int_list()
    collapsed_slice_dims = int_list()
    operand_batching_dims = int_list()
    start_indices_batching_dims = int_list()
    start_index_map = int_list()
    index_vector_dim = integer()


class ScatterDimensionNumbers(HloStruct):
    """Which dimensions `scatter` inserts, windows, batches and indexes."""

    name = "scatter"
    update_window_dims = int_list()
    inserted_window_dims = int_list()
    input_batching_dims = int_list()
    scatter_indices_batching_dims = int_list()
    scatter_dims_to_operand_dims = int_list()
    index_vector_dim = integer()


class DotDimensionNumbers(HloStruct):
    """Which dimensions `dot_general` batches and contracts."""

    name = "dot"
    lhs_batching_dimensions = int_list()
    rhs_batching_dimensions = int_list()
    lhs_contracting_dimensions = int_list()
    rhs_contracting_dimensions = int_list()


tf32 = FloatTF32Type()

EIGHT_BIT_FLOATS = frozenset(
    f"f8{kind}"
    for kind in ("E3M4", "E4M3", "E4M3FN", "E4M3FNUZ", "E4M3B11FNUZ", "E5M2", "E5M2FNUZ")
)
"""The types of eight bits that an algorithm may round operands to."""

KNOWN_ALGORITHMS: dict[tuple[Attribute, ...], tuple[int, ...]] = {
    (f16, f16, f16): (1,),
    (f16, f16, f32): (1,),
    (bf16, bf16, bf16): (1,),
    (bf16, bf16, f32): (1, 3, 6, 9),
    (tf32, tf32, f32): (1, 3),
    (f32, f32, f32): (1,),
    (f64, f64, f64): (1,),
}
"""Numbers of primitive operations by the types of left side, right side and sum."""


class DotAlgorithm(HloStruct):
    """How a contraction computes: with which precisions and in how many parts.

    (c1) there is at least one part of each kind, (c2) it is one of those that StableHLO knows:
    operands in one part, and an entry of `KNOWN_ALGORITHMS`; only eight-bit floats may be summed
    imprecisely.
    """

    name = "dot_algorithm"
    ELIDES = False
    lhs_precision_type = type_field(f32)
    rhs_precision_type = type_field(f32)
    accumulation_type = type_field(f32)
    lhs_component_count = integer(1)
    rhs_component_count = integer(1)
    num_primitive_operations = integer(1)
    allow_imprecise_accumulation = boolean()

    def verify(self) -> None:
        for field in ("lhs_component_count", "rhs_component_count", "num_primitive_operations"):
            count = getattr(self, field)
            if count < 1:
                raise VerifyException(f"{field} of '{self.name}' is {count}, expected 1 or more")
        if not self.is_known():
            raise VerifyException(f"'{self.name}' is no known algorithm: {self}")

    def is_known(self) -> bool:
        """Whether the algorithm is one of those that StableHLO knows."""
        if (self.lhs_component_count, self.rhs_component_count) != (1, 1):
            return False
        types = (self.lhs_precision_type, self.rhs_precision_type, self.accumulation_type)
        if types[0].name in EIGHT_BIT_FLOATS and types[1].name in EIGHT_BIT_FLOATS:
            return types[2] == f32 and self.num_primitive_operations == 1
        known = KNOWN_ALGORITHMS.get(types, ())
        return self.num_primitive_operations in known and not self.allow_imprecise_accumulation


class OutputOperandAlias(HloStruct):
    """Which operand's memory a result of a `custom_call` uses again."""

    name = "output_operand_alias"
    ELIDES = False
    COMPLETE = True
    output_tuple_indices = int_list()
    operand_index = integer()
    operand_tuple_indices = int_list()


class CrossProgramPrefetch(HloStruct):
    """Which part of a parameter of `main` is in fast memory when the program starts."""

    name = "cross_program_prefetch"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    ELIDES = False
    COMPLETE = True
    parameter = integer()
    indices = int_list()
    offset = integer()


class ResultAccuracyModeAttr(BracketEnum):
    """How the accuracy of a result is chosen."""

    name = "result_accuracy_mode"
    CASES = ("DEFAULT", "HIGHEST", "TOLERANCE")


class ResultAccuracyAttr(HloStruct):
    """How exact the result of a transcendental function is to be.

    (c1) tolerances are not negative, and zero unless the mode asks for them.
    """

    name = "result_accuracy"
    atol = real()
    rtol = real()
    ulps = integer()
    mode = enum_field(ResultAccuracyModeAttr)

    def verify(self) -> None:
        given = {"atol": self.atol, "rtol": self.rtol, "ulps": self.ulps}
        mode = self.mode.data if isinstance(self.mode, ResultAccuracyModeAttr) else "DEFAULT"
        for field, value in given.items():
            if value < 0:
                raise VerifyException(f"{field} of '{self.name}' is {value}, expected 0 or more")
            if value != 0 and mode != "TOLERANCE":
                raise VerifyException(
                    f"{field} of '{self.name}' is {value}, expected 0 for mode {mode}"
                )
