package wellformed

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"ludex/game"
)

// A Verdict is the answer to a yes-or-no question about a game.
type Verdict uint8

// The verdicts. Undecided means that nothing was found out. The last two occur if the search
// was not exhaustive: NotRefuted means that no counterexample was found, and NotShown that
// no proof was found.
const (
	Undecided Verdict = iota
	Yes
	No
	NotRefuted
	NotShown
)

var verdictNames = [...]string{"undecided", "yes", "no", "not refuted", "not shown"}

// String returns "undecided", "yes", "no", "not refuted" or "not shown".
func (v Verdict) String() string { return verdictNames[v] }

// MarshalText makes verdicts readable in JSON.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// A Finding is the answer to one question, with its evidence.
type Finding struct {
	Verdict Verdict  `json:"verdict"`
	Detail  string   `json:"detail,omitempty"`
	Moves   []string `json:"moves,omitempty"` // joint moves from the initial state that show it
	Loop    []string `json:"loop,omitempty"`  // joint moves that lead from there to the same state, or one that behaves alike
}

// Requirements are the well-formedness requirements of GDL, with the answers for a
// game.
type Requirements struct {
	Zones     bool   `json:"zones,omitempty"`   // states of a game in real time are explored in zones
	Exhausted bool   `json:"exhausted"`         // all states were explored
	States    int    `json:"states"`            // number of states explored, or found if there are too many
	Playouts  uint64 `json:"playouts"`          // finished playouts, if not all states were explored
	Stopped   string `json:"stopped,omitempty"` // why the search ended before that, if it did

	InitialTerminal bool                `json:"initial_terminal"`
	Terminates      Finding             `json:"terminates"`
	Playable        Finding             `json:"playable"`
	Goals           Finding             `json:"goals"`             // every terminal state has one goal value per role
	Declared        map[string]*Finding `json:"declared"`          // "base", "input": what is declared covers what occurs
	WeaklyWinnable  map[string]*Finding `json:"weakly_winnable"`   // by role: some play ends in its win
	StronglyWon     map[string]*Finding `json:"strongly_winnable"` // by role: a fixed sequence of its moves wins
	ForcedWin       map[string]*Finding `json:"forced_win"`        // by role: a strategy wins, if it sees all states
}

// Options configure a check.
type Options struct {
	Limits   Limits
	Playouts int // how many, if not all states can be explored; 0 means 1,000
	MaxSteps int // of a playout; 0 means game.MaxSteps of the game
	Seed     uint64
	// Facts and Moves hold the declarations of the description as canonical texts,
	// moves by role. They are nil if there are none.
	Facts map[string]bool
	Moves []map[string]bool
	// Key identifies states that need not be distinguished; nil distinguishes all.
	// It is not used if facts are declared, which are compared by their texts.
	Key Key
}

// Check checks a game: exactly if all its states can be explored, and otherwise by
// random playouts. After an error of the context or of a machine, the requirements
// hold what is known; the rest is undecided.
func Check(ctx context.Context, g game.Game, opt Options) (*Requirements, error) {
	r := newRequirements(g, opt)
	if opt.Facts != nil {
		opt.Key = nil
	}
	gr, err := explore(ctx, g, opt.Limits, opt.Key)
	r.States = gr.expanded
	r.InitialTerminal = gr.expanded > 0 && gr.nodes[0].terminal
	r.refute(gr)
	switch {
	case err == nil:
		r.Exhausted = true
		err = r.decide(ctx, gr, opt)
	case errors.Is(err, ErrLimit):
		r.States = len(gr.states) - 1
		err = r.sample(ctx, g, opt)
	}
	if err != nil {
		r.stop(ctx, err)
	}
	return r, err
}

// newRequirements returns requirements that are all undecided.
func newRequirements(g game.Game, opt Options) *Requirements {
	r := &Requirements{Declared: map[string]*Finding{}, WeaklyWinnable: map[string]*Finding{},
		StronglyWon: map[string]*Finding{}, ForcedWin: map[string]*Finding{}}
	if opt.Facts != nil {
		r.Declared["base"] = new(Finding)
	}
	if opt.Moves != nil {
		r.Declared["input"] = new(Finding)
	}
	for role, name := range g.Roles() {
		if game.Role(role) != g.Random() {
			r.WeaklyWinnable[name], r.StronglyWon[name], r.ForcedWin[name] = new(Finding), new(Finding), new(Finding)
		}
	}
	return r
}

// findings returns all findings.
func (r *Requirements) findings() []*Finding {
	all := []*Finding{&r.Terminates, &r.Playable, &r.Goals}
	for _, by := range []map[string]*Finding{r.Declared, r.WeaklyWinnable, r.StronglyWon, r.ForcedWin} {
		all = slices.AppendSeq(all, maps.Values(by))
	}
	return all
}

// stop records why some questions are open.
func (r *Requirements) stop(ctx context.Context, err error) {
	r.Stopped = err.Error()
	if game.Ended(ctx, err) {
		r.Stopped = "stopped"
	}
	for _, f := range r.findings() {
		if f.Verdict == Undecided {
			f.Detail = r.Stopped
		}
	}
}

// Extent describes how much was explored.
func (r *Requirements) Extent() string {
	switch {
	case r.Zones && r.Exhausted:
		return fmt.Sprintf("looked at all plays in real time, in %d zones of states", r.States)
	case r.Zones:
		return fmt.Sprintf("looked at %d zones of states, then no further: %s", r.States, r.Stopped)
	case r.Exhausted:
		return fmt.Sprintf("looked at all %d states", r.States)
	case r.Stopped != "" && r.Playouts == 0:
		return fmt.Sprintf("looked at %d states, then no further: %s", r.States, r.Stopped)
	case r.Stopped != "":
		return fmt.Sprintf("more than %d states; %d playouts instead, then no further: %s", r.States, r.Playouts, r.Stopped)
	}
	return fmt.Sprintf("more than %d states; %d playouts instead", r.States, r.Playouts)
}

// refute finds counterexamples in the explored part of the graph.
func (r *Requirements) refute(gr *graph) {
	if at, around := gr.loop(); at >= 0 {
		r.Terminates = Finding{Verdict: No, Detail: "a play can go on for ever", Moves: gr.path(at), Loop: around}
	}
	for i := range gr.nodes[:gr.expanded] {
		if n := &gr.nodes[i]; n.stuckRole >= 0 {
			r.Playable = Finding{Verdict: No, Detail: gr.game.Roles()[n.stuckRole] + " has no legal move", Moves: gr.path(int32(i))}
			return
		}
	}
}
