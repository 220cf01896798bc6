"""
Native code: loops on buffers become machine code, through xDSL's `llvm` dialect and llvmlite.

`machine` compiles a module of the `llvm` dialect for the host. Nothing here is imported by
`disc-opt` before a pass or a target of this package is asked for, and llvmlite only where code is
generated.
"""
