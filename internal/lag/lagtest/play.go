package lagtest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/internal/lag"
	"ludex/internal/timedmatch"
	"ludex/timed"
)

// A PlannedMove is a move that a player wants the manager to receive at an instant
// of the manager's clock.
type PlannedMove struct {
	Arrive timed.Time
	Move   string
}

// An Agent decides for a player. It is asked at the start and after every
// notice, with the time of the player's own clock, and returns what it wants in
// addition to what it wanted before.
type Agent func(c *lag.Client, now timed.Time) []PlannedMove

// A Player is one end of the network.
type Player struct {
	Up, Down Link       // to the manager, and from it
	Skew     timed.Time // what the player's clock shows when the manager's shows 0
	Agent    Agent      // nil never moves
	// Renews says that new wishes of the agent replace earlier ones that were not
	// sent yet.
	Renews bool
}

// Options say how a match is played over a network.
type Options struct {
	Seed    uint64 // of the network
	Match   timed.MatchOptions
	Players []Player // by role; random has none
	// Resend is how long the manager waits before it sends a notice again
	// that was not acknowledged. It is needed only if messages are lost; 0
	// never sends again.
	Resend timed.Time
}

// An Arrival says when a move arrived.
type Arrival struct {
	Role     game.Role
	Move     string
	Wanted   timed.Time
	Received timed.Time
	Synced   bool // the player knew the manager's clock when it sent the move
}

// A Result is what was observed.
type Result struct {
	Ending   *timedmatch.Ending
	Arrivals []Arrival     // in the order in which they arrived
	Clients  []*lag.Client // by role; nil for random
	// Checks is the number of checks whether a player knows the state of an instant
	// after the maximum delay, and Unknown how often it did not. They require that
	// no message is lost.
	Checks, Unknown int
}

// Play plays a match over a network in virtual time. Moves are timed when they
// arrive at the manager.
func Play(ctx context.Context, g *timed.Game, opt Options) (*Result, error) {
	p, err := newPlay(ctx, g, opt)
	if err != nil {
		return nil, err
	}
	for n := 0; p.err == nil; n++ {
		if n%256 == 255 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !p.step() {
			break
		}
	}
	if p.err != nil {
		return nil, p.err
	}
	p.result.Ending = p.match.Ending()
	return &p.result, nil
}

// A play is a match over a network.
type play struct {
	ctx     context.Context
	game    *timed.Game
	opt     Options
	network *Network
	match   *timedmatch.Match
	result  Result
	states  []timed.State          // of the match so far
	unheard []map[int]timed.Notice // by role: notices not acknowledged
	wishes  [][]PlannedMove        // by role: moves not sent yet
	err     error
}

func newPlay(ctx context.Context, g *timed.Game, opt Options) (*play, error) {
	p := &play{ctx: ctx, game: g, opt: opt, network: NewNetwork(opt.Seed)}
	if len(opt.Players) != len(g.Roles()) {
		return nil, fmt.Errorf("there are %d players for %d roles", len(opt.Players), len(g.Roles()))
	}
	for r := range opt.Players {
		if err := errors.Join(opt.Players[r].Up.check(), opt.Players[r].Down.check()); err != nil {
			return nil, err
		}
		p.unheard, p.wishes = append(p.unheard, map[int]timed.Notice{}), append(p.wishes, nil)
		var c *lag.Client
		if game.Role(r) != g.Random() {
			var err error
			if c, err = lag.NewClient(g, game.Role(r)); err != nil {
				return nil, err
			}
		}
		p.result.Clients = append(p.result.Clients, c)
	}
	return p, p.start()
}

// start starts the match and asks the agents.
func (p *play) start() (err error) {
	opt := p.opt.Match
	observe := opt.Observe
	opt.Observe = func(e *timed.Event) {
		if observe != nil {
			observe(e)
		}
		if e.Kind == timed.Start || e.Kind == timed.Joint || e.Kind == timed.Chance {
			p.states = append(p.states, e.State)
			p.watch(e.Time)
		}
	}
	opt.Notify = p.notify
	if p.match, err = timedmatch.NewMatch(p.game, opt); err != nil {
		return err
	}
	for r, c := range p.result.Clients {
		if c != nil {
			c.Start(p.opt.Players[r].Skew)
			p.ask(game.Role(r))
		}
	}
	return nil
}

// step executes the next event, and reports whether there was one. Messages of an
// instant arrive before the manager's update.
func (p *play) step() bool {
	message, due := p.network.Next(), p.match.Due()
	switch {
	case message == timed.Forever && due == timed.Forever:
		p.match.Finish(timed.Idle)
		return p.network.Next() != timed.Forever
	case message <= due:
		p.network.Step()
	default:
		p.network.Advance(due)
		if err := p.match.Advance(due); err != nil {
			p.err = err
		}
	}
	return true
}

// ask asks a player for its wishes, and plans when moves are sent. Its current
// estimate of the manager's clock is also applied to earlier wishes.
func (p *play) ask(r game.Role) {
	player, c := &p.opt.Players[r], p.result.Clients[r]
	if player.Agent == nil {
		return
	}
	if player.Renews {
		p.wishes[r] = nil
	}
	p.wishes[r] = append(p.wishes[r], player.Agent(c, p.network.now+player.Skew)...)
	for _, w := range p.wishes[r] {
		p.network.At(c.SendAt(w.Arrive)-player.Skew, func() { p.sendDue(r) })
	}
}

// sendDue sends the moves whose time has come.
func (p *play) sendDue(r game.Role) {
	player, c := &p.opt.Players[r], p.result.Clients[r]
	local := p.network.now + player.Skew
	p.wishes[r] = slices.DeleteFunc(p.wishes[r], func(w PlannedMove) bool {
		if c.SendAt(w.Arrive) > local {
			return false
		}
		p.send(r, w, local)
		return true
	})
}

func (p *play) send(r game.Role, w PlannedMove, local timed.Time) {
	c := p.result.Clients[r]
	id, synced := c.Send(local), c.Known()
	p.network.Send(&p.opt.Players[r].Up, func() {
		p.result.Arrivals = append(p.result.Arrivals, Arrival{r, w.Move, w.Arrive, p.network.now, synced})
		err := p.match.Offer(timedmatch.Offer{At: max(p.network.now, p.match.Open()), Role: r, Move: w.Move, ID: id})
		var refusal *timedmatch.Refusal
		if err != nil && !errors.As(err, &refusal) {
			p.err = err
		}
	})
}

// notify sends a notice to a player, repeatedly until it is acknowledged.
func (p *play) notify(n timed.Notice) {
	p.unheard[n.To][n.Number] = n
	p.sendNotice(n)
}

func (p *play) sendNotice(n timed.Notice) {
	if _, ok := p.unheard[n.To][n.Number]; !ok {
		return
	}
	p.network.Send(&p.opt.Players[n.To].Down, func() { p.receive(n) })
	if p.opt.Resend > 0 {
		p.network.At(p.network.now+p.opt.Resend, func() { p.sendNotice(n) })
	}
}

// receive gives a client a notice.
func (p *play) receive(n timed.Notice) {
	if err := p.result.Clients[n.To].Receive(p.ctx, n); err != nil {
		p.err = err
		return
	}
	if p.opt.Resend > 0 {
		p.network.Send(&p.opt.Players[n.To].Up, func() { delete(p.unheard[n.To], n.Number) })
	}
	p.ask(n.To)
}

// watch checks every player's state of an instant, once by its own clock and once
// after the maximum delay, when it must be known.
func (p *play) watch(t timed.Time) {
	for r, c := range p.result.Clients {
		if c == nil {
			continue
		}
		p.network.At(t, func() { p.look(c, t) })
		p.network.At(t+p.opt.Players[r].Down.MaxDelay(), func() { p.check(c, t) })
	}
}

func (p *play) look(c *lag.Client, t timed.Time) timed.State {
	s, err := c.StateAt(p.ctx, t)
	if err != nil {
		p.err = err
	}
	return s
}

func (p *play) check(c *lag.Client, t timed.Time) {
	known := p.look(c, t)
	p.result.Checks++
	if p.err == nil && !known.Equal(p.stateAt(t)) {
		p.result.Unknown++
	}
}

// stateAt returns the state of the match at an instant.
func (p *play) stateAt(t timed.Time) timed.State {
	i := len(p.states) - 1
	for i > 0 && p.states[i].Now() > t {
		i--
	}
	return p.states[i]
}
