// RUN: disc-opt %s | filecheck %s
// RUN: disc-opt %s | disc-opt | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

// CHECK: "memref.global"() <{sym_name = "u", type = memref<4xi8>, initial_value, alignment = 64 : i64}> {test.x}
memref.global @u : memref<4xi8> = uninitialized {alignment = 64 : i64, test.x}
