// RUN: disc-opt %s -p 'specialize-shapes{b=8}' | filecheck %s --check-prefix=ONE
// RUN: disc-opt %s -p 'specialize-shapes{b=8 s=3}' | filecheck %s --check-prefix=ALL
// RUN: disc-opt %s -p 'specialize-shapes{sizes="b=8" s=3}' | filecheck %s --check-prefix=ALL
// RUN: disc-opt %s -p 'specialize-shapes{likely="b=2|8,s=0|5"}' | filecheck %s --check-prefix=LIKELY
// RUN: disc-opt %s -p 'specialize-shapes{likely="half=4|5"}' | filecheck %s --check-prefix=BACK
// RUN: disc-opt %s -p 'specialize-shapes{b=8 s=3},shape-optimization' | filecheck %s --check-prefix=TYPES
// RUN: disc-opt %s -p 'specialize-shapes{b=8 s=3},shape-optimization,shape-optimization' | filecheck %s --check-prefix=TYPES
// RUN: not disc-opt %s -p 'specialize-shapes{b=7}' 2>&1 | filecheck %s --check-prefix=ODD
// RUN: not disc-opt %s -p 'specialize-shapes{b=8 twice=15}' 2>&1 | filecheck %s --check-prefix=CLASH
// RUN: not disc-opt %s -p 'specialize-shapes{likely="b=1|1"}' 2>&1 | filecheck %s --check-prefix=DOUBLE
// RUN: not disc-opt %s -p 'specialize-shapes{likely="b=2|1"}' 2>&1 | filecheck %s --check-prefix=LIKELYODD
// RUN: not disc-opt %s -p 'specialize-shapes{b=1,2}' 2>&1 | filecheck %s --check-prefix=FORM

// What follows by operations is fixed with it; what follows by a promise is not, the graph says why.

// ONE-DAG: SymbolDim @b {named, value = 8,
// ONE-DAG: SymbolDim @s {named, sym
// ONE-DAG: SymbolDim @twice {named, value = 16,
// ONE-DAG: SymbolDim @area {named, sym
// ONE-DAG: SymbolDim @half {named, sym

// ALL-DAG: SymbolDim @s {named, value = 3,
// ALL-DAG: SymbolDim @area {named, value = 24,

// Every combination; symbols that are no likely size's get none.

// LIKELY-DAG: SymbolDim @b {named, likely_values = [2, 8],
// LIKELY-DAG: SymbolDim @twice {named, likely_values = [4, 16],
// LIKELY-DAG: SymbolDim @area {named, likely_values = [0, 10, 40],
// LIKELY-DAG: SymbolDim @other {named, sym

// From a half to the whole, where the half can be such a size.

// BACK-DAG: SymbolDim @half {named, likely_values = [4, 5],
// BACK-DAG: SymbolDim @b {named, likely_values = [8, 10],
// BACK-DAG: SymbolDim @twice {named, likely_values = [16, 20],

// TYPES: func.func @main(%x: tensor<8x3xf32>, %y: tensor<16x24xf32>, %z: tensor<?x?xf32, [@half, @other]>)

// ODD:    error: '@b' is 7, as specified, which contradicts what was stated before
// ODD:    note: 'b == 2*half' in the graph (assumed)
// CLASH:  error: '@twice' is 15, as specified, which contradicts what was stated before
// LIKELYODD: error: symbol '@b' cannot be 1
// DOUBLE: error: a likely size is given twice in 'b=1|1'
// FORM:   error: expected name=size, got

func.func @main(%x: tensor<?x?xf32, [@b, @s]>, %y: tensor<?x?xf32, [@twice, @area]>, %z: tensor<?x?xf32, [@half, @other]>) {
  return
}
func.func @shape_constraint_graph() {
  %c2 = arith.constant 2 : index
  %b = disc_shape.dim @b
  %s = disc_shape.dim @s
  %twice = disc_shape.dim @twice
  %area = disc_shape.dim @area
  %half = disc_shape.dim @half
  %other = disc_shape.dim @other
  disc_shape.tie_predicate_divisible %b, %c2
  disc_shape.tie_predicate_affine_eq %twice, affine_map<(d0) -> (d0 * 2)>(%b)
  disc_shape.tie_predicate_mul_eq %area, %b, %s
  disc_shape.tie_predicate_affine_eq %b, affine_map<(d0) -> (d0 * 2)>(%half) {assumed}
  disc_shape.tie_predicate_lt %half, %other
  func.return
}
disc_shape.SymbolDim @b {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @s {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @twice {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @area {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @half {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @other {named, symbolic_shape_graph = @shape_constraint_graph}
