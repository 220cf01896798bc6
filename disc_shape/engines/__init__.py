"""
Programs that run: one call from a program to a callable that takes every legal size.

An engine compiles what `export-stablehlo` writes: `iree` once for all sizes, `xla` once for each
list of sizes, `reference` not at all. `native` compiles loops to machine code, once for all sizes.
Signature and guards are checked here, before the engine runs, so that every engine refuses the same
calls with the same messages.
"""
