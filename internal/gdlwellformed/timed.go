package gdlwellformed

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/knowledgecheck"
	"ludex/internal/timedmatch"
	"ludex/internal/wellformed"
	"ludex/source"
	"ludex/timed"
)

// The problems that show only when a game in real time is played.
var (
	timedStuck = &source.Code{ID: "GDL130", Severity: source.Error, Title: "a play in real time that gets stuck",
		Doc: `The play came to a state that is not terminal, in which no lifetime runs out and
nobody has a legal move, so that nothing can ever happen again.`}
	timedEndless = &source.Code{ID: "GDL131", Severity: source.Warning, Title: "a play in real time that does not end",
		Doc: `A play went on for a very long time, or with very many updates. Games are
required to end; most have a timer for that.`}
	timedFailed = &source.Code{ID: "GDL132", Severity: source.Error, Title: "a play in real time that cannot go on",
		Doc: `A state cannot be computed, or updates follow each other at one instant without end,
so that time does not get on.`}
	timedDefect = &source.Code{ID: "GDL133", Severity: source.Warning, Title: "a defect that a play in real time shows",
		Doc: `The rules gave a fact a lifetime that is no positive number, so that it is not in the
state, or two lifetimes at once; or a role has no goal value, or several, at the
end.`}
)

// maxTimedEvents is how many updates a play may have before it counts as endless:
// more than are possible at one instant, which is another problem.
const maxTimedEvents = 2 * timedmatch.MaxUpdates

// A TimedReport is what plays of a game in real time have shown.
type TimedReport struct {
	Plays  int `json:"plays"`
	Ended  int `json:"ended"`
	Events int `json:"events"`
	// Roles are the names of the roles.
	Roles []string `json:"-"`
	// Requirements are decided by looking at all plays, and Knowledge, where information is
	// hidden, for moves at multiples of Grid. They are nil if that was not tried.
	Requirements *wellformed.Requirements     `json:"-"`
	Knowledge    *knowledgecheck.Propositions `json:"-"`
	Grid         string                       `json:"grid,omitempty"`
}

// CheckTimed plays a game in real time at random, in virtual time, and adds
// problems to the list. Within opt.ProofTime it looks at all plays, too. If the context ends,
// it returns what was found so far.
func CheckTimed(ctx context.Context, prog *gdl.Program, opt Options, list *source.List) (*TimedReport, error) {
	g, err := timed.Open(ctx, prog, timed.Options{ForceHidden: opt.ForceHidden})
	if err != nil {
		return nil, err
	}
	c := &timedCheck{game: g, list: list, reported: map[*source.Code]bool{}, report: &TimedReport{Roles: g.Roles()}, won: make([]bool, len(g.Roles()))}
	for seed := range uint64(max(opt.Playouts, 1)) {
		if ctx.Err() != nil {
			break
		}
		c.play(ctx, opt.Seed+seed)
	}
	if ctx.Err() == nil && opt.ProofTime > 0 {
		err = c.decide(ctx, opt)
	}
	list.Sort()
	return c.report, errors.Join(err, ctx.Err())
}

// decide looks at all plays.
func (c *timedCheck) decide(ctx context.Context, opt Options) (err error) {
	if c.report.Requirements, err = c.requirements(ctx, opt); err != nil || !c.game.Hidden() {
		return err
	}
	var grid timed.Time
	if c.report.Knowledge, grid, err = c.knowledge(ctx, opt); c.report.Knowledge != nil {
		c.report.Grid = grid.String()
	}
	return err
}

type timedCheck struct {
	game     *timed.Game
	list     *source.List
	reported map[*source.Code]bool // each kind once, with the first play that shows it
	report   *TimedReport
	won      []bool // by role: it won a play
}

// play plays one match with one move per unit on average, or, in one of a hundred
// plays, without any moves.
func (c *timedCheck) play(ctx context.Context, seed uint64) {
	rate := timed.PerUnit
	if seed%100 == 0 {
		rate = 0
	}
	policies := make([]timed.Policy, len(c.game.Roles()))
	for r := range policies {
		if game.Role(r) != c.game.Random() {
			policies[r] = timedmatch.RandomPolicy(seed<<8+uint64(r), rate)
		}
	}
	m, err := timedmatch.NewMatch(c.game, timed.MatchOptions{Seed: seed, MaxEvents: maxTimedEvents, Observe: func(e *timed.Event) {
		if e.Kind == timed.Defect {
			c.found(timedDefect, seed, "%s, at time %s", e.Reason, e.Time)
		}
	}})
	if err == nil {
		err = timedmatch.Run(ctx, m, timedmatch.RunOptions{Policies: policies})
	}
	if err != nil && !game.Ended(ctx, err) {
		c.found(timedFailed, seed, "%v", err)
	}
	if err == nil && ctx.Err() == nil {
		c.judge(m, seed, rate)
	}
}

// judge checks how a match ended.
func (c *timedCheck) judge(m *timedmatch.Match, seed uint64, rate timed.Rate) {
	c.report.Plays++
	c.report.Events += m.Events()
	end := m.Ending()
	switch end.Reason {
	case timed.Terminal:
		c.report.Ended++
		for r, goals := range end.Goals {
			c.won[r] = c.won[r] || slices.Contains(goals, 100)
		}
	case timed.Stuck:
		c.found(timedStuck, seed, "nothing can happen any more at time %s", end.Time)
	case timed.Idle:
		if rate > 0 {
			c.found(timedStuck, seed, "nothing happens any more at time %s", end.Time)
		}
	case timed.EventsUp, timed.TimeUp:
		c.found(timedEndless, seed, "the play is not over after %d updates, at time %s", m.Events(), end.Time)
	}
}

// found reports a problem the first time it is met.
func (c *timedCheck) found(code *source.Code, seed uint64, format string, args ...any) {
	if c.reported[code] {
		return
	}
	c.reported[code] = true
	c.list.Report(code, source.Span{}, "%s", fmt.Sprintf(format, args...)).
		Advise("met in a play with random moves, seed %d", seed)
}
