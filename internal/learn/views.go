package learn

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"ludex/game"
	"ludex/internal/neural"
	"ludex/internal/statehash"
)

// In games that hide information a network does not see states. Its features are what a
// role did and perceived, by hash, and a move that it could make; it estimates what the
// roles get if that move is made.
const (
	happenings   = 1 << 13 // features of what happened
	viewMoves    = 1 << 12 // features of moves
	viewFeatures = happenings + viewMoves
	// mostTimes is up to how often something happened that is counted.
	mostTimes = 8
)

// viewTexts returns the texts of the features of views.
func viewTexts() []string {
	texts := make([]string, viewFeatures)
	for f := range texts {
		if texts[f] = fmt.Sprintf("happened %04d", f); f >= happenings {
			texts[f] = fmt.Sprintf("move %04d", f-happenings)
		}
	}
	return texts
}

// roleFeature returns the feature that says whose view it is.
func roleFeature(r int) int32 { return happened(uint64(r), 0) }

// happened returns the feature of something that happened for the n-th time.
func happened(what, n uint64) int32 {
	return int32(statehash.Mix(statehash.Mix(1, what), n) % happenings)
}

// lastStep is the n of what happened in the last step.
const lastStep = mostTimes + 1

// A Viewer follows what roles do and perceive, and chooses moves by a network that was
// learned for this. It belongs to one goroutine.
type Viewer struct {
	game     game.Game
	net      *neural.Evaluator
	moves    []map[game.Move]uint64 // by role: hashes of the texts
	percepts map[game.Percept]uint64
	views    []view
	options  []int32 // scratch memory
}

// A view is what a role did and perceived, as features.
type view struct {
	all, last []int32 // of the whole play, and of the last step
	times     map[uint64]uint64
}

// NewViewer returns a viewer of a game for a network of its views.
func NewViewer(g game.Game, net *neural.Network) *Viewer {
	v := &Viewer{game: g, net: net.NewEvaluator(nil), percepts: map[game.Percept]uint64{}, views: make([]view, len(g.Roles()))}
	for range g.Roles() {
		v.moves = append(v.moves, map[game.Move]uint64{})
	}
	v.Begin()
	return v
}

// Begin begins a play.
func (v *Viewer) Begin() {
	for r := range v.views {
		w := &v.views[r]
		w.all, w.last, w.times = append(w.all[:0], roleFeature(r)), w.last[:0], map[uint64]uint64{}
	}
}

// Extend extends the view of a role by its move and its percepts.
func (v *Viewer) Extend(r game.Role, own game.Move, seen []game.Percept) {
	w := &v.views[r]
	w.last = w.last[:0]
	move := v.moveHash(r, own)
	w.add(statehash.Mix(uint64(r), move))
	for _, p := range seen {
		h := v.perceptHash(p)
		w.add(statehash.Mix(uint64(r), h))
		w.add(statehash.Mix(move, h))
	}
}

// CopyView makes the view of a role the one that it has in another viewer.
func (v *Viewer) CopyView(r game.Role, from *Viewer) {
	to, w := &v.views[r], &from.views[r]
	to.all, to.last = append(to.all[:0], w.all...), append(to.last[:0], w.last...)
	clear(to.times)
	maps.Copy(to.times, w.times)
}

// add adds something that happened.
func (w *view) add(what uint64) {
	n := min(w.times[what]+1, mostTimes)
	w.times[what] = n
	if f := happened(what, n); !slices.Contains(w.all, f) {
		w.all = append(w.all, f)
	}
	w.last = append(w.last, happened(what, lastStep))
}

// features returns the features of the view of a role.
func (v *Viewer) features(r game.Role) []int32 {
	return slices.Concat(v.views[r].all, v.views[r].last)
}

// Values calls visit with the estimated goal of a role, between 0 and 1, for each of its
// moves.
func (v *Viewer) Values(r game.Role, legal []game.Move, visit func(i int, goal float64)) {
	v.options = v.options[:0]
	for _, m := range legal {
		v.options = append(v.options, v.moveFeature(r, m))
	}
	v.net.Options(v.features(r), v.options, func(i int, goals []float64) { visit(i, goals[r]) })
}

// Choose draws a move of a role by the estimates (softmax).
func (v *Viewer) Choose(r game.Role, legal []game.Move, rand *game.Rand, temperature float64) game.Move {
	best, highest := 0, math.Inf(-1)
	v.Values(r, legal, func(i int, goal float64) {
		if score := logit(goal) + temperature*gumbel(rand); score > highest {
			best, highest = i, score
		}
	})
	return legal[best]
}

// moveFeature returns the feature of a move that can be made.
func (v *Viewer) moveFeature(r game.Role, m game.Move) int32 {
	return happenings + int32(v.moveHash(r, m)%viewMoves)
}

// moveHash returns a hash of the text of a move.
func (v *Viewer) moveHash(r game.Role, m game.Move) uint64 {
	h, ok := v.moves[r][m]
	if !ok {
		h = statehash.Mix(hashText(v.game.MoveText(r, m)), uint64(r))
		v.moves[r][m] = h
	}
	return h
}

// perceptHash returns a hash of the text of a percept.
func (v *Viewer) perceptHash(p game.Percept) uint64 {
	h, ok := v.percepts[p]
	if !ok {
		h = hashText(v.game.PerceptText(p))
		v.percepts[p] = h
	}
	return h
}

func hashText(text string) uint64 {
	h := uint64(len(text))
	for _, c := range []byte(text) {
		h = statehash.Mix(h, uint64(c))
	}
	return h
}
