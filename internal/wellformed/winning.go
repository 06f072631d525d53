package wellformed

import (
	"context"
	"encoding/binary"
	"slices"

	"ludex/game"
)

const (
	// maxSets bounds the number of state sets in the search for a winning sequence
	// of moves, and maxSetSize their size.
	maxSets    = 50_000
	maxSetSize = 5_000
)

// forcedWin decides whether a role with perfect information has a winning strategy,
// by computing the attractor: the least set that contains the won states, and every
// state with a move of the role after which all joint moves lead into the set.
func forcedWin(ctx context.Context, gr *graph, won []bool, role game.Role) (*Finding, error) {
	in := slices.Clone(won)
	for changed := true; changed; {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		changed = false
		for i := len(gr.states) - 1; i >= 0; i-- {
			if !in[i] && !gr.nodes[i].terminal && forces(gr, in, int32(i), role) >= 0 {
				in[i], changed = true, true
			}
		}
	}
	if !in[0] {
		return &Finding{Verdict: No, Detail: "the others can prevent it"}, nil
	}
	if gr.nodes[0].terminal {
		return &Finding{Verdict: Yes}, nil
	}
	move := forces(gr, in, 0, role)
	return &Finding{Verdict: Yes, Detail: "begins with " + gr.game.MoveText(role, move)}, nil
}

// forces returns a move of the role after which every joint move leads into the set,
// or -1.
func forces(gr *graph, in []bool, i int32, role game.Role) game.Move {
	first, end := gr.outgoing(i)
	bad := map[game.Move]bool{}
	for e := first; e < end; e++ {
		if !in[gr.edges[e].to] {
			bad[gr.joint(e)[role]] = true
		}
	}
	for e := first; e < end; e++ {
		if m := gr.joint(e)[role]; !bad[m] {
			return m
		}
	}
	return -1
}

// A beliefSet is the set of states that are possible after a fixed sequence of a
// role's moves, without any percepts.
type beliefSet struct {
	states []int32
	parent int
	move   game.Move
}

// strongWin looks for one fixed sequence of the role's moves that is legal and wins
// whatever the others and chance do (a conformant plan), by a breadth-first search
// over sets of states.
func strongWin(ctx context.Context, gr *graph, won []bool, role game.Role) (*Finding, error) {
	sets := []beliefSet{{states: []int32{0}, parent: -1}}
	seen := map[string]bool{}
	cut := false
	for k := 0; k < len(sets); k++ {
		if k&63 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(sets) > maxSets {
			cut = true
			break
		}
		live, lost := split(gr, won, sets[k].states)
		if lost {
			continue
		}
		if len(live) == 0 {
			return &Finding{Verdict: Yes, Detail: "by a fixed sequence of its moves", Moves: ownMoves(gr.game, sets, k, role)}, nil
		}
		for _, m := range commonMoves(gr, live, role) {
			next, ok := advance(gr, live, role, m)
			if !ok {
				cut = true
				continue
			}
			if key := setKey(next); !seen[key] {
				seen[key] = true
				sets = append(sets, beliefSet{next, k, m})
			}
		}
	}
	if cut {
		return &Finding{Verdict: NotShown, Detail: "too many sets of states to look at"}, nil
	}
	return &Finding{Verdict: No, Detail: "no fixed sequence of its moves wins"}, nil
}

// split returns the states that are not terminal, and whether one is terminal
// without a win.
func split(gr *graph, won []bool, states []int32) (live []int32, lost bool) {
	for _, i := range states {
		switch {
		case !gr.nodes[i].terminal:
			live = append(live, i)
		case !won[i]:
			return nil, true
		}
	}
	return live, false
}

// commonMoves returns the role's moves that are legal in all states.
func commonMoves(gr *graph, states []int32, role game.Role) []game.Move {
	count := map[game.Move]int{}
	var order []game.Move
	for k, i := range states {
		first, end := gr.outgoing(i)
		for e := first; e < end; e++ {
			m := gr.joint(e)[role]
			if k == 0 && count[m] == 0 {
				order = append(order, m)
			}
			if count[m] == k {
				count[m] = k + 1
			}
		}
	}
	return slices.DeleteFunc(order, func(m game.Move) bool { return count[m] < len(states) })
}

func advance(gr *graph, states []int32, role game.Role, m game.Move) ([]int32, bool) {
	var next []int32
	for _, i := range states {
		first, end := gr.outgoing(i)
		for e := first; e < end; e++ {
			if gr.joint(e)[role] == m {
				next = append(next, gr.edges[e].to)
			}
		}
		if len(next) > 4*maxSetSize {
			break
		}
	}
	slices.Sort(next)
	next = slices.Compact(next)
	return next, len(next) <= maxSetSize
}

func setKey(states []int32) string {
	key := make([]byte, 0, 4*len(states))
	for _, i := range states {
		key = binary.LittleEndian.AppendUint32(key, uint32(i))
	}
	return string(key)
}

func ownMoves(g game.Game, sets []beliefSet, k int, role game.Role) []string {
	var out []string
	for ; sets[k].parent >= 0; k = sets[k].parent {
		out = append(out, g.MoveText(role, sets[k].move))
	}
	slices.Reverse(out)
	return out
}
