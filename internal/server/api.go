package server

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
	handle       handler
	weight       weight
}

// routes lists the API. The description in openapi.json has the same routes, which
// a test makes sure of.
func (s *Server) routes() []route {
	get, post, del := http.MethodGet, http.MethodPost, http.MethodDelete
	return []route{
		{get, "/openapi.json", s.getOpenAPI, light},

		{get, "/games", s.getGames, light},
		{get, "/games/{name}", s.getGame, light},
		{get, "/games/{name}/rules", s.getRules, light},
		{get, "/games/{name}/thumbnail.svg", s.getThumbnail, heavy},
		{get, "/players", s.getPlayers, light},
		{post, "/check", s.postCheck, heavy},
		{post, "/board", s.postBoard, heavy},
		{post, "/analyse", s.postAnalyse, heavy},
		{post, "/knowledge", s.postKnowledge, heavy},

		{post, "/tables", s.postTable, heavy},
		{get, "/tables/{id}", s.getTable, light},
		{del, "/tables/{id}", s.deleteTable, light},
		{get, "/tables/{id}/board.svg", s.getTableBoard, light},
		{get, "/tables/{id}/events", s.getTableEvents, lasting},
		{get, "/tables/{id}/live", s.getTableLive, lasting},
		{post, "/tables/{id}/move", s.postMove, light},
		{post, "/tables/{id}/undo", s.postUndo, light},
		{post, "/tables/{id}/hint", s.postHint, light},
		{post, "/tables/{id}/evaluation", s.postEvaluation, light},
		{post, "/tables/{id}/resign", s.postResign, light},
		{post, "/tables/{id}/rematch", s.postRematch, light},
		{post, "/tables/{id}/start", s.postStart, light},

		{get, "/matches", s.getMatches, light},
		{post, "/matches", s.postMatch, heavy},
		{get, "/matches/{id}", s.getMatch, light},
		{del, "/matches/{id}", s.deleteMatch, light},
		{get, "/matches/{id}/record", s.getRecord, light},
		{get, "/matches/{id}/events", s.getMatchEvents, lasting},
		{get, "/matches/{id}/steps/{step}", s.getStep, heavy},
		{get, "/matches/{id}/steps/{step}/board.svg", s.getStepBoard, heavy},
		{get, "/matches/{id}/steps/{step}/knowledge", s.getStepKnowledge, heavy},
		{post, "/records", s.postRecord, heavy},

		{get, "/tournaments", s.getTournaments, light},
		{post, "/tournaments", s.postTournament, heavy},
		{get, "/tournaments/{name}", s.getTournament, light},
		{get, "/tournaments/{name}/events", s.getTournamentEvents, lasting},
		{get, "/tournaments/{name}/results", s.getResults, lasting},
		{post, "/tournaments/{name}/run", s.postRun, heavy},
		{post, "/tournaments/{name}/cancel", s.postCancel, light},

		{post, "/jobs", s.postJob, light},
		{get, "/jobs/{id}", s.getJob, light},
		{del, "/jobs/{id}", s.deleteJob, light},
		{get, "/jobs/{id}/events", s.getJobEvents, lasting},
		{get, "/jobs/{id}/page", s.getJobPage, light},
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
		if err := s.within(rt.weight, rt.handle, w, r); err != nil {
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
