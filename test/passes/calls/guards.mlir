// RUN: disc-opt %s -p 'shape-optimization{inline=false}' --split-input-file | filecheck %s

// A guard of the caller before the call decides one inside the function; what is known by it stays
// guarded there.

// CHECK-LABEL: func.func @before(
// CHECK:         stablehlo.custom_call @shape_assertion
// CHECK-LABEL: func.func private @f(
// CHECK-NOT:     shape_assertion
// CHECK:       disc_shape.tie_predicate_eq {{.*}} {guarded}
func.func @before(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %m = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %ok = stablehlo.compare EQ, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "outside"} : (tensor<i1>) -> ()
  %0 = func.call @f(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %ok = stablehlo.compare EQ, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "inside"} : (tensor<i1>) -> ()
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A guard after the call decides nothing inside, and neither does an operation there.

// CHECK-LABEL: func.func @after(
// CHECK:         func.call @f
// CHECK-LABEL: func.func private @f(
// CHECK:         shape_assertion{{.*}}inside
func.func @after(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @f(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %m = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %b, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %ok = stablehlo.compare EQ, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "outside"} : (tensor<i1>) -> ()
  %1 = stablehlo.add %a, %b : tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %ok = stablehlo.compare EQ, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "inside"} : (tensor<i1>) -> ()
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// One call after a guard, one without: nothing is agreed on.

// CHECK-LABEL: func.func private @f(
// CHECK:         shape_assertion{{.*}}inside
func.func @mixed(%a: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = func.call @f(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %m = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %ok = stablehlo.compare EQ, %m, %c3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "outside"} : (tensor<i1>) -> ()
  %1 = func.call @f(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %ok = stablehlo.compare EQ, %m, %c3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "inside"} : (tensor<i1>) -> ()
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// What only a guard says makes no public argument static, also when a function repeats it: the
// guard would have nothing left to check.

// CHECK-LABEL: func.func @keep(
// CHECK-SAME:    %a: tensor<?xf32, [@S0]>
// CHECK:         stablehlo.custom_call @shape_assertion
// CHECK-LABEL: func.func private @h(
// CHECK:         to tensor<3xf32>
func.func @keep(%a: tensor<?xf32>) -> tensor<?xf32> {
  %m = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %ok = stablehlo.compare EQ, %m, %c3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "three"} : (tensor<i1>) -> ()
  %1 = func.call @h(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func private @h(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A guard of the function itself has passed once the call returns: what it checks is then known,
// as guarded, and is not checked again. Before the call nothing is known of it.

// CHECK-LABEL: func.func @callee_checks(
// CHECK-SAME:    %a: tensor<?xf32, [@S0]>
// CHECK:         shape_assertion{{.*}}before
// CHECK:         func.call @k
// CHECK-NOT:     outside
// CHECK-LABEL: func.func private @k(
// CHECK:         shape_assertion{{.*}}inside
// CHECK:       disc_shape.tie_predicate_eq %S0, %c3 {guarded}
func.func @callee_checks(%a: tensor<?xf32>) -> tensor<?xf32> {
  %l = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %big = stablehlo.compare GE, %l, %c2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%big) {error_message = "before"} : (tensor<i1>) -> ()
  %1 = func.call @k(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %m = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %ok = stablehlo.compare EQ, %m, %c3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "outside"} : (tensor<i1>) -> ()
  return %1 : tensor<?xf32>
}
func.func private @k(%x: tensor<?xf32>) -> tensor<?xf32> {
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %ok = stablehlo.compare EQ, %m, %c3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok) {error_message = "inside"} : (tensor<i1>) -> ()
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A check that always fails says nothing: the branch that calls it is no dead code.

// CHECK-LABEL: @call_that_always_fails
// CHECK: "stablehlo.if"
// CHECK: func.call @must_be_four
func.func @call_that_always_fails(%p: tensor<i1>, %x: tensor<5xf32>) -> tensor<?xf32> {
  %y = tensor.cast %x : tensor<5xf32> to tensor<?xf32>
  %r = "stablehlo.if"(%p) ({
    %1 = func.call @must_be_four(%y) : (tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %y : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @must_be_four(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %c4 = arith.constant 4 : index
  %ok = arith.cmpi eq, %n, %c4 : index
  cf.assert %ok, "must be 4"
  return %x : tensor<?xf32>
}
