// RUN: disc-opt %s -p 'shape-optimization,export-for-engine{engine=iree},test-verify-dominance' --split-input-file | filecheck %s

// The size that the loop carries is that of the argument in every iteration: it is read from outside.
// IREE is not told where the tensor comes from, which it would mix up with others; its size is stated.

// CHECK-LABEL: func.func @size
// CHECK:       %[[N:.*]] = stablehlo.get_dimension_size %x
// CHECK:       %[[S:.*]] = tensor.dim %x
// CHECK:       %[[D:.*]] = tensor.dim %x
// CHECK:       %[[B:.*]] = util.optimization_barrier %x : tensor<?xf32>
// CHECK:       %[[T:.*]] = flow.tensor.tie_shape %[[B]] : tensor<?xf32>{%[[D]]}
// CHECK:       stablehlo.while(%[[I:.*]] = %{{.*}}, %[[Y:.*]] = %[[T]]) : tensor<i32>, tensor<?xf32>
// CHECK:       stablehlo.compare LT, %[[I]], %[[N]]
// CHECK:       %[[V:.*]] = flow.tensor.tie_shape %[[Y]] : tensor<?xf32>{%[[S]]}
// CHECK:       %[[Z:.*]] = stablehlo.add %[[V]], %[[V]]
// CHECK:       %[[E:.*]] = tensor.dim %[[Z]]
// CHECK:       %[[C:.*]] = util.optimization_barrier %[[Z]] : tensor<?xf32>
// CHECK:       %[[U:.*]] = flow.tensor.tie_shape %[[C]] : tensor<?xf32>{%[[E]]}
// CHECK:       stablehlo.return %{{.*}}, %[[U]] : tensor<i32>, tensor<?xf32>
func.func @size(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %m = %n, %y = %x) : tensor<i32>, tensor<i32>, tensor<?xf32>
  cond {
    %p = stablehlo.compare LT, %i, %m, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.add %y, %y : tensor<?xf32>
    %m2 = stablehlo.get_dimension_size %z, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    stablehlo.return %j, %m2, %z : tensor<i32>, tensor<i32>, tensor<?xf32>
  }
  return %0#2 : tensor<?xf32>
}

// -----

// A result that nothing changes is its first value; two that are exchanged are not dropped. Tensors of
// known sizes are carried as they are.

// CHECK-LABEL: func.func @exchanged
// CHECK-NOT:   util.optimization_barrier
// CHECK:       %{{.*}}, %[[A:.*]], %{{.*}} = stablehlo.while(%{{.*}} = %{{.*}}, %[[Y:.*]] = %x, %[[Z:.*]] = %y)
// CHECK:       stablehlo.return %{{.*}}, %[[Z]], %[[Y]] : tensor<i32>, tensor<4xf32>, tensor<4xf32>
// CHECK:       return %[[A]], %w
func.func @exchanged(%k: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %c = %w) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %k, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b, %a, %c : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#1, %0#3 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A loop that carries nothing else stays: it ends at once or never.

// CHECK-LABEL: func.func @nothing_changes
// CHECK:       stablehlo.while(%{{.*}} = %p)
func.func @nothing_changes(%p: tensor<i1>) -> tensor<i1> {
  %0 = stablehlo.while(%a = %p) : tensor<i1>
  cond {
    stablehlo.return %a : tensor<i1>
  } do {
    stablehlo.return %a : tensor<i1>
  }
  return %0 : tensor<i1>
}

// -----

// IREE does not find the sizes of what a loop in a loop carries.

// CHECK-LABEL: func.func @nested
// CHECK:       stablehlo.while
// CHECK:       %[[N:.*]] = tensor.dim %{{.*}} : tensor<?xf32>
// CHECK:       stablehlo.while(%{{.*}} = %{{.*}}, %[[Y:.*]] = %{{.*}}) : tensor<i32>, tensor<?xf32>
// CHECK:       flow.tensor.tie_shape %[[Y]] : tensor<?xf32>{%[[N]]}
func.func @nested(%x: tensor<?xf32>, %k: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<?xf32>
  cond {
    %p = stablehlo.compare LT, %i, %k, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %1:2 = stablehlo.while(%j = %zero, %b = %a) : tensor<i32>, tensor<?xf32>
    cond {
      %q = stablehlo.compare LT, %j, %k, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %q : tensor<i1>
    } do {
      %j2 = stablehlo.add %j, %one : tensor<i32>
      %c = stablehlo.tanh %b : tensor<?xf32>
      stablehlo.return %j2, %c : tensor<i32>, tensor<?xf32>
    }
    %i2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %i2, %1#1 : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}

// -----

// A tensor that the loop carries twice is copied: in IREE only one of them has a buffer.
// CHECK-LABEL: func.func @twice
// CHECK:       %[[B:.*]] = util.optimization_barrier %x : tensor<?xf32>
// CHECK:       %[[Y:.*]] = flow.tensor.tie_shape %[[B]]
// CHECK:       %[[C:.*]] = util.optimization_barrier %x : tensor<?xf32>
// CHECK:       %[[D:.*]] = flow.tensor.tie_shape %[[C]]
// CHECK:       %[[E:.*]] = linalg.generic
// CHECK:       tensor.extract %[[D]]
// CHECK:       %[[F:.*]] = util.optimization_barrier %[[E]] : tensor<?xf32>
// CHECK:       %[[Z:.*]] = flow.tensor.tie_shape %[[F]]
// CHECK:       stablehlo.while(%{{.*}} = %{{.*}}, %{{.*}} = %[[Y]], %{{.*}} = %[[Z]])
func.func @twice(%x: tensor<?xf32>, %k: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %x) : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  cond {
    %p = stablehlo.compare LT, %i, %k, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %c = stablehlo.add %a, %b : tensor<?xf32>
    %d = stablehlo.negate %b : tensor<?xf32>
    stablehlo.return %j, %c, %d : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  }
  return %0#1, %0#2 : tensor<?xf32>, tensor<?xf32>
}
