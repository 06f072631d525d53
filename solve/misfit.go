package solve

import "errors"

// Reasons why a method does not fit a game. Some are found out only on the way.
var (
	errTogether  = errors.New("several roles decide at once")
	errChance    = errors.New("chance has a part in it")
	errNotRivals = errors.New("it needs two roles of whom one gets more exactly if the other gets less")
	errNotAlone  = errors.New("it needs a game for one player")
	errLoop      = errors.New("a play can go on for ever")
)

// isMisfit reports whether an error says that a method does not fit.
func isMisfit(err error) bool {
	for _, m := range []error{errTogether, errChance, errNotRivals, errNotAlone, errLoop} {
		if errors.Is(err, m) {
			return true
		}
	}
	return false
}

// misfit returns why a position is not a turn in a play that ends.
func misfit(k kind) error {
	switch k {
	case together:
		return errTogether
	case chance:
		return errChance
	default:
		return errLoop
	}
}
