package game

import "context"

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

// A Symmetry maps states to states with the same value: what one role can get in a state,
// its image can get in the image.
type Symmetry struct {
	Features []int32 // by feature: its image
	Roles    []Role  // by role: its image
}

// A Symmetric is a [Featurer] that finds the symmetries of the game.
type Symmetric interface {
	// Symmetries returns symmetries apart from the identity. It looks for them until the
	// context ends.
	Symmetries(ctx context.Context) []Symmetry
}

// IsIdentity reports whether a symmetry maps every feature and every role to itself.
func (s *Symmetry) IsIdentity() bool {
	for f, to := range s.Features {
		if int32(f) != to {
			return false
		}
	}
	for r, to := range s.Roles {
		if Role(r) != to {
			return false
		}
	}
	return true
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
