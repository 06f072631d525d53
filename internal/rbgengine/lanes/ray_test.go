package lanes

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
)

// A rulesDrawer draws games in which moves must not leave a king attacked, in all
// sorts of ways.
type rulesDrawer struct{ *rapid.T }

func (d rulesDrawer) of(list ...string) string { return rapid.SampledFrom(list).Draw(d.T, "word") }

func (d rulesDrawer) step() string { return d.of("up", "down", "left", "right") }

func (d rulesDrawer) pieces() string {
	return d.of("man", "rook", "man, rook", "wall", "king", "empty, man", "rook, wall", "man, whiteGhost", "blackGhost")
}

// path draws how the pattern goes on from the king.
func (d rulesDrawer) way() string {
	a, b := d.step(), d.step()
	switch rapid.IntRange(0, 6).Draw(d.T, "way") {
	case 0:
		return fmt.Sprintf("%s {%s}", a, d.pieces())
	case 1:
		return fmt.Sprintf("%s %s {%s}", a, b, d.pieces())
	case 2:
		return fmt.Sprintf("%s ({empty} %s)* {%s}", a, a, d.pieces())
	case 3:
		return fmt.Sprintf("%s ({man} + ({empty} %s)* {rook, wall})", a, a)
	case 4:
		return fmt.Sprintf("(%s + %s) {%s}", a, b, d.pieces())
	case 5:
		return fmt.Sprintf("%s ({empty, wall} %s)* {man, rook}", a, b)
	default:
		return fmt.Sprintf("%s {empty} %s {%s}", a, b, d.pieces())
	}
}

// move draws what a piece does. What it does to a cell besides is not tested before.
func (d rulesDrawer) move(piece string) string {
	a := d.step()
	text := fmt.Sprintf("{%s} [empty] (%s + %s ({empty} %s)*) {empty, man, wall} [%s]", piece, d.step(), a, a, piece)
	if rapid.IntRange(0, 2).Draw(d.T, "besides") == 0 {
		text += fmt.Sprintf(" %s [%s]", d.step(), d.of("empty", "wall", "man"))
	}
	return text
}

func (d rulesDrawer) game() string {
	var cells []string
	king := rapid.IntRange(0, 11).Draw(d.T, "king")
	for i := range 12 {
		p := d.of("empty", "empty", "empty", "man", "rook", "wall")
		if i == king {
			p = "king"
		}
		cells = append(cells, p)
	}
	ways := []string{d.way(), d.way(), d.way()}
	moves := []string{d.move("king"), d.move("man"), d.move("rook")}
	if rapid.IntRange(0, 5).Draw(d.T, "crowning") == 0 {
		moves = append(moves, "{man} [king]") // there may be more than one then
	}
	return fmt.Sprintf(`
#players = white(1), black(1)
#pieces = empty, king, man, rook, wall, whiteGhost, blackGhost
#variables = count(20)
#board = rectangle(up, down, left, right, [%s] [%s] [%s])
#anywhere = (up* + down*) (left* + right*)
#attacked = anywhere {king} (%s)
#home = up* {! up} left* {! left}
#calm(ghost) = %s
#turn(me; other) = [$ count = count + 1] ->me anywhere (%s + {man} [empty] left {empty} [me~Ghost]) {%s attacked} ->>
    [$ me = 1] calm(other~Ghost) home {%s attacked} ->> home
#rules = (turn(white; black) turn(black; white))*
`, strings.Join(cells[:4], ", "), strings.Join(cells[4:8], ", "), strings.Join(cells[8:], ", "),
		strings.Join(ways, " + "),
		d.of("(anywhere {ghost} [man] + {! anywhere {ghost}})", "(anywhere {ghost} [empty] + {! anywhere {ghost}} + anywhere {rook} [man])", "anywhere {king}"),
		strings.Join(moves, " + "), d.of("!", "!", "?"), d.of("!", "!", "?"))
}

// TestRays compares the engine with the reference on games in which a pattern
// follows lines from a piece.
func TestRays(t *testing.T) {
	rays, games := 0, 0
	outer := t
	for tries := 0; rays == 0 && (tries == 0 || !testing.Short()); tries++ {
		if tries == 10 {
			t.Fatal("no game has rays")
		}
		games = 0
		rapid.Check(t, func(t *rapid.T) {
			text := rulesDrawer{t}.game()
			if games++; games > 8 && !rbgenginetest.Full() {
				return
			}
			g := rbgenginetest.Parse(outer, text)
			got, err := New(context.Background(), g, Options{})
			var refused *RefusedError
			if errors.As(err, &refused) {
				return
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			for _, list := range got.encoding.rays {
				rays += len(list)
			}
			want, err := rbgref.New(g)
			if err != nil {
				t.Fatal(err)
			}
			plays := enginecompare.Comparison{Plies: 40, MaxSteps: 10, Seed: rapid.Uint64().Draw(t, "seed")}
			_, err = plays.Run(context.Background(), want, got)
			var diff *enginecompare.Difference
			if errors.As(err, &diff) {
				t.Fatalf("%v\n%s", diff, text)
			}
		})
	}
}

const crowned = `
#players = white(1), black(1)
#pieces = empty, king, man, queen
#variables =
#board = rectangle(up, down, left, right, [king, empty, queen] [man, empty, man] [empty, empty, empty])
#anywhere = (up* + down*) (left* + right*)
#rules = (
    ->white anywhere ({king} [empty] (up + down) {empty} [king] + {man} [empty] up {empty} ({? up} [man] + {! up} [queen])) ->> [$ white = 1]
    ->black anywhere {queen} [empty] (left + right) {empty, man} [queen] ->> [$ black = 1]
)*
`

// TestUnique checks which pieces are unique.
func TestUnique(t *testing.T) {
	g, err := New(context.Background(), rbgenginetest.Parse(t, crowned), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !g.encoding.isUnique(0b0010) || g.encoding.isUnique(0b1000) {
		t.Errorf("unique: %b", g.encoding.graph.unique)
	}
}
