// RUN: disc-opt %s --split-input-file -p 'mhlo-to-lmhlo' | filecheck %s

// The value comes from the kernel that makes the operand, and four sides would be filled before it: a pad stays.
// CHECK:      func.func @own_value(%x: memref<?x?xf32>, %z: memref<f32>) -> memref<?x?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: %2 = arith.addi %0, %c2 : index
// CHECK-NEXT: %3 = arith.addi %1, %c2 : index
// CHECK-NEXT: %4 = memref.alloc(%0, %1) : memref<?x?xf32>
// CHECK-NEXT: %5 = memref.alloc() : memref<f32>
// CHECK-NEXT: lmhlo.fusion ins(%x, %z : memref<?x?xf32>, memref<f32>) outs(%4, %5 : memref<?x?xf32>, memref<f32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT: ^bb0(%a: tensor<?x?xf32>, %b: tensor<f32>):
// CHECK-NEXT: %a_1 = disc_shape.tie_shape %a, %0, %1 : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
// CHECK-NEXT: %e = stablehlo.exponential %a_1 : tensor<?x?xf32>
// CHECK-NEXT: %e_1 = disc_shape.tie_shape %e, %0, %1 : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
// CHECK-NEXT: %s = stablehlo.reduce(%e_1 init: %b) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: mhlo.return %e_1, %s : tensor<?x?xf32>, tensor<f32>
// CHECK-NEXT: })
// CHECK-NEXT: %6 = memref.alloc(%2, %3) : memref<?x?xf32>
// CHECK-NEXT: lmhlo.pad ins(%4, %5 : memref<?x?xf32>, memref<f32>) outs(%6 : memref<?x?xf32>) {edge_padding_low = array<i64: 1, 1>, edge_padding_high = array<i64: 1, 1>, interior_padding = array<i64: 0, 0>}
// CHECK-NEXT: func.return %6 : memref<?x?xf32>
// CHECK-NEXT: }
func.func @own_value(%x: tensor<?x?xf32>, %z: tensor<f32>) -> tensor<?x?xf32> {
  %0:2 = "mhlo.fusion"(%x, %z) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%a: tensor<?x?xf32>, %b: tensor<f32>):
    %e = stablehlo.exponential %a : tensor<?x?xf32>
    %s = stablehlo.reduce(%e init: %b) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
    mhlo.return %e, %s : tensor<?x?xf32>, tensor<f32>
  }) : (tensor<?x?xf32>, tensor<f32>) -> (tensor<?x?xf32>, tensor<f32>)
  %1 = stablehlo.pad %0#0, %0#1, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// The same of a value that is defined after the producer.
// CHECK:      "memref.global"() <{sym_name = "constant_0", type = memref<f32>, initial_value = dense<7.000000e+00> : tensor<f32>, sym_visibility = "private", constant}> : () -> ()
// CHECK-NEXT: func.func @late_value(%x: memref<?x?xf32>) -> memref<?x?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: %2 = arith.addi %0, %c2 : index
// CHECK-NEXT: %3 = arith.addi %1, %c2 : index
// CHECK-NEXT: %4 = memref.alloc(%0, %1) : memref<?x?xf32>
// CHECK-NEXT: lmhlo.reverse ins(%x : memref<?x?xf32>) outs(%4 : memref<?x?xf32>) {dimensions = array<i64: 0>}
// CHECK:      %c = memref.get_global @constant_0 : memref<f32>
// CHECK-NEXT: %5 = memref.alloc(%2, %3) : memref<?x?xf32>
// CHECK-NEXT: lmhlo.pad ins(%4, %c : memref<?x?xf32>, memref<f32>) outs(%5 : memref<?x?xf32>) {edge_padding_low = array<i64: 1, 1>, edge_padding_high = array<i64: 1, 1>, interior_padding = array<i64: 0, 0>}
// CHECK-NEXT: func.return %5 : memref<?x?xf32>
// CHECK-NEXT: }
func.func @late_value(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?x?xf32>
  %c = stablehlo.constant dense<7.0> : tensor<f32>
  %1 = stablehlo.pad %0, %c, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
