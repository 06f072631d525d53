package rbgcheck

import (
	"ludex/rbg"
	"ludex/source"
)

var turns = &Check{
	Name:  "turns",
	Doc:   "Whoever is to move has something to do.",
	Codes: []*source.Code{emptyTurn, emptyKeeper},
	Run:   runTurns,
}

var (
	emptyTurn = &source.Code{ID: "RBG075", Severity: source.Warning,
		Title: "a turn in which a player does nothing",
		Doc: `The switch to a player is followed at once by another switch, so the player has
nothing to choose, and the only move is to hand on:

    ->white ->black`}
	emptyKeeper = &source.Code{ID: "RBG076", Severity: source.Hint,
		Title: "a switch to the keeper, who does nothing",
		Doc: `The switch to the keeper is followed at once by another switch. A move that ends
could be handed to the next one directly:

    ->white anySquare {e} [w] ->> ->black ...     // as well:
    ->white anySquare {e} [w] ->black ...`}
)

func runTurns(p *Pass) {
	f := p.flow()
	if f == nil {
		return
	}
	for _, pl := range p.places() {
		i := pl.first(f)
		if i < 0 || !f.isSwitch(i) {
			continue
		}
		empty := true
		for _, i := range pl.edges {
			empty = empty && (!f.entered[i] || f.handsOn(f.edges[i].to))
		}
		if !empty {
			continue
		}
		if e := f.edges[i].expr; e.Player == rbg.Keeper {
			p.Report(emptyKeeper, e.Origin, "the keeper has nothing to do here")
		} else {
			p.Report(emptyTurn, e.Origin, "%s has nothing to do here", mover(p.Game, e.Player)).
				Advise("remove the switch, or put actions between it and the next one")
		}
	}
}

// handsOn reports whether only switches can follow a node.
func (f *flow) handsOn(node int32) bool {
	seen := map[int32]bool{node: true}
	found := false
	for stack := []int32{node}; len(stack) > 0; {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, i := range f.out[node] {
			switch e := &f.edges[i]; {
			case e.expr == nil && !seen[e.to]:
				seen[e.to] = true
				stack = append(stack, e.to)
			case e.expr == nil:
			case e.expr.Kind != rbg.Switch:
				return false
			default:
				found = true
			}
		}
	}
	return found
}
