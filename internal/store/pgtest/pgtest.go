// Package pgtest starts PostgreSQL servers for tests, real ones with a folder and a
// port of their own, which tests may kill, stop and start as they like.
//
// Where no PostgreSQL is installed, tests that need one are skipped, or fail if the
// environment variable LUDEX_NOTHING_LEFT_OUT is set.
package pgtest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// limit is how long anything that a server does may take. It is only for servers
// that hang, and long enough for slow machines.
const limit = 2 * time.Minute

// The users of a server: superuser may do everything and needs no password;
// GuardedUser is asked for one, see [Server.User].
const (
	superuser   = "postgres"
	GuardedUser = "guarded"
)

// The server that the tests of one program share. It ends with the program.
var shared struct {
	sync.Mutex
	server *Server
}

// Shared returns the server that all tests of the program share. It must not be
// killed or paused: see [Start] for one that may be.
func Shared(t testing.TB) *Server {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		shared.server = newServer(t)
	}
	return shared.server
}

// Database returns the URL of an empty database of the shared server, which is
// dropped when the test ends.
func Database(t testing.TB) string {
	t.Helper()
	return Shared(t).Database(t)
}

// Start starts a server for one test, which ends with it.
func Start(t testing.TB) *Server {
	t.Helper()
	s := newServer(t)
	t.Cleanup(s.remove)
	return s
}

// Database returns the URL of an empty database of the server. It is dropped when
// the test ends, if the server runs then.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	name := "test_" + strings.ToLower(rand.Text())
	if err := s.execute(`CREATE DATABASE ` + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if s.Running() {
			_ = s.execute(`DROP DATABASE IF EXISTS ` + name + ` WITH (FORCE)`) // the folder will be removed anyway
		}
	})
	return s.url(superuser, name)
}

// url returns the URL of a database.
func (s *Server) url(user, database string) string {
	u := url.URL{Scheme: "postgres", User: url.User(user), Host: s.Address, Path: "/" + database, RawQuery: "sslmode=disable"}
	return u.String()
}

// execute runs a statement as the superuser.
func (s *Server) execute(statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.url(superuser, "postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, statement)
	return err
}

// Disconnect makes the server end all connections, as when it is shut down.
func (s *Server) Disconnect(t testing.TB) {
	t.Helper()
	if err := s.execute(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`); err != nil {
		t.Fatal(err)
	}
}

// missing ends a test that cannot run here.
func missing(t testing.TB, why string) {
	t.Helper()
	if left := os.Getenv("LUDEX_NOTHING_LEFT_OUT"); left != "" && left != "0" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// User adds a user who needs a password, and returns the URL of a database for
// that user, without the password.
func (s *Server) User(t testing.TB, password string) (address string) {
	t.Helper()
	name := GuardedUser
	for _, statement := range []string{
		fmt.Sprintf(`DO $$ BEGIN CREATE ROLE %s LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`, name),
		fmt.Sprintf(`ALTER ROLE %s PASSWORD '%s'`, name, strings.ReplaceAll(password, "'", "''")),
	} {
		if err := s.execute(statement); err != nil {
			t.Fatal(err)
		}
	}
	database := s.Database(t)
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.execute(fmt.Sprintf(`ALTER DATABASE %s OWNER TO %s`, strings.TrimPrefix(u.Path, "/"), name)); err != nil {
		t.Fatal(err)
	}
	u.User = url.User(name)
	return u.String()
}
