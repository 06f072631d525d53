//go:build !amd64

package compiled

// slowDeposit reports false: only amd64 has the instruction PDEP.
func slowDeposit() bool { return false }
