package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"ludex/internal/panics"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/livematch"
	"ludex/internal/server/ratelimit"
	"ludex/internal/server/table"
	"ludex/internal/store"
	"ludex/match"
)

// A Problem is an error response of the API, see RFC 9457.
type Problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail,omitempty"`
}

// Error returns the detail.
func (p *Problem) Error() string {
	if p.Detail == "" {
		return p.Title
	}
	return p.Detail
}

// problem returns a problem with a status and a detail.
func problem(status int, format string, args ...any) *Problem {
	return &Problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: fmt.Sprintf(format, args...)}
}

// asProblem returns the response for an error. Internal errors are not described.
func asProblem(err error) *Problem {
	var p *Problem
	var bad *humanplay.BadRequestError
	var tooLarge *http.MaxBytesError
	var full *ratelimit.FullError
	switch {
	case errors.As(err, &p):
		return p
	case errors.Is(err, context.Canceled): // mostly the client has disconnected
		return problem(http.StatusServiceUnavailable, "the request was broken off, or the server is stopping")
	case errors.As(err, &full) && full.Own:
		return problem(http.StatusTooManyRequests, "%v", full)
	case errors.As(err, &full):
		return problem(http.StatusServiceUnavailable, "%v", full)
	case errors.Is(err, context.DeadlineExceeded):
		return problem(http.StatusServiceUnavailable, "this takes longer than a question may take here")
	case errors.As(err, &tooLarge):
		return problem(http.StatusRequestEntityTooLarge, "at most %d bytes are allowed", tooLarge.Limit)
	case errors.Is(err, gamecache.ErrTooLong):
		return problem(http.StatusRequestEntityTooLarge, "%v", err)
	case errors.As(err, &bad):
		return problem(http.StatusUnprocessableEntity, "%v", err)
	case errors.Is(err, gamecache.ErrUnknown), errors.Is(err, store.ErrNotFound), errors.Is(err, livematch.ErrUnknown):
		return problem(http.StatusNotFound, "%v", err)
	case errors.Is(err, humanplay.ErrStale), errors.Is(err, humanplay.ErrRule), errors.Is(err, errTournamentBusy):
		return problem(http.StatusConflict, "%v", err)
	case errors.Is(err, table.ErrTaken):
		return problem(http.StatusNotFound, "%v", table.ErrTaken)
	case errors.Is(err, table.ErrTalk):
		return problem(http.StatusTooManyRequests, "%v", err)
	case errors.Is(err, humanplay.ErrStore):
		return problem(http.StatusServiceUnavailable, "%v; nothing has changed, try again", humanplay.ErrStore)
	case errors.Is(err, humanplay.ErrClosed):
		return problem(http.StatusGone, "%v", err)
	case errors.Is(err, match.ErrWrong), errors.Is(err, match.ErrForged):
		return problem(http.StatusUnprocessableEntity, "%v", err)
	}
	return problem(http.StatusInternalServerError, "something went wrong; the server's log says what")
}

// fail answers with the problem for an error.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	p := asProblem(err)
	s.note(r, p, err)
	if p.Status == http.StatusServiceUnavailable || p.Status == http.StatusTooManyRequests {
		if w.Header().Get("Retry-After") == "" {
			w.Header().Set("Retry-After", "5")
		}
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // the client may be gone
}

// note logs internal errors.
func (s *Server) note(r *http.Request, p *Problem, err error) {
	if p.Status < 500 || p.Status == http.StatusServiceUnavailable {
		return
	}
	log := s.log
	if defect, ok := errors.AsType[*panics.Error](err); ok {
		log = log.With("stack", string(defect.Stack))
	}
	log.Error("request failed", "method", r.Method, "path", r.URL.Path, "err", err)
}

// reply answers with a value as JSON.
func reply(w http.ResponseWriter, status int, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("writing an answer: %w", err)
	}
	return replyJSON(w, status, data)
}

// replyJSON answers with a value that is encoded already.
func replyJSON(w http.ResponseWriter, status int, data []byte) error {
	w.Header().Set("Content-Type", "application/json")
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-store")
	}
	w.WriteHeader(status)
	_, _ = w.Write(append(data, '\n')) // the client may be gone
	return nil
}
