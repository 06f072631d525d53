package solve

import "errors"

// Reasons why a method does not fit a game. Some are found out only on the way.
var (
	errSimultaneous    = errors.New("several roles decide at once")
	errChance          = errors.New("chance has a part in it")
	errNotCompetitive  = errors.New("it needs two roles of whom one gets more exactly if the other gets less")
	errNotSinglePlayer = errors.New("it needs a game for one player")
	errLoop            = errors.New("a play can go on for ever")
)

// isUnsuited reports whether an error says that a method is unsuited.
func isUnsuited(err error) bool {
	for _, m := range []error{errSimultaneous, errChance, errNotCompetitive, errNotSinglePlayer, errLoop} {
		if errors.Is(err, m) {
			return true
		}
	}
	return false
}

// unsuited returns why a position is not a turn in a play that ends.
func unsuited(k kind) error {
	switch k {
	case simultaneous:
		return errSimultaneous
	case chance:
		return errChance
	default:
		return errLoop
	}
}
