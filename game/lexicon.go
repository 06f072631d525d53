package game

// A Lexicon finds moves and percepts by their canonical texts, whether or not
// they are possible at the moment. Who plays over a network and does not see the
// state needs one. It is a capability that a Game may have.
type Lexicon interface {
	// FindMove returns the move of a role that has a text.
	FindMove(r Role, text string) (Move, bool)
	// FindPercept returns the percept that has a text.
	FindPercept(text string) (Percept, bool)
}
