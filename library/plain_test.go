package library_test

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
)

// A plainGame is a position of a game whose rules are written once more, in
// plain Go and in another way, to have something that a description can be
// compared with.
type plainGame interface {
	// moves returns what leads to each of the next positions, by the texts of
	// the moves. A position without moves is the end of a play.
	moves() map[string]func() plainGame
	// scores returns the points of the players at the end of a play.
	scores() []int
}

// lockstep plays random plays of a description and of the same game in plain Go
// and compares the legal moves of every state, and the scores at the end.
func lockstep(t *testing.T, g game.Game, start plainGame, plays int) {
	t.Helper()
	m := g.NewMachine()
	for seed := range uint64(plays) {
		if err := playBoth(g, m, start, game.NewRand(seed)); err != "" {
			t.Fatalf("play %d: %s", seed, err)
		}
	}
}

// playBoth plays one play and returns what is different, or nothing.
func playBoth(g game.Game, m game.Machine, plain plainGame, rand *game.Rand) string {
	state := m.Initial(nil)
	var path []string
	for {
		moves := plain.moves()
		want := slices.Sorted(maps.Keys(moves))
		joint, got := legalTexts(g, m, state)
		if !slices.Equal(got, want) {
			return "after " + strings.Join(path, " ") + " the moves are " + strings.Join(got, " ") + ", want " + strings.Join(want, " ")
		}
		if len(want) == 0 {
			break
		}
		n := rand.Choose(len(want))
		path = append(path, want[n])
		plain = moves[want[n]]()
		state = m.Next(state, joint(n), nil)
	}
	if got, want := m.(game.Scorer).Scores(state, nil), plain.scores(); !slices.Equal(got, want) {
		return "after " + strings.Join(path, " ") + " the scores are wrong: " + formatInts(got) + ", want " + formatInts(want)
	}
	return ""
}

// legalTexts returns the moves of the player to move, none if the play is over,
// and a function that turns a move into a joint move.
func legalTexts(g game.Game, m game.Machine, s game.State) (joint func(int) []game.Move, texts []string) {
	if m.Terminal(s) {
		return nil, nil
	}
	var mover game.Role
	var legal []game.Move
	for r := range g.Roles() {
		role := game.Role(r)
		if l := m.Legal(s, role, nil); len(l) > 0 && g.MoveText(role, l[0]) != rbgplay.Noop {
			mover, legal = role, l
		}
	}
	for _, move := range legal {
		texts = append(texts, g.MoveText(mover, move))
	}
	return func(n int) []game.Move {
		joint := make([]game.Move, len(g.Roles())) // the others do nothing, which is move 0
		joint[mover] = legal[n]
		return joint
	}, texts
}

// setUp returns a state in which the same player is to move, but with other pieces:
// the given ones, the rest elsewhere, and with other values of some variables.
func setUp(t *testing.T, g game.Game, s game.State, pieces map[string]string, rest string, values map[string]string) game.State {
	t.Helper()
	var facts []string
	for _, fact := range g.Facts(s) {
		words := strings.Fields(strings.Trim(fact, "()"))
		switch words[0] {
		case "cell":
			words[2] = cmp.Or(pieces[words[1]], rest)
		case "value":
			words[2] = cmp.Or(values[words[1]], words[2])
		}
		facts = append(facts, "("+strings.Join(words, " ")+")")
	}
	state, err := g.ParseState(facts)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

func formatInts(list []int) string {
	var words []string
	for _, n := range list {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, " to ")
}

// A square is a cell of a rectangular board, counted from the left lower corner.
type square struct{ x, y int }

// String returns what moves call the square: a1 is the corner.
func (s square) String() string { return string(rune('a'+s.x)) + strconv.Itoa(s.y+1) }

func (s square) plus(d square) square { return square{s.x + d.x, s.y + d.y} }

// The directions of a rectangular board.
var (
	straightWays = []square{{0, 1}, {0, -1}, {-1, 0}, {1, 0}}
	aslantWays   = []square{{-1, 1}, {1, 1}, {-1, -1}, {1, -1}}
	allWays      = slices.Concat(straightWays, aslantWays)
)

// A field is what lies on a rectangular board, one character a square, row after
// row from below. Fields are not changed; moves make new ones.
type field struct {
	width, height int
	squares       string
}

func newField(width, height int) field {
	return field{width, height, strings.Repeat(".", width*height)}
}

// fieldOf reads a field whose rows are written from above, as on paper.
func fieldOf(rows ...string) field {
	f := field{len(rows[0]), len(rows), ""}
	for _, row := range slices.Backward(rows) {
		f.squares += row
	}
	return f
}

// at returns what lies on a square, or 0 if there is no such square.
func (f field) at(s square) byte {
	if s.x < 0 || s.y < 0 || s.x >= f.width || s.y >= f.height {
		return 0
	}
	return f.squares[s.y*f.width+s.x]
}

// with returns the field with one character on the given squares.
func (f field) with(piece byte, where ...square) field {
	squares := []byte(f.squares)
	for _, s := range where {
		squares[s.y*f.width+s.x] = piece
	}
	f.squares = string(squares)
	return f
}

// find returns the squares that hold a piece.
func (f field) find(piece byte) []square {
	var list []square
	for i := range f.squares {
		if f.squares[i] == piece {
			list = append(list, square{i % f.width, i / f.width})
		}
	}
	return list
}

// count returns how many squares hold a piece.
func (f field) count(piece byte) int { return strings.Count(f.squares, string(piece)) }

// flood returns all squares that can be reached from the given ones over squares
// that hold a piece, the given ones included.
func (f field) flood(piece byte, from ...square) map[square]bool {
	seen := map[square]bool{}
	for len(from) > 0 {
		s := from[len(from)-1]
		from = from[:len(from)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		for _, d := range straightWays {
			if next := s.plus(d); f.at(next) == piece {
				from = append(from, next)
			}
		}
	}
	return seen
}

// result returns the scores after a win of one of two players, or after a draw
// if winner is neither 0 nor 1.
func result(winner int) []int {
	switch winner {
	case 0:
		return []int{100, 0}
	case 1:
		return []int{0, 100}
	}
	return []int{50, 50}
}

const draw = -1
