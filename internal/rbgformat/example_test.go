package rbgformat_test

import (
	"fmt"

	"ludex/internal/rbgformat"
	"ludex/internal/rbgparse"
	"ludex/source"
)

const walk = `// A walk.
#players=walker(3)   #pieces=e,   seen
#variables =
#board=rectangle(up,down,left,right,[seen,e][e,e])


#go(dir)=dir{e}[seen] // never back
#rules=(->walker(go(up)+go(down)+go(left)+go(right))[$walker=walker+1]->>)*`

func ExampleSource() {
	doc, _ := rbgparse.Scan(source.NewFile("walk.rbg", []byte(walk)))
	fmt.Printf("%s", rbgformat.Source(doc))
	// Output:
	// // A walk.
	// #players = walker(3)
	// #pieces = e, seen
	// #variables =
	// #board = rectangle(up, down, left, right,
	//     [seen, e]
	//     [e   , e])
	//
	// #go(dir) = dir {e} [seen] // never back
	// #rules = (->walker (go(up) + go(down) + go(left) + go(right)) [$ walker = walker + 1] ->>)*
}

func ExampleLowLevel() {
	g, _ := rbgparse.File(source.NewFile("walk.rbg", []byte(walk)))
	fmt.Printf("%s", rbgformat.LowLevel(g))
	// Output:
	// #players = walker(3)
	// #pieces = e, seen
	// #variables =
	// #board =
	//     rx0y0[seen]{down: rx0y1, right: rx1y0}
	//     rx1y0[e]{down: rx1y1, left: rx0y0}
	//     rx0y1[e]{right: rx1y1, up: rx0y0}
	//     rx1y1[e]{left: rx0y1, up: rx1y0}
	// #rules = (
	//     ->walker (up {e} [seen] + down {e} [seen] + left {e} [seen] + right {e} [seen])
	//     [$ walker = walker + 1] ->>
	// )*
}
