package benchtable

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludex/internal/benchmark"
	"ludex/rbg/rbgcheck"
)

// sample is a table of fixed numbers with everything that a table can have: a
// whole row, footnotes, missing descriptions, an engine that refuses, a game that
// is not the paper's.
func sample() *Table {
	sets, lanes := Column{RBG, "sets"}, Column{RBG, "lanes"}
	circuit := Column{GDL, "circuit"}
	measured := func(c Column, perft, flat float64) *Cell {
		return &Cell{
			Column: c, SetupSeconds: 0.25,
			Perft: &Perft{Depth: 4, Leaves: 1234, States: 1_000_000, Repeats: 2, Spent: benchmark.Spent{CPU: 2e6 / perft, Wall: 3}, Rate: perft},
			Flat:  &Flat{Playouts: 1000, States: 7_500_000, Spent: benchmark.Spent{CPU: 7.5e6 / flat, Wall: 3}, Rate: flat},
		}
	}
	row := func(title string) *entry {
		for i := range paper {
			if paper[i].title == title {
				return &paper[i]
			}
		}
		return nil
	}
	slow := measured(sets, 21_940, 0.5)
	slow.Flat.Cut = 3
	return &Table{
		Machine: Machine{System: "os/arch", Processor: "A processor", CPUs: 4, Go: "go1", CPUTime: true},
		Seconds: 2, Columns: []Column{sets, lanes, circuit}, Complete: true,
		Rows: []Row{
			{
				Game: "Arimaa", Paper: true, RBG: "arimaa", Perft: "arimaa_fixedPosition", entry: row("Arimaa"),
				Straightness: &rbgcheck.Numbers{Main: rbgcheck.Unbounded},
				Cells:        []*Cell{slow, {Column: lanes, Notes: []string{"no circuit: too many moves"}}, nil},
			},
			{Game: "Double chess", Paper: true, entry: row("Double chess"), Cells: make([]*Cell, 3)},
			{
				Game: "English checkers", Paper: true, RBG: "draughts", GDL: "checkers", entry: row("English checkers"),
				Straightness: &rbgcheck.Numbers{Main: 14},
				Cells:        []*Cell{measured(sets, 813_439, 233_519), measured(lanes, 3_589_042, 999_700_000), measured(circuit, 698_829, 1_312_813)},
			},
			{Game: "my_game|2", RBG: "my_game|2", Straightness: &rbgcheck.Numbers{Main: 1}, Cells: []*Cell{measured(sets, 100, 5), nil, nil}},
		},
	}
}

// given are speeds to compare the sample with.
func given() Speeds {
	return Speeds{{"arimaa", 21_940, 0.001}, {"English draughts", 1_626_878, 0}, {"my game 2", 10, 10}}
}

// compareGolden compares a text with a file, which LUDEX_UPDATE=1 writes.
func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("LUDEX_UPDATE") != "" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s has\n%s\nbut what is written is\n%s", path, want, got)
	}
}

func TestLayout(t *testing.T) {
	table := sample()
	against := table.Compare("elsewhere.csv", given())
	for name, style := range map[string]Style{
		"table.txt":    {},
		"table.md":     {Markdown: true},
		"complete.txt": {Counts: true, Against: against},
		"complete.md":  {Counts: true, Against: against, Markdown: true},
	} {
		var b bytes.Buffer
		if err := table.Write(&b, style); err != nil {
			t.Fatal(err)
		}
		compareGolden(t, name, b.Bytes())
	}
	var b bytes.Buffer
	if err := table.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	compareGolden(t, "table.svg", b.Bytes())
	b.Reset()
	if err := table.WriteJSON(&b, Style{Against: against}); err != nil {
		t.Fatal(err)
	}
	compareGolden(t, "table.json", b.Bytes())
	if !json.Valid(b.Bytes()) {
		t.Error("the JSON is none")
	}
}

func TestPictureIsXML(t *testing.T) {
	table := sample()
	table.Rows[3].Game = `<a> & "b"`
	var b bytes.Buffer
	if err := table.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(&b); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestMarkdownColumns counts the columns of every row of every table.
func TestMarkdownColumns(t *testing.T) {
	var b strings.Builder
	table := sample()
	if err := table.Write(&b, Style{Markdown: true, Counts: true, Against: table.Compare("x", given())}); err != nil {
		t.Fatal(err)
	}
	columns := 0
	for line := range strings.Lines(b.String()) {
		n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
		if n > 0 && columns > 0 && n != columns {
			t.Errorf("%d columns instead of %d in %q", n-1, columns-1, line)
		}
		columns = n
	}
}

// TestFootnotes makes sure that a footnote is there exactly if its mark is.
func TestFootnotes(t *testing.T) {
	has := func(table *Table) string {
		all := ""
		for _, f := range table.Footnotes() {
			all += f.Mark
		}
		return all
	}
	table := sample()
	if got := has(table); got != "*†∞" {
		t.Errorf("the marks are %q", got)
	}
	table.Rows[2].GDL = ""
	if got := has(table); got != "*∞" {
		t.Errorf("without GDL checkers, the marks are %q", got)
	}
	table.Rows = table.Rows[1:]
	if got := has(table); got != "" {
		t.Errorf("without arimaa, the marks are %q", got)
	}
}

func TestStoppedTableSaysSo(t *testing.T) {
	table := sample()
	table.Complete = false
	var b strings.Builder
	if err := table.Write(&b, Style{}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(b.String(), "the measuring was stopped before the table was complete\n") {
		t.Error(b.String())
	}
}

// TestWrongCounts makes sure that a table does not hide that engines disagree. The
// other language may count another game.
func TestWrongCounts(t *testing.T) {
	table := sample()
	table.Rows[2].Cells[2].Perft.States++
	if got := table.Rows[2].disagreements(); len(got) != 0 {
		t.Errorf("got %q", got)
	}
	table.Rows[2].Cells[1].Perft.States++
	want := "English checkers, RBG lanes: perft has 1000001 states at depth 4, but 1000000 on RBG sets: one of the engines is wrong"
	if got := table.Notes(); len(got) != 2 || got[1] != want {
		t.Errorf("got %q", got)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteErrors(t *testing.T) {
	table := sample()
	for _, err := range []error{
		table.Write(broken{}, Style{}), table.Write(broken{}, Style{Markdown: true}),
		table.WriteSVG(broken{}), table.WriteJSON(broken{}, Style{}),
	} {
		if !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("the error is %v", err)
		}
	}
}
