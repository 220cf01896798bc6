// RUN: disc-opt %s -p disc-inline,test-verify-dominance --split-input-file | filecheck %s
// RUN: disc-opt %s -p disc-inline{max-ops=3} --split-input-file | filecheck %s --check-prefix SMALL

// A function called once moves to its call; names are kept and the function is gone.
// CHECK-LABEL: func.func @once(
// CHECK-SAME:    %n: index
// CHECK-NEXT:    %two = arith.constant 2 : index
// CHECK-NEXT:    %twice = arith.muli %n, %two : index
// CHECK-NEXT:    func.return %twice : index
// CHECK-NEXT:  }
// CHECK-NEXT: }
func.func @once(%n: index) -> index {
  %0 = func.call @double(%n) : (index) -> index
  func.return %0 : index
}
func.func private @double(%x: index) -> index {
  %two = arith.constant 2 : index
  %twice = arith.muli %x, %two : index
  func.return %twice : index
}

// -----

// A small function called several times is copied, inside nested regions too, and bottom-up: what
// was inlined into a callee comes with it.
// CHECK-LABEL: func.func @several(
// CHECK-NOT:     func.call
// CHECK:         %[[A:.*]] = arith.addi %n, %n
// CHECK-NEXT:    %[[B:.*]] = arith.addi %[[A]], %[[A]]
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      %[[C:.*]] = arith.addi %[[B]], %[[B]]
// CHECK-NEXT:      %[[D:.*]] = arith.addi %[[C]], %[[C]]
// CHECK-NEXT:      scf.yield %[[D]]
// CHECK-NOT:   func.func
// With the limit 3, @add (3 operations) is copied into @quad, which is then too large.
// SMALL-LABEL: func.func @several(
// SMALL:         func.call @quad
// SMALL:         func.call @quad
// SMALL:       func.func private @quad
// SMALL-NEXT:    arith.addi
// SMALL-NEXT:    arith.addi
// SMALL-NEXT:    func.return
// SMALL-NOT:   @add(
func.func @several(%n: index, %c: i1) -> index {
  %0 = func.call @quad(%n) : (index) -> index
  %1 = scf.if %c -> (index) {
    %2 = func.call @quad(%0) : (index) -> index
    scf.yield %2 : index
  } else {
    scf.yield %0 : index
  }
  func.return %1 : index
}
func.func private @quad(%x: index) -> index {
  %0 = func.call @add(%x) : (index) -> index
  %1 = func.call @add(%0) : (index) -> index
  func.return %1 : index
}
func.func private @add(%x: index) -> index {
  %0 = arith.addi %x, %x : index
  func.return %0 : index
}

// -----

// Public functions are neither inlined nor removed.
// CHECK-LABEL: func.func @calls_public
// CHECK-NEXT:    func.call @public
// CHECK:       func.func @public
func.func @calls_public(%n: index) -> index {
  %0 = func.call @public(%n) : (index) -> index
  func.return %0 : index
}
func.func @public(%x: index) -> index {
  func.return %x : index
}

// -----

// Recursion is left alone, direct and mutual; what it calls is still inlined. Unused recursion goes.
// CHECK-LABEL: func.func @recursion
// CHECK-NEXT:    func.call @even
// CHECK:       func.func private @even
// CHECK-NEXT:    arith.addi
// CHECK-NEXT:    func.call @odd
// CHECK:       func.func private @odd
// CHECK-NEXT:    func.call @even
// CHECK-NOT:   @unused
// CHECK-NOT:   @helper
func.func @recursion(%n: index) -> index {
  %0 = func.call @even(%n) : (index) -> index
  func.return %0 : index
}
func.func private @even(%n: index) -> index {
  %0 = func.call @helper(%n) : (index) -> index
  %1 = func.call @odd(%0) : (index) -> index
  func.return %1 : index
}
func.func private @odd(%n: index) -> index {
  %1 = func.call @even(%n) : (index) -> index
  func.return %1 : index
}
func.func private @helper(%x: index) -> index {
  %0 = arith.addi %x, %x : index
  func.return %0 : index
}
func.func private @unused(%n: index) -> index {
  %1 = func.call @unused(%n) : (index) -> index
  func.return %1 : index
}

// -----

// Results are matched by position, an argument can be returned as it is, no result is fine too.
// CHECK-LABEL: func.func @results(
// CHECK-SAME:    %a: index, %b: index
// CHECK-NEXT:    "test.op"() : () -> ()
// CHECK-NEXT:    func.return %b, %a : index, index
func.func @results(%a: index, %b: index) -> (index, index) {
  %0:2 = func.call @swap(%a, %b) : (index, index) -> (index, index)
  func.call @effect() : () -> ()
  func.return %0#0, %0#1 : index, index
}
func.func private @swap(%x: index, %y: index) -> (index, index) {
  func.return %y, %x : index, index
}
func.func private @effect() {
  "test.op"() : () -> ()
  func.return
}

// -----

// A function that something other than a call names stays, also where it is inlined.
// CHECK-LABEL: func.func @mentioned(
// CHECK-NEXT:    %[[A:.*]] = arith.addi
// CHECK-NEXT:    "test.op"() {decomposition = [@addition]} : () -> ()
// CHECK-NEXT:    func.return %[[A]]
// CHECK:       func.func private @addition
func.func @mentioned(%a: index) -> index {
  %0 = func.call @addition(%a) : (index) -> index
  "test.op"() {decomposition = [@addition]} : () -> ()
  func.return %0 : index
}
func.func private @addition(%x: index) -> index {
  %0 = arith.addi %x, %x : index
  func.return %0 : index
}

// -----

// Functions with branches and functions without a body stay; an unused declaration goes.
// CHECK-LABEL: func.func @stays
// CHECK-NEXT:    func.call @branches
// CHECK-NEXT:    func.call @declared
// CHECK:       func.func private @branches
// CHECK:       func.func private @declared
// CHECK-NOT:   @forgotten
func.func @stays(%a: index) -> index {
  %0 = func.call @branches(%a) : (index) -> index
  %1 = func.call @declared(%0) : (index) -> index
  func.return %1 : index
}
func.func private @branches(%x: index) -> index {
  cf.br ^exit(%x : index)
^exit(%y: index):
  func.return %y : index
}
func.func private @declared(index) -> index
func.func private @forgotten(index) -> index

// -----

// In an inner module, a name means that module's own function.
// CHECK-LABEL: builtin.module @inner
// CHECK:         func.call @f
// CHECK:       func.func private @f
// CHECK-NEXT:    arith.addi
// CHECK:       func.func private @f
// CHECK-NEXT:    func.return
builtin.module @inner {
  func.func @main(%a: index) -> index {
    %0 = func.call @f(%a) : (index) -> index
    func.return %0 : index
  }
  func.func private @f(%x: index) -> index {
    %0 = arith.addi %x, %x : index
    func.return %0 : index
  }
}
func.func private @f(%x: index) -> index {
  func.return %x : index
}

// -----

// Nothing to do.
// CHECK: builtin.module {
// CHECK-NEXT: }

// -----

// A symbol is one number for each activation of its function. Two activations become parts of one
// here, so their bodies lose it; what an argument is typed with stays.
// CHECK-LABEL: func.func @two_sizes(
// CHECK-NEXT:    stablehlo.tanh %x : tensor<?xf32>
// CHECK-NEXT:    stablehlo.tanh %y : tensor<?xf32>
// CHECK-NEXT:    tensor.cast %z : tensor<?xf32, [@n]> to tensor<?xf32, [@n]>
func.func @two_sizes(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32, [@n]>) {
  %0 = func.call @named(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = func.call @named(%y) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = func.call @typed(%z) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  func.return
}
func.func private @named(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@s]>
  %1 = stablehlo.tanh %0 : tensor<?xf32, [@s]>
  %2 = tensor.cast %1 : tensor<?xf32, [@s]> to tensor<?xf32>
  func.return %2 : tensor<?xf32>
}
func.func private @typed(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = tensor.cast %x : tensor<?xf32, [@n]> to tensor<?xf32, [@n]>
  func.return %0 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @s
disc_shape.SymbolDim @n

// -----

// One activation becomes a part of one: its symbols stay, unless the caller has them too.
// CHECK-LABEL: func.func @one_size(
// CHECK-NEXT:    tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@s]>
// CHECK-NEXT:    stablehlo.tanh {{.*}} : tensor<?xf32, [@s]>
// CHECK:         stablehlo.abs %y : tensor<?xf32>
// CHECK:         stablehlo.abs %{{.*}} : tensor<?xf32, [@n]>
func.func @one_size(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32, [@n]>) {
  %0 = func.call @other(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = func.call @same(%y) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = stablehlo.abs %z : tensor<?xf32, [@n]>
  func.return
}
func.func private @other(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@s]>
  %1 = stablehlo.tanh %0 : tensor<?xf32, [@s]>
  %2 = tensor.cast %1 : tensor<?xf32, [@s]> to tensor<?xf32>
  func.return %2 : tensor<?xf32>
}
func.func private @same(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@n]>
  %1 = stablehlo.abs %0 : tensor<?xf32, [@n]>
  %2 = tensor.cast %1 : tensor<?xf32, [@n]> to tensor<?xf32>
  func.return %2 : tensor<?xf32>
}
disc_shape.SymbolDim @s
disc_shape.SymbolDim @n

// -----

// A body that moves into a loop runs several times in one activation; into a branch, at most once.
// CHECK-LABEL: func.func @repeated(
// CHECK:         scf.for
// CHECK:           stablehlo.tanh %{{.*}} : tensor<?xf32>
// CHECK:         scf.if
// CHECK:           stablehlo.abs %{{.*}} : tensor<?xf32, [@t]>
func.func @repeated(%x: tensor<?xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %part = tensor.extract_slice %x[0] [%i] [1] : tensor<?xf32> to tensor<?xf32>
    %0 = func.call @looped(%part) : (tensor<?xf32>) -> tensor<?xf32>
  }
  scf.if %c {
    %1 = func.call @chosen(%x) : (tensor<?xf32>) -> tensor<?xf32>
  }
  func.return
}
func.func private @looped(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@s]>
  %1 = stablehlo.tanh %0 : tensor<?xf32, [@s]>
  %2 = tensor.cast %1 : tensor<?xf32, [@s]> to tensor<?xf32>
  func.return %2 : tensor<?xf32>
}
func.func private @chosen(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@t]>
  %1 = stablehlo.abs %0 : tensor<?xf32, [@t]>
  %2 = tensor.cast %1 : tensor<?xf32, [@t]> to tensor<?xf32>
  func.return %2 : tensor<?xf32>
}
disc_shape.SymbolDim @s
disc_shape.SymbolDim @t
