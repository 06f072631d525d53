package gdlwellformed

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"ludex/internal/gdlparse"
	"ludex/internal/wellformed"
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

// TestDecideTimed decides by zones what holds in all plays, also in those that random moves do
// not find.
func TestDecideTimed(t *testing.T) {
	const head = "role(ann) next(T,t) :- true(T,t) "
	for _, tt := range []struct{ text, codes, ends, playable, goals, wins string }{
		{head + "init(1,t) legal(ann,go) :- true(T,t) terminal :- expired(t) goal(ann,100)", "",
			"yes at 1 at the latest", "yes", "yes", "yes"},
		// Stuck, if ann moves exactly when t runs out.
		{head + "init(1,t) legal(ann,go) :- true(T,t) terminal :- expired(t) & ~true(infinity,x) next(infinity,x) :- does(ann,go) & expired(t) goal(ann,0)",
			"GDL123 GDL130", "no a play can get stuck", "no nothing can happen any more", "yes", "no"},
		// Nothing runs out any more.
		{head + "init(1,t) legal(ann,go) terminal :- true(infinity,x) next(infinity,x) :- does(ann,go) & ~true(1,t) goal(ann,100)",
			"GDL131", "no a play can go on for ever, with moves at multiples of 1", "not refuted", "not refuted", "yes"},
		{head + "init(1,t) legal(ann,go) terminal :- true(infinity,x) next(infinity,x) :- does(ann,go) goal(ann,100)",
			"GDL131", "no nothing runs out and nobody has to move", "yes", "yes", "yes"},
		// The timer is wound up again.
		{"role(ann) init(1,t) next(1,t) :- expired(t) next(T,t) :- true(T,t) legal(ann,go) :- true(T,t) terminal :- true(infinity,x) next(infinity,x) :- does(ann,go) goal(ann,100)",
			"GDL131", "no a play can go on for ever, with moves at multiples of 1", "yes", "yes", "yes"},
		// Two timers that hand over, and then the end.
		{"role(ann) init(1,a) next(2,b) :- expired(a) next(T,F) :- true(T,F) legal(ann,go) :- true(T,a) terminal :- expired(b) goal(ann,100)",
			"", "yes after a bounded time", "yes", "yes", "yes"},
		// Goals only in plays in which ann moves at the last instant.
		{head + "init(1,t) legal(ann,go) :- true(T,t) next(infinity,x) :- does(ann,go) & expired(t) terminal :- expired(t) goal(ann,100) goal(ann,0) :- true(infinity,x)",
			"GDL133", "yes at 1 at the latest", "yes", "no ann has no goal value, or several", "yes"},
	} {
		prog, list := gdlparse.File(source.NewFile("t.gdl", []byte(tt.text)), gdlparse.Options{})
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		list.Items = nil
		r, err := CheckTimed(t.Context(), prog, Options{Playouts: 3, ProofTime: time.Minute}, list)
		if err != nil {
			t.Fatal(err)
		}
		var codes []string
		for _, d := range list.Items {
			codes = append(codes, d.Code.ID)
		}
		slices.Sort(codes)
		req := r.Requirements
		for _, x := range []struct{ what, got, want string }{
			{"codes", strings.Join(codes, " "), tt.codes},
			{"ends", verdict(&req.Terminates), tt.ends},
			{"playable", verdict(&req.Playable), tt.playable},
			{"goals", verdict(&req.Goals), tt.goals},
			{"wins", verdict(req.WeaklyWinnable["ann"]), tt.wins},
		} {
			if x.got != x.want {
				t.Errorf("%s\n%s: %s, want %s", tt.text, x.what, x.got, x.want)
			}
		}
	}
}

func verdict(f *wellformed.Finding) string {
	return strings.TrimSpace(f.Verdict.String() + " " + f.Detail)
}

// TestTimedKnowledge checks Propositions 2 and 3 in real time.
func TestTimedKnowledge(t *testing.T) {
	const game = "role(ann) role(random) init(infinity,new) legal(random,toss(S)) :- true(infinity,new) & side(S) side(heads) side(tails) next(infinity,is(S)) :- does(random,toss(S)) next(1,t) :- does(random,toss(S)) next(T,F) :- true(T,F) & ~true(infinity,new) terminal :- expired(t) "
	for _, tt := range []struct{ text, legal, ends, codes string }{
		{"legal(ann,go) :- true(T,t) sees(ann,S) :- does(random,toss(S)) goal(ann,100) :- true(infinity,is(heads)) goal(ann,0) :- true(infinity,is(tails))", "yes", "yes", ""},
		{"legal(ann,go) :- true(infinity,is(heads)) sees(ann,go) :- does(ann,go) goal(ann,100)", "no", "yes", "GDL127"},
		{"legal(ann,go) :- true(T,t) sees(ann,go) :- does(ann,go) goal(ann,100) :- true(infinity,is(heads)) goal(ann,0) :- true(infinity,is(tails))", "yes", "no", "GDL128"},
	} {
		prog, list := gdlparse.File(source.NewFile("t.gdl", []byte(game+tt.text)), gdlparse.Options{})
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		list.Items = nil
		r, err := CheckTimed(t.Context(), prog, Options{Playouts: 3, ProofTime: time.Minute}, list)
		if err != nil || r.Knowledge == nil || r.Grid != "1" {
			t.Fatalf("%+v, %v", r, err)
		}
		codes := ""
		for _, d := range list.Items {
			codes += d.Code.ID
		}
		if got, ends := r.Knowledge.LegalMoves.String(), r.Knowledge.Ends.String(); got != tt.legal || ends != tt.ends || codes != tt.codes {
			t.Errorf("%s\nknows its moves: %s, want %s; its end: %s, want %s; %s", tt.text, got, tt.legal, ends, tt.ends, codes)
		}
	}
}
