// RUN: disc-opt %s -p shape-optimization --split-input-file | filecheck %s

// All branches of a switch agree on a size, and each block knows for which number it runs.

// CHECK-LABEL: func.func @agree(%a: tensor<?xf32, [@S0]>, %p: i32) -> tensor<?xf32, [@S0]>
func.func @agree(%a: tensor<?xf32>, %p: i32) -> tensor<?xf32> {
  cf.switch %p : i32, [
    default: ^other(%a : tensor<?xf32>),
    1: ^one,
    7: ^other(%a : tensor<?xf32>)
  ]
^one:
  %0 = stablehlo.tanh %a : tensor<?xf32>
  cf.br ^other(%0 : tensor<?xf32>)
^other(%x : tensor<?xf32>):
  return %x : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @disagree(%a: tensor<?xf32, [@S0]>, %b: tensor<3xf32>, %p: i32) -> tensor<?xf32, [@S1]>
// CHECK-NEXT:    %[[A:.*]] = tensor.cast %a : tensor<?xf32, [@S0]> to tensor<?xf32, [unit]>
// CHECK-NEXT:    %[[B:.*]] = tensor.cast %b : tensor<3xf32> to tensor<?xf32, [unit]>
// CHECK:         default: ^[[END:.*]](%[[A]] : tensor<?xf32, [unit]>),
// CHECK-NEXT:    1: ^[[END]](%[[B]] : tensor<?xf32, [unit]>)
func.func @disagree(%a: tensor<?xf32>, %b: tensor<3xf32>, %p: i32) -> tensor<?xf32> {
  %three = tensor.cast %b : tensor<3xf32> to tensor<?xf32>
  cf.switch %p : i32, [
    default: ^end(%a : tensor<?xf32>),
    1: ^end(%three : tensor<?xf32>)
  ]
^end(%x : tensor<?xf32>):
  return %x : tensor<?xf32>
}

// -----

// The number that leads to a block is known in it; in the default block, which it is not.

// CHECK-LABEL: func.func @chosen(
// CHECK:         cf.switch
// CHECK:       ^[[THREE:.*]]:
// CHECK-NOT:     cf.assert
// CHECK:       ^[[OTHER:.*]]:
// CHECK:         cf.assert
func.func @chosen(%a: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  cf.switch %n : index, [
    default: ^other,
    3: ^three
  ]
^three:
  %ok = arith.cmpi eq, %n, %c3 : index
  cf.assert %ok, "three"
  return
^other:
  %no = arith.cmpi sgt, %n, %c3 : index
  cf.assert %no, "more than three"
  return
}
