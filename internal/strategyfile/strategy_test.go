package strategyfile_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/playertest"
	"ludex/internal/strategyfile"
)

// small is a book with one entry, with places for what can be wrong.
func small(change ...string) string {
	return strings.NewReplacer(change...).Replace(`{"format": "ludex strategy", "version": 1, "game": "g", "plays": "p", "nashconv": 0.5,
"roles": [{"name": "alice", "entries": [{"view": [["noop", "(a)", "(b)"], ["go"]], "moves": {"x": 0.25, "y": 0.75}}]}]}`)
}

func TestRead(t *testing.T) {
	b, err := strategyfile.Read(strings.NewReader(small()))
	if err != nil {
		t.Fatal(err)
	}
	want := &strategyfile.Strategy{Format: strategyfile.Format, Version: 1, Game: "g", Plays: "p", NashConv: 0.5, Roles: []strategyfile.Role{{Name: "alice", Entries: []strategyfile.Entry{
		{View: []strategyfile.Step{{"noop", "(a)", "(b)"}, {"go"}}, Moves: map[string]float64{"x": 0.25, "y": 0.75}},
	}}}}
	if !reflect.DeepEqual(b, want) {
		t.Errorf("the book is %+v", b)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ why, text, message string }{
		{"no JSON", "hello", "invalid character"},
		{"something else", "{}", `the format is ""`},
		{"a later version", small(`"version": 1`, `"version": 2`), "version 2"},
		{"an unknown field", small(`"game"`, `"gme"`), "gme"},
		{"too much", small("0.25", "0.75"), "add up to 1.5"},
		{"less than nothing", small("0.25", "-0.25"), "probability of x is -0.25"},
		{"no moves", small(`"x": 0.25, "y": 0.75`, ``), "no moves"},
		{"no move in a step", small(`["go"]`, `[]`), "a step has no move"},
		{"disorder", small(`"(a)", "(b)"`, `"(b)", "(a)"`), "not in order"},
		{"control characters", small(`"go"`, `"go\u001f"`), "control characters"},
		{"control characters in a move", small(`"x"`, `"\u001d"`), "control characters"},
		{"two strategies", small(`"roles": [`, `"roles": [{"name": "alice", "entries": []},`), "two strategies for alice"},
		{"two entries", small(`"entries": [`, `"entries": [{"view": [["noop", "(a)", "(b)"], ["go"]], "moves": {"x": 1, "y": 0}},`), `two entries for view "noop (a) (b); go"`},
	} {
		if _, err := strategyfile.Read(strings.NewReader(c.text)); !errors.Is(err, strategyfile.ErrInvalid) || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: the error is %v", c.why, err)
		}
	}
}

// FuzzRead checks that no text makes the reader crash, and that what it accepts is
// written and read again unchanged.
func FuzzRead(f *testing.F) {
	f.Add(small())
	f.Add(small("0.25", "1e-9", "0.75", "1"))
	f.Add(small(`"name": "alice"`, `"name": "a\"\u2028"`))
	f.Add(`{"format": "ludex strategy", "version": 1, "roles": null}`)
	f.Fuzz(func(t *testing.T, text string) {
		b, err := strategyfile.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := b.Write(&out); err != nil {
			t.Fatal(err)
		}
		again, err := strategyfile.Read(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatalf("%v in %s", err, out.String())
		}
		var second bytes.Buffer
		if err := again.Write(&second); err != nil {
			t.Fatal(err)
		}
		if out.String() != second.String() {
			t.Fatalf("%s became %s", out.String(), second.String())
		}
	})
}

func TestReader(t *testing.T) {
	g := playertest.Open(t, "kuhnpoker")
	b := &strategyfile.Strategy{Roles: []strategyfile.Role{{Name: "alice", Entries: []strategyfile.Entry{
		{View: []strategyfile.Step{{"noop", "(dealt king)"}}, Moves: map[string]float64{"bet": 0.25, "check": 0.75}},
	}}}}
	m := g.NewMachine()
	s := m.Initial(nil)
	for _, deal := range m.Legal(s, g.Random(), nil) {
		joint := []game.Move{m.Legal(s, 0, nil)[0], m.Legal(s, 1, nil)[0], deal}
		legal := m.Legal(m.Next(s, joint, nil), 0, nil)
		reader := strategyfile.NewIndex(b).Reader(g, 0)
		reader.Add(strategyfile.StepOf(g, 0, joint[0], nil, m.Percepts(s, joint, 0, nil)))
		got, ok := reader.Find(legal)
		if king := strings.HasPrefix(g.MoveText(g.Random(), deal), "(deal king"); ok != king || ok && !reflect.DeepEqual(got, []float64{0.25, 0.75}) {
			t.Errorf("after %s the book says %v, %v", g.MoveText(g.Random(), deal), got, ok)
		}
		if _, ok := reader.Find(legal[:1]); ok {
			t.Error("the book knows what to do with other legal moves")
		}
	}
}

func TestFingerprint(t *testing.T) {
	seen := map[string]string{}
	for _, name := range []string{"kuhnpoker", "leducpoker", "tictactoe", "nim", "connectfour", "rockpaperscissors"} {
		print, err := strategyfile.Fingerprint(playertest.Open(t, name), nil)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[print]; ok {
			t.Errorf("%s and %s have the same fingerprint", name, other)
		}
		seen[print] = name
		g := playertest.Open(t, name)
		if again, _ := strategyfile.Fingerprint(g, g.NewMachine().Initial(nil)); again != print {
			t.Errorf("%s has two fingerprints", name)
		}
	}
}
