//go:build js || small

package gdlengine

import (
	"time"

	"ludex/gdl"
)

// withGPU returns what it is given: here no GPU can be used.
func withGPU(o *Opened, _ *gdl.Program, _ Options, _ time.Duration) *Opened { return o }
