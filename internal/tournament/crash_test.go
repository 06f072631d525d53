package tournament_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"ludex/game"
	"ludex/internal/tournament"
)

// tournamentText is a tournament of sixty matches.
const tournamentText = `
name = "cup"
kind = %q
games = ["tictactoe", "nim", "connectthree"]
players = ["random", "legal", {name = "eager", player = "greedy"}, {name = "tree", player = "mcts:memory=1"}, {name = "lucky", player = "random"}]
nodes = 8
seed = %d
%s
`

// crashTests are the tournaments in which the program is killed.
var crashTests = []struct {
	kind tournament.Kind
	more string
}{
	{tournament.RoundRobin, "workers = 2"},
	{tournament.Swiss, "workers = 3\nrounds = 5"},
	{tournament.RoundRobin, "workers = 1"},
	{tournament.Knockout, "workers = 2\nmatches = 5"},
	{tournament.Gauntlet, "workers = 2\nrepeats = 3\nchallengers = [\"tree\"]"},
}

// managerEnv has the store of a test's program that is to be a manager, and
// managerConfig its tournament.
const managerEnv, managerConfig = "LUDEX_TEST_MANAGER", "LUDEX_TEST_TOURNAMENT"

func TestMain(m *testing.M) {
	if os.Getenv(managerEnv) == "" {
		os.Exit(m.Run())
	}
	// The package testing is not at work here: this is the manager to be killed.
	testing.Init()
	t := new(managerTB)
	h := newHost(t, os.Getenv(managerEnv), os.Getenv(managerConfig))
	h.Players = watched(h.Players, func() { fmt.Println("move") })
	h.Watch = func(*tournament.Progress) { fmt.Println("match") }
	if _, err := h.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	os.Exit(0)
}

// A managerTB lets a program that is not a test use helpers for tests.
type managerTB struct{ testing.TB }

func (*managerTB) Helper()        {}
func (*managerTB) Cleanup(func()) {}
func (*managerTB) TempDir() string {
	return os.TempDir()
}
func (*managerTB) Fatal(args ...any) {
	fmt.Fprintln(os.Stderr, args...)
	os.Exit(1)
}

// manage starts a manager and kills it after it has said something a number of
// times. It reports whether it came to its end before.
func manage(t *testing.T, path, text string, after int, rand *game.Rand) (over bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), managerEnv+"="+path, managerConfig+"="+text)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for i := 0; i < after && lines.Scan(); i++ {
	}
	for range rand.Choose(2000) {
		runtime.Gosched() // it gets a little further
	}
	_ = cmd.Process.Kill()
	_, _ = io.Copy(io.Discard, out)
	return cmd.Wait() == nil
}

// TestCrash kills the manager of a tournament at random points, again and again.
// In the end the table is the same as for an undisturbed tournament, and no match
// is lost or stored twice.
func TestCrash(t *testing.T) {
	seeds, list, pause := 1, crashTests[:2], 240
	if testing.Short() {
		list = list[:1]
	}
	if os.Getenv("LUDEX_FULL") != "" {
		seeds, list, pause = 20, crashTests, 120
	}
	for i, tt := range list {
		for seed := range seeds {
			t.Run(fmt.Sprintf("%d-%s-%d", i, tt.kind, seed), func(t *testing.T) {
				text := fmt.Sprintf(tournamentText, tt.kind, seed+1, tt.more)
				calm := newHost(t, filepath.Join(t.TempDir(), "calm.db"), text)
				want, err := calm.Run(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				checkStore(t, calm, want)
				rand := game.NewRand(uint64(seed))
				path := filepath.Join(t.TempDir(), "crash.db")
				kills := 0
				for !manage(t, path, text, 1+rand.Choose(pause), rand) {
					kills++
				}
				h := newHost(t, path, text)
				got, err := h.Run(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				checkStore(t, h, got)
				if tableText(t, got) != tableText(t, want) {
					t.Errorf("after %d kills the table is\n%s, and undisturbed\n%s", kills, tableText(t, got), tableText(t, want))
				}
				t.Logf("%d matches, killed %d times", got.Done, kills)
			})
		}
	}
}
