package report

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"ludex/game"
	"ludex/library"
	"ludex/player"
)

// TestLibraryValues checks that the table names games of the library and known measures.
func TestLibraryValues(t *testing.T) {
	values := parseLibrary("game\tlength\tdraws\na\t3\t-\nb\t5\t0.5\n")
	if got := values["length"]; len(got) != 2 || got[0] != 3 || got[1] != 5 {
		t.Errorf("lengths: %v", got)
	}
	if got := values["draws"]; len(got) != 1 || got[0] != 0.5 {
		t.Errorf("draws: %v", got)
	}
	for measure, list := range libraryValues() {
		if len(list) > len(library.Games()) {
			t.Errorf("%s: %d values of %d games", measure, len(list), len(library.Games()))
		}
	}
	if len(libraryValues()["length"]) < 100 {
		t.Errorf("the table has the lengths of %d games", len(libraryValues()["length"]))
	}
	for x, want := range map[float64]int{-1: 0, 1e9: 100} {
		if r := RankOf("length", x); r == nil || r.Percentile != want {
			t.Errorf("the rank of %g is %+v, want %d", x, r, want)
		}
	}
	if r := RankOf("beauty", 1); r != nil {
		t.Errorf("an unknown measure has the rank %+v", r)
	}
}

// TestDepthRank compares the depth that the library's budget shows, since more nodes show more
// levels of every game.
func TestDepthRank(t *testing.T) {
	script, err := os.ReadFile("../../scripts/library-measures")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("GAMES=${GAMES:-%d} NODES=${NODES:-%d}", libraryGames, libraryNodes); !strings.Contains(string(script), want) {
		t.Errorf("the games of the library were measured otherwise than with %s", want)
	}
	elo := func(x float64) Estimate { return Estimate{N: 100, Mean: x * EvenOdds} }
	m := &DepthMeasure{Elo: elo(14), Rungs: []Rung{{Strong: 640, Weak: 160, Elo: elo(7)}, {Strong: 160, Weak: 10, Elo: elo(4)}, {Strong: 10, Elo: elo(3)}},
		Levels: Estimate{N: 100, Mean: 14}}
	for nodes, want := range map[int]float64{1: 0, 10: 3, 40: 5, 160: 7, 640: 14, 1000: 14} {
		if got := m.levelsAt(nodes); math.Abs(got-want) > 1e-6 {
			t.Errorf("%g levels up to %d nodes, want %g", got, nodes, want)
		}
	}
	j := &judge{data: &Data{Method: Method{Nodes: 640}}, measures: &Measures{Depth: m}}
	if j.depth(); *j.list[0].Rank != *RankOf("depth", 5) || *j.list[0].Rank == *RankOf("depth", 14) {
		t.Errorf("the rank is %+v", j.list[0].Rank)
	}
	m.Elo, m.Levels = Estimate{N: 100, Mean: -155, Interval: &[2]float64{-292, -17}}, Estimate{N: 100, Interval: &[2]float64{0, 0}}
	if j.depth(); !strings.HasPrefix(j.list[1].Text, "No depth was found: players with more nodes are ahead by -155 (-292 to -17) Elo in all") {
		t.Error(j.list[1].Text)
	}
}

// TestLibraryCounts checks that the manual says of how many games the table has values.
func TestLibraryCounts(t *testing.T) {
	const file, begin, end = "../../docs/design.md", "<!-- begin of the counts -->\n", "<!-- end of the counts -->"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the counts", file)
	}
	first, _, _ := strings.Cut(libraryText, "\n")
	measures := strings.Fields(first)[1:]
	var counts strings.Builder
	fmt.Fprintf(&counts, "| %s |\n|%s\n|", strings.Join(measures, " | "), strings.Repeat(" ---: |", len(measures)))
	for _, m := range measures {
		fmt.Fprintf(&counts, " %d |", len(libraryValues()[m]))
	}
	want := head + begin + counts.String() + "\n" + end + tail
	if os.Getenv("LUDEX_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(text) != want {
		t.Errorf("%s does not have the counts of the table; LUDEX_UPDATE=1 writes them", file)
	}
}

// TestVary checks that only moves are made that are about as good as the best one.
func TestVary(t *testing.T) {
	p := &recordingPlayer{rand: game.NewRand(1)}
	list := []player.Candidate{{Move: 1, Visits: 100, Value: 60}, {Move: 2, Visits: 60, Value: 58}, {Move: 3, Visits: 90, Value: 50}, {Move: 4, Visits: 5, Value: 61}}
	seen := map[game.Move]bool{}
	for range 100 {
		seen[p.vary(1, []game.Move{1, 2, 3, 4}, list)] = true
	}
	if len(seen) != 2 || !seen[1] || !seen[2] {
		t.Errorf("moves made: %v", seen)
	}
}
