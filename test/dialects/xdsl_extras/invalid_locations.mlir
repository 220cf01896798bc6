// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// A name that is defined nowhere.
// CHECK: undefined symbol alias '#loc1'
func.func @f() {
  func.return loc(#loc1)
}

// -----

// A name that is defined twice.
// CHECK: re-declaration of alias '#loc1'
func.func @f() {
  func.return loc(#loc1)
}
#loc1 = loc("a")
#loc1 = loc("b")

// -----

// A name that is defined by itself is a location that is not known.
// CHECK: func.return
func.func @f() {
  func.return loc(#loc1)
}
#loc1 = loc("a"(#loc1))
