package session

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ludex/game"
	"ludex/player"
	"ludex/source"
)

// An opponent is a player at a role.
type opponent struct {
	queue
	player player.Player
	role   game.Role
	ctx    context.Context // ends when the player leaves
	cancel context.CancelFunc
	err    error  // its first failure; it belongs to the queue
	note   string // what it says about itself, once it was asked for a move
}

// seat has players prepare for what is ahead, at all roles but the person's and
// chance. In a game that hides information they are told all that they have
// perceived so far.
func (s *Session) seat() {
	s.unseat()
	s.opponents = make([]*opponent, len(s.opt.Game.Roles()))
	for r := range s.opponents {
		if game.Role(r) != s.role && game.Role(r) != s.opt.Game.Random() {
			s.opponents[r] = s.newOpponent(game.Role(r))
		}
	}
}

func (s *Session) newOpponent(r game.Role) *opponent {
	o := &opponent{player: s.opt.Opponent(r), role: r}
	o.ctx, o.cancel = context.WithCancel(s.ctx)
	setup, past := s.setup(r)
	o.do(&s.running, func() {
		ctx, cancel := clocked(o.ctx, setup.StartClock)
		defer cancel()
		o.fail("start", o.player.Start(ctx, setup))
	}, func(err error) { o.fail("start", err) })
	for _, e := range past {
		s.observe(o, e)
	}
	return o
}

// setup returns what a player of a role is told when it joins now: the rules and
// what happened.
func (s *Session) setup(r game.Role) (player.Setup, []player.Event) {
	setup := player.Setup{
		Game: s.opt.Game, Role: r, From: s.state,
		StartClock: s.opt.StartClock, PlayClock: s.opt.Clock, Nodes: s.opt.Nodes, Seed: s.rand.Uint64(),
	}
	if !s.opt.Game.Hidden() {
		return setup, nil
	}
	setup.From = s.opt.From
	var past []player.Event
	for _, step := range s.steps {
		past = append(past, s.event(step, r))
	}
	return setup, past
}

// event returns what a role learns of a step.
func (s *Session) event(step Step, r game.Role) player.Event {
	e := player.Event{Own: step.Joint[r]}
	if s.opt.Game.Hidden() {
		e.Percepts = step.Percepts[r]
	} else {
		e.Joint = step.Joint
	}
	return e
}

// unseat has all players leave.
func (s *Session) unseat() {
	for _, o := range s.opponents {
		if o != nil {
			o.cancel()
			o.do(&s.running, o.player.Stop, nil)
		}
	}
	s.opponents = nil
}

// tell lets the players know what happened.
func (s *Session) tell(step Step) {
	for _, o := range s.opponents {
		if o != nil {
			s.observe(o, s.event(step, o.role))
		}
	}
}

func (s *Session) observe(o *opponent, e player.Event) {
	o.do(&s.running, func() {
		if o.err == nil {
			o.fail("observe", o.player.Observe(o.ctx, e))
		}
	}, func(err error) { o.fail("observe", err) })
}

// ask has the players think about the round. Each has its clock, from when it is
// ready; one that is late is waited for, as people do.
func (s *Session) ask() {
	ctx, cancel := context.WithCancel(s.ctx)
	s.round.cancel = cancel
	for _, o := range s.opponents {
		if o == nil || !s.round.open[o.role] {
			continue
		}
		generation, legal := s.generation, s.round.legal[o.role]
		o.do(&s.running, func() {
			move, err := o.choose(ctx, legal, s.opt.Clock)
			note := player.NoteOf(o.player)
			s.post(ctx, generation, func() {
				o.note = note
				s.reply(o.role, move, err)
			})
		}, func(err error) {
			s.post(ctx, generation, func() { s.reply(o.role, 0, err) })
		})
	}
}

// choose asks for a move.
func (o *opponent) choose(ctx context.Context, legal []game.Move, clock time.Duration) (game.Move, error) {
	if o.err != nil {
		return 0, o.err
	}
	ctx, cancel := clocked(ctx, clock)
	defer cancel()
	return o.player.Choose(ctx, legal)
}

// reply takes the answer of a player. One that is of no use is replaced by a
// random move.
func (s *Session) reply(r game.Role, m game.Move, err error) {
	legal := s.round.legal[r]
	if err == nil && !slices.Contains(legal, m) {
		err = fmt.Errorf("it chose what is not legal")
	}
	if err != nil {
		m = legal[s.rand.Choose(len(legal))]
		s.notices = append(s.notices, source.Printable(fmt.Sprintf("a random move was made for %s, whose player failed: %v", s.opt.Game.Roles()[r], err)))
	}
	s.answer(r, m)
}

// fail notes the first failure.
func (o *opponent) fail(what string, err error) {
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("%s: %w", what, err)
	}
}

// clocked returns a context that ends with a clock; 0 is none.
func clocked(ctx context.Context, clock time.Duration) (context.Context, context.CancelFunc) {
	if clock <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, clock)
}
