package variation_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"ludex/internal/report"
	"ludex/internal/trial"
	"ludex/internal/variation"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// lines is a game about stones in a line.
const lines = `#players = cross(100), nought(100)
#pieces = empty, crossStone, noughtStone
#variables =
#row = [empty, empty, empty] // parameter columns
#board = rectangle(up, down, left, right,
    row row row) // parameter rows
#anywhere = (up* + down*) (left* + right*)
#home = up* {! up} left* {! left}
#straight(stone; back; ahead) = (back {stone})* (ahead {stone})^2 // parameter steps
#line(stone) = (straight(stone; left; right) + straight(stone; up; down) + straight(stone; up left; down right) + straight(stone; down left; up right))
#turn(me; other) = ->me anywhere {empty} [me~Stone] ->>
    ({? line(me~Stone)} [$ me = 100, other = 0] home ->> {} + {! line(me~Stone)} home)
#rules = [$ cross = 50, nought = 50] (turn(cross; nought) turn(nought; cross))*
`

func read(name, text string) *rules.Rules {
	return rules.Read(source.NewFile(name, []byte(text)), rules.Options{})
}

func sweep(t *testing.T, text string, opt trial.Options, axes ...string) *variation.Sweep {
	t.Helper()
	var list []variation.Axis
	for _, a := range axes {
		axis, err := variation.ParseAxis(a)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, axis)
	}
	s, err := variation.New(read("lines.rbg", text), list, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParseAxis(t *testing.T) {
	for text, want := range map[string][]int{"n=4..6": {4, 5, 6}, "n=4..9/2": {4, 6, 8}, "n=9,3,5..6": {3, 5, 6, 9}, "n=0": {0}} {
		if got, err := variation.ParseAxis(text); err != nil || got.Name != "n" || !reflect.DeepEqual(got.Values, want) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "n", "n=", "=4", "n=x", "n=6..4", "n=4..8/0", "n=4/2", "n=3,3", "n=1..100000", "n=-1"} {
		if _, err := variation.ParseAxis(text); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}

// invented is a trier that makes figures up.
func invented(ctx context.Context, items []trial.Item, done func(int, trial.Result) error) error {
	for i, item := range items {
		r := trial.Result{Tier: trial.Passed}
		n := float64(len(item.Key) + strings.Count(item.Rules.Text(), "row"))
		r.Figures = []trial.Figure{{Measure: "length", Unit: "steps", Value: report.NewEstimate(10, n, n-1, n+1)}}
		if item.Key == "columns=4,rows=2" {
			r = trial.Result{Tier: trial.Open, Failed: "it is too large\nand so on"}
		}
		if err := done(i, r); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// TestSweep stops a sweep and goes on with what was kept.
func TestSweep(t *testing.T) {
	whole := sweep(t, lines, trial.Options{}, "columns=2..4", "rows=2,3")
	if err := whole.Run(t.Context(), invented, func(*variation.Variant) error { return nil }); err != nil {
		t.Fatal(err)
	}
	first := sweep(t, lines, trial.Options{}, "columns=2..4", "rows=2,3")
	var file bytes.Buffer
	out := json.NewEncoder(&file)
	if err := out.Encode(first.Head()); err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	err := first.Run(t.Context(), invented, func(v *variation.Variant) error {
		if first.Tried() == 4 {
			return stop
		}
		return out.Encode(variation.Line{Key: v.Key(), Result: *v.Result})
	})
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
	length := file.Len()
	file.WriteString(`{"key":"columns=4,rows=3","resu`) // the program died
	second := sweep(t, lines, trial.Options{}, "columns=2..4", "rows=2,3")
	if n, err := second.Take(bytes.NewReader(file.Bytes())); err != nil || n != int64(length) || second.Tried() != 3 {
		t.Fatalf("%d bytes of %d, %d variants: %v", n, length, second.Tried(), err)
	}
	if err := second.Run(t.Context(), invented, func(*variation.Variant) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for i, v := range whole.Variants {
		if !reflect.DeepEqual(v.Result, second.Variants[i].Result) {
			t.Errorf("%s: %+v and %+v", v.Key(), v.Result, second.Variants[i].Result)
		}
	}
	for _, other := range []*variation.Sweep{sweep(t, lines, trial.Options{Seed: 2}, "columns=2"), sweep(t, lines+"\n", trial.Options{}, "columns=2")} {
		if _, err := other.Take(bytes.NewReader(file.Bytes())); err == nil {
			t.Error("results of another sweep are taken")
		}
	}
	shows(t, whole)
}

// shows checks table and picture.
func shows(t *testing.T, s *variation.Sweep) {
	t.Helper()
	var table, picture bytes.Buffer
	if err := errors.Join(s.WriteTable(&table, s.Measures()), s.WriteSVG(&picture, s.Measures())); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"  columns  rows  length", "  4        2     cannot be played: it is too large\n", "  2        2     20 (19 to 21)\n"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("no %q in\n%s", want, table.String())
		}
	}
	d := xml.NewDecoder(&picture)
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestErrors(t *testing.T) {
	rs := read("lines.rbg", lines)
	for want, axes := range map[string][]variation.Axis{
		"no parameter":  {{Name: "depth", Values: []int{1}}},
		"at least once": {{Name: "columns", Values: []int{0}}},
		"twice":         {{Name: "columns", Values: []int{3}}, {Name: "columns", Values: []int{4}}},
		"more than":     {{Name: "columns", Values: make([]int, 200)}, {Name: "rows", Values: make([]int, 200)}},
	} {
		if _, err := variation.New(rs, axes, trial.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// played runs a sweep with real plays.
func played(t *testing.T, s *variation.Sweep) {
	t.Helper()
	try := func(ctx context.Context, items []trial.Item, done func(int, trial.Result) error) error {
		return trial.Each(ctx, 2, items, done)
	}
	if err := s.Run(t.Context(), try, func(*variation.Variant) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// TestLines reproduces what is known of stones in a line: three on three by three are a draw,
// four on four by four too, and three on a larger board are won by the first player.
func TestLines(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many games")
	}
	s := sweep(t, lines, trial.Options{Sample: 20, Games: 8, Nodes: 300, Player: "mcts:memory=4", Seed: 1}, "columns=3,4", "rows=4", "steps=2,3")
	s.Variants = append(s.Variants, sweep(t, lines, s.Options, "columns=3", "rows=3", "steps=2").Variants...)
	played(t, s)
	for _, v := range s.Variants {
		score, draws := v.Result.Figure("score"), v.Result.Figure("draws")
		if score == nil || draws == nil {
			t.Fatalf("%s: %+v", v.Key(), v.Result)
		}
		won := v.Key() == "columns=3,rows=4,steps=2" || v.Key() == "columns=4,rows=4,steps=2"
		if won != (score.Value.Mean > 0.9) || won == (draws.Value.Mean > 0.7) {
			t.Errorf("%s: the first player scores %s, draws %s", v.Key(), score.Text(), draws.Text())
		}
	}
}

// TestBreakthrough reproduces that games of breakthrough are longer, have more moves and no
// draws on wider boards.
func TestBreakthrough(t *testing.T) {
	if testing.Short() {
		t.Skip("plays many games")
	}
	g, ok := library.Lookup("breakthrough-rbg")
	if !ok {
		t.Fatal("there is no breakthrough")
	}
	s := sweep(t, string(g.Rules()), trial.Options{Playouts: 400, Sample: 50, Games: 4, Nodes: 20, Player: "mcts:memory=1", Seed: 1}, "line15=3,5,7")
	played(t, s)
	for _, measure := range []string{"lanes-length", "random-branching", "length", "branching"} {
		last := 0.0
		for _, v := range s.Variants {
			f := v.Result.Figure(measure)
			if f == nil || f.Value.Mean <= last {
				t.Errorf("%s: %s is %+v after %v", v.Key(), measure, f, last)
				continue
			}
			last = f.Value.Mean
		}
	}
	for _, v := range s.Variants {
		if f := v.Result.Figure("draws"); f == nil || f.Value.Mean != 0 {
			t.Errorf("%s: draws %+v", v.Key(), f)
		}
	}
}
