// Package lagtest plays matches in real time over a simulated network, in virtual time.
// A [Network] carries messages with delays and losses drawn from a seed, and [Play]
// plays whole matches over one, with a [lag.Client] for each player.
package lagtest
