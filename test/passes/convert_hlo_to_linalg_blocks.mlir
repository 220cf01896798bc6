// RUN: disc-opt %s -p convert-hlo-to-linalg,test-verify-dominance --split-input-file | filecheck %s

// Blocks in another order than that of dominance, and one that nothing reaches.

// CHECK-LABEL: func.func @blocks
// CHECK-NEXT:  cf.br ^[[FIRST:.*]](%x
// CHECK:       ^[[LAST:.*]](%{{.*}}: tensor<4xf32>):
// CHECK:       func.return
// CHECK:       ^[[FIRST]](%{{.*}}: tensor<4xf32>):
// CHECK:       math.tanh
// CHECK:       cf.br ^[[LAST]]
// CHECK-NOT:   arith.addi
func.func @blocks(%x: tensor<4xf32>, %a: index) -> tensor<4xf32> {
  cf.br ^first(%x : tensor<4xf32>)
^last(%y: tensor<4xf32>):
  %0 = stablehlo.add %y, %1 : tensor<4xf32>
  return %0 : tensor<4xf32>
^first(%z: tensor<4xf32>):
  %1 = stablehlo.tanh %z : tensor<4xf32>
  cf.br ^last(%1 : tensor<4xf32>)
^nowhere:
  %2 = arith.addi %3, %a : index
  %3 = arith.addi %2, %a : index
  cf.br ^nowhere
}
