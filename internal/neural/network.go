package neural

import (
	"fmt"
	"math"
	"slices"

	"ludex/game"
)

// Nobody is the mover of a state where the network does not know who is to move.
const Nobody = -1

// A Network estimates the goals of roles. It is safe for concurrent use as long as
// nobody trains it.
type Network struct {
	features int
	hidden   int    // units, a multiple of block
	roles    int    // with goals
	values   int    // outputs: one per role, or a single one if the goals of two roles add up to 100
	movers   []int8 // by feature: the role to move where it is true, or Nobody
	ignored  []bool // by feature: it has no weights, and gets none

	input  []float32 // weights, by feature and unit
	bias   []float32 // by unit
	output []float32 // weights, by mover (Nobody last), value and unit
	offset []float32 // by mover and value
	kernel vectors
}

// A Shape is the size of a network.
type Shape struct {
	Features, Hidden, Roles int
	// ConstantSum says that the goals of two roles add up to 100.
	ConstantSum bool
}

// New returns a network without weights.
func New(s Shape) *Network {
	n := &Network{features: s.Features, hidden: (s.Hidden + block - 1) / block * block, roles: s.Roles, values: s.Roles, kernel: kernels()[0]}
	if s.ConstantSum && s.Roles == 2 {
		n.values = 1
	}
	n.movers = make([]int8, n.features)
	n.ignored = make([]bool, n.features)
	for i := range n.movers {
		n.movers[i] = Nobody
	}
	n.input = make([]float32, n.features*n.hidden)
	n.bias = make([]float32, n.hidden)
	n.output = make([]float32, (n.roles+1)*n.values*n.hidden)
	n.offset = make([]float32, (n.roles+1)*n.values)
	return n
}

// Shape returns the size of the network.
func (n *Network) Shape() Shape {
	return Shape{Features: n.features, Hidden: n.hidden, Roles: n.roles, ConstantSum: n.values < n.roles}
}

// Clone returns a copy.
func (n *Network) Clone() *Network {
	c := *n
	c.ignored = slices.Clone(n.ignored)
	c.input, c.bias = slices.Clone(n.input), slices.Clone(n.bias)
	c.output, c.offset = slices.Clone(n.output), slices.Clone(n.offset)
	return &c
}

// Randomize sets small random weights. Those of a feature depend on the place of its text
// among all texts, and so not on how an engine numbers the features.
func (n *Network) Randomize(seed uint64, texts []string) {
	small := func(r *game.Rand, scale float64, dst []float32) {
		for i := range dst {
			dst[i] = float32((float64(r.Uint64()>>11)/(1<<52) - 1) * scale)
		}
	}
	for place, f := range Order(texts) {
		small(game.NewRand(seed+uint64(place)), 0.1, n.row(int32(f)))
	}
	r := game.NewRand(^seed)
	small(r, 0.5, n.bias)
	for i := range n.bias {
		n.bias[i] += 0.25
	}
	small(r, 1/math.Sqrt(float64(n.hidden)), n.output)
}

// SetMover says who is to move where a feature is true.
func (n *Network) SetMover(feature, role int) { n.movers[feature] = int8(role) }

// Clear sets the weights of features to zero.
func (n *Network) Clear(features []int) {
	for _, f := range features {
		clear(n.row(int32(f)))
	}
}

// Ignore makes the network pass over some features, as far as they have no weights. These
// features get none by training; all others do.
func (n *Network) Ignore(features []int) {
	clear(n.ignored)
	for _, f := range features {
		n.ignored[f] = n.unweighted(f)
	}
}

// IgnoreUnweighted makes the network pass over all features without weights.
func (n *Network) IgnoreUnweighted() {
	for f := range n.ignored {
		n.ignored[f] = n.unweighted(f)
	}
}

// unweighted reports whether all weights of a feature are zero.
func (n *Network) unweighted(f int) bool {
	return !slices.ContainsFunc(n.row(int32(f)), func(w float32) bool { return w != 0 })
}

// Learned returns the features whose weights are neither zero nor those of a network of
// the same shape that learning began with, and those that say who is to move.
func (n *Network) Learned(first *Network) (features []int) {
	for f := range n.features {
		row := n.row(int32(f))
		changed := !slices.Equal(row, first.row(int32(f))) && slices.ContainsFunc(row, func(w float32) bool { return w != 0 })
		if changed || n.movers[f] != Nobody {
			features = append(features, f)
		}
	}
	return features
}

// row returns the weights of a feature.
func (n *Network) row(feature int32) []float32 {
	at := int(feature) * n.hidden
	return n.input[at : at+n.hidden : at+n.hidden]
}

// outputs returns the weights of a value.
func (n *Network) outputs(mover, value int) []float32 {
	at := (mover*n.values + value) * n.hidden
	return n.output[at : at+n.hidden : at+n.hidden]
}

// mover returns who is to move where features are true, as an index of outputs.
func (n *Network) mover(features []int32) int {
	for _, f := range features {
		if m := n.movers[f]; m >= 0 {
			return int(m)
		}
	}
	return n.roles
}

// sum computes the sums of the hidden units for features.
func (n *Network) sum(features []int32, sums []float32) {
	copy(sums, n.bias)
	for _, f := range features {
		if !n.ignored[f] {
			n.kernel.add(sums, n.row(f))
		}
	}
}

// logit returns an output before the logistic function.
func (n *Network) logit(mover, value int, active []float32) float32 {
	return n.offset[mover*n.values+value] + n.kernel.dot(active, n.outputs(mover, value))
}

// goals computes the values of all roles from the outputs of the hidden units.
func (n *Network) goals(mover int, active []float32, values []float64) {
	for v := range n.values {
		values[v] = logistic(n.logit(mover, v, active))
	}
	if n.values < n.roles {
		values[1] = 1 - values[0]
	}
}

func logistic(x float32) float64 { return 1 / (1 + math.Exp(-float64(x))) }

// check returns an error if a weight is not a finite number.
func (n *Network) check() error {
	for _, list := range [][]float32{n.input, n.bias, n.output, n.offset} {
		for _, w := range list {
			if w-w != 0 {
				return fmt.Errorf("a weight of the network is %v", w)
			}
		}
	}
	return nil
}
