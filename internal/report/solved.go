package report

import (
	"context"
	"math/big"
	"strings"

	"ludex/game"
	"ludex/solve"
)

// A Solved game is one whose value under best play is known.
type Solved struct {
	// Goals are those of the roles under best play, as numbers or fractions, and Steps the
	// length of a line that leads to them, of a single role a shortest one.
	Goals  []string     `json:"goals"`
	Steps  int          `json:"steps"`
	Method solve.Method `json:"method"`
	Nodes  uint64       `json:"nodes"` // states that the proof took
	// Line is a line of best play to the end, as the moves of a [Play]; nil if there is none,
	// as where chance decides.
	Line [][]string `json:"line,omitempty"`

	pictures []Shot // of the line
}

// Limits of solving a game for a report: small games take a moment, and others stay open.
const (
	solveNodes  = 2_000_000
	solveMemory = 64 << 20
)

// solved solves a small game of complete information. It returns nil if it is not small enough.
func solved(ctx context.Context, g game.Game) (*Solved, error) {
	if g.Hidden() {
		return nil, nil
	}
	r, err := solve.Solve(ctx, g, nil, solve.Options{Nodes: solveNodes, Memory: solveMemory, Seed: 1})
	if err != nil {
		return nil, err
	}
	if r.Outcome != solve.Solved {
		return nil, nil
	}
	s := &Solved{Steps: len(r.Line), Method: r.Method, Nodes: r.Nodes}
	for _, goal := range r.Goals {
		if !goal.Exact() {
			return nil, nil
		}
		s.Goals = append(s.Goals, goal.String())
	}
	if r.Complete {
		s.Line, err = lineOf(ctx, g, r.Line)
	}
	return s, err
}

// lineOf writes a line: the moves of the roles that have a choice, by step.
func lineOf(ctx context.Context, g game.Game, line [][]game.Move) ([][]string, error) {
	m := g.NewMachine()
	m.Bind(ctx)
	s := m.Initial(nil)
	list := make([][]string, len(line))
	for i, joint := range line {
		for r, move := range joint {
			if role := game.Role(r); len(m.Legal(s, role, nil)) > 1 {
				list[i] = append(list[i], g.MoveText(role, move))
			}
		}
		s = m.Next(s, joint, nil)
	}
	return list, m.Err()
}

// value returns the goal of a seat under best play as a figure. It is proved, so that its
// interval is a point.
func (s *Solved) value(seat int) Estimate {
	goal, ok := new(big.Rat).SetString(s.Goals[seat])
	if !ok {
		return Estimate{}
	}
	x, _ := goal.Float64()
	return NewEstimate(max(s.Nodes, 1), x, x, x)
}

// best returns the seats with the highest goal.
func (s *Solved) best(seats []int) (list []int) {
	var most *big.Rat
	for _, seat := range seats {
		goal, ok := new(big.Rat).SetString(s.Goals[seat])
		if !ok {
			return nil
		}
		switch {
		case most == nil || goal.Cmp(most) > 0:
			most, list = goal, []int{seat}
		case goal.Cmp(most) == 0:
			list = append(list, seat)
		}
	}
	return list
}

// winner returns the seat that alone has the highest goal under best play, or -1.
func (j *judge) winner() int {
	if j.data.Replay == nil || j.data.Replay.Solved == nil {
		return -1
	}
	if best := j.data.Replay.Solved.best(j.data.About.Seats()); len(best) == 1 {
		return best[0]
	}
	return -1
}

// solution says what best play leads to, if it is known.
func (j *judge) solution() {
	if j.data.Replay == nil || j.data.Replay.Solved == nil {
		return
	}
	d, r := j.data, j.data.Replay.Solved
	seats := d.About.Seats()
	s := Sentence{Measure: "solved", Section: "results", Value: r.value(seats[0]), Unit: "points", BestPlay: len(r.Line) > 0}
	if len(seats) == 1 {
		j.say(s, "Solved: the best goal is %s, after %s.", r.Goals[seats[0]], plural(r.Steps, "step"))
		return
	}
	var goals []string
	for _, seat := range seats {
		goals = append(goals, r.Goals[seat])
	}
	how := strings.Join(goals, " : ")
	switch best := r.best(seats); {
	case len(best) == len(seats):
		j.say(s, "Solved: with best play nobody wins (%s).", how)
	case len(best) == 1:
		j.say(s, "Solved: with best play %s wins (%s).", j.who(best[0]), how)
	default:
		j.say(s, "Solved: with best play the goals are %s.", how)
	}
}
