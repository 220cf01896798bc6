// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @data
// CHECK-SAME: (%[[A:.*]]: tensor<?x10xf32, [@b, @C10]>, %[[N:.*]]: index)
func.func @data(%a: tensor<?x10xf32, [@b, @C10]>, %n: index) -> tensor<?x10xf32, [@b, @C10]> {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  // CHECK: disc_shape.tie_shape %[[A]], %[[N]], %{{.*}} : (tensor<?x10xf32, [@b, @C10]>, index, index) -> tensor<?x10xf32, [@b, @C10]>
  %t = disc_shape.tie_shape %a, %n, %c10 : (tensor<?x10xf32, [@b, @C10]>, index, index) -> tensor<?x10xf32, [@b, @C10]>
  // CHECK: disc_shape.bind_dim %[[N]] to @k
  disc_shape.bind_dim %n to @k
  // CHECK: disc_shape.linearize [%{{.*}}, %{{.*}}] in [%[[N]], %{{.*}}]
  %l = disc_shape.linearize [%c0, %c0] in [%n, %c10]
  // CHECK: %{{.*}}, %{{.*}} = disc_shape.delinearize %{{.*}} in [%[[N]], %{{.*}}] : index, index
  %x, %y = disc_shape.delinearize %l in [%n, %c10] : index, index
  func.return %t : tensor<?x10xf32, [@b, @C10]>
}

// CHECK-LABEL: func.func @rank_zero
func.func @rank_zero(%a: tensor<f32>) -> (tensor<f32>, index) {
  // CHECK: disc_shape.tie_shape %{{.*}} : (tensor<f32>) -> tensor<f32>
  %t = disc_shape.tie_shape %a : (tensor<f32>) -> tensor<f32>
  // CHECK: disc_shape.linearize [] in []
  %l = disc_shape.linearize [] in []
  func.return %t, %l : tensor<f32>, index
}

// CHECK-LABEL: func.func @zero_size
// CHECK-SAME: tensor<?x0xf32, [unit, @C0]>
func.func @zero_size(%a: tensor<?x0xf32, [unit, @C0]>) {
  func.return
}

// A size that varies within one activation is not named.
// CHECK-LABEL: func.func @no_claim
// CHECK-SAME: tensor<?x?xf32, [unit, @b]>
// CHECK-SAME: memref<?x10xf32> {disc_shape.dims = [@b, @C10]}
func.func @no_claim(%a: tensor<?x?xf32, [unit, @b]>, %m: memref<?x10xf32> {disc_shape.dims = [@b, @C10]}) {
  // CHECK: "test.op"() {disc_shape.dims = [@b]} : () -> memref<?xf32>
  %0 = "test.op"() {disc_shape.dims = [@b]} : () -> memref<?xf32>
  // CHECK: "test.op"() {disc_shape.dims = {{\[}}[@b, unit], unit]} : () -> (memref<?x?xf32>, index)
  %1, %2 = "test.op"() {disc_shape.dims = [[@b, unit], unit]} : () -> (memref<?x?xf32>, index)
  // CHECK: {disc_shape.arg_dims = {{\[}}{{\[}}[@b], unit]]}
  "test.op"() ({
  ^bb0(%x: memref<?xf32>, %y: index):
    "test.termop"() : () -> ()
  }) {disc_shape.arg_dims = [[[@b], unit]]} : () -> ()
  func.return
}

// CHECK-LABEL: func.func @shape_constraint_graph()
func.func @shape_constraint_graph() {
  // CHECK-NEXT: %[[B:.*]] = disc_shape.dim @b
  %0 = disc_shape.dim @b
  // CHECK-NEXT: %[[K:.*]] = disc_shape.dim @k
  %1 = disc_shape.dim @k
  %c4 = arith.constant 4 : index
  // CHECK: disc_shape.tie_predicate_eq %[[B]], %[[K]] {guarded}
  disc_shape.tie_predicate_eq %0, %1 {guarded}
  // CHECK-NEXT: disc_shape.tie_predicate_lt %[[B]], %[[K]] {assumed}
  disc_shape.tie_predicate_lt %0, %1 {assumed}
  // CHECK-NEXT: disc_shape.tie_predicate_divisible %[[B]], %{{.*}} {note = "kept"}
  disc_shape.tie_predicate_divisible %0, %c4 {note = "kept"}
  // CHECK-NEXT: disc_shape.tie_predicate_mul_eq %[[B]], %[[K]], %{{.*}}
  disc_shape.tie_predicate_mul_eq %0, %1, %c4
  // CHECK-NEXT: disc_shape.tie_predicate_group_mul_eq [%[[B]], %[[K]]], [%{{.*}}, %[[K]], %[[K]]]
  disc_shape.tie_predicate_group_mul_eq [%0, %1], [%c4, %1, %1]
  // CHECK-NEXT: disc_shape.tie_predicate_affine_eq %[[B]], affine_map<(d0, d1) -> (d0 + d1 * 2)>(%[[K]], %{{.*}})
  disc_shape.tie_predicate_affine_eq %0, affine_map<(d0, d1) -> (d0 + d1 * 2)>(%1, %c4)
  // CHECK-NEXT: disc_shape.tie_predicate "d0 <= d1 and not d1 % 2 == 1"(%[[B]], %[[K]]) {assumed}
  disc_shape.tie_predicate "d0 <= d1 and not d1 % 2 == 1"(%0, %1) {assumed}
  // CHECK-NEXT: disc_shape.tie_predicate "min(d0, 2 ** 3) != select(d1 > 0, ceildiv(d1, 2), -1)"(%[[B]], %[[K]])
  disc_shape.tie_predicate "min(d0, 2 ** 3) != select(d1 > 0, ceildiv(d1, 2), -1)"(%0, %1)
  // A predicate that we do not know is kept.
  // CHECK-NEXT: "test.op"(%[[B]]) : (index) -> ()
  "test.op"(%0) : (index) -> ()
  func.return
}

// A symbol may name another graph.
// CHECK-LABEL: func.func @second_graph()
func.func @second_graph() {
  // CHECK: disc_shape.dim @k
  %0 = disc_shape.dim @k
  func.return
}

// CHECK: disc_shape.SymbolDim @b {named, non_zero, ranges = {{\[}}[1, 64], [128, ?]], likely_values = [8, 16], symbolic_shape_graph = @shape_constraint_graph} attributes {note = "x.y"}
disc_shape.SymbolDim @b {named, non_zero, ranges = [[1, 64], [128, ?]], likely_values = [8, 16],
                         symbolic_shape_graph = @shape_constraint_graph} attributes {note = "x.y"}
// CHECK-NEXT: disc_shape.SymbolDim @C10 {value = 10}
disc_shape.SymbolDim @C10 {value = 10}
// CHECK-NEXT: disc_shape.SymbolDim @C0 {value = 0, ranges = {{\[}}[0, 0]]}
disc_shape.SymbolDim @C0 {ranges = [[0, 0]], value = 0}
// CHECK-NEXT: disc_shape.SymbolDim @k {not_one, ranges = {{\[}}[0, 9223372036854775807]], symbolic_shape_graph = @second_graph}
disc_shape.SymbolDim @k {not_one, ranges = [[0, 9223372036854775807]], symbolic_shape_graph = @second_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S0
disc_shape.SymbolDim @S0
