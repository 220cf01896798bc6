// RUN: disc-opt %s -p 'convert-hlo-to-linalg' --split-input-file | filecheck %s

// Known dimensions are read by a map.
// CHECK: func.func @broadcast(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = tensor.dim %x, %0 : tensor<?xf32>
// CHECK-NEXT: %2 = tensor.dim %y, %0 : tensor<?x?xf32>
// CHECK-NEXT: %3 = tensor.empty(%2, %1) : tensor<?x?xf32>
// CHECK-NEXT: %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?xf32>) outs(%3 : tensor<?x?xf32>) {
// CHECK-NEXT: ^bb0(%5: f32, %6: f32):
// CHECK-NEXT: linalg.yield %5 : f32
// CHECK-NEXT: } -> tensor<?x?xf32>
// CHECK-NEXT: func.return %4 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @broadcast(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A dimension that may or may not expand is read at an index that its size decides.
// CHECK: func.func @undecided(%x: tensor<?xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 1 : index
// CHECK-NEXT: %2 = tensor.dim %x, %0 : tensor<?xf32>
// CHECK-NEXT: %3 = tensor.extract %s[%0] : tensor<2xindex>
// CHECK-NEXT: %4 = tensor.extract %s[%1] : tensor<2xindex>
// CHECK-NEXT: %5 = tensor.empty(%3, %4) : tensor<?x?xf32>
// CHECK-NEXT: %6 = arith.cmpi eq, %2, %1 : index
// CHECK-NEXT: %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%5 : tensor<?x?xf32>) {
// CHECK-NEXT: ^bb0(%8: f32):
// CHECK-NEXT: %9 = linalg.index 1 : index
// CHECK-NEXT: %10 = arith.select %6, %0, %9 : index
// CHECK-NEXT: %11 = tensor.extract %x[%10] : tensor<?xf32>
// CHECK-NEXT: linalg.yield %11 : f32
// CHECK-NEXT: } -> tensor<?x?xf32>
// CHECK-NEXT: func.return %7 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @undecided(%x: tensor<?xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A size that is equal to that of the result does not expand.
// CHECK: func.func @decided_by_facts(%x: tensor<?xf32>) -> tensor<3x?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?xf32>
// CHECK-NEXT: %0 = tensor.empty(%n) : tensor<3x?xf32>
// CHECK-NEXT: %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?xf32>) outs(%0 : tensor<3x?xf32>) {
// CHECK-NEXT: ^bb0(%2: f32, %3: f32):
// CHECK-NEXT: linalg.yield %2 : f32
// CHECK-NEXT: } -> tensor<3x?xf32>
// CHECK-NEXT: func.return %1 : tensor<3x?xf32>
// CHECK-NEXT: }
func.func @decided_by_facts(%x: tensor<?xf32>) -> tensor<3x?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = tensor.from_elements %c3, %n : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

// -----

// Indices are clamped so that the slice fits.
// CHECK: func.func @gather(%x: tensor<?x4xf32>, %i: tensor<?x1xi32>) -> tensor<?x4xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant -1 : index
// CHECK-NEXT: %2 = tensor.dim %x, %0 : tensor<?x4xf32>
// CHECK-NEXT: %3 = tensor.dim %i, %0 : tensor<?x1xi32>
// CHECK-NEXT: %4 = tensor.empty(%3) : tensor<?x4xf32>
// CHECK-NEXT: %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%4 : tensor<?x4xf32>) {
// CHECK-NEXT: ^bb0(%6: f32):
// CHECK-NEXT: %7 = linalg.index 0 : index
// CHECK-NEXT: %8 = tensor.extract %i[%7, %0] : tensor<?x1xi32>
// CHECK-NEXT: %9 = arith.extui %8 : i32 to i64
// CHECK-NEXT: %10 = arith.index_cast %9 : i64 to index
// CHECK-NEXT: %11 = arith.addi %2, %1 : index
// CHECK-NEXT: %12 = arith.minsi %10, %11 : index
// CHECK-NEXT: %13 = arith.maxsi %12, %0 : index
// CHECK-NEXT: %14 = linalg.index 1 : index
// CHECK-NEXT: %15 = tensor.extract %x[%13, %14] : tensor<?x4xf32>
// CHECK-NEXT: linalg.yield %15 : f32
// CHECK-NEXT: } -> tensor<?x4xf32>
// CHECK-NEXT: func.return %5 : tensor<?x4xf32>
// CHECK-NEXT: }
func.func @gather(%x: tensor<?x4xf32>, %i: tensor<?x1xui32>) -> tensor<?x4xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<?x4xf32>, tensor<?x1xui32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// CHECK: func.func @slices(%x: tensor<?xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> (tensor<2xf32>, tensor<?xf32>) {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 2 : index
// CHECK-NEXT: %2 = tensor.dim %x, %0 : tensor<?xf32>
// CHECK-NEXT: %3 = arith.subi %2, %1 : index
// CHECK-NEXT: %4 = tensor.extract %i[] : tensor<i32>
// CHECK-NEXT: %5 = arith.index_cast %4 : i32 to index
// CHECK-NEXT: %6 = arith.minsi %5, %3 : index
// CHECK-NEXT: %7 = arith.maxsi %6, %0 : index
// CHECK-NEXT: %8 = tensor.extract_slice %x[%7] [2] [1] : tensor<?xf32> to tensor<2xf32>
// CHECK-NEXT: %9 = tensor.insert_slice %u into %x[%7] [2] [1] : tensor<2xf32> into tensor<?xf32>
// CHECK-NEXT: func.return %8, %9 : tensor<2xf32>, tensor<?xf32>
// CHECK-NEXT: }
func.func @slices(%x: tensor<?xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> (tensor<2xf32>, tensor<?xf32>) {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<?xf32>, tensor<i32>) -> tensor<2xf32>
  %1 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<?xf32>, tensor<2xf32>, tensor<i32>) -> tensor<?xf32>
  return %0, %1 : tensor<2xf32>, tensor<?xf32>
}

// -----

// CHECK: func.func @edges_and_gaps(%x: tensor<?xf32>, %z: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>) {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 2 : index
// CHECK-NEXT: %2 = arith.constant 1 : index
// CHECK-NEXT: %3 = tensor.dim %x, %0 : tensor<?xf32>
// CHECK-NEXT: %4 = tensor.extract %z[] : tensor<f32>
// CHECK-NEXT: %5 = tensor.pad %x low[1] high[2] {
// CHECK-NEXT: ^bb0(%6: index):
// CHECK-NEXT: tensor.yield %4 : f32
// CHECK-NEXT: } : tensor<?xf32> to tensor<?xf32>
// CHECK-NEXT: %7 = arith.muli %3, %1 : index
// CHECK-NEXT: %8 = arith.subi %7, %2 : index
// CHECK-NEXT: %9 = arith.maxsi %8, %0 : index
// CHECK-NEXT: %10 = arith.addi %9, %2 : index
// CHECK-NEXT: %11 = tensor.empty(%10) : tensor<?xf32>
// CHECK-NEXT: %12 = linalg.fill ins(%4 : f32) outs(%11 : tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT: %13 = tensor.insert_slice %x into %12[1] [%3] [2] : tensor<?xf32> into tensor<?xf32>
// CHECK-NEXT: func.return %5, %13 : tensor<?xf32>, tensor<?xf32>
// CHECK-NEXT: }
func.func @edges_and_gaps(%x: tensor<?xf32>, %z: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.pad %x, %z, low = [1], high = [2], interior = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = stablehlo.pad %x, %z, low = [1], high = [0], interior = [1] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Elements are removed before others are added, and never more than there are.
// CHECK: func.func @removed(%x: tensor<?xf32>, %z: tensor<f32>) -> tensor<?xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant -2 : index
// CHECK-NEXT: %2 = arith.constant 1 : index
// CHECK-NEXT: %3 = arith.constant 2 : index
// CHECK-NEXT: %4 = tensor.dim %x, %0 : tensor<?xf32>
// CHECK-NEXT: %5 = tensor.extract %z[] : tensor<f32>
// CHECK-NEXT: %6 = arith.addi %4, %1 : index
// CHECK-NEXT: %7 = arith.addi %6, %2 : index
// CHECK-NEXT: %8 = arith.minsi %3, %4 : index
// CHECK-NEXT: %9 = arith.subi %4, %8 : index
// CHECK-NEXT: %10 = arith.maxsi %9, %0 : index
// CHECK-NEXT: %11 = arith.subi %7, %10 : index
// CHECK-NEXT: %12 = tensor.extract_slice %x[%8] [%10] [1] : tensor<?xf32> to tensor<?xf32>
// CHECK-NEXT: %13 = tensor.pad %12 low[0] high[%11] {
// CHECK-NEXT: ^bb0(%14: index):
// CHECK-NEXT: tensor.yield %5 : f32
// CHECK-NEXT: } : tensor<?xf32> to tensor<?xf32>
// CHECK-NEXT: func.return %13 : tensor<?xf32>
// CHECK-NEXT: }
func.func @removed(%x: tensor<?xf32>, %z: tensor<f32>) -> tensor<?xf32> {
  %0 = stablehlo.pad %x, %z, low = [-2], high = [1], interior = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A box of no size starts inside.

// CHECK-LABEL: @nothing
// CHECK:       tensor.extract_slice %x[0] [0] [1] : tensor<3xf32> to tensor<0xf32>
// CHECK:       tensor.extract_slice %x[0] [0] [1] : tensor<3xf32> to tensor<0xf32>
func.func @nothing(%x: tensor<3xf32>) -> (tensor<0xf32>, tensor<2xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x [3:3] : (tensor<3xf32>) -> tensor<0xf32>
  %1 = stablehlo.pad %x, %z, low = [-3], high = [2], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0, %1 : tensor<0xf32>, tensor<2xf32>
}
