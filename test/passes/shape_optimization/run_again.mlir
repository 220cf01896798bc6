// RUN: disc-opt %s -p shape-optimization --split-input-file | filecheck %s
// RUN: disc-opt %s -p shape-optimization,shape-optimization --split-input-file | filecheck %s

// Programs found at random whose second run once printed another text than the first.

// The type of the first iota says in the end that it holds [0, 1, 2]: its second element is a size.

// CHECK:      func.func @counts_after_types(%n: tensor<?xf32, [@S0]>) -> tensor<1xi32> {
// CHECK-NEXT:   %0 = stablehlo.constant dense<0> : tensor<1xi32>
// CHECK-NEXT:   func.return %0 : tensor<1xi32>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
func.func @counts_after_types(%n: tensor<?xf32>) -> tensor<?xi32> {
  %c3 = arith.constant 3 : index
  %shape = tensor.from_elements %c3 : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %c1 = arith.constant 1 : index
  %1 = tensor.extract %0[%c1] : tensor<?xi32>
  %2 = arith.index_cast %1 : i32 to index
  %3 = tensor.from_elements %2 : tensor<1xindex>
  %4 = stablehlo.dynamic_iota %3, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %4 : tensor<?xi32>
}

// -----

// Elements that a slice takes are data, though it is asked for by `index` numbers.

// CHECK:      func.func @data_stays(%x: tensor<1x2xi32>) -> tensor<1x1xi32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = tensor.extract_slice %x[%c0, %c1] [1, 1] [1, 1] : tensor<1x2xi32> to tensor<1x1xi32>
// CHECK-NEXT:   func.return %0 : tensor<1x1xi32>
// CHECK-NEXT: }
func.func @data_stays(%x: tensor<1x2xi32>) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %x[%c0, %c1] [%c1, %c1] [1, 1] : tensor<1x2xi32> to tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// -----

// A function that only a dead branch calls goes with it.

// CHECK:      func.func @dead_body(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]> {
// CHECK-NEXT:   func.return %x : tensor<?xf32, [@S0]>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
func.func @dead_body(%x: tensor<?xf32>) -> tensor<?xf32> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%true) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    %1 = func.call @two_blocks(%x) : (tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @two_blocks(%a: tensor<?xf32>) -> tensor<?xf32> {
  cf.br ^end(%a : tensor<?xf32>)
^end(%b: tensor<?xf32>):
  return %b : tensor<?xf32>
}

// -----

// The sum d + 3 is asked for first and not used in the end: it leaves no trace in the order.

// CHECK:      func.func @order_of_sizes(%x: tensor<?x?x?xf32, [@S0, @S1, @S2]>) -> tensor<?x?x?xf32, [@S3, @S1, @S2]> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c2 = arith.constant 2 : index
// CHECK-NEXT:   %c3 = arith.constant 3 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = tensor.dim %x, %c0 : tensor<?x?x?xf32, [@S0, @S1, @S2]>
// CHECK-NEXT:   %1 = arith.muli %0, %c2 : index
// CHECK-NEXT:   %2 = arith.addi %1, %c3 : index
// CHECK-NEXT:   %3 = tensor.dim %x, %c1 : tensor<?x?x?xf32, [@S0, @S1, @S2]>
// CHECK-NEXT:   %4 = tensor.dim %x, %c2 : tensor<?x?x?xf32, [@S0, @S1, @S2]>
// CHECK-NEXT:   %5 = tensor.from_elements %2, %3, %4 : tensor<3xindex>
// CHECK-NEXT:   %6 = stablehlo.dynamic_iota %5, dim = 2 : (tensor<3xindex>) -> tensor<?x?x?xf32, [@S3, @S1, @S2]>
// CHECK-NEXT:   func.return %6 : tensor<?x?x?xf32, [@S3, @S1, @S2]>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @shape_constraint_graph() {
// CHECK-NEXT:   %S0 = disc_shape.dim @S0
// CHECK-NEXT:   %S3 = disc_shape.dim @S3
// CHECK-NEXT:   disc_shape.tie_predicate_affine_eq %S3, affine_map<(d0) -> (d0 * 2 + 3)>(%S0)
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S1
// CHECK-NEXT: disc_shape.SymbolDim @S2
// CHECK-NEXT: disc_shape.SymbolDim @S3 {symbolic_shape_graph = @shape_constraint_graph}
func.func @order_of_sizes(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %v = stablehlo.constant dense<1.5> : tensor<f32>
  %low = stablehlo.constant dense<0> : tensor<3xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?x?xf32>) -> tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %m = stablehlo.add %n, %three : tensor<i32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %z = stablehlo.constant dense<0> : tensor<1xi32>
  %high = stablehlo.concatenate %m1, %z, %z, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %p = stablehlo.dynamic_pad %x, %v, %low, %high, %low : (tensor<?x?x?xf32>, tensor<f32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  %s = shape.shape_of %p : tensor<?x?x?xf32> -> tensor<3xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 2 : (tensor<3xindex>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

// The bound 9 is learned after the equality; together they say that nothing moves.

// CHECK:      func.func @facts_read_together(%x: tensor<1x0xf32>) -> tensor<1x0xf32> {
// CHECK-NEXT:   func.return %x : tensor<1x0xf32>
// CHECK-NEXT: }
func.func @facts_read_together(%x: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %d = tensor.dim %x, %c1 : tensor<1x?xf32>
  %0 = arith.subi %d, %c2 : index
  %1 = arith.minsi %0, %c9 : index
  %2 = arith.maxsi %1, %c0 : index
  %s = tensor.from_elements %c1, %2 : tensor<2xindex>
  %3 = stablehlo.dynamic_reshape %x, %s : (tensor<1x?xf32>, tensor<2xindex>) -> tensor<1x?xf32>
  return %3 : tensor<1x?xf32>
}

// -----

// The condition always holds: the other branch says nothing.

// CHECK:      func.func @only_branch(%x: tensor<1x?xi1, [@C1, @S0]>) -> tensor<1x?xi1, [@C1, @S0]> {
// CHECK-NEXT:   %0 = stablehlo.not %x : tensor<1x?xi1, [@C1, @S0]>
// CHECK-NEXT:   func.return %0 : tensor<1x?xi1, [@C1, @S0]>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @C1 {value = 1}
// CHECK-NEXT: disc_shape.SymbolDim @S0
func.func @only_branch(%x: tensor<1x?xi1>) -> tensor<1x?xi1> {
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.compare LE, %c1, %c1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = "stablehlo.if"(%0) ({
    %2 = stablehlo.not %x : tensor<1x?xi1>
    stablehlo.return %2 : tensor<1x?xi1>
  }, {
    %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<1x?xi1>) -> tensor<i32>
    %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %one = stablehlo.constant dense<1> : tensor<1xi32>
    %t = stablehlo.concatenate %one, %s, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %3 = stablehlo.dynamic_broadcast_in_dim %x, %t, dims = [0, 1] : (tensor<1x?xi1>, tensor<2xi32>) -> tensor<1x?xi1>
    stablehlo.return %3 : tensor<1x?xi1>
  }) : (tensor<i1>) -> tensor<1x?xi1>
  return %1 : tensor<1x?xi1>
}

// -----

// A loop that runs no time is left out, whatever its body says.

// CHECK:      func.func @never_runs(%x: tensor<2x?xf32, [@C2, @S0]>, %y: tensor<3x?xf32, [@C3, @S1]>) -> tensor<2x?xf32, [@C2, @S0]> {
// CHECK-NEXT:   func.return %x : tensor<2x?xf32, [@C2, @S0]>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @C2 {value = 2}
// CHECK-NEXT: disc_shape.SymbolDim @S0
// CHECK-NEXT: disc_shape.SymbolDim @C3 {value = 3}
// CHECK-NEXT: disc_shape.SymbolDim @S1
func.func @never_runs(%x: tensor<2x?xf32>, %y: tensor<3x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = tensor.cast %x : tensor<2x?xf32> to tensor<?x?xf32>
  %0 = scf.for %i = %c0 to %c0 step %c1 iter_args(%a = %init) -> (tensor<?x?xf32>) {
    %u = tensor.cast %x : tensor<2x?xf32> to tensor<?x?xf32>
    %v = tensor.cast %y : tensor<3x?xf32> to tensor<?x?xf32>
    %1 = stablehlo.add %u, %v : tensor<?x?xf32>
    scf.yield %1 : tensor<?x?xf32>
  }
  return %0 : tensor<?x?xf32>
}

// -----

// A constant without elements has one form.

// CHECK:      func.func @empty_splat() -> tensor<1x0xf64> {
// CHECK-NEXT:   %0 = stablehlo.constant dense<> : tensor<1x0xf64>
// CHECK-NEXT:   func.return %0 : tensor<1x0xf64>
// CHECK-NEXT: }
func.func @empty_splat() -> tensor<1x0xf64> {
  %c = stablehlo.constant dense<0.5> : tensor<f64>
  %s = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %c, %s, dims = [] : (tensor<f64>, tensor<2xi32>) -> tensor<1x0xf64>
  return %0 : tensor<1x0xf64>
}

// -----

// 2**40 + 4 as 32 bits is 4: narrowing of data drops what it drops.

// CHECK:      func.func @narrowed_data() -> i64 {
// CHECK-NEXT:   %c1099511627776 = arith.constant 1099511627776 : index
// CHECK-NEXT:   %c4 = arith.constant 4 : index
// CHECK-NEXT:   %0 = arith.xori %c1099511627776, %c4 : index
// CHECK-NEXT:   %1 = arith.index_cast %0 : index to i32
// CHECK-NEXT:   %2 = arith.index_cast %1 : i32 to index
// CHECK-NEXT:   %3 = arith.maxsi %2, %c4 : index
// CHECK-NEXT:   %4 = arith.index_cast %3 : index to i64
// CHECK-NEXT:   func.return %4 : i64
// CHECK-NEXT: }
func.func @narrowed_data() -> i64 {
  %c4 = arith.constant 4 : index
  %big = arith.constant 1099511627776 : index
  %0 = arith.xori %big, %c4 : index
  %1 = arith.index_cast %0 : index to i32
  %2 = arith.index_cast %1 : i32 to index
  %3 = arith.maxsi %c4, %2 : index
  %4 = arith.index_cast %3 : index to i64
  return %4 : i64
}

// -----

// Nothing is broadcast out of nothing.

// CHECK:      func.func @empty_constant() -> tensor<0x2xf32> {
// CHECK-NEXT:   %0 = stablehlo.constant dense<> : tensor<0x2xf32>
// CHECK-NEXT:   func.return %0 : tensor<0x2xf32>
// CHECK-NEXT: }
func.func @empty_constant() -> tensor<0x2xf32> {
  %c = stablehlo.constant dense<> : tensor<0xf32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<0xf32>) -> tensor<0x2xf32>
  %1 = stablehlo.maximum %0, %0 : tensor<0x2xf32>
  return %1 : tensor<0x2xf32>
}

// -----

// What one run folds, the next one reads: the pass goes on until the module stays as it is.

// CHECK:      func.func public @quotients() -> tensor<i64> {
// CHECK-NEXT:   %0 = arith.constant 0 : i64
// CHECK-NEXT:   %v = tensor.from_elements %0 : tensor<i64>
// CHECK-NEXT:   func.return %v : tensor<i64>
func.func public @quotients() -> tensor<i64> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %r = arith.remui %c1, %c3 : index
  %q = arith.floordivsi %c64, %r : index
  %p = arith.floordivsi %c3, %q : index
  %i = arith.index_cast %p : index to i64
  %v = tensor.from_elements %i : tensor<i64>
  func.return %v : tensor<i64>
}

// -----

// The larger of a size and 0, spelled as a choice, is the size: one run sees that.
// CHECK-LABEL: func.func @larger_than_nothing
// CHECK-SAME: (%x: tensor<?xf32, [@S0]>) -> tensor<?xi32, [@S0]>
func.func @larger_than_nothing(%x: tensor<?xf32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %none = arith.cmpi sge, %c0, %d : index
  %n = arith.select %none, %c0, %d : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %r = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// -----

// A vector of sizes gets its length from its type: it is read as sizes then.

// CHECK:       func.func @cast_of_sizes(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]> {
// CHECK-NOT:     tensor.cast
// CHECK:       }
func.func @cast_of_sizes(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %1 = arith.index_cast %0 : tensor<2xindex> to tensor<2xi32>
  %2 = tensor.cast %1 : tensor<2xi32> to tensor<?xi32>
  %3 = tensor.cast %2 : tensor<?xi32> to tensor<2xi32>
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %4 = stablehlo.dynamic_broadcast_in_dim %f, %3, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %4 : tensor<?x?xf32>
}

// -----

// CHECK:       func.func @conversion_of_sizes(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]> {
// CHECK-NOT:     stablehlo.convert
// CHECK:       }
func.func @conversion_of_sizes(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = shape.shape_of %x : tensor<?x?xf32> -> tensor<?xindex>
  %1 = arith.index_cast %0 : tensor<?xindex> to tensor<?xi64>
  %2 = stablehlo.convert %1 : (tensor<?xi64>) -> tensor<?xi32>
  %3 = tensor.cast %2 : tensor<?xi32> to tensor<2xi32>
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %4 = stablehlo.dynamic_broadcast_in_dim %f, %3, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %4 : tensor<?x?xf32>
}

// -----

// Integers of unknown number are data: that their number stays unknown changes nothing.

// CHECK:       func.func @data_of_unknown_length(%x: tensor<?xi64, [@S0]>) -> tensor<?xi32, [@S0]> {
// CHECK-NEXT:    %0 = stablehlo.convert %x : (tensor<?xi64, [@S0]>) -> tensor<?xi32, [@S0]>
func.func @data_of_unknown_length(%x: tensor<?xi64>) -> tensor<?xi32> {
  %0 = stablehlo.convert %x : (tensor<?xi64>) -> tensor<?xi32>
  func.return %0 : tensor<?xi32>
}

// -----

// A shape becomes a constant with the type of what it is the shape of, sizes 0 and 1 included.

// CHECK:       func.func @shape_of_static(
// CHECK-NEXT:    %0 = shape.const_shape [0, 1] : !shape.shape
// CHECK-NEXT:    func.return %0
func.func @shape_of_static(%x: tensor<?x?xf32>) -> !shape.shape {
  %c = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %c : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %1 = shape.shape_of %0 : tensor<?x?xf32> -> !shape.shape
  func.return %1 : !shape.shape
}

// -----

// The type of a loop value in one region holds for it in the other.

// CHECK:       func.func @carried(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
// CHECK-NOT:     tensor.cast
// CHECK:       }
func.func @carried(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %y = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %0:2 = "stablehlo.while"(%c0, %y) ({
  ^bb0(%i: tensor<i32>, %a: tensor<4xf32>):
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %a: tensor<?xf32>):
    %j = stablehlo.add %i, %c1 : tensor<i32>
    stablehlo.return %j, %a : tensor<i32>, tensor<?xf32>
  }) : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>)
  func.return %0#1 : tensor<?xf32>
}

// -----

// A size that changes from one iteration to the next stays dynamic in both regions.

// CHECK:       func.func @growing(
// CHECK:         stablehlo.while({{.*}}) : tensor<i32>, tensor<?xf32, [unit]>
func.func @growing(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %y = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %0:2 = "stablehlo.while"(%c0, %y) ({
  ^bb0(%i: tensor<i32>, %a: tensor<?xf32>):
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%i: tensor<i32>, %a: tensor<?xf32>):
    %j = stablehlo.add %i, %c1 : tensor<i32>
    %b = stablehlo.concatenate %a, %x, dim = 0 : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
    stablehlo.return %j, %b : tensor<i32>, tensor<?xf32>
  }) : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>)
  func.return %0#1 : tensor<?xf32>
}

// -----

// An element of a tuple has the sizes that the tuple was made with, whatever its own type says.

// CHECK:       func.func @element_of_tuple(%x: tensor<?x1xf32, [@S0, @C1]>) -> tensor<?x1xf32, [@S0, @C1]> {
// CHECK-NEXT:    func.return %x
func.func @element_of_tuple(%x: tensor<?x1xf32, [@S0, unit]>) -> tensor<?x1xf32> {
  %0 = tensor.cast %x : tensor<?x1xf32, [@S0, unit]> to tensor<?x1xf32>
  %1 = stablehlo.tuple %0, %0 : tuple<tensor<?x1xf32>, tensor<?x1xf32>>
  %2 = stablehlo.get_tuple_element %1[1] : (tuple<tensor<?x1xf32>, tensor<?x1xf32>>) -> tensor<?x1xf32>
  func.return %2 : tensor<?x1xf32>
}
disc_shape.SymbolDim @S0

// -----

// A rule finds an integer that the analysis did not know: position 0 of a space is 0.

// CHECK:       func.func @learned_by_a_rule({{.*}}) -> tensor<0xi32> {
func.func @learned_by_a_rule(%x: tensor<?xi64>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xi64>
  %e = arith.subi %d, %c1 : index
  %p = disc_shape.linearize [%c0, %e] in [%c1, %d]
  %q:2 = disc_shape.delinearize %p in [%c1, %d] : index, index
  %s = tensor.from_elements %q#0 : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  func.return %0 : tensor<?xi32>
}

// -----

// What a thread of execution does stays one operation that returns its results.

// CHECK:       "stablehlo.async_start"
// CHECK-NEXT:  ^bb0(%x: tensor<?x4xf32>):
// CHECK-NEXT:    %q = "stablehlo.all_gather"(%x)
// CHECK-NEXT:    stablehlo.return %q : tensor<?x8xf32>
func.func @thread(%a: tensor<?x4xf32>) {
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<?x4xf32>):
    %q = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x4xf32>) -> tensor<?x8xf32>
    stablehlo.return %q : tensor<?x8xf32>
  }) : (tensor<?x4xf32>) -> !stablehlo.future<tensor<?x8xf32>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<?x8xf32>>) -> tensor<?x8xf32>
  func.return
}

// -----

// The selector is a constant only when what computes it is folded, and the type of the result is
// known only then.

// CHECK:      func.func @folded_selector(%x: tensor<?xi32, [@S0]>) -> tensor<?xi32, [@S0]> {
// CHECK-NEXT:   func.return %x
func.func @folded_selector(%x: tensor<?xi32>) -> tensor<?xi32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %equal = stablehlo.compare EQ, %two, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %selector = stablehlo.convert %equal : (tensor<i1>) -> tensor<i32>
  %0 = "stablehlo.case"(%selector) ({
    stablehlo.return %x : tensor<?xi32>
  }, {
    %1 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    stablehlo.return %1 : tensor<?xi32>
  }) : (tensor<i32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// A selector that is data is not read, whatever is folded around it.

// CHECK-LABEL: func.func @selector_of_data(
// CHECK:       stablehlo.case
func.func @selector_of_data(%x: tensor<?xi32>, %d: tensor<i32>) -> tensor<?xi32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.add %one, %one : tensor<i32>
  %equal = stablehlo.compare EQ, %d, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %selector = stablehlo.convert %equal : (tensor<i1>) -> tensor<i32>
  %0 = "stablehlo.case"(%selector) ({
    stablehlo.return %x : tensor<?xi32>
  }, {
    %1 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    stablehlo.return %1 : tensor<?xi32>
  }) : (tensor<i32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// A number goes through floats as it is once the division by one is gone.

// CHECK:      func.func @through_floats() -> tensor<1xi32> {
// CHECK-NEXT:   %0 = stablehlo.constant dense<0> : tensor<1xi32>
func.func @through_floats() -> tensor<?xi32> {
  %n = stablehlo.constant dense<1> : tensor<i64>
  %f = stablehlo.convert %n : (tensor<i64>) -> tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %quotient = stablehlo.divide %f, %one : tensor<f32>
  %rounded = stablehlo.round_nearest_even %quotient : tensor<f32>
  %m = stablehlo.convert %rounded : (tensor<f32>) -> tensor<i64>
  %shape = stablehlo.reshape %m : (tensor<i64>) -> tensor<1xi64>
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// Operations whose result types have become static are folded, whatever put them there and
// whatever sizes they still take.

// CHECK:      func.func @static_at_last() -> (tensor<2xi32>, tensor<1x1xi32>) {
// CHECK-NEXT:   %0 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
// CHECK-NEXT:   %1 = stablehlo.constant dense<0> : tensor<1x1xi32>
func.func @static_at_last() -> (tensor<?xi32>, tensor<?x1xi32>) {
  %c1 = arith.constant 1 : index
  %shape = tensor.from_elements %c1 : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zeros = stablehlo.constant dense<0> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<1xi32>
  %1 = stablehlo.dynamic_pad %0, %one, %zeros, %ones, %zeros : (tensor<?xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %0, %c0 : tensor<?xi32>
  %2 = tensor.expand_shape %0 [[0, 1]] output_shape [%d, 1] : tensor<?xi32> into tensor<?x1xi32>
  return %1, %2 : tensor<?xi32>, tensor<?x1xi32>
}

// -----

// Sizes of an earlier run have one order with those of this one.

// CHECK:      func.func @one_order(
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = arith.constant dense<0> : tensor<1xindex>
// CHECK-NEXT:   %1 = tensor.dim %y, %c0
// CHECK-NEXT:   stablehlo.cstr_reshapable %1, %0
func.func @one_order(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %none = tensor.from_elements %c0 : tensor<1xindex>
  %w = stablehlo.cstr_reshapable %n, %none : (index, tensor<1xindex>) -> !shape.witness
  %0 = shape.assuming %w -> (tensor<?xf32>) {
    %1 = stablehlo.tanh %x : tensor<?xf32>
    shape.assuming_yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// What is computed here is shared with what the program computes: comparisons, choices and casts
// that were read are of other classes.

// CHECK:      func.func @shared_choice(
// CHECK:        arith.cmpi eq
// CHECK:        arith.select
// CHECK-NOT:    arith.cmpi
// CHECK-NOT:    arith.select
// CHECK:      }
func.func @shared_choice(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %d2 = tensor.dim %y, %c0 : tensor<?x?xf32>
  %d3 = tensor.dim %y, %c1 : tensor<?x?xf32>
  %s0 = tensor.from_elements %d3, %d3 : tensor<2xindex>
  %0 = stablehlo.dynamic_iota %s0, dim = 0 : (tensor<2xindex>) -> tensor<?x?xi32>
  %p = arith.cmpi eq, %d1, %c7 : index
  %n = arith.select %p, %d0, %c1 : index
  %s1 = tensor.from_elements %n, %d3 : tensor<2xindex>
  %1 = stablehlo.dynamic_iota %s1, dim = 0 : (tensor<2xindex>) -> tensor<?x?xi32>
  %q = arith.floordivsi %d0, %d2 : index
  %s2 = tensor.from_elements %n, %q : tensor<2xindex>
  %2 = stablehlo.dynamic_iota %s2, dim = 0 : (tensor<2xindex>) -> tensor<?x?xi32>
  return %0, %1, %2 : tensor<?x?xi32>, tensor<?x?xi32>, tensor<?x?xi32>
}

// -----

// A comparison of other sizes is another one.

// CHECK:      func.func @other_choice(
// CHECK:        arith.cmpi
// CHECK:        arith.select
// CHECK:        arith.cmpi
// CHECK:        arith.select
// CHECK:      }
func.func @other_choice(%x: tensor<?x?xf32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %p = arith.cmpi eq, %d1, %c7 : index
  %n = arith.select %p, %d0, %c1 : index
  %s0 = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s0, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %q = arith.cmpi ne, %d0, %c7 : index
  %m = arith.select %q, %d1, %c0 : index
  %s1 = tensor.from_elements %m : tensor<1xindex>
  %1 = stablehlo.dynamic_iota %s1, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %0, %1 : tensor<?xi32>, tensor<?xi32>
}

// -----

// An integer that a size was converted from is converted once.

// CHECK:      func.func @converted_once(
// CHECK:        %[[I:.*]] = tensor.extract %n31[]
// CHECK:        arith.trunci %[[I]] : i64 to i32
// CHECK:      }
func.func @converted_once(%arg0: tensor<4xi32>, %arg1: tensor<f32>) {
  %i1 = arith.constant 2 : index
  %s2 = tensor.from_elements %i1 : tensor<1xindex>
  %i3 = arith.constant 4 : index
  %s4 = tensor.from_elements %i3 : tensor<1xindex>
  %i5 = arith.constant 1 : index
  %s6 = tensor.from_elements %i5 : tensor<1xindex>
  %v7 = stablehlo.real_dynamic_slice %arg0, %s2, %s4, %s6 : (tensor<4xi32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<2xi32>
  %v13 = tensor.cast %v7 : tensor<2xi32> to tensor<?xi32>
  %c25 = stablehlo.constant dense<2> : tensor<i32>
  %n26 = stablehlo.convert %c25 : (tensor<i32>) -> tensor<i64>
  %f27 = stablehlo.convert %n26 : (tensor<i64>) -> tensor<f32>
  %c28 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
  %f29 = stablehlo.multiply %f27, %c28 : tensor<f32>
  %n31 = stablehlo.convert %f29 : (tensor<f32>) -> tensor<i64>
  %s32 = stablehlo.reshape %n31 : (tensor<i64>) -> tensor<1xi64>
  %c33 = stablehlo.constant dense<0> : tensor<1xi64>
  %c34 = stablehlo.constant dense<1> : tensor<1xi64>
  %v35 = stablehlo.real_dynamic_slice %v13, %c33, %s32, %c34 : (tensor<?xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  %i37 = arith.constant 0 : index
  %d38 = tensor.dim %v35, %i37 : tensor<?xi32>
  %e39 = arith.constant 2 : i32
  %v40 = tensor.generate %d38 {
  ^bb0(%gi: index):
    tensor.yield %e39 : i32
  } : tensor<?xi32>
  %n65 = stablehlo.get_dimension_size %v35, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %n66 = stablehlo.convert %n65 : (tensor<i32>) -> tensor<i64>
  %f67 = stablehlo.convert %n66 : (tensor<i64>) -> tensor<f32>
  %c68 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
  %f69 = stablehlo.multiply %f67, %c68 : tensor<f32>
  %n71 = stablehlo.convert %f69 : (tensor<f32>) -> tensor<i64>
  %s72 = stablehlo.reshape %n71 : (tensor<i64>) -> tensor<1xi64>
  %c73 = stablehlo.constant dense<0> : tensor<1xi64>
  %c74 = stablehlo.constant dense<1> : tensor<1xi64>
  %v75 = stablehlo.real_dynamic_slice %v40, %c73, %s72, %c74 : (tensor<?xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  %i88 = arith.constant 0 : index
  %d89 = tensor.dim %v75, %i88 : tensor<?xi32>
  %v87 = scf.index_switch %d89 -> tensor<?xi32>
  case 1 {
    %v90 = stablehlo.optimization_barrier %v75 : tensor<?xi32>
    scf.yield %v90 : tensor<?xi32>
  }
  default {
    scf.yield %v75 : tensor<?xi32>
  }
  func.return
}

// -----

// A cast that leaves a branch has the type of the result, also where the branch knows more.

// CHECK:      func.func @leaves_branch(
// CHECK:        stablehlo.if
// CHECK-NEXT:     %[[V:.*]] = tensor.cast %v36 : tensor<?x?xi32, [@S0, @S0]> to tensor<1x?xi32, [@C1, @S0]>
// CHECK-NEXT:     stablehlo.return %[[V]]
func.func @leaves_branch(%arg0: tensor<1x?xf32>) -> tensor<?x?xi32> {
  %c2 = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %v3 = stablehlo.constant dense<1> : tensor<1xi32>
  %n4 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<1x?xf32>) -> tensor<i32>
  %v5 = stablehlo.reshape %n4 : (tensor<i32>) -> tensor<1xi32>
  %s6 = stablehlo.concatenate %v3, %v5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %v7, %v7_1 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%c2, %s6) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<1x?xui32>)
  %v8 = stablehlo.convert %v7_1 : (tensor<1x?xui32>) -> tensor<1x?xi32>
  %c28 = stablehlo.constant dense<3> : tensor<i32>
  %v29 = stablehlo.constant dense<1> : tensor<1xi32>
  %n30 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<1x?xf32>) -> tensor<i32>
  %v31 = stablehlo.reshape %n30 : (tensor<i32>) -> tensor<1xi32>
  %s32 = stablehlo.concatenate %v29, %v31, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %v33 = stablehlo.dynamic_broadcast_in_dim %c28, %s32, dims = [] : (tensor<i32>, tensor<2xi32>) -> tensor<1x?xi32>
  %v36 = stablehlo.dot_general %v33, %v8, contracting_dims = [0] x [0] : (tensor<1x?xi32>, tensor<1x?xi32>) -> tensor<?x?xi32>
  %n53 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<1x?xf32>) -> tensor<i32>
  %c54 = stablehlo.constant dense<1> : tensor<i32>
  %v55 = stablehlo.compare EQ, %n53, %c54, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %v62 = "stablehlo.if"(%v55) ({
    stablehlo.return %v36 : tensor<?x?xi32>
  }, {
    %v63 = tensor.cast %v8 : tensor<1x?xi32> to tensor<?x?xi32>
    stablehlo.return %v63 : tensor<?x?xi32>
  }) : (tensor<i1>) -> tensor<?x?xi32>
  func.return %v62 : tensor<?x?xi32>
}

// -----

// Code that never runs gets its casts in one place.

// CHECK:      func.func @never_added(
// CHECK:        scf.for
// CHECK-NEXT:     %[[A:.*]] = tensor.cast %a : tensor<?xi32, [unit]> to tensor<?xi32>
// CHECK-NEXT:     %[[B:.*]] = tensor.cast
// CHECK-NEXT:     stablehlo.add %[[A]], %[[B]] : tensor<?xi32>
func.func @never_added(%n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = tensor.from_elements %c0 : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %none, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %one = tensor.from_elements %c1 : tensor<1xindex>
  %1 = stablehlo.dynamic_iota %one, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %1) -> (tensor<?xi32>) {
    %3 = stablehlo.add %a, %0 : tensor<?xi32>
    scf.yield %3 : tensor<?xi32>
  }
  return %2 : tensor<?xi32>
}
