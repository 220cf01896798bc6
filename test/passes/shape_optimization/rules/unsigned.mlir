// RUN: disc-opt -p shape-optimization --split-input-file %s | filecheck %s

// Sizes in unsigned tensors are read as signless integers: `arith.index_cast` takes no others.
func.func @product(%x: tensor<?xf32>, %n: tensor<ui32>) -> tensor<?xf32> {
  %d = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.convert %d : (tensor<i32>) -> tensor<ui32>
  %p = stablehlo.multiply %m, %n : tensor<ui32>
  %q = stablehlo.add %p, %p : tensor<ui32>
  %r = stablehlo.subtract %q, %p : tensor<ui32>
  %s = stablehlo.add %r, %q : tensor<ui32>
  %t = stablehlo.subtract %s, %q : tensor<ui32>
  %v = stablehlo.reshape %t : (tensor<ui32>) -> tensor<1xui32>
  %0 = stablehlo.dynamic_iota %v, dim = 0 : (tensor<1xui32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
// CHECK-LABEL: @product
// CHECK: [[WIDE:%.*]] = stablehlo.convert %n : (tensor<ui32>) -> tensor<i64>
// CHECK: [[READ:%.*]] = tensor.extract [[WIDE]][] : tensor<i64>
// CHECK: arith.index_cast [[READ]] : i64 to index
// CHECK-NOT: ui32 to index

// -----

// Signless ones are read as they are.
func.func @signless(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %d = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.multiply %d, %n : tensor<i32>
  %q = stablehlo.add %p, %p : tensor<i32>
  %r = stablehlo.subtract %q, %p : tensor<i32>
  %s = stablehlo.add %r, %q : tensor<i32>
  %t = stablehlo.subtract %s, %q : tensor<i32>
  %v = stablehlo.reshape %t : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %v, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
// CHECK-LABEL: @signless
// CHECK-NOT: stablehlo.convert
// CHECK: [[READ:%.*]] = tensor.extract %n[] : tensor<i32>
// CHECK: arith.index_cast [[READ]] : i32 to index
