package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ludex/store/pgtest"
)

// TestPostgresScripts runs scripts with a PostgreSQL server, whose URL is $STORE.
func TestPostgresScripts(t *testing.T) {
	where := pgtest.Database(t)
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "postgres"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
		Setup: func(env *testscript.Env) error {
			env.Setenv("STORE", where)
			return nil
		},
	})
}
