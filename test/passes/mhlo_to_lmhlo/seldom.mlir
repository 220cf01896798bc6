// RUN: disc-run %s --input 'x=[[1,2,3],[4,5,6]]' --input 'y=[10,20,30]' --input n=3 | filecheck %s
// RUN: disc-run %s -p mhlo-to-lmhlo,deallocate-buffers --check --input 'x=[[1,2,3],[4,5,6]]' --input 'y=[10,20,30]' --input n=3 | filecheck %s
// RUN: disc-run %s -p shape-optimization{keep-tie-shape=true},mhlo-to-lmhlo,reuse-buffers,deallocate-buffers --check --input 'x=[[1,2,3],[4,5,6]]' --input 'y=[10,20,30]' --input n=3 | filecheck %s

// What few programs hold gives the same on tensors as on buffers.
// CHECK:      result 0: 5 float32 [ 9. 10. 20. 30. 9.]
// CHECK-NEXT: result 1: 3 int64 [2 3 2]
// CHECK-NEXT: result 2: 2x3 float32 {{\[\[}}1. 2. 3.] [4. 5. 6.]]
// CHECK-NEXT: result 3: 3 float32 [10. 20. 30.]
// CHECK-NEXT: result 4: scalar float32 6.
// CHECK-NEXT: result 5: 3x2 float32 {{\[\[}}10. 10.] [20. 20.] [30. 30.]]
// CHECK-NEXT: result 6: 1x1x3 float32 {{\[\[\[}}10. 20. 30.]]]
// CHECK-NEXT: result 7: scalar bool True
func.func @main(%x: tensor<?x3xf32>, %y: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<3xi64>, tensor<?x?xf32>, tensor<?xf32>, tensor<f32>, tensor<?x2xf32>, tensor<1x1x?xf32>, tensor<i1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // A pad whose amounts are known when the program runs.
  %nine = arith.constant 9.0 : f32
  %padded = tensor.pad %y low[%c1] high[1] {
  ^bb0(%i: index):
    tensor.yield %nine : f32
  } : tensor<?xf32> to tensor<?xf32>
  // Ranks, and sizes asked of a value.
  %rank = tensor.rank %x : tensor<?x3xf32>
  %size = shape.dim %y, %c0 : tensor<?xf32>, index -> index
  %rows = shape.dim %x, %c0 : tensor<?x3xf32>, index -> index
  %three = arith.index_cast %size : index to i64
  %two = arith.index_cast %rank : index to i64
  %again = arith.index_cast %rows : index to i64
  %numbers = tensor.from_elements %two, %three, %again : tensor<3xi64>
  // A dimension split in two sizes, one of which is computed.
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<?x3xf32> into tensor<?xf32>
  %split = tensor.expand_shape %flat [[0, 1]] output_shape [%rows, %n] : tensor<?xf32> into tensor<?x?xf32>
  // Memory of a size given, written whole.
  %memory = tensor.empty(%size) : tensor<?xf32>
  %copied = linalg.copy ins(%y : tensor<?xf32>) outs(%memory : tensor<?xf32>) -> tensor<?xf32>
  // An element of scalars that stand in two dimensions.
  %a = arith.constant 4.0 : f32
  %b = arith.constant 5.0 : f32
  %c = arith.constant 6.0 : f32
  %square = tensor.from_elements %a, %b, %a, %b, %a, %c : tensor<2x3xf32>
  %last = tensor.extract %square[%c1, %c2] : tensor<2x3xf32>
  %scalar = tensor.from_elements %last : tensor<f32>
  // A scan that takes nothing, whose trip count is an attribute, or a size of its result.
  %scanned = mhlo.scan () inits () dimension=1 attributes {scan_dim_size = 2 : i64} {
  ^bb0:
    mhlo.return %y : tensor<?xf32>
  } : () -> tensor<?x2xf32>
  // A broadcast to ones repeats nothing.
  %ones = "stablehlo.broadcast"(%y) <{broadcast_sizes = array<i64: 1, 1>}> : (tensor<?xf32>) -> tensor<1x1x?xf32>
  // Whether shapes fit, as a value.
  %sx = shape.shape_of %x : tensor<?x3xf32> -> tensor<2xindex>
  %sy = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %fits = shape.is_broadcastable %sx, %sy : tensor<2xindex>, tensor<1xindex>
  %truth = tensor.from_elements %fits : tensor<i1>
  return %padded, %numbers, %split, %copied, %scalar, %scanned, %ones, %truth : tensor<?xf32>, tensor<3xi64>, tensor<?x?xf32>, tensor<?xf32>, tensor<f32>, tensor<?x2xf32>, tensor<1x1x?xf32>, tensor<i1>
}
