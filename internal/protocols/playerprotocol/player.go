package playerprotocol

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/player"
)

// A Player is the proxy for a player at the other end of a connection. It plays one
// match.
type Player struct {
	Endpoint

	out     bool // it must not come back
	setup   player.Setup
	tracker *player.Tracker // nil for games with hidden information
	step    int
}

var (
	_ player.Player  = (*Player)(nil)
	_ player.Remote  = (*Player)(nil)
	_ player.Starter = (*Player)(nil)
	_ player.Noter   = (*Player)(nil)
)

// stopTime is how long sending the end of the match may take.
const stopTime = time.Second

// maxStray is how many unexpected messages a player may send in one step.
const maxStray = 1000

// Start implements [player.Player].
func (p *Player) Start(ctx context.Context, s player.Setup) error {
	p.setup, p.step = s, 0
	if !s.Game.Hidden() {
		p.tracker = player.NewTracker(s)
	}
	m := startMessage(p.Disguise, s.Game.Roles(), s.Role)
	m.Match, m.Nodes, m.Seed, m.State = p.Match, s.Nodes, publicSeed(s.Seed), p.state()
	m.StartClock, m.PlayClock = s.StartClock.Milliseconds(), s.PlayClock.Milliseconds()
	err := p.open(ctx, func() error { return p.begin(ctx, m) })
	p.failed = err != nil
	if _, ok := errors.AsType[*connectError](err); ok {
		return fmt.Errorf("%w: %w", player.ErrOut, err)
	}
	return err
}

// begin starts the match at the other end.
func (p *Player) begin(ctx context.Context, m Message) error {
	if err := p.conn.Send(ctx, m); err != nil {
		return &brokenError{err}
	}
	_, err := p.await(ctx, func(m Message) bool { return m.Type == Ready })
	return err
}

// startMessage returns the message that starts a match, without the parts that
// depend on the kind of match.
func startMessage(d *disguise.Disguise, roles []string, role game.Role) Message {
	r := d.Rules
	m := Message{
		Type: Start, Protocol: Protocol, Game: r.Name(), Language: string(r.Language()), Rules: r.Text(), Role: d.Out(roles[role]),
	}
	for _, name := range roles {
		m.Roles = append(m.Roles, d.Out(name))
	}
	return m
}

// publicSeed returns a seed that can be revealed to a player: a one-way hash of the
// seed, from which the moves of chance cannot be derived.
func publicSeed(seed uint64) uint64 {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64([]byte("ludex player "), seed))
	return binary.BigEndian.Uint64(sum[:])
}

// state returns the facts of the current state in the player's words.
func (p *Player) state() []string {
	if p.tracker == nil {
		return nil
	}
	return p.Disguise.Facts(p.setup.Game, p.tracker.State)
}

// await waits for a message of a kind and skips others, such as late answers.
func (p *Player) await(ctx context.Context, wanted func(Message) bool) (Message, error) {
	for range maxStray {
		m, err := p.conn.Receive(ctx)
		if err != nil {
			return m, &brokenError{err}
		}
		switch {
		case m.Match != "" && m.Match != p.Match: // of another match
		case wanted(m):
			return m, nil
		case m.Type == Error && m.Step == p.step:
			return m, fmt.Errorf("the player reports: %.200s", m.Reason)
		}
	}
	p.out = true
	return Message{}, fmt.Errorf("%w: more than %d messages that nobody asked for", player.ErrOut, maxStray)
}

// errNotConnected is reported if the match never started.
var errNotConnected = errors.New("not connected")

// Choose implements [player.Player].
func (p *Player) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	if p.conn == nil {
		return 0, errNotConnected
	}
	m := Message{Type: Play, Step: p.step, PlayClock: p.setup.PlayClock.Milliseconds(), State: p.state()}
	for _, move := range legal {
		m.Legal = append(m.Legal, p.Disguise.MoveText(p.setup.Game, p.setup.Role, move))
	}
	if err := p.conn.Send(ctx, m); err != nil {
		return 0, err
	}
	answer, err := p.await(ctx, func(m Message) bool { return m.Type == Move && m.Step == p.step })
	if err != nil {
		p.failed = true
		return 0, err
	}
	move, err := p.Disguise.FindMove(p.setup.Game, p.setup.Role, legal, answer.Move)
	p.failed = p.failed || err != nil
	return move, err
}

// Note implements [player.Noter]: the last lines of a program that made a fault.
func (p *Player) Note() string {
	if said := p.said(); said != "" {
		return "its last lines: " + said
	}
	return ""
}

// Observe implements [player.Player].
func (p *Player) Observe(ctx context.Context, e player.Event) error {
	if p.conn == nil {
		return errNotConnected
	}
	g := p.setup.Game
	m := Message{Type: Event, Step: p.step, Own: p.Disguise.MoveText(g, p.setup.Role, e.Own)}
	p.step++
	if p.tracker != nil {
		if err := p.tracker.Observe(e); err != nil {
			return err
		}
		for r, move := range e.Joint {
			m.Joint = append(m.Joint, p.Disguise.MoveText(g, game.Role(r), move))
		}
		m.State = p.state()
	}
	for _, seen := range e.Percepts {
		m.Percepts = append(m.Percepts, p.Disguise.Out(g.PerceptText(seen)))
	}
	return p.conn.Send(ctx, m)
}

// Stop implements [player.Player].
func (p *Player) Stop() {
	if p.conn == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	m := Message{Type: Stop, Step: p.step}
	if t := p.tracker; t != nil && t.Machine.Terminal(t.State) {
		for r := range p.setup.Game.Roles() {
			goal := 0
			if values := t.Machine.Goals(t.State, game.Role(r), nil); len(values) == 1 {
				goal = values[0]
			}
			m.Goals = append(m.Goals, goal)
		}
	}
	_ = p.conn.Send(ctx, m) // the match is over in any case
	closeConn(p.conn, p.out)
	p.conn, p.out = nil, false
}
