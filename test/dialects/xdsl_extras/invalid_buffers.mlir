// RUN: disc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: contents of 'memref.global' are tensor<2xf32>, expected memref<3xf32>
"memref.global"() <{sym_name = "g", type = memref<3xf32>, initial_value = dense<1.0> : tensor<2xf32>}> : () -> ()

// -----

// CHECK: alignment of 'memref.global' is 48, expected a power of two
memref.global @g : memref<3xf32> = uninitialized {alignment = 48 : i64}

// -----

// CHECK: shapes of 'memref.copy' differ: memref<3xf32> and memref<4xf32>
func.func @copy_c1(%a: memref<3xf32>, %b: memref<4xf32>) {
  memref.copy %a, %b : memref<3xf32> to memref<4xf32>
  func.return
}
