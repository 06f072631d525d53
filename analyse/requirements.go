package analyse

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludex/game"
)

// A Verdict is the answer to a yes-or-no question about a game.
type Verdict uint8

// The verdicts. NotRefuted means that nothing speaks against a yes, without
// everything having been looked at; NotShown means the same against a no.
const (
	Yes Verdict = iota
	No
	NotRefuted
	NotShown
)

var verdictNames = [...]string{"yes", "no", "not refuted", "not shown"}

// String returns "yes", "no", "not refuted" or "not shown".
func (v Verdict) String() string { return verdictNames[v] }

// MarshalText makes verdicts readable in JSON.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// A Finding is the answer to one question, with what shows it.
type Finding struct {
	Verdict Verdict  `json:"verdict"`
	Detail  string   `json:"detail,omitempty"`
	Moves   []string `json:"moves,omitempty"` // joint moves from the initial state that show it
	Loop    []string `json:"loop,omitempty"`  // joint moves that lead from there back to the same state
}

// Requirements says whether a game meets the requirements on games that are
// worth playing.
type Requirements struct {
	Exhausted bool   `json:"exhausted"` // every state was looked at
	States    int    `json:"states"`    // how many were
	Playouts  uint64 `json:"playouts"`  // that were run where not all states were looked at

	InitialTerminal bool                `json:"initial_terminal"`
	Terminates      Finding             `json:"terminates"`
	Playable        Finding             `json:"playable"`
	Goals           Finding             `json:"goals"`             // every terminal state has one goal value a role
	Declared        map[string]*Finding `json:"declared"`          // "base", "input": what is declared covers what occurs
	WeaklyWinnable  map[string]*Finding `json:"weakly_winnable"`   // by role: some play ends in its win
	StronglyWon     map[string]*Finding `json:"strongly_winnable"` // by role: a fixed sequence of its moves wins
	ForcedWin       map[string]*Finding `json:"forced_win"`        // by role: a strategy wins, if it sees all states
}

// Options says how hard to try.
type Options struct {
	Limits   Limits
	Playouts int // where the states cannot be exhausted; 0 is 1,000
	MaxSteps int // of a playout; 0 is game.MaxSteps of it
	Seed     uint64
	// Facts and Moves hold what the description declares, nil if it declares
	// nothing: canonical texts, of moves by role.
	Facts map[string]bool
	Moves []map[string]bool
}

// Check finds out whether a game meets the requirements.
func Check(ctx context.Context, g game.Game, opt Options) (*Requirements, error) {
	r := &Requirements{Declared: map[string]*Finding{}, WeaklyWinnable: map[string]*Finding{},
		StronglyWon: map[string]*Finding{}, ForcedWin: map[string]*Finding{}}
	gr, err := explore(ctx, g, opt.Limits)
	r.States = len(gr.states)
	r.InitialTerminal = len(gr.nodes) > 0 && gr.nodes[0].terminal
	switch {
	case err == nil:
		r.Exhausted = true
		r.decide(ctx, gr, opt)
	case errors.Is(err, ErrLimit):
		err = r.sample(ctx, g, opt)
	}
	return r, err
}

// decide answers every question from the whole state space.
func (r *Requirements) decide(ctx context.Context, gr *graph, opt Options) {
	m := gr.game.NewMachine()
	if at, around := gr.loop(); at >= 0 {
		r.Terminates = Finding{Verdict: No, Detail: "a play can go on for ever", Moves: gr.path(at), Loop: around}
	}
	for i := range gr.nodes {
		if n := &gr.nodes[i]; n.idle >= 0 && r.Playable.Verdict == Yes {
			r.Playable = Finding{Verdict: No, Detail: gr.game.Roles()[n.idle] + " has no legal move", Moves: gr.path(int32(i))}
		}
		if r.Goals.Verdict == Yes && gr.nodes[i].terminal {
			if bad := badGoals(gr.game, m, gr.states[i]); bad != "" {
				r.Goals = Finding{Verdict: No, Detail: bad, Moves: gr.path(int32(i))}
			}
		}
	}
	r.declarations(gr, m, opt)
	for role, name := range gr.game.Roles() {
		if game.Role(role) != gr.game.Random() {
			r.winnable(ctx, gr, m, game.Role(role), name)
		}
	}
}

// badGoals describes roles that have no goal value or several.
func badGoals(g game.Game, m game.Machine, s game.State) string {
	for r, name := range g.Roles() {
		if game.Role(r) == g.Random() {
			continue
		}
		switch values := m.Goals(s, game.Role(r), nil); len(values) {
		case 1:
		case 0:
			return name + " has no goal value"
		default:
			return fmt.Sprintf("%s has the goal values %v", name, values)
		}
	}
	return ""
}

func wins(m game.Machine, s game.State, r game.Role) bool {
	return slices.Contains(m.Goals(s, r, nil), 100)
}

// winnable answers the three questions about a role's wins.
func (r *Requirements) winnable(ctx context.Context, gr *graph, m game.Machine, role game.Role, name string) {
	won := make([]bool, len(gr.states))
	first := int32(-1)
	for i := range gr.states {
		if gr.nodes[i].terminal && wins(m, gr.states[i], role) {
			won[i] = true
			if first < 0 {
				first = int32(i)
			}
		}
	}
	if first < 0 {
		no := &Finding{Verdict: No, Detail: "no play ends with 100 points"}
		r.WeaklyWinnable[name], r.StronglyWon[name], r.ForcedWin[name] = no, no, no
		return
	}
	r.WeaklyWinnable[name] = &Finding{Verdict: Yes, Moves: gr.path(first)}
	r.ForcedWin[name] = forcedWin(gr, won, role)
	if r.ForcedWin[name].Verdict == No {
		// A fixed sequence of moves is a strategy too.
		r.StronglyWon[name] = &Finding{Verdict: No, Detail: "not even a strategy wins"}
		return
	}
	if gr.game.Hidden() {
		r.ForcedWin[name] = &Finding{Verdict: NotShown, Detail: "it would have to see all states"}
	}
	r.StronglyWon[name] = strongWin(ctx, gr, won, role)
}

// declarations compares what occurs with what the description declares.
func (r *Requirements) declarations(gr *graph, m game.Machine, opt Options) {
	if opt.Facts != nil {
		r.Declared["base"] = &Finding{}
	}
	if opt.Moves != nil {
		r.Declared["input"] = &Finding{}
	}
	for i, s := range gr.states {
		if opt.Facts != nil && r.Declared["base"].Verdict == Yes {
			if f := missingFact(gr.game, s, opt.Facts); f != "" {
				*r.Declared["base"] = Finding{Verdict: No, Detail: f + " is true but not declared", Moves: gr.path(int32(i))}
			}
		}
		if opt.Moves != nil && r.Declared["input"].Verdict == Yes && !gr.nodes[i].terminal {
			if f := missingMove(gr.game, m, s, opt.Moves); f != "" {
				*r.Declared["input"] = Finding{Verdict: No, Detail: f + " is legal but not declared", Moves: gr.path(int32(i))}
			}
		}
	}
}

func missingFact(g game.Game, s game.State, declared map[string]bool) string {
	for _, f := range g.Facts(s) {
		if !declared[f] {
			return f
		}
	}
	return ""
}

func missingMove(g game.Game, m game.Machine, s game.State, declared []map[string]bool) string {
	for r, name := range g.Roles() {
		for _, move := range m.Legal(s, game.Role(r), nil) {
			if t := g.MoveText(game.Role(r), move); !declared[r][t] {
				return t + " of " + name
			}
		}
	}
	return ""
}
