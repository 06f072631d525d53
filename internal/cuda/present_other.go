//go:build !linux

package cuda

// Present reports whether there is a driver that can be used.
func Present() bool { return false }
