// RUN: disc-opt %s -p 'convert-hlo-to-linalg' --split-input-file | filecheck %s

// One size for all that are equal.
// CHECK: func.func @chain(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = tensor.dim %x, %0 : tensor<?xf32>
// CHECK-NEXT: %2 = tensor.empty(%1) : tensor<?xf32>
// CHECK-NEXT: %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%2 : tensor<?xf32>) {
// CHECK-NEXT: ^bb0(%4: f32, %5: f32, %6: f32):
// CHECK-NEXT: %7 = arith.addf %4, %5 : f32
// CHECK-NEXT: linalg.yield %7 : f32
// CHECK-NEXT: } -> tensor<?xf32>
// CHECK-NEXT: %8 = tensor.empty(%1) : tensor<?xf32>
// CHECK-NEXT: %9 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%3 : tensor<?xf32>) outs(%8 : tensor<?xf32>) {
// CHECK-NEXT: ^bb0(%10: f32, %11: f32):
// CHECK-NEXT: %12 = math.tanh %10 : f32
// CHECK-NEXT: linalg.yield %12 : f32
// CHECK-NEXT: } -> tensor<?xf32>
// CHECK-NEXT: func.return %9 : tensor<?xf32>
// CHECK-NEXT: }
func.func @chain(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  %1 = stablehlo.tanh %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Scalars need no loop.
// CHECK: func.func @scalars(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
// CHECK-NEXT: %0 = arith.constant 2 : i32
// CHECK-NEXT: %1 = tensor.extract %x[] : tensor<i32>
// CHECK-NEXT: %2 = arith.muli %1, %0 : i32
// CHECK-NEXT: %3 = tensor.extract %y[] : tensor<i32>
// CHECK-NEXT: %4 = arith.maxsi %2, %3 : i32
// CHECK-NEXT: %5 = tensor.from_elements %4 : tensor<i32>
// CHECK-NEXT: func.return %5 : tensor<i32>
// CHECK-NEXT: }
func.func @scalars(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.multiply %x, %c : tensor<i32>
  %1 = stablehlo.maximum %0, %y : tensor<i32>
  return %1 : tensor<i32>
}

// -----

// Unsigned numbers become signless ones with operations that have no sign.
// CHECK: func.func @unsigned(%x: tensor<?xi32>, %y: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xf32>) {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 32 : i32
// CHECK-NEXT: %2 = arith.constant 0 : i32
// CHECK-NEXT: %3 = tensor.dim %x, %0 : tensor<?xi32>
// CHECK-NEXT: %4 = tensor.empty(%3) : tensor<?xi32>
// CHECK-NEXT: %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<?xi32>, tensor<?xi32>) outs(%4 : tensor<?xi32>) {
// CHECK-NEXT: ^bb0(%6: i32, %7: i32, %8: i32):
// CHECK-NEXT: %9 = arith.cmpi ult, %7, %1 : i32
// CHECK-NEXT: %10 = arith.select %9, %7, %2 : i32
// CHECK-NEXT: %11 = arith.shrui %6, %10 : i32
// CHECK-NEXT: %12 = arith.select %9, %11, %2 : i32
// CHECK-NEXT: linalg.yield %12 : i32
// CHECK-NEXT: } -> tensor<?xi32>
// CHECK-NEXT: %13 = tensor.empty(%3) : tensor<?xf32>
// CHECK-NEXT: %14 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%5 : tensor<?xi32>) outs(%13 : tensor<?xf32>) {
// CHECK-NEXT: ^bb0(%15: i32, %16: f32):
// CHECK-NEXT: %17 = arith.uitofp %15 : i32 to f32
// CHECK-NEXT: linalg.yield %17 : f32
// CHECK-NEXT: } -> tensor<?xf32>
// CHECK-NEXT: func.return %5, %14 : tensor<?xi32>, tensor<?xf32>
// CHECK-NEXT: }
func.func @unsigned(%x: tensor<?xui32>, %y: tensor<?xui32>) -> (tensor<?xui32>, tensor<?xf32>) {
  %0 = stablehlo.shift_right_logical %x, %y : tensor<?xui32>
  %1 = stablehlo.convert %0 : (tensor<?xui32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xui32>, tensor<?xf32>
}

// -----

// The result of a division by zero has all bits set.
// CHECK: func.func @division(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 0 : i32
// CHECK-NEXT: %2 = arith.constant 1 : i32
// CHECK-NEXT: %3 = arith.constant -2147483648 : i32
// CHECK-NEXT: %4 = arith.constant -1 : i32
// CHECK-NEXT: %5 = tensor.dim %x, %0 : tensor<?xi32>
// CHECK-NEXT: %6 = tensor.empty(%5) : tensor<?xi32>
// CHECK-NEXT: %7 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<?xi32>, tensor<?xi32>) outs(%6 : tensor<?xi32>) {
// CHECK-NEXT: ^bb0(%8: i32, %9: i32, %10: i32):
// CHECK-NEXT: %11 = arith.cmpi eq, %9, %1 : i32
// CHECK-NEXT: %12 = arith.cmpi eq, %8, %3 : i32
// CHECK-NEXT: %13 = arith.cmpi eq, %9, %4 : i32
// CHECK-NEXT: %14 = arith.andi %12, %13 : i1
// CHECK-NEXT: %15 = arith.ori %11, %14 : i1
// CHECK-NEXT: %16 = arith.select %15, %2, %9 : i32
// CHECK-NEXT: %17 = arith.divsi %8, %16 : i32
// CHECK-NEXT: %18 = arith.select %11, %4, %17 : i32
// CHECK-NEXT: linalg.yield %18 : i32
// CHECK-NEXT: } -> tensor<?xi32>
// CHECK-NEXT: func.return %7 : tensor<?xi32>
// CHECK-NEXT: }
func.func @division(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %0 = stablehlo.divide %x, %y : tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// Facts about sizes are dropped.
// CHECK: func.func @symbols(%x: tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = tensor.dim %x, %0 : tensor<?xf32>
// CHECK-NEXT: %2 = tensor.empty(%1) : tensor<?xf32>
// CHECK-NEXT: %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%2 : tensor<?xf32>) {
// CHECK-NEXT: ^bb0(%4: f32, %5: f32):
// CHECK-NEXT: %6 = arith.negf %4 : f32
// CHECK-NEXT: linalg.yield %6 : f32
// CHECK-NEXT: } -> tensor<?xf32>
// CHECK-NEXT: func.return %3 : tensor<?xf32>
// CHECK-NEXT: }
func.func @symbols(%x: tensor<?xf32, [@b]>) -> tensor<?xf32, [@b]> {
  %0 = stablehlo.negate %x : tensor<?xf32, [@b]>
  return %0 : tensor<?xf32, [@b]>
}
func.func @shape_constraint_graph() {
  return
}
disc_shape.SymbolDim @b {symbolic_shape_graph = @shape_constraint_graph}
