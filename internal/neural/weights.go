package neural

import "fmt"

// Weights are the numbers of a network, for those who compute with it elsewhere. The caller must not change
// them.
type Weights struct {
	Hidden  int // units
	Roles   int
	Values  int       // outputs: one per role, or the first one's only if the goals of two roles add up to 100
	Movers  []int8    // by feature: the role to move where it is true, or [Nobody]
	Ignored []bool    // by feature: it has no weights
	Input   []float32 // by feature and unit
	Bias    []float32 // by unit
	Output  []float32 // by mover, nobody last, value and unit
	Offset  []float32 // by mover, nobody last, and value
}

// Leak is the slope of a hidden unit outside of the range 0 to 1.
const Leak = leak

// Weights returns the numbers of the network.
func (n *Network) Weights() Weights {
	return Weights{
		Hidden: n.hidden, Roles: n.roles, Values: n.values, Movers: n.movers, Ignored: n.ignored,
		Input: n.input, Bias: n.bias, Output: n.output, Offset: n.offset,
	}
}

// SetWeights takes over numbers of a network of the same shape; who is to move and what is ignored stay as they are.
func (n *Network) SetWeights(w Weights) error {
	for _, part := range []struct{ to, from []float32 }{{n.input, w.Input}, {n.bias, w.Bias}, {n.output, w.Output}, {n.offset, w.Offset}} {
		if copy(part.to, part.from) < len(part.to) {
			return fmt.Errorf("%d weights for a part of the network that has %d", len(part.from), len(part.to))
		}
	}
	return n.check()
}
