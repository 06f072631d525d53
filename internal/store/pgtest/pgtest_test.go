package pgtest_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"ludex/internal/store/pgtest"
)

// ask asks a database for a number.
func ask(ctx context.Context, url, question string) (n int, err error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, conn.Close(ctx)) }()
	err = conn.QueryRow(ctx, question).Scan(&n)
	return n, err
}

func mustAsk(t *testing.T, url, question string, want int) {
	t.Helper()
	if n, err := ask(t.Context(), url, question); err != nil || n != want {
		t.Fatalf("%s: %d, %v, and not %d", question, n, err, want)
	}
}

func TestServer(t *testing.T) {
	s := pgtest.Start(t)
	url := s.Database(t)
	mustAsk(t, url, `SELECT 42`, 42)
	mustAsk(t, url, `WITH x AS (SELECT set_config('a.b', '1', false)) SELECT count(*)::int FROM x`, 1)
	mustAsk(t, url, `SELECT count(*)::int FROM pg_tables WHERE schemaname = 'public'`, 0)

	s.Kill()
	if s.Running() {
		t.Error("a server that was killed runs")
	}
	if _, err := ask(t.Context(), url, `SELECT 1`); err == nil {
		t.Error("a server that was killed answers")
	}
	s.Restart(t)
	mustAsk(t, url, `SELECT 42`, 42)

	s.Pause(t)
	answer := make(chan error, 1)
	go func() {
		_, err := ask(context.WithoutCancel(t.Context()), url, `SELECT 1`)
		answer <- err
	}()
	s.Resume()
	if err := <-answer; err != nil {
		t.Error(err)
	}
}

// TestProxy cuts a connection in the middle of an answer, once.
func TestProxy(t *testing.T) {
	proxy, url := pgtest.NewProxy(t, pgtest.Database(t))
	mustAsk(t, url, `SELECT 42`, 42)
	proxy.CutAfter(10)
	if _, err := ask(t.Context(), url, `SELECT 1`); err == nil || proxy.Cuts() != 1 {
		t.Errorf("%v after %d cuts", err, proxy.Cuts())
	}
	mustAsk(t, url, `SELECT 42`, 42)
}
