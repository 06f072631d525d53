//go:build !js

package timedengine

// Engine returns the engine whose nodes the result has.
func (r *Reach) Engine() *Engine { return r.engine }

// Has reports whether a state is among those that were found.
func (r *Reach) Has(s State, resting, first bool) bool {
	takes := make([]take, len(s.Until))
	for i, u := range s.Until {
		takes[i] = take{-1, u - s.Now}
	}
	z := zone{1, []bound{atMost0}}.take(takes)
	for _, i := range r.byNode[zoneKey{s.Node, resting, first}] {
		if r.states[i].zone.includes(z) {
			return true
		}
	}
	return false
}
