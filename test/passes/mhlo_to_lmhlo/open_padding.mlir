// RUN: disc-opt %s --split-input-file -p mhlo-to-lmhlo | filecheck %s

// Padding that is only known in a run is an operation of its own, on the side that has some.
// CHECK:      func.func @pooled(%x: memref<?x4xf32>, %low: i32) -> memref<?x4xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x4xf32>
// CHECK-NEXT:   %1 = arith.index_cast %low : i32 to index
// CHECK-NEXT:   %2 = arith.addi %0, %1 : index
// CHECK-NEXT:   %3 = arith.addi %2, %c1 : index
// CHECK-NEXT:   %4 = arith.addi %0, %1 : index
// CHECK-NEXT:   %5 = arith.floordivsi %4, %c2 : index
// CHECK-NEXT:   %6 = arith.maxsi %5, %c0 : index
// CHECK-NEXT:   %7 = arith.index_cast %low : i32 to index
// CHECK-NEXT:   %init = memref.get_global @constant_2 : memref<f32>
// CHECK-NEXT:   %8 = memref.alloc(%3) : memref<?x4xf32>
// CHECK-NEXT:   lmhlo.fusion ins(%x, %init : memref<?x4xf32>, memref<f32>) outs(%8 : memref<?x4xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
// CHECK-NEXT:   ^bb0(%x_1: tensor<?x4xf32>, %init_1: tensor<f32>):
// CHECK-NEXT:     %9 = tensor.from_elements %7, %c0 : tensor<2xindex>
// CHECK-NEXT:     %10 = arith.constant dense<[1, 0]> : tensor<2xindex>
// CHECK-NEXT:     %11 = arith.constant dense<0> : tensor<2xindex>
// CHECK-NEXT:     %12 = stablehlo.dynamic_pad %x_1, %init_1, %9, %10, %11 : (tensor<?x4xf32>, tensor<f32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x4xf32>
// CHECK-NEXT:     %13 = disc_shape.tie_shape %12, %3, %c4 : (tensor<?x4xf32>, index, index) -> tensor<?x4xf32>
// CHECK-NEXT:     mhlo.return %13 : tensor<?x4xf32>
// CHECK-NEXT:   })
// CHECK-NEXT:   %14 = memref.alloc(%6) : memref<?x4xf32>
// CHECK-NEXT:   lmhlo.reduce_window ins(%8, %init : memref<?x4xf32>, memref<f32>) outs(%14 : memref<?x4xf32>) {window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>, window_dilations = array<i64: 1, 1>} ({
// CHECK-NEXT:   ^bb0(%a: tensor<f32>, %b: tensor<f32>):
// CHECK-NEXT:     %15 = stablehlo.maximum %a, %b : tensor<f32>
// CHECK-NEXT:     stablehlo.return %15 : tensor<f32>
// CHECK-NEXT:   })
// CHECK-NEXT:   func.return %14 : memref<?x4xf32>
// CHECK-NEXT: }
func.func @pooled(%x: tensor<?x4xf32>, %low: i32) -> tensor<?x4xf32> {
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %w = stablehlo.constant dense<[3, 1]> : tensor<2xi32>
  %s = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = tensor.from_elements %low, %c1, %c0, %c0 : tensor<2x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %w, %s, %one, %one, %p) {called_computations = [@max]} : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}
func.func @max(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.maximum %a, %b : tensor<f32>
  func.return %0 : tensor<f32>
}

// -----

// Strides that are not known: the call stays.
// CHECK:      func.func @strided(%x: memref<?xf32>, %s: memref<1xi32>, %p: memref<1x2xi32>) -> memref<?xf32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.load %p[%c0, %c0] : memref<1x2xi32>
// CHECK-NEXT:   %2 = arith.index_cast %1 : i32 to index
// CHECK-NEXT:   %3 = memref.load %p[%c0, %c1] : memref<1x2xi32>
// CHECK-NEXT:   %4 = arith.index_cast %3 : i32 to index
// CHECK-NEXT:   %5 = arith.addi %0, %2 : index
// CHECK-NEXT:   %6 = arith.addi %5, %4 : index
// CHECK-NEXT:   %7 = arith.subi %6, %c3 : index
// CHECK-NEXT:   %8 = memref.load %s[%c0] : memref<1xi32>
// CHECK-NEXT:   %9 = arith.index_cast %8 : i32 to index
// CHECK-NEXT:   %10 = arith.floordivsi %7, %9 : index
// CHECK-NEXT:   %11 = arith.addi %10, %c1 : index
// CHECK-NEXT:   %12 = arith.maxsi %11, %c0 : index
// CHECK-NEXT:   %init = memref.get_global @constant_0 : memref<f32>
// CHECK-NEXT:   %w = memref.get_global @constant_1 : memref<1xi32>
// CHECK-NEXT:   %one = memref.get_global @constant_2 : memref<1xi32>
// CHECK-NEXT:   %13 = memref.alloc(%12) : memref<?xf32>
// CHECK-NEXT:   lmhlo.custom_call ins(%x, %init, %w, %s, %one, %one, %p : memref<?xf32>, memref<f32>, memref<1xi32>, memref<1xi32>, memref<1xi32>, memref<1xi32>, memref<1x2xi32>) outs(%13 : memref<?xf32>) {call_target_name = "stablehlo.dynamic_reduce_window", called_computations = [@max]}
// CHECK-NEXT:   func.return %13 : memref<?xf32>
// CHECK-NEXT: }
func.func @strided(%x: tensor<?xf32>, %s: tensor<1xi32>, %p: tensor<1x2xi32>) -> tensor<?xf32> {
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %w = stablehlo.constant dense<3> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %w, %s, %one, %one, %p) {called_computations = [@max]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
func.func @max(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.maximum %a, %b : tensor<f32>
  func.return %0 : tensor<f32>
}
