package boardrank_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"ludex/internal/prove/boardrank"
	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

// game returns a small game with some rules.
func game(t *testing.T, rules string) *rbg.Game {
	t.Helper()
	g, list := rbgparse.File(source.NewFile("test.rbg", []byte(`#players = one(100), two(100)
#pieces = e, x, y
#variables = n(20), quiet(5)
#board = rectangle(up,down,left,right,[e,e,x][e,e,e][y,e,e])
#any = (up* + down*)(left* + right*)
#rules = `+rules)))
	if g == nil {
		t.Fatalf("%s: %v", rules, list.Err())
	}
	return g
}

// everywhere is a board on which each cell can hold everything.
func everywhere(pieces ...string) [][]string { return slices.Repeat([][]string{pieces}, 9) }

// A maker makes proofs whose numbers never rise for a time.
type maker struct {
	t     *testing.T
	graph *boardrank.Graph
	left  []boardrank.Action
	proof *boardrank.Proof
}

func newMaker(t *testing.T, g *rbg.Game, held [][]string) *maker {
	t.Helper()
	sets := make([]boardrank.Set, len(held))
	for c, names := range held {
		for p, piece := range g.Pieces {
			if slices.Contains(names, piece.Name) {
				sets[c] |= 1 << p
			}
		}
	}
	graph, err := boardrank.NewGraph(t.Context(), g, sets)
	if err != nil {
		t.Fatal(err)
	}
	return &maker{t, graph, graph.Actions, &boardrank.Proof{Held: held}}
}

// step adds a step and reports whether it is accepted.
func (m *maker) step(s boardrank.Step) bool {
	m.proof.Steps = append(m.proof.Steps, s)
	left, err := m.graph.Apply(m.left, &s)
	if err == nil {
		m.left = left
	}
	return err == nil
}

// order adds a step with the classes that situations have if those on a way round are in one class.
func (m *maker) order() {
	class := make([]uint32, m.graph.Situations())
	reach := make([]map[int32]bool, len(class))
	for s := range reach {
		reach[s] = map[int32]bool{}
	}
	for again := true; again; {
		again = false
		for _, a := range m.left {
			before := len(reach[a.From])
			reach[a.From][a.To] = true
			for s := range reach[a.To] {
				reach[a.From][s] = true
			}
			again = again || len(reach[a.From]) > before
		}
	}
	for s := range class { // what can be reached from a situation on a way round is as much from each on it
		class[s] = uint32(len(reach[s]))
	}
	if !m.step(boardrank.Step{Values: class}) {
		m.t.Error("an order is refused")
	}
}

// number adds a step with a number that never rises.
func (m *maker) number(n *boardrank.Number) bool {
	return m.step(boardrank.Step{Number: n, Values: slices.Repeat([]uint32{1}, m.graph.Situations())})
}

func variable(name string, factor int64) *boardrank.Number {
	return &boardrank.Number{Variable: name, Factor: factor}
}

func count(factor int64, pieces ...string) *boardrank.Number {
	return &boardrank.Number{Pieces: pieces, Weights: slices.Repeat([]int64{factor}, 9)}
}

// Proofs are accepted if each number only falls, and all plays take what lowers it again and again.
func TestCheck(t *testing.T) {
	rows := &boardrank.Number{Pieces: []string{"x"}, Weights: []int64{2, 2, 2, 1, 1, 1, 0, 0, 0}}
	for _, x := range []struct {
		name, rules string
		numbers     []*boardrank.Number
		refused     int    // the first number that is refused, counted from 1; 0 if none is
		wrong       string // the error of the check; "" if it is accepted
	}{
		{"no way round", "->one any {e} [x] ->two any {e} [y]", nil, 0, ""},
		{"only the keeper goes on", "->one any {e} [x] (->> any [e] any [x])*", nil, 0, ""},
		{"a way round", "(->one any {x} [e] (up+down) {e} [x])*", nil, 0, "actions are left"},
		{"cells are filled", "(->one any {e} [x] ->two any {e} [y])*", []*boardrank.Number{count(1, "e")}, 0, ""},
		{"stones become more", "(->one any {e} [x] ->two any {e} [y])*", []*boardrank.Number{count(-1, "x")}, 0, ""},
		{"the wrong way", "(->one any {e} [x] ->two any {e} [y])*", []*boardrank.Number{count(-1, "e")}, 1, "may raise"},
		{"another piece", "(->one any {e} [x] ->two any {e} [y])*", []*boardrank.Number{count(1, "y")}, 1, "may raise"},
		{"cells may be empty before", "(->one any [x] ->two any [y])*", []*boardrank.Number{count(1, "e")}, 0, "actions are left"},
		{"what is replaced is not known", "(->one any [x] ->two any [e])*", []*boardrank.Number{count(1, "e")}, 1, "may raise"},
		{"a counter", "(->one [$ n = n + 1])*", []*boardrank.Number{variable("n", -1)}, 0, ""},
		{"a counter with a factor", "(->one [$ n = 1 + n + 1])*", []*boardrank.Number{variable("n", -3)}, 0, ""},
		{"a counter that falls", "(->one [$ n = n - 1])*", []*boardrank.Number{variable("n", 1)}, 0, ""},
		{"a counter that may stay", "(->one [$ n = n + quiet] [$ quiet = 3])*", []*boardrank.Number{variable("n", -1)}, 0, "actions are left"},
		{"a counter with a variable that is always 0", "(->one [$ n = n + 1 - quiet])*", []*boardrank.Number{variable("n", -1)}, 0, ""},
		{"a counter that may fall", "(->one [$ n = n + 1 - quiet] [$ quiet = 1])*", []*boardrank.Number{variable("n", -1)}, 1, "may raise"},
		{"a difference", "(->one [$ n = 1 - n])*", []*boardrank.Number{variable("n", -1)}, 1, "may raise"},
		{"a product", "(->one [$ n = n * 2])*", []*boardrank.Number{variable("n", -1)}, 1, "may raise"},
		{"a quotient", "(->one [$ n = n + 4 / 2])*", []*boardrank.Number{variable("n", -1)}, 1, "may raise"},
		{"a value", "(->one [$ n = 20])*", []*boardrank.Number{variable("n", -1)}, 0, "actions are left"},
		{"a test of the cell", "(->one any {x} down {e} [x] [$ quiet = quiet + 1])*", []*boardrank.Number{variable("quiet", -1)}, 0, ""},
		{"only on one way", "(->one ([$ n = n + 1] + any {e} [x]))*", []*boardrank.Number{variable("n", -1)}, 0, "actions are left"},
		{"two numbers", "(->one ([$ n = n + 1] + any {e} [x]))*", []*boardrank.Number{variable("n", -1), count(1, "e")}, 0, ""},
		{"one after the other", `(->one any {x} [e] (up+down) ({e} [$ quiet = quiet + 1] + {y} [$ quiet = 0]) [x])*`,
			[]*boardrank.Number{count(1, "y"), variable("quiet", -1)}, 0, ""},
		{"in the wrong order", `(->one any {x} [e] (up+down) ({e} [$ quiet = quiet + 1] + {y} [$ quiet = 0]) [x])*`,
			[]*boardrank.Number{variable("quiet", -1), count(1, "y")}, 1, "may raise"},
		{"rows that count", "(->one any {e} [x] down {x} [e])*", []*boardrank.Number{rows}, 1, "may raise"},
		{"a pattern is not the board", "(->one {? any {e} [x]})*", []*boardrank.Number{count(1, "e")}, 0, "actions are left"},
	} {
		g := game(t, x.rules)
		m := newMaker(t, g, everywhere("e", "x", "y"))
		m.order()
		for i, n := range x.numbers {
			if ok := m.number(n); ok != (x.refused != i+1) {
				t.Errorf("%s: number %d is accepted: %v", x.name, i+1, ok)
			}
			m.order()
		}
		err := boardrank.Check(t.Context(), g, m.proof)
		if (err == nil) != (x.wrong == "") || err != nil && !strings.Contains(err.Error(), x.wrong) {
			t.Errorf("%s: %v, want %q", x.name, err, x.wrong)
		}
	}
}

// A number may rise for a time where the situations make up for it: a piece moves forward by leaving one cell and coming to
// another one.
func TestNumbersOfSituations(t *testing.T) {
	g := game(t, "(->one any {x} [e] down {e} [x])*")
	m := newMaker(t, g, everywhere("e", "x", "y"))
	m.order()
	rows := &boardrank.Number{Pieces: []string{"x"}, Weights: []int64{3, 3, 3, 2, 2, 2, 1, 1, 1}}
	if m.number(rows) {
		t.Error("a number that rises where the piece is put is accepted")
	}
	m = newMaker(t, g, everywhere("e", "x", "y"))
	m.order()
	of := make([]uint32, m.graph.Situations())
	for i := range of {
		of[i] = 1
	}
	w, err := m.graph.Weigher(rows)
	if err != nil {
		t.Fatal(err)
	}
	for again := true; again; { // what is added falls by as much as the number may rise
		again = false
		for i := range m.left {
			a := &m.left[i]
			if n := int64(of[a.To]) + w.Rise(a); n > int64(of[a.From]) {
				of[a.From], again = uint32(n), true
			}
		}
	}
	if !m.step(boardrank.Step{Number: rows, Values: of}) {
		t.Fatal("it is refused")
	}
	m.order()
	if err := boardrank.Check(t.Context(), g, m.proof); err != nil {
		t.Error(err)
	}
	half := slices.Clone(of)
	half[len(half)/2] = 0
	m.proof.Steps[1].Values = half
	if err := boardrank.Check(t.Context(), g, m.proof); err == nil {
		t.Error("a step that is not about one situation of a way round is accepted")
	}
}

// Proofs that are broken on purpose are refused, and say why.
func TestBrokenProofs(t *testing.T) {
	g := game(t, "(->one any {e} [x] ->two any {e} [y])*")
	good := func() *boardrank.Proof {
		m := newMaker(t, g, everywhere("e", "x", "y"))
		m.order()
		m.number(count(1, "e"))
		m.order()
		return m.proof
	}
	if err := boardrank.Check(t.Context(), g, good()); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(p *boardrank.Proof){
		"may take infinitely often":                func(p *boardrank.Proof) { p.Steps = p.Steps[:2] },
		"leads to a higher class":                  func(p *boardrank.Proof) { p.Steps[2].Values[3], p.Steps[2].Values[4] = p.Steps[2].Values[4]+9, 0 },
		"may raise the number":                     func(p *boardrank.Proof) { p.Steps[1].Number.Weights[4] = -1 },
		"numbers for":                              func(p *boardrank.Proof) { p.Steps[0].Values = p.Steps[0].Values[1:] },
		"can hold a piece that the proof does not": func(p *boardrank.Proof) { p.Held = everywhere("e", "x") },
		"there is no piece z":                      func(p *boardrank.Proof) { p.Held[0] = []string{"z"} },
		"a board with 8 cells, and there are 9":    func(p *boardrank.Proof) { p.Held = p.Held[:8] },
		"there is no piece white":                  func(p *boardrank.Proof) { p.Steps[1].Number.Pieces = []string{"white"} },
		"there is no variable m":                   func(p *boardrank.Proof) { p.Steps[1].Number = variable("m", 1) },
		"8 weights for 9 cells":                    func(p *boardrank.Proof) { p.Steps[1].Number.Weights = p.Steps[1].Number.Weights[1:] },
		"that of a variable or that of pieces":     func(p *boardrank.Proof) { p.Steps[1].Number.Variable = "n" },
		"a weight is not from":                     func(p *boardrank.Proof) { p.Steps[1].Number.Weights[0] = 1 << 40 },
	} {
		p := good()
		change(p)
		if err := boardrank.Check(t.Context(), g, p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := boardrank.Check(ctx, g, good()); err == nil {
		t.Error("it is checked without time")
	}
}

// FuzzCheck reads proofs about games with plays that go on for ever. None is accepted.
func FuzzCheck(f *testing.F) {
	const held = `"held": [["e","x","y"],["e","x","y"],["e","x","y"],["e","x","y"],["e","x","y"],["e","x","y"],["e","x","y"],["e","x","y"],["e","x","y"]]`
	f.Add(`{`+held+`, "steps": [{}, {"number": {"variable": "n", "factor": -1}}, {}]}`, []byte{3, 1, 1, 1, 1, 0, 2})
	f.Add(`{`+held+`, "steps": [{}, {"number": {"pieces": ["x"], "weights": [3,3,3,2,2,2,1,1,1]}}, {}]}`, []byte{1})
	f.Add(`{"held": [], "steps": null}`, []byte{})
	rules := []string{
		"(->one any {x} [e] (up+down) {e} [x])*",
		"(->one any ({e} [x] [$ n = n + 1] + {x} [e] [$ n = n - 1]))*",
		"(->one any [x] ->two any [e] [$ quiet = 1 - quiet])*",
	}
	f.Fuzz(func(t *testing.T, text string, numbers []byte) {
		for _, r := range rules {
			var p boardrank.Proof
			if json.Unmarshal([]byte(text), &p) != nil || len(p.Steps) > 8 {
				return
			}
			g := game(t, r)
			graph, err := boardrank.NewGraph(t.Context(), g, make([]boardrank.Set, 9))
			if err != nil {
				t.Fatal(err)
			}
			if graph, err = boardrank.NewGraph(t.Context(), g, graph.Held); err != nil {
				t.Fatal(err)
			}
			for i := range p.Steps {
				for n := range graph.Situations() {
					if len(numbers) > 0 {
						p.Steps[i].Values = append(p.Steps[i].Values, uint32(numbers[(n+i)%len(numbers)]))
					}
				}
			}
			if boardrank.Check(t.Context(), g, &p) == nil {
				t.Errorf("%s goes on for ever, and a proof that it ends is accepted", r)
			}
		}
	})
}
