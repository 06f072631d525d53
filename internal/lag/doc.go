// Package lag plays timed games over a network that is slow, and forgets and
// shuffles what it carries.
//
// A [Client] is the player's side. It keeps the state of the game from the
// manager's notices, going on by itself between them; when a notice arrives
// late it goes back to the state at the time that the notice tells and computes
// again from there. From its own accepted moves it learns how its clock and the
// way to the manager differ from the manager's clock, a [Sync], and sends moves
// ahead, so that they arrive when they should.
//
// A [Network] carries messages in virtual time, with delays drawn by a seed, and
// [Play] plays whole matches over one.
package lag
