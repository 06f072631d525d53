package realtime

import (
	"context"
	"slices"

	"ludex/game"
	"ludex/timed"
)

// A belief is a set of worlds consistent with what a role was told, a particle
// filter. Without hidden information there is exactly one. Otherwise worlds are
// sampled, with moves of the others at random instants.
//
// It never uses the state of the match, so that a player cannot depend on what its
// role does not know.
type belief struct {
	*model
	size    int
	worlds  []world
	history []ownNotice
}

// An ownNotice is a notice of an update, with the role's own move in it, or "".
type ownNotice struct {
	notice timed.Notice
	own    string
}

const (
	// worldsKept is how many worlds a belief has where something is hidden.
	worldsKept = 64
	// maxTries bounds the attempts to find each of them, and maxWork the updates
	// for all of them.
	maxTries = 8
	maxWork  = 50_000
	// maxFollow bounds the updates in what the role was told.
	maxFollow = 5000
)

func newBelief(m *model) *belief {
	b := &belief{model: m, size: 1}
	if m.hidden {
		b.size = worldsKept
	}
	return b
}

// take updates the worlds by notices, in order. Without notices, it makes sure
// that there are worlds. The context ends the search for more of them.
func (b *belief) take(ctx context.Context, list []ownNotice) {
	b.history = append(b.history, list...)
	old := b.worlds
	switch {
	case old != nil && len(list) == 0:
		return
	case old == nil:
		old, list = []world{b.initial()}, b.history
	}
	b.worlds = b.draw(ctx, old, list)
	if b.worlds == nil && b.hidden {
		b.worlds = b.draw(ctx, []world{b.initial()}, b.history)
	}
	if b.worlds == nil { // no sample agrees; continue with an arbitrary world
		for i := range old {
			b.worlds = append(b.worlds, b.advanceFreely(&old[i], list))
		}
	}
	for i := range b.worlds {
		b.worlds[i].observed[b.me] = b.worlds[0].observed[b.me]
	}
}

// draw returns successors of given worlds that agree with what was told. Each
// world is followed as often as needed, and weighted by the probability of the
// chance moves that agree.
func (b *belief) draw(ctx context.Context, from []world, list []ownNotice) []world {
	var out []world
	var weights []float64
	start := b.updates
	for try := range b.size * maxTries {
		if len(out) == b.size || b.err != nil || b.updates-start > maxWork || try > 0 && ctx.Err() != nil {
			break
		}
		pick := try % len(from)
		if try >= len(from) {
			pick = b.rand.Choose(len(from))
		}
		w := from[pick].clone()
		if weight := b.follow(&w, list); weight > 0 {
			out, weights = append(out, w), append(weights, weight)
		}
	}
	return b.resample(out, weights)
}

// resample draws worlds by their weights, so that they have equal weights.
func (b *belief) resample(worlds []world, weights []float64) []world {
	if len(worlds) == 0 || slices.Min(weights) == slices.Max(weights) {
		return worlds
	}
	total := 0.0
	for _, x := range weights {
		total += x
	}
	// Systematic resampling: one draw and equal steps from there, so that no world with
	// more than one step of weight is lost.
	step := total / float64(len(worlds))
	at := step * unitFloat(b.rand)
	out := make([]world, 0, len(worlds))
	sum, i := weights[0], 0
	for range worlds {
		for sum < at && i+1 < len(weights) {
			i++
			sum += weights[i]
		}
		out = append(out, worlds[i].clone())
		at += step
	}
	return out
}

// unitFloat draws a number from 0 to 1.
func unitFloat(r *game.Rand) float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// follow continues a world as the role was told. It returns the weight of the
// world, or 0 if that is impossible.
func (b *belief) follow(w *world, list []ownNotice) float64 {
	weight := 1.0
	for n := 0; n < maxFollow && b.err == nil; n++ {
		if legal := b.canChance(w); len(legal) > 0 {
			rest, part := b.chance(w, legal, list)
			if weight *= part; part == 0 {
				return 0
			}
			list = rest
			continue
		}
		switch {
		case len(list) == 0:
			return weight
		case w.over:
			return 0
		}
		t := &list[0]
		until := t.notice.Time
		if t.notice.Kind == timed.Chance {
			until += timed.Moment // an update before it, at the same instant
		}
		switch at, quiet := b.unobservedUpdate(w, until); {
		case !quiet:
			return 0
		case at < until:
			continue
		case t.notice.Kind != timed.Joint || !b.joint(w, t):
			return 0
		}
		list = list[1:]
	}
	return 0
}

// chance makes a move of random that agrees with what was told, and returns the
// remaining notices, and the probability of such a move.
func (b *belief) chance(w *world, legal []string, list []ownNotice) (rest []ownNotice, part float64) {
	var fits []world
	var rests [][]ownNotice
	moves := b.chanceMoves(w, legal, list)
	for _, move := range moves {
		next := w.clone()
		b.moves = append(b.moves[:0], timed.Move{Role: b.random, Text: move})
		u, ok := b.update(&next, w.state.Now(), timed.Chance)
		if !ok {
			continue
		}
		heard := b.tell(&next, &u, timed.Chance)
		switch {
		case !heard:
			fits, rests = append(fits, next), append(rests, list)
		case len(list) > 0 && list[0].notice.Kind == timed.Chance && list[0].notice.Time == next.state.Now() && b.matches(&u, &list[0]):
			fits, rests = append(fits, next), append(rests, list[1:])
		}
	}
	if len(fits) == 0 {
		return nil, 0
	}
	i := b.rand.Choose(len(fits))
	*w = fits[i]
	return rests[i], float64(len(fits)) / float64(len(moves))
}

// chanceMoves returns the moves of random that are worth trying: without hidden
// information the one that was told, else all.
func (b *belief) chanceMoves(w *world, legal []string, list []ownNotice) []string {
	if b.hidden || len(list) == 0 || list[0].notice.Kind != timed.Chance {
		return legal
	}
	for _, m := range list[0].notice.Moves {
		if m.Role == b.random {
			return []string{m.Text}
		}
	}
	return legal
}

// tell informs all roles of an update and reports whether the own role learns of
// it.
func (b *belief) tell(w *world, u *timed.Update, kind timed.Kind) bool {
	heard := false
	for r := range b.roles {
		if b.observes(w, u, game.Role(r), kind) && game.Role(r) == b.me {
			heard = true
		}
	}
	return heard
}

// matches reports whether an update gives the percepts of a notice. Without hidden
// information the moves are made as told, and there is nothing to compare.
func (b *belief) matches(u *timed.Update, t *ownNotice) bool {
	return !b.hidden || slices.Equal(u.Percepts(b.me), t.notice.Percepts)
}

// unobservedUpdate makes the next update before an instant that the role does not learn of,
// and returns its instant, or the given one if there is none. It reports whether
// the role learned nothing.
func (b *belief) unobservedUpdate(w *world, until timed.Time) (timed.Time, bool) {
	b.moves = b.moves[:0]
	at := min(w.state.Expiry(), until)
	if b.hidden {
		at = b.unseen(w, at)
	}
	if at >= until {
		return until, true
	}
	u, ok := b.update(w, at, timed.Joint)
	if !ok {
		return at, false
	}
	heard := b.tell(w, &u, timed.Joint)
	return at, !heard || !b.hidden
}

// unseen sometimes lets another role move before an instant, and returns when.
func (b *belief) unseen(w *world, until timed.Time) timed.Time {
	open := w.open()
	if until <= open || until == timed.Forever {
		return until
	}
	for r := range b.roles {
		role := game.Role(r)
		if role == b.me || role == b.random || b.rand.Choose(3) != 0 {
			continue
		}
		if legal := b.legal(w, role); len(legal) > 0 {
			b.moves = append(b.moves, timed.Move{Role: role, Text: legal[b.rand.Choose(len(legal))]})
			return open + timed.Time(b.rand.Choose(int(until-open)))
		}
	}
	return until
}

// joint makes the update of a notice. With hidden information it finds moves of
// the others that give the percepts, as few as possible.
func (b *belief) joint(w *world, t *ownNotice) bool {
	b.moves = b.moves[:0]
	if !b.hidden {
		b.moves = append(b.moves, t.notice.Moves...)
		return b.apply(w, t)
	}
	if t.own != "" {
		if !slices.Contains(b.legal(w, b.me), t.own) {
			return false
		}
		b.moves = append(b.moves, timed.Move{Role: b.me, Text: t.own})
	}
	if b.apply(w, t) {
		return true
	}
	var fits []world
	own := slices.Clone(b.moves)
	for r := range b.roles {
		role := game.Role(r)
		if role == b.me || role == b.random {
			continue
		}
		for _, move := range b.legal(w, role) {
			next := w.clone()
			b.moves = append(append(b.moves[:0], own...), timed.Move{Role: role, Text: move})
			if b.apply(&next, t) {
				fits = append(fits, next)
			}
		}
	}
	if len(fits) == 0 {
		return b.jointOfAll(w, t, own)
	}
	*w = fits[b.rand.Choose(len(fits))]
	return true
}

// jointOfAll tries random moves of several others at once.
func (b *belief) jointOfAll(w *world, t *ownNotice, own []timed.Move) bool {
	if b.roles < 3 {
		return false
	}
	const tries = 16
	for range tries {
		next := w.clone()
		b.moves = append(b.moves[:0], own...)
		for r := range b.roles {
			legal := b.legal(w, game.Role(r))
			if game.Role(r) == b.me || game.Role(r) == b.random || len(legal) == 0 {
				continue
			}
			b.moves = append(b.moves, timed.Move{Role: game.Role(r), Text: legal[b.rand.Choose(len(legal))]})
		}
		if b.apply(&next, t) {
			*w = next
			return true
		}
	}
	return false
}

// apply makes the update of a notice with the moves of the model, if it gives the
// percepts of the notice. Otherwise the world is unchanged.
func (b *belief) apply(w *world, t *ownNotice) bool {
	if at := t.notice.Time; len(b.moves) == 0 && w.state.Expiry() != at || w.state.Expiry() < at {
		return false
	}
	next := w.clone()
	u, ok := b.update(&next, t.notice.Time, timed.Joint)
	if !ok || !b.tell(&next, &u, timed.Joint) || !b.matches(&u, t) {
		return false
	}
	*w = next
	return true
}

// advanceFreely advances a world to the instant of the last notice without constraints.
func (b *belief) advanceFreely(w *world, list []ownNotice) world {
	out := w.clone()
	for n := 0; n < maxFollow && !out.over && len(list) > 0; n++ {
		b.moves = b.moves[:0]
		at, kind := out.state.Expiry(), timed.Joint
		if legal := b.canChance(&out); len(legal) > 0 {
			b.moves = append(b.moves, timed.Move{Role: b.random, Text: legal[b.rand.Choose(len(legal))]})
			at, kind = out.state.Now(), timed.Chance
		}
		if at > list[len(list)-1].notice.Time {
			break
		}
		if _, ok := b.update(&out, at, kind); !ok {
			break
		}
	}
	return out
}
