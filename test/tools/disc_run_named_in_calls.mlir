// RUN: disc-run %s --dims b=3 | filecheck %s
// RUN: disc-run %s --dims b=3,a=2 --seed 1 | filecheck %s --check-prefix TWO
// RUN: disc-run %s -p shape-optimization --dims b=3,a=2 --check | filecheck %s --check-prefix TWO
// RUN: disc-run %s -p disc-inline --dims b=3,a=2 --check | filecheck %s --check-prefix TWO
// RUN: not disc-run %s --dims b=3,0.1=8 2>&1 | filecheck %s --check-prefix OTHER
// RUN: not disc-run %s --dims n=3 2>&1 | filecheck %s --check-prefix NAME

// The integer under a name and the condition of a check are results of calls.

// CHECK: result 0: {{[1-9][0-9]*}}x3 float32
// TWO:   result 0: 2x3 float32
// OTHER: error: no sizes are found for which 'b' is 3 and b ==
// NAME:  error: no dimension of an argument is called 'n', expected one of: 0.0, 0.1, a, b
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

