// RUN: disc-opt %s -p test-print-shape-facts | filecheck %s
// RUN: disc-opt %s -p 'test-print-shape-facts{entry=guarded}' | filecheck %s --check-prefix ONE

// CHECK: // function @main
// CHECK-NEXT: //   argument 0: [S0, 4]
// CHECK-NEXT: //   argument 1: [S0, 4]
// CHECK-NEXT: //   stablehlo.add: [S0, 4]
// CHECK-NEXT: //   stablehlo.concatenate: [S1, 4]
// CHECK-NEXT: // function @guarded
// CHECK-NEXT: //   argument 0: [S2]
// CHECK-NEXT: //   guard cf.assert: S2 >= 1 (kept)
// CHECK-NEXT: //   guard cf.assert: True (proved)
// CHECK-DAG: // fact: S1 == 2*S0 (derived)
// CHECK-DAG: // fact: S2 >= 1 (guarded)
// The module itself stays as it is.
// CHECK: func.func @main(%a: tensor<?x4xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32>
// ONE-NOT: function @main
// ONE: // function @guarded
func.func @main(%a: tensor<?x4xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.add"(%a, %b) : (tensor<?x4xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.concatenate %0, %a, dim = 0 : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func @guarded(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %ok = arith.cmpi sge, %d, %c1 : index
  cf.assert %ok, "not empty"
  %ok2 = arith.cmpi sgt, %d, %c0 : index
  cf.assert %ok2, "not empty, in other words"
  return
}
