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
	const text = "(init (counter 5)) ; parameter start\n(<= terminal (true (counter 10))) ; not one\n(limit 5) ; parameter start\n"
	list := find(t, text, false)
	if len(list) != 1 || list[0].Value != 5 || !list[0].Named {
		t.Fatalf("found %+v", list)
	}
	got, err := parameters.Set(text, list, map[string]int{"start": 7})
	if err != nil || strings.Count(got, "7") != 2 || strings.Contains(got, "5") {
		t.Errorf("%v\n%s", err, got)
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
