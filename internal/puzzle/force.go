package puzzle

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"ludex/game"
)

// ErrLimit says that a proof was given up because it took too much.
var ErrLimit = errors.New("the proof takes more states than it is allowed")

// A forcer finds out by exhaustive search what a side can force within a number
// of steps. The side moves first where both have a choice at once, and the others
// know its move: what it can force, it can force always.
//
// What is found out about a state is kept for every number of steps, so that
// searching one step deeper uses what the search before has found.
type forcer struct {
	ctx     context.Context
	machine game.Machine
	roles   int
	// ours reports whether a role is of the side, and reached whether a state
	// in which the play is over is what the side wants.
	ours    func(game.Role) bool
	reached func(game.State) bool

	limit, nodes int
	err          error
	table        map[string]verdict
	frames       []*frame
	// good counts, for each role and move, how often the move was the right one.
	// What was right elsewhere is tried first.
	good []map[game.Move]int
	key  []byte
}

// maxTable is how many states a search remembers.
const maxTable = 1 << 20

// A verdict says within how many steps a side can force its end from a state, and
// within how many it cannot. can is 0 if that is not known.
type verdict struct{ can, cannot int16 }

// A frame is the memory of one level of the search.
type frame struct {
	moves  [][]game.Move // by role, the best guesses first
	joints []game.Move
	state  game.State
}

func newForcer(ctx context.Context, g game.Game, limit int, ours func(game.Role) bool, reached func(game.Machine, game.State) bool) *forcer {
	f := &forcer{
		ctx: ctx, machine: g.NewMachine(), roles: len(g.Roles()), ours: ours,
		limit: limit, table: map[string]verdict{}, good: make([]map[game.Move]int, len(g.Roles())),
	}
	f.machine.Bind(ctx)
	f.reached = func(s game.State) bool { return reached(f.machine, s) }
	for r := range f.good {
		f.good[r] = map[game.Move]int{}
	}
	return f
}

// within reports whether the side can force its end within a number of steps. It
// looks for short ways first, since these need not look at the long ones.
func (f *forcer) within(s game.State, steps int) (bool, error) {
	can := false
	for n := 0; n <= steps && !can; n++ {
		can = f.search(s, n, 0)
	}
	if f.err == nil {
		f.err = f.machine.Err()
	}
	return can && f.err == nil, f.err
}

// search reports whether the side can force its end from a state. Once there is
// an error it means nothing.
func (f *forcer) search(s game.State, steps, level int) bool {
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
	can := f.choose(f.frame(s, level), s, steps, level)
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
func (f *forcer) stopped() bool {
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

// frame prepares the memory of a level for a state.
func (f *forcer) frame(s game.State, level int) *frame {
	for len(f.frames) <= level {
		f.frames = append(f.frames, &frame{moves: make([][]game.Move, f.roles), joints: make([]game.Move, f.roles)})
	}
	fr := f.frames[level]
	for r := range fr.moves {
		good := f.good[r]
		fr.moves[r] = f.machine.Legal(s, game.Role(r), fr.moves[r][:0])
		if len(fr.moves[r]) == 0 {
			f.err = cmp.Or(f.machine.Err(), game.ErrStuck)
		}
		slices.SortStableFunc(fr.moves[r], func(a, b game.Move) int { return good[b] - good[a] })
	}
	return fr
}

// choose reports whether the side has moves that do, whatever the others answer.
func (f *forcer) choose(fr *frame, s game.State, steps, level int) bool {
	return f.some(fr, 0, true, func() bool {
		return !f.some(fr, 0, false, func() bool {
			fr.state = f.machine.Next(s, fr.joints, fr.state[:0])
			return !f.search(fr.state, steps-1, level+1)
		})
	})
}

// some reports whether there are moves of one side's roles, from a role on, for
// which a test holds.
func (f *forcer) some(fr *frame, r int, ours bool, test func() bool) bool {
	for r < f.roles && f.ours(game.Role(r)) != ours {
		r++
	}
	if r == f.roles {
		return test()
	}
	for _, m := range fr.moves[r] {
		fr.joints[r] = m
		if f.some(fr, r+1, ours, test) {
			if f.err == nil && len(fr.moves[r]) > 1 {
				f.good[r][m]++
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
