//go:build !unix

package pgtest

import "testing"

// A Server is a PostgreSQL server. On this system tests do not start any.
type Server struct{ Address, CA string }

func newServer(t testing.TB) *Server {
	t.Helper()
	missing(t, "tests start PostgreSQL only on Unix")
	return nil
}

func (*Server) remove() {}

// Kill ends the server at once.
func (*Server) Kill() {}

// Restart starts the server again.
func (*Server) Restart(testing.TB) {}

// Pause stops the server until Resume.
func (*Server) Pause(testing.TB) {}

// Resume resumes the server.
func (*Server) Resume() {}

// Running reports whether the server was started and not killed.
func (*Server) Running() bool { return false }
