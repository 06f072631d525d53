//go:build !linux

package budget

// machineMemory returns 0: this system does not report it without cgo.
func machineMemory() int64 { return 0 }
