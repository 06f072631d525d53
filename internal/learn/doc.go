// Package learn learns to estimate the states of a game by playing the game against
// itself. It knows nothing but the rules.
//
// A [Learner] makes plays in which every role looks one step ahead with a network of
// package neural, and trains the network with their states: the target of a state is
// between the estimate of the state that followed and the goals at the end (temporal
// difference learning, TD(λ)). Equal seeds give equal networks, however many threads
// there are.
package learn
