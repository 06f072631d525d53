package game

// A Featurer numbers what can be true in a state: the inputs of a neural network. The
// numbers belong to the game, as those of moves do, and so may differ between engines;
// the texts do not.
type Featurer interface {
	// Games with the same fingerprint have the same features.
	Fingerprinter
	// Features returns the texts of all features, by number. The caller must not
	// change them.
	Features() []string
	// AppendFeatures appends the features that are true in a state.
	AppendFeatures(s State, dst []int32) []int32
	// AppendChanges appends the features that are true in one of two states only: to
	// gone those of the first, and to come those of the second.
	AppendChanges(from, to State, gone, come []int32) (newGone, newCome []int32)
}

// A Fingerprinter identifies the rules of a game, on whichever engine it is.
type Fingerprinter interface {
	// Fingerprint returns a hash of the rules, or "" if they are not known.
	Fingerprint() string
}

// Fingerprint returns a hash of the rules of a game, or "" if they are not known. What is
// stored about a game is found by it.
func Fingerprint(g Game) string {
	if f := CapabilitiesOf(g).Rules; f != nil {
		return f.Fingerprint()
	}
	return ""
}
