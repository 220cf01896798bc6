// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of scan
// CHECK: 'mhlo.scan' has neither inputs nor outputs, expected at least one
func.func @f(%c: tensor<4xf32>) {
  %0 = "mhlo.scan"(%c) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 1>, resultSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%x: tensor<4xf32>):
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c2) of scan
// CHECK: dimension 1 of 'mhlo.scan' is out of range: expected 0 to 0
func.func @f(%a: tensor<4xf32>) {
  %0 = mhlo.scan(%a) inits () dimension=1 {
  ^bb0(%x: tensor<f32>):
    mhlo.return %x : tensor<f32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c3) of scan
// CHECK: sizes of dimension 0 of 'mhlo.scan' differ: 4 and 5
func.func @f(%a: tensor<4xf32>) {
  %0 = mhlo.scan(%a) inits () dimension=0 {
  ^bb0(%x: tensor<f32>):
    mhlo.return %x : tensor<f32>
  } : (tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// (c3), scan_dim_size, of scan
// CHECK: sizes of dimension 0 of 'mhlo.scan' differ: 3 and 4
func.func @f(%a: tensor<4xf32>) {
  %0 = mhlo.scan(%a) inits () dimension=0 attributes {scan_dim_size = 3 : i64} {
  ^bb0(%x: tensor<f32>):
    mhlo.return %x : tensor<f32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c4), slices, of scan
// CHECK: dimension 0 of 'mhlo.scan' body arguments 0 and slice differ: 4 and 5
func.func @f(%a: tensor<4x5xf32>) {
  %0 = mhlo.scan(%a) inits () dimension=0 {
  ^bb0(%x: tensor<4xf32>):
    mhlo.return %x : tensor<4xf32>
  } : (tensor<4x5xf32>) -> tensor<4x4xf32>
  func.return
}

// -----

// (c4), numbers, of scan
// CHECK: 'mhlo.scan' has 2 body arguments, expected 1
func.func @f(%a: tensor<4xf32>) {
  %0 = mhlo.scan(%a) inits () dimension=0 {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    mhlo.return %x : tensor<f32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c4), carried values, of scan
// CHECK: types 0 of 'mhlo.scan' body arguments and carried values differ: tensor<f64> and tensor<f32>
func.func @f(%a: tensor<4xf32>, %c: tensor<f32>) {
  %0, %1 = mhlo.scan(%a) inits (%c) dimension=0 {
  ^bb0(%x: tensor<f32>, %y: tensor<f64>):
    mhlo.return %x, %x : tensor<f32>, tensor<f32>
  } : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  func.return
}

// -----

// (c5) of scan
// CHECK: 'mhlo.scan' has 1 body results, expected 2
func.func @f(%a: tensor<4xf32>, %c: tensor<f32>) {
  %0, %1 = mhlo.scan(%a) inits (%c) dimension=0 {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    mhlo.return %x : tensor<f32>
  } : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  func.return
}

// -----

// (c5), element types, of scan
// CHECK: element types of 'mhlo.scan' body results 0 and slice differ: f32 and f64
func.func @f(%a: tensor<4xf32>) {
  %0 = mhlo.scan(%a) inits () dimension=0 {
  ^bb0(%x: tensor<f32>):
    mhlo.return %x : tensor<f32>
  } : (tensor<4xf32>) -> tensor<4xf64>
  func.return
}

// -----

// (c6) of scan
// CHECK: types 0 of 'mhlo.scan' initial and carried values differ: tensor<f32> and tensor<1xf32>
func.func @f(%a: tensor<4xf32>, %c: tensor<f32>) {
  %0, %1 = mhlo.scan(%a) inits (%c) dimension=0 {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    mhlo.return %x, %x : tensor<f32>, tensor<f32>
  } : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<1xf32>)
  func.return
}

// -----

// fewer results than initial values of scan
// CHECK: 'mhlo.scan' has 0 results, expected one for each of 1 initial values
func.func @f(%c: tensor<f32>) {
  mhlo.scan() inits (%c) dimension=0 {
  ^bb0(%y: tensor<f32>):
    mhlo.return %y : tensor<f32>
  } : (tensor<f32>) -> ()
  func.return
}

// -----

// (c1) of ragged_dot
// CHECK: numbers of batching dimensions of 'mhlo.ragged_dot' operands differ: 1 and 0
func.func @f(%l: tensor<2x4x5xf32>, %r: tensor<2x5x6xf32>, %g: tensor<3xi64>) {
  %0 = "mhlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #mhlo.ragged_dot<dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, lhs_ragged_dimensions = [0]>}> : (tensor<2x4x5xf32>, tensor<2x5x6xf32>, tensor<3xi64>) -> tensor<2x4x6xf32>
  func.return
}

// -----

// (c2) of ragged_dot
// CHECK: numbers of contracting dimensions of 'chlo.ragged_dot' operands differ: 1 and 0
func.func @f(%l: tensor<4x5xf32>, %r: tensor<3x5x6xf32>, %g: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<3x5x6xf32>, tensor<3xi64>) -> tensor<4x6xf32>
  func.return
}

// -----

// (c3) of ragged_dot
// CHECK: lhs batching and contracting dimensions of 'chlo.ragged_dot' repeat a dimension: [1, 1]
func.func @f(%l: tensor<4x5xf32>, %r: tensor<3x5x6xf32>, %g: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1, 1], rhs_contracting_dimensions = [1, 2], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<3x5x6xf32>, tensor<3xi64>) -> tensor<4x6xf32>
  func.return
}

// -----

// (c4) of ragged_dot
// CHECK: rhs dimension 3 of 'chlo.ragged_dot' is out of range: expected 0 to 2
func.func @f(%l: tensor<4x5xf32>, %r: tensor<3x5x6xf32>, %g: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [3], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<3x5x6xf32>, tensor<3xi64>) -> tensor<4x6xf32>
  func.return
}

// -----

// (c5) of ragged_dot
// CHECK: contracting dimension 0 of 'chlo.ragged_dot' operands differ: 5 and 7
func.func @f(%l: tensor<4x5xf32>, %r: tensor<3x7x6xf32>, %g: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<3x7x6xf32>, tensor<3xi64>) -> tensor<4x6xf32>
  func.return
}

// -----

// (c6) of ragged_dot
// CHECK: 'chlo.ragged_dot' has 0 lhs_ragged_dimensions, expected 1
func.func @f(%l: tensor<4x5xf32>, %r: tensor<3x5x6xf32>, %g: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<3x5x6xf32>, tensor<3xi64>) -> tensor<4x6xf32>
  func.return
}

// -----

// (c6), range, of ragged_dot
// CHECK: lhs ragged dimension 2 of 'chlo.ragged_dot' is out of range: expected 0 to 1
func.func @f(%l: tensor<4x5xf32>, %r: tensor<3x5x6xf32>, %g: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<3x5x6xf32>, tensor<3xi64>) -> tensor<4x6xf32>
  func.return
}

// -----

// (c7), missing, of ragged_dot
// CHECK: 'chlo.ragged_dot' has 0 rhs_group_dimensions, expected 1
func.func @f(%l: tensor<4x5xf32>, %r: tensor<3x5x6xf32>, %g: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<3x5x6xf32>, tensor<3xi64>) -> tensor<4x3x6xf32>
  func.return
}

// -----

// (c7), not wanted, of ragged_dot
// CHECK: 'chlo.ragged_dot' has 1 rhs_group_dimensions, expected 0
func.func @f(%l: tensor<4x5xf32>, %r: tensor<3x5x6xf32>, %g: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<3x5x6xf32>, tensor<3xi64>) -> tensor<4x6xf32>
  func.return
}

// -----

// (c8) of ragged_dot
// CHECK: group dimension 0 of 'chlo.ragged_dot' rhs and group_sizes differ: 2 and 3
func.func @f(%l: tensor<4x5xf32>, %r: tensor<2x5x6xf32>, %g: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<2x5x6xf32>, tensor<3xi64>) -> tensor<4x6xf32>
  func.return
}

// -----

// (c9) of ragged_dot
// CHECK: dimension 1 of 'chlo.ragged_dot' product and result differ: 6 and 7
func.func @f(%l: tensor<4x5xf32>, %r: tensor<3x5x6xf32>, %g: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<3x5x6xf32>, tensor<3xi64>) -> tensor<4x7xf32>
  func.return
}

// -----

// (c9), groups as results, of ragged_dot
// CHECK: ranks of 'chlo.ragged_dot' product and result differ: 3 and 2
func.func @f(%l: tensor<4x5xf32>, %r: tensor<4x6xf32>, %g: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<4x6xf32>, tensor<3xi64>) -> tensor<5x6xf32>
  func.return
}

// -----

// (c10) of ragged_dot
// CHECK: 'chlo.ragged_dot' has 3 precisions, expected at most 2
func.func @f(%l: tensor<4x5xf32>, %r: tensor<3x5x6xf32>, %g: tensor<3xi64>) {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision HIGH>, #chlo<precision HIGH>, #chlo<precision HIGH>]}> : (tensor<4x5xf32>, tensor<3x5x6xf32>, tensor<3xi64>) -> tensor<4x6xf32>
  func.return
}

// -----

// group sizes of ragged_dot
// CHECK: group_sizes of 'chlo.ragged_dot' have rank 0, expected at least 1
func.func @f(%l: tensor<4x5xf32>, %r: tensor<3x5x6xf32>, %g: tensor<i64>) {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x5xf32>, tensor<3x5x6xf32>, tensor<i64>) -> tensor<4x6xf32>
  func.return
}

// -----

// (c1) of sparse_dot
// CHECK: numbers of contracting dimensions of 'mhlo.sparse_dot' operands differ: 1 and 0
func.func @f(%l: tensor<10x16xbf16>, %r: tensor<32x20xbf16>) {
  %0 = "mhlo.sparse_dot"(%l, %r) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1]>}> : (tensor<10x16xbf16>, tensor<32x20xbf16>) -> tensor<10x20xf32>
  func.return
}

// -----

// (c2) of sparse_dot
// CHECK: lhs dimension 2 of 'mhlo.sparse_dot' is out of range: expected 0 to 1
func.func @f(%l: tensor<10x16xbf16>, %r: tensor<32x20xbf16>) {
  %0 = "mhlo.sparse_dot"(%l, %r) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}> : (tensor<10x16xbf16>, tensor<32x20xbf16>) -> tensor<10x20xf32>
  func.return
}

// -----

// (c3) of sparse_dot
// CHECK: dimension 1 of 'mhlo.sparse_dot' product and result differ: 20 and 21
func.func @f(%l: tensor<10x16xbf16>, %r: tensor<32x20xbf16>) {
  %0 = "mhlo.sparse_dot"(%l, %r) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<10x16xbf16>, tensor<32x20xbf16>) -> tensor<10x21xf32>
  func.return
}

// -----

// (c4) of sparse_dot
// CHECK: 'mhlo.sparse_dot' has 0 meta operands, expected 1
func.func @f(%l: tensor<10x16xbf16>, %r: tensor<32x20xbf16>) {
  %0 = "mhlo.sparse_dot"(%l, %r) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, lhs_sparsity = #mhlo.sparsity<dimension = 1, n = 2, m = 4>}> : (tensor<10x16xbf16>, tensor<32x20xbf16>) -> tensor<10x20xf32>
  func.return
}

// -----

// (c1) of MHLO's unary operations
// CHECK: element types of 'mhlo.erf' operand and result differ: f32 and f64
func.func @f(%a: tensor<4xf32>) {
  %0 = mhlo.erf %a : (tensor<4xf32>) -> tensor<4xf64>
  func.return
}

// -----

// operand of erf
// CHECK: expected a tensor of floating-point elements, got tensor<4xcomplex<f32>>
func.func @f(%a: tensor<4xcomplex<f32>>) {
  %0 = mhlo.erf %a : tensor<4xcomplex<f32>>
  func.return
}

// -----

// (c1) of mulhi
// CHECK: dimension 0 of 'mhlo.mulhi' operands differ: 4 and 5
func.func @f(%a: tensor<4xi32>, %b: tensor<5xi32>) {
  %0 = mhlo.mulhi %a, %b : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
  func.return
}

// -----

// (c2) of mulhi
// CHECK: element types of 'mhlo.mulhi' operands and result differ: i32 and i64
func.func @f(%a: tensor<4xi32>) {
  %0 = mhlo.mulhi %a, %a : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi64>
  func.return
}

// -----

// (c1) of copy
// CHECK: types 0 of 'mhlo.copy' operand and result differ: tensor<4xi32> and tensor<5xi32>
func.func @f(%a: tensor<4xi32>) {
  %0 = mhlo.copy %a : (tensor<4xi32>) -> tensor<5xi32>
  func.return
}

// -----

// (c1) of domain
// CHECK: types 0 of 'mhlo.domain' operand and result differ: tensor<4xf32> and tensor<5xf32>
func.func @f(%a: tensor<4xf32>) {
  %0 = "mhlo.domain"(%a) <{kind = #mhlo<kind sharding>, entry_metadata = "a", exit_metadata = "b"}> : (tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// kind of domain
// CHECK: expected one of sharding, got 'layout'
func.func @f(%a: tensor<4xf32>) {
  %0 = "mhlo.domain"(%a) <{kind = #mhlo<kind layout>, entry_metadata = "a", exit_metadata = "b"}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c1) of fusion
// CHECK: types 0 of 'mhlo.fusion' fused_computation arguments differ: tensor<5xf32> and tensor<4xf32>
func.func @f(%a: tensor<4xf32>) {
  %0 = "mhlo.fusion"(%a) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
  ^bb0(%x: tensor<5xf32>):
    mhlo.return %x : tensor<5xf32>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// (c2) of fusion
// CHECK: types 0 of 'mhlo.fusion' fused_computation results differ: tensor<4xf32> and tensor<5xf32>
func.func @f(%a: tensor<4xf32>) {
  %0 = "mhlo.fusion"(%a) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
  ^bb0(%x: tensor<4xf32>):
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// (c3) of fusion
// CHECK: operand_index of 'mhlo.fusion' output_operand_alias is 1, expected 0 to 0
func.func @f(%a: tensor<4xf32>) {
  %0 = "mhlo.fusion"(%a) <{output_operand_aliases = [#mhlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]}> ({
  ^bb0(%x: tensor<4xf32>):
    mhlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c1) of minimum_broadcast_shapes
// CHECK: 'mhlo.minimum_broadcast_shapes' has 1 shapes, expected at least 2
func.func @f(%x: tensor<?xindex>) {
  %0 = mhlo.minimum_broadcast_shapes %x : tensor<?xindex> -> tensor<?xindex>
  func.return
}

// -----

// (c2) of minimum_broadcast_shapes
// CHECK: 'mhlo.minimum_broadcast_shapes' has 1 results, expected 2
func.func @f(%x: tensor<?xindex>) {
  %0 = mhlo.minimum_broadcast_shapes %x, %x : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  func.return
}

// -----

// (c3) of minimum_broadcast_shapes
// CHECK: shape 1 of 'mhlo.minimum_broadcast_shapes' has rank 0, expected 1
func.func @f(%x: tensor<?xindex>, %y: tensor<index>) {
  %0, %1 = mhlo.minimum_broadcast_shapes %x, %y : tensor<?xindex>, tensor<index> -> tensor<?xindex>, tensor<?xindex>
  func.return
}

// -----

// (c1) of stochastic_convert
// CHECK: dimension 0 of 'mhlo.stochastic_convert' operands and result differ: 4 and 5
func.func @f(%a: tensor<4xf32>, %r: tensor<5xui32>) {
  %0 = "mhlo.stochastic_convert"(%a, %r) : (tensor<4xf32>, tensor<5xui32>) -> tensor<4xi8>
  func.return
}

// -----

// (c2) of stochastic_convert
// CHECK: random numbers of 'mhlo.stochastic_convert' have 16 bits, expected 32
func.func @f(%a: tensor<4xf32>, %r: tensor<4xui16>) {
  %0 = "mhlo.stochastic_convert"(%a, %r) : (tensor<4xf32>, tensor<4xui16>) -> tensor<4xi8>
  func.return
}

// -----

// (c1) of topk
// CHECK: operand of 'mhlo.topk' has rank 0, expected at least 1
func.func @f(%a: tensor<f32>) {
  %0, %1 = mhlo.topk(%a, k = 1) : tensor<f32> -> (tensor<1xf32>, tensor<1xi32>)
  func.return
}

// -----

// (c2) of topk
// CHECK: k of 'mhlo.topk' is 5, beyond the last size 4 of the operand
func.func @f(%a: tensor<4xf32>) {
  %0, %1 = mhlo.topk(%a, k = 5) : tensor<4xf32> -> (tensor<5xf32>, tensor<5xi32>)
  func.return
}

// -----

// (c3) of topk
// CHECK: dimension 0 of 'mhlo.topk' operand and values differ: 2 and 3
func.func @f(%a: tensor<4xf32>) {
  %0, %1 = mhlo.topk(%a, k = 2) : tensor<4xf32> -> (tensor<3xf32>, tensor<2xi32>)
  func.return
}

// -----

// (c4) of topk
// CHECK: element types of 'mhlo.topk' operand and values differ: f32 and f64
func.func @f(%a: tensor<4xf32>) {
  %0, %1 = mhlo.topk(%a, k = 2) : tensor<4xf32> -> (tensor<2xf64>, tensor<2xi32>)
  func.return
}

// -----

// (c1) of compute_reshape_shape
// CHECK: dynamic_shape of 'mhlo.compute_reshape_shape' has rank 2, expected 1
func.func @f(%n: index, %s: tensor<2x2xi32>) {
  %0 = mhlo.compute_reshape_shape %n, %s : (index, tensor<2x2xi32>) -> tensor<2x2xi32>
  func.return
}

// -----

// (c3) of compute_reshape_shape
// CHECK: dimension 0 of 'mhlo.compute_reshape_shape' shape and result differ: 2 and 3
func.func @f(%n: index, %s: tensor<2xi32>) {
  %0 = mhlo.compute_reshape_shape %n, %s : (index, tensor<2xi32>) -> tensor<3xi32>
  func.return
}

// -----

// (c2) of compute_reshape_shape
// CHECK: num_elements of 'mhlo.compute_reshape_shape' is i32, expected index
func.func @f(%n: i32, %s: tensor<2xi32>) {
  %0 = mhlo.compute_reshape_shape %n, %s : (i32, tensor<2xi32>) -> tensor<2xi32>
  func.return
}

// -----

// (c2) of cstr_reshapable
// CHECK: num_elements of 'mhlo.cstr_reshapable' is tensor<index>, expected index
func.func @f(%n: tensor<index>, %s: tensor<2xi32>) {
  %0 = mhlo.cstr_reshapable %n, %s : (tensor<index>, tensor<2xi32>) -> !shape.witness
  func.return
}

// -----

// (c1) of cstr_reshapable
// CHECK: dynamic_shape of 'mhlo.cstr_reshapable' has rank 0, expected 1
func.func @f(%n: index, %s: tensor<i32>) {
  %0 = mhlo.cstr_reshapable %n, %s : (index, tensor<i32>) -> !shape.witness
  func.return
}
