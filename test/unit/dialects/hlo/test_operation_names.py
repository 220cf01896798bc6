"""Every operation of the dialects as they stand, and of MHLO as it last stood, is defined."""

from xdsl.ir import Dialect

from disc_shape.dialects.chlo import CHLO
from disc_shape.dialects.mhlo import MHLO
from disc_shape.dialects.stablehlo import StableHLO

SHARED = """
abs add after_all all_gather all_reduce all_to_all and async_done async_start atan2
batch_norm_grad batch_norm_inference batch_norm_training bitcast_convert broadcast
broadcast_in_dim case cbrt ceil cholesky clamp collective_broadcast collective_permute compare
complex composite concatenate constant convert convolution cosine count_leading_zeros
create_token cross-replica-sum custom_call divide dot dot_general dynamic_broadcast_in_dim
dynamic_conv dynamic_gather dynamic_iota dynamic_pad dynamic_reshape dynamic_slice
dynamic_update_slice einsum exponential exponential_minus_one fft floor gather
get_dimension_size get_tuple_element if imag infeed iota is_finite log log_plus_one logistic map
maximum minimum multiply negate not optimization_barrier or outfeed pad partition_id popcnt
power real real_dynamic_slice recv reduce reduce_precision reduce_scatter reduce_window
remainder replica_id reshape return reverse rng rng_bit_generator round_nearest_afz
round_nearest_even rsqrt scatter select select_and_scatter send set_dimension_size shift_left
shift_right_arithmetic shift_right_logical sign sine slice sort sqrt subtract tan tanh
torch_index_select transpose triangular_solve tuple uniform_dequantize uniform_quantize while
xor
"""
"""The operations of StableHLO, but for two, which are MHLO's as well."""

STABLEHLO_ONLY = "collective_reduce unary_einsum"

MHLO_ONLY = """
acos acosh add_dependency asin asinh async_update atanh bitcast copy cosh domain erf fusion
minimum_broadcast_shapes mulhi ragged_dot scan sinh stochastic_convert topk trace
xla.rng_get_and_update_state
"""

CHLO_ALL = """
_asin_acos_kernel acos acosh asin asinh atan atanh bessel_i1e broadcast_add broadcast_and
broadcast_atan2 broadcast_compare broadcast_complex broadcast_divide broadcast_maximum
broadcast_minimum broadcast_multiply broadcast_next_after broadcast_or broadcast_polygamma
broadcast_power broadcast_remainder broadcast_select broadcast_shift_left
broadcast_shift_right_arithmetic broadcast_shift_right_logical broadcast_subtract broadcast_xor
broadcast_zeta conj constant constant_like cosh digamma erf erf_inv erfc is_inf is_neg_inf
is_pos_inf lgamma mulhi next_after polygamma ragged_dot scan sinh square tan top_k zeta
"""

OLDER = {
    "stablehlo": "compute_reshape_shape cstr_reshapable",
    "mhlo": "compute_reshape_shape cstr_reshapable sparse_dot unary_einsum",
    "chlo": "dynamic_reshape minimum_broadcast_shapes",
}
"""What the dialects once had; programs that hold it are still read."""


def names(dialect: Dialect) -> list[str]:
    """The names of a dialect's operations, without the dialect."""
    return sorted(op.name.partition(".")[2] for op in dialect.operations)


def expected(dialect: str, *lists: str) -> list[str]:
    """The names that a dialect is to have."""
    return sorted(" ".join((*lists, OLDER[dialect])).split())


def test_stablehlo_has_all_operations_of_the_specification() -> None:
    assert len((SHARED + STABLEHLO_ONLY).split()) == 118
    assert names(StableHLO) == expected("stablehlo", SHARED, STABLEHLO_ONLY)


def test_mhlo_has_all_operations_it_last_had() -> None:
    assert names(MHLO) == expected("mhlo", SHARED, MHLO_ONLY)


def test_chlo_has_all_operations() -> None:
    assert names(CHLO) == expected("chlo", CHLO_ALL)


def test_every_operation_says_what_it_does() -> None:
    for dialect in (StableHLO, MHLO, CHLO):
        for op in dialect.operations:
            assert op.__doc__, op.name
