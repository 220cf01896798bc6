// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s

// Wrappers that no interpreter runs; `rules/wrappers.mlir` has the others.

// Through a type of another dialect, whose operands and results keep the types that they have.

// CHECK-LABEL: func.func @foreign(
// CHECK-SAME:    -> (tensor<?x4xf32, [@S0, @C4]>, tensor<?x4xf32, [@S0, @C4]>)
// CHECK:         unrealized_conversion_cast %{{.*}} : tensor<?x4xf32> to !torch.vtensor
// CHECK:         torch_c.from_builtin_tensor %{{.*}} : tensor<?x4xf32> ->
func.func @foreign(%x: tensor<?x4xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = builtin.unrealized_conversion_cast %x : tensor<?x4xf32> to !torch.vtensor<[?,4],f32>
  %1 = builtin.unrealized_conversion_cast %0 : !torch.vtensor<[?,4],f32> to tensor<?x?xf32>
  %2 = torch_c.from_builtin_tensor %x : tensor<?x4xf32> -> !torch.vtensor<[?,4],f32>
  %3 = torch_c.to_builtin_tensor %2 : !torch.vtensor<[?,4],f32> -> tensor<?x?xf32>
  func.return %1, %3 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// Through a buffer, whose type the tensor must have.

// CHECK-LABEL: func.func @buffer(
// CHECK-SAME:    -> tensor<?x4xf32, [@S0, @C4]>
// CHECK:         bufferization.to_tensor %{{.*}} : memref<?x?xf32> to tensor<?x?xf32>
func.func @buffer(%x: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %0 = builtin.unrealized_conversion_cast %x : tensor<?x4xf32> to memref<?x?xf32>
  %1 = bufferization.to_tensor %0 : memref<?x?xf32> to tensor<?x?xf32>
  func.return %1 : tensor<?x?xf32>
}

// -----

// An integer that narrows is the same number only where it is a size.

// CHECK:       builtin.module attributes {disc_shape.no_wrap} {
// CHECK-LABEL: func.func @narrowed(
// CHECK-SAME:    -> (tensor<?xf32, [@S0]>, i64)
// CHECK:         unrealized_conversion_cast %y : i64 to i32
// CHECK:         arith.extsi
func.func @narrowed(%x: tensor<?xf32>, %y: i64) -> (tensor<?xf32>, i64) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = builtin.unrealized_conversion_cast %d : index to i32
  %1 = tensor.from_elements %0 : tensor<1xi32>
  %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %3 = builtin.unrealized_conversion_cast %y : i64 to i32
  %4 = arith.extsi %3 : i32 to i64
  func.return %2, %4 : tensor<?xf32>, i64
}

// -----

// Another rank, other elements or several values: nothing is known of what comes out.

// CHECK-LABEL: func.func @others(
// CHECK-SAME:    %x: tensor<?x4xf32, [@S0, @C4]>
// CHECK-SAME:    -> (tensor<?xf32, [@S1]>, tensor<?x?xi64, [@S2, @S3]>, tensor<?x?xf32, [@S4, @S5]>, index)
func.func @others(%x: tensor<?x4xf32>) -> (tensor<?xf32>, tensor<?x?xi64>, tensor<?x?xf32>, index) {
  %0 = builtin.unrealized_conversion_cast %x : tensor<?x4xf32> to tensor<?xf32>
  %1 = builtin.unrealized_conversion_cast %x : tensor<?x4xf32> to tensor<?x?xi64>
  %2, %3 = builtin.unrealized_conversion_cast %x : tensor<?x4xf32> to tensor<?x?xf32>, index
  func.return %0, %1, %2, %3 : tensor<?xf32>, tensor<?x?xi64>, tensor<?x?xf32>, index
}
