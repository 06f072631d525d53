//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package tempdir

import (
	"os"
	"syscall"
)

// lock locks a file, and reports whether it could: not if another process has it, or
// if the file system knows no locks.
func lock(file *os.File) bool {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
