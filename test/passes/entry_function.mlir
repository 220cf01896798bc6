// The function that a pass is about: the one named, else `main`, else the only public one.

// RUN: not disc-opt %s --split-input-file -p 'assume-shapes{facts="0: [n]"}' 2>&1 | filecheck %s
// RUN: not disc-opt %s --split-input-file -p 'dynamize-shapes{args="0:0" entry=missing}' 2>&1 | filecheck %s --check-prefix=NAMED

// CHECK: func.func @first(%x: tensor<?xf32>)
// CHECK: func.func @main(%x: tensor<?xf32, [@n]>)
// NAMED: error: there is no function @missing
func.func @first(%x: tensor<?xf32>) {
  return
}
func.func @main(%x: tensor<?xf32>) {
  return
}

// -----

// CHECK: func.func private @helper(%x: tensor<?xf32>)
// CHECK: func.func @only(%x: tensor<?xf32, [@n]>)
func.func private @helper(%x: tensor<?xf32>) {
  return
}
func.func @declared(tensor<?xf32>)
func.func @only(%x: tensor<?xf32>) {
  return
}

// -----

// CHECK: error: there is no function @main, name one of @one, @two
func.func @one(%x: tensor<?xf32>) {
  return
}
func.func @two(%x: tensor<?xf32>) {
  return
}
