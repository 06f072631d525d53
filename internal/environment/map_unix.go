//go:build unix

package environment

import (
	"errors"
	"os"
	"syscall"
)

// mapFile makes a file of a size and maps it into memory.
func mapFile(path string, bytes int) (memory []byte, unmap func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, nil, err
	}
	if err := f.Truncate(int64(bytes)); err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	memory, err = syscall.Mmap(int(f.Fd()), 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, nil, err
	}
	return memory, func() error { return syscall.Munmap(memory) }, nil
}
