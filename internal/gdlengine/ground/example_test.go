package ground_test

import (
	"context"
	"fmt"
	"os"

	"ludex/internal/gdlengine/ground"
	"ludex/internal/gdlparse"
	"ludex/source"
)

const nim = `
(role a) (role b)
(init (heap 2)) (init (control a))
(succ 0 1) (succ 1 2)
(<= (legal ?p take) (true (control ?p)))
(<= (legal ?p wait) (role ?p) (not (true (control ?p))))
(<= (next (heap ?m)) (true (heap ?n)) (succ ?m ?n))
(<= (next (control ?q)) (true (control ?p)) (role ?q) (distinct ?p ?q))
(<= terminal (true (heap 0)))
(<= (goal ?p 100) (true (control ?q)) (role ?p) (distinct ?p ?q))
(<= (goal ?p 0) (true (control ?p)))
`

func Example() {
	p, _ := gdlparse.File(source.NewFile("nim.kif", []byte(nim)), gdlparse.Options{})
	res, err := ground.Ground(context.Background(), p, ground.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	res.Print(os.Stdout, "instances")
	fmt.Println(len(res.Spec.State), "facts,", res.Stats.Rules, "rules,", res.Stats.Literals, "literals")
	// Output:
	// (<= (legal b wait) (not (true (control b))))
	// (<= (legal a wait) (not (true (control a))))
	// (<= (next (heap 1)) (true (heap 2)))
	// (<= (legal a take) (true (control a)))
	// (<= (next (control b)) (true (control a)))
	// (<= (goal b 100) (true (control a)))
	// (<= (goal a 0) (true (control a)))
	// (<= (next (heap 0)) (true (heap 1)))
	// (<= (legal b take) (true (control b)))
	// (<= (next (control a)) (true (control b)))
	// (<= (goal a 100) (true (control b)))
	// (<= (goal b 0) (true (control b)))
	// (<= terminal (true (heap 0)))
	// 5 facts, 13 rules, 13 literals
}

func ExampleResult_Print() {
	p, _ := gdlparse.File(source.NewFile("test.kif", []byte(`
(role a) (init (at 1)) (legal a stay) (goal a 0)
(<= (next (at ?y)) (true (at ?x)) (next_to ?x ?y ?side))
(<= terminal
  (or (true (at ?x)) (true (was ?x)))
  (next_to ?x ?y ?side) (not (true (at ?y))) (true (at ?z)))
(next_to 1 2 left) (next_to 2 1 right)
`)), gdlparse.Options{})
	res, err := ground.Ground(context.Background(), p, ground.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, pass := range ground.Passes()[:2] {
		fmt.Println(";", pass)
		res.Print(os.Stdout, pass)
	}
	// Output:
	// ; rules
	// (role a)
	// (init (at 1))
	// (legal a stay)
	// (goal a 0)
	// (<= (next (at ?y))
	//     (true (at ?x))
	//     (next_to ?x ?y ?side))
	// (<= ($1 ?x) (true (at ?x)))
	// (<= ($1 ?x) (true (was ?x)))
	// (<= terminal
	//     ($1 ?x)
	//     (next_to ?x ?y ?side)
	//     (not (true (at ?y)))
	//     (true (at ?z)))
	// (next_to 1 2 left)
	// (next_to 2 1 right)
	// ; split
	// (role a)
	// (init (at 1))
	// (legal a stay)
	// (goal a 0)
	// (<= (next (at ?y))
	//     (true (at ?x))
	//     (next_to ?x ?y ?side))
	// (<= ($1 ?x) (true (at ?x)))
	// (<= ($1 ?x) (true (was ?x)))
	// (<= $2
	//     ($1 ?x)
	//     (next_to ?x ?y ?side)
	//     (not (true (at ?y))))
	// (<= $3 (true (at ?z)))
	// (<= terminal
	//     $2
	//     $3)
	// (next_to 1 2 left)
	// (next_to 2 1 right)
}
