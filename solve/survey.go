package solve

import (
	"errors"

	"ludex/game"
	"ludex/solve/internal/memory"
)

const (
	// firstLook is how many states of random plays are looked at before a method
	// is chosen, and firstPlays how many plays.
	firstLook  = 20_000
	firstPlays = 200
	// watchedPlays is in how many of them repetitions are noticed.
	watchedPlays = 10
)

// A survey is what is known of a game, from random plays or from a method that
// turned out not to fit.
type survey struct {
	together bool    // several roles may decide at once
	chance   bool    // chance may decide
	loops    bool    // a play may come back to a state
	unlike   bool    // two players are no rivals
	rivals   *rivals // of two players; nil if there are more or fewer
	prior    *prior
	length   int // of the longest play

	shortest, longest int // words of a state
}

// explore looks at random plays.
func (s *session) explore() error {
	players := s.players
	v := &s.survey
	v.shortest, v.longest = len(s.root), len(s.root)
	v.prior = &prior{first: players[0]}
	if len(players) == 2 {
		v.rivals = newRivals(players[0], players[1])
	}
	return s.sample(firstPlays, firstLook)
}

// sample plays at random from the root until a number of plays or states is
// reached.
func (s *session) sample(plays, states int) error {
	o := newObserver(s)
	end := s.nodes + uint64(states)
	for i := 0; i < plays && s.nodes < end && !s.stopped(); i++ {
		o.seen = nil
		if i < watchedPlays {
			o.seen = memory.NewStore()
		}
		if err := o.play(s.root, s.survey.prior, end); err != nil {
			return err
		}
	}
	return nil
}

// An observer plays at random and writes down what it sees.
type observer struct {
	*session
	rand     *game.Rand
	position position
	next     game.State
	made     []made
	seen     *memory.Store // the states of this play, if repetitions are of interest
}

func newObserver(s *session) *observer {
	return &observer{session: s, rand: game.NewRand(s.opt.Seed + s.nodes)}
}

// made is a move that a player chose.
type made struct {
	role game.Role
	move game.Move
}

// play plays once from a state, unless a number of states ends it, and lets a
// prior know.
func (o *observer) play(from game.State, to *prior, end uint64) error {
	p := &o.position
	p.state = append(p.state[:0], from...)
	o.made = o.made[:0]
	for steps := 0; o.nodes < end && !o.stopped(); steps++ {
		o.watch(p.state)
		o.survey.length = max(o.survey.length, steps)
		if err := o.view(p); err != nil {
			return err
		}
		if p.kind == over {
			to.end(steps)
			return o.score(to)
		}
		o.choose()
		o.next = o.machine.Next(p.state, p.joint, o.next[:0])
		p.state, o.next = o.next, p.state
		o.spend(1)
	}
	return nil
}

// watch notes what is special about a state.
func (o *observer) watch(s game.State) {
	v := &o.survey
	v.shortest, v.longest = min(v.shortest, len(s)), max(v.longest, len(s))
	if o.seen != nil {
		if _, fresh := o.seen.Add(s); !fresh {
			v.loops = true
		}
	}
}

// choose draws a joint move.
func (o *observer) choose() {
	p := &o.position
	o.survey.together = o.survey.together || p.kind == together
	o.survey.chance = o.survey.chance || p.kind == chance
	for r, moves := range p.moves {
		p.joint[r] = moves[o.rand.Choose(len(moves))]
		if len(moves) > 1 && game.Role(r) != o.random {
			o.made = append(o.made, made{game.Role(r), p.joint[r]})
		}
	}
}

// score notes how a play ended.
func (o *observer) score(to *prior) error {
	v, s := &o.survey, o.position.state
	for _, r := range o.players {
		goal, err := o.goal(s, r)
		if err != nil {
			return err
		}
		for _, m := range o.made {
			if m.role == r {
				to.add(r, m.move, goal)
			}
		}
	}
	if v.rivals == nil {
		return nil
	}
	first, err := o.goal(s, v.rivals.first)
	if err != nil {
		return err
	}
	second, err := o.goal(s, v.rivals.second)
	if err != nil {
		return err
	}
	v.unlike = v.unlike || !v.rivals.meet(first, second)
	return nil
}

// learn takes notice of why a method did not fit.
func (v *survey) learn(err error) {
	v.together = v.together || errors.Is(err, errTogether)
	v.chance = v.chance || errors.Is(err, errChance)
	v.unlike = v.unlike || errors.Is(err, errNotRivals)
	v.loops = v.loops || errors.Is(err, errLoop)
}

// table returns a table for states of the game.
func (s *session) table(data int, bytes int64) *memory.Table {
	return memory.NewTable(s.survey.shortest, s.survey.longest, data, bytes)
}
