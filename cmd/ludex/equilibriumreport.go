package main

import (
	"fmt"
	"io"
	"math/big"
	"strings"

	"ludex/solve/equilibrium"
)

// maxTable is the number of information sets up to which the whole strategy is shown.
const maxTable = 60

// An equilibriumReport is the output about strategies.
type equilibriumReport struct {
	Game           string          `json:"game"`
	Engine         string          `json:"engine"`
	Method         string          `json:"method"`
	Exact          bool            `json:"exact"`
	Iterations     int             `json:"iterations"`
	Reached        bool            `json:"reached"`
	Divisor        int             `json:"payoff_divisor"` // payoff = (goal - 50)/divisor
	Roles          []roleValue     `json:"roles"`
	NashConv       scales          `json:"nashconv"`
	Exploitability scales          `json:"exploitability"` // NashConv divided by the number of roles
	Nodes          int             `json:"nodes"`
	Leaves         int             `json:"leaves"`
	Sequences      int             `json:"sequences"`
	Strategy       []strategyEntry `json:"strategy,omitempty"`
	Notes          []string        `json:"notes,omitempty"`
	Seconds        float64         `json:"seconds"`
	evaluated      bool
}

// scales is a difference in goals and in payoffs.
type scales struct {
	Goal   float64 `json:"goal"`
	Payoff float64 `json:"payoff"`
}

type roleValue struct {
	Role        string  `json:"role"`
	Goal        float64 `json:"goal"`
	Payoff      float64 `json:"payoff"`
	ExactGoal   string  `json:"exact_goal,omitempty"`
	ExactPayoff string  `json:"exact_payoff,omitempty"`
	BestGoal    float64 `json:"best_goal"` // of a best response
	BestPayoff  float64 `json:"best_payoff"`
	Sets        int     `json:"information_sets"`
}

type strategyEntry struct {
	Role  string           `json:"role"`
	View  []string         `json:"view"`
	Moves []strategyChoice `json:"moves"`
}

type strategyChoice struct {
	Move        string  `json:"move"`
	Probability float64 `json:"probability"`
	Exact       string  `json:"exact,omitempty"`
}

func newEquilibriumReport(t *openGame, g *equilibrium.Game, res *equilibrium.Result, divisor int) *equilibriumReport {
	k := float64(divisor)
	a := res.Assessment
	r := &equilibriumReport{
		Game: t.game.Name(), Engine: t.game.Engine(), Method: string(res.Method), Exact: res.Exact != nil,
		Iterations: res.Iterations, Reached: res.Reached, Divisor: divisor,
		Nodes: g.Nodes(), Leaves: g.Leaves(), Sequences: g.Sequences(), Seconds: res.Elapsed.Seconds(),
	}
	if !r.Exact { // otherwise it is 0 up to rounding
		r.NashConv = scales{a.NashConv, a.NashConv / k}
		n := float64(g.Players())
		r.Exploitability = scales{a.NashConv / n, a.NashConv / k / n}
	}
	sets := 0
	for p, role := range g.Roles() {
		v := roleValue{
			Role: t.game.Roles()[role], Goal: a.Values[p], Payoff: (a.Values[p] - 50) / k,
			BestGoal: a.Best[p], BestPayoff: (a.Best[p] - 50) / k, Sets: g.Sets(p),
		}
		if r.Exact {
			goal := res.Exact.Values[p]
			payoff := new(big.Rat).Sub(goal, big.NewRat(50, 1))
			payoff.Quo(payoff, big.NewRat(int64(divisor), 1))
			v.ExactGoal, v.ExactPayoff = goal.RatString(), payoff.RatString()
			v.Goal, v.Payoff = float(goal), float(payoff)
			v.BestGoal, v.BestPayoff = v.Goal, v.Payoff
		}
		r.Roles = append(r.Roles, v)
		sets += v.Sets
	}
	if sets <= maxTable {
		for p := range r.Roles {
			r.addStrategy(t, g, res, p)
		}
	}
	if _, constant := g.TwoPlayerConstantSum(); !constant && g.Players() > 1 {
		r.Notes = append(r.Notes, "the goals do not always add up to the same, so there can be other equilibria that are worth something else")
	}
	if t.grid != nil {
		r.Notes = append(r.Notes, t.gridText())
	}
	return r
}

// addStrategy adds the choices of a player in each information set.
func (r *equilibriumReport) addStrategy(t *openGame, g *equilibrium.Game, res *equilibrium.Result, player int) {
	role := g.Roles()[player]
	for i := range g.Sets(player) {
		e := strategyEntry{Role: r.Roles[player].Role, View: []string{}}
		for _, step := range g.View(player, i) {
			texts := make([]string, len(step))
			for j, text := range step {
				texts[j] = t.show(text)
			}
			e.View = append(e.View, strings.Join(texts, " "))
		}
		for a, m := range g.Legal(player, i) {
			c := strategyChoice{Move: t.show(t.game.MoveText(role, m)), Probability: g.Actions(res.Profile, player, i)[a]}
			if res.Exact != nil {
				c.Exact = g.ExactActions(res.Exact, player, i)[a].RatString()
			}
			e.Moves = append(e.Moves, c)
		}
		r.Strategy = append(r.Strategy, e)
	}
}

// write writes the report as text.
func (r *equilibriumReport) write(out io.Writer) error {
	for _, v := range r.Roles {
		if r.Exact {
			fmt.Fprintf(out, "%s: goal %s, payoff %s\n", v.Role, fraction(v.ExactGoal, v.Goal), fraction(v.ExactPayoff, v.Payoff))
		} else {
			fmt.Fprintf(out, "%s: goal %.6f, payoff %.6f; at best %.6f, %.6f\n", v.Role, v.Goal, v.Payoff, v.BestGoal, v.BestPayoff)
		}
	}
	fmt.Fprintf(out, "payoff = (goal - 50)/%d\n", r.Divisor)
	switch {
	case r.evaluated:
		fmt.Fprintf(out, "strategy: %s\n", r.Method)
	case r.Method == string(equilibrium.Optimum):
		fmt.Fprintln(out, "found by going back from the ends of all plays, exactly")
	case r.Exact:
		fmt.Fprintf(out, "found by %s, exactly\n", r.Method)
	default:
		fmt.Fprintf(out, "found by %s in %d iterations\n", r.Method, r.Iterations)
	}
	if r.Exact {
		fmt.Fprintln(out, "NashConv 0: no role gains by deviating from it")
	} else {
		fmt.Fprintf(out, "NashConv %.6f in goals, %.6f in payoffs; exploitability %.6f, %.6f\n",
			r.NashConv.Goal, r.NashConv.Payoff, r.Exploitability.Goal, r.Exploitability.Payoff)
	}
	r.writeSize(out)
	for _, note := range r.Notes {
		fmt.Fprintf(out, "note: %s\n", note)
	}
	return r.writeStrategy(out)
}

// longFraction is the length of a fraction from which it is not shown.
const longFraction = 80

// fraction writes an exact number, and its approximate value.
func fraction(exact string, about float64) string {
	switch {
	case !strings.Contains(exact, "/"):
		return exact
	case len(exact) > longFraction:
		return fmt.Sprintf("%.6f (a fraction of %d digits, which --json shows)", about, len(exact)-1)
	}
	return fmt.Sprintf("%s (%.6f)", exact, about)
}

func (r *equilibriumReport) writeSize(out io.Writer) {
	var sets []string
	for _, v := range r.Roles {
		sets = append(sets, fmt.Sprintf("%s %d", v.Role, v.Sets))
	}
	fmt.Fprintf(out, "tree: %d nodes, %d leaves; information sets: %s\n", r.Nodes, r.Leaves, strings.Join(sets, ", "))
}

// writeStrategy writes the strategy, if it is small.
func (r *equilibriumReport) writeStrategy(out io.Writer) error {
	role := ""
	for _, e := range r.Strategy {
		if e.Role != role {
			role = e.Role
			fmt.Fprintf(out, "strategy of %s\n", role)
		}
		view := strings.Join(e.View, "; ")
		if view == "" {
			view = "at the beginning"
		}
		var moves []string
		for _, m := range e.Moves {
			p := m.Exact
			if p == "" {
				p = fmt.Sprintf("%.4f", m.Probability)
			}
			moves = append(moves, m.Move+" "+p)
		}
		fmt.Fprintf(out, "  %s: %s\n", view, strings.Join(moves, ", "))
	}
	return nil
}
