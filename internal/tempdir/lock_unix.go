//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package tempdir

import (
	"os"
	"syscall"
)

// lock locks a file, and reports whether it could. It fails if another process holds
// the lock, or if the file system has no locks.
func lock(file *os.File) bool {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
