"""The enumerations of StableHLO (specification, section "Constants" of each operation)."""

from disc_shape.dialects.hlo.attributes import HloEnum
from disc_shape.dialects.hlo.op import CHLO, MHLO, STABLEHLO


class ComparisonDirectionAttr(HloEnum):
    """The direction of a comparison, such as less than."""

    name = "comparison_direction"
    PREFIXES = (STABLEHLO, MHLO, CHLO)
    CASES = ("EQ", "NE", "GE", "GT", "LE", "LT")


class ComparisonTypeAttr(HloEnum):
    """The order of a comparison: of floats, of all floats with NaN, or of integers."""

    name = "comparison_type"
    PREFIXES = (STABLEHLO, MHLO, CHLO)
    CASES = ("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")


class PrecisionAttr(HloEnum):
    """The precision of an operand of a contraction or convolution."""

    name = "precision"
    PREFIXES = (STABLEHLO, MHLO, CHLO)
    CASES = ("DEFAULT", "HIGH", "HIGHEST", "PACKED_NIBBLE")


class CustomCallApiVersionAttr(HloEnum):
    """The calling convention of a `custom_call`, as MHLO writes it."""

    name = "custom_call_api_version"
    CASES = (
        "API_VERSION_UNSPECIFIED",
        "API_VERSION_ORIGINAL",
        "API_VERSION_STATUS_RETURNING",
        "API_VERSION_STATUS_RETURNING_UNIFIED",
        "API_VERSION_TYPED_FFI",
    )


class CustomCallScheduleAttr(HloEnum):
    """When a `custom_call` may run, as MHLO writes it."""

    name = "custom_call_schedule"
    PREFIXES = ("mhlo",)
    CASES = ("NONE", "LATEST", "EARLIEST")
