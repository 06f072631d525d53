package store_test

import (
	"path/filepath"
	"testing"

	"ludex/internal/store/pgtest"
)

// A place makes the names of new stores of one kind.
type place func(t *testing.T) string

// onBoth runs a test with a store in a file and with one on a server.
func onBoth(t *testing.T, test func(t *testing.T, where place)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		test(t, func(t *testing.T) string { return filepath.Join(t.TempDir(), "folder", "a b?c#.db") })
	})
	t.Run("postgres", func(t *testing.T) {
		test(t, func(t *testing.T) string { return pgtest.Database(t) })
	})
}
