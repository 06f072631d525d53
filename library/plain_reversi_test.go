package library_test

import (
	"strconv"
	"testing"

	"ludex/game"
)

// plainReversi is reversi on a board of any size; points says whether the
// difference of the discs counts.
type plainReversi struct {
	field
	mover  int
	points bool
}

const discs = "BW"

// turned returns the discs that a player turns over by a disc on a square.
func (g plainReversi) turned(player int, s square) []square {
	var list []square
	for _, d := range allWays {
		var run []square
		at := s.plus(d)
		for ; g.at(at) == discs[1-player]; at = at.plus(d) {
			run = append(run, at)
		}
		if g.at(at) == discs[player] {
			list = append(list, run...)
		}
	}
	return list
}

func (g plainReversi) moves() map[string]func() plainGame {
	list := map[string]func() plainGame{}
	opponentCanMove := false
	for _, s := range g.find('.') {
		if turned := g.turned(g.mover, s); len(turned) > 0 {
			list[s.String()] = func() plainGame {
				return plainReversi{g.with(discs[g.mover], append(turned, s)...), 1 - g.mover, g.points}
			}
		}
		opponentCanMove = opponentCanMove || len(g.turned(1-g.mover, s)) > 0
	}
	if len(list) == 0 && opponentCanMove {
		list["a"+strconv.Itoa(g.height)] = func() plainGame { return plainReversi{g.field, 1 - g.mover, g.points} }
	}
	return list
}

func (g plainReversi) scores() []int {
	difference := g.count('B') - g.count('W')
	switch {
	case g.points:
		return []int{16 + difference, 16 - difference}
	case difference > 0:
		return result(0)
	case difference < 0:
		return result(1)
	}
	return result(draw)
}

func smallReversi() plainReversi {
	return plainReversi{field: fieldOf("....", ".WB.", ".BW.", "...."), points: true}
}

func TestReversi(t *testing.T) {
	big := fieldOf("........", "........", "........", "...WB...", "...BW...", "........", "........", "........")
	lockstep(t, openGame(t, "reversi"), plainReversi{field: big}, few(40))
	lockstep(t, openGame(t, "reversi-4x4"), smallReversi(), few(100))
}

// TestSmallReversiPerft counts the plays of the small game, all of them to the end
// if there is time: 60,060.
func TestSmallReversiPerft(t *testing.T) {
	g := openGame(t, "reversi-4x4")
	if !full() {
		checkPerft(t, g, nil, countPlain(smallReversi(), 8)[1:])
		return
	}
	const longest = 20 // no play is longer
	checkPerft(t, g, nil, countPlain(smallReversi(), longest)[1:])
	if n := countPlays(t, g, longest); n != 60060 {
		t.Errorf("%d complete plays, want 60060", n)
	}
}

// countPlain returns perft counts by depth.
func countPlain(g plainGame, depth int) []uint64 {
	counts := make([]uint64, depth+1)
	var visit func(g plainGame, d int)
	visit = func(g plainGame, d int) {
		counts[d]++
		if d == depth {
			return
		}
		for _, next := range g.moves() {
			visit(next(), d+1)
		}
	}
	visit(g, 0)
	return counts
}

// TestSmallReversiValue searches the small game to the end. It is known that the
// second player wins, by 11 discs to 3.
func TestSmallReversiValue(t *testing.T) {
	g := openGame(t, "reversi-4x4")
	m := g.NewMachine()
	known := map[string]int{}
	var best func(s game.State) int // of the first player's scores
	best = func(s game.State) int {
		key := stateKey(s)
		if v, ok := known[key]; ok {
			return v
		}
		v := m.(game.Scorer).Scores(s, nil)[0]
		joint, texts := legalTexts(g, m, s)
		for i := range texts {
			next := best(m.Next(s, joint(i), nil))
			first := joint(i)[0] != 0
			if i == 0 || first && next > v || !first && next < v {
				v = next
			}
		}
		known[key] = v
		return v
	}
	if v := best(m.Initial(nil)); v != 8 {
		t.Errorf("with best play the first player has %d points, want 8", v)
	}
}

func stateKey(s game.State) string {
	var key []byte
	for _, word := range s {
		key = strconv.AppendUint(append(key, ' '), word, 36)
	}
	return string(key)
}
