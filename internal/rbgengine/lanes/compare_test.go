package lanes_test

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/circuit"
	"ludex/internal/enginecompare"
	"ludex/internal/gametest"
	"ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgtest"
)

// quick are public games whose circuits are made in a moment.
var quick = []string{"ticTacToe", "breakthrough_6x6", "connect4", "hex_5x5", "reversi_6x6", "pentago_split", "englishDraughts_split"}

// unbounded are public games that have no circuit: their moves are too many, or
// the keeper goes on for too long.
var unbounded = map[string]bool{"amazons": true, "arimaa": true, "arimaa_fixedPosition": true, "breakthru": true,
	"chineseCheckers6": true, "connect6": true, "go": true, "go_nopass": true, "internationalDraughts": true,
	"theMillGame_nsplit": true}

// large are public games whose circuits take long to make.
var large = map[string]bool{"doubleChess": true, "theMillGame": true}

// games returns the public games to compare: some, or with LUDEX_FULL all that
// have circuits.
func games(t *testing.T) []string {
	if !rbgenginetest.Full() {
		return quick
	}
	var list []string
	for _, name := range rbgenginetest.Games(t) {
		if !unbounded[name] && !large[name] {
			list = append(list, name)
		}
	}
	return list
}

// made keeps the games that tests have made.
var made = map[string]*lanes.Game{}

func read(t testing.TB, name string) *lanes.Game {
	t.Helper()
	if g := made[name]; g != nil {
		return g
	}
	g, err := lanes.New(context.Background(), rbgenginetest.Read(t, name), lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	made[name] = g
	return g
}

func parse(t testing.TB, text string) *lanes.Game {
	t.Helper()
	g, err := lanes.New(context.Background(), rbgenginetest.Parse(t, text), lanes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestRandomGames holds the engine against the reference on random games that it
// does not refuse: moves and positions are the same.
func TestRandomGames(t *testing.T) {
	accepted := 0
	for tries := 0; accepted == 0 && (tries == 0 || !testing.Short()); tries++ {
		if tries == 10 {
			t.Fatal("all games were refused")
		}
		rapid.Check(t, func(t *rapid.T) {
			g := rbgtest.Game(t)
			got, err := lanes.New(context.Background(), g, lanes.Options{MaxNodes: 4_000})
			var refused *lanes.RefusedError
			var large *circuit.LimitError
			if errors.As(err, &refused) || errors.As(err, &large) {
				return
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, g.File.Text())
			}
			accepted++
			want, err := rbgref.New(g)
			if err != nil {
				t.Fatal(err)
			}
			plays := enginecompare.Comparison{Plies: 12, MaxSteps: 6, Seed: rapid.Uint64().Draw(t, "seed")}
			_, err = plays.Run(context.Background(), want, got)
			var diff *enginecompare.Difference
			if errors.As(err, &diff) {
				t.Fatalf("%v\n%s", diff, g.File.Text())
			}
		})
	}
}

// TestCompareCorpus holds the engine against the reference, state by state, on
// public games.
func TestCompareCorpus(t *testing.T) {
	for _, name := range games(t) {
		t.Run(name, func(t *testing.T) {
			want, err := rbgref.New(rbgenginetest.Read(t, name))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := (enginecompare.Comparison{Plies: 150, Seed: 7}).Run(context.Background(), want, read(t, name)); err != nil {
				t.Error(err)
			}
		})
	}
}

// pins is a game of kings, rooks and pawns in which no move may leave the own king
// attacked: pieces are pinned, step in between and capture what attacks, and a
// king must not go on along the line on which it is attacked.
const pins = `
#players = white(100), black(100)
#pieces = empty, whiteKing, whiteRook, whitePawn, blackKing, blackRook, blackPawn
#variables = quiet(6)
#board = rectangle(up, down, left, right,
    [blackRook, blackKing, empty    , blackRook]
    [empty    , blackPawn, blackPawn, empty    ]
    [empty    , empty    , whitePawn, empty    ]
    [whitePawn, empty    , empty    , empty    ]
    [whiteRook, empty    , whiteKing, whiteRook])
#anywhere = (up* + down*) (left* + right*)
#home = up* {! up} left* {! left}
#line(d) = d ({empty} d)*
#lines = (line(up) + line(down) + line(left) + line(right))
#step = (up + down + left + right + (up + down) (left + right))
#attacked(other; ahead) = (ahead (left + right) {other~Pawn} + lines {other~Rook} + step {other~King})
#check(me; other; ahead) = anywhere {me~King} attacked(other; ahead)
#move(me; other; ahead) = anywhere
    (
        {me~King} [empty] step {empty, other~Rook, other~Pawn} [me~King]
      + {me~Rook} [empty] lines ({empty} + {other~Rook, other~Pawn} [$ quiet = 0]) [me~Rook]
      + {me~Pawn} [empty] (ahead {empty} + ahead (left + right) {other~Rook, other~Pawn}) ({? ahead} [me~Pawn] + {! ahead} [me~Rook]) [$ quiet = 0]
    )
    {! check(me; other; ahead)}
#turn(me; other; ahead; behind) =
    ->me move(me; other; ahead) ->>
    (
        {$ quiet < 6} [$ quiet = quiet + 1]
        ({? check(other; me; behind)} [$ me = 100, other = 0] + {! check(other; me; behind)} [$ me = 50, other = 50]) home
      + {$ quiet == 6} ({? move(other; me; behind)} [$ me = 50, other = 50] + {! move(other; me; behind)} [$ me = 75, other = 25]) home ->> {}
    )
#rules = (turn(white; black; up; down) turn(black; white; down; up))*
`

// TestPins holds the engine against the reference where changes of a move matter
// to some lines and not to others.
func TestPins(t *testing.T) {
	want, err := rbgref.New(rbgenginetest.Parse(t, pins))
	if err != nil {
		t.Fatal(err)
	}
	plies, err := (enginecompare.Comparison{Plies: 300, Seed: 3}).Run(context.Background(), want, parse(t, pins))
	if err != nil || plies != 300 {
		t.Errorf("%d plies: %v", plies, err)
	}
}

// TestPerft compares counts of public games with those that an independent
// reasoner found.
func TestPerft(t *testing.T) {
	most := uint64(2_000)
	if rbgenginetest.Full() {
		most = 300_000
	}
	_, counts := rbgenginetest.Counts(t)
	for _, name := range games(t) {
		t.Run(name, func(t *testing.T) {
			g := read(t, name)
			for _, row := range counts[name] {
				if row.Leaves > most {
					break
				}
				got, err := rbgenginetest.Perft(context.Background(), g, row.Depth)
				if err != nil || got.Leaves != row.Leaves || got.States != row.States {
					t.Errorf("depth %d: %d leaves and %d states, the table says %d and %d; error: %v",
						row.Depth, got.Leaves, got.States, row.Leaves, row.States, err)
				}
			}
		})
	}
}

func TestConforms(t *testing.T) {
	for _, name := range []string{"breakthrough_6x6", "englishDraughts_split", "hex_5x5"} {
		t.Run(name, func(t *testing.T) { gametest.Run(t, read(t, name), 10) })
	}
}
