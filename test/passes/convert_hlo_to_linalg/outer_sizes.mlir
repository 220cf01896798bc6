// RUN: disc-opt %s -p 'convert-hlo-to-linalg' | filecheck %s

// A guard has made the size of %x that of %y: inside the loop it is no other number.
// CHECK: func.func @loop(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = arith.constant 0 : i32
// CHECK-NEXT: %1 = arith.constant 1 : i32
// CHECK-NEXT: %a = tensor.dim %x, %c0 : tensor<?xf32>
// CHECK-NEXT: %b = tensor.dim %y, %c0 : tensor<?xf32>
// CHECK-NEXT: %ok = arith.cmpi eq, %a, %b : index
// CHECK-NEXT: cf.assert %ok, "sizes differ"
// CHECK-NEXT: %2 = tensor.extract_slice %y[0] [%a] [1] : tensor<?xf32> to tensor<?xf32>
// CHECK-NEXT: %3, %r = scf.while (%4 = %0, %v = %2) : (i32, tensor<?xf32>) -> (i32, tensor<?xf32>) {
// CHECK-NEXT: %5 = tensor.extract %n[] : tensor<i32>
// CHECK-NEXT: %6 = arith.cmpi slt, %4, %5 : i32
// CHECK-NEXT: scf.condition(%6) %4, %v : i32, tensor<?xf32>
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%7: i32, %v_1: tensor<?xf32>):
// CHECK-NEXT: %8 = arith.addi %7, %1 : i32
// CHECK-NEXT: %9 = tensor.empty(%a) : tensor<?xf32>
// CHECK-NEXT: %w = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%v_1, %x : tensor<?xf32>, tensor<?xf32>) outs(%9 : tensor<?xf32>) {
// CHECK-NEXT: ^bb0(%10: f32, %11: f32, %12: f32):
// CHECK-NEXT: %13 = arith.addf %10, %11 : f32
// CHECK-NEXT: linalg.yield %13 : f32
// CHECK-NEXT: } -> tensor<?xf32>
// CHECK-NEXT: scf.yield %8, %w : i32, tensor<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %r : tensor<?xf32>
// CHECK-NEXT: }
func.func @loop(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %a, %b : index
  cf.assert %ok, "sizes differ"
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %y) : tensor<i32>, tensor<?xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.add %v, %x : tensor<?xf32>
    stablehlo.return %j, %w : tensor<i32>, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}
