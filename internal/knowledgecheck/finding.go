package knowledgecheck

import (
	"fmt"
	"math/big"
	"strings"

	"ludex/game"
	"ludex/knowledge"
)

// A Verdict is the result of checking a proposition.
type Verdict string

// The verdicts. Yes and No are proofs.
const (
	Yes        Verdict = "yes"
	No         Verdict = "no"
	NotRefuted Verdict = "not refuted"
)

// A Finding says whether a proposition holds for a game.
type Finding struct {
	Verdict         Verdict          `json:"verdict"`
	Developments    *big.Int         `json:"developments"`      // number of developments visited, for all roles together
	Counterexamples []Counterexample `json:"clashes,omitempty"` // for each role that refutes it, one of the shortest
	Reason          string           `json:"reason,omitempty"`  // why no more developments were visited, or were needed
}

// String returns the finding in a phrase: "yes", "no" or "not refuted within 1000
// developments".
func (f *Finding) String() string {
	if f.Verdict == NotRefuted {
		return fmt.Sprintf("not refuted within %v developments", f.Developments)
	}
	return string(f.Verdict)
}

// A Counterexample refutes a proposition: two developments that a role cannot
// distinguish although they differ in something that it should know.
type Counterexample struct {
	Role string         `json:"role"`
	What string         `json:"what"` // what differs: "legal moves", "end", "goals", "moves"
	View knowledge.View `json:"view"` // that the role has of both
	A    Side           `json:"a"`
	B    Side           `json:"b"`
}

// A Side is one of the two developments of a counterexample.
type Side struct {
	Moves    []string `json:"moves"`            // the joint moves
	Terminal bool     `json:"terminal"`         // whether the play is over
	Values   []string `json:"values,omitempty"` // the legal moves or goal values
}

// String describes the counterexample in a few lines.
func (c Counterexample) String() string {
	view := c.View.String()
	if view == "" {
		view = "nothing was done yet"
	}
	return fmt.Sprintf("%s cannot tell two developments apart that differ in their %s\n  view: %s\n  %s\n  %s",
		c.Role, c.What, view, c.A.text(c.What), c.B.text(c.What))
}

func (s Side) text(what string) string {
	moves := strings.Join(s.Moves, " ; ")
	if moves == "" {
		moves = "no moves"
	}
	end := "not over"
	if s.Terminal {
		end = "over"
	}
	switch what {
	case differentEnds:
		return fmt.Sprintf("%s: %s", moves, end)
	case differentMoves, differentGoals:
		values := strings.Join(s.Values, " ")
		if values == "" {
			values = "none"
		}
		return fmt.Sprintf("%s: %s (%s)", moves, values, end)
	}
	return moves
}

// What can differ in a clash.
const (
	differentMoves  = "legal moves"
	differentEnds   = "end"
	differentGoals  = "goals"
	differentJoints = "moves"
)

func newFinding(g game.Game) Finding {
	f := Finding{Verdict: Yes, Developments: new(big.Int)}
	if !g.Hidden() {
		f.Reason = "every role sees every move"
	}
	return f
}

func (f *Finding) refute(c Counterexample) {
	f.Verdict, f.Reason = No, ""
	f.Counterexamples = append(f.Counterexamples, c)
}

// counterexample describes two members of a set that one role cannot distinguish.
func counterexample(g game.Game, m *knowledge.Model, set *knowledge.Set, r game.Role, what string, i, j int) Counterexample {
	return Counterexample{Role: g.Roles()[r], What: what, View: m.View(r, set.ViewID(i, r)),
		A: side(g, m, set, r, what, i), B: side(g, m, set, r, what, j)}
}

// side describes a member of a set. Its state was computed before, so that nothing fails.
func side(g game.Game, m *knowledge.Model, set *knowledge.Set, r game.Role, what string, i int) Side {
	s := set.StateID(i)
	isOver, _ := m.Terminal(s)
	out := Side{Moves: set.Development(i).Texts(g), Terminal: isOver}
	switch what {
	case differentMoves:
		legal, _ := m.Legal(s, r)
		for _, move := range legal {
			out.Values = append(out.Values, g.MoveText(r, move))
		}
	case differentGoals:
		values, _ := m.Goals(s, r)
		for _, v := range values {
			out.Values = append(out.Values, fmt.Sprint(v))
		}
	}
	return out
}
