//go:build !js

package sleep

// Turn lets everything else have a turn. Goroutines are interrupted here, so that there is
// nothing to do.
func Turn() {}
