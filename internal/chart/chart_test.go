package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

type writer interface{ WriteSVG(io.Writer) error }

// draw returns the text of a chart, which has to be well-formed.
func draw(t testing.TB, c writer) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(bytes.NewReader(b.Bytes()))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
	}
	if text := b.String(); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Fatalf("no number in\n%s", text)
	}
	return b.String()
}

func examples() map[string]writer {
	return map[string]writer{
		"lines": Lines{
			Frame: Frame{
				Title: "Value over the game", Width: 480, Height: 300,
				X: Axis{Label: "move", Whole: true}, Y: Axis{Label: "goal", Fixed: true, Max: 100},
				Keys: []Key{{Triangle, "blunder"}, {Ring, "proved"}},
			},
			Series: []Line{
				{"white", []Point{{0, 50, "start", None}, {1, 62.5, "e2e4", Dot}, {2, 30, "?", Triangle}, {3, 0, "lost", Ring}}},
				{"black", []Point{{0, 50, "", None}, {1, math.NaN(), "", None}, {2, 70, "", Square}, {3, 100, "", Ring}}},
			},
		},
		"grid": Grid{
			Frame:   Frame{Title: "Length", Width: 400, Height: 300, X: Axis{Label: "columns"}, Y: Axis{Label: "rows"}},
			Columns: []string{"4", "5", "6"}, Rows: []string{"a row with a long name", "3"},
			Cells: []GridCell{{0, 0, 10, "10", "4 columns"}, {1, 0, 20, "20", ""}, {2, 1, 30, "a long text in a cell of the grid", "<>"}, {0, 1, math.NaN(), "", ""}, {7, 1, 5, "", ""}},
		},
		"bars": Bars{
			Frame:      Frame{Title: "Score", Width: 400, Height: 260, Y: Axis{Label: "mean", Fixed: true, Max: 1}},
			Categories: []string{"chess", "a game with a long name", "go"},
			Series: []Bar{
				{Name: "mcts", Values: []float64{0.9, 0.7, math.Inf(1)}, Ranges: []Range{{0.8, 0.95}}},
				{Name: "random", Values: []float64{0.1, 0.3}, Titles: []string{"one tenth"}},
			},
		},
		"histogram": Histogram{
			Frame:  Frame{Title: "Length", Width: 400, Height: 240, X: Axis{Label: "steps", Whole: true}, Y: Axis{Label: "plays"}},
			Values: []float64{5, 6, 6, 7, 7, 7, 8, 8, 9, 9, 9, 9}, Bins: 5,
		},
	}
}

func TestGolden(t *testing.T) {
	for name, c := range examples() {
		got := draw(t, c)
		file := filepath.Join("testdata", name+".svg")
		if os.Getenv("LUDEX_UPDATE") != "" {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs from %s; LUDEX_UPDATE=1 go test writes it", name, file)
		}
	}
}

func TestEmpty(t *testing.T) {
	for _, c := range []writer{
		Lines{}, Bars{}, Histogram{},
		Lines{Series: []Line{{Name: "nothing"}, {Points: []Point{{Y: math.Inf(-1)}}}}},
		Bars{Categories: []string{"a"}, Series: []Bar{{}}},
		Histogram{Values: []float64{math.NaN()}},
		Lines{Frame: Frame{Width: 1, Height: -5, Y: Axis{Fixed: true, Min: 5, Max: 5}}},
	} {
		draw(t, c)
	}
}

func TestHostileLabels(t *testing.T) {
	const bad = "</text><script>alert(1)</script>\"'&\x00\x1b\xff\uffff"
	c := Lines{
		Frame:  Frame{Title: bad, X: Axis{Label: bad}, Y: Axis{Label: bad}, Keys: []Key{{Dot, bad}}},
		Series: []Line{{bad, []Point{{1, 2, bad, Ring}, {2, 3, bad, None}}}},
	}
	b := Bars{Frame: c.Frame, Categories: []string{bad, ""}, Series: []Bar{{Name: bad, Values: []float64{1, 2}, Titles: []string{bad}}}}
	for _, w := range []writer{c, b} {
		if text := draw(t, w); strings.Contains(text, "<script") {
			t.Errorf("a label became an element:\n%s", text)
		}
	}
}

// number is any number that a chart could be given.
func number() *rapid.Generator[float64] {
	return rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1000, 1000),
		rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, 1e300, -1e300, 1e-300}))
}

func TestAnyNumbers(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		axis := Axis{Fixed: rapid.Bool().Draw(r, "fixed"), Whole: rapid.Bool().Draw(r, "whole"), Min: number().Draw(r, "min"), Max: number().Draw(r, "max")}
		values := rapid.SliceOf(number()).Draw(r, "values")
		f := Frame{X: axis, Y: axis}
		var points []Point
		for _, v := range values {
			points = append(points, Point{X: v, Y: -v, Mark: Dot})
		}
		draw(t, Lines{f, []Line{{"a", points}}})
		draw(t, Bars{f, []string{"a", "b", "c"}, []Bar{{Values: values}}})
		h := Histogram{f, values, rapid.IntRange(-1, 1000).Draw(r, "bins")}
		draw(t, h)
		all, counted := 0, 0
		for _, v := range values {
			if finite(v) {
				all++
			}
		}
		for _, b := range h.Bin() {
			counted += b.Count
		}
		if all != counted {
			r.Fatalf("%d of %d values are counted", counted, all)
		}
	})
}

func TestBins(t *testing.T) {
	h := Histogram{Frame: Frame{X: Axis{Whole: true}}, Values: []float64{1, 1, 2, 4}, Bins: 100}
	want := []Bin{{1, 2, 2}, {2, 3, 1}, {3, 4, 0}, {4, 5, 1}}
	if got := h.Bin(); !slices.Equal(got, want) {
		t.Errorf("the bins are %v", got)
	}
}

func TestTicks(t *testing.T) {
	tests := []struct {
		axis Axis
		b    bounds
		n    int
		want []string
	}{
		{Axis{Fixed: true, Max: 100}, nothing(), 5, []string{"0", "20", "40", "60", "80", "100"}},
		{Axis{}, bounds{0, 1}, 4, []string{"0.0", "0.5", "1.0"}},
		{Axis{Whole: true}, bounds{0, 3}, 10, []string{"0", "1", "2", "3"}},
		{Axis{}, bounds{7, 7}, 2, []string{"6", "7", "8"}},
		{Axis{}, bounds{-3e8, 3e8}, 2, []string{"-5e+08", "0", "5e+08"}},
	}
	for _, test := range tests {
		_, ticks := newScale(test.axis, test.b, 0, 1, test.n)
		var got []string
		for _, v := range ticks {
			got = append(got, tickText(v, ticks))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%+v: %q, want %q", test, got, test.want)
		}
	}
}

// TestWriteError checks that errors of the writer are returned.
func TestWriteError(t *testing.T) {
	if err := (Lines{}).WriteSVG(broken{}); err == nil {
		t.Error("no error")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }
