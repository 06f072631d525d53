// Package movecells finds the cells that a person touches on a board to make a move:
// source and targets, but not what is captured or moves along.
//
// What the cells of a move are to it follows from the position before and after the move,
// in any language ([ludex/internal/board.Board.MoveCells]). A position may have thousands of
// moves, of which only some are played out; other moves of the same shape are alike.
//
// In a game with hidden information the position must not be used, since the answer could
// depend on what is hidden. There the moves of a few random plays, which are the same for
// every table, show what the cells of moves are.
package movecells

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"ludex/game"
	"ludex/internal/board"
)

// maxPlayed is how many moves of a shape are played out in a position.
const maxPlayed = 96

// A Finder finds the cells of moves of a game. It is safe for concurrent use.
type Finder struct {
	board    *board.Board
	game     game.Game
	patterns map[patternKey]*tally // in a game with hidden information
	cells    map[string]bool       // of all boards, in such a game
	waits    map[string]bool       // moves of roles that have nothing to decide
	placer   placer                // of a regular boardgame; else nil
	differ   atomic.Pointer[differ]
	attacker func() *attacker // of a regular boardgame; else it returns nil
}

// A placer knows which moves put pieces on cells, and which leave that to the keeper.
type placer interface {
	Places(m game.Move) bool
}

// placerOf returns the placer of a game, or nil.
func placerOf(g game.Game) placer {
	p, _ := game.First(g).(placer)
	return p
}

// A Found move is a legal move with its cells.
type Found struct {
	board.MoveCells
	// Changes are what the move does to the boards, if it was played out.
	Changes []board.Change
	// Nothing says that the move was played out and changes none of its cells, or nothing at
	// all.
	Nothing bool

	Name string // as people write it; no two moves of a position have the same
	// Choice tells moves apart that the same cells mean, in a few words. It is empty if
	// there is only one.
	Choice string
	// Piece is the ID of the piece that tells such moves apart, as in a promotion.
	Piece string

	unnamed bool   // the text names no cells
	known   *known // what follows from the cells, if it was computed already
}

// New returns a finder for a game.
func New(ctx context.Context, b *board.Board, g game.Game) (*Finder, error) {
	f := &Finder{board: b, game: g, placer: placerOf(g)}
	f.attacker = sync.OnceValue(f.newAttacker)
	limited, cancel := context.WithTimeout(ctx, sampleTime)
	defer cancel()
	f.findWaits(limited)
	if g.Hidden() && b.HasCells() {
		f.sample(limited)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return f, nil
}

// sampleTime is the time limit of random plays. It is there for rules that take for ever;
// without what plays show, more cells have to be touched.
const sampleTime = time.Second

// Time is the time limit for finding the cells of the moves of a position. If the rules take
// longer, more cells have to be touched.
const Time = 250 * time.Millisecond

// Position is a position in which a role has moves.
type Position struct {
	Machine game.Machine
	State   game.State // not used in a game with hidden information
	Role    game.Role
	Joint   []game.Move // the moves that other roles make meanwhile
}

// Find returns the cells and names of moves of a role. If the machine fails, they follow
// from the texts of the moves alone; the caller can see that from the machine.
func (f *Finder) Find(p Position, moves []game.Move) []Found { return f.FindInto(p, moves, nil) }

// FindInto is like [Finder.Find], but uses the memory of another answer.
func (f *Finder) FindInto(p Position, moves []game.Move, found []Found) []Found {
	found = slices.Grow(found[:0], len(moves))[:len(moves)]
	clear(found)
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	texts := s.texts[:0]
	for _, m := range moves {
		texts = append(texts, f.game.MoveText(p.Role, m))
	}
	s.texts = texts
	switch {
	case !f.board.HasCells():
	case f.game.Hidden():
		for i, text := range texts {
			found[i].MoveCells = f.typical(p.Role, text)
		}
	default:
		if !f.playOut(p, moves, texts, found) {
			for i, text := range texts {
				found[i] = Found{MoveCells: f.board.MoveCells(text, nil)}
			}
		}
	}
	for i := range found {
		f.keepOwn(&found[i], p.Role)
	}
	f.name(texts, found)
	f.choices(texts, found)
	return found
}

// playOut finds the cells of moves by making them. It reports whether the machine did not
// fail.
func (f *Finder) playOut(p Position, moves []game.Move, texts []string, found []Found) bool {
	if len(moves) > maxPlayed {
		return f.playSome(p, moves, texts, found)
	}
	if !f.play(p, moves, texts, nil, found) {
		return false
	}
	f.findUnnamed(texts, nil, found)
	dropPass(found)
	return true
}

// playSome finds the cells of many moves by making some of them.
func (f *Finder) playSome(p Position, moves []game.Move, texts []string, found []Found) bool {
	shapes := make([]string, len(moves))
	for i, text := range texts {
		shapes[i] = f.board.Shape(text)
	}
	played := choose(shapes, f.ambiguous(texts))
	if !f.play(p, moves, texts, played, found) {
		return false
	}
	votes := map[string]*tally{}
	for i := range moves {
		if !played[i] {
			continue
		}
		if votes[shapes[i]] == nil {
			votes[shapes[i]] = new(tally)
		}
		if !found[i].Nothing {
			votes[shapes[i]].add(found[i].Parts)
		}
	}
	for i := range moves {
		if !played[i] {
			found[i].MoveCells = f.board.MoveCells(texts[i], nil)
			votes[shapes[i]].apply(&found[i].MoveCells)
		}
	}
	f.findUnnamed(texts, played, found)
	dropPass(found)
	return true
}

// play makes moves, all of them if played is nil, and finds their cells. It reports whether the
// machine did not fail.
func (f *Finder) play(p Position, moves []game.Move, texts []string, played []bool, found []Found) bool {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	d := f.trusted()
	joint := slices.Clone(p.Joint)
	for i, move := range moves {
		if played != nil && !played[i] {
			continue
		}
		joint[p.Role] = move
		s.state = p.Machine.Next(p.State, joint, s.state[:0])
		if p.Machine.Err() != nil {
			return false
		}
		if d == nil {
			found[i] = f.played(move, texts[i], f.board.Changes(f.game.Facts(p.State), f.game.Facts(s.state)))
			continue
		}
		s.gone, s.come = d.changes(p.State, s.state, s.gone[:0], s.come[:0])
		s.key = appendKey(s.key[:0], p.Role, move, s.gone, s.come)
		ok := false
		if found[i], ok = d.memo.get(s.key); !ok {
			found[i] = f.played(move, texts[i], f.board.Changes(d.named(s.gone), d.named(s.come)))
			f.remember(texts[i], &found[i])
			d.memo.put(s.key, found[i])
		}
	}
	return true
}

// played returns the cells of a move that was played out.
func (f *Finder) played(move game.Move, text string, changes []board.Change) Found {
	named := f.board.Target(text)
	nothing := len(changes) == 0 || len(named) > 0 && !slices.ContainsFunc(changes, func(c board.Change) bool { return slices.Contains(named, c.Cell) })
	if f.placer != nil && !f.placer.Places(move) {
		nothing = true // the keeper did it all
	}
	return Found{MoveCells: f.board.MoveCells(text, changes), Changes: changes, Nothing: nothing, unnamed: len(named) == 0}
}

// ambiguous reports which moves name the same cells as others.
func (f *Finder) ambiguous(texts []string) []bool {
	same := make([]bool, len(texts))
	first := map[string]int{}
	for i, text := range texts {
		cells := ""
		for _, c := range f.board.Target(text) {
			cells += c + "\n"
		}
		if j, ok := first[cells]; ok {
			same[i], same[j] = true, true
		} else {
			first[cells] = i
		}
	}
	return same
}

// choose says which moves are played out: some of each shape, evenly spread, and the
// first ambiguous ones.
func choose(shapes []string, ambiguous []bool) []bool {
	count := map[string]int{}
	for _, s := range shapes {
		count[s]++
	}
	played := make([]bool, len(shapes))
	seen := map[string]int{}
	left := maxPlayed
	for i, s := range shapes {
		n := seen[s]
		seen[s]++
		switch all := count[s]; {
		case all <= maxPlayed || n*maxPlayed/all != (n+1)*maxPlayed/all:
			played[i] = true
		case ambiguous[i] && left > 0:
			played[i] = true
			left--
		}
	}
	return played
}

// dropPass takes the cells away from a move that changes none of them, if it is the only
// one: it passes. Several such moves differ by their cells.
func dropPass(found []Found) {
	only := -1
	for i := range found {
		if found[i].Nothing && len(found[i].Cells) > 0 {
			if only >= 0 {
				return
			}
			only = i
		}
	}
	if only >= 0 && len(found) > 1 {
		found[only].setCells(board.MoveCells{})
	}
}

// keepOwn removes things of other roles from the cells that mean a move: the move says which
// card is played, and everybody plays cards of one's own.
func (f *Finder) keepOwn(m *Found, r game.Role) {
	if !m.Any {
		return
	}
	var cells []string
	for _, c := range m.Cells {
		if owner := f.board.CellRole(c); owner < 0 || owner == int(r) {
			cells = append(cells, c)
		}
	}
	if len(cells) < len(m.Cells) {
		m.setCells(board.MoveCells{Cells: cells, Parts: slices.Repeat([]board.Part{board.Target}, len(cells)), Any: true})
	}
}
