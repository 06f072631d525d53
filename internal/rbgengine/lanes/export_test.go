package lanes

// Emulated returns the game with its playouts by the interpreter of code for GPUs.
func (g *Game) Emulated() *Game { return g.with(g.circuit.Emulated()) }
