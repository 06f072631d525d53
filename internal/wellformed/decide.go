package wellformed

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"ludex/game"
)

// decide answers the questions for a game all of whose states are known.
func (r *Requirements) decide(ctx context.Context, gr *graph, opt Options) error {
	m := gr.game.NewMachine()
	m.Bind(ctx)
	for _, f := range []*Finding{&r.Terminates, &r.Playable} {
		if f.Verdict == Undecided {
			f.Verdict = Yes
		}
	}
	goals, err := gr.goals(ctx, m)
	if err != nil {
		return err
	}
	r.Goals = goals
	if err := r.declarations(ctx, gr, m, opt); err != nil {
		return err
	}
	for role, name := range gr.game.Roles() {
		if game.Role(role) == gr.game.Random() {
			continue
		}
		if err := r.winnable(ctx, gr, m, game.Role(role), name); err != nil {
			return err
		}
	}
	return nil
}

// goals checks that every terminal state has one goal value per role.
func (gr *graph) goals(ctx context.Context, m game.Machine) (Finding, error) {
	for i := range gr.nodes {
		if !gr.nodes[i].terminal {
			continue
		}
		bad := badGoals(gr.game, m, gr.states[i])
		if err := cmp.Or(m.Err(), ctx.Err()); err != nil {
			return Finding{}, err
		}
		if bad != "" {
			return Finding{Verdict: No, Detail: bad, Moves: gr.path(int32(i))}, nil
		}
	}
	return Finding{Verdict: Yes}, nil
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

// winnable checks whether a role can win: weakly, strongly, and by a strategy.
func (r *Requirements) winnable(ctx context.Context, gr *graph, m game.Machine, role game.Role, name string) error {
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
	if err := cmp.Or(m.Err(), ctx.Err()); err != nil {
		return err
	}
	if first < 0 {
		no := &Finding{Verdict: No, Detail: "no play ends with 100 points"}
		r.WeaklyWinnable[name], r.StronglyWon[name], r.ForcedWin[name] = no, no, no
		return nil
	}
	r.WeaklyWinnable[name] = &Finding{Verdict: Yes, Moves: gr.path(first)}
	forced, err := forcedWin(ctx, gr, won, role)
	if err != nil {
		return err
	}
	r.ForcedWin[name] = forced
	if forced.Verdict == No {
		// A fixed sequence of moves is a strategy too.
		r.StronglyWon[name] = &Finding{Verdict: No, Detail: "not even a strategy wins"}
		return nil
	}
	if gr.game.Hidden() {
		r.ForcedWin[name] = &Finding{Verdict: NotShown, Detail: "it would have to see all states"}
	}
	strong, err := strongWin(ctx, gr, won, role)
	if err != nil {
		return err
	}
	r.StronglyWon[name] = strong
	return nil
}

// declarations compares the facts and moves that occur with the declared ones.
func (r *Requirements) declarations(ctx context.Context, gr *graph, m game.Machine, opt Options) error {
	base, input := r.Declared["base"], r.Declared["input"]
	for i, s := range gr.states {
		if base != nil && base.Verdict == Undecided {
			if f := missingFact(gr.game, s, opt.Facts); f != "" {
				*base = Finding{Verdict: No, Detail: f + " is true but not declared", Moves: gr.path(int32(i))}
			}
		}
		if input != nil && input.Verdict == Undecided && !gr.nodes[i].terminal {
			f := missingMove(gr.game, m, s, opt.Moves)
			if err := cmp.Or(m.Err(), ctx.Err()); err != nil {
				return err
			}
			if f != "" {
				*input = Finding{Verdict: No, Detail: f + " is legal but not declared", Moves: gr.path(int32(i))}
			}
		}
	}
	for _, f := range r.Declared {
		if f.Verdict == Undecided {
			f.Verdict = Yes
		}
	}
	return nil
}

// missingFact returns a fact of a state that is not declared, or "".
func missingFact(g game.Game, s game.State, declared map[string]bool) string {
	for _, f := range g.Facts(s) {
		if !declared[f] {
			return f
		}
	}
	return ""
}

// missingMove returns a legal move in a state that is not declared, or "".
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
