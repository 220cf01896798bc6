// RUN: disc-opt %s | filecheck %s
// RUN: disc-opt %s | disc-opt | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

// CHECK: "memref.global"() <{sym_name = "w", sym_visibility = "private", type = memref<2xf32>, initial_value = dense<[1.000000e+00, 0xff800000]> : tensor<2xf32>, constant}>
memref.global "private" constant @w : memref<2xf32> = dense<[1.0, 0xFF800000]>
// CHECK: "memref.global"() <{sym_name = "typed", {{.*}}initial_value = dense<0xff800000> : tensor<f32>
memref.global "private" @typed : memref<f32> = dense<0xFF800000> : tensor<f32>

// CHECK-LABEL: func.func @printed
func.func @printed(%a: memref<4xf32>, %b: memref<?xf32>, %u: memref<*xf32>) {
  // CHECK: "memref.copy"(%a, %b) : (memref<4xf32>, memref<?xf32>) -> ()
  memref.copy %a, %b : memref<4xf32> to memref<?xf32>
  // CHECK: "memref.cast"(%a) : (memref<4xf32>) -> memref<?xf32>
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  // CHECK: "memref.cast"(%u) : (memref<*xf32>) -> memref<?xf32>
  %1 = memref.cast %u : memref<*xf32> to memref<?xf32>
  return
}

// A layout that is what none means is read as none; values for the symbols of others stay.

// CHECK-LABEL: func.func @plain
// CHECK-SAME: (%m: memref<?x4xf32, 1 : i64>, %i: index)
// CHECK: memref.alloc(%i)[%i] : memref<?x4xf32, affine_map<(d0, d1)[s0] -> ((d0 + s0), d1)>>
func.func @plain(%m: memref<?x4xf32, affine_map<(d0, d1) -> (d0, d1)>, 1>, %i: index) {
  %0 = memref.load %m[%i, %i] : memref<?x4xf32, 1>
  %1 = memref.alloc(%i)[%i] : memref<?x4xf32, affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>>
  return
}

// CHECK-LABEL: func.func @fetched
func.func @fetched(%m: memref<?x4xf32>, %s: memref<f32>, %i: index) {
  // CHECK-NEXT: memref.prefetch %m[%i, %i], read, locality<3>, data : memref<?x4xf32>
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<?x4xf32>
  // CHECK-NEXT: memref.prefetch %s[], write, locality<0>, instr {hint = 1 : i64} : memref<f32>
  memref.prefetch %s[], write, locality<0>, instr {hint = 1} : memref<f32>
  return
}
