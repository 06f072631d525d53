package store_test

import (
	"bytes"
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ludex/internal/store"
	"ludex/internal/store/pgtest"
	"ludex/match"
)

// work does everything that a tournament does, with one result, and checks it.
func work(t *testing.T, s *store.Store, key string) {
	t.Helper()
	ctx := t.Context()
	if have, err := s.AddTournament(ctx, store.Tournament{Name: "cup", Config: "{}"}); err != nil || have.Config != "{}" {
		t.Fatal(have, err)
	}
	r := &match.Record{ID: "m" + key, Completed: true, Tournament: "cup"}
	running := *r
	running.Completed = false
	if err := s.Saver(ctx)(&running); err != nil {
		t.Fatal(err)
	}
	added, err := s.AddResult(ctx, store.Result{Tournament: "cup", Key: key, Match: r.ID}, r)
	if err != nil || !added {
		t.Fatalf("result %s is added: %v, %v", key, added, err)
	}
	if have, err := s.Match(ctx, r.ID); err != nil || !have.Completed {
		t.Fatal(have, err)
	}
}

// checkWork checks that every item of work is stored exactly once.
func checkWork(t *testing.T, where string, n int) {
	t.Helper()
	s := open(t, where)
	results, err := s.Results(t.Context(), "cup")
	if err != nil || len(results) != n {
		t.Fatalf("%d results, %v, and not %d", len(results), err, n)
	}
	ids, err := s.IDs(t.Context(), store.Filter{Status: store.Completed})
	if err != nil || len(ids) != n {
		t.Fatalf("matches %v, %v", ids, err)
	}
}

// TestCuts cuts the connection after every number of bytes of an answer, in steps.
// Clients do not notice, and nothing is stored twice.
func TestCuts(t *testing.T) {
	database := pgtest.Database(t)
	proxy, through := pgtest.NewProxy(t, database)
	s := open(t, through)
	step := 37
	if os.Getenv("LUDEX_FULL") != "" {
		step = 5
	}
	n := 0
	for after := 0; proxy.Cuts() == n; after += step {
		proxy.CutAfter(after)
		work(t, s, fmt.Sprintf("%05d", n))
		n++
	}
	if n < 10 {
		t.Errorf("the connection was cut %d times only", n)
	}
	checkWork(t, database, n)
}

// TestRestart kills the server, ends its connections and pauses it under a store
// that is in use.
func TestRestart(t *testing.T) {
	server := pgtest.Start(t)
	where := server.Database(t)
	var mu sync.Mutex
	failed := map[string]int{}
	s, err := store.OpenWith(t.Context(), where, store.Options{Observe: func(operation string, _ time.Duration, err error) {
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			failed[operation]++
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	work(t, s, "0")
	server.Kill()
	if err := s.Ping(t.Context()); err == nil {
		t.Error("a server that was killed answers")
	}
	var group sync.WaitGroup
	group.Go(func() { server.Restart(t) })
	work(t, s, "1")
	group.Wait()
	server.Disconnect(t)
	work(t, s, "2")
	server.Pause(t)
	group.Go(server.Resume)
	work(t, s, "3")
	group.Wait()
	checkWork(t, where, 4)
	if failed["add tournament"] == 0 || failed["ping"] != 1 {
		t.Errorf("attempts failed: %v", failed)
	}

	hasty, err := store.OpenWith(t.Context(), where, store.Options{Patience: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	defer hasty.Close()
	server.Kill()
	away := "no PostgreSQL server answers at " + server.Address
	if err := hasty.Save(t.Context(), &match.Record{ID: "m"}); err == nil || !strings.Contains(err.Error(), away) {
		t.Errorf("without a server and without patience: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Results(ctx, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("without a server and stopped: %v", err)
	}
	if _, err := store.Open(t.Context(), where); err == nil || !strings.Contains(err.Error(), away) {
		t.Errorf("opened without a server: %v", err)
	}
	group.Go(func() { server.Restart(t) })
	var told []string
	patient, err := store.OpenWith(t.Context(), where, store.Options{Wait: time.Minute, Waiting: func(err error) { told = append(told, err.Error()) }})
	group.Wait()
	if len(told) > 1 || len(told) == 1 && !strings.Contains(told[0], away) {
		t.Errorf("why it waits: %q", told)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer patient.Close()
	if results, err := patient.Results(t.Context(), ""); err != nil || len(results) != 4 {
		t.Errorf("%v, %v", results, err)
	}
}

// with returns a URL with some of its parts changed.
func with(t *testing.T, where string, change func(*url.URL, url.Values)) string {
	t.Helper()
	u, err := url.Parse(where)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	change(u, q)
	u.RawQuery = strings.ReplaceAll(q.Encode(), "+", "%20") // as servers read it
	return u.String()
}

// TestAccess opens stores with passwords and certificates, right and wrong.
func TestAccess(t *testing.T) {
	const secret = "s3cret:/?#@ word"
	server := pgtest.Shared(t)
	where := server.User(t, secret)
	dir := t.TempDir()
	u, err := url.Parse(where)
	if err != nil {
		t.Fatal(err)
	}
	passfile := filepath.Join(dir, "pass")
	if err := os.WriteFile(passfile, []byte("*:*:*:*:"+strings.ReplaceAll(secret, ":", `\:`)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	forged := filepath.Join(dir, "other.pem")
	if err := os.WriteFile(forged, []byte("no certificate"), 0o600); err != nil {
		t.Fatal(err)
	}
	stranger := filepath.Join(dir, "stranger.pem")
	other := httptest.NewTLSServer(nil)
	defer other.Close()
	if err := os.WriteFile(stranger, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: other.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	in := func(u *url.URL, password string) { u.User = url.UserPassword(pgtest.GuardedUser, password) }
	for _, tt := range []struct {
		name   string
		env    map[string]string
		change func(*url.URL, url.Values)
		want   string // in the error; "" is none
	}{
		{"password in the URL", nil, func(u *url.URL, _ url.Values) { in(u, secret) }, ""},
		{"password in the parameters", nil, func(_ *url.URL, q url.Values) { q.Set("password", secret) }, ""},
		{"PGPASSWORD", map[string]string{"PGPASSWORD": secret}, nil, ""},
		{"PGPASSFILE", map[string]string{"PGPASSFILE": passfile}, nil, ""},
		{"passfile", nil, func(_ *url.URL, q url.Values) { q.Set("passfile", passfile) }, ""},
		{"wrong password", nil, func(u *url.URL, _ url.Values) { in(u, "wrong"+secret) }, `does not accept the password of user "guarded"`},
		{"no password", nil, nil, `does not accept the password of user "guarded"`},
		{"no such database", nil, func(u *url.URL, _ url.Values) { in(u, secret); u.Path = "/nowhere" }, `has no database "nowhere": make it with "createdb nowhere"`},
		{"no such host", nil, func(u *url.URL, _ url.Values) { in(u, secret); u.Host = "127.0.0.1:1" }, "no PostgreSQL server answers at 127.0.0.1:1: connection refused"},
		{"nothing to read", nil, func(u *url.URL, q url.Values) { in(u, secret); q.Set("sslmode", "maybe") }, "the URL cannot be used"},
		{"TLS", nil, func(u *url.URL, q url.Values) {
			in(u, secret)
			q.Set("sslmode", "verify-full")
			q.Set("sslrootcert", server.CA)
		}, ""},
		{"TLS by name", nil, func(u *url.URL, q url.Values) {
			in(u, secret)
			u.Host = "localhost:" + u.Port()
			q.Set("host", "127.0.0.1")
			q.Set("sslmode", "require")
		}, ""},
		{"TLS of a stranger", nil, func(u *url.URL, q url.Values) {
			in(u, secret)
			q.Set("sslmode", "verify-full")
			q.Set("sslrootcert", stranger)
		}, "the connection to " + u.Host + " is not secure: x509: certificate signed by unknown authority"},
		{"TLS without a certificate", nil, func(u *url.URL, q url.Values) {
			in(u, secret)
			q.Set("sslmode", "verify-ca")
			q.Set("sslrootcert", forged)
		}, "the URL cannot be used"},
		{"TLS without a file", nil, func(u *url.URL, q url.Values) {
			in(u, secret)
			q.Set("sslmode", "verify-ca")
			q.Set("sslrootcert", forged+"-not")
		}, "no such file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for name, value := range tt.env {
				t.Setenv(name, value)
			}
			where := where
			if tt.change != nil {
				where = with(t, where, tt.change)
			}
			checkOpens(t, where, tt.want, secret)
		})
	}
}

// checkOpens opens a store, and checks the error and that the secret is not revealed.
func checkOpens(t *testing.T, where, want, secret string) {
	t.Helper()
	s, err := store.Open(t.Context(), where)
	if err == nil {
		defer s.Close()
		work(t, s, t.Name())
	}
	if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
		t.Errorf("%v, and not %q", err, want)
	}
	for _, text := range []string{fmt.Sprint(err), fmt.Sprintf("%+v", err), store.Name(where)} {
		for _, part := range []string{secret, url.QueryEscape(secret), url.PathEscape(secret), "s3cret"} {
			if strings.Contains(text, part) {
				t.Errorf("the password is told: %s", text)
			}
		}
	}
}

// TestMissingPermission checks the advice for a user who may not create tables.
func TestMissingPermission(t *testing.T) {
	server := pgtest.Shared(t)
	server.User(t, "x")
	where := with(t, server.Database(t), func(u *url.URL, _ url.Values) { u.User = url.UserPassword(pgtest.GuardedUser, "x") })
	if _, err := store.Open(t.Context(), where); err == nil || !strings.Contains(err.Error(), "the user must be the owner of the database") {
		t.Error(err)
	}
}

// TestReader checks that a user who may only read can use a store whose tables exist.
func TestReader(t *testing.T) {
	where := pgtest.Database(t)
	reading := with(t, where, func(_ *url.URL, q url.Values) { q.Set("default_transaction_read_only", "on") })
	if _, err := store.Open(t.Context(), reading); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("tables are made: %v", err)
	}
	work(t, open(t, where), "1")
	s := open(t, reading)
	if have, err := s.Match(t.Context(), "m1"); err != nil || !have.Completed {
		t.Error(have, err)
	}
	if err := s.Save(t.Context(), &match.Record{ID: "m2"}); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("a match is written: %v", err)
	}
}

// TestMove exports from one kind of store into the other and back.
func TestMove(t *testing.T) {
	file := open(t, filepath.Join(t.TempDir(), "x.db"))
	for _, key := range []string{"b", "a", "B"} {
		work(t, file, key)
	}
	var first, second bytes.Buffer
	if err := file.Export(t.Context(), &first, store.Filter{}); err != nil {
		t.Fatal(err)
	}
	server := open(t, pgtest.Database(t))
	if n, err := server.Import(t.Context(), bytes.NewReader(first.Bytes())); err != nil || n != (store.Imported{Tournaments: 1, Matches: 3, Results: 3}) {
		t.Fatal(n, err)
	}
	if err := server.Export(t.Context(), &second, store.Filter{}); err != nil || second.String() != first.String() {
		t.Errorf("%v: exported\n%s\nand then\n%s", err, first.String(), second.String())
	}
}
