//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lockFile makes sure that no other process works on the same file. The lock ends with
// the process.
func lockFile(name string) (unlock func(), err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.Join(fmt.Errorf("%s is being played by another ludex", name), file.Close())
	}
	// Some file systems have no locks. Results are safe without them, since the store
	// counts none twice.
	return func() { _ = file.Close() }, nil
}
