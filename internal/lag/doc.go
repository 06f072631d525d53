// Package lag plays timed games over an unreliable network, with latency, loss and
// reordering.
//
// A [Client] is the player's side. It keeps the state of the game from the
// manager's notices, going on by itself between them; when a notice arrives late it
// goes back to the state at the time that the notice tells and computes again from
// there. From its own accepted moves it estimates the offset of the manager's clock
// including the latency, a [Sync], and sends moves ahead, so that they arrive in
// time.
package lag
