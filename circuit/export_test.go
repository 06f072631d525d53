package circuit

import "ludex/game"

// PhaseOf is for tests outside the package.
func (g *Game) PhaseOf(s game.State) int { return g.phaseOf(s) }
