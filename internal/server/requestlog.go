package server

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"runtime/debug"
	"time"
)

// logged logs and counts requests. A panic in a handler does not end the server.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		rec := &recorder{ResponseWriter: w}
		defer func() {
			if p := recover(); p != nil && p != http.ErrAbortHandler {
				s.log.Error("a defect while answering", "method", r.Method, "path", r.URL.Path, "defect", fmt.Sprint(p), "stack", string(debug.Stack()))
				if rec.status == 0 {
					s.fail(rec, r, problem(http.StatusInternalServerError, "something went wrong; the server's log says what"))
				}
			}
			took := time.Since(began)
			s.log.Debug("request", "method", r.Method, "path", r.URL.Path, "status", rec.code(), "ms", took.Milliseconds(), "client", client(r))
			s.metrics.request(r.Pattern, r.Method, rec.code(), took)
		}()
		next.ServeHTTP(rec, r)
	})
}

// A recorder remembers the status of a response.
type recorder struct {
	http.ResponseWriter
	status int
}

// WriteHeader records the status.
func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write records the implied status.
func (w *recorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap gives [http.ResponseController] access to the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush implements [http.Flusher].
func (w *recorder) Flush() {
	_ = http.NewResponseController(w.ResponseWriter).Flush() // a Flusher reports no errors
}

// Hijack implements [http.Hijacker].
func (w *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(w.ResponseWriter).Hijack()
}

func (w *recorder) code() int {
	if w.status == 0 {
		return http.StatusOK
	}
	return w.status
}
