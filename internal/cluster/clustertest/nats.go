//go:build unix

package clustertest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// program is where the NATS server is, once it is built.
var program = sync.OnceValues(func() (string, error) {
	// The go command caches programs that it has run. On the first run it reports a
	// temporary path that it removes again.
	for range 2 {
		out, err := exec.Command("go", "run", "-exec", "echo", "github.com/nats-io/nats-server/v2").Output()
		if err != nil {
			return "", fmt.Errorf("building nats-server: %w", err)
		}
		path := strings.TrimSpace(string(out))
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return build()
})

// build builds the NATS server if the go command does not cache it.
func build() (string, error) {
	folder, err := os.MkdirTemp("", "ludex-nats-server-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "nats-server")
	if out, err := exec.Command("go", "build", "-o", path, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
		return "", fmt.Errorf("building nats-server: %w\n%s", err, out)
	}
	return path, nil
}

// A NATS is a NATS server in a process of its own. It keeps its address when it is
// started again.
type NATS struct {
	t      testing.TB
	port   int
	folder string
	more   []string // arguments
	cmd    *exec.Cmd
}

// StartNATS starts a server with JetStream, with additional arguments.
func StartNATS(t testing.TB, more ...string) *NATS {
	t.Helper()
	s := &NATS{t: t, port: FreePort(t), folder: t.TempDir(), more: more}
	s.Start()
	t.Cleanup(s.Kill)
	return s
}

// FreePort returns a free port of the loopback address.
func FreePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// Address returns where the server listens.
func (s *NATS) Address() string { return fmt.Sprintf("127.0.0.1:%d", s.port) }

// URL returns the address for clients.
func (s *NATS) URL() string { return "nats://" + s.Address() }

// Start starts the server, and waits until it is ready.
func (s *NATS) Start() {
	s.t.Helper()
	path, err := program()
	if err != nil {
		s.t.Fatal(err)
	}
	args := append([]string{"-a", "127.0.0.1", "-p", fmt.Sprint(s.port), "-js", "-sd", s.folder}, s.more...)
	s.cmd = exec.Command(path, args...)
	EndWithParent(s.cmd)
	log, err := s.cmd.StderrPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	var said strings.Builder
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "Server is ready") {
			go func() { _, _ = io.Copy(io.Discard, log) }()
			return
		}
	}
	s.t.Fatalf("nats-server does not start:\n%s", said.String())
}

// Kill kills the server.
func (s *NATS) Kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// Restart kills the server and starts it again.
func (s *NATS) Restart() {
	s.t.Helper()
	s.Kill()
	s.Start()
}

// Wipe kills the server, removes its data and starts it again.
func (s *NATS) Wipe() {
	s.t.Helper()
	s.Kill()
	if err := os.RemoveAll(s.folder); err != nil {
		s.t.Fatal(err)
	}
	s.Start()
}

// Pause suspends the server process while the function runs.
func (s *NATS) Pause(meanwhile func()) {
	s.t.Helper()
	Pause(s.t, s.cmd.Process, meanwhile)
}

// Pause suspends a process while a function runs.
func Pause(t testing.TB, p *os.Process, meanwhile func()) {
	t.Helper()
	if err := p.Signal(syscall.SIGSTOP); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	meanwhile()
	if err := p.Signal(syscall.SIGCONT); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
}
