package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// prefix is where the API is. Another version of it would have another one.
const prefix = "/api/v1"

// A route is a method and a path with what answers them.
type route struct {
	method, path string // the path below the prefix
	handle       func(w http.ResponseWriter, r *http.Request) error
	heavy        bool // it computes, so that only some are answered at a time
}

// routes lists the API. The description in openapi.json has the same routes, which
// a test makes sure of.
func (s *Server) routes() []route {
	get, post, del := http.MethodGet, http.MethodPost, http.MethodDelete
	return []route{
		{get, "/openapi.json", s.getOpenAPI, false},

		{get, "/games", s.getGames, false},
		{get, "/games/{name}", s.getGame, false},
		{get, "/games/{name}/rules", s.getRules, false},
		{get, "/games/{name}/thumbnail.svg", s.getThumbnail, true},
		{get, "/players", s.getPlayers, false},
		{post, "/check", s.postCheck, true},
		{post, "/board", s.postBoard, true},
		{post, "/analyse", s.postAnalyse, true},
		{post, "/knowledge", s.postKnowledge, true},

		{post, "/tables", s.postTable, true},
		{get, "/tables/{id}", s.getTable, false},
		{del, "/tables/{id}", s.deleteTable, false},
		{get, "/tables/{id}/board.svg", s.getTableBoard, false},
		{get, "/tables/{id}/events", s.getTableEvents, false},
		{get, "/tables/{id}/live", s.getTableLive, false},
		{post, "/tables/{id}/move", s.postMove, false},
		{post, "/tables/{id}/undo", s.postUndo, false},
		{post, "/tables/{id}/hint", s.postHint, false},
		{post, "/tables/{id}/evaluation", s.postEvaluation, false},
		{post, "/tables/{id}/resign", s.postResign, false},
		{post, "/tables/{id}/rematch", s.postRematch, false},
		{post, "/tables/{id}/start", s.postStart, false},

		{get, "/matches", s.getMatches, false},
		{post, "/matches", s.postMatch, true},
		{get, "/matches/{id}", s.getMatch, false},
		{del, "/matches/{id}", s.deleteMatch, false},
		{get, "/matches/{id}/record", s.getRecord, false},
		{get, "/matches/{id}/events", s.getMatchEvents, false},
		{get, "/matches/{id}/steps/{step}", s.getStep, true},
		{get, "/matches/{id}/steps/{step}/board.svg", s.getStepBoard, true},
		{get, "/matches/{id}/steps/{step}/knowledge", s.getStepKnowledge, true},
		{post, "/records", s.postRecord, true},

		{get, "/tournaments", s.getTournaments, false},
		{post, "/tournaments", s.postTournament, true},
		{get, "/tournaments/{name}", s.getTournament, false},
		{get, "/tournaments/{name}/events", s.getTournamentEvents, false},
		{get, "/tournaments/{name}/results", s.getResults, false},
		{post, "/tournaments/{name}/run", s.postRun, true},
		{post, "/tournaments/{name}/cancel", s.postCancel, false},

		{post, "/jobs", s.postJob, false},
		{get, "/jobs/{id}", s.getJob, false},
		{del, "/jobs/{id}", s.deleteJob, false},
		{get, "/jobs/{id}/events", s.getJobEvents, false},
		{get, "/jobs/{id}/page", s.getJobPage, false},
	}
}

// build puts everything together. What is refused for whom stands before what is
// answered.
func (s *Server) build() http.Handler {
	mux := http.NewServeMux()
	for _, rt := range s.routes() {
		mux.HandleFunc(rt.method+" "+prefix+rt.path, s.answer(rt))
	}
	mux.HandleFunc(prefix+"/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, s.noRoute(mux, r))
	})
	mux.Handle("GET /metrics", s.trustedOnly(s.meters))
	mux.Handle("GET /healthz", s.health.Live())
	mux.Handle("GET /readyz", s.health.Ready())
	s.pages.register(mux)
	var h http.Handler = mux
	for _, wrap := range []func(http.Handler) http.Handler{compressed, s.allowed, s.sameOrigin, s.limited, s.onlyOurs, secure, s.logged} {
		h = wrap(h)
	}
	return h
}

// noRoute says that there is nothing at a path, or that it is asked for wrongly.
func (s *Server) noRoute(mux *http.ServeMux, r *http.Request) error {
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := mux.Handler(other); strings.HasPrefix(pattern, method+" ") {
			return problem(http.StatusMethodNotAllowed, "%s is not possible here", r.Method)
		}
	}
	return problem(http.StatusNotFound, "there is nothing here; %s/openapi.json describes what there is", prefix)
}

// answer calls what a route has, within limits, and tells its errors.
func (s *Server) answer(rt route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if rt.heavy {
			ctx, cancel := context.WithTimeout(r.Context(), 3*s.cfg.Limits.Question)
			defer cancel()
			select {
			case s.heavy <- struct{}{}:
				defer func() { <-s.heavy }()
			case <-ctx.Done():
				s.fail(w, r, problem(http.StatusServiceUnavailable, "the server is busy; try again in a moment"))
				return
			}
			r = r.WithContext(ctx)
		}
		if err := rt.handle(w, r); err != nil {
			s.fail(w, r, err)
		}
	}
}

// trustedOnly is for what is nobody else's business.
func (s *Server) trustedOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.trusted(r) {
			s.fail(w, r, problem(http.StatusUnauthorized, "the server's token is needed"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// question returns a context for something that is worked out while somebody
// waits.
func (s *Server) question(r *http.Request) (context.Context, context.CancelFunc) {
	return context.WithTimeout(r.Context(), s.cfg.Limits.Question)
}

// picture answers with an image. Nothing in it may run, whoever wrote its texts.
func picture(w http.ResponseWriter, svg []byte, keep time.Duration) error {
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	h.Set("Cache-Control", "no-store")
	if keep > 0 {
		h.Set("Cache-Control", fmt.Sprintf("private, max-age=%d", int(keep.Seconds())))
	}
	_, _ = w.Write(svg) // the client may be gone
	return nil
}
