// RUN: disc-opt %s -p 'convert-hlo-to-linalg{only=dynamic_reshape,gather}' --split-input-file | filecheck %s

// All other operations stay; unsigned numbers keep their type outside.
// CHECK: func.func @gathered(%x: tensor<?x4xui32>, %i: tensor<?x1xi32>) -> tensor<?x4xui32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant -1 : index
// CHECK-NEXT: %2 = tensor.bitcast %x : tensor<?x4xui32> to tensor<?x4xi32>
// CHECK-NEXT: %3 = tensor.dim %2, %0 : tensor<?x4xi32>
// CHECK-NEXT: %4 = tensor.dim %i, %0 : tensor<?x1xi32>
// CHECK-NEXT: %5 = stablehlo.add %x, %x : tensor<?x4xui32>
// CHECK-NEXT: %6 = tensor.empty(%4) : tensor<?x4xi32>
// CHECK-NEXT: %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%6 : tensor<?x4xi32>) {
// CHECK-NEXT: ^bb0(%8: i32):
// CHECK-NEXT: %9 = linalg.index 0 : index
// CHECK-NEXT: %10 = tensor.extract %i[%9, %0] : tensor<?x1xi32>
// CHECK-NEXT: %11 = arith.index_cast %10 : i32 to index
// CHECK-NEXT: %12 = arith.addi %3, %1 : index
// CHECK-NEXT: %13 = arith.minsi %11, %12 : index
// CHECK-NEXT: %14 = arith.maxsi %13, %0 : index
// CHECK-NEXT: %15 = linalg.index 1 : index
// CHECK-NEXT: %16 = tensor.bitcast %5 : tensor<?x4xui32> to tensor<?x4xi32>
// CHECK-NEXT: %17 = tensor.extract %16[%14, %15] : tensor<?x4xi32>
// CHECK-NEXT: linalg.yield %17 : i32
// CHECK-NEXT: } -> tensor<?x4xi32>
// CHECK-NEXT: %18 = tensor.bitcast %7 : tensor<?x4xi32> to tensor<?x4xui32>
// CHECK-NEXT: %19 = stablehlo.not %18 : tensor<?x4xui32>
// CHECK-NEXT: func.return %19 : tensor<?x4xui32>
// CHECK-NEXT: }
func.func @gathered(%x: tensor<?x4xui32>, %i: tensor<?x1xi32>) -> tensor<?x4xui32> {
  %0 = stablehlo.add %x, %x : tensor<?x4xui32>
  %1 = "stablehlo.gather"(%0, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<?x4xui32>, tensor<?x1xi32>) -> tensor<?x4xui32>
  %2 = stablehlo.not %1 : tensor<?x4xui32>
  return %2 : tensor<?x4xui32>
}

// -----

// Operations of regions that stay are converted where they are.
// CHECK: func.func @inside(%x: tensor<?x?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
// CHECK-NEXT: %r = "stablehlo.if"(%p) ({
// CHECK-NEXT: %0 = tensor.collapse_shape %x {{\[\[}}0 : i64, 1 : i64]] : tensor<?x?xf32> into tensor<?xf32>
// CHECK-NEXT: stablehlo.return %0 : tensor<?xf32>
// CHECK-NEXT: }, {
// CHECK-NEXT: %1 = stablehlo.negate %x : tensor<?x?xf32>
// CHECK-NEXT: %2 = tensor.collapse_shape %1 {{\[\[}}0 : i64, 1 : i64]] : tensor<?x?xf32> into tensor<?xf32>
// CHECK-NEXT: stablehlo.return %2 : tensor<?xf32>
// CHECK-NEXT: }) : (tensor<i1>) -> tensor<?xf32>
// CHECK-NEXT: func.return %r : tensor<?xf32>
// CHECK-NEXT: }
func.func @inside(%x: tensor<?x?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %q = arith.muli %m, %n : index
  %s = tensor.from_elements %q : tensor<1xindex>
  %r = "stablehlo.if"(%p) ({
    %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
    stablehlo.return %0 : tensor<?xf32>
  }, {
    %1 = stablehlo.negate %x : tensor<?x?xf32>
    %2 = stablehlo.dynamic_reshape %1, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
    stablehlo.return %2 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
