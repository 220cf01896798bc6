// RUN: disc-opt %s -p shape-optimization --split-input-file --allow-unregistered-dialect | filecheck %s
// RUN: disc-opt %s -p disc-inline,shape-optimization --split-input-file --allow-unregistered-dialect | filecheck %s
// RUN: disc-opt %s -p disc-inline,save-shape-constraints --split-input-file --allow-unregistered-dialect | filecheck %s
// RUN: disc-opt %s -p disc-inline --split-input-file --allow-unregistered-dialect | filecheck %s --check-prefix INLINED
// RUN: disc-opt %s -p disc-inline,disc-inline --split-input-file --allow-unregistered-dialect | filecheck %s --check-prefix INLINED

// As JAX exports `symbolic_shape("a, 2*b")`: @b is a result of a call. The name follows the integer
// when the call is inlined, and when equal operations become one.

// CHECK-LABEL: func.func public @main(
// CHECK-SAME:  %x: tensor<?x?xf32, [@a, @S0]>) -> tensor<?x?xf32, [@a, @b]>
// CHECK:       disc_shape.SymbolDim @b {named
// INLINED-LABEL: func.func public @main(
// INLINED:     stablehlo.get_dimension_size %{{.*}}, dim = 0 {jax.global_constant = "a"}
// INLINED:     stablehlo.divide %{{.*}}, %{{.*}} {jax.global_constant = "b"}
func.func public @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %2:2 = call @divmod(%1, %c2) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %3 = stablehlo.compare EQ, %2#1, %c0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%3, %2#1) {error_message = "Division had remainder {0}", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>, tensor<i32>) -> ()
  %4:2 = call @divmod(%1, %c2) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %5 = call @_wrapped(%0, %4#0, %x) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %5 : tensor<?x?xf32>
}
func.func private @divmod(%n: tensor<i32> {jax.global_constant = ""}, %m: tensor<i32> {jax.global_constant = ""}) -> (tensor<i32>, tensor<i32>) {
  %0 = stablehlo.divide %n, %m : tensor<i32>
  %1 = stablehlo.remainder %n, %m : tensor<i32>
  return %0, %1 : tensor<i32>, tensor<i32>
}
func.func private @_wrapped(%n: tensor<i32> {jax.global_constant = "a"}, %m: tensor<i32> {jax.global_constant = "b"}, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.constant dense<0> : tensor<2xi32>
  %1 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %k = stablehlo.constant dense<2> : tensor<i32>
  %2 = stablehlo.multiply %m, %k : tensor<i32>
  %3 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %6 = stablehlo.real_dynamic_slice %x, %0, %5, %1 : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %6 : tensor<?x?xf32>
}

// -----

// The integer is an argument of a public function, or one of several results of an operation. A name that
// a caller gives comes before one that is given further inside.

// CHECK-LABEL:   func.func public @main(
// CHECK-SAME:    -> (tensor<?xf32, [@n]>, tensor<?xf32, [@m]>)
// INLINED-LABEL: func.func public @main(
// INLINED-SAME:  %arg0: tensor<i32> {jax.global_constant = "n"}
// INLINED:       "test.sizes"() {jax.global_constant = ["", "m"]} : () -> (tensor<i32>, tensor<i32>)
func.func public @main(%arg0: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = "test.sizes"() : () -> (tensor<i32>, tensor<i32>)
  %1:2 = call @outer(%arg0, %0#1) : (tensor<i32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %1#0, %1#1 : tensor<?xf32>, tensor<?xf32>
}
func.func private @outer(%n: tensor<i32> {jax.global_constant = "n"}, %m: tensor<i32> {jax.global_constant = "m"}) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = call @zeros(%n) : (tensor<i32>) -> tensor<?xf32>
  %1 = call @zeros(%m) : (tensor<i32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
func.func private @zeros(%k: tensor<i32> {jax.global_constant = "k"}) -> tensor<?xf32> {
  %0 = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
