// RUN: disc-opt %s --split-input-file -p 'dynamize-shapes{args="0:0"}' | filecheck %s
// RUN: disc-opt %s --split-input-file -p 'dynamize-shapes{args="0:0"},shape-optimization' | disc-opt --split-input-file -p test-verify-dominance

// CHECK-LABEL: func.func @reshape(%x: tensor<?x4xf32>) -> tensor<?xf32>
// CHECK: [[N:%[0-9]+]] = arith.muli
// CHECK: [[S:%[0-9]+]] = tensor.from_elements [[N]] : tensor<1xindex>
// CHECK: stablehlo.dynamic_reshape %x, [[S]] : (tensor<?x4xf32>, tensor<1xindex>) -> tensor<?xf32>
func.func @reshape(%x: tensor<8x4xf32>) -> tensor<32xf32> {
  %0 = stablehlo.reshape %x : (tensor<8x4xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// -----

// The bias is broadcast to what it is added to; the other broadcast to eight stays.
// CHECK-LABEL: func.func @bias(%x: tensor<?x4xf32>, %b: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<8x4xf32>)
// CHECK: stablehlo.dynamic_broadcast_in_dim %b, %{{.*}}, dims = [1] : (tensor<4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
// CHECK: stablehlo.dynamic_broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x4xf32>
// CHECK: stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
func.func @bias(%x: tensor<8x4xf32>, %b: tensor<4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.add %x, %0 : tensor<8x4xf32>
  %z = stablehlo.constant dense<0.0> : tensor<8x4xf32>
  %2 = stablehlo.maximum %1, %z : tensor<8x4xf32>
  %3 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  return %2, %3 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// A slice to the end follows the end; a slice of the first three does not.
// CHECK-LABEL: func.func @slices(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<3xf32>)
// CHECK: stablehlo.real_dynamic_slice %x
// CHECK: stablehlo.slice %x [0:3]
func.func @slices(%x: tensor<8xf32>) -> (tensor<7xf32>, tensor<3xf32>) {
  %0 = stablehlo.slice %x [1:8] : (tensor<8xf32>) -> tensor<7xf32>
  %1 = stablehlo.slice %x [0:3] : (tensor<8xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<7xf32>, tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @iota_and_pad(%x: tensor<?xi32>, %p: tensor<i32>) -> tensor<?xi32>
// CHECK: stablehlo.dynamic_iota %{{.*}}, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
// CHECK: stablehlo.pad
// CHECK-SAME: (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
func.func @iota_and_pad(%x: tensor<8xi32>, %p: tensor<i32>) -> tensor<10xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<8xi32>
  %1 = stablehlo.add %x, %0 : tensor<8xi32>
  %2 = stablehlo.pad %1, %p, low = [1], high = [1], interior = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<10xi32>
  return %2 : tensor<10xi32>
}

// -----

// What was merged is taken apart as it was.
// CHECK-LABEL: func.func @merged(%x: tensor<?x4xf32>) -> tensor<?x2x2xf32>
func.func @merged(%x: tensor<3x4xf32>) -> tensor<3x2x2xf32> {
  %0 = stablehlo.reshape %x : (tensor<3x4xf32>) -> tensor<12xf32>
  %1 = stablehlo.reshape %0 : (tensor<12xf32>) -> tensor<3x2x2xf32>
  return %1 : tensor<3x2x2xf32>
}

// -----

// The two is what is left of eight.
// CHECK-LABEL: func.func @trailing(%x: tensor<?x4xf32>) -> tensor<4x?xf32>
func.func @trailing(%x: tensor<2x4xf32>) -> tensor<4x2xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %1 = stablehlo.reshape %0 : (tensor<4x2xf32>) -> tensor<8xf32>
  %2 = stablehlo.reshape %1 : (tensor<8xf32>) -> tensor<4x2xf32>
  return %2 : tensor<4x2xf32>
}

// -----

// The same sizes merged in two orders: each is taken apart in its own.
// CHECK-LABEL: func.func @orders(%x: tensor<?x5xf32>) -> (tensor<?x5xf32>, tensor<5x?xf32>)
func.func @orders(%x: tensor<7x5xf32>) -> (tensor<7x5xf32>, tensor<5x7xf32>) {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<7x5xf32>) -> tensor<5x7xf32>
  %0 = stablehlo.reshape %t : (tensor<5x7xf32>) -> tensor<35xf32>
  %1 = stablehlo.reshape %x : (tensor<7x5xf32>) -> tensor<35xf32>
  %2 = stablehlo.reshape %1 : (tensor<35xf32>) -> tensor<7x5xf32>
  %3 = stablehlo.reshape %0 : (tensor<35xf32>) -> tensor<5x7xf32>
  return %2, %3 : tensor<7x5xf32>, tensor<5x7xf32>
}

// -----

// Neither slice ends where its operand does and starts where it starts, but both are of one size.
// CHECK-LABEL: func.func @differences(%x: tensor<?xf32>) -> tensor<?xf32>
// CHECK-COUNT-2: stablehlo.real_dynamic_slice %x
func.func @differences(%x: tensor<8xf32>) -> tensor<7xf32> {
  %0 = stablehlo.slice %x [1:8] : (tensor<8xf32>) -> tensor<7xf32>
  %1 = stablehlo.slice %x [0:7] : (tensor<8xf32>) -> tensor<7xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<7xf32>
  return %2 : tensor<7xf32>
}

// -----

// What was joined is taken apart where it was joined: the size is where one slice ends and the
// other starts.
// CHECK-LABEL: func.func @halves(%x: tensor<?xf32>) -> tensor<?xf32>
// CHECK-COUNT-2: stablehlo.real_dynamic_slice
func.func @halves(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  %1 = stablehlo.slice %0 [8:16] : (tensor<16xf32>) -> tensor<8xf32>
  %2 = stablehlo.slice %0 [0:8] : (tensor<16xf32>) -> tensor<8xf32>
  %3 = stablehlo.add %1, %2 : tensor<8xf32>
  %4 = stablehlo.add %3, %x : tensor<8xf32>
  return %4 : tensor<8xf32>
}

// -----

// The last three, whatever the size is; and three from the second on, since nothing says otherwise.
// CHECK-LABEL: func.func @ends(%x: tensor<?xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
// CHECK: stablehlo.real_dynamic_slice %x, {{.*}} -> tensor<3xf32>
// CHECK: stablehlo.slice %x [1:4]
func.func @ends(%x: tensor<8xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = stablehlo.slice %x [5:8] : (tensor<8xf32>) -> tensor<3xf32>
  %1 = stablehlo.add %0, %y : tensor<3xf32>
  %2 = stablehlo.slice %x [1:4] : (tensor<8xf32>) -> tensor<3xf32>
  return %1, %2 : tensor<3xf32>, tensor<3xf32>
}

// -----

// Padded to ten: what is added is what is missing. A margin on both sides stays as wide as it is.
// CHECK-LABEL: func.func @padded(%x: tensor<?xf32>, %y: tensor<10xf32>, %p: tensor<f32>) -> (tensor<10xf32>, tensor<?xf32>)
// CHECK: stablehlo.dynamic_pad %x
// CHECK: stablehlo.pad %x, %p, low = [1], high = [2], interior = [0]
func.func @padded(%x: tensor<8xf32>, %y: tensor<10xf32>, %p: tensor<f32>) -> (tensor<10xf32>, tensor<11xf32>) {
  %0 = stablehlo.pad %x, %p, low = [0], high = [2], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<10xf32>
  %1 = stablehlo.add %0, %y : tensor<10xf32>
  %2 = stablehlo.pad %x, %p, low = [1], high = [2], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<11xf32>
  return %1, %2 : tensor<10xf32>, tensor<11xf32>
}

// -----

// Positions that were folded into a constant are counted again; any other constant stays.
// CHECK-LABEL: func.func @positions(%x: tensor<?xi32>) -> (tensor<?xi32>, tensor<3xi32>)
// CHECK: stablehlo.dynamic_iota
// CHECK: stablehlo.constant dense<[0, 1, 2]>
func.func @positions(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<3xi32>) {
  %0 = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %1 = stablehlo.add %x, %0 : tensor<4xi32>
  %2 = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
  return %1, %2 : tensor<4xi32>, tensor<3xi32>
}

// -----

// Two of a size are two and the size, in whatever order the numbers stand.
// CHECK-LABEL: func.func @pairs(%x: tensor<?xf32>) -> tensor<2x?xf32>
func.func @pairs(%x: tensor<5xf32>) -> tensor<2x5xf32> {
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<5xf32>, tensor<5xf32>) -> tensor<10xf32>
  %1 = stablehlo.reshape %0 : (tensor<10xf32>) -> tensor<2x5xf32>
  return %1 : tensor<2x5xf32>
}
