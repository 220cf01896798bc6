// RUN: disc-opt %s -p disc-inline --split-input-file --print-debuginfo | filecheck %s

// Operations of an inlined function are located at the call; an argument that has no location takes
// that of the argument which it is passed to.

func.func @main(%arg0: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @inner(%arg0) : (tensor<?xf32>) -> tensor<?xf32> loc("net.py":9:2)
  func.return %0 : tensor<?xf32>
}
func.func private @inner(%x: tensor<?xf32> loc("x")) -> tensor<?xf32> {
  %0 = stablehlo.tanh %x : tensor<?xf32> loc("net.py":3:4)
  %1 = stablehlo.add %0, %0 : tensor<?xf32>
  func.return %1 : tensor<?xf32>
}
// CHECK-LABEL: func.func @main(%arg0: tensor<?xf32> loc("x"))
// CHECK-NEXT: stablehlo.tanh %arg0 : {{.*}} loc(callsite("net.py":3:4 at "net.py":9:2))
// CHECK-NEXT: stablehlo.add {{.*}} loc("net.py":9:2)

// -----

// Two calls: each copy is located at its own call, and where the call has no location, the
// operations keep theirs.

func.func @twice(%x: tensor<?xf32> loc("y")) -> tensor<?xf32> {
  %0 = func.call @inner(%x) : (tensor<?xf32>) -> tensor<?xf32> loc("net.py":9:2)
  %1 = func.call @inner(%0) : (tensor<?xf32>) -> tensor<?xf32>
  func.return %1 : tensor<?xf32>
}
func.func private @inner(%x: tensor<?xf32> loc("x")) -> tensor<?xf32> {
  %0 = stablehlo.tanh %x : tensor<?xf32> loc("net.py":3:4)
  func.return %0 : tensor<?xf32>
}
// CHECK-LABEL: func.func @twice(%x: tensor<?xf32> loc("y"))
// CHECK-NEXT: stablehlo.tanh %x : {{.*}} loc(callsite("net.py":3:4 at "net.py":9:2))
// CHECK-NEXT: stablehlo.tanh {{.*}} loc("net.py":3:4)
