package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/callqueue"
	"ludex/internal/printable"
	"ludex/player"
)

// An opponent is the player of a role.
type opponent struct {
	calls  callqueue.Queue
	player player.Player
	role   game.Role
	ctx    context.Context // ends when the player is stopped
	cancel context.CancelFunc
	err    error  // its first failure; used by the queue only
	note   string // what the player says about itself, once it was asked for a move
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

// fail records the first failure.
func (o *opponent) fail(what string, err error) {
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("%s: %w", what, err)
	}
}

// opponents are the players of all roles except those of people and chance.
type opponents struct {
	session *Session
	list    []*opponent // by role; nil for people and chance
}

// seat starts players for all roles except those of people and chance. In a game with
// hidden information they get all their percepts so far.
func (all *opponents) seat() {
	all.stop()
	if !all.session.leading {
		return
	}
	all.list = make([]*opponent, len(all.session.game.Roles()))
	for r := range all.list {
		if !all.session.opt.People[r] && game.Role(r) != all.session.game.Random() {
			all.list[r] = all.newOpponent(game.Role(r))
		}
	}
}

func (all *opponents) newOpponent(r game.Role) *opponent {
	o := &opponent{player: all.session.opt.Opponent(r), role: r, calls: callqueue.Queue{Group: &all.session.running}}
	o.ctx, o.cancel = context.WithCancel(all.session.ctx)
	setup, past := all.session.setup(r)
	o.calls.Do(func() {
		ctx, cancel := clocked(o.ctx, setup.StartClock)
		defer cancel()
		o.fail("start", o.player.Start(ctx, setup))
	}, func(err error) { o.fail("start", err) })
	for _, e := range past {
		all.observe(o, e)
	}
	return o
}

// stop stops all players.
func (all *opponents) stop() {
	for _, o := range all.list {
		if o != nil {
			o.cancel()
			o.calls.Do(o.player.Stop, nil)
		}
	}
	all.list = nil
}

// tell reports a step to the players.
func (all *opponents) tell(step Step) {
	for _, o := range all.list {
		if o != nil {
			all.observe(o, all.session.event(step, o.role))
		}
	}
}

func (all *opponents) observe(o *opponent, e player.Event) {
	o.calls.Do(func() {
		if o.err == nil {
			o.fail("observe", o.player.Observe(o.ctx, e))
		}
	}, func(err error) { o.fail("observe", err) })
}

// ask asks the players for their moves. The clock of each player starts when it is
// ready. A player that is late is waited for.
func (all *opponents) ask() {
	if !all.session.leading || all.session.round.open == nil {
		return
	}
	ctx, cancel := context.WithCancel(all.session.ctx)
	all.session.round.cancel = cancel
	for _, o := range all.list {
		if o == nil || !all.session.round.open[o.role] {
			continue
		}
		generation, legal := all.session.generation, all.session.round.legal[o.role]
		o.calls.Do(func() {
			move, err := o.choose(ctx, legal, all.session.opt.PlayClock)
			note := player.NoteOf(o.player)
			all.session.post(ctx, generation, func() {
				o.note = note
				all.session.reply(o.role, move, err)
			})
		}, func(err error) {
			all.session.post(ctx, generation, func() { all.session.reply(o.role, 0, err) })
		})
	}
}

// setup returns the setup and the past events for a player that joins now as a role.
func (s *Session) setup(r game.Role) (player.Setup, []player.Event) {
	setup := player.Setup{
		Game: s.game, Role: r, From: s.state,
		StartClock: s.opt.StartClock, PlayClock: s.opt.PlayClock, Nodes: s.opt.Nodes, Seed: s.rand.Uint64(),
	}
	setup = setup.Reproducible()
	if !s.game.Hidden() {
		return setup, nil
	}
	setup.From = s.opt.From
	var past []player.Event
	for _, step := range s.steps {
		past = append(past, s.event(step, r))
	}
	return setup, past
}

// event returns what a role learns from a step.
func (s *Session) event(step Step, r game.Role) player.Event {
	e := player.Event{Own: step.Joint[r]}
	if s.game.Hidden() {
		e.Percepts = step.Percepts[r]
	} else {
		e.Joint = step.Joint
	}
	return e
}

// reply handles the move of a player. A failure or an illegal move is replaced by
// a random move.
func (s *Session) reply(r game.Role, m game.Move, err error) {
	legal, took := s.round.legal[r], s.opt.Now().Sub(s.round.began)
	fault := player.Fault{Step: len(s.steps), Role: r, Kind: player.Failed, Err: err}
	if err == nil && !slices.Contains(legal, m) {
		fault.Kind, err = player.Illegal, errors.New("it chose what is not legal")
	}
	if err != nil {
		fault.Err = err
		s.decide(Decision{r, legal[s.rand.Choose(len(legal))], 0, &fault})
		return
	}
	s.decide(Decision{Role: r, Move: m, Took: took})
}

// decide makes the decision of a player, or hands it over.
func (s *Session) decide(d Decision) {
	if s.opt.Decided != nil {
		s.opt.Decided(d)
		return
	}
	_ = s.Answer(d) // it is legal
}

func faultNotice(role string, err error) string {
	return printable.Line(fmt.Sprintf("a random move was made for %s, whose player failed: %v", role, err))
}

// clocked returns a context that ends after a time; 0 is no limit.
func clocked(ctx context.Context, clock time.Duration) (context.Context, context.CancelFunc) {
	if clock <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, clock)
}
