// RUN: disc-opt %s | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

// Functions as older programs spell them.

// CHECK:      func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT:   func.return %x : tensor<?xf32>
func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
// CHECK:      func.func private @external(tensor<f32>) -> tensor<f32>
func private @external(tensor<f32>) -> tensor<f32>
// CHECK:      func.func @other(%y: i32) -> i32 {
// CHECK-NEXT:   func.return %y : i32
builtin.func @other(%y: i32) -> i32 {
  std.return %y : i32
}
