// Package wholefile writes files that are there whole or not at all.
package wholefile

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write writes a file with a mode. A file that is there is replaced only when everything is written,
// and stays as it is if that fails.
func Write(name string, mode fs.FileMode, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), ".ludex-*")
	if err != nil {
		return err
	}
	out := bufio.NewWriter(file)
	err = errors.Join(write(out), out.Flush(), file.Chmod(mode), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}
