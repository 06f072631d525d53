//go:build !amd64

package compiled

// slowDeposit reports whether an instruction is slow that only other processors
// have.
func slowDeposit() bool { return false }
