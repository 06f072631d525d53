package trial

import (
	"errors"
	"fmt"

	"ludex/internal/report"
)

// Demands are what a game must be like. A bound that a value with an interval is compared
// with fails a game only if the whole interval is on the wrong side of it.
type Demands struct {
	Completion float64 `json:"completion"` // the least part of the plays that end
	Draws      float64 `json:"draws"`      // the largest part of the plays that are drawn
	// Unbalance is the largest difference between the scores of the best and the worst seat.
	Unbalance float64 `json:"unbalance"`
	Shortest  float64 `json:"shortest"` // mean lengths, in steps
	Longest   float64 `json:"longest"`
	Branching float64 `json:"branching"` // the least mean number of legal moves
	Skill     float64 `json:"skill"`     // the least score against random play, above equality
	// States is the largest number of states that the games of the player may be expected to
	// take. Unlike a limit of time it is the same on all machines.
	States float64 `json:"states"`
}

// DefaultDemands leave out what nobody would play twice.
var DefaultDemands = Demands{Completion: 0.9, Draws: 0.6, Unbalance: 0.7, Shortest: 6, Longest: 300, Branching: 1.5, Skill: 0.3, States: 20e6}

// randomSlack is by how much random plays may be worse: they are drawn more often, and are
// longer, than games of players who want to win.
const randomSlack = 1.5

// afterSample judges random plays.
func (w *Demands) afterSample(d *report.Data, m *report.Measures) error {
	if w == nil {
		return nil
	}
	p := &m.Random
	switch {
	case d.Random.Stuck > 0:
		return fmt.Errorf("in %d of %d random plays a role has no legal move before the end", d.Random.Stuck, p.Plays)
	case d.Random.BadGoals > 0:
		return fmt.Errorf("at the end of %d of %d random plays a role has no goal value, or several", d.Random.BadGoals, p.Plays)
	case below(p.Completion, w.Completion):
		return fmt.Errorf("only %s of the random plays end", report.ValueText(p.Completion, "of the games"))
	case p.Length.Mean < w.Shortest:
		return fmt.Errorf("a random play has only %.1f steps", p.Length.Mean)
	case p.Length.Mean > randomSlack*w.Longest:
		return fmt.Errorf("a random play has %.0f steps", p.Length.Mean)
	case p.Branching.N == 0:
		return errors.New("nobody has a choice")
	case below(p.Branching, w.Branching):
		return fmt.Errorf("who moves has only %.2f legal moves", p.Branching.Mean)
	case len(p.Scores) > 1 && above(p.Draws, min(randomSlack*w.Draws, 0.95)):
		return fmt.Errorf("%s of the random plays are drawn", report.ValueText(p.Draws, "of the games"))
	case p.Balance != nil && below(*p.Balance, (1-w.Unbalance)/randomSlack):
		return fmt.Errorf("one seat wins nearly all random plays: the balance is %s", report.ValueText(*p.Balance, ""))
	}
	return nil
}

// beforeGames judges how much work the games of the player are. Each of about three times as
// many games as are asked for has the length of a random play, and from each of its positions
// the player looks at its nodes, with half a play behind each.
func (w *Demands) beforeGames(r *Result, opt Options) error {
	if w == nil || w.States == 0 {
		return nil
	}
	length := r.Figure("random-length").Value.Mean
	if states := 3 * float64(opt.Games) * length * float64(opt.Nodes) * length / 2; states > w.States {
		return fmt.Errorf("games of %.0f steps would take about %.0f million states", length, states/1e6)
	}
	return nil
}

// afterPlayouts judges random plays of which only the ends are known.
func (w *Demands) afterPlayouts(r *Result) error {
	if f := r.Figure("lanes-completion"); w != nil && f != nil && below(f.Value, w.Completion) {
		return fmt.Errorf("only %s of the random plays end", f.Text())
	}
	return nil
}

// afterGames judges games of the player, when there are some of them. When all are there, the
// means count: it makes no difference then whether it is certain.
func (w *Demands) afterGames(m *report.Measures, all bool) error {
	if w == nil {
		return nil
	}
	below, above := below, above
	if all {
		below = func(e report.Estimate, bound float64) bool { return e.N > 0 && e.Mean < bound }
		above = func(e report.Estimate, bound float64) bool { return e.N > 0 && e.Mean > bound }
	}
	p := &m.Self
	switch {
	case below(p.Completion, w.Completion):
		return fmt.Errorf("only %s of the games end", report.ValueText(p.Completion, "of the games"))
	case below(p.Length, w.Shortest):
		return fmt.Errorf("a game has only %.1f steps", p.Length.Mean)
	case above(p.Length, w.Longest):
		return fmt.Errorf("a game has %.0f steps", p.Length.Mean)
	case len(p.Scores) > 1 && above(p.Draws, w.Draws):
		return fmt.Errorf("%s of the games are drawn", report.ValueText(p.Draws, "of the games"))
	case p.Balance != nil && below(*p.Balance, 1-w.Unbalance):
		return fmt.Errorf("one seat wins nearly all games: the balance is %s", report.ValueText(*p.Balance, ""))
	}
	for _, k := range m.Skill {
		if k.Rival == "random" && below(k.Score, k.Even+w.Skill*(1-k.Even)) {
			return fmt.Errorf("a player who thinks scores only %s against random play", report.ValueText(k.Score, ""))
		}
	}
	return nil
}

// below reports whether a value is certainly less than a bound.
func below(e report.Estimate, bound float64) bool {
	return e.N > 0 && e.Interval != nil && e.Interval[1] < bound
}

// above reports whether a value is certainly more than a bound.
func above(e report.Estimate, bound float64) bool {
	return e.N > 0 && e.Interval != nil && e.Interval[0] > bound
}
