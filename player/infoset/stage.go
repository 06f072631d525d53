package infoset

import (
	"cmp"
	"slices"

	"ludex/game"
	"ludex/internal/statehash"
	"ludex/knowledge"
)

// A stage has many plays go on at once, those together that a role cannot tell
// apart. The other roles move by a script.
type stage struct {
	game     game.Game
	machine  game.Machine
	role     game.Role
	roles    int
	maxSteps int

	script uint64
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

// A play is one that goes on.
type play struct {
	state  game.State
	move   game.Move // of the role, to be made next
	root   int32     // where it began
	first  int32     // the number of the first move
	weight float64
	view   knowledge.ViewKey
	made   uint64 // which moves of the root's plan were made
}

// A group has the plays that look the same to the role.
type group struct{ from, to int }

func newStage(g game.Game, m game.Machine, r game.Role) *stage {
	return &stage{game: g, machine: m, role: r, roles: len(g.Roles()), maxSteps: game.MaxSteps(g), seen: game.Percepts{Roles: []game.Role{r}}}
}

// reset empties the stage, and gives the others a new script.
func (s *stage) reset(script uint64) {
	s.script, s.step = script, 0
	s.plays, s.groups = s.plays[:0], s.groups[:0]
}

// enter adds a play for each root, in which the role makes the same first move.
func (s *stage) enter(number int, m game.Move, roots []root) {
	start, view := len(s.plays), knowledge.ViewKey(statehash.Mix(0, uint64(number)))
	for i := range roots {
		s.plays = append(s.plays, play{state: roots[i].state, move: m, root: int32(i), first: int32(number), weight: roots[i].weight, view: view})
	}
	s.groups = append(s.groups, group{start, len(s.plays)})
}

// common returns the moves of the role that are legal in all of some plays, or,
// should the rules be so unsound that there are none, those of the first one.
func (s *stage) common(plays []play) []game.Move {
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

// advance makes the moves of the role, and those of the others by the script. What
// plays that end are worth it adds by their first moves. It reports whether all
// roles have moves.
func (s *stage) advance(roots []root, gained []float64) bool {
	s.from, s.joints = s.from[:0], s.joints[:0]
	for i := range s.plays {
		p := &s.plays[i]
		s.from = append(s.from, p.state)
		var ok bool
		if s.joints, ok = scripted(s.machine, p.state, s.script, s.step, s.role, p.move, s.roles, s.joints, &s.legal); !ok {
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
			gained[p.first] += p.weight * hurried(goalOf(s.machine, p.state, s.role, &s.goals), s.step)
			continue
		}
		p.view = s.look(i, &p)
		if k := p.next(roots[p.root].plan); k >= 0 {
			p.made |= 1 << k
		}
		rest = append(rest, p)
	}
	s.spare, s.plays = s.plays, rest
	s.gather()
	return true
}

// look returns the view of a play after its step, which is the i-th.
func (s *stage) look(i int, p *play) knowledge.ViewKey {
	if s.game.Hidden() {
		return knowledge.Extend(p.view, p.move, s.seen.Of(i, 0))
	}
	return knowledge.Extend(p.view, p.move, s.joints[i*s.roles:(i+1)*s.roles])
}

// next returns which move of a plan has just been made, or a negative number.
func (p *play) next(plan []game.Move) int {
	for k, m := range plan {
		if m == p.move && p.made&(1<<k) == 0 {
			return k
		}
	}
	return -1
}

// gather puts plays together that look the same.
func (s *stage) gather() {
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

// scripted appends a joint move in which a role makes a move of its own and the
// others do what a script says: the same wherever they have the same moves. It
// reports whether all of them have any.
func scripted(m game.Machine, s game.State, script uint64, step int, role game.Role, own game.Move, roles int, joint []game.Move, legal *[]game.Move) ([]game.Move, bool) {
	for r := range roles {
		if game.Role(r) == role {
			joint = append(joint, own)
			continue
		}
		*legal = m.Legal(s, game.Role(r), (*legal)[:0])
		n := uint64(len(*legal))
		if n == 0 {
			return joint, false
		}
		at := statehash.Mix(statehash.Mix(script, uint64(step)), uint64(r)) >> 32
		joint = append(joint, (*legal)[at*n>>32])
	}
	return joint, true
}
