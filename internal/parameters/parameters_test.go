package parameters_test

import (
	"strings"
	"testing"

	"ludex/internal/parameters"
)

const board = `#row(p) = [p, p, p] // parameter columns
#board = rectangle(up, down, left, right,
    row(a) row(b) row(b) row(b) row(a))
#line = (ahead {a})^3 {$ a == 4}
`

func find(t *testing.T, text string, rbg bool) []parameters.Parameter {
	t.Helper()
	list, err := parameters.Find(text, rbg)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestBoardgame(t *testing.T) {
	list := find(t, board, true)
	if got := parameters.Names(list); got != "columns, line3, line4" {
		t.Fatalf("found %s", got)
	}
	for i, want := range []int{3, 3, 3} {
		if list[i].Value != want {
			t.Errorf("%s is %d, want %d", list[i].Name, list[i].Value, want)
		}
	}
	got, err := parameters.Set(board, list, map[string]int{"columns": 2, "line3": 4, "line4": 5})
	want := `#row(p) = [p, p] // parameter columns
#board = rectangle(up, down, left, right,
    row(a) row(b) row(b) row(b) row(b) row(a))
#line = (ahead {a})^5 {$ a == 4}
`
	if err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
}

// The same values give the same text.
func TestIdentity(t *testing.T) {
	list := find(t, board, true)
	values := map[string]int{}
	for _, p := range list {
		values[p.Name] = p.Value
	}
	if got, err := parameters.Set(board, list, values); err != nil || got != board {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestGDL(t *testing.T) {
	const text = "(init (counter 5)) ; parameter start\n(<= terminal (true (counter 10)))\n(limit 5) ; parameter start\n"
	list := find(t, text, false)
	if len(list) != 2 || list[0].Value != 5 || !list[0].Named || list[1].Name != "line2" || list[1].Value != 10 {
		t.Fatalf("found %+v", list)
	}
	got, err := parameters.Set(text, list, map[string]int{"start": 7})
	if err != nil || strings.Count(got, "7") != 2 || strings.Contains(got, "5") {
		t.Errorf("%v\n%s", err, got)
	}
}

// TestChain shortens and lengthens facts that count.
func TestChain(t *testing.T) {
	for _, tt := range []struct{ text, shorter, longer string }{
		{"(succ 1 2) (succ 2 3)\n(succ 3 4) ; the last\n(other 3 1) (<= (p ?x) (succ ?x 3))\n",
			"(succ 1 2) (succ 2 3)\n ; the last\n(other 3 1) (<= (p ?x) (succ ?x 3))\n",
			"(succ 1 2) (succ 2 3)\n(succ 3 4) (succ 4 5) ; the last\n(other 3 1) (<= (p ?x) (succ ?x 3))\n"},
		{"succ(1,2).\nsucc(2,3).\nsucc(3,4).\np(X) :- succ(X,3).\n",
			"succ(1,2).\nsucc(2,3).\n\np(X) :- succ(X,3).\n",
			"succ(1,2).\nsucc(2,3).\nsucc(3,4).\nsucc(4,5).\np(X) :- succ(X,3).\n"},
	} {
		list := find(t, tt.text, false)
		if len(list) != 1 || list[0].Name != "succ" || list[0].Value != 4 {
			t.Fatalf("found %+v", list)
		}
		for value, want := range map[int]string{3: tt.shorter, 4: tt.text, 5: tt.longer} {
			if got, err := parameters.Set(tt.text, list, map[string]int{"succ": value}); err != nil || got != want {
				t.Errorf("succ=%d: %v\n%q, want\n%q", value, err, got, want)
			}
		}
		if _, err := parameters.Set(tt.text, list, map[string]int{"succ": 1}); err == nil {
			t.Error("succ=1 is accepted")
		}
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"(a 5) ; parameter n\n(b 6) ; parameter n\n": "5 in line 1 and 6 in line 2",
		"(a b) ; parameter n\n":                      "nothing that the parameter n could name",
	} {
		if _, err := parameters.Find(text, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	list := find(t, board, true)
	for name, value := range map[string]int{"depth": 1, "columns": 0, "line4": 5000} {
		if _, err := parameters.Set(board, list, map[string]int{name: value}); err == nil {
			t.Errorf("%s=%d is accepted", name, value)
		}
	}
}
