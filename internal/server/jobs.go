package server

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"ludex/internal/benchmark"
	"ludex/internal/server/authoring"
	"ludex/internal/server/feed"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/jobqueue"
)

// A jobAPI serves long computations.
type jobAPI struct{ server *Server }

func (api jobAPI) routes() []route {
	return []route{
		{http.MethodPost, "/jobs", api.postJob, light},
		{http.MethodGet, "/jobs/{id}", api.getJob, light},
		{http.MethodDelete, "/jobs/{id}", api.deleteJob, light},
		{http.MethodGet, "/jobs/{id}/events", api.getJobEvents, lasting},
		{http.MethodGet, "/jobs/{id}/page", api.getJobPage, light},
	}
}

// A jobRequest asks for a long computation.
type jobRequest struct {
	gamecache.Ref
	Kind    string `json:"kind"` // perft, bench, deep, report or review
	Depth   int    `json:"depth"`
	Seconds int    `json:"seconds"`
	Match   string `json:"match"` // for a review
	Moves   string `json:"moves"` // for a review: from the initial state of the game or match
	Nodes   int    `json:"nodes"` // for a review
}

// A jobResult is the result of a job: rows, a table, diagnostics, or the values of the
// positions of a match.
type jobResult struct {
	Rows        []benchmark.Row     `json:"rows,omitempty"`
	Columns     []string            `json:"columns,omitempty"`
	Table       [][]any             `json:"table,omitempty"`
	Diagnostics []authoring.Finding `json:"diagnostics,omitempty"`
	Review      *reviewed           `json:"review,omitempty"`
}

func (r *jobResult) add(name, text string) {
	r.Rows = append(r.Rows, benchmark.Row{Name: name, Text: text})
}

// Limits of jobs.
const (
	maxDepth   = 30
	maxSeconds = 60
)

func (api jobAPI) postJob(w http.ResponseWriter, r *http.Request) error {
	var req jobRequest
	if err := decode(w, r, api.server.cfg.Limits.Large, &req); err != nil {
		return err
	}
	if req.Depth < 0 || req.Depth > maxDepth || req.Seconds < 0 || req.Seconds > maxSeconds || req.Nodes < 0 || req.Nodes > mostNodes {
		return problem(http.StatusUnprocessableEntity, "the depth is at most %d, the seconds at most %d and the nodes at most %d", maxDepth, maxSeconds, mostNodes)
	}
	work, title, err := api.work(req)
	if err != nil {
		return err
	}
	page := func(id string) string { return prefix + "/jobs/" + id + "/page" }
	state, err := api.server.jobs.Start(client(r), req.Kind, title, page, work)
	if err != nil {
		return err
	}
	return reply(w, http.StatusAccepted, state)
}

// work returns the work of a job, and its title.
func (api jobAPI) work(req jobRequest) (jobqueue.Work, string, error) {
	if req.Kind == "review" {
		return func(ctx context.Context, tell jobqueue.Report) (jobqueue.Outcome, error) {
			return api.review(ctx, req, tell)
		}, "review of " + cmp.Or(req.Match, req.Game, "a play"), nil
	}
	e, err := playable(api.server.games, req.Ref)
	if err != nil {
		return nil, "", err
	}
	do, ok := map[string]func(context.Context, *gamecache.Entry, jobRequest, jobqueue.Report) (jobqueue.Outcome, error){
		"perft": perft, "bench": bench, "deep": deepCheck, "report": makeReport,
	}[req.Kind]
	if !ok {
		return nil, "", problem(http.StatusUnprocessableEntity, "a job is perft, bench, deep, report or review")
	}
	if e.Rules.IsTimed() && req.Kind == "perft" {
		return nil, "", problem(http.StatusUnprocessableEntity, "positions of a game in real time cannot be counted by depth")
	}
	return func(ctx context.Context, tell jobqueue.Report) (jobqueue.Outcome, error) {
			return do(ctx, e, req, tell)
		},
		req.Kind + " of " + e.Title(), nil
}

func (api jobAPI) job(r *http.Request) (jobqueue.State, error) {
	state, ok := api.server.jobs.State(r.PathValue("id"))
	if !ok {
		return state, errNoJob()
	}
	return state, nil
}

func (api jobAPI) getJob(w http.ResponseWriter, r *http.Request) error {
	state, err := api.job(r)
	if err != nil {
		return err
	}
	return reply(w, http.StatusOK, state)
}

func (api jobAPI) deleteJob(w http.ResponseWriter, r *http.Request) error {
	if !api.server.jobs.Cancel(r.PathValue("id")) {
		return errNoJob()
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// getJobEvents streams the progress of a job. The client counts as a watcher.
func (api jobAPI) getJobEvents(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	leave, ok := api.server.jobs.Attend(id)
	if !ok {
		return errNoJob()
	}
	defer leave()
	f := feed.New(1, api.server.log)
	done := make(chan struct{})
	defer close(done)
	go api.tellJob(id, f, done)
	return api.server.stream(w, r, f)
}

// tellJob publishes the state of a job whenever it changes.
func (api jobAPI) tellJob(id string, f *feed.Feed, done <-chan struct{}) {
	defer f.Close()
	for {
		state, changed, ok := api.server.jobs.Watch(id)
		if !ok {
			return
		}
		f.Publish("job", state)
		if state.Over() {
			return
		}
		select {
		case <-changed:
		case <-done:
			return
		}
	}
}

func errNoJob() error { return problem(http.StatusNotFound, "there is no such job") }

// reportPolicy is the content security policy of a report: it may have inline styles and
// images, but no scripts.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups"

func (api jobAPI) getJobPage(w http.ResponseWriter, r *http.Request) error {
	page, ok := api.server.jobs.Page(r.PathValue("id"))
	if !ok {
		return problem(http.StatusNotFound, "there is no page of such a job")
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", reportPolicy)
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(slices.Clone(page)) // the client may be gone
	return nil
}
