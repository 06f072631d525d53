package match

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// OpenKey reads the key in a file. If there is no such file, it makes a key that
// only its owner can read.
func OpenKey(name string) (*Key, error) {
	key, err := readKeyFile(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if key, err = NewKey(); err != nil {
		return nil, err
	}
	err = writeNew(name, key.Write)
	if errors.Is(err, fs.ErrExist) { // another process has just made one
		return readKeyFile(name)
	}
	if err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	return key, nil
}

func readKeyFile(name string) (*Key, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	key, err := ReadKey(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return key, nil
}

// writeNew writes a new file atomically: it gets its name only when it is on the
// disk.
func writeNew(name string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), ".ludex-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if err := errors.Join(write(file), file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(file.Name(), name); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.Rename(file.Name(), name) // a file system without links
}
