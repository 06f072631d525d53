package infoset

import (
	"cmp"
	"slices"

	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/internal/statehash"
)

// A playBatch advances many plays together, grouped by the role's view. The other
// roles choose by a seed.
type playBatch struct {
	game     game.Game
	machine  game.Machine
	role     game.Role
	roles    int
	maxSteps int

	others scriptedOpponents
	step   int
	plays  []play
	groups []group

	from   []game.State
	joints []game.Move
	legal  []game.Move
	shared []game.Move
	seen   game.Percepts
	spare  []play
	goals  []int
}

// A play is one of the plays in progress.
type play struct {
	state  game.State
	move   game.Move // of the role, to be made next
	root   int32     // where it began
	first  int32     // the number of the first move
	weight float64
	view   infotracker.ViewKey
	made   uint64 // which moves of the root's plan were made
}

// A group is a range of plays that look the same to the role.
type group struct{ from, to int }

func newPlayBatch(g game.Game, m game.Machine, r game.Role) *playBatch {
	return &playBatch{
		game: g, machine: m, role: r, roles: len(g.Roles()), maxSteps: game.MaxSteps(g),
		others: scriptedOpponents{machine: m, role: r, roles: len(g.Roles())},
		seen:   game.Percepts{Roles: []game.Role{r}},
	}
}

// reset removes all plays, and makes the others choose by a new seed.
func (s *playBatch) reset(seed uint64) {
	s.others.seed, s.step = seed, 0
	s.plays, s.groups = s.plays[:0], s.groups[:0]
}

// start adds a play for each root, in which the role makes the same first move.
func (s *playBatch) start(number int, m game.Move, roots []root) {
	start, view := len(s.plays), infotracker.ViewKey(statehash.Mix(0, uint64(number)))
	for i := range roots {
		s.plays = append(s.plays, play{state: roots[i].state, move: m, root: int32(i), first: int32(number), weight: roots[i].weight, view: view})
	}
	s.groups = append(s.groups, group{start, len(s.plays)})
}

// commonMoves returns the moves of the role that are legal in all of some plays. If
// the rules are not well-formed and there are none, it returns those of the first
// play.
func (s *playBatch) commonMoves(plays []play) []game.Move {
	s.shared = s.machine.Legal(plays[0].state, s.role, s.shared[:0])
	for i := range plays[1:] {
		s.legal = s.machine.Legal(plays[1+i].state, s.role, s.legal[:0])
		if slices.Equal(s.legal, s.shared) {
			continue
		}
		both := slices.DeleteFunc(slices.Clone(s.shared), func(m game.Move) bool { return !slices.Contains(s.legal, m) })
		if len(both) > 0 {
			s.shared = both
		}
	}
	return s.shared
}

// advance makes a step in every play. It adds the values of plays that end to
// gained, by their first moves. It returns false if a role has no legal move.
func (s *playBatch) advance(roots []root, gained []float64) bool {
	s.from, s.joints = s.from[:0], s.joints[:0]
	for i := range s.plays {
		p := &s.plays[i]
		s.from = append(s.from, p.state)
		var ok bool
		if s.joints, ok = s.others.appendJoint(p.state, s.step, p.move, s.joints); !ok {
			return false
		}
	}
	seen := &s.seen
	if !s.game.Hidden() {
		seen = nil
	}
	next := game.StepAll(s.machine, s.from, s.joints, nil, seen)
	s.step++
	rest := s.spare[:0]
	for i, p := range s.plays {
		if p.state = next[i]; s.machine.Terminal(p.state) {
			gained[p.first] += p.weight * discounted(goalOf(s.machine, p.state, s.role, &s.goals), s.step)
			continue
		}
		p.view = s.viewAfter(i, &p)
		if k := p.next(roots[p.root].plan); k >= 0 {
			p.made |= 1 << k
		}
		rest = append(rest, p)
	}
	s.spare, s.plays = s.plays, rest
	s.regroup()
	return true
}

// viewAfter returns the view of the i-th play after the step.
func (s *playBatch) viewAfter(i int, p *play) infotracker.ViewKey {
	if s.game.Hidden() {
		return infotracker.Extend(p.view, p.move, s.seen.Of(i, 0))
	}
	return infotracker.Extend(p.view, p.move, s.joints[i*s.roles:(i+1)*s.roles])
}

// next returns the index of the plan's move that has just been made, or -1.
func (p *play) next(plan []game.Move) int {
	for k, m := range plan {
		if m == p.move && p.made&(1<<k) == 0 {
			return k
		}
	}
	return -1
}

// regroup sorts and groups the plays by first move and view.
func (s *playBatch) regroup() {
	slices.SortStableFunc(s.plays, func(a, b play) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.view, b.view))
	})
	s.groups = s.groups[:0]
	for i := range s.plays {
		if p := &s.plays[i]; i == 0 || p.first != s.plays[i-1].first || p.view != s.plays[i-1].view {
			s.groups = append(s.groups, group{i, i})
		}
		s.groups[len(s.groups)-1].to = i + 1
	}
}
