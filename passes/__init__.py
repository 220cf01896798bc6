"""The passes, by name. Importing this module imports none of them."""

PASSES: dict[str, str] = {
    "disc-inline": "disc_shape.passes.disc_inline:DiscInlinePass",
    "strip-shape-constraints": (
        "disc_shape.passes.strip_shape_constraints:StripShapeConstraintsPass"
    ),
    "test-verify-dominance": "disc_shape.passes.test_verify_dominance:VerifyDominancePass",
}
"""Pass name -> "module:Class"."""
