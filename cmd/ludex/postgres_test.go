package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ludex/internal/store/pgtest"
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

// TestPostgresComesLater starts a tournament while the server is down: it waits, and
// plays once the server is there.
func TestPostgresComesLater(t *testing.T) {
	server := pgtest.Start(t)
	where := server.Database(t)
	server.Kill()
	file := filepath.Join(t.TempDir(), "cup.toml")
	if err := os.WriteFile(file, []byte("name = \"cup\"\nkind = \"round-robin\"\ngames = [\"nim\"]\nplayers = [\"random\", \"legal\"]\nnodes = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("ludex", "tournament", file, "--quiet", "--store", where)
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said, err := bufio.NewReader(stderr).ReadString('\n')
	if err != nil || !strings.HasPrefix(said, "ludex: waiting for a minute: no PostgreSQL server answers at "+server.Address) {
		t.Errorf("%q, %v", said, err)
	}
	server.Restart(t)
	if err := cmd.Wait(); err != nil || !strings.HasPrefix(stdout.String(), "cup: round-robin, 2 matches, finished\n") {
		t.Errorf("%v: %s", err, stdout.String())
	}
}
