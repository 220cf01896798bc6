// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p import-shape-facts | filecheck %s
// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p import-shape-facts,import-shape-facts | filecheck %s

// Names where a size is a symbol by itself; ranges and other expressions are assumed.

// CHECK-LABEL: func.func @names(%x: tensor<?x?x3xf32, [@s0, @S1, unit]>, %y: tensor<?xf32, [@S2]>)
// CHECK-NOT:   torch.
// CHECK:       tie_predicate "d0 >= 2"(%s0) {assumed}
// CHECK-NEXT:  tie_predicate "d0 <= 64"(%s0) {assumed}
// CHECK-NEXT:  tie_predicate_affine_eq %S1, affine_map<(d0) -> (d0 * 2)>(%s0) {assumed}
// CHECK-NEXT:  tie_predicate_eq %S2, %s0 {assumed}
// CHECK:       SymbolDim @s0 {named, symbolic_shape_graph
func.func @names(%x: tensor<?x?x3xf32>, %y: tensor<?xf32>) -> tensor<?x?x3xf32> {
  %0 = torch.symbolic_int "s0" {min_val = 2, max_val = 64} : !torch.int
  torch.bind_symbolic_shape %x, [%0], affine_map<()[s0] -> (s0, s0 * 2, 3)> : tensor<?x?x3xf32>
  torch.bind_symbolic_shape %y, [%0], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  return %x : tensor<?x?x3xf32>
}

// -----

// No bounds for PyTorch's infinity, and the products of symbols.

// CHECK-LABEL: func.func @products(%x: tensor<?x?xf32, [@s0, @s1]>, %y: tensor<?x?xf32, [@S2, @S3]>)
// CHECK-NOT:   "d0
// CHECK:       tie_predicate_mul_eq %S2, %s0, %s1 {assumed}
// CHECK-NEXT:  tie_predicate "d0 == d1//4"(%S3, %s1) {assumed}
func.func @products(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = torch.symbolic_int "s0" {min_val = 0, max_val = 9223372036854775807} : !torch.int
  %1 = torch.symbolic_int "s1" {min_val = 0, max_val = 9223372036854775806} : !torch.int
  torch.bind_symbolic_shape %x, [%0, %1], affine_map<()[s0, s1] -> (s0, s1)> : tensor<?x?xf32>
  torch.bind_symbolic_shape %y, [%0, %1], affine_map<()[s0, s1] -> (s0 * s1, s1 floordiv 4)> : tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// What no argument carries by itself: a size by data (`u0`), a symbol in a multiple (half of that
// size), and one in a product only.

// CHECK-LABEL: func.func @inside(
// CHECK-SAME:  %x: tensor<?x?xf32, [@S0, @S1]>
// CHECK:       %[[CAST:.*]] = tensor.cast %{{.*}} : tensor<?xf32> to tensor<?xf32, [@u0]>
// CHECK-NEXT:  stablehlo.tanh %[[CAST]]
// CHECK:       %[[DIM:.*]] = tensor.dim %{{.*}}, %{{.*}} : tensor<?xf32>
// CHECK-NEXT:  disc_shape.bind_dim %[[DIM]] to @S2
// CHECK:       tie_predicate_divisible %S0, %c2 {assumed}
// CHECK:       tie_predicate "d0//2 <= 64"(%S0) {assumed}
// CHECK:       tie_predicate "d0 <= 3"(%s8) {assumed}
// CHECK:       tie_predicate "d1 == (d0//2)*d2"(%S0, %S1, %s8) {assumed}
// CHECK:       tie_predicate "d0 <= 9"(%u0) {assumed}
// CHECK:       tie_predicate_affine_eq %S2, affine_map<(d0) -> (d0 + 1)>(%u0) {assumed}
func.func @inside(%x: tensor<?x?xf32>, %n: tensor<1xindex>, %m: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = torch.symbolic_int "s7" {min_val = 0, max_val = 64} : !torch.int
  %1 = torch.symbolic_int "u0" {min_val = 0, max_val = 9} : !torch.int
  %s8 = torch.symbolic_int "s8" {min_val = 0, max_val = 3} : !torch.int
  torch.bind_symbolic_shape %x, [%0, %s8], affine_map<()[s0, s1] -> (s0 * 2, s0 * s1)> : tensor<?x?xf32>
  %2 = "test.made"(%n) : (tensor<1xindex>) -> tensor<?xf32>
  torch.bind_symbolic_shape %2, [%1], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  %3 = "stablehlo.tanh"(%2) : (tensor<?xf32>) -> tensor<?xf32>
  %4 = tensor.empty(%m) : tensor<?xf32>
  torch.bind_symbolic_shape %4, [%1], affine_map<()[s0] -> (s0 + 1)> : tensor<?xf32>
  return %3, %4 : tensor<?xf32>, tensor<?xf32>
}

// -----

// On tensors of torch-mlir, the facts are those of the builtin tensors that casts tie to them.

// CHECK-LABEL: func.func @converted(%x: tensor<?x4xf32, [@s0, unit]>, 
// CHECK:       torch.bind_symbolic_shape %alone
// CHECK-NEXT:  torch_c.to_builtin_tensor
// CHECK-NEXT:  tensor.cast %{{.*}} : tensor<?xf32> to tensor<?xf32, [@s1]>
func.func @converted(%x: tensor<?x4xf32>, %alone: !torch.vtensor<[?],f32>, %y: !torch.vtensor<[?],f32>) -> tensor<?xf32> {
  %0 = torch.symbolic_int "s0" {min_val = 2, max_val = 64} : !torch.int
  %1 = torch.symbolic_int "s1" {min_val = 2, max_val = 64} : !torch.int
  %2 = torch_c.from_builtin_tensor %x : tensor<?x4xf32> -> !torch.vtensor<[?,4],f32>
  torch.bind_symbolic_shape %2, [%0], affine_map<()[s0] -> (s0, 4)> : !torch.vtensor<[?,4],f32>
  torch.bind_symbolic_shape %alone, [%0], affine_map<()[s0] -> (s0)> : !torch.vtensor<[?],f32>
  torch.bind_symbolic_shape %y, [%1], affine_map<()[s0] -> (s0)> : !torch.vtensor<[?],f32>
  %3 = torch_c.to_builtin_tensor %y : !torch.vtensor<[?],f32> -> tensor<?xf32>
  %4 = "stablehlo.tanh"(%3) : (tensor<?xf32>) -> tensor<?xf32>
  return %4 : tensor<?xf32>
}

// -----

// Two functions with one name: the second size gets a symbol of its own. An underscore distinguishes a name
// from that of a function; one of the form of ours is kept.

// CHECK-LABEL: func.func @first(%x: tensor<?x?xf32, [@s0, @first_]>)
// CHECK-LABEL: func.func @second(%x: tensor<?x?xf32, [@S1, @S5]>)
func.func @first(%x: tensor<?x?xf32>) {
  %0 = torch.symbolic_int "s0" {min_val = 0, max_val = 64} : !torch.int
  %1 = torch.symbolic_int "first" {min_val = 0, max_val = 64} : !torch.int
  torch.bind_symbolic_shape %x, [%0, %1], affine_map<()[s0, s1] -> (s0, s1)> : tensor<?x?xf32>
  return
}
func.func @second(%x: tensor<?x?xf32>) {
  %0 = torch.symbolic_int "s0" {min_val = 0, max_val = 64} : !torch.int
  %1 = torch.symbolic_int "S5" {min_val = 0, max_val = 64} : !torch.int
  torch.bind_symbolic_shape %x, [%0, %1], affine_map<()[s0, s1] -> (s0, s1)> : tensor<?x?xf32>
  return
}

// -----

// A name that nothing uses says nothing.

// CHECK-LABEL: func.func @nothing(%x: tensor<?xf32>) {
// CHECK-NEXT:  func.return
// CHECK-NOT:   disc_shape
func.func @nothing(%x: tensor<?xf32>) {
  %0 = torch.symbolic_int "s0" {min_val = 0, max_val = 64} : !torch.int
  return
}

// -----

// A program whose conversion from torch-mlir stopped before its last step: casts there and back go.

// CHECK-LABEL: func.func @unfinished(%x: tensor<?x?xf32, [@s0, @S2]>, %y: tensor<?xf32, [@S3]>)
// CHECK-NOT:     torch
// CHECK:         stablehlo.tanh %x : (tensor<?x?xf32, [@s0, @S2]>) -> tensor<?x?xf32>
// CHECK-NEXT:    return %{{.*}}, %y : tensor<?x?xf32>, tensor<?xf32, [@S3]>
// CHECK:         tie_predicate_divisible %S2, %c4 {assumed}
func.func @unfinished(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %0 = torch_c.from_builtin_tensor %x : tensor<?x?xf32> -> !torch.vtensor<[?,?],f32>
  %1 = torch_c.from_builtin_tensor %y : tensor<?xf32> -> !torch.vtensor<[?],f32>
  %s0 = torch.symbolic_int "s0" {min_val = 2, max_val = 64} : !torch.int
  %s1 = torch.symbolic_int "s1" {min_val = 2, max_val = 64} : !torch.int
  torch.bind_symbolic_shape %0, [%s0, %s1], affine_map<()[s0, s1] -> (s0, s1 * 4)> : !torch.vtensor<[?,?],f32>
  torch.bind_symbolic_shape %1, [%s1], affine_map<()[s0] -> (s0 * 4)> : !torch.vtensor<[?],f32>
  %2 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[?,?],f32> -> tensor<?x?xf32>
  %3 = torch_c.to_builtin_tensor %1 : !torch.vtensor<[?],f32> -> tensor<?xf32>
  %4 = "stablehlo.tanh"(%2) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %4, %3 : tensor<?x?xf32>, tensor<?xf32>
}

// -----

// A cast to a type that says less of the sizes stays.

// CHECK-LABEL: func.func @less(
// CHECK:         torch_c.from_builtin_tensor
// CHECK:         torch_c.to_builtin_tensor
func.func @less(%x: tensor<4xf32>) -> tensor<?xf32> {
  %0 = torch_c.from_builtin_tensor %x : tensor<4xf32> -> !torch.vtensor<[?],f32>
  %s0 = torch.symbolic_int "s0" {min_val = 2, max_val = 64} : !torch.int
  torch.bind_symbolic_shape %0, [%s0], affine_map<()[s0] -> (s0)> : !torch.vtensor<[?],f32>
  %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[?],f32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
