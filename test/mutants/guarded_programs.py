"""Small programs that rules must leave as they are, each for one guard of one rule."""

from __future__ import annotations

PROGRAMS = (
    # A witness that never holds.
    """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %w = shape.const_witness false
  %0 = shape.assuming %w -> (tensor<?xf32>) {
    shape.assuming_yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
""",
    # Everything that is concatenated is empty.
    """
func.func @main(%x: tensor<0x?xf32>) -> tensor<0x?xf32> {
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<0x?xf32>, tensor<0x?xf32>)
    -> tensor<0x?xf32>
  return %0 : tensor<0x?xf32>
}
""",
    # A transposition between equal sizes.
    """
func.func @main(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
""",
    """
func.func @main(%x: tensor<3x1xf32>) -> tensor<5x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<3x1xf32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}
""",
    """
func.func @main(%x: tensor<1x3x1x2xf32>) -> tensor<2x1x3x1xf32> {
  %0 = stablehlo.transpose %x, dims = [3, 2, 1, 0] : (tensor<1x3x1x2xf32>) -> tensor<2x1x3x1xf32>
  return %0 : tensor<2x1x3x1xf32>
}
""",
    # A slice of the whole length that skips, or of a part.
    """
func.func @main(%x: tensor<1xf32>, %y: tensor<?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %z = stablehlo.constant dense<0> : tensor<1xi32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %y, %z, %m, %s
    : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    # Parts of two complex numbers, and of one of another kind.
    """
func.func @main(%x: tensor<?xcomplex<f32>>, %y: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  %r = stablehlo.real %x : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  %i = stablehlo.imag %y : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
  %0 = stablehlo.complex %r, %i : tensor<?xcomplex<f32>>
  return %0 : tensor<?xcomplex<f32>>
}
""",
    # A conversion to another kind of complex number is more than its parts.
    """
func.func @main(%x: tensor<?xi32>, %y: tensor<?xi1>) -> (tensor<?xi1>, tensor<?xi1>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = shape.shape_of %x : tensor<?xi32> -> tensor<1xindex>
  %w = stablehlo.dynamic_broadcast_in_dim %z, %s, dims = [] : (tensor<i32>, tensor<1xindex>)
    -> tensor<?xi32>
  %0 = stablehlo.compare NE, %x, %w, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %1 = stablehlo.compare EQ, %x, %x, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  return %0, %1 : tensor<?xi1>, tensor<?xi1>
}
""",
    # Equal operands of unknown shape, and a padding that is data.
    """
func.func @main(%x: tensor<?xi32>, %p: tensor<1xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %z = stablehlo.constant dense<7> : tensor<i32>
  %0 = stablehlo.subtract %x, %x : tensor<?xi32>
  %1 = stablehlo.dynamic_pad %x, %z, %p, %p, %p
    : (tensor<?xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  return %0, %1 : tensor<?xi32>, tensor<?xi32>
}
""",
    # A custom call of another target with one result.
    """
func.func @main(%x: tensor<3xf32>) -> (tensor<3x2xf32>, tensor<?xi32>) {
  %k = stablehlo.constant dense<2> : tensor<1xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.dynamic_iota %k, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %0, %1 : tensor<3x2xf32>, tensor<?xi32>
}
""",
    # Sizes that are data.
    """
func.func @main(%n: tensor<i32>, %p: tensor<1xi32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %m = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %m, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %1 = stablehlo.dynamic_iota %p, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %0, %1 : tensor<?xi32>, tensor<?xi32>
}
""",
    # A check that is not proved.
    """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %a = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %b = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_eq %a, %b : tensor<1xindex>, tensor<1xindex>
  %0 = shape.assuming %w -> (tensor<?xf32>) {
    shape.assuming_yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
""",
    # A cast between unranked tensors, and one that is a check.
    """
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x3xf32> {
  %u = tensor.cast %x : tensor<?x?xf32> to tensor<*xf32>
  %0 = tensor.cast %u : tensor<*xf32> to tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
""",
    # An update of a part.
    """
func.func @main(%x: tensor<4xf32>, %y: tensor<2xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>)
    -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
""",
    # Branches with a check, with a choice that may be beyond them, with several of them.
    """
func.func @main(%p: tensor<i1>, %t: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %c = tensor.extract %t[] : tensor<i1>
    cf.assert %c, "no"
    stablehlo.return %x : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    """
func.func @main(%i: index, %x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %k = %c0 to %i step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %1 = stablehlo.add %a, %a : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
""",
    # Broadcasts that permute, and reshapes that mix axes.
    """
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = shape.get_extent %s, %c0 : tensor<2xindex>, index -> index
  %m = shape.get_extent %s, %c1 : tensor<2xindex>, index -> index
  %t = tensor.from_elements %m, %n : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %t, dims = [1, 0]
    : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
""",
    # Positions in other sizes, and in another order.
    """
func.func @main(%x: tensor<?x?x2xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?x2xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?x2xf32>
  %l = arith.subi %m, %c1 : index
  %p = disc_shape.linearize [%c0, %l] in [%n, %m]
  %i, %j = disc_shape.delinearize %p in [%m, %n] : index, index
  %q = disc_shape.linearize [%j, %i] in [%n, %m]
  return %i, %j, %q : index, index, index
}
""",
    """
func.func @main(%x: tensor<?x?xf32>, %p: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %i, %j = disc_shape.delinearize %p in [%n, %m] : index, index
  return %i, %j : index, index
}
""",
    # Minus on narrow integers, where it wraps.
    """
func.func @main(%x: tensor<i8>, %y: tensor<i8>) -> tensor<i8> {
  %n = stablehlo.negate %y : tensor<i8>
  %0 = stablehlo.add %x, %n : tensor<i8>
  return %0 : tensor<i8>
}
""",
    # One element of a list that is not joined, several of one, one of a part of unknown length.
    """
func.func @main(%x: tensor<3xi32>) -> tensor<1xi32> {
  %i = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<
    offset_dims = [0], start_index_map = [0], index_vector_dim = 0>,
    slice_sizes = array<i64: 1>, indices_are_sorted = false}>
    : (tensor<3xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}
""",
    """
func.func @main(%x: tensor<1xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %i = stablehlo.constant dense<1> : tensor<1xi32>
  %l = stablehlo.concatenate %y, %x, dim = 0 : (tensor<2xi32>, tensor<1xi32>) -> tensor<3xi32>
  %0 = "stablehlo.gather"(%l, %i) <{dimension_numbers = #stablehlo.gather<
    offset_dims = [0], start_index_map = [0], index_vector_dim = 0>,
    slice_sizes = array<i64: 2>, indices_are_sorted = false}>
    : (tensor<3xi32>, tensor<1xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
""",
    """
func.func @main(%x: tensor<?xi32>, %y: tensor<1xi32>) -> tensor<1xi32> {
  %i = stablehlo.constant dense<1> : tensor<1xi32>
  %l = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xi32>, tensor<1xi32>) -> tensor<3xi32>
  %0 = "stablehlo.gather"(%l, %i) <{dimension_numbers = #stablehlo.gather<
    offset_dims = [0], start_index_map = [0], index_vector_dim = 0>,
    slice_sizes = array<i64: 1>, indices_are_sorted = false}>
    : (tensor<3xi32>, tensor<1xi32>) -> tensor<1xi32>
  return %0 : tensor<1xi32>
}
""",
    # The same indices in spaces of other sizes.
    """
func.func @main(%x: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %a = arith.addi %n, %c2 : index
  %b = arith.addi %a, %c1 : index
  %p = arith.addi %a, %c1 : index
  %i, %j = disc_shape.delinearize %p in [%c2, %a] : index, index
  %0 = disc_shape.linearize [%i, %j] in [%c2, %b]
  return %0 : index
}
""",
    # Sizes that are known, of a tensor whose own are not.
    """
func.func @main(%x: tensor<?xf32>) -> tensor<4xf32> {
  %s = arith.constant dense<[4]> : tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0]
    : (tensor<?xf32>, tensor<1xindex>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
""",
    """
func.func @main(%x: tensor<?x?xf32>) -> tensor<4xf32> {
  %s = arith.constant dense<[4]> : tensor<1xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
""",
    # A size that a check makes known, whose tensor keeps its type.
    """
func.func @main(%x: tensor<?xf32>) -> tensor<4x1xf32> {
  %n = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %k = shape.const_shape [4] : tensor<1xindex>
  %w = shape.cstr_eq %n, %k : tensor<1xindex>, tensor<1xindex>
  %r = shape.assuming %w -> (tensor<4x1xf32>) {
    %s = arith.constant dense<[1, 4]> : tensor<2xindex>
    %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1]
      : (tensor<?xf32>, tensor<2xindex>) -> tensor<1x4xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4xf32>) -> tensor<4x1xf32>
    shape.assuming_yield %1 : tensor<4x1xf32>
  }
  return %r : tensor<4x1xf32>
}
""",
    # Elements that are scaled along a dimension, which a broadcast moves.
    """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %q = stablehlo.uniform_quantize %x
    : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  %0 = stablehlo.broadcast_in_dim %q, dims = [1]
    : (tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>)
    -> tensor<1x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  %1 = stablehlo.reshape %0
    : (tensor<1x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>)
    -> tensor<2x1x!quant.uniform<i8:f32:0, {0.5, 0.25}>>
  %2 = stablehlo.uniform_dequantize %1
    : (tensor<2x1x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<2x1xf32>
  %3 = stablehlo.reshape %2 : (tensor<2x1xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}
""",
    # A body that contradicts itself because of a check, which must stop it.
    """
func.func @main(%x: tensor<?xf32>, %k: tensor<i32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0:2 = stablehlo.while(%i = %z, %a = %x) : tensor<i32>, tensor<?xf32>
    cond {
      %1 = stablehlo.compare LT, %i, %k, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = arith.cmpi eq, %n, %c3 : index
      cf.assert %1, "three"
      %2 = stablehlo.constant dense<1.0> : tensor<8xf32>
      %3 = "stablehlo.add"(%x, %2) : (tensor<?xf32>, tensor<8xf32>) -> tensor<?xf32>
      %4 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %4, %3 : tensor<i32>, tensor<?xf32>
    }
  return %0#1 : tensor<?xf32>
}
""",
    # One branch, which is not taken.
    """
func.func @main(%x: tensor<1xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %f = arith.constant false
  %0 = tensor.extract %x[%c0] : tensor<1xf32>
  %m = memref.alloc() : memref<1xf32>
  memref.store %0, %m[%c0] : memref<1xf32>
  scf.if %f {
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %m[%c0] : memref<1xf32>
  }
  %2 = memref.load %m[%c0] : memref<1xf32>
  memref.dealloc %m : memref<1xf32>
  return %2 : f32
}
""",
    # An element at a place that is not known.
    """
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>, %i: index) -> f32 {
  %l = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %0 = tensor.extract %l[%i] : tensor<4xf32>
  return %0 : f32
}
""",
)
