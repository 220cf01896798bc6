"""
Programs as engines take them: StableHLO alone, or StableHLO with sizes as index scalars.

`scalars` reads sizes out of tensors, `shapes` lowers the shape dialect and guards, `hlo` writes
scalars as StableHLO, `slices` writes slices as XLA refines them, `export` puts them together.
"""
