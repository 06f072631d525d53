package playerprotocol

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ludex/player"
	"ludex/player/realtime"
	"ludex/timed"
)

// A TimedPlayer is the proxy for a player of a game in real time at the other end
// of a connection. It plays one match, by a wall clock. It never blocks the match:
// one goroutine sends its notices, and another receives its moves.
type TimedPlayer struct {
	Endpoint

	setup  realtime.Setup
	ctx    context.Context
	cancel context.CancelFunc
	group  sync.WaitGroup
	post   *outbox

	// Of the goroutine of the match alone:
	began   bool
	notices []Message // received, waiting for the role's legal moves
	refused int

	faults atomic.Int64
	out    atomic.Bool // it must not come back
	why    atomic.Value
}

var (
	_ realtime.Player  = (*TimedPlayer)(nil)
	_ realtime.Faulter = (*TimedPlayer)(nil)
	_ timed.Listener   = (*TimedPlayer)(nil)
	_ player.Remote    = (*TimedPlayer)(nil)
	_ player.Noter     = (*TimedPlayer)(nil)
)

const (
	// maxRefused is how many moves of a player may be refused in a match. The
	// match keeps a record of each of them.
	maxRefused = 1000
	// maxMove is how long the text of a move may be.
	maxMove = 64 << 10
	// maxNotices is how many notices are buffered for a player that does not read.
	maxNotices = 10_000
)

// errNotWall is returned if the match is not by a wall clock.
var errNotWall = errors.New("players elsewhere play by the wall clock, not in virtual time")

// Start implements [realtime.Player]. A player that does not answer in time, or
// fails, has a fault and makes no move; the match goes on.
func (p *TimedPlayer) Start(ctx context.Context, s realtime.Setup) error {
	if s.Live == nil {
		return errNotWall
	}
	p.setup, p.began, p.notices, p.refused = s, false, nil, 0
	p.faults.Store(0)
	p.out.Store(false)
	p.why.Store("")
	p.ctx, p.cancel = context.WithCancel(context.WithoutCancel(ctx)) // the last messages are sent after the end
	p.post = newOutbox()
	limit, stop := ctx, context.CancelFunc(func() {})
	if s.StartClock > 0 {
		limit, stop = context.WithTimeout(ctx, s.StartClock+player.Grace+p.StartUpTime())
	}
	defer stop()
	if err := p.open(limit, func() error { return p.begin(limit) }); err != nil {
		p.fail(fmt.Errorf("start: %w", err))
		return ctx.Err()
	}
	p.group.Go(func() { p.sendAll() })
	p.group.Go(func() { p.receiveAll() })
	return nil
}

// begin starts the match at the other end.
func (p *TimedPlayer) begin(ctx context.Context) error {
	s := p.setup
	m := startMessage(p.Disguise, s.Game.Roles(), s.Role)
	m.Match, m.Nodes, m.Seed, m.StartClock = p.Match, s.Nodes, publicSeed(s.Seed), s.StartClock.Milliseconds()
	m.Timed, m.UnitMs, m.Execution = true, float64(s.Live.Unit)/float64(time.Millisecond), s.Live.Execution.String()
	if err := p.conn.Send(ctx, m); err != nil {
		return &brokenError{err}
	}
	for range maxStray {
		m, err := p.conn.Receive(ctx)
		switch {
		case errors.Is(err, ErrNoMessage):
		case err != nil:
			return &brokenError{err}
		case m.Match != "" && m.Match != p.Match: // of another match
		case m.Type == Ready:
			return nil
		case m.Type == Error:
			return fmt.Errorf("the player reports: %.200s", m.Reason)
		}
	}
	p.out.Store(true)
	return errStray
}

var errStray = fmt.Errorf("more than %d messages that nobody asked for", maxStray)

// fail records a fault. The player gets no more messages.
func (p *TimedPlayer) fail(why error) {
	p.faults.Add(1)
	p.why.Store(why.Error())
	p.cancel()
}

// Faults implements [realtime.Faulter].
func (p *TimedPlayer) Faults() int { return int(p.faults.Load()) }

// Note implements [player.Noter]: the first error.
func (p *TimedPlayer) Note() string {
	text, _ := p.why.Load().(string)
	return text
}

// Hear receives a notice to the role. It is sent with the role's legal moves as
// soon as they are known.
func (p *TimedPlayer) Hear(n timed.Notice) {
	if n.Kind == timed.Refused {
		if p.refused++; p.refused == maxRefused {
			p.out.Store(true)
			p.fail(fmt.Errorf("%d moves were refused", maxRefused))
		}
	}
	p.notices = append(p.notices, p.message(&n))
	if n.Kind == timed.End {
		p.flush()
	}
}

// message returns a notice in the words of the player. The goals of others are not
// sent in games with hidden information.
func (p *TimedPlayer) message(n *timed.Notice) Message {
	m := Message{Type: Notice, N: n.Number, T: &n.Time, Kind: string(n.Kind), Moved: n.Moved, ID: n.ID, Ending: string(n.Ending)}
	for _, move := range n.Moves {
		m.Moves = append(m.Moves, MadeMove{p.Disguise.Out(p.setup.Game.Roles()[move.Role]), p.Disguise.Out(move.Text)})
	}
	for _, text := range n.Percepts {
		m.Percepts = append(m.Percepts, p.Disguise.Out(text))
	}
	if n.Moved || n.Kind == timed.Refused {
		m.Received = &n.Received
	}
	m.Reason, _, _ = strings.Cut(n.Reason, ":") // what is legal is told in other words
	if !p.setup.Game.Hidden() && len(n.Goals) > 0 {
		for _, values := range n.Goals {
			goal := 0
			if len(values) == 1 {
				goal = values[0]
			}
			m.Goals = append(m.Goals, goal)
		}
	}
	return m
}

// Next implements [timed.Policy]: it sends the pending notices. Moves arrive
// independently.
func (p *TimedPlayer) Next(v *timed.View) (timed.Plan, bool) {
	if !p.began {
		p.began = true
		zero := timed.Time(0)
		first := Message{Type: Notice, T: &zero, Kind: Begin}
		p.notices = append([]Message{first}, p.notices...)
	}
	if len(p.notices) == 0 {
		return timed.Plan{}, false // something happened that the role cannot see
	}
	last := &p.notices[len(p.notices)-1]
	last.Legal = make([]string, len(v.Legal))
	for i, move := range v.Legal {
		last.Legal[i] = p.Disguise.Out(move)
	}
	if !v.Game.Hidden() {
		for _, f := range v.State.Facts() {
			f.Fact = p.Disguise.Out(f.Fact)
			last.State = append(last.State, f.String())
		}
	}
	p.flush()
	return timed.Plan{}, false
}

// flush sends the pending notices.
func (p *TimedPlayer) flush() {
	now, clock := p.setup.Live.Clock.Now(), time.Now().UnixMicro()
	for i := range p.notices {
		p.notices[i].Now, p.notices[i].Clock = &now, clock
	}
	if !p.post.add(p.notices...) && p.ctx.Err() == nil {
		p.fail(fmt.Errorf("more than %d notices were not read", maxNotices))
	}
	p.notices = nil
}

// sendAll sends the queued messages.
func (p *TimedPlayer) sendAll() {
	for {
		m, ok := p.post.next(p.ctx)
		if !ok {
			return
		}
		if err := p.conn.Send(p.ctx, m); err != nil {
			if p.ctx.Err() == nil {
				p.fail(fmt.Errorf("sending: %w", err))
			}
			return
		}
	}
}

// receiveAll receives moves until the match is over.
func (p *TimedPlayer) receiveAll() {
	pace := newRateLimit()
	for pace.Wait(p.ctx) == nil {
		m, err := p.conn.Receive(p.ctx)
		switch {
		case p.ctx.Err() != nil:
			return
		case errors.Is(err, ErrNoMessage) && p.Faults() < maxStray:
			p.faults.Add(1)
			p.why.Store(err.Error())
		case err != nil:
			p.fail(fmt.Errorf("receiving: %w", err))
			return
		case m.Match != "" && m.Match != p.Match: // of another match
		case m.Type == Move && len(m.Move) <= maxMove:
			p.setup.Live.Inbox.Put(p.setup.Role, p.Disguise.In(m.Move), m.ID)
		case m.Type == Error && p.Faults() < maxStray:
			p.faults.Add(1)
			p.why.Store(fmt.Sprintf("the player reports: %.200s", m.Reason))
		}
	}
}

// Stop implements [realtime.Player].
func (p *TimedPlayer) Stop() {
	if p.cancel == nil { // it was not started
		if p.conn != nil {
			closeConn(p.conn, false)
			p.conn = nil
		}
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	if p.ctx.Err() == nil { // it is listening
		p.post.finish(ctx)
	}
	p.cancel()
	p.group.Wait()
	if p.conn != nil {
		_ = p.conn.Send(ctx, Message{Type: Stop}) // the match is over in any case
		closeConn(p.conn, p.out.Load())
	}
	p.conn, p.cancel = nil, nil
}
