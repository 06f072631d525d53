// Package lag plays timed games over an unreliable network, with latency, loss and
// reordering.
//
// A [Client] is the player's side. It computes the state of the game from the
// manager's notices, continuing by itself between them; when a notice arrives late,
// it rolls back to the state at the time of the notice and recomputes from there.
// From its own accepted moves it estimates the offset of the manager's clock
// including the latency, a [Sync], and sends moves ahead, so that they arrive in
// time.
package lag
