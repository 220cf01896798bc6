// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s

// Turns write into the tensors that they share; their shapes stay.
// CHECK-LABEL: func.func @filled
// CHECK-SAME: (%a: tensor<?x4xf32, [@S0, @C4]>, %b: tensor<?x4xf32, [@S0, @C4]>
// CHECK: scf.forall (%i) in (%{{.*}}) shared_outs(%x = %s) -> (tensor<?x4xf32, [@S0, @C4]>)
// CHECK: into tensor<?x4xf32, [@S0, @C4]>
func.func @filled(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>, %v: tensor<1x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x4xf32>
  %s = stablehlo.add %a, %b : tensor<?x4xf32>
  %1 = scf.forall (%i) in (%n) shared_outs(%x = %s) -> (tensor<?x4xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %x[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<?x4xf32>
    }
  }
  %2 = stablehlo.subtract %1, %b : tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// -----

// What they hold does not stay: the result is no longer of the sizes of `%a`.
// CHECK-LABEL: func.func @sizes
// CHECK-SAME: (%a: tensor<?x?xf32, [@[[A:.*]], @[[B:.*]]]>
// CHECK: stablehlo.dynamic_iota %{{.*}}, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32, [@[[C:.*]], @[[D:.*]]]>
// CHECK: disc_shape.SymbolDim @[[C]]
func.func @sizes(%a: tensor<?x?xf32>, %v: tensor<1xindex>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %m, %n : tensor<2xindex>
  %1 = scf.forall (%i) in (2) shared_outs(%x = %s) -> (tensor<2xindex>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %x[%i] [1] [1] : tensor<1xindex> into tensor<2xindex>
    }
  }
  %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<2xindex>) -> tensor<?x?xf32>
  return %2, %a : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// Behind a guard more is known of a slice than in front of it: it is cast in front of the terminator,
// which takes nothing but slices, and what is filled is named itself.
// CHECK-LABEL: func.func @guarded
// CHECK: cf.assert
// CHECK: scf.forall
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %{{.*}} into %x[
func.func @guarded(%a: tensor<?xf32>, %v: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %k = tensor.dim %v, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %k, %c1 : index
  %s = stablehlo.abs %a : tensor<?xf32>
  %w = stablehlo.abs %v : tensor<?xf32>
  cf.assert %ok, "one element"
  %1 = scf.forall (%i) in (%n) shared_outs(%x = %s) -> (tensor<?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %w into %x[%i] [%k] [1] : tensor<?xf32> into tensor<?xf32>
    }
  }
  return %1 : tensor<?xf32>
}

// -----

// A turn that cannot run: what it would fill has no elements.
// CHECK-LABEL: func.func @empty
// CHECK: tensor.parallel_insert_slice %{{.*}} into %x[%i] [1] [1] : tensor<1xi32> into tensor<0xi32>
func.func @empty() -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %s = tensor.from_elements %c0 : tensor<1xindex>
  %v = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %1 = scf.forall (%i) in (%c0) shared_outs(%x = %v) -> (tensor<?xi32>) {
    %2 = tensor.extract %v[%c0] : tensor<?xi32>
    %3 = tensor.from_elements %2 : tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %3 into %x[%i] [1] [1] : tensor<1xi32> into tensor<?xi32>
    }
  }
  return %1 : tensor<?xi32>
}

// -----

// So too where an assertion says that it is empty.
// CHECK-LABEL: func.func @asserted
// CHECK: cf.assert
// CHECK: scf.forall (%i) in (%{{.*}}) shared_outs(%x = %{{.*}}) -> (tensor<{{.*}}>)
// CHECK: tensor.parallel_insert_slice %{{.*}} into %x[%i] [1] [1]
func.func @asserted(%a: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xi32>
  %ok = arith.cmpi eq, %n, %c0 : index
  %v = stablehlo.negate %a : tensor<?xi32>
  cf.assert %ok, "empty"
  %1 = scf.forall (%i) in (%n) shared_outs(%x = %v) -> (tensor<?xi32>) {
    %2 = tensor.extract %v[%c0] : tensor<?xi32>
    %3 = tensor.from_elements %2 : tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %3 into %x[%i] [1] [1] : tensor<1xi32> into tensor<?xi32>
    }
  }
  return %1 : tensor<?xi32>
}
