package logic_test

import (
	"fmt"
	"testing"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/logic"
	"ludex/source"
)

func TestValues(t *testing.T) {
	text := `(role w) (index 1) (index 2)
		(<= (init (cell ?x ?y (p w))) (index ?x) (index ?y))
		(<= (next (cell ?x 3 empty)) (true (cell ?x ?y ?c)))
		(<= (next (never ?x)) (true (missing ?x)))`
	p, list := gdlparse.File(source.NewFile("text", []byte(text)), gdlparse.Options{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	r := logic.NewReach(p)
	got := fmt.Sprint(r.Values(gdl.Symbol{Name: gdl.True, Arity: 1}, 0))
	want := "{false [] [{cell/3 [{false [1 2] []} {false [1 2 3] []} {false [empty] [{p/1 [{false [w] []}]}]}]}]}"
	if got != want {
		t.Errorf("true can hold %s, want %s", got, want)
	}
	if got := fmt.Sprint(r.Values(gdl.Symbol{Name: "missing", Arity: 1}, 0)); got != "{false [] []}" {
		t.Errorf("what cannot hold has the values %s", got)
	}
}

func TestHeadValues(t *testing.T) {
	text := `(score 1) (score 2) (init (s 0)) (<= (next (s ?n)) (score ?n))
		(<= (goal w ?n) (true (s ?n)))
		(<= (goal w ?n) (true (s ?n)) (score ?n))
		(<= (goal w ?n) (or (score ?n) (is ?n (f 3))))
		(<= (goal w ?n) (never ?n))
		(<= (goal w ?n) (not (score ?n)))
		(is a (f 3)) (is b (f 4))`
	p, list := gdlparse.File(source.NewFile("text", []byte(text)), gdlparse.Options{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	r := logic.NewReach(p)
	var got []string
	for i := range p.Clauses {
		if p.Clauses[i].Head.Name == gdl.Goal {
			got = append(got, fmt.Sprint(r.HeadValues(i, 1)))
		}
	}
	want := "[{false [1 2 0] []} {false [1 2] []} {false [1 2 a b] []} {false [] []} {true [] []}]"
	if fmt.Sprint(got) != want {
		t.Errorf("the values are %v, want %s", got, want)
	}
}
