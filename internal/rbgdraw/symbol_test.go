package rbgdraw

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/rbg"
)

// named returns a game with players and pieces but without a board to speak of.
func named(players, pieces string) *rbg.Game {
	g := &rbg.Game{Board: &rbg.Board{}}
	for _, name := range strings.Fields(players) {
		g.Players = append(g.Players, rbg.Variable{Name: name})
	}
	for _, name := range strings.Fields(pieces) {
		g.Pieces = append(g.Pieces, rbg.Piece{Name: name})
	}
	g.Variables = g.Players
	return g
}

func symbolsOf(g *rbg.Game, empty int) []string {
	keys := playerKeys(g)
	return pieceSymbols(g, keys, pieceOwners(g, keys, empty), empty)
}

func TestSymbols(t *testing.T) {
	for _, tt := range []struct{ name, players, pieces, want string }{
		{"short names", "white black", "e w b x gf", ". w b x gf"},
		{"two players with kinds", "white black",
			"empty whiteKing whiteKnight whitePawn blackKing blackKnight blackPawn", ". K N P k n p"},
		{"variants", "white black", "empty whiteRook whiteRookMoved whiteRookUnmoved blackRook", ". R RM RU r"},
		{"variants only", "white black", "empty whiteKingMoved whiteKingUnmoved whiteKnight", ". KM KU N"},
		{"one kind each", "black white", "empty blackStone whiteStone dame toCapture", ". B W d t"},
		{"common part of players", "foxPlayer houndPlayer", "empty foxPiece houndPiece", ". F H"},
		{"players of several words", "northSide northEastSide southSide", "no northMan northEastMan southMan", ". N NE S"},
		{"three players with kinds", "red green blue", "empty redMan redKing greenMan blueKing", ". rM rK gM bK"},
		{"player behind", "white black", "empty manWhite manBlack kingWhite", ". M m K"},
		{"nobody's", "white black", "empty tree treasure tee", ". r s t"},
		{"other names", "a b", "qwertz uiop asdf ghjk", ". u a g"},
		{"one word for all", "white black", "empty aa1 aa2 aa3", ". a1 a2 a3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(symbolsOf(named(tt.players, tt.pieces), 0), " "); got != tt.want {
				t.Errorf("%s become %s, want %s", tt.pieces, got, tt.want)
			}
		})
	}
}

func TestSymbolsAreUnique(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[abAB1]{1,4}|(red|blue|red2)(Man|King)?(Old|2)?|(man|x_)(Red|Blue)`)
		players := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"red", "blue", "red2", "a", "playerA"}), 1, 4, rapid.ID).Draw(t, "players")
		pieces := rapid.SliceOfDistinct(name, rapid.ID).Draw(t, "pieces")
		empty := rapid.IntRange(none, len(pieces)-1).Draw(t, "empty")
		got := symbolsOf(named(strings.Join(players, " "), strings.Join(pieces, " ")), empty)
		if slices.Contains(got, "") {
			t.Fatalf("a piece of %q has no symbol: %q", pieces, got)
		}
		slices.Sort(got)
		if len(slices.Compact(got)) != len(pieces) {
			t.Fatalf("symbols of %q are not unique", pieces)
		}
	})
}

func TestOwners(t *testing.T) {
	for _, tt := range []struct {
		name, players string
		want          int
	}{
		{"whitePawn", "white black", 0},
		{"pawnBlack", "white black", 1},
		{"w", "white black", 0},
		{"bK", "white black", 1},
		{"b", "blue black", none},
		{"reader", "red blue", none},
		{"northEastPiece", "northPlayer northEastPlayer", 1},
		{"x", "xplayer oplayer", 0},
		{"stone2", "player1 player2", 1},
		{"wall", "", none},
	} {
		g := named(tt.players, tt.name)
		if got := pieceOwners(g, playerKeys(g), none)[0]; got != tt.want {
			t.Errorf("%s belongs to %d of %q, want %d", tt.name, got, tt.players, tt.want)
		}
	}
}

// The authors of the public games call the piece for an empty cell "e" or
// "empty". It is found without that.
func TestEmptyPieceOfCorpus(t *testing.T) {
	for _, name := range rbgenginetest.Games(t) {
		g := rbgenginetest.Read(t, name)
		if got := g.Pieces[emptyPiece(g)].Name; got != "e" && got != "empty" {
			t.Errorf("in %s, %s is taken for nothing", name, got)
		}
	}
}
