// RUN: disc-run %s --dims b=2 --check | filecheck %s --check-prefix FACTS
// RUN: not disc-run %s --dims b=2,s=7 --check 2>&1 | filecheck %s --check-prefix BROKEN
// RUN: not disc-run %s --dims t=2 2>&1 | filecheck %s --check-prefix NAME
// RUN: not disc-run %s --input 'x=random(2,8)' --input 'y=random(4)' --check 2>&1 | filecheck %s --check-prefix ARGUMENT
// RUN: not disc-run %s --input 'n=2.5' 2>&1 | filecheck %s --check-prefix NUMBER
// RUN: not disc-run %s --inputs %s 2>&1 | filecheck %s --check-prefix FILE
// RUN: not disc-run %s --inputs %t.missing.npz 2>&1 | filecheck %s --check-prefix MISSING
// RUN: not disc-run %s --outputs %t.missing/o.npz 2>&1 | filecheck %s --check-prefix DIRECTORY
// RUN: not disc-run %s --dims b=2,b=3 2>&1 | filecheck %s --check-prefix TWICE
// RUN: not disc-run %s --dims b=2,0.0=3 2>&1 | filecheck %s --check-prefix TWO-NAMES
// RUN: not disc-run %s --dims 3.0=4 2>&1 | filecheck %s --check-prefix STATIC
// RUN: not disc-run %s --dims s=8 --input 'y=zeros(4)' 2>&1 | filecheck %s --check-prefix GIVEN
// RUN: disc-run %s --input 'y=zeros(12)' --check | filecheck %s --check-prefix SUITS
// RUN: not disc-run %s --input 'x=random(2,8)' --input 'y=random(4)' 2>&1 | filecheck %s --check-prefix ARGUMENT
// RUN: not disc-run %s --dims b=9 2>&1 | filecheck %s --check-prefix RANGE
// RUN: not disc-run %s --input 'y=zeros(4)' --input 'y=ones(4)' 2>&1 | filecheck %s --check-prefix AGAIN
// RUN: not disc-run %s --input 'y={}' 2>&1 | filecheck %s --check-prefix TEXT
// RUN: not disc-run %s --input 'y=[1j]' 2>&1 | filecheck %s --check-prefix COMPLEX
// RUN: not disc-run %s --input 'y=zeros(99999999999999)' 2>&1 | filecheck %s --check-prefix MEMORY
// RUN: not disc-run %s --seed -1 2>&1 | filecheck %s --check-prefix SEED
// RUN: not disc-run %s --unknown 2>&1 | filecheck %s --check-prefix OPTION
// RUN: not disc-run %s -p nopass 2>&1 | filecheck %s --check-prefix PASS

// Random sizes keep what the program says of its symbols.
// FACTS: claims hold
// BROKEN: disc_run_inputs.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'disc_shape.tie_predicate_divisible' claims @s % 4 == 0 (assumed), which is false in @main for @s = 7
// NAME: error: no dimension of an argument is called 't', expected one of: {{.*}}b, s
// ARGUMENT: error: dimension 0 of argument 1 ('y') of @main is 4, but symbol @s is 8 by dimension 1 of argument 0 ('x') of @main
// TWICE: disc-run: error: --dims gives 'b' two sizes: 2 and 3
// TWO-NAMES: error: dimension 0 of argument 0 ('x') of @main is one size, but 'b' is 2 and '0.0' is 3
// STATIC: error: dimension 0 of argument 3 ('z') of @main is 5, but '3.0' is 4
// GIVEN: disc-run: error: dimension 0 of argument 'y' is 4, but --dims gives s=8
// SUITS: result 0: {{[0-9]+}}x12 float32
// RANGE: error: dimension 0 of argument 0 ('x') of @main is 9, but symbol @b has ranges [1, 8]
// AGAIN: disc-run: error: argument 'y' is given twice
// TEXT: disc-run: error: argument 'y': cannot read '{}': expected random(...)
// COMPLEX: disc-run: error: argument 'y': a complex number is not a number of type float32
// MEMORY: disc-run: error: argument 'y': 'zeros(99999999999999)' needs too much memory
// SEED: disc-run: error: argument --seed: expected a number that is not negative, got '-1'
// OPTION-NOT: usage
// OPTION: disc-run: error: unrecognized arguments: --unknown
// NUMBER: disc-run: error: argument 'n': 2.5 is not a number of type int32
// FILE: disc-run: error: {{.*}}disc_run_inputs.mlir is no file of numpy arrays
// MISSING: disc-run: error: {{.*}}.missing.npz: no such file or directory
// DIRECTORY: disc-run: error: {{.*}}o.npz: no such directory
// PASS: disc-run: error: unknown pass 'nopass'
func.func @main(%x: tensor<?x?xf32, [@b, @s]>, %y: tensor<?xf32, [@s]>, %n: tensor<i32>, %z: tensor<5xf32>) -> tensor<?x?xf32, [@b, @s]> {
  %0 = stablehlo.tanh %x : tensor<?x?xf32, [@b, @s]>
  return %0 : tensor<?x?xf32, [@b, @s]>
}
func.func @shape_constraint_graph() {
  %s = disc_shape.dim @s
  %c = arith.constant 4 : index
  disc_shape.tie_predicate_divisible %s, %c {assumed}
  return
}
disc_shape.SymbolDim @b {ranges = [[1, 8]], symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @s {symbolic_shape_graph = @shape_constraint_graph}
