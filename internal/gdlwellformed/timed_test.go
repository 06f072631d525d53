package gdlwellformed

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ludex/internal/gdlparse"
	"ludex/source"
)

// TestCheckTimed finds each problem in a description that has it.
func TestCheckTimed(t *testing.T) {
	const head = "role(ann) next(T,t) :- true(T,t) "
	for _, tt := range []struct{ text, want string }{
		{head + "init(1,t) legal(ann,go) :- true(T,t) terminal :- expired(t) goal(ann,100)", ""},
		{head + "init(1,t) legal(ann,go) :- true(T,t) terminal :- true(T,never) goal(ann,100)", "GDL130"},
		{head + "init(1,t) next(1,t) :- expired(t) legal(ann,go) :- true(T,t) terminal :- true(T,never) goal(ann,0)", "GDL131"},
		{head + "role(random) init(1,t) next(infinity,f(N)) :- does(random,m(N)) legal(ann,go) :- true(T,t) legal(random,m(a)) :- ~true(infinity,f(a)) legal(random,m(b)) :- true(infinity,f(a)) sees(ann,x) :- expired(t) terminal :- expired(t) goal(ann,0)", "GDL132"},
		{head + "init(1,t) next(0,x) :- expired(t) next(infinity,over) :- expired(t) legal(ann,go) :- true(T,t) terminal :- true(T,over) goal(ann,0)", "GDL133"},
		{head + "init(1,t) legal(ann,go) :- true(T,t) terminal :- expired(t) goal(ann,0) goal(ann,1)", "GDL133"},
	} {
		prog, list := gdlparse.File(source.NewFile("t.gdl", []byte(tt.text)), gdlparse.Options{})
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		list.Items = nil
		r, err := CheckTimed(context.Background(), prog, Options{Playouts: 3}, list)
		if err != nil {
			t.Fatal(err)
		}
		var codes []string
		for _, d := range list.Items {
			codes = append(codes, d.Code.ID)
		}
		slices.Sort(codes)
		if got := strings.Join(codes, " "); got != tt.want {
			t.Errorf("%s\nhas %s, want %s (%+v)", tt.text, got, tt.want, r)
		}
	}
}
