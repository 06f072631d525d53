package main

import (
	"errors"
	"os"
	"path/filepath"
)

// canWrite returns an error if a file cannot be written where a path says: that is found out
// before the work whose result goes there.
func canWrite(path string) error {
	trial, err := os.CreateTemp(filepath.Dir(path), ".ludex-*")
	if err != nil {
		return err
	}
	return errors.Join(trial.Close(), os.Remove(trial.Name()))
}
