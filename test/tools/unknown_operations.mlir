// RUN: disc-opt %s --split-input-file --parsing-diagnostics | filecheck %s --check-prefixes CHECK,STRICT
// RUN: disc-opt %s --split-input-file --parsing-diagnostics --allow-unregistered-dialect | filecheck %s --check-prefixes CHECK,LAX

// --allow-unregistered-dialect reads operations of dialects that are not known; a wrong name in a
// dialect that is known, with all its operations, stays a mistake.

// CHECK: unknown_operations.mlir:8:2: error: unknown operation 'stablehlo.addd' in dialect 'stablehlo'; did you mean 'stablehlo.add'?
"stablehlo.addd"() : () -> ()

// -----

// CHECK: unknown_operations.mlir:13:2: error: unknown operation 'arith.nonsense' in dialect 'arith'{{$}}
"arith.nonsense"() : () -> ()

// -----

// CHECK: unknown_operations.mlir:18:2: error: unknown operation 'disc_shape.SymbolDims' in dialect 'disc_shape'; did you mean 'disc_shape.SymbolDim'?
"disc_shape.SymbolDims"() : () -> ()

// -----

// STRICT: unknown_operations.mlir:24:2: error: unknown dialect 'other' of operation 'other.op'
// LAX: "other.op"() : () -> ()
"other.op"() : () -> ()

// -----

// MLIR has this operation, xDSL does not.
// STRICT: unknown_operations.mlir:31:2: error: unknown operation 'vector.multi_reduction' in dialect 'vector'; --allow-unregistered-dialect reads it in generic syntax
// LAX: "vector.multi_reduction"() : () -> ()
"vector.multi_reduction"() : () -> ()
