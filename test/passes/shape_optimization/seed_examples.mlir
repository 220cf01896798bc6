// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: sed 's/stablehlo\./mhlo./g' %s | disc-opt --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// Each claim about sizes with its twin: the same program without what the claim rests on.

// CHECK-LABEL: func.func @concat(%a: tensor<?x10xf32, [@S0, @C10]>, %b: tensor<?x10xf32, [@S0, @C10]>) -> tensor<?x20xf32, [@S0, @C20]>
// CHECK-NOT: shape_constraint_graph
// CHECK: disc_shape.SymbolDim @C20 {value = 20}
func.func @concat(%a: tensor<?x10xf32>, %b: tensor<?x10xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<?x10xf32>, tensor<?x10xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @concat_of_an_unknown_size
// CHECK-SAME: (%a: tensor<?x10xf32, [@S0, @C10]>, %b: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S2]>
// CHECK: tie_predicate_affine_eq %S2, affine_map<(d0) -> (d0 + 10)>(%S1)
func.func @concat_of_an_unknown_size(%a: tensor<?x10xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<?x10xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @add(%a: tensor<10x10xf32>, %b: tensor<10x10xf32>) -> tensor<10x10xf32>
// CHECK-NEXT: add %a, %b : tensor<10x10xf32>
// CHECK-NOT: SymbolDim
func.func @add(%a: tensor<?x10xf32>, %b: tensor<10x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.add"(%a, %b) : (tensor<?x10xf32>, tensor<10x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @add_of_one_static_size
// CHECK-SAME: (%a: tensor<?x10xf32, [@S0, @C10]>, %b: tensor<?x10xf32, [@S0, @C10]>) -> tensor<?x10xf32, [@S0, @C10]>
func.func @add_of_one_static_size(%a: tensor<?x10xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.add"(%a, %b) : (tensor<?x10xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A value and its transpose have one shape: it is square.
// CHECK-LABEL: func.func @square(%a: tensor<?x?xf32, [@S0, @S0]>) -> tensor<?x?xf32, [@S0, @S0]>
// CHECK: SymbolDim @S0
// CHECK-NOT: SymbolDim
func.func @square(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = stablehlo.add %a, %t : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @no_square(%a: tensor<?x?xf32, [@S0, @S1]>, %b: tensor<?x?xf32, [@S1, @S0]>) -> tensor<?x?xf32, [@S1, @S0]>
func.func @no_square(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = stablehlo.add %b, %t : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// [a, b, c] -> [a * b, c]: the shape operand says which dimensions merge.
// CHECK-LABEL: func.func @reshape(%a: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> tensor<?x?xf32, [@S3, @S2]>
// CHECK: tie_predicate_mul_eq %S3, %S0, %S1
// CHECK-NOT: tie_predicate
func.func @reshape(%a: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d0 = tensor.dim %a, %c0 : tensor<?x?x?xf32>
  %d1 = tensor.dim %a, %c1 : tensor<?x?x?xf32>
  %d2 = tensor.dim %a, %c2 : tensor<?x?x?xf32>
  %m = arith.muli %d0, %d1 : index
  %s = tensor.from_elements %m, %d2 : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// b * a is a * b.
// CHECK-LABEL: func.func @reshape_commuted(%a: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> tensor<?x?xf32, [@S3, @S2]>
// CHECK: tie_predicate_mul_eq %S3, %S0, %S1
func.func @reshape_commuted(%a: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d0 = tensor.dim %a, %c0 : tensor<?x?x?xf32>
  %d1 = tensor.dim %a, %c1 : tensor<?x?x?xf32>
  %d2 = tensor.dim %a, %c2 : tensor<?x?x?xf32>
  %m = arith.muli %d1, %d0 : index
  %s = tensor.from_elements %m, %d2 : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A shape of unknown origin: only the number of elements is known.
// CHECK-LABEL: func.func @reshape_to_anything
// CHECK-SAME: %a: tensor<?x?x?xf32, [@S0, @S1, @S2]>, %s: tensor<2xindex>) -> tensor<?x?xf32, [@S3, @S4]>
// CHECK: tie_predicate_group_mul_eq [%S0, %S1, %S2], [%S3, %S4]
func.func @reshape_to_anything(%a: tensor<?x?x?xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A split into two slices whose concatenation is the whole: the axis is even.
// CHECK-LABEL: func.func @split(%x: tensor<?x?xf32, [@S0, @S1]>)
// CHECK-SAME: -> (tensor<?x?xf32, [@S0, @S2]>, tensor<?x?xf32, [@S0, @S2]>, tensor<?x?xf32, [@S0, @S1]>)
// CHECK: tie_predicate "d1 == d0//2"(%S1, %S2)
// CHECK-NEXT: tie_predicate_divisible %S1, %c2
func.func @split(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %h = arith.divsi %d1, %c2 : index
  %h2 = arith.muli %h, %c2 : index
  %b0 = tensor.from_elements %c0, %c0 : tensor<2xindex>
  %e0 = tensor.from_elements %d0, %h : tensor<2xindex>
  %b1 = tensor.from_elements %c0, %h : tensor<2xindex>
  %e1 = tensor.from_elements %d0, %h2 : tensor<2xindex>
  %st = tensor.from_elements %c1, %c1 : tensor<2xindex>
  %0 = stablehlo.real_dynamic_slice %x, %b0, %e0, %st : (tensor<?x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = stablehlo.real_dynamic_slice %x, %b1, %e1, %st : (tensor<?x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  %cat = stablehlo.concatenate %0, %1, dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %sum = stablehlo.add %cat, %x : tensor<?x?xf32>
  return %0, %1, %sum : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// Two halves alone: equal slices, but the axis may be odd.
// CHECK-LABEL: func.func @split_with_a_rest(%x: tensor<?x?xf32, [@S0, @S1]>)
// CHECK-SAME: -> (tensor<?x?xf32, [@S0, @S2]>, tensor<?x?xf32, [@S0, @S2]>)
// CHECK: tie_predicate "d1 == d0//2"(%S1, %S2)
// CHECK-NOT: tie_predicate
func.func @split_with_a_rest(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %h = arith.divsi %d1, %c2 : index
  %h2 = arith.muli %h, %c2 : index
  %b0 = tensor.from_elements %c0, %c0 : tensor<2xindex>
  %e0 = tensor.from_elements %d0, %h : tensor<2xindex>
  %b1 = tensor.from_elements %c0, %h : tensor<2xindex>
  %e1 = tensor.from_elements %d0, %h2 : tensor<2xindex>
  %st = tensor.from_elements %c1, %c1 : tensor<2xindex>
  %0 = stablehlo.real_dynamic_slice %x, %b0, %e0, %st : (tensor<?x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = stablehlo.real_dynamic_slice %x, %b1, %e1, %st : (tensor<?x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// %in[:, 1:] keeps the first size, loses one of the second, and needs at least one there.
// CHECK-LABEL: func.func @slice(%in: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S2]>
// CHECK: tie_predicate_affine_eq %S2, affine_map<(d0) -> (d0 - 1)>(%S1)
// CHECK: SymbolDim @S1 {ranges = {{\[\[}}1, ?{{\]\]}}
func.func @slice(%in: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %in, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %in, %c1 : tensor<?x?xf32>
  %begin = tensor.from_elements %c0, %c1 : tensor<2xindex>
  %end = tensor.from_elements %d0, %d1 : tensor<2xindex>
  %strides = tensor.from_elements %c1, %c1 : tensor<2xindex>
  %out = stablehlo.real_dynamic_slice %in, %begin, %end, %strides : (tensor<?x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  return %out : tensor<?x?xf32>
}

// -----

// A slice of everything is no slice.
// CHECK-LABEL: func.func @slice_of_all(%in: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK-NEXT: return %in
func.func @slice_of_all(%in: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %in, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %in, %c1 : tensor<?x?xf32>
  %begin = tensor.from_elements %c0, %c0 : tensor<2xindex>
  %end = tensor.from_elements %d0, %d1 : tensor<2xindex>
  %strides = tensor.from_elements %c1, %c1 : tensor<2xindex>
  %out = stablehlo.real_dynamic_slice %in, %begin, %end, %strides : (tensor<?x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  return %out : tensor<?x?xf32>
}

// -----

// %in[n:, :] with an unknown start keeps the second size only.
// CHECK-LABEL: func.func @slice_from_n(%in: tensor<?x?xf32, [@S0, @S1]>, %n: index) -> tensor<?x?xf32, [@S2, @S1]>
func.func @slice_from_n(%in: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %in, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %in, %c1 : tensor<?x?xf32>
  %begin = tensor.from_elements %n, %c0 : tensor<2xindex>
  %end = tensor.from_elements %d0, %d1 : tensor<2xindex>
  %strides = tensor.from_elements %c1, %c1 : tensor<2xindex>
  %out = stablehlo.real_dynamic_slice %in, %begin, %end, %strides : (tensor<?x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  return %out : tensor<?x?xf32>
}
