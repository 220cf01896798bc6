// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p shape-optimization | disc-opt --split-input-file --allow-unregistered-dialect -p shape-optimization | filecheck %s

// Shapes that unknown operations take are read from the earliest values that have them.

// CHECK-LABEL: @shape_of_unknown_operation
// CHECK-NOT: tanh
// CHECK: [[S:%.+]] = shape.shape_of %x
// CHECK: "my.use"([[S]])
func.func @shape_of_unknown_operation(%x: tensor<?x0xf32>) {
  %0 = stablehlo.tanh %x : tensor<?x0xf32>
  %1 = shape.shape_of %0 : tensor<?x0xf32> -> !shape.shape
  "my.use"(%1) : (!shape.shape) -> ()
  return
}

// -----

// The shape is read before the check of the sizes: only after it are they equal.
// CHECK-LABEL: @before_check
// CHECK: shape.shape_of %y
// CHECK: shape.cstr_eq
func.func @before_check(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<1xindex> {
  %0 = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  "my.use"(%1) : (tensor<1xindex>) -> ()
  %w = shape.cstr_eq %0, %1 : tensor<1xindex>, tensor<1xindex>
  %r = shape.assuming %w -> (tensor<1xindex>) {
    shape.assuming_yield %0 : tensor<1xindex>
  }
  return %r : tensor<1xindex>
}

// -----

// The size of data of its own is read there.
// CHECK-LABEL: @own_size
// CHECK: [[U:%.+]] = "my.data"
// CHECK: stablehlo.get_dimension_size [[U]], dim = 0
func.func @own_size(%x: tensor<?xf32>) -> tensor<i32> {
  %0 = "my.data"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.tanh %0 : tensor<?xf32>
  %2 = stablehlo.get_dimension_size %1, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  return %2 : tensor<i32>
}

// -----

// A value of a region is not visible after it.
// CHECK-LABEL: @after_region
// CHECK: [[R:%.+]] = "stablehlo.if"
// CHECK: shape.shape_of [[R]]
func.func @after_region(%p: tensor<i1>, %x: tensor<?xf32>) -> tensor<1xindex> {
  %0 = "stablehlo.if"(%p) ({
    %a = "my.data"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %a : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %1 = shape.shape_of %0 : tensor<?xf32> -> tensor<1xindex>
  return %1 : tensor<1xindex>
}
