package lanes

import (
	"context"

	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// here stands for the cell where a move begins, which is unknown while formulas are
// made.
const here int32 = -1

// Limits of unrolling.
const (
	maxPieces   = 64
	maxValues   = 1025    // of a variable, from 0 on
	maxContexts = 400_000 // prefixes of moves
	maxMoves    = 100_000
	maxRounds   = 64 // of the keeper after one move
	maxPaths    = 1_000_000
)

// An unroller executes the rules symbolically, turn by turn. It finds the moves, when
// they are legal, and how turns end.
type unroller struct {
	*patternEval
	first rbgplay.Position // the initial one
	turns []*turn          // by switch, where a player moves
	queue []int32          // switches to players that are not unrolled yet
	moves []*move
	byKey map[string]*move
	// shared holds the keys of moves that several turns have. common is what a
	// previous pass found there, or nil.
	shared, common map[string]bool
	circuitMoves   []*circuitMove
	reached        *domains // of the positions after moves
}

// newUnroller makes an input for each value that the domains allow.
func newUnroller(ctx context.Context, g *rbg.Game, gr *graph, first *rbgplay.Position, sc *domains, opt Options, approximate bool) *unroller {
	base := &symbolic{ctx: ctx, rules: g, graph: gr, values: newValues(newLogic()),
		envs:  envs{known: map[string]*env{}, versions: map[string]*version{}},
		cells: len(g.Board.Cells), domains: sc, maxTerms: opt.MaxNodes, memory: opt.Memory}
	u := &unroller{patternEval: newPatternEval(base, approximate), byKey: map[string]*move{}, shared: map[string]bool{},
		reached: emptyDomains(g), turns: make([]*turn, len(g.Modifiers)+1)}
	u.first.Copy(first)
	u.reached.add(first)
	base.addInputs(first)
	if !approximate { // proofs pay only if the formulas are used
		u.exclusions.unique = gr.unique
		u.exclusions.add(base, base.base.version)
	}
	for range u.cells {
		u.at = append(u.at, no)
	}
	for _, c := range sc.at.list() {
		u.at[c] = u.input()
	}
	return u
}

// unrollAll unrolls all turns that are reachable from the initial one.
func (u *unroller) unrollAll() {
	u.findReads()
	u.enqueue(u.first.Switch)
	for len(u.queue) > 0 && !u.exhausted() {
		t := u.turns[u.queue[0]]
		u.queue = u.queue[1:]
		u.unroll(t)
		if t.mixed() {
			u.fail("a move must pass a large test or not, depending on the way to it")
		}
		u.groupMoves(t)
		(&keeperUnroller{u}).followKeeper(t)
		u.addReached(t)
	}
}

// enqueue schedules the turn behind a switch, once.
func (u *unroller) enqueue(index int32) {
	if u.turns[index] == nil {
		u.turns[index] = &turn{index: index, role: u.rules.Mover(int(index)), on: u.loop(), fails: no}
		u.queue = append(u.queue, index)
	}
}

// addReached adds what the finals of a turn write to the reached domains.
func (u *unroller) addReached(t *turn) {
	seen := map[change]bool{}
	for i := range t.finals {
		f := &t.finals[i]
		for _, p := range append(f.where, place{cell: f.cell}) {
			if p.cell != here {
				u.reached.at.put(p.cell)
			}
		}
		for slot := range int32(len(u.base.version.slots)) {
			v := f.env.at(slot)
			if u.fault != nil || v == u.base.version.slots[slot] || seen[change{slot: slot, value: v}] {
				continue
			}
			seen[change{slot: slot, value: v}] = true
			u.addReachedValue(slot, v)
		}
	}
}

func (u *unroller) addReachedValue(slot, id int32) {
	base := u.base.version.slots[slot]
	for _, n := range u.support(id) {
		if u.unchanged(u.meaning(id, n), u.is(base, n)) {
			continue
		}
		if int(slot) < u.cells {
			u.reached.pieces[slot] |= 1 << n
		} else if v := int(slot) - u.cells; int(n) < len(u.reached.values[v]) {
			u.reached.values[v][n] = true
		}
	}
}

// unchanged reports whether a formula evidently implies that a slot had its value
// before the move.
func (u *unroller) unchanged(l, before lit) bool {
	if before == no {
		return false
	}
	for _, c := range u.conjuncts(l, nil) {
		if c == before {
			return true
		}
		i, m, ok := u.maskOf(c)
		if !ok {
			continue
		}
		if j, n, ok := u.maskOf(before); ok && i == j && m&^n == 0 {
			return true
		}
	}
	return false
}
