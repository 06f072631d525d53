package rbgplay

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"sync"

	"ludex/game"
	"ludex/internal/budget"
)

var _ game.OrbitFinder = (*Game)(nil)

// ProvedSymmetries are symmetries that hold in all positions after certain ones.
type ProvedSymmetries struct {
	Moves  [][]Action // moves of the game; where one begins on the current cell, it is -1
	List   []ProvedSymmetry
	Covers func(from *Position) bool // they hold in all positions after that one
}

// A ProvedSymmetry is one of [ProvedSymmetries].
type ProvedSymmetry struct {
	BoardSymmetry
	Moves []int32 // by place of a move in the list of moves: that of its image
}

// A SymmetryProver returns those of a list of symmetries that it can prove before the context
// ends: for every position p that plays from a covered one lead to, with an image q, the
// positions after the moves of q are the images of those after the moves of p, one to one, and
// q is the end of a play if p is, with the same scores. Positions may differ from images in
// what has no influence on the rest of a play, such as the current cell when the play is over.
type SymmetryProver func(ctx context.Context, list []BoardSymmetry) ProvedSymmetries

// ProveSymmetriesBy says how [Game.StateSymmetries] proves what it returns. Without a prover
// there are none. It must be called before g is used.
func (g *Game) ProveSymmetriesBy(p SymmetryProver) { g.symmetries.prover = p }

// symmetryProofs are the symmetries of a game that were proved. They are looked for once.
type symmetryProofs struct {
	prover SymmetryProver // nil if there is none
	mu     sync.Mutex
	tried  bool
	proved ProvedSymmetries
}

// find returns what is proved. Where the time that [budget.WithSetup] gives has not been enough, more
// is not tried again.
func (p *symmetryProofs) find(ctx context.Context, g *Game) ProvedSymmetries {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.tried {
		return p.proved
	}
	var proved ProvedSymmetries
	if list := g.testedSymmetries(ctx); len(list) > 0 {
		proved = p.prover(ctx, list)
	}
	var spent *budget.TimeError
	if ctx.Err() == nil || errors.As(ctx.Err(), &spent) {
		p.proved, p.tried = proved, true
	}
	return proved
}

// StateSymmetries implements [game.OrbitFinder]: those symmetries of the board that pass
// a test and are then proved.
func (g *Game) StateSymmetries(ctx context.Context, from game.State) []game.StateSymmetry {
	if g.symmetries.prover == nil {
		return nil
	}
	proved := g.symmetries.find(ctx, g)
	if len(proved.List) == 0 {
		return nil
	}
	var p Position
	if g.Position(from, &p); !proved.Covers(&p) {
		return nil
	}
	numbers := make(map[string]int32, len(proved.Moves))
	for i, actions := range proved.Moves {
		numbers[actionsKey(actions)] = int32(i)
	}
	var found []game.StateSymmetry
	for _, y := range proved.List {
		out := g.newStateSymmetry(y.BoardSymmetry)
		out.forth = moveMap{moves: proved.Moves, numbers: numbers, images: y.Moves}
		out.back = moveMap{moves: proved.Moves, numbers: numbers, images: inverse(y.Moves)}
		found = append(found, out)
	}
	return found
}

// FindsQuickly implements [game.OrbitFinder]: proofs take a while.
func (g *Game) FindsQuickly() bool { return g.symmetries.prover == nil }

// actionsKey returns actions as a key.
func actionsKey(actions []Action) string {
	key := make([]byte, 0, actionSize*len(actions))
	for _, a := range actions {
		key = binary.LittleEndian.AppendUint64(key, a.Part())
	}
	return string(key)
}

// A stateSymmetry maps states as a board symmetry maps positions.
type stateSymmetry struct {
	game  *Game
	cells []int32 // by cell: its image
	keeps bool    // the current cell stays the same
	from  []place // by cell: where in a state the piece lies that its image has here
	// The images of moves, and the moves of images, as far as they were asked for.
	forth, back moveMap
}

// A place is where in a state the piece of a cell lies.
type place struct {
	word  int32
	shift uint8
}

// A moveMap maps moves of the game. It remembers those that it was asked for.
type moveMap struct {
	moves   [][]Action
	numbers map[string]int32 // places in moves
	images  []int32          // by place: that of the image
	known   []game.Move      // by move: its image plus one, noImage, or 0 if it was not asked for
}

// noImage stands for an image that is not known.
const noImage game.Move = -1

func (g *Game) newStateSymmetry(y BoardSymmetry) *stateSymmetry {
	out := &stateSymmetry{game: g, cells: y.Cells, keeps: y.Keeps}
	for _, c := range inverse(y.Cells) {
		out.from = append(out.from, g.layout.place(int(c)))
	}
	return out
}

// place returns where the piece of a cell lies.
func (l *Layout) place(cell int) place {
	perWord, bits := l.packing()
	return place{int32(l.Board + cell/perWord), uint8(cell % perWord * bits)}
}

// inverse returns the inverse of a permutation.
func inverse(p []int32) []int32 {
	out := make([]int32, len(p))
	for i, to := range p {
		out[to] = int32(i)
	}
	return out
}

// Image implements [game.StateSymmetry]. Most images of a state are not the least one, which
// the first words of the board tell.
func (y *stateSymmetry) Image(s, bound, dst game.State) (game.State, bool) {
	l := &y.game.layout
	dst = append(dst[:0], s[:l.Board]...)
	if !y.keeps {
		dst[0] = s[0]>>32<<32 | uint64(uint32(y.cells[Cell(s)]))
	}
	less := bound == nil
	if !less {
		order := slices.Compare(dst, bound[:l.Board])
		if less = order < 0; order > 0 {
			return dst, false
		}
	}
	perWord, bits := l.packing()
	mask := uint64(1)<<bits - 1
	for from := y.from; len(from) > 0; from = from[min(perWord, len(from)):] {
		var word uint64
		for i, p := range from[:min(perWord, len(from))] {
			word |= s[p.word] >> p.shift & mask << (i * bits)
		}
		if !less {
			b := bound[len(dst)]
			if less = word < b; word > b {
				return dst, false
			}
		}
		dst = append(dst, word)
	}
	return dst, less
}

// Fixes implements [game.StateSymmetry].
func (y *stateSymmetry) Fixes(mask game.State) bool {
	if !y.keeps && uint32(mask[0]) != 0 {
		return false
	}
	_, bits := y.game.layout.packing()
	for c, to := range y.cells {
		p := y.game.layout.place(c)
		if int(to) != c && mask[p.word]>>p.shift&(1<<bits-1) != 0 {
			return false
		}
	}
	return true
}

// Move implements [game.StateSymmetry].
func (y *stateSymmetry) Move(_ game.Role, m game.Move) (game.Move, bool) {
	return y.forth.image(y.game, m)
}

// MoveBack implements [game.StateSymmetry].
func (y *stateSymmetry) MoveBack(_ game.Role, m game.Move) (game.Move, bool) {
	return y.back.image(y.game, m)
}

// image returns the image of a move, or false if it is not known.
func (x *moveMap) image(g *Game, m game.Move) (game.Move, bool) {
	for int(m) >= len(x.known) {
		x.known = append(x.known, make([]game.Move, len(x.known)+chunkSize)...)
	}
	if x.known[m] == 0 {
		x.known[m] = noImage
		if to, ok := x.find(g, m); ok {
			x.known[m] = to + 1
		}
	}
	return x.known[m] - 1, x.known[m] != noImage
}

// find finds the image of a move. A move that has a number in its text, to tell it apart from
// others, may have another number in the image of a state.
func (x *moveMap) find(g *Game, m game.Move) (game.Move, bool) {
	e := g.moves.at(m)
	if e == nil || e.variant >= numbered {
		return 0, false
	}
	if len(e.actions) == 0 {
		return m, true
	}
	at, ok := x.numbers[actionsKey(e.actions)]
	if !ok {
		return 0, false
	}
	image := x.moves[x.images[at]]
	if slices.ContainsFunc(image, func(a Action) bool { return a.Cell < 0 }) {
		return 0, false
	}
	to, err := g.moves.intern(image, e.variant, hashMove(image, e.variant), &g.texts)
	return to, err == nil
}
