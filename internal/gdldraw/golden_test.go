package gdldraw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/gdlrewrite"
	"ludex/library"
)

// goldenGames are drawn after some random moves. Together they have boards of all
// kinds: cells that always hold something and cells that may not, panels, named
// places, rows, marks, and no board at all.
var goldenGames = map[string]int{
	"battleships": 7, "breakthrough": 6, "connectfour": 5, "eightpuzzle": 3, "hanoi": 3,
	"colouredtrails": 3, "colouredtrails-private": 3, "knightstour": 4, "kriegspiel-chess": 5, "kuhnpoker": 3,
	"mastermind": 2, "maze": 2, "nim": 2, "prisonersdilemma": 2, "tictactoe": 4, "tictactoe-lesson": 0,
}

// both draws a position in both forms and checks what all drawings have.
func both(t testing.TB, b *Board, facts []string, opt Options) (text, image string) {
	t.Helper()
	var out, svg bytes.Buffer
	if err := b.Text(&out, facts, opt); err != nil {
		t.Fatal(err)
	}
	if err := b.SVG(&svg, facts, opt); err != nil {
		t.Fatal(err)
	}
	if err := wellFormed(svg.Bytes()); err != nil {
		t.Fatalf("%v in\n%s", err, svg.String())
	}
	return out.String(), svg.String()
}

// wellFormed reports an error if a text is not XML.
func wellFormed(text []byte) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// last returns options that highlight the last step of a play.
func last(list [][]string) ([]string, Options) {
	n := len(list) - 1
	if n == 0 {
		return list[0], Options{}
	}
	return list[n], Options{Before: list[n-1]}
}

func TestGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for name, steps := range goldenGames {
		t.Run(name, func(t *testing.T) {
			p := readGame(t, name)
			facts, opt := last(positions(t, p, steps))
			text, image := both(t, newBoard(t, p), facts, opt)
			compare(t, name+".txt", text)
			if name == "battleships" || name == "breakthrough" || name == "kriegspiel-chess" {
				compare(t, name+".svg", image)
			}
		})
	}
}

// The scrambled twin of a game is drawn with other words, which can be read.
func TestGoldenScrambled(t *testing.T) {
	p := readGame(t, "kriegspiel-chess")
	facts, opt := last(positions(t, p, 5))
	twin, m := gdlrewrite.Scramble(p, 1)
	opt.Before = renamed(t, m, opt.Before)
	text, image := both(t, newBoard(t, twin), renamed(t, m, facts), opt)
	compare(t, "scrambled.txt", text)
	compare(t, "scrambled.svg", image)
}

// compare compares a drawing with a file, which LUDEX_UPDATE=1 rewrites.
func compare(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("LUDEX_UPDATE") != "" {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != strings.ReplaceAll(string(want), "\r\n", "\n") {
		t.Errorf("%s is now\n%s", path, got)
	}
}

// Every fact of a position can be found in its drawing: on a board, or in the
// list.
func TestNothingIsLost(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	for _, g := range library.GDLGames() {
		if g.Dialect == "gdl-iii" {
			continue // its positions are more than facts
		}
		t.Run(g.Name, func(t *testing.T) {
			p := readGame(t, g.Name)
			b := newBoard(t, p)
			for _, facts := range positions(t, p, 10) {
				checkFacts(t, b, facts)
			}
		})
	}
}

func checkFacts(t *testing.T, b *Board, facts []string) {
	t.Helper()
	s := b.newScene(facts, Options{})
	listed := map[string]bool{}
	for _, f := range s.rest {
		listed[f.text()] = true
	}
	stones := 0
	for _, sh := range s.boards {
		for _, panel := range sh.cells {
			for _, row := range panel {
				for _, c := range row {
					stones += len(c.stones)
				}
			}
		}
	}
	drawn := 0
	for _, f := range readFacts(facts) {
		if listed[f.text()] {
			continue
		}
		g := layerOf(b, f)
		if g == nil {
			t.Errorf("%s is nowhere", f.text())
		} else if !g.isBlank(f) {
			drawn++
		}
	}
	if drawn != stones {
		t.Errorf("%d facts are on boards, which have %d pieces", drawn, stones)
	}
	both(t, b, facts, Options{Title: "a & b", Before: facts[:len(facts)/2], Color: true, Over: true})
}

// layerOf returns the layer of a fact, or nil.
func layerOf(b *Board, f *fact) *layer {
	for _, g := range b.grids {
		for _, l := range g.layers {
			if l.relation.symbol == f.symbol {
				return l
			}
		}
	}
	return nil
}
