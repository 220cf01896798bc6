// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p canonicalize | filecheck %s
// RUN: disc-opt %s --split-input-file --allow-unregistered-dialect -p shape-optimization | disc-opt --split-input-file --allow-unregistered-dialect -p shape-optimization,strip-shape-constraints | filecheck %s --check-prefix OPT

// Values from outside that a region yields are used directly; the check stays.
// CHECK-LABEL: @forwarded
// CHECK: [[W:%.+]] = shape.cstr_eq
// CHECK: [[R:%.+]] = shape.assuming [[W]] -> (tensor<?xf32>) {
// CHECK-NEXT: "my.use"
// CHECK-NEXT: shape.assuming_yield
// CHECK: func.return %x, [[R]]
func.func @forwarded(%x: tensor<?xf32>, %a: tensor<?xindex>, %b: tensor<?xindex>) -> (tensor<?xf32>, tensor<?xf32>) {
  %w = shape.cstr_eq %a, %b : tensor<?xindex>, tensor<?xindex>
  %0, %1 = shape.assuming %w -> (tensor<?xf32>, tensor<?xf32>) {
    %2 = "my.use"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    shape.assuming_yield %x, %2 : tensor<?xf32>, tensor<?xf32>
  }
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Nothing is left of a region that only forwards, but its check.
// CHECK-LABEL: @only_forwarded
// CHECK-NEXT: shape.cstr_broadcastable
// CHECK-NEXT: func.return %x
// OPT-LABEL: @only_forwarded
// OPT-NEXT: shape.cstr_broadcastable
// OPT-NEXT: func.return %x
func.func @only_forwarded(%x: tensor<?xf32>, %a: tensor<?xindex>, %b: tensor<?xindex>) -> tensor<?xf32> {
  %w = shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  %0 = shape.assuming %w -> (tensor<?xf32>) {
    shape.assuming_yield %x : tensor<?xf32>
  }
  func.return %0 : tensor<?xf32>
}

// -----

// Sizes that need nothing from the region are computed before it, with their checks, and one region
// relies on both.
// CHECK-LABEL: @moved
// CHECK: [[S:%.+]] = shape.shape_of %x
// CHECK: [[W1:%.+]] = shape.cstr_eq %b, [[S]]
// CHECK: [[ALL:%.+]] = shape.assuming_all %w, [[W1]]
// CHECK: [[R:%.+]] = shape.assuming [[ALL]] -> (tensor<?xf32>) {
// CHECK-NEXT: "my.use"
// CHECK-NEXT: shape.assuming_yield
// CHECK-NEXT: }
// CHECK: func.return [[R]], [[S]]
func.func @moved(%x: tensor<?xf32>, %w: !shape.witness, %b: tensor<?xindex>) -> (tensor<?xf32>, tensor<?xindex>) {
  %0, %1 = shape.assuming %w -> (tensor<?xf32>, tensor<?xindex>) {
    %s = shape.shape_of %x : tensor<?xf32> -> tensor<?xindex>
    %w1 = shape.cstr_eq %b, %s : tensor<?xindex>, tensor<?xindex>
    %2 = shape.assuming %w1 -> (tensor<?xf32>) {
      %3 = "my.use"(%x) : (tensor<?xf32>) -> tensor<?xf32>
      shape.assuming_yield %3 : tensor<?xf32>
    }
    shape.assuming_yield %2, %s : tensor<?xf32>, tensor<?xindex>
  }
  func.return %0, %1 : tensor<?xf32>, tensor<?xindex>
}

// -----

// Sizes and checks of values of the region stay in it.
// CHECK-LABEL: @stays
// CHECK: shape.assuming %w
// CHECK-NEXT: "my.use"
// CHECK-NEXT: shape.shape_of
// CHECK-NEXT: shape.cstr_eq
// CHECK-NEXT: shape.assuming
func.func @stays(%x: tensor<?xf32>, %w: !shape.witness, %b: tensor<?xindex>) -> tensor<?xf32> {
  %0 = shape.assuming %w -> (tensor<?xf32>) {
    %2 = "my.use"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    %s = shape.shape_of %2 : tensor<?xf32> -> tensor<?xindex>
    %w1 = shape.cstr_eq %b, %s : tensor<?xindex>, tensor<?xindex>
    %3 = shape.assuming %w1 -> (tensor<?xf32>) {
      %4 = "my.use"(%2) : (tensor<?xf32>) -> tensor<?xf32>
      shape.assuming_yield %4 : tensor<?xf32>
    }
    shape.assuming_yield %3 : tensor<?xf32>
  }
  func.return %0 : tensor<?xf32>
}

// -----

// The addition proves the check after it.
// OPT-LABEL: @proved
// OPT-NEXT: stablehlo.add
// OPT-NEXT: stablehlo.multiply
// OPT-NEXT: func.return
func.func @proved(%x: tensor<?xf32>, %y: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %0 = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %w = shape.const_witness true
  %2 = shape.assuming %w -> (tensor<?xf32>) {
    %3 = stablehlo.add %x, %y : tensor<?xf32>
    %w1 = shape.cstr_eq %0, %1 : tensor<1xindex>, tensor<1xindex>
    %4 = shape.assuming %w1 -> (tensor<?xf32>) {
      %5 = stablehlo.multiply %x, %3 : tensor<?xf32>
      shape.assuming_yield %5 : tensor<?xf32>
    }
    shape.assuming_yield %4 : tensor<?xf32>
  }
  func.return %2 : tensor<?xf32>
}

// -----

// A check does not move before what may have proved it.
// CHECK-LABEL: @after_addition
// CHECK: shape.assuming %w
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: shape.cstr_eq
func.func @after_addition(%x: tensor<?xf32>, %y: tensor<?xf32>, %w: !shape.witness) -> tensor<?xf32> {
  %0 = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.assuming %w -> (tensor<?xf32>) {
    %3 = "stablehlo.add"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %w1 = shape.cstr_eq %0, %1 : tensor<1xindex>, tensor<1xindex>
    %4 = shape.assuming %w1 -> (tensor<?xf32>) {
      %5 = "my.use"(%3) : (tensor<?xf32>) -> tensor<?xf32>
      shape.assuming_yield %5 : tensor<?xf32>
    }
    shape.assuming_yield %4 : tensor<?xf32>
  }
  func.return %2 : tensor<?xf32>
}

// -----

// One region right after another relies on both checks.
// CHECK-LABEL: @adjacent
// CHECK: [[ALL:%.+]] = shape.assuming_all %w0, %w1
// CHECK: [[R:%.+]] = shape.assuming [[ALL]] -> (tensor<?xf32>) {
// CHECK-NEXT: [[A:%.+]] = "my.use"(%x)
// CHECK-NEXT: [[B:%.+]] = "my.use"([[A]])
// CHECK-NEXT: shape.assuming_yield [[B]]
// CHECK-NEXT: }
// CHECK-NEXT: func.return [[R]]
func.func @adjacent(%x: tensor<?xf32>, %w0: !shape.witness, %w1: !shape.witness) -> tensor<?xf32> {
  %0 = shape.assuming %w0 -> (tensor<?xf32>) {
    %1 = "my.use"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    shape.assuming_yield %1 : tensor<?xf32>
  }
  %2 = shape.assuming %w1 -> (tensor<?xf32>) {
    %3 = "my.use"(%0) : (tensor<?xf32>) -> tensor<?xf32>
    shape.assuming_yield %3 : tensor<?xf32>
  }
  func.return %2 : tensor<?xf32>
}

// -----

// The second region relies on a witness that the first one yields.
// CHECK-LABEL: @witness_of_first
// CHECK: shape.assuming %w0
// CHECK: shape.assuming
func.func @witness_of_first(%x: tensor<?xf32>, %w0: !shape.witness, %b: tensor<?xindex>) -> tensor<?xf32> {
  %0, %w1 = shape.assuming %w0 -> (tensor<?xf32>, !shape.witness) {
    %1 = "my.use"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    %s = shape.shape_of %1 : tensor<?xf32> -> tensor<?xindex>
    %w2 = shape.cstr_eq %s, %b : tensor<?xindex>, tensor<?xindex>
    shape.assuming_yield %1, %w2 : tensor<?xf32>, !shape.witness
  }
  %2 = shape.assuming %w1 -> (tensor<?xf32>) {
    %3 = "my.use"(%0) : (tensor<?xf32>) -> tensor<?xf32>
    shape.assuming_yield %3 : tensor<?xf32>
  }
  func.return %2 : tensor<?xf32>
}
