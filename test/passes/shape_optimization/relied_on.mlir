// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p 'shape-optimization{keep-tie-shape=true},mhlo-to-lmhlo,shape-optimization' | filecheck %s --check-prefix=BUFFERS
// RUN: disc-opt %s --split-input-file -p shape-optimization,insert-shape-guards,shape-optimization | filecheck %s --check-prefix=GUARDS

// An assumption by which a program has been simplified stays one: the operations that are left may say
// what they say because of it.

// What is computed with the help of an assumption implies it again, and proves nothing: the
// remainder is computed in a form that is one for an even `s` alone.

// CHECK-LABEL:  func.func @relied_on
// CHECK:        func.func @shape_constraint_graph() attributes {disc_shape.relied_on} {
// CHECK:        tie_predicate_divisible %s, %c2 {assumed}

// GUARDS-LABEL: func.func @relied_on
// GUARDS:       error_message = "expected s % 2 == 0,
// GUARDS:       tie_predicate_divisible %s, %c2 {guarded}

// BUFFERS-LABEL: func.func @relied_on
// BUFFERS:      tie_predicate_divisible %s, %c2 {assumed}

func.func @relied_on(%x: tensor<?xf32, [@s]>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %any = tensor.cast %x : tensor<?xf32, [@s]> to tensor<?xf32>
  %n = tensor.dim %any, %c0 : tensor<?xf32>
  %a = arith.remsi %n, %c3 : index
  %b = arith.subi %n, %a : index
  %sa = tensor.from_elements %a : tensor<1xindex>
  %sb = tensor.from_elements %b : tensor<1xindex>
  %0 = "stablehlo.dynamic_iota"(%sa) {iota_dimension = 0 : i64} : (tensor<1xindex>) -> tensor<?xf32>
  %1 = "stablehlo.dynamic_iota"(%sb) {iota_dimension = 0 : i64} : (tensor<1xindex>) -> tensor<?xf32>
  %2 = "stablehlo.concatenate"(%0, %1) {dimension = 0 : i64} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = "stablehlo.add"(%any, %2) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %c2 = arith.constant 2 : index
  %s = disc_shape.dim @s
  disc_shape.tie_predicate_divisible %s, %c2 {assumed}
  func.return
}
disc_shape.SymbolDim @s {symbolic_shape_graph = @shape_constraint_graph, named}

// -----

// Here two operations imply it without its help, and it goes before it is used.

// CHECK-LABEL:  func.func @implied
// CHECK:        func.func @shape_constraint_graph() {
// CHECK:        tie_predicate_affine_eq %s, affine_map<(d0) -> (d0 * 2)>(%S0){{$}}
// CHECK-NOT:    assumed

// GUARDS-LABEL: func.func @implied
// GUARDS-NOT:   shape_assertion

// BUFFERS-LABEL: func.func @implied
func.func @implied(%x: tensor<?xf32, [@s]>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.concatenate"(%y, %y) {dimension = 0 : i64} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %any = tensor.cast %x : tensor<?xf32, [@s]> to tensor<?xf32>
  %1 = "stablehlo.add"(%any, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %c2 = arith.constant 2 : index
  %s = disc_shape.dim @s
  disc_shape.tie_predicate_divisible %s, %c2 {assumed}
  func.return
}
disc_shape.SymbolDim @s {symbolic_shape_graph = @shape_constraint_graph, named}
