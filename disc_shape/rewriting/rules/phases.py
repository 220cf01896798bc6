"""
The order of the rewrite rules.

The rules that are registered for the class of an operation run in the order of this table, each
once per visit: those of an earlier phase first. A rule is named by its module in this package and
its function.
"""

from __future__ import annotations

PHASES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "decide guards and control flow",
        (
            "guards.drop_proved_assertion",
            "guards.make_proved_witness_constant",
            "shape.inline_assuming",
            "branches.take_only_branch",
            "branches.skip_idle_loop",
        ),
    ),
    (
        "forward values that are wrapped",
        (
            "ties.forward_tie_shape",
            "casts.drop_identity_cast",
            "trivial.drop_element_of_tuple",
            "trivial.drop_refinement_wrapper",
        ),
    ),
    (
        "simplify broadcasts",
        (
            "broadcasts.fold_splat_broadcast",
            "broadcasts.reshape_one_element",
            "broadcasts.drop_identity_broadcast",
            "broadcasts.merge_nested_broadcasts",
            "broadcasts.broadcast_before_expanding_reshape",
            "broadcasts.make_broadcast_static",
            "broadcasts.note_expanding_dimensions",
        ),
    ),
    (
        "remove what does nothing along short dimensions",
        (
            "idle.drop_idle_reverse",
            "idle.drop_idle_sort",
            "idle.drop_idle_old_broadcast",
            "idle.drop_idle_reduction",
            "idle.make_idle_iota_constant",
        ),
    ),
    (
        "fold constants",
        (
            "folding.fold_constants",
            "folding.fold_dimension_size",
            "folding.fold_by_card",
        ),
    ),
    (
        "read sizes from the earliest values",
        (
            "sources.read_earliest_dimension",
            "sources.read_earliest_shape",
        ),
    ),
    (
        "forward elements",
        (
            "elements.forward_element",
            "elements.take_concatenated_element",
            "elements.compute_element",
            "narrowing.merge_conversions",
            "narrowing.compare_before_converting",
            "narrowing.take_whole_tensor",
        ),
    ),
    (
        "simplify arithmetic",
        (
            "neutral.drop_neutral_operand",
            "integers.subtract_instead_of_adding_negation",
            "trivial.fold_equal_operands",
            "trivial.drop_absorbed",
            "trivial.drop_comparison_of_truth",
            "progressions.decide_comparison_of_indices",
            "trivial.drop_decided_select",
            "undone.drop_undone",
            "undone.drop_wide_format",
            "undone.swap_negated_select",
            "trivial.drop_complex_of_parts",
            "trivial.drop_part_of_complex",
            "slices.drop_identity_convert",
        ),
    ),
    (
        "cancel index arithmetic",
        (
            "linearization.cancel_linearize",
            "linearization.cancel_delinearize",
            "linearization.drop_unit_axes_of_linearize",
            "linearization.drop_unit_axes_of_delinearize",
        ),
    ),
    (
        "simplify reshapes",
        (
            "reshapes.merge_nested_reshapes",
            "reshapes.reshape_before_expanding_broadcast",
            "reshapes.drop_identity_reshape",
            "reshapes.make_reshape_static",
        ),
    ),
    (
        "simplify transposes and reductions",
        (
            "transposes.merge_nested_transposes",
            "transposes.drop_identity_transpose",
            "trivial.reshape_instead_of_transposing",
            "trivial.transpose_instead_of_broadcasting",
            "reductions.reduce_equal_elements",
            "reductions.reduce_before_adding_unit_dimensions",
        ),
    ),
    (
        "simplify slices, pads and concatenations",
        (
            "slices.drop_whole_slice",
            "slices.make_slice_static",
            "slices.make_dynamic_slice_static",
            "pieces.slice_piece",
            "pieces.concatenate_fewer",
            "starts.take_constant_extent",
            "progressions.slice_instead_of_gathering",
            "windows.drop_whole_dynamic_slice",
            "windows.drop_whole_update",
            "windows.drop_empty_update",
            "slices.drop_zero_pad",
            "slices.make_pad_static",
            "slices.drop_trivial_concatenate",
            "trivial.merge_nested_concatenates",
        ),
    ),
    (
        "simplify operations of tensor",
        (
            "views.drop_whole_view",
            "views.drop_whole_insertion",
            "views.drop_single_concat",
            "views.drop_empty_padding",
            "views.drop_undone_reshape",
            "views.merge_reshapes",
        ),
    ),
    (
        "make dynamic operations static",
        (
            "slices.make_iota_static",
            "windows.make_gather_static",
            "windows.make_convolution_static",
            "created.drop_static_sizes",
            "custom_calls.drop_static_shapes",
            "custom_calls.reduce_static_windows",
            "custom_calls.generate_static_bits",
            "custom_calls.take_constant_top_k",
            "custom_calls.approximate_constant_top_k",
        ),
    ),
    (
        "simplify what has no elements",
        (
            "empty.make_empty_constant",
            "empty.drop_reduction_of_nothing",
            "empty.drop_padded_nothing",
            "empty.drop_product_of_nothing",
            "empty.drop_scatter_of_nothing",
        ),
    ),
)

LOOKING_AT_USES = frozenset(
    {
        "narrowing.take_whole_tensor",
        "pieces.concatenate_fewer",
        "reductions.reduce_before_adding_unit_dimensions",
        "trivial.merge_nested_concatenates",
    }
)
"""The rules that look at the uses of operands: they may apply when one has lost a later use."""

LATE = ("cf", "scf", "shape")
"""
Dialects that many programs do not use. A module of the dialect's name registers their rules, and is
loaded with the first operation of the dialect.
"""

NAMES = tuple(name for _, names in PHASES for name in names)
"""All rules in the order in which they run."""

MODULES = tuple(
    module for module in dict.fromkeys(name.split(".")[0] for name in NAMES) if module not in LATE
)
"""The modules of the rules that are loaded at once."""
