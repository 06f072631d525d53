// Package rbgenginetest checks engines of Regular Boardgames against facts about public
// games that independent reasoners have computed.
//
// The games are not part of the project. Tests are skipped where they are absent.
package rbgenginetest

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludex/internal/corpustest"
	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

// CorpusDir is the folder of the public games.
var CorpusDir = corpustest.Dir("rbg")

// Full reports whether the tests should compare everything.
func Full() bool { return corpustest.Full() }

// small lists the public games of a short run, such as one under the race detector.
var small = []string{"breakthrough_6x6", "connect4", "hex_5x5", "reversi_6x6", "ticTacToe"}

// Games returns the names of the public games, sorted; in a short run only a few
// small ones. It skips the test if there is no corpus.
func Games(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(CorpusDir, "*.rbg"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("the public games are not there: no .rbg file in %s", CorpusDir)
	}
	if testing.Short() {
		return small
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(filepath.Base(f), ".rbg")
	}
	return names
}

// taken reports whether this run includes a public game.
func taken(name string) bool { return !testing.Short() || slices.Contains(small, name) }

// ManyMoves reports whether positions of a public game can have hundreds of
// thousands of moves, so that engines that list all moves take long.
func ManyMoves(name string) bool {
	return strings.HasPrefix(name, "arimaa") || name == "connect6"
}

// Source returns the text of a public game. It skips the test if there is no
// corpus.
func Source(t testing.TB, name string) *source.File {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(CorpusDir, name+".rbg"))
	corpustest.SkipIfAbsent(t, err)
	return source.NewFile(name+".rbg", text)
}

// Read returns the rules of a public game. It skips the test if there is no
// corpus.
func Read(t testing.TB, name string) *rbg.Game {
	t.Helper()
	return resolve(t, Source(t, name))
}

// Parse returns the rules of a description.
func Parse(t testing.TB, text string) *rbg.Game {
	t.Helper()
	return resolve(t, source.NewFile("test.rbg", []byte(text)))
}

func resolve(t testing.TB, f *source.File) *rbg.Game {
	t.Helper()
	g, list := rbgparse.File(f)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return g
}

// table returns the rows of a table, without its header.
func table(t testing.TB, name string) [][]string {
	t.Helper()
	return corpustest.Table(t, filepath.Join(CorpusDir, name))[1:]
}

func number[N int | uint64](t testing.TB, text string) N {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return N(n)
}

// A Count is what is known about one depth of a game tree.
type Count struct {
	Depth          int
	Leaves, States uint64
}

// Counts returns the counts of every game, by increasing depth, and the
// games in the order of the table.
func Counts(t testing.TB) (games []string, counts map[string][]Count) {
	t.Helper()
	counts = map[string][]Count{}
	for _, row := range table(t, "perft.csv") {
		if !taken(row[0]) {
			continue
		}
		if counts[row[0]] == nil {
			games = append(games, row[0])
		}
		counts[row[0]] = append(counts[row[0]],
			Count{number[int](t, row[1]), number[uint64](t, row[2]), number[uint64](t, row[3])})
	}
	return games, counts
}

// A Straightness has the four numbers of a game: -2 is unbounded, -1 is none.
type Straightness struct {
	Game                                string
	Applicational, Main, Move, Semimove int
}

// Straightnesses returns what is known about the straightness of games.
func Straightnesses(t testing.TB) []Straightness {
	t.Helper()
	var all []Straightness
	for _, row := range table(t, "straightness.csv") {
		if !taken(row[0]) {
			continue
		}
		all = append(all, Straightness{row[0],
			number[int](t, row[1]), number[int](t, row[2]), number[int](t, row[3]), number[int](t, row[4])})
	}
	return all
}

// SmallGames returns the texts of small games by name: the files of a folder, and
// one game of each kind that this package generates.
func SmallGames(t testing.TB, dir string) map[string]string {
	t.Helper()
	texts := map[string]string{
		"flip":     Turning("exye", "yxxe", "eyxe"),
		"sweep":    Sweeping("(up* + down*)(left* + right*)", "up + down + left + right", "ewbx", "bbwe"),
		"surround": Surrounding("ewb", "bbw", "eew"),
		"rotate":   Rotating(Board("ewb", "bwe", "ewb"), "up + down + left + right", "right;down;left;up"),
		"best":     Jumps{Ways: []string{"up", "left"}}.Text("ewbe", "bwee", "ebwe"),
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.rbg"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no games in %s: %v", dir, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(f), ".rbg")] = string(text)
	}
	return texts
}
