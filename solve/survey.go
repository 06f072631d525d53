package solve

import (
	"errors"

	"ludex/game"
	"ludex/solve/internal/memory"
)

const (
	// samplePlayNodes is the number of states of the random plays before a method is
	// chosen, and samplePlays the number of plays.
	samplePlayNodes = 20_000
	samplePlays     = 200
	// loopCheckedPlays is the number of these plays that are checked for
	// repetitions.
	loopCheckedPlays = 10
)

// A survey is what is known of a game, from random plays or from a method that
// turned out to be unsuited.
type survey struct {
	simultaneous   bool       // several roles may decide at once
	chance         bool       // chance may decide
	loops          bool       // a play may repeat a state
	notCompetitive bool       // the game is not strictly competitive
	order          *goalOrder // nil unless there are two players
	prior          *prior
	length         int // of the longest play

	shortest, longest int // words of a state
}

// samplePlays makes the first random plays.
func (s *session) samplePlays() error {
	players := s.players
	v := &s.survey
	v.shortest, v.longest = len(s.root), len(s.root)
	v.prior = &prior{first: players[0]}
	if len(players) == 2 {
		v.order = newGoalOrder(players[0], players[1])
	}
	return s.sample(samplePlays, samplePlayNodes)
}

// sample plays at random from the root until a number of plays or states is reached.
func (s *session) sample(plays, states int) error {
	o := newPlaySampler(s)
	end := s.nodes + uint64(states)
	for i := 0; i < plays && s.nodes < end && !s.stopped(); i++ {
		o.seen = nil
		if i < loopCheckedPlays {
			o.seen = memory.NewStore()
		}
		if err := o.play(s.root, s.survey.prior, end); err != nil {
			return err
		}
	}
	return nil
}

// A playSampler makes random plays and records statistics.
type playSampler struct {
	*session
	rand     *game.Rand
	position position
	next     game.State
	choices  []choiceMade
	seen     *memory.Store // the states of this play, if repetitions are checked
}

func newPlaySampler(s *session) *playSampler {
	return &playSampler{session: s, rand: game.NewRand(s.opt.Seed + s.nodes)}
}

// A choiceMade is a move that a player chose.
type choiceMade struct {
	role game.Role
	move game.Move
}

// play makes one random play from a state, within a number of states, and adds it to
// a prior.
func (o *playSampler) play(from game.State, to *prior, end uint64) error {
	p := &o.position
	p.state = append(p.state[:0], from...)
	o.choices = o.choices[:0]
	for steps := 0; o.nodes < end && !o.stopped(); steps++ {
		o.record(p.state)
		o.survey.length = max(o.survey.length, steps)
		if err := o.classifyQuickly(p); err != nil {
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

// record records properties of a state.
func (o *playSampler) record(s game.State) {
	v := &o.survey
	v.shortest, v.longest = min(v.shortest, len(s)), max(v.longest, len(s))
	if o.seen != nil {
		if _, fresh := o.seen.Add(s); !fresh {
			v.loops = true
		}
	}
}

// choose draws a joint move.
func (o *playSampler) choose() {
	p := &o.position
	o.survey.simultaneous = o.survey.simultaneous || p.kind == simultaneous
	o.survey.chance = o.survey.chance || p.kind == chance
	for r, moves := range p.moves {
		p.joint[r] = moves[o.rand.Choose(len(moves))]
		if len(moves) > 1 && game.Role(r) != o.random {
			o.choices = append(o.choices, choiceMade{game.Role(r), p.joint[r]})
		}
	}
}

// score adds the result of a play.
func (o *playSampler) score(to *prior) error {
	v, s := &o.survey, o.position.state
	for _, r := range o.players {
		goal, err := o.goal(s, r)
		if err != nil {
			return err
		}
		for _, m := range o.choices {
			if m.role == r {
				to.add(r, m.move, goal)
			}
		}
	}
	if v.order == nil {
		return nil
	}
	first, err := o.goal(s, v.order.first)
	if err != nil {
		return err
	}
	second, err := o.goal(s, v.order.second)
	if err != nil {
		return err
	}
	v.notCompetitive = v.notCompetitive || !v.order.add(first, second)
	return nil
}

// learn records why a method was unsuited.
func (v *survey) learn(err error) {
	v.simultaneous = v.simultaneous || errors.Is(err, errSimultaneous)
	v.chance = v.chance || errors.Is(err, errChance)
	v.notCompetitive = v.notCompetitive || errors.Is(err, errNotCompetitive)
	v.loops = v.loops || errors.Is(err, errLoop)
}

// table returns a transposition table for states of the game.
func (s *session) table(data int, bytes int64) *memory.Table {
	t := memory.NewTable(s.survey.shortest, s.survey.longest, data, bytes)
	s.tables = append(s.tables, t)
	return t
}
