// RUN: disc-opt %s -p shape-optimization | filecheck %s
// RUN: disc-opt %s -p shape-optimization,shape-optimization | filecheck %s
// RUN: disc-opt %s -p 'shape-optimization,specialize-shapes{likely="b=2|3"},shape-optimization' | filecheck %s --check-prefix=AGAIN
// RUN: disc-opt %s -p 'assume-shapes{facts="x: [b, s]; likely b in {1, 8}; b <= 8; likely s in {128}"},shape-optimization' | filecheck %s --check-prefix=LANGUAGE

// Sizes that depend on likely sizes are likely what follows; those of all other symbols stay open.

// CHECK:     func.func @main(%x: tensor<?x?xf32, [@b, @s]>, %n: index)
// CHECK-DAG: SymbolDim @b {named, likely_values = [1, 8],
// CHECK-DAG: SymbolDim @s {named, likely_values = [128],
// CHECK-DAG: SymbolDim @S0 {likely_values = [2, 16],
// CHECK-DAG: SymbolDim @S1 {likely_values = [128, 1024],
// CHECK-DAG: SymbolDim @S2{{$}}

// What was worked out follows what was given.

// AGAIN-DAG: SymbolDim @b {named, likely_values = [2, 3],
// AGAIN-DAG: SymbolDim @S0 {likely_values = [4, 6],
// AGAIN-DAG: SymbolDim @S1 {likely_values = [256, 384],

// LANGUAGE-DAG: SymbolDim @b {named, likely_values = [1, 8],
// LANGUAGE-DAG: SymbolDim @S0 {likely_values = [2, 16],

func.func @main(%x: tensor<?x?xf32, [@b, @s]>, %n: index) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = "stablehlo.concatenate"(%x, %x) {dimension = 0 : i64} : (tensor<?x?xf32, [@b, @s]>, tensor<?x?xf32, [@b, @s]>) -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?xf32, [@b, @s]>
  %s = tensor.dim %x, %c1 : tensor<?x?xf32, [@b, @s]>
  %m = arith.muli %b, %s : index
  %shape = tensor.from_elements %m : tensor<1xindex>
  %1 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x?xf32, [@b, @s]>, tensor<1xindex>) -> tensor<?xf32>
  %2 = tensor.empty(%n) : tensor<?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>
}
disc_shape.SymbolDim @b {named, likely_values = [1, 8]}
disc_shape.SymbolDim @s {named, likely_values = [128]}
