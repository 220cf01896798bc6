// RUN: disc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// (c1) an encoding
// CHECK: symbol '@NOPE' of 'func.func' does not exist
func.func @f(%a: tensor<?xf32, [@NOPE]>) {
  func.return
}

// -----

// (c1) of a declaration
// CHECK: symbol '@NOPE' of 'func.func' does not exist
func.func private @f(tensor<?xf32, [@NOPE]>) -> ()

// -----

// (c1) of a result
// CHECK: symbol '@NOPE' of 'test.op' does not exist
%0 = "test.op"() : () -> tensor<?xf32, [@NOPE]>

// -----

// (c1) of an element of a tuple
// CHECK: symbol '@NOPE' of 'test.op' does not exist
%0 = "test.op"() : () -> tuple<index, tuple<tensor<?xf32, [@NOPE]>>>

// -----

// (c1) of a region argument
// CHECK: symbol '@NOPE' of 'test.op' does not exist
"test.op"() ({
^bb0(%x: tensor<?xf32, [@NOPE]>):
  "test.termop"() : () -> ()
}) : () -> ()

// -----

// (c1) of an attribute
// CHECK: symbol '@NOPE' of 'test.op' does not exist
%0 = "test.op"() {disc_shape.dims = [@NOPE]} : () -> memref<?xf32>

// -----

// (c1) of a function's argument
// CHECK: symbol '@NOPE' of 'func.func' does not exist
func.func @f(%a: memref<?xf32> {disc_shape.dims = [@NOPE]}) {
  func.return
}

// -----

// (c1) of disc_shape.dim
// CHECK: symbol '@NOPE' of 'disc_shape.dim' does not exist
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @NOPE
  func.return
}

// -----

// (c1) of disc_shape.bind_dim
// CHECK: symbol '@NOPE' of 'disc_shape.bind_dim' does not exist
func.func @f(%n: index) {
  disc_shape.bind_dim %n to @NOPE
  func.return
}

// -----

// (c1) functions and symbols share one table
// CHECK: '@f' of 'func.func' is a 'func.func', not a symbolic dimension
func.func @f(%a: tensor<?xf32, [@f]>) {
  func.return
}

// -----

// (c2)
// CHECK: tensor<?x?xf32, [@S0]> has rank 2, but 1 symbols
func.func @f(%a: tensor<?x?xf32, [@S0]>) {
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2)
// CHECK: dimension 1 of tensor<?x?xf32, [@S0, "x"]> needs a symbol or 'unit', got "x"
func.func @f(%a: tensor<?x?xf32, [@S0, "x"]>) {
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2)
// CHECK: dimension 0 of tensor<?xf32, [@S0::@S1]> needs a symbol or 'unit', got @S0::@S1
func.func @f(%a: tensor<?xf32, [@S0::@S1]>) {
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2)
// CHECK: 'disc_shape.dims' has 1 lists for the 2 results of 'test.op'
%0, %1 = "test.op"() {disc_shape.dims = [[@S0]]} : () -> (memref<?xf32>, memref<?xf32>)
disc_shape.SymbolDim @S0

// -----

// (c2)
// CHECK: 'disc_shape.dims' of memref<?xf32> has rank 1, but 2 symbols
%0 = "test.op"() {disc_shape.dims = [@S0, @S0]} : () -> memref<?xf32>
disc_shape.SymbolDim @S0

// -----

// (c2)
// CHECK: 'disc_shape.dims' needs a list, got "x"
%0 = "test.op"() {disc_shape.dims = "x"} : () -> memref<?xf32>

// -----

// (c2)
// CHECK: index has no dimensions to name
%0 = "test.op"() {disc_shape.dims = []} : () -> index

// -----

// (c2)
// CHECK: 'disc_shape.arg_dims' has 1 lists for 2 arguments
"test.op"() ({
^bb0(%x: memref<?xf32>, %y: index):
  "test.termop"() : () -> ()
}) {disc_shape.arg_dims = [[[@S0]]]} : () -> ()
disc_shape.SymbolDim @S0

// -----

// (c3)
// CHECK: dimension 1 of tensor<?x10xf32, [@S0, @S0]> is 10, but symbol '@S0' has no value
func.func @f(%a: tensor<?x10xf32, [@S0, @S0]>) {
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c3)
// CHECK: dimension 1 of tensor<?x10xf32, [unit, @C9]> is 10, but symbol '@C9' has value 9
func.func @f(%a: tensor<?x10xf32, [unit, @C9]>) {
  func.return
}
disc_shape.SymbolDim @C9 {value = 9}

// -----

// (c4)
// CHECK: constraint graph '@graph' of symbol '@S0' does not exist
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @graph}

// -----

// (c4)
// CHECK: constraint graph '@S0' of symbol '@S0' is a 'disc_shape.SymbolDim'
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @S0}

// -----

// (c4)
// CHECK: constraint graph '@graph' must be public
func.func private @graph() {
  func.return
}
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @graph}

// -----

// (c4)
// CHECK: constraint graph '@graph' must have no results
func.func @graph() -> index {
  %0 = disc_shape.dim @S0
  func.return %0 : index
}
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @graph}

// -----

// (c4)
// CHECK: constraint graph '@graph' must have no arguments
func.func @graph(%a: index) {
  func.return
}
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @graph}

// -----

// (c4)
// CHECK: 'disc_shape.bind_dim' does not belong into constraint graph '@graph'
func.func @graph() {
  %0 = disc_shape.dim @S0
  disc_shape.bind_dim %0 to @S0
  func.return
}
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @graph}

// -----

// (c4)
// CHECK: constraint graph '@graph' must have one block, got 2
func.func @graph() {
  cf.br ^bb1
^bb1:
  func.return
}
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @graph}

// -----

// (c4)
// CHECK: constraint graph '@graph' must have one block, got 0
func.func @graph() -> ()
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @graph}

// -----

// (c4)
// CHECK: 'arith.addi' does not belong into constraint graph '@shape_constraint_graph'
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  %1 = arith.addi %0, %0 : index
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c5)
// CHECK: 'disc_shape.tie_predicate_eq' is outside of a constraint graph
func.func @f(%n: index) {
  disc_shape.tie_predicate_eq %n, %n
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c5)
// CHECK: 'disc_shape.dim' is outside of a constraint graph
func.func @f() {
  %0 = disc_shape.dim @S0
  func.return
}
disc_shape.SymbolDim @S0

// -----

// A nested module has symbols of its own.
// CHECK: symbol '@S0' of 'func.func' does not exist
builtin.module {
  builtin.module {
    func.func @f(%a: tensor<?xf32, [@S0]>) {
      func.return
    }
  }
  disc_shape.SymbolDim @S0
}

// -----

// (c2) on a result of a function
// CHECK: 'disc_shape.dims' of memref<?xf32> has rank 1, but 2 symbols
func.func private @f() -> (memref<?xf32> {disc_shape.dims = [@S0, @S0]})
disc_shape.SymbolDim @S0

// -----

// (c1) in the attribute of the older system on an argument
// CHECK: symbol '@NOPE' of 'func.func' does not exist
func.func @f(%a: memref<?xf32> {kDiscSymbolicDimAttr = [@NOPE]}) {
  func.return
}
