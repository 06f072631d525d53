package puzzle

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"ludex/game"
)

// ErrLimit says that a proof exceeded its limit of states.
var ErrLimit = errors.New("the proof takes more states than it is allowed")

// A forcedSearch decides by exhaustive search what a side can force within a number
// of steps. Where moves are simultaneous, the side moves first and the others know
// its move, so what it can force it can always force.
//
// Results are stored by state for every number of steps, so that a deeper search
// uses the results of shallower ones.
type forcedSearch struct {
	ctx     context.Context
	machine game.Machine
	roles   int
	// ours reports whether a role is of the side, and reached whether a state
	// in which the play is over is what the side wants.
	ours    func(game.Role) bool
	reached func(game.State) bool

	limit, nodes int
	err          error
	table        map[string]stepBounds
	frames       []*frame
	// good counts, for each role and move, how often the move was the right one.
	// What was right elsewhere is tried first.
	history []map[game.Move]int
	key     []byte
}

// maxTable is the number of states in the transposition table.
const maxTable = 1 << 20

// A stepBounds says within how many steps a side can force its goal from a state,
// and within how many it cannot. can is 0 if that is not known.
type stepBounds struct{ can, cannot int16 }

// A frame is the memory of one level of the search.
type frame struct {
	moves  [][]game.Move // by role, the best guesses first
	joints []game.Move
	state  game.State
}

func newForcedSearch(ctx context.Context, g game.Game, limit int, ours func(game.Role) bool, reached func(game.Machine, game.State) bool) *forcedSearch {
	f := &forcedSearch{
		ctx: ctx, machine: g.NewMachine(), roles: len(g.Roles()), ours: ours,
		limit: limit, table: map[string]stepBounds{}, history: make([]map[game.Move]int, len(g.Roles())),
	}
	f.machine.Bind(ctx)
	f.reached = func(s game.State) bool { return reached(f.machine, s) }
	for r := range f.history {
		f.history[r] = map[game.Move]int{}
	}
	return f
}

// within reports whether the side can force its goal within a number of steps, by
// iterative deepening.
func (f *forcedSearch) within(s game.State, steps int) (bool, error) {
	can := false
	for n := 0; n <= steps && !can; n++ {
		can = f.search(s, n, 0)
	}
	if f.err == nil {
		f.err = f.machine.Err()
	}
	return can && f.err == nil, f.err
}

// search reports whether the side can force its goal from a state. After an error
// the result has no meaning.
func (f *forcedSearch) search(s game.State, steps, level int) bool {
	if f.stopped() {
		return false
	}
	if f.machine.Terminal(s) {
		return f.reached(s)
	}
	if steps == 0 {
		return false
	}
	f.key = appendState(f.key[:0], s)
	v := f.table[string(f.key)]
	switch {
	case v.can > 0 && int(v.can) <= steps:
		return true
	case int(v.cannot) >= steps:
		return false
	}
	can := f.sideCanForce(f.frame(s, level), s, steps, level)
	if f.err != nil {
		return false
	}
	if can {
		v.can = int16(steps)
	} else {
		v.cannot = int16(steps)
	}
	f.key = appendState(f.key[:0], s)
	if _, known := f.table[string(f.key)]; known || len(f.table) < maxTable {
		f.table[string(f.key)] = v
	}
	return can
}

// stopped counts a state and reports whether the search has to end.
func (f *forcedSearch) stopped() bool {
	if f.err != nil {
		return true
	}
	if f.nodes++; f.limit > 0 && f.nodes > f.limit {
		f.err = ErrLimit
	} else if f.nodes%1024 == 0 {
		f.err = f.ctx.Err()
	}
	if f.err == nil {
		f.err = f.machine.Err()
	}
	return f.err != nil
}

// frame prepares the memory of a ply for a state.
func (f *forcedSearch) frame(s game.State, level int) *frame {
	for len(f.frames) <= level {
		f.frames = append(f.frames, &frame{moves: make([][]game.Move, f.roles), joints: make([]game.Move, f.roles)})
	}
	fr := f.frames[level]
	for r := range fr.moves {
		good := f.history[r]
		fr.moves[r] = f.machine.Legal(s, game.Role(r), fr.moves[r][:0])
		if len(fr.moves[r]) == 0 {
			f.err = cmp.Or(f.machine.Err(), game.ErrStuck)
		}
		slices.SortStableFunc(fr.moves[r], func(a, b game.Move) int { return good[b] - good[a] })
	}
	return fr
}

// sideCanForce reports whether the side has moves that reach the goal, whatever the
// others reply.
func (f *forcedSearch) sideCanForce(fr *frame, s game.State, steps, level int) bool {
	return f.exists(fr, 0, true, func() bool {
		return !f.exists(fr, 0, false, func() bool {
			fr.state = f.machine.Next(s, fr.joints, fr.state[:0])
			return !f.search(fr.state, steps-1, level+1)
		})
	})
}

// exists reports whether there are moves of one side's roles, from a role on, for
// which a test holds.
func (f *forcedSearch) exists(fr *frame, r int, ours bool, test func() bool) bool {
	for r < f.roles && f.ours(game.Role(r)) != ours {
		r++
	}
	if r == f.roles {
		return test()
	}
	for _, m := range fr.moves[r] {
		fr.joints[r] = m
		if f.exists(fr, r+1, ours, test) {
			if f.err == nil && len(fr.moves[r]) > 1 {
				f.history[r][m]++
			}
			return true
		}
		if f.err != nil {
			return false
		}
	}
	return false
}

// appendState appends a state as bytes.
func appendState(dst []byte, s game.State) []byte {
	for _, w := range s {
		dst = append(dst, byte(w), byte(w>>8), byte(w>>16), byte(w>>24), byte(w>>32), byte(w>>40), byte(w>>48), byte(w>>56))
	}
	return dst
}
