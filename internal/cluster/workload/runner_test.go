//go:build unix

package workload_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"ludex/internal/cluster/workload"
	"ludex/internal/tournament"
	"ludex/match"
)

// TestPanickingPlayers covers players of a game that panic when they are made, once. The
// match is tried again, as the queue does, and played.
func TestPanickingPlayers(t *testing.T) {
	t.Parallel()
	calls := 0
	runner := workload.NewRunner(func() (tournament.Players, func()) {
		if calls++; calls == 1 {
			panic("no chairs")
		}
		return seats()
	})
	defer runner.Close()
	h, err := newHost(t.Context(), filepath.Join(t.TempDir(), "cup.db"), fmt.Sprintf(tournamentText, tournament.RoundRobin, 1, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer h.Store.Close()
	ctx, stop := context.WithCancel(t.Context())
	var first sync.Once
	h.Window = func() int { return 1 }
	h.PlayRemotely = func(ctx context.Context, o *tournament.Order, _ func(*match.Record) error) error {
		first.Do(func() {
			defer stop()
			order, err := json.Marshal(o)
			if err != nil {
				t.Error(err)
			}
			play := runner.Handlers()[workload.Match]
			if _, err := play(t.Context(), order); err == nil || !strings.Contains(err.Error(), "no chairs") {
				t.Errorf("the first attempt: %v", err)
			}
			if _, err := play(t.Context(), order); err != nil {
				t.Errorf("the second attempt: %v", err)
			}
		})
		return context.Canceled
	}
	if _, err := h.Run(ctx); !errors.Is(err, context.Canceled) || calls != 2 {
		t.Errorf("%v after players were made %d times", err, calls)
	}
}
