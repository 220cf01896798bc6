"""Every constraint that a docstring numbers has a program that breaks it."""

from generator import pages
from generator.constraints import GAPS, PAGE, all_constraints, gaps, negative_case


def test_every_constraint_has_a_negative_case() -> None:
    listed = [one for constraints in all_constraints().values() for one in constraints]
    assert len(listed) > 600
    lacking = [f"{one.operation} c{one.number}" for one in listed if negative_case(one) is None]
    assert not lacking


def test_numbers_are_left_out_for_a_reason() -> None:
    assert gaps() == {name: sorted(reasons) for name, reasons in GAPS.items()}


def test_every_constraint_says_something() -> None:
    for constraints in all_constraints().values():
        for one in constraints:
            assert len(one.text) > 8, one


def test_no_two_rows_of_an_operation_state_the_same() -> None:
    rows = [line.split(" | ") for line in pages()[PAGE].splitlines() if line.startswith("| [")]
    assert len(rows) > 500
    assert len({(row[0], row[2]) for row in rows}) == len(rows)
    additions = [one.text for one in all_constraints()["add"]]
    assert len(additions) == len(set(additions)) == 7


ONE = (
    "and atan2 cbrt ceil constant convert cosine count_leading_zeros divide exponential "
    "exponential_minus_one floor get_dimension_size iota is_finite log log_plus_one logistic "
    "maximum minimum multiply negate not optimization_barrier or popcnt power remainder "
    "round_nearest_afz round_nearest_even rsqrt shift_left shift_right_arithmetic "
    "shift_right_logical sign sine sqrt subtract tan tanh tuple xor"
)
SEVERAL = (
    "abs 2 add 7 all_gather 6 all_reduce 7 all_to_all 9 batch_norm_grad 5 batch_norm_inference 7 "
    "batch_norm_training 7 bitcast_convert 2 broadcast_in_dim 6 case 4 cholesky 3 clamp 4 "
    "collective_broadcast 3 collective_permute 5 compare 3 complex 3 composite 4 concatenate 6 "
    "convolution 34 dot_general 24 dynamic_broadcast_in_dim 10 dynamic_conv 34 dynamic_gather 14 "
    "dynamic_iota 2 dynamic_pad 4 dynamic_reshape 4 dynamic_slice 5 dynamic_update_slice 6 fft 5 "
    "gather 23 get_tuple_element 2 if 3 imag 2 infeed 3 map 4 pad 4 real 2 recv 5 reduce 8 "
    "reduce_precision 3 reduce_scatter 9 reduce_window 16 reshape 3 reverse 3 rng 3 "
    "rng_bit_generator 2 scatter 25 select 2 select_and_scatter 12 send 5 slice 5 sort 5 "
    "transpose 4 triangular_solve 4 uniform_dequantize 2 uniform_quantize 2 while 3"
)
"""How many constraints the StableHLO specification (v1.x, 2026) numbers for an operation.

It numbers none for `after_all`, `custom_call`, `outfeed`, `partition_id` and `replica_id`.
"""


def specified() -> dict[str, int]:
    words = SEVERAL.split()
    return dict.fromkeys(ONE.split(), 1) | {
        name: int(count) for name, count in zip(words[::2], words[1::2], strict=True)
    }


def test_every_constraint_of_the_specification_is_checked() -> None:
    """Each number has a row and a program that breaks it, or a reason why it is not decided."""
    listed = all_constraints()
    assert sum(specified().values()) == 441
    for name, count in specified().items():
        rows = {one.number: one for one in listed[name]}
        for number in range(1, count + 1):
            if number in GAPS.get(name, {}):
                assert number not in rows, (name, number)
            else:
                assert negative_case(rows[number]) is not None, (name, number)
