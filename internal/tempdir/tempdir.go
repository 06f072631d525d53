// Package tempdir makes temporary folders that do not stay behind: the folders of a program
// that was killed are removed by the next program that makes one.
package tempdir

import (
	"errors"
	"os"
	"path/filepath"
)

// A Dir is a folder that belongs to this process until it is removed.
type Dir struct {
	Path string
	lock *os.File
}

// lockName is a file in each folder that its process has locked. The lock ends with
// the process, even if it is killed.
const lockName = "lock"

// Make makes a folder whose name begins with a prefix, where the system has temporary
// files, and removes those with the same prefix that processes have left behind.
func Make(prefix string) (*Dir, error) {
	sweep(prefix)
	path, err := os.MkdirTemp("", prefix)
	if err != nil {
		return nil, err
	}
	// The file gets its name once it is locked: without one the folder is not removed.
	unnamed := filepath.Join(path, "."+lockName)
	file, err := os.OpenFile(unnamed, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(path))
	}
	d := &Dir{path, file}
	if lock(file) {
		err = os.Rename(unnamed, filepath.Join(path, lockName))
	}
	if err != nil {
		return nil, errors.Join(err, d.Remove())
	}
	return d, nil
}

// Remove removes the folder with all that is in it.
func (d *Dir) Remove() error { return errors.Join(os.RemoveAll(d.Path), d.lock.Close()) }

// sweep removes the folders of processes that have ended. It ignores errors.
func sweep(prefix string) {
	list, err := filepath.Glob(filepath.Join(os.TempDir(), prefix+"*", lockName))
	if err != nil {
		return
	}
	for _, name := range list {
		file, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			continue // it belongs to another user
		}
		if lock(file) {
			_ = os.RemoveAll(filepath.Dir(name))
		}
		_ = file.Close()
	}
}
