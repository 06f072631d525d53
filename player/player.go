package player

import (
	"context"
	"time"

	"ludex/game"
)

// A Player decides the moves of one role. Its methods are called one after the
// other: Start, then Choose and Observe in turns, then Stop. After Stop a player
// may be started again for another match.
//
// A player answers as soon as its context ends, with the best that it has. The
// context ends a little before the clock does.
type Player interface {
	// Start prepares for a match. A player may think as long as the context
	// lets it.
	Start(ctx context.Context, s Setup) error
	// Choose returns one of the role's legal moves in the current state. There is
	// at least one, in the order of the game. A player that thinks no longer than
	// its budget of nodes may answer early.
	Choose(ctx context.Context, legal []game.Move) (game.Move, error)
	// Observe tells the player what happened in a step, whether or not it was
	// asked for a move.
	Observe(ctx context.Context, e Event) error
	// Stop ends the match. The player releases its memory and ends its goroutines.
	Stop()
}

// A Setup is what a player is told before a match.
type Setup struct {
	Game game.Game
	Role game.Role
	From game.State // where the match begins; nil is the initial state

	// The clocks are for planning; the context is what a player has to obey. Zero
	// means that there is no clock.
	StartClock, PlayClock time.Duration

	// Nodes bounds the work for a move, in units of the player's own: a node of a
	// search, a playout. With a budget, and one thread, the same seed gives the same
	// moves however fast the machine is, as long as no clock interferes. Zero leaves it
	// to the clock, or to the player if there is no clock. A negative number means that
	// only the context limits it.
	Nodes int
	Seed  uint64
}

// Reproducible returns the setup with the game on an engine that does not change, if the
// work for a move is bounded by nodes and not by a clock. A player must be started with
// it so that the same seed gives the same moves.
func (s Setup) Reproducible() Setup {
	if s.Nodes > 0 || s.Nodes == 0 && s.PlayClock == 0 {
		s.Game = game.Fixed(s.Game)
	}
	return s
}

// An Event is what a role learns of a step.
type Event struct {
	// Own is the role's own move. It differs from the player's choice if that was
	// illegal or late.
	Own game.Move
	// Joint is the joint move, or nil in a game that hides information. The
	// player must not keep or change it.
	Joint []game.Move
	// Percepts are what the role perceives in a game that hides information.
	Percepts []game.Percept
}

// NewEvent returns what a role learns of a joint move that is made in a state.
func NewEvent(g game.Game, m game.Machine, s game.State, joint []game.Move, r game.Role) Event {
	if g.Hidden() {
		return Event{Own: joint[r], Percepts: m.Percepts(s, joint, r, nil)}
	}
	return Event{Own: joint[r], Joint: joint}
}

// A Remote player is a proxy for a player in another process or on another machine,
// reached by a protocol that has clocks. It is a capability that a Player may have.
//
// Such a player is asked in every step, even if it has no choice, because the
// protocols require it. Its contexts end with the clock and the [Grace], not before
// the clock. A failure is a fault, after which it is asked again, because the
// connection may come back.
type Remote interface {
	// Remote does nothing; it marks such players.
	Remote()
}

// A Starter is a player that may have to be started before it can prepare, such as a
// program. It is a capability that a Player may have.
type Starter interface {
	// StartUpTime returns how much longer than the start clock it may take for that.
	StartUpTime() time.Duration
}

// A Noter is a player that can comment on how it plays, for example that it cannot
// use its method in this game. It is a capability that a Player may have.
type Noter interface {
	// Note returns a sentence without a full stop, or "".
	Note() string
}

// A Mixer is a player that can tell how it draws its moves, because it follows a strategy. It
// is a capability that a Player may have.
type Mixer interface {
	// Mixture returns the probabilities with which Choose would draw the legal moves now, or
	// nil if they are not known. The caller must not change them.
	Mixture(legal []game.Move) []float64
}

// NoteOf returns the note of a player, or "".
func NoteOf(p Player) string {
	if n, ok := p.(Noter); ok {
		return n.Note()
	}
	return ""
}
