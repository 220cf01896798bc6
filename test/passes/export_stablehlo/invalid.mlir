// RUN: disc-opt %s --split-input-file --verify-diagnostics -p export-stablehlo | filecheck %s

// Loops of scf have no form in StableHLO.

// CHECK: :{{.*}}:3: error: 'scf.if' has no form in StableHLO
func.func @control(%p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    %1 = stablehlo.tanh %x : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// A shape of unknown rank.

// CHECK: :{{.*}}:3: error: the sizes of the shape of 'shape.shape_of' are not known
func.func @rank(%x: tensor<*xf32>, %y: tensor<?xf32>) {
  %a = shape.shape_of %x : tensor<*xf32> -> tensor<?xindex>
  %b = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_eq %a, %b : tensor<?xindex>, tensor<1xindex>
  return
}

// -----

// CHECK: :{{.*}}:3: error: 'mhlo.tanh' has no form in StableHLO
func.func @mhlo(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = mhlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
