package server

import (
	_ "embed"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// prefix is the path of the API. An incompatible version would have another one.
const prefix = "/api/v1"

// A route is a method and a path of the API with its handler.
type route struct {
	method, path string // the path below the prefix
	handle       handler
	weight       weight
}

// routes lists the API. The description in openapi.json has the same routes, which
// a test makes sure of.
func (s *Server) routes() []route {
	return slices.Concat(
		[]route{{http.MethodGet, "/openapi.json", getOpenAPI, light}},
		gameAPI{s}.routes(), positionAPI{s}.routes(), tableAPI{s}.routes(),
		matchAPI{s}.routes(), tournamentAPI{s}.routes(), jobAPI{s}.routes(), puzzleAPI{s}.routes(), workshopAPI{s}.routes(), accountAPI{s}.routes(),
	)
}

// build returns the handler of the server: the routes and pages, inside the middleware.
func (s *Server) build() (http.Handler, error) {
	mux := http.NewServeMux()
	for _, rt := range s.routes() {
		mux.HandleFunc(rt.method+" "+prefix+rt.path, s.answer(rt))
	}
	mux.HandleFunc(prefix+"/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, noRoute(mux, r))
	})
	mux.Handle("GET /metrics", s.access.trustedOnly(s.metrics))
	mux.Handle("GET /healthz", s.health.Live())
	mux.Handle("GET /readyz", s.health.Ready())
	s.pages.register(mux)
	compressed, err := newCompressor()
	if err != nil {
		return nil, err
	}
	var h http.Handler = mux
	for _, wrap := range []func(http.Handler) http.Handler{ // the last one sees a request first
		compressed, s.access.allowed, s.inSession, s.access.sameOrigin, s.access.limited, s.access.requireKnownHost, secure, s.logged,
	} {
		h = wrap(h)
	}
	return h, nil
}

// noRoute returns the error for a path without a route, or with a route for another
// method.
func noRoute(mux *http.ServeMux, r *http.Request) error {
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := mux.Handler(other); strings.HasPrefix(pattern, method+" ") {
			return problem(http.StatusMethodNotAllowed, "%s is not possible here", r.Method)
		}
	}
	return problem(http.StatusNotFound, "there is nothing here; %s/openapi.json describes what there is", prefix)
}

// answer returns the handler of a route, which runs within the limits and reports
// errors to the client.
func (s *Server) answer(rt route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.within(rt.weight, rt.handle, w, r); err != nil {
			s.fail(w, r, err)
		}
	}
}

// picture writes an SVG image. The policy keeps scripts in it from running: its texts
// may come from clients.
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

// openAPI describes the API.
//
//go:embed openapi.json
var openAPI []byte

func getOpenAPI(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(openAPI) // the client may be gone
	return nil
}
