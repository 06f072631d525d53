//go:build !linux

package budget

// machineMemory returns 0: this system does not tell without cgo.
func machineMemory() int64 { return 0 }
