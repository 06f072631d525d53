package epistemic

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine/gdlref"
)

// Why explains why a query holds or does not hold in a position, or, if a joint move is
// given, when it is made there. Only the interpreter explains.
func (g *Game) Why(ctx context.Context, s game.State, joint []game.Move, atom gdl.Term) *gdlref.Explanation {
	rules, ok := g.rules.(*gdlref.Game)
	if !ok {
		return &gdlref.Explanation{Query: atom, Err: fmt.Errorf("the engine %s does not explain atoms", g.Engine())}
	}
	m := g.model(s)
	why := rules.Why(ctx, m.states[s[1]], joint, atom)
	if why.Err == nil && !why.Holds() && atom.Name == gdl.Knows && atom.IsGround() {
		why.Note += g.counterexample(ctx, rules, m, int(s[1]), &atom)
	}
	return why
}

// counterexample describes a world in which something does not hold that is not known, by
// the facts that distinguish it from the present one.
func (g *Game) counterexample(ctx context.Context, rules *gdlref.Game, m *model, world int, atom *gdl.Term) string {
	worlds := make([]int, len(m.states))
	for w := range worlds {
		worlds[w] = w
	}
	if len(atom.Args) == 2 {
		p := slices.IndexFunc(g.players, func(r game.Role) bool { return g.Roles()[r] == atom.Args[0].Name })
		if p < 0 {
			return ""
		}
		worlds = m.same(p, world)
	}
	here := g.rules.Facts(m.states[world])
	for _, w := range worlds {
		if why := rules.Why(ctx, m.states[w], nil, atom.Args[len(atom.Args)-1]); why.Err != nil || why.Holds() {
			continue
		}
		var other []string
		for _, f := range g.rules.Facts(m.states[w]) {
			if !slices.Contains(here, f) {
				other = append(other, f)
			}
		}
		if len(other) == 0 {
			return ": it does not hold here"
		}
		return ", for example with " + strings.Join(other, " ")
	}
	return ""
}
