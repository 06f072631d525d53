//go:build !js

package timedengine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ludex/gdl"
)

// A ZonesError says why not all plays could be looked at.
type ZonesError struct{ Reason string }

// Error returns the reason.
func (e *ZonesError) Error() string { return e.Reason }

func unexplored(format string, args ...any) error {
	return &ZonesError{fmt.Sprintf(format, args...)}
}

// A Reach is what all plays of a game can lead to, whatever the instants at which players
// move. States with the same facts are looked at together, with a zone: a set of lifetimes that
// the facts can have left.
type Reach struct {
	prog   *Program
	engine *Engine
	states []zoned
	byNode map[zoneKey][]int32
	until  []gdl.Lifetime // scratch
	limit  int
	edges  int

	Stuck []string // events that lead to a state in which nothing can ever happen, or nil
	// Waits are events that lead to a state in which nothing runs out, so that players can
	// wait for ever, or nil.
	Waits []string
	// Goals are events that lead to a terminal state in which a role, GoalsOf, has no goal
	// value or several; nil if there is none.
	Goals   []string
	GoalsOf string
	// Wins say by role whether some play ends with 100 points for it.
	Wins []bool
	// Over says that the initial state is terminal.
	Over bool
}

// A zoned is a state that plays can be in.
type zoned struct {
	zoneKey
	zone   zone
	parent int32
	event  string
	next   []arrow
}

// A zoneKey is what zones belong to.
type zoneKey struct {
	node    *Node
	resting bool // random does not move until the next event
	first   bool // players can move without time passing
}

// An arrow leads to a state. Sources says by timer there which timer its lifetime was copied
// from, or -1.
type arrow struct {
	to      int32
	sources []int32
	chance  bool // random moves, and no time passes
}

// States returns how many zones of states there are.
func (r *Reach) States() int { return len(r.states) }

// Explore looks at all plays. The error is a [*ZonesError] if that cannot be done, because rules
// compare lifetimes or there are more zones than the limit; or it is that of the context. The
// result then has what was found before.
func Explore(ctx context.Context, p *Program, limit int) (*Reach, error) {
	r := &Reach{prog: p, engine: New(p, 1<<40), byNode: map[zoneKey][]int32{}, limit: limit, Wins: make([]bool, len(p.roles))}
	if len(p.comparisons) > 0 {
		return r, unexplored("rules compare lifetimes")
	}
	s := r.engine.Initial()
	takes := make([]take, len(s.Until))
	for i, u := range s.Until {
		takes[i] = take{-1, u}
	}
	if _, err := r.add(zoneKey{s.Node, false, true}, zone{1, []bound{atMost0}}.take(takes), -1, ""); err != nil {
		return r, err
	}
	r.engine.learn(s.Node)
	r.Over = s.Node.terminal
	for i := 0; i < len(r.states); i++ {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		if err := r.expand(int32(i)); err != nil {
			return r, err
		}
	}
	return r, nil
}

// add returns the number of a state that includes a given one.
func (r *Reach) add(key zoneKey, z zone, parent int32, event string) (int32, error) {
	for _, i := range r.byNode[key] {
		if r.states[i].zone.includes(z) {
			return i, nil
		}
	}
	if len(r.states) == r.limit {
		return 0, unexplored("there are more than %d zones of states", r.limit)
	}
	i := int32(len(r.states))
	r.states = append(r.states, zoned{zoneKey: key, zone: z, parent: parent, event: event})
	r.byNode[key] = append(r.byNode[key], i)
	return i, nil
}

// path returns the events that lead to a state.
func (r *Reach) path(i int32) []string {
	out := []string{}
	for ; r.states[i].parent >= 0; i = r.states[i].parent {
		out = append(out, r.states[i].event)
	}
	slices.Reverse(out)
	return out
}

// expand finds what can happen in a state.
func (r *Reach) expand(i int32) error {
	s := r.states[i]
	n := s.node
	r.engine.learn(n)
	if n.terminal {
		r.judge(i)
		return nil
	}
	if random := r.prog.random; random >= 0 && !s.resting && len(n.legal[random]) > 0 {
		for _, m := range n.legal[random] {
			if err := r.chance(i, Move{int32(random), m}); err != nil {
				return err
			}
		}
		return nil
	}
	joints, err := r.joints(n)
	if err != nil {
		return err
	}
	if len(n.timers) == 0 {
		if len(joints) == 1 && r.Stuck == nil {
			r.Stuck = r.path(i)
		}
		if len(joints) > 1 && r.Waits == nil {
			r.Waits = r.path(i)
		}
	}
	if err := r.moves(i, joints[1:]); err != nil {
		return err
	}
	return r.expiries(i, joints)
}

// judge looks at the goals of a terminal state.
func (r *Reach) judge(i int32) {
	n := r.states[i].node
	for role, name := range r.prog.roles {
		if role == r.prog.random {
			continue
		}
		if len(n.goals[role]) != 1 && r.Goals == nil {
			r.Goals, r.GoalsOf = r.path(i), name
		}
		r.Wins[role] = r.Wins[role] || slices.Contains(n.goals[role], 100)
	}
}

// maxJoints bounds how many joint moves of players are tried in a state.
const maxJoints = 20_000

// joints returns what players can do at one instant; at first nothing.
func (r *Reach) joints(n *Node) ([][]Move, error) {
	out := [][]Move{nil}
	for role, legal := range n.legal {
		if role == r.prog.random {
			continue
		}
		count := len(out)
		for _, m := range legal {
			for _, j := range out[:count] {
				if len(out) > maxJoints {
					return nil, unexplored("players have more than %d joint moves", maxJoints)
				}
				out = append(out, append(slices.Clone(j), Move{int32(role), m}))
			}
		}
	}
	return out, nil
}

// chance lets random move.
func (r *Reach) chance(i int32, m Move) error {
	s := r.states[i]
	edge, err := r.edge(s.node, nil, true, []Move{m})
	if err != nil {
		return err
	}
	to := r.engine.next(edge, r.until[:len(edge.take)], 0)
	key := zoneKey{to, false, s.first}
	if slices.Equal(to.facts, s.node.facts) {
		key.resting = true
		for slot, t := range edge.take {
			switch {
			case int(t.slot) == slot || t.slot < 0 && s.zone.mustBe(slot, t.length):
			case t.slot < 0 && !s.zone.canBe(slot, t.length):
				key.resting = false
			default:
				return unexplored("whether random's move changes anything depends on the time")
			}
		}
	}
	return r.follow(i, key, s.zone.take(edge.take), edge, r.eventText(nil, s.node, []Move{m}), true)
}

// moves lets players move when nothing runs out.
func (r *Reach) moves(i int32, joints [][]Move) error {
	s := r.states[i]
	z, ok := s.zone.pass(s.first)
	if !ok || len(joints) == 0 {
		return nil
	}
	for _, joint := range joints {
		if err := r.update(i, z, nil, joint); err != nil {
			return err
		}
	}
	return nil
}

// expiries lets lifetimes run out, with and without moves.
func (r *Reach) expiries(i int32, joints [][]Move) error {
	s := r.states[i]
	gone := make([]bool, len(s.node.timers))
	return r.choose(&s, 0, gone, func(z zone) error {
		for _, joint := range joints {
			if err := r.update(i, z, gone, joint); err != nil {
				return err
			}
		}
		return nil
	})
}

// choose visits the sets of timers that can run out together.
func (r *Reach) choose(s *zoned, from int, gone []bool, visit func(zone) error) error {
	if from == len(gone) {
		if !slices.Contains(gone, true) {
			return nil
		}
		if z, ok := s.zone.expire(gone); ok {
			return visit(z)
		}
		return nil
	}
	for _, gone[from] = range []bool{false, true} {
		if gone[from] && !s.canJoin(gone, from) {
			gone[from] = false
			continue
		}
		if err := r.choose(s, from+1, gone, visit); err != nil {
			return err
		}
	}
	gone[from] = false
	return nil
}

// canJoin reports whether a timer can run out together with those that do.
func (s *zoned) canJoin(gone []bool, i int) bool {
	for j, g := range gone[:i] {
		if g && (*s.zone.at(i+1, j+1) < atMost0 || *s.zone.at(j+1, i+1) < atMost0) {
			return false
		}
	}
	for j := range gone { // none must run out before
		if *s.zone.at(j+1, i+1) < atMost0 {
			return false
		}
	}
	return true
}

// update makes an update of a zone whose time has passed.
func (r *Reach) update(i int32, z zone, gone []bool, joint []Move) error {
	n := r.states[i].node
	edge, err := r.edge(n, gone, false, joint)
	if err != nil {
		return err
	}
	to := r.engine.next(edge, r.until[:0], 0)
	return r.follow(i, zoneKey{to, false, false}, z.take(edge.take), edge, r.eventText(gone, n, joint), false)
}

// maxEdges bounds the updates that are looked at.
const maxEdges = 5_000_000

// edge returns what an event does to a node.
func (r *Reach) edge(n *Node, gone []bool, still bool, moves []Move) (*Edge, error) {
	if r.edges++; r.edges > maxEdges {
		return nil, unexplored("there are more than %d updates", maxEdges)
	}
	r.until = r.until[:0]
	for i := range n.timers {
		u := gdl.Lifetime(1)
		if gone != nil && gone[i] {
			u = 0
		}
		r.until = append(r.until, u)
	}
	edge := r.engine.edge(n, r.until, 0, still, moves)
	if edge.bad || len(edge.checks) > 0 {
		return nil, unexplored("a fact gets several lifetimes, or an invalid one")
	}
	for len(r.until) < len(edge.take) {
		r.until = append(r.until, 1)
	}
	return edge, nil
}

// follow adds an arrow.
func (r *Reach) follow(i int32, key zoneKey, z zone, edge *Edge, event string, chance bool) error {
	to, err := r.add(key, z, i, event)
	if err != nil {
		return err
	}
	a := arrow{to: to, sources: make([]int32, len(edge.take)), chance: chance}
	for slot, t := range edge.take {
		a.sources[slot] = t.slot
	}
	r.states[i].next = append(r.states[i].next, a)
	return nil
}

// eventText describes an event.
func (r *Reach) eventText(gone []bool, n *Node, moves []Move) string {
	var parts []string
	for i, g := range gone {
		if g {
			parts = append(parts, r.prog.facts[n.timers[i]].text+" expires")
		}
	}
	for _, m := range moves {
		parts = append(parts, r.prog.roles[m.Role]+" does "+r.prog.moves[m.Role][m.Move].text)
	}
	return strings.Join(parts, " and ")
}
