package realtime

import (
	"context"
	"sync/atomic"

	"ludex/timed"
)

// defaultNodes is the default number of updates that a search may make for a
// decision.
const defaultNodes = 10_000

// searchPlayer is the player for any game in real time. It searches for a plan after
// every notice, and makes its move at the instant of the plan unless another notice
// comes first.
type searchPlayer struct {
	ctx    context.Context
	cancel context.CancelFunc
	setup  Setup
	nodes  int

	belief  *belief
	search  *search
	live    *liveSearch // nil in virtual time
	notices []ownNotice // not processed yet
	plan    plan        // which is being followed
	fresh   bool        // a notice came since it was made
	from    timed.Time  // before which the role cannot move
	faults  atomic.Int64
}

// NewSearch returns the player for any game in real time.
func NewSearch() Player { return new(searchPlayer) }

// Start implements [Player].
func (p *searchPlayer) Start(ctx context.Context, s Setup) error {
	p.setup, p.nodes, p.fresh, p.plan, p.from, p.notices = s, s.Nodes, true, waits, 0, nil
	p.faults.Store(0)
	if p.nodes <= 0 {
		p.nodes = defaultNodes
	}
	g := s.Game
	if s.Live != nil { // others compute with the game of the match concurrently
		var err error
		if g, err = s.Game.Fork(); err != nil {
			return err
		}
	}
	p.belief = newBelief(newModel(g, s.Role, s.Seed))
	p.search = newSearch(p.belief)
	p.ctx, p.cancel = context.WithCancel(ctx)
	p.live = nil
	if s.Live != nil {
		p.live = startLive(p, s.Live)
	}
	return nil
}

// Stop implements [Player].
func (p *searchPlayer) Stop() {
	if p.cancel == nil {
		return
	}
	p.cancel()
	if p.live != nil {
		p.live.wait()
	}
	p.cancel, p.belief, p.search = nil, nil, nil
}

// Faults implements [Faulter].
func (p *searchPlayer) Faults() int { return int(p.faults.Load()) }

// Hear receives a notice to the role.
func (p *searchPlayer) Hear(n timed.Notice) {
	if p.live != nil {
		p.live.receive(n)
		return
	}
	p.take(n, p.plan.move)
}

// take processes a notice; own is the role's move in it, if any.
func (p *searchPlayer) take(n timed.Notice, own string) {
	switch n.Kind {
	case timed.Joint, timed.Chance:
		t := ownNotice{notice: n}
		if n.Moved {
			t.own = own
		}
		p.notices = append(p.notices, t)
	case timed.Refused:
		p.from = n.Time + timed.Moment
		p.faults.Add(1)
	default:
		return
	}
	p.fresh = true
}

// Next implements [timed.Policy]. It only uses what the role was told.
func (p *searchPlayer) Next(*timed.View) (timed.Plan, bool) {
	if p.live != nil {
		p.live.begin()
		return timed.Plan{}, false // moves are sent
	}
	if p.fresh {
		ctx, stop := limited(p.ctx, p.setup.Clock)
		defer stop()
		if p.plan = waits; p.learn(ctx, p.from) {
			p.search.run(ctx, p.nodes)
			p.plan = p.decision()
		}
	}
	return timed.Plan{At: p.plan.at, Move: p.plan.move}, p.plan.move != ""
}

// decision returns the plan that the search has found. If the rules cannot be
// evaluated that is a fault, and the next search tries again.
func (p *searchPlayer) decision() plan {
	if p.belief.err != nil {
		p.belief.err = nil
		p.faults.Add(1)
	}
	return p.search.best()
}

// learn processes the notices and prepares to search for plans from an instant on.
// It reports whether there is anything to decide.
func (p *searchPlayer) learn(ctx context.Context, from timed.Time) bool {
	p.fresh = false
	p.belief.take(ctx, p.notices)
	p.notices = p.notices[:0]
	return p.search.begin(from)
}
