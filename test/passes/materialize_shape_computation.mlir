// RUN: disc-opt %s --split-input-file -p materialize-shape-computation | filecheck %s
// RUN: disc-opt %s --split-input-file -p materialize-shape-computation,materialize-shape-computation | filecheck %s
// RUN: disc-opt %s --split-input-file -p materialize-shape-computation,test-verify-dominance | filecheck %s
// RUN: sed 's/stablehlo\./mhlo./g' %s | disc-opt --split-input-file -p materialize-shape-computation | filecheck %s

// Every dynamic value is tied to its sizes; the size of a result is that of the operand it comes
// from, and types stay.

// CHECK-LABEL: func.func @main(%arg0: tensor<?xf32>) -> tensor<?xf32>
// CHECK: [[D:%[0-9]+]] = tensor.dim %arg0, %c0
// CHECK-NEXT: [[X:%.*]] = disc_shape.tie_shape %arg0, [[D]] : (tensor<?xf32>, index) -> tensor<?xf32>
// CHECK-NEXT: [[T:%[0-9]+]] = {{.*}}tanh [[X]]
// CHECK-NEXT: [[R:%[0-9]+]] = disc_shape.tie_shape [[T]], [[D]] : (tensor<?xf32>, index) -> tensor<?xf32>
// CHECK-NEXT: return [[R]]
func.func @main(%arg0: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The operation is unknown: the size of its result is read from the result.
// CHECK-LABEL: func.func @unknown
// CHECK: [[D:%[0-9]+]] = tensor.dim %arg0, %c0
// CHECK: [[R:%[0-9]+]] = "test.op"
// CHECK: [[E:%[0-9]+]] = tensor.dim [[R]], %c0
// CHECK: disc_shape.tie_shape [[R]], [[E]]
func.func @unknown(%arg0: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "test.op"(%arg0) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Sizes of a result computed from sizes of operands, through two operations.
// CHECK-LABEL: func.func @concat
// CHECK-DAG: [[A:%[0-9]+]] = tensor.dim %a, %c0
// CHECK-DAG: [[B:%[0-9]+]] = tensor.dim %b, %c0
// CHECK-DAG: [[N:%[0-9]+]] = arith.addi [[A]], [[B]]
// CHECK: [[R:%[0-9]+]] = {{.*}}concatenate
// CHECK: disc_shape.tie_shape [[R]], [[N]]
// CHECK: [[S:%[0-9]+]] = {{.*}}tanh
// CHECK-NEXT: [[E:%[0-9]+]] = disc_shape.tie_shape [[S]], [[N]]
// CHECK-NEXT: return [[E]], [[N]]
func.func @concat(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.tanh %0 : tensor<?xf32>
  %2 = tensor.dim %1, %c0 : tensor<?xf32>
  return %1, %2 : tensor<?xf32>, index
}

// -----

// %in[:, 1:]: the first size of the result is the first of the operand, the second one less.
// CHECK-LABEL: func.func @slice
// CHECK-DAG: [[D0:%[0-9]+]] = tensor.dim %in, %c0
// CHECK-DAG: [[D1:%[0-9]+]] = tensor.dim %in, %c1
// CHECK-DAG: [[L:%[0-9]+]] = arith.subi [[D1]], %c1
// CHECK: {{.*}}real_dynamic_slice
// CHECK: disc_shape.tie_shape %out, [[D0]], [[L]]
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

// Static values and values of rank 0 are not tied.
// CHECK-LABEL: func.func @static
// CHECK-NOT: tie_shape
// CHECK: return
func.func @static(%a: tensor<4xf32>, %b: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  %0 = stablehlo.tanh %a : tensor<4xf32>
  %1 = stablehlo.tanh %b : tensor<f32>
  return %0, %1 : tensor<4xf32>, tensor<f32>
}

// -----

// Sizes are computed as mathematical integers, not as the integers of 32 bits that the program
// computes them of: what comes out supposes that these do not wrap, and says so.

// CHECK: builtin.module attributes {disc_shape.no_wrap}
// CHECK-LABEL: func.func @supposes
// CHECK: arith.subi {{.*}} : index
// CHECK: disc_shape.tie_shape
func.func @supposes(%x: tensor<?xf32>) -> tensor<?xf32> {
  %d = "stablehlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?xf32>) -> tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %power = stablehlo.shift_left %one, %d : tensor<i32>
  %n = stablehlo.negate %power : tensor<i32>
  %m = stablehlo.add %n, %d : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %c = stablehlo.clamp %zero, %m, %nine : tensor<i32>
  %s = stablehlo.reshape %c : (tensor<i32>) -> tensor<1xi32>
  %r = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Nothing is computed here, and nothing supposed.

// CHECK: builtin.module {
// CHECK-LABEL: func.func @supposes_nothing
func.func @supposes_nothing(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = stablehlo.negate %x : tensor<?xf32>
  return %r : tensor<?xf32>
}
