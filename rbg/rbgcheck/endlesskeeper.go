package rbgcheck

import (
	"ludex/rbg"
	"ludex/source"
)

var endlessKeepers = &Check{
	Name:  "endless-keepers",
	Doc:   "The keeper hands the move on, or ends the play.",
	Codes: []*source.Code{endlessKeeper},
	Run:   runEndlessKeepers,
}

var endlessKeeper = &source.Code{ID: "RBG078", Severity: source.Warning,
	Title: "a keeper who never stops",
	Doc: `From this switch to the keeper on, the rules lead from one turn of the keeper to
the next, each of which always succeeds. The play never ends, and no player moves
again. A play ends where the keeper cannot go on:

    ->> (->>)*                      // wrong
    ->> {}                          // right: nothing can follow`}

func runEndlessKeepers(p *Pass) {
	f := p.flow()
	if f == nil {
		return
	}
	trapped := newMoverAnalysis(f).trappedKeepers()
	for _, pl := range p.places() {
		if i := pl.first(f); i >= 0 && f.isSwitch(i) && trapped[i] {
			p.Report(endlessKeeper, f.edges[i].expr.Origin, "from here on the keeper moves for ever")
			return
		}
	}
}

// trappedKeepers returns the switches to the keeper from which every way leads to another
// one of them.
func (w *moverAnalysis) trappedKeepers() map[int32]bool {
	next := map[int32][]int32{}
	trapped := map[int32]bool{}
	for i, e := range w.edges {
		if w.isSwitch(int32(i)) && e.expr.Player == rbg.Keeper && w.alwaysHandsOn(e.to) {
			next[int32(i)] = w.nextSwitches(e.to)
			trapped[int32(i)] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range trapped {
			for _, to := range next[i] {
				if !trapped[to] {
					delete(trapped, i)
					changed = true
					break
				}
			}
		}
	}
	return trapped
}

// alwaysHandsOn reports whether a switch can be reached from a node in every cell.
func (w *moverAnalysis) alwaysHandsOn(node int32) bool {
	for c := range int32(w.cells) {
		if w.reached.has(w.index(node, c)) && !w.sure.has(w.index(node, c)) {
			return false
		}
	}
	return true
}

// nextSwitches returns the switches that can follow a node.
func (w *moverAnalysis) nextSwitches(node int32) (list []int32) {
	marks := make([]bool, len(w.out))
	w.follow(marks, node)
	for i, e := range w.edges {
		if marks[e.from] && w.isSwitch(int32(i)) {
			list = append(list, int32(i))
		}
	}
	return list
}
