// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,shape-optimization | filecheck %s

// The length of a range, computed in floating point: a float of 64 bits rounds no size, which the
// module says it supposes.

// CHECK:        attributes {disc_shape.no_wrap}
// CHECK:        func.func @through_f64(%x: tensor<?xf32, [@S0]>) -> tensor<?xi64, [@S0]> {
// CHECK-NOT:    convert
// CHECK:        stablehlo.dynamic_iota
func.func @through_f64(%x: tensor<?xf32>) -> tensor<?xi64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %i = arith.index_cast %n : index to i64
  %e = tensor.from_elements %i : tensor<1xi64>
  %r = stablehlo.reshape %e : (tensor<1xi64>) -> tensor<i64>
  %f = stablehlo.convert %r : (tensor<i64>) -> tensor<f64>
  %g = stablehlo.ceil %f : tensor<f64>
  %h = stablehlo.convert %g : (tensor<f64>) -> tensor<i64>
  %k = tensor.extract %h[] : tensor<i64>
  %l = arith.index_cast %k : i64 to index
  %s = tensor.from_elements %l : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// -----

// One of 32 bits rounds sizes above 2**24: another symbol, until a check says what it is.

// CHECK:        func.func @through_f32(%x: tensor<?xf32, [@S0]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) {
// CHECK:        stablehlo.dynamic_iota {{.*}} -> tensor<?xf32, [@S1]>
// CHECK:        shape.cstr_broadcastable
// CHECK:        %[[CAST:.*]] = tensor.cast %{{.*}} : tensor<?xf32, [@S1]> to tensor<?xf32, [@S0]>
// CHECK-NOT:    dynamic_broadcast_in_dim
// CHECK:        stablehlo.add %x, %[[CAST]] : tensor<?xf32, [@S0]>
// CHECK:        tie_predicate_eq %S1, %S0 {guarded}
func.func @through_f32(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %i = arith.index_cast %n : index to i64
  %e = tensor.from_elements %i : tensor<1xi64>
  %f = stablehlo.convert %e : (tensor<1xi64>) -> tensor<1xf32>
  %d = stablehlo.convert %f : (tensor<1xf32>) -> tensor<1xf64>
  %g = stablehlo.ceil %d : tensor<1xf64>
  %h = stablehlo.convert %g : (tensor<1xf64>) -> tensor<1xi64>
  %k = tensor.extract %h[%c0] : tensor<1xi64>
  %l = arith.index_cast %k : i64 to index
  %s = tensor.from_elements %l : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %a = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %b = shape.shape_of %0 : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %a, %b : tensor<1xindex>, tensor<1xindex>
  %1 = shape.assuming %w -> (tensor<?xf32>) {
    %t = shape.broadcast %a, %b : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    %u = stablehlo.dynamic_broadcast_in_dim %x, %t, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    %v = stablehlo.dynamic_broadcast_in_dim %0, %t, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    %z = stablehlo.add %u, %v : tensor<?xf32>
    shape.assuming_yield %z : tensor<?xf32>
  }
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A number that need not be whole is rounded: nothing is known of it.

// CHECK:        func.func @halved(%x: tensor<?xf32, [@S0]>) -> tensor<?xi64, [@S1]> {
// CHECK:        stablehlo.divide
// CHECK:        stablehlo.ceil
func.func @halved(%x: tensor<?xf32>) -> tensor<?xi64> {
  %c0 = arith.constant 0 : index
  %two = stablehlo.constant dense<2.0> : tensor<f64>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f64>
  %q = stablehlo.divide %f, %two : tensor<f64>
  %g = stablehlo.ceil %q : tensor<f64>
  %h = stablehlo.convert %g : (tensor<f64>) -> tensor<i32>
  %s = stablehlo.reshape %h : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// -----

// JAX rounds down with a division that rounds towards zero, which is less one where signs differ and a
// rest is left: so many windows of two fit.

// CHECK:        func.func @rounded_down(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S1]> {
// CHECK:        %[[HALF:.*]] = arith.floordivsi %{{.*}}, %{{.*}} : index
// CHECK-NEXT:   %[[SIZES:.*]] = tensor.from_elements %[[HALF]] : tensor<1xindex>
// CHECK-NOT:    stablehlo.divide
// CHECK:        stablehlo.dynamic_broadcast_in_dim %{{.*}}, %[[SIZES]], dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@S1]>
// CHECK:        tie_predicate "d1 == d0//2"(%S0, %S1)
// CHECK-NOT:    tie_predicate
func.func @rounded_down(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %low = stablehlo.constant dense<0xff800000> : tensor<f32>
  %h = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = stablehlo.subtract %h, %two : tensor<i32>
  %q = stablehlo.divide %n, %two : tensor<i32>
  %s = stablehlo.sign %n : tensor<i32>
  %t = stablehlo.sign %two : tensor<i32>
  %p = stablehlo.compare NE, %s, %t, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.remainder %n, %two : tensor<i32>
  %o = stablehlo.compare NE, %r, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %u = stablehlo.and %p, %o : tensor<i1>
  %m = stablehlo.subtract %q, %one : tensor<i32>
  %d = stablehlo.select %u, %m, %q : tensor<i1>, tensor<i32>
  %e = stablehlo.add %d, %one : tensor<i32>
  %k = stablehlo.reshape %e : (tensor<i32>) -> tensor<1xi32>
  %0 = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %low, %k, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = stablehlo.add %0, %2 : tensor<?xf32>
  return %3 : tensor<?xf32>
}

// -----

// Less one where the signs are the same: that is another number.

// CHECK:        func.func @rounded_otherwise(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S1]> {
// CHECK-NOT:    tie_predicate "d1 == d0//2"(%S0, %S1)
// CHECK:        arith.select
func.func @rounded_otherwise(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %low = stablehlo.constant dense<0xff800000> : tensor<f32>
  %h = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = stablehlo.subtract %h, %two : tensor<i32>
  %q = stablehlo.divide %n, %two : tensor<i32>
  %s = stablehlo.sign %n : tensor<i32>
  %t = stablehlo.sign %two : tensor<i32>
  %p = stablehlo.compare EQ, %s, %t, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.remainder %n, %two : tensor<i32>
  %o = stablehlo.compare NE, %r, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %u = stablehlo.and %p, %o : tensor<i1>
  %m = stablehlo.subtract %q, %one : tensor<i32>
  %d = stablehlo.select %u, %m, %q : tensor<i1>, tensor<i32>
  %e = stablehlo.add %d, %one : tensor<i32>
  %k = stablehlo.reshape %e : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %low, %k, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
