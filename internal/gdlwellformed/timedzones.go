package gdlwellformed

import (
	"context"
	"errors"
	"fmt"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/knowledgecheck"
	"ludex/internal/timedengine"
	"ludex/internal/timedgrid"
	"ludex/internal/wellformed"
	"ludex/knowledge"
	"ludex/source"
	"ludex/timed"
)

// The limits of looking at all plays in real time.
const (
	maxZones     = 200_000
	maxGridLoops = 20_000 // states on a grid in which an endless play is looked for
)

// requirements decides what it can about all plays, whatever the instants of moves. What
// they show is added to the list.
func (c *timedCheck) requirements(ctx context.Context, opt Options) (*wellformed.Requirements, error) {
	limited, cancel := budget.WithSetup(ctx, "looking at all plays", opt.ProofTime)
	defer cancel()
	limit := maxZones
	if opt.Limits.States > 0 {
		limit = min(limit, opt.Limits.States)
	}
	reach, err := c.game.Explore(limited, limit)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r := &wellformed.Requirements{Zones: true, Exhausted: err == nil, WeaklyWinnable: map[string]*wellformed.Finding{}}
	var unexplored *timedengine.ZonesError
	switch {
	case errors.As(err, &unexplored):
		r.Stopped = unexplored.Reason
	case err != nil:
		r.Stopped = fmt.Sprintf("that takes more than %v of CPU time (--proof-time allows more)", opt.ProofTime)
	}
	if reach == nil {
		reach = new(timedengine.Reach)
	}
	r.States, r.InitialTerminal = reach.States(), reach.Over
	c.playable(r, reach)
	c.goals(r, reach)
	c.winnable(r, reach)
	return r, c.ends(ctx, limited, r, reach)
}

// playable says whether a play can get stuck.
func (c *timedCheck) playable(r *wellformed.Requirements, reach *timedengine.Reach) {
	timer, end := c.game.Timer()
	switch {
	case reach.Stuck != nil:
		r.Playable = wellformed.Finding{Verdict: wellformed.No, Detail: "nothing can happen any more", Moves: reach.Stuck}
		c.refuted(timedStuck, &r.Playable, "a play can get stuck")
	case r.Exhausted:
		r.Playable = wellformed.Finding{Verdict: wellformed.Yes}
	case timer != "":
		r.Playable = wellformed.Finding{Verdict: wellformed.Yes, Detail: fmt.Sprintf("%s runs until %v", timer, end)}
	default:
		r.Playable = wellformed.Finding{Verdict: wellformed.NotRefuted}
	}
}

// goals says whether every role has one goal value at the end.
func (c *timedCheck) goals(r *wellformed.Requirements, reach *timedengine.Reach) {
	switch {
	case reach.Goals != nil:
		r.Goals = wellformed.Finding{Verdict: wellformed.No, Detail: reach.GoalsOf + " has no goal value, or several", Moves: reach.Goals}
		c.refuted(timedDefect, &r.Goals, "a terminal state gives a role no goal value, or more than one")
	case r.Exhausted:
		r.Goals = wellformed.Finding{Verdict: wellformed.Yes}
	default:
		r.Goals = wellformed.Finding{Verdict: wellformed.NotRefuted}
	}
}

// winnable says which roles can win.
func (c *timedCheck) winnable(r *wellformed.Requirements, reach *timedengine.Reach) {
	for role, name := range c.game.Roles() {
		if game.Role(role) == c.game.Random() {
			continue
		}
		f := wellformed.Finding{Verdict: wellformed.NotShown}
		switch {
		case c.won[role] || len(reach.Wins) > role && reach.Wins[role]:
			f = wellformed.Finding{Verdict: wellformed.Yes}
		case r.Exhausted:
			f = wellformed.Finding{Verdict: wellformed.No}
			c.refuted(notWinnable, &f, name+" can never win")
		}
		r.WeaklyWinnable[name] = &f
	}
}

// ends says whether all plays end.
func (c *timedCheck) ends(ctx, limited context.Context, r *wellformed.Requirements, reach *timedengine.Reach) error {
	timer, end := c.game.Timer()
	proved, updates := false, -1
	if r.Exhausted {
		proved, updates = reach.Ends()
	}
	switch {
	case reach.Stuck != nil:
		r.Terminates = wellformed.Finding{Verdict: wellformed.No, Detail: "a play can get stuck", Moves: reach.Stuck}
		return nil // that is reported already
	case proved && updates >= 0:
		r.Terminates = wellformed.Finding{Verdict: wellformed.Yes, Detail: fmt.Sprintf("after at most %d updates", updates)}
	case proved && timer != "" || timer != "" && c.game.Random() == game.NoRole:
		r.Terminates = wellformed.Finding{Verdict: wellformed.Yes, Detail: fmt.Sprintf("at %v at the latest", end)}
	case proved:
		r.Terminates = wellformed.Finding{Verdict: wellformed.Yes, Detail: "after a bounded time"}
	case reach.Waits != nil:
		r.Terminates = wellformed.Finding{Verdict: wellformed.No, Detail: "nothing runs out and nobody has to move", Moves: reach.Waits}
		c.refuted(timedEndless, &r.Terminates, "a play need not end")
	case timer != "":
		r.Terminates = wellformed.Finding{Verdict: wellformed.NotRefuted, Detail: fmt.Sprintf("at %v at the latest, unless random moves for ever at one instant", end)}
	default:
		return c.findLoop(ctx, limited, r)
	}
	return nil
}

// findLoop looks for a play on a grid that comes back to a state.
func (c *timedCheck) findLoop(ctx, limited context.Context, r *wellformed.Requirements) error {
	r.Terminates = wellformed.Finding{Verdict: wellformed.NotRefuted}
	g, err := timedgrid.New(limited, c.game, timedgrid.Options{})
	if err != nil {
		return ctx.Err() // plays show what is wrong
	}
	found, err := wellformed.Check(limited, g, wellformed.Options{Limits: wellformed.Limits{States: maxGridLoops}, Playouts: 1})
	if err == nil && found.Terminates.Verdict == wellformed.No {
		r.Terminates = found.Terminates
		r.Terminates.Detail = fmt.Sprintf("a play can go on for ever, with moves at multiples of %v", g.Grid())
		r.Terminates.Moves, r.Terminates.Loop = counted(r.Terminates.Moves), counted(r.Terminates.Loop)
		c.refuted(timedEndless, &r.Terminates, "a play need not end")
	}
	return ctx.Err()
}

// counted writes steps that follow each other and are the same as one.
func counted(steps []string) []string {
	var out []string
	for i := 0; i < len(steps); {
		n := 1
		for i+n < len(steps) && steps[i+n] == steps[i] {
			n++
		}
		text := steps[i]
		if n > 1 {
			text += fmt.Sprintf(" %d times", n)
		}
		out, i = append(out, text), i+n
	}
	return out
}

// refuted reports a problem, unless a play has shown it before.
func (c *timedCheck) refuted(code *source.Code, f *wellformed.Finding, message string) {
	if c.reported[code] && code != notWinnable {
		return
	}
	c.reported[code] = true
	reportFinding(c.list, code, f, message)
}

// knowledge says whether roles know what they need to, for moves on a grid.
func (c *timedCheck) knowledge(ctx context.Context, opt Options) (*knowledgecheck.Propositions, timed.Time, error) {
	limited, cancel := budget.WithSetup(ctx, "looking at all developments", opt.ProofTime)
	defer cancel()
	g, err := timedgrid.New(limited, c.game, timedgrid.Options{})
	if err != nil {
		return nil, 0, ctx.Err()
	}
	p, err := knowledgecheck.CheckPropositions(limited, g, knowledge.Limits{Developments: opt.Developments})
	if err != nil && ctx.Err() == nil {
		err = nil // the findings say that they are open
	}
	reportKnowledge(c.list, p)
	return p, g.Grid(), err
}
