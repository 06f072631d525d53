package parse

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ludex/gdl"
	"ludex/source"
)

func TestSmoke(t *testing.T) {
	for _, text := range []string{"(role x)(<= (p ?x ?n++) (and (q ?x) (or (r ?x) (s ?x))) (not (t ?n++)))", "role(x) p(X,Y) :- q(X) & ~r(Y), (a|b(c)). q <= X != Y"} {
		p, l := File(source.NewFile("t", []byte(text)), Options{})
		fmt.Printf("%+v\n%v\n", p.Clauses, l.Items)
	}
	big := "(<= (legal ?p (mark ?x ?y)) (true (cell ?x ?y b)) (true (control ?p)))\n"
	start := time.Now()
	p, _ := File(source.NewFile("t", []byte(strings.Repeat(big, 10e6/len(big)))), Options{})
	fmt.Println(len(p.Clauses), time.Since(start))
	big = "legal(P,mark(X,Y)) :- true(cell(X,Y,b)) & true(control(P))\n"
	start = time.Now()
	p, _ = File(source.NewFile("t", []byte(strings.Repeat(big, 10e6/len(big)))), Options{})
	fmt.Println(len(p.Clauses), time.Since(start))
	_ = gdl.GDL
}
