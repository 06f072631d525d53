//go:build unix

package pgtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Kill ends the server at once, as a crash of its machine would: SIGKILL for all of
// its processes. What it has acknowledged is there when it is started again.
func (s *Server) Kill() { s.kill() }

func (s *Server) kill() {
	s.mu.Lock()
	cmd, ended := s.running, s.ended
	s.mu.Unlock()
	if cmd == nil {
		return
	}
	for _, pid := range append(children(cmd.Process.Pid), cmd.Process.Pid) {
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended already
	}
	<-ended
	s.forget()
}

// Restart starts the server again, at the same address. It may be running.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	s.kill()
	var err error
	for end := time.Now().Add(limit); time.Now().Before(end); {
		// Processes of the previous server may take a moment to vanish.
		if err = s.start(); err == nil {
			return
		}
	}
	t.Fatal(err)
}

// Pause stops all processes of the server, without their noticing, until Resume. It
// can only be paused where the system lists processes in /proc.
func (s *Server) Pause(t testing.TB) {
	t.Helper()
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		missing(t, "this system does not list processes in /proc")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running == nil || s.paused != nil {
		return
	}
	// The first process is stopped first, so that it makes no more of them.
	s.paused = []int{s.running.Process.Pid}
	_ = syscall.Kill(s.paused[0], syscall.SIGSTOP)
	s.paused = append(s.paused, children(s.paused[0])...)
	for _, pid := range s.paused[1:] {
		_ = syscall.Kill(pid, syscall.SIGSTOP)
	}
}

// Resume resumes a paused server.
func (s *Server) Resume() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, pid := range s.paused {
		_ = syscall.Kill(pid, syscall.SIGCONT)
	}
	s.paused = nil
}

// children returns the processes that a process has started. Where the system does
// not list processes there are none; the children of a server end soon after it.
func children(parent int) []int {
	var list []int
	names, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is right
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it has just ended
		}
		// The name of the program, in brackets, may have blanks.
		i := strings.LastIndexByte(string(text), ')')
		var state string
		var of int
		if _, err := fmt.Sscan(string(text[i+1:]), &state, &of); err != nil || of != parent {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil {
			list = append(list, pid)
		}
	}
	return list
}
