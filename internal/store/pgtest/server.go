//go:build unix

package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Server is a PostgreSQL server. Its methods may be called from one goroutine at
// a time.
type Server struct {
	// Address is the host and port, which stay the same when the server is
	// started again.
	Address string
	// CA is the file with the certificate of the authority that signed the server's.
	CA string

	programs string // the folder
	folder   string
	cleaner  io.Closer
	mu       sync.Mutex
	running  *exec.Cmd // nil if it is not
	ended    chan struct{}
	paused   []int
}

// newServer makes a server and starts it.
func newServer(t testing.TB) *Server {
	t.Helper()
	s := &Server{programs: find()}
	if s.programs == "" {
		missing(t, "PostgreSQL is not installed: initdb and postgres are neither in PATH nor where systems keep them")
	}
	if err := s.make(); err != nil {
		t.Fatal(err)
	}
	if err := s.startAnywhere(); err != nil {
		s.remove()
		t.Fatal(err)
	}
	return s
}

// make makes the folder of a server.
func (s *Server) make() (err error) {
	if s.folder, err = os.MkdirTemp("", "ludex-pg-"); err != nil {
		return err
	}
	if err := giveAway(s.folder); err != nil {
		return err
	}
	if err := s.startCleaner(); err != nil {
		return err
	}
	initdb := s.command("initdb", "--pgdata", s.data(), "--username", superuser, "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync")
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	hba := fmt.Sprintf("local all all trust\nhost all %s all scram-sha-256\nhost all all all trust\n", GuardedUser)
	if err := s.write("pg_hba.conf", []byte(hba)); err != nil {
		return err
	}
	return s.certify()
}

func (s *Server) data() string { return filepath.Join(s.folder, "data") }

// write writes a file that only the server may read, as it demands of its key.
func (s *Server) write(name string, text []byte) error {
	path := filepath.Join(s.data(), name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return err
	}
	return giveAway(path)
}

// command returns a command that runs as a user that may run a server.
func (s *Server) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.programs, program), args...)
	cmd.Dir = s.folder
	mine := func(variable string) bool { return strings.HasPrefix(variable, "PG") } // settings for other servers
	cmd.Env = append(slices.DeleteFunc(os.Environ(), mine), "LC_ALL=C")
	cmd.SysProcAttr = unprivileged()
	return cmd
}

// startCleaner starts a shell that stops the server and removes its folder when this
// program has ended, for any reason, since its input ends then.
func (s *Server) startCleaner() error {
	cmd := exec.Command("sh", "-c", `cat >/dev/null; "$1" stop --silent --mode immediate --pgdata "$2/data" >/dev/null 2>&1; rm -rf "$2"`,
		"cleaner", filepath.Join(s.programs, "pg_ctl"), s.folder)
	cmd.Dir = "/"
	cmd.SysProcAttr = unprivileged()
	cmd.SysProcAttr.Setpgid = true // Ctrl-C is not for it
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	s.cleaner = &cleaner{in, cmd}
	return nil
}

type cleaner struct {
	in  io.Closer
	cmd *exec.Cmd
}

func (j *cleaner) Close() error { return errors.Join(j.in.Close(), j.cmd.Wait()) }

// startAnywhere starts the server at a port that is free. If another process takes
// it first, another port is tried.
func (s *Server) startAnywhere() (err error) {
	for range 5 {
		if s.Address, err = freeAddress(); err != nil {
			return err
		}
		if err = s.start(); err == nil {
			return nil
		}
	}
	return err
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// start starts the server and waits until it answers.
func (s *Server) start() error {
	_, port, err := net.SplitHostPort(s.Address)
	if err != nil {
		return err
	}
	log := new(bytes.Buffer)
	cmd := s.command("postgres", "-D", s.data(), "-k", s.folder, "-h", "127.0.0.1", "-p", port, "-F", // no fsync
		"-c", "full_page_writes=off", "-c", "max_connections=50", "-c", "shared_buffers=16MB", "-c", "ssl=on", "-c", "log_min_messages=fatal")
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr.Setpgid = true // Ctrl-C is for the tests, which end it
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // the log has the details
		close(ended)
	}()
	s.mu.Lock()
	s.running, s.ended = cmd, ended
	s.mu.Unlock()
	return s.await(ended, log)
}

// await waits until the server answers.
func (s *Server) await(ended <-chan struct{}, log *bytes.Buffer) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		conn, err := pgx.Connect(ctx, s.url(superuser, "postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ended:
			s.forget()
			return fmt.Errorf("postgres has ended:\n%s", strings.TrimSpace(log.String()))
		case <-ctx.Done():
			return err
		case <-again.C:
		}
	}
}

// forget records that the server is not running.
func (s *Server) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running, s.paused = nil, nil
}

// Running reports whether the server was started and not killed.
func (s *Server) Running() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running != nil && s.paused == nil
}

// remove ends the server and removes its files.
func (s *Server) remove() {
	s.kill()
	_ = s.cleaner.Close() // what it cannot remove stays
}
