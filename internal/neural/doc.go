// Package neural is a small neural network that estimates the goals of roles from what
// is true in a state: the inputs are features, each 0 or 1; one layer of hidden units
// follows, and one output per role.
//
// Most features of a state are those of the state before. So the sums of the hidden
// units are updated from state to state (an efficiently updatable neural network,
// NNUE), by vector instructions where the processor has them. All processors compute
// the same results.
package neural
