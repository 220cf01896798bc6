// RUN: disc-run %s --check --input p=false --dims s=8,t=5,u=5 | filecheck %s
// RUN: not disc-run %s --check --input p=false --dims s=7,t=5,u=5 2>&1 | filecheck %s --check-prefix ODD
// RUN: not disc-run %s --check --input p=false --dims s=2,t=5,u=5 2>&1 | filecheck %s --check-prefix SMALL
// RUN: not disc-run %s --check --input p=false --dims s=40,t=5,u=5 2>&1 | filecheck %s --check-prefix RANGE
// RUN: not disc-run %s --check --input p=false --dims s=8,t=4,u=5 2>&1 | filecheck %s --check-prefix SYSTEM
// RUN: not disc-run %s --check --input p=false --dims s=8,t=7,u=5 2>&1 | filecheck %s --check-prefix BETWEEN
// RUN: disc-run %s --check --input p=false --dims s=8,t=5,u=9 | filecheck %s --check-prefix SEVERAL
// RUN: not disc-run %s --check --input p=true --dims s=8,t=5,u=5 2>&1 | filecheck %s --check-prefix TAKEN
// RUN: disc-run %s --check --entry other --dims 0.0=3 | filecheck %s --check-prefix OTHER

// No value carries @half, @low, @high and @middle, but the predicates determine them. They leave
// @free open, and @part stands for a size only where the branch is taken.
// CHECK: all 12 claims hold (6 predicate, 3 range, 3 symbol)
// CHECK-NEXT: 2 predicates not compared: @free, @part have no value

// ODD: free_symbols.mlir:{{[0-9]+}}:3: error: 'disc_shape.tie_predicate_mul_eq' claims @s == 2 * @half (assumed), which is false in @main for @s = 7 and every @half that the other predicates allow
// SMALL: error: {{.*}} claims {{.*}}@half{{.*}} which is false in @main for {{.*}}every @half that the other predicates allow
// RANGE: error: {{.*}} claims {{.*}}@half{{.*}} which is false in @main for {{.*}}every @half that the other predicates allow
// SYSTEM: error: {{.*}} claims @low + @high == @t (derived), which is false in @main for @t = 4 and every @low, @high that the other predicates allow
// BETWEEN: error: {{.*}} claims {{.*}}@middle{{.*}} which is false in @main for {{.*}}every @middle that the other predicates allow

// Several numbers fit @middle: no claim about it is known to be true.
// SEVERAL: 4 predicates not compared: @middle, @free, @part have no value

// TAKEN: claims @s == 3 * @part (derived), which is false in @main for @s = 8, @part = 8

// None of them concerns a size of @other.
// OTHER: all {{[0-9]+}} claims hold ({{.*}} symbol)
// OTHER-NEXT: 8 predicates not compared: {{.*}} have no value
func.func @main(%x: tensor<?x?x?xf32, [@s, @t, @u]>, %p: i1) {
  scf.if %p {
    %c0 = arith.constant 0 : index
    %0 = tensor.dim %x, %c0 : tensor<?x?x?xf32, [@s, @t, @u]>
    disc_shape.bind_dim %0 to @part
  }
  return
}
func.func @other(%y: tensor<?xf32, [@v]>) {
  return
}
func.func @shape_constraint_graph() {
  %s = disc_shape.dim @s
  %t = disc_shape.dim @t
  %u = disc_shape.dim @u
  %half = disc_shape.dim @half
  %low = disc_shape.dim @low
  %high = disc_shape.dim @high
  %middle = disc_shape.dim @middle
  %free = disc_shape.dim @free
  %part = disc_shape.dim @part
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  disc_shape.tie_predicate "d0 >= d1"(%half, %c2)
  disc_shape.tie_predicate_mul_eq %s, %c2, %half {assumed}
  disc_shape.tie_predicate "d0 == d1 + 1"(%high, %low)
  disc_shape.tie_predicate "d0 + d1 == d2"(%low, %high, %t)
  disc_shape.tie_predicate "d0 <= d1"(%t, %middle)
  disc_shape.tie_predicate "d0 <= d1"(%middle, %u)
  disc_shape.tie_predicate_divisible %free, %c2
  disc_shape.tie_predicate_mul_eq %s, %c3, %part
  return
}
disc_shape.SymbolDim @s
disc_shape.SymbolDim @t
disc_shape.SymbolDim @u
disc_shape.SymbolDim @v
disc_shape.SymbolDim @half {ranges = [[0, 16]]}
disc_shape.SymbolDim @low
disc_shape.SymbolDim @high
disc_shape.SymbolDim @middle
disc_shape.SymbolDim @free
disc_shape.SymbolDim @part
