// RUN: disc-opt %s -p 'convert-hlo-to-linalg' --split-input-file | filecheck %s

// CHECK: func.func @assertion(%x: tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 4 : i32
// CHECK-NEXT: %2 = tensor.dim %x, %0 : tensor<?xf32>
// CHECK-NEXT: %3 = arith.index_cast %2 : index to i32
// CHECK-NEXT: %4 = arith.cmpi sge, %3, %1 : i32
// CHECK-NEXT: cf.assert %4, "expected size >= 4"
// CHECK-NEXT: %5 = tensor.empty(%2) : tensor<?xf32>
// CHECK-NEXT: %6 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%5 : tensor<?xf32>) {
// CHECK-NEXT: ^bb0(%7: f32, %8: f32):
// CHECK-NEXT: %9 = arith.negf %7 : f32
// CHECK-NEXT: linalg.yield %9 : f32
// CHECK-NEXT: } -> tensor<?xf32>
// CHECK-NEXT: func.return %6 : tensor<?xf32>
// CHECK-NEXT: }
func.func @assertion(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %ok = stablehlo.compare GE, %n, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %n) {error_message = "expected size >= 4, found {0}", api_version = 2 : i32, has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Before the check each operand is read with its own size.
// CHECK: func.func @broadcastable(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 1 : index
// CHECK-NEXT: %2 = tensor.dim %x, %0 : tensor<?xf32>
// CHECK-NEXT: %3 = tensor.dim %y, %0 : tensor<?xf32>
// CHECK-NEXT: %4 = arith.cmpi eq, %2, %1 : index
// CHECK-NEXT: %5 = arith.cmpi eq, %3, %1 : index
// CHECK-NEXT: %6 = arith.ori %4, %5 : i1
// CHECK-NEXT: %7 = arith.cmpi eq, %2, %3 : index
// CHECK-NEXT: %8 = arith.ori %7, %6 : i1
// CHECK-NEXT: cf.assert %8, "required broadcastable shapes"
// CHECK-NEXT: %9 = arith.select %4, %3, %2 : index
// CHECK-NEXT: %10 = tensor.empty(%9) : tensor<?xf32>
// CHECK-NEXT: %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%10 : tensor<?xf32>) {
// CHECK-NEXT: ^bb0(%11: f32):
// CHECK-NEXT: %12 = linalg.index 0 : index
// CHECK-NEXT: %13 = arith.select %4, %0, %12 : index
// CHECK-NEXT: %14 = tensor.extract %x[%13] : tensor<?xf32>
// CHECK-NEXT: linalg.yield %14 : f32
// CHECK-NEXT: } -> tensor<?xf32>
// CHECK-NEXT: func.return %r : tensor<?xf32>
// CHECK-NEXT: }
func.func @broadcastable(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %t = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %s, %t : tensor<1xindex>, tensor<1xindex>
  %r = shape.assuming %w -> tensor<?xf32> {
    %b = shape.broadcast %s, %t : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    %0 = stablehlo.dynamic_broadcast_in_dim %x, %b, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    shape.assuming_yield %0 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
