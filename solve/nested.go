package solve

import (
	"slices"

	"ludex/game"
)

const (
	// nestedShare is the number of states spent on a good line before a proof is
	// attempted.
	nestedShare = 1 << 21
	// nestedLevel is the maximum nesting level.
	nestedLevel = 4
)

// nestedSearch looks for a good line of a single player by nested Monte Carlo search: a
// random play, or a play in which every move is chosen by searches of the level below.
// The result is a lower bound, unless it is the highest possible goal. It stops after
// some states, or, if that number is 0, when the budget ends.
func (s *session) nestedSearch(states uint64) error {
	s.result.Method = NestedMonteCarlo
	if len(s.players) > 1 {
		return errNotSinglePlayer
	}
	s.allow(states)
	n := &nestedSearch{
		session: s, player: s.players[0], rand: game.NewRand(s.opt.Seed),
		most: game.MaxSteps(s.game), levels: make([]nestedPlay, nestedLevel+1),
	}
	// Low levels are quick, high ones are good: give each about the same time.
	for level := 1; !s.stopped(); level = level%nestedLevel + 1 {
		start := s.nodes
		for !s.stopped() && (s.nodes == start || s.nodes-start < states/8) {
			goal, line := n.search(level, s.root)
			if s.err != nil {
				return s.err
			}
			if err := n.improve(goal, line); err != nil || s.result.Outcome == Solved {
				return err
			}
		}
	}
	return nil
}

// A nestedSearch is a nested search.
type nestedSearch struct {
	*session
	player game.Role
	rand   *game.Rand
	most   int          // moves of a play at most
	levels []nestedPlay // by level
}

// A nestedPlay is the play of one level.
type nestedPlay struct {
	position position
	played   []int32 // the choices so far
	best     []int32 // the choices of the best play
	goal     int     // and its goal; -1 if there is none
}

// search plays from a state and returns the best goal found, or -1, and the choices
// that lead to it. They are valid until the next search of the level.
func (n *nestedSearch) search(level int, from game.State) (int, []int32) {
	l := &n.levels[level]
	l.position.state = append(l.position.state[:0], from...)
	l.played, l.best, l.goal = l.played[:0], l.best[:0], -1
	p := &l.position
	for len(l.played) < n.most && !n.stopped() {
		if err := n.classify(p); err != nil {
			n.fail(err)
			break
		}
		if p.kind == over {
			n.finish(l)
			break
		}
		if p.kind != turn {
			n.fail(unsuited(p.kind))
			break
		}
		n.advance(level)
	}
	return l.goal, l.best
}

// advance makes the next choice of a play.
func (n *nestedSearch) advance(level int) {
	l := &n.levels[level]
	p := &l.position
	if level == 0 {
		choice := n.rand.Choose(p.choices())
		l.played = append(l.played, int32(choice))
		p.children = append(p.children, nil)
		p.children[0] = n.machine.Next(p.state, p.choose(choice), p.children[0][:0])
		p.state, p.children[0] = p.children[0], p.state
		n.spend(1)
		return
	}
	if !n.expand(p) {
		return
	}
	n.compare(level)
	choice := int32(n.rand.Choose(p.choices())) // where nothing is known
	if len(l.best) > len(l.played) {
		choice = l.best[len(l.played)]
	}
	l.played = append(l.played, choice)
	p.state = append(p.state[:0], p.children[choice]...)
}

// compare searches all choices of a play one level below.
func (n *nestedSearch) compare(level int) {
	l := &n.levels[level]
	for i, child := range l.position.children {
		goal, line := n.search(level-1, child)
		if goal > l.goal {
			l.goal = goal
			l.best = append(append(append(l.best[:0], l.played...), int32(i)), line...)
		}
		if n.stopped() || l.goal == maxGoal {
			return
		}
	}
}

// finish records how a play ended.
func (n *nestedSearch) finish(l *nestedPlay) {
	goal, err := n.goal(l.position.state, n.player)
	if err != nil {
		n.fail(err)
		return
	}
	if goal > l.goal {
		l.goal = goal
		l.best = append(l.best[:0], l.played...)
	}
}

// improve replaces the line of the result by a better one.
func (n *nestedSearch) improve(goal int, line []int32) error {
	r := n.result
	if goal < 0 || r.Complete && r.Goals[n.player].Low.Num().Int64() >= int64(goal) {
		return nil
	}
	n.clearLine()
	n.narrow(n.player, int64(goal), maxGoal)
	if goal == maxGoal {
		r.Outcome = Solved
		n.note("the line was found by chance; there may be shorter ones")
	}
	p := position{state: slices.Clone(n.root)}
	for _, choice := range line {
		if err := n.classify(&p); err != nil {
			return err
		}
		next := n.machine.Next(p.state, p.choose(int(choice)), nil)
		n.appendStep(p.joint, next)
		p.state = next
	}
	r.Complete = true
	return nil
}
