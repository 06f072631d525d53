package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"ludex/internal/strictjson"
	"ludex/internal/tournament"
	"ludex/match"
)

// trustFlags are the flags that choose trusted signatures.
type trustFlags struct {
	keys   []string
	signed bool
}

func (f *trustFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.keys, "trust", nil, "take only records that are signed by one of these hosts: `KEY`s as replay prints them, or files with keys")
	cmd.Flags().BoolVar(&f.signed, "require-signature", false, "take only signed records, whoever signed them")
}

// trust returns the trust that the flags choose.
func (f *trustFlags) trust() (match.Trust, error) {
	t := match.Trust{Signed: f.signed}
	for _, key := range f.keys {
		text, err := os.ReadFile(key)
		if errors.Is(err, fs.ErrNotExist) {
			text, err = []byte(key), nil
		}
		var keys []string
		if err == nil {
			keys, err = match.ParseKeys(string(text))
		}
		if err != nil {
			return t, fmt.Errorf("--trust: %w", err)
		}
		t.Keys = append(t.Keys, keys...)
	}
	return t, nil
}

// isRefusal reports whether an error means that a record is not trusted, as opposed to
// unreadable.
func isRefusal(err error) bool {
	for _, no := range []error{match.ErrWrong, match.ErrForged, match.ErrUnsigned, match.ErrUntrusted} {
		if errors.Is(err, no) {
			return true
		}
	}
	if _, ok := errors.AsType[*strictjson.KeyError](err); ok {
		return true
	}
	_, ok := errors.AsType[*tournament.RefusedError](err)
	return ok
}
