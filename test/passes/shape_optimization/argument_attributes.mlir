// RUN: disc-opt %s -p shape-optimization --split-input-file | filecheck %s
// RUN: disc-opt %s -p shape-optimization,shape-optimization --split-input-file | filecheck %s

// mlir-hlo's attribute promises: 10 is a size, equal negative numbers are equal sizes.

// CHECK-LABEL: func.func @main(%x: tensor<?x?xf32, [@S0, @S1]> {{{.*}}}, %y: tensor<?xf32, [@S2]> {{{.*}}})
// CHECK:       disc_shape.tie_predicate_eq %S1, %c10 {assumed}
// CHECK:       disc_shape.tie_predicate_eq %S2, %S0 {assumed}
func.func @main(%x: tensor<?x?xf32> {rt.symbolic_shape = dense<[-2, 10]> : tensor<2xi64>},
                %y: tensor<?xf32> {rt.symbolic_shape = dense<-2> : tensor<1xi64>}) {
  return
}

// -----

// Different negative numbers promise nothing.

// CHECK-LABEL: func.func @other(%x: tensor<?x?xf32, [@S0, @S1]>
// CHECK-NOT:   tie_predicate
func.func @other(%x: tensor<?x?xf32> {rt.symbolic_shape = dense<[-2, -3]> : tensor<2xi64>}) {
  return
}
