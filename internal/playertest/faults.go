package playertest

import (
	"slices"

	"ludex/player"
)

// BadFaults returns the faults other than late answers. Whether a short clock is kept
// depends on how busy the machine is, so tests cannot ask for it.
func BadFaults(faults []player.Fault) []player.Fault {
	return slices.DeleteFunc(slices.Clone(faults), func(f player.Fault) bool { return f.Kind == player.Late })
}
