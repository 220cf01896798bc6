// RUN: disc-opt %s | filecheck %s
// RUN: disc-opt %s | disc-opt | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

// A buffer of another module has no contents.

// CHECK: "memref.global"() <{sym_name = "elsewhere", sym_visibility = "private", type = memref<2xf32>}>
memref.global "private" @elsewhere : memref<2xf32>

// CHECK: "memref.global"() <{sym_name = "seen", type = memref<2xi32>, initial_value = dense<[3, 4]> : tensor<2xi32>}>
memref.global @seen : memref<2xi32> = dense<[3, 4]>

// CHECK-LABEL: func.func @without_rank
// CHECK-NEXT: "memref.copy"(%a, %b) : (memref<*xf32>, memref<*xf32>) -> ()
func.func @without_rank(%a: memref<*xf32>, %b: memref<*xf32>) {
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  func.return
}
