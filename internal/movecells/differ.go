package movecells

import (
	"context"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/board"
)

// A differ finds the facts that differ between two states by their features, which is much
// faster than to compare all facts.
type differ struct {
	features game.Featurer
	texts    []string // of the features
	shown    []bool   // by feature: a board shows it
	owners   []int    // by feature: the role whose piece it puts on a board, or -1
	trusted  bool     // the features are the facts, as far as boards show them
	memo     memo
}

// newDiffer returns the differ of a game with features.
func newDiffer(features game.Featurer, b *board.Board) *differ {
	d := &differ{features: features, texts: features.Features()}
	d.shown, d.owners = make([]bool, len(d.texts)), make([]int, len(d.texts))
	for i, text := range d.texts {
		d.shown[i] = b.IsOnBoard(text)
		d.owners[i] = slices.Index(b.Pieces(d.texts[i:i+1]), 1)
	}
	return d
}

// pieces counts the pieces of each role on the boards.
func (d *differ) pieces(s game.State, roles int) []int {
	counts := make([]int, roles)
	here := scratches.Get().(*scratch)
	defer scratches.Put(here)
	here.come = d.features.AppendFeatures(s, here.come[:0])
	for _, f := range here.come {
		if owner := d.owners[f]; owner >= 0 && owner < roles {
			counts[owner]++
		}
	}
	return counts
}

// changes appends the features of each of two states that the other does not have and that a
// board shows.
func (d *differ) changes(from, to game.State, gone, come []int32) (newGone, newCome []int32) {
	gone, come = d.features.AppendChanges(from, to, gone, come)
	hidden := func(f int32) bool { return !d.shown[f] }
	return slices.DeleteFunc(gone, hidden), slices.DeleteFunc(come, hidden)
}

// facts returns the facts of each of two states that the other does not have and that a board
// shows, sorted.
func (d *differ) facts(from, to game.State) (before, after []string) {
	gone, come := d.changes(from, to, make([]int32, 0, 8), make([]int32, 0, 8))
	return d.named(gone), d.named(come)
}

func (d *differ) named(features []int32) []string {
	texts := make([]string, len(features))
	for i, f := range features {
		texts[i] = d.texts[f]
	}
	slices.Sort(texts)
	return texts
}

// Changes returns how the cells of all boards differ between two states of a game without
// hidden information.
func (f *Finder) Changes(from, to game.State) []board.Change {
	if d := f.trusted(); d != nil {
		return f.board.Changes(d.facts(from, to))
	}
	return f.board.Changes(f.game.Facts(from), f.game.Facts(to))
}

// Pieces returns how many pieces each role has on the boards in a state of a game without
// hidden information.
func (f *Finder) Pieces(s game.State) []int {
	roles := len(f.game.Roles())
	if d := f.trusted(); d != nil {
		return d.pieces(s, roles)
	}
	return f.piecesByFacts(s, roles)
}

func (f *Finder) piecesByFacts(s game.State, roles int) []int {
	counts := make([]int, roles)
	copy(counts, f.board.Pieces(f.game.Facts(s)))
	return counts
}

// trusted returns a differ, or nil if the game has no features that are facts. A game may get
// them when a faster engine is ready.
func (f *Finder) trusted() *differ {
	d := f.differ.Load()
	if d == nil {
		able := game.CapabilitiesOf(f.game).Features
		if able == nil {
			return nil
		}
		d = newDiffer(able, f.board)
		d.trusted = f.agrees(d)
		f.differ.Store(d)
	}
	if !d.trusted {
		return nil
	}
	return d
}

// Limits of the play in which features are compared with facts.
const (
	agreeSteps = 24
	agreeTime  = 250 * time.Millisecond
)

// agrees reports whether the features of a play say the same as its facts.
func (f *Finder) agrees(d *differ) bool {
	ctx, cancel := context.WithTimeout(context.Background(), agreeTime)
	defer cancel()
	steps, same := 0, true
	f.walk(ctx, agreeSteps, func(state, next game.State, _ [][]game.Move) {
		if next == nil {
			return
		}
		steps++
		roles := len(f.game.Roles())
		same = same && slices.Equal(d.pieces(state, roles), f.piecesByFacts(state, roles))
		byFacts := f.board.Changes(f.game.Facts(state), f.game.Facts(next))
		same = same && slices.EqualFunc(f.board.Changes(d.facts(state, next)), byFacts, func(a, b board.Change) bool {
			return a.Cell == b.Cell && slices.Equal(a.Lost, b.Lost) && slices.Equal(a.Gained, b.Gained)
		})
	})
	return same && steps > 0
}

// walk plays at random, always in the same way, until the rules end the play or fail. If they
// fail, there is no next state.
func (f *Finder) walk(ctx context.Context, steps int, visit func(state, next game.State, legal [][]game.Move)) {
	m := f.game.NewMachine()
	m.Bind(ctx)
	rand := game.NewRand(1)
	state := m.Initial(nil)
	for range steps {
		legal := make([][]game.Move, len(f.game.Roles()))
		if m.Terminal(state) || game.LegalMoves(f.game, m, state, legal) != nil { // also if the machine failed
			return
		}
		joint := make([]game.Move, len(legal))
		for r, list := range legal {
			joint[r] = list[rand.Choose(len(list))]
		}
		next := m.Next(state, joint, nil)
		if m.Err() != nil {
			next = nil
		}
		visit(state, next, legal)
		if state = next; next == nil {
			return
		}
	}
}
