package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/gdlwellformed"
	"ludex/internal/rbgwellformed"
	"ludex/internal/report"
	"ludex/internal/review"
	"ludex/internal/server/feed"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/jobqueue"
	"ludex/internal/wellformed"
	"ludex/knowledge"
	"ludex/source"
	"ludex/timed"
)

// A jobAPI serves computations that take a while.
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

// A jobRequest asks for work that takes a while.
type jobRequest struct {
	gamecache.Ref
	Kind    string `json:"kind"` // perft, bench, deep, report or review
	Depth   int    `json:"depth"`
	Seconds int    `json:"seconds"`
	Match   string `json:"match"` // of a review
	Nodes   int    `json:"nodes"` // of a review
}

// A jobResult is what came of a job: rows of names and texts, a table, findings,
// or the values of the positions of a play.
type jobResult struct {
	Rows        []jobRow  `json:"rows,omitempty"`
	Columns     []string  `json:"columns,omitempty"`
	Table       [][]any   `json:"table,omitempty"`
	Diagnostics []finding `json:"diagnostics,omitempty"`
	Review      *reviewed `json:"review,omitempty"`
}

type jobRow struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

func (r *jobResult) add(name, format string, args ...any) {
	r.Rows = append(r.Rows, jobRow{name, fmt.Sprintf(format, args...)})
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

// work returns what a job does.
func (api jobAPI) work(req jobRequest) (jobqueue.Work, string, error) {
	if req.Kind == "review" {
		return func(ctx context.Context, tell jobqueue.Report) (jobqueue.Outcome, error) {
			return api.review(ctx, req, tell)
		}, "review of " + req.Match, nil
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

// perft counts positions, depth after depth, so that a stop leaves what was
// finished.
func perft(ctx context.Context, e *gamecache.Entry, req jobRequest, tell jobqueue.Report) (jobqueue.Outcome, error) {
	g, _, err := e.Game(ctx)
	if err != nil {
		return jobqueue.Outcome{}, err
	}
	depth := req.Depth
	if depth == 0 {
		depth = 4
	}
	res := &jobResult{Columns: []string{"depth", "leaves", "terminal", "states", "seconds"}}
	for d := 0; d <= depth; d++ {
		tell(float64(d)/float64(depth+1), "counting depth %d of %d", d, depth)
		began := time.Now()
		counts, err := game.Perft(ctx, g, nil, d)
		if err != nil {
			return jobqueue.Outcome{Result: res}, err
		}
		c := counts[d]
		res.Table = append(res.Table, []any{d, c.Leaves, c.Terminal, c.States, number(time.Since(began).Seconds())})
	}
	return jobqueue.Outcome{Result: res}, nil
}

// bench measures how fast a game can be played at random.
func bench(ctx context.Context, e *gamecache.Entry, req jobRequest, tell jobqueue.Report) (jobqueue.Outcome, error) {
	seconds := req.Seconds
	if seconds == 0 {
		seconds = 3
	}
	if e.Rules.IsTimed() {
		return benchTimed(ctx, e, seconds, tell)
	}
	g, note, err := e.Game(ctx)
	if err != nil {
		return jobqueue.Outcome{}, err
	}
	tell(0, "playing at random for %d seconds", seconds)
	got, err := game.Playouts(ctx, g, game.PlayoutOptions{Time: time.Duration(seconds) * time.Second, Seed: 1})
	if err != nil && ctx.Err() == nil {
		return jobqueue.Outcome{}, err
	}
	res := new(jobResult)
	res.add("engine", "%s", g.Engine())
	if note != "" {
		res.add("note", "%s", note)
	}
	if t := got.Elapsed.Seconds(); t > 0 {
		res.add("states", "%.4g a second (%d in %.2f s)", float64(got.States)/t, got.States, t)
		res.add("playouts", "%.4g a second (%d)", float64(got.Playouts)/t, got.Playouts)
	}
	if got.Playouts == 0 {
		res.add("note", "no playout has ended")
	} else {
		res.add("mean length", "%.2f steps", got.MeanLength())
	}
	for r, name := range g.Roles() {
		if game.Role(r) != g.Random() && got.Finished > 0 {
			res.add("mean goal of "+name, "%.2f", got.MeanGoal(game.Role(r)))
		}
	}
	for _, d := range []struct {
		n    uint64
		what string
	}{{got.Cut, "playouts were too long"}, {got.Stuck, "playouts got stuck"}, {got.BadGoals, "playouts ended without one goal value a role"}} {
		if d.n > 0 {
			res.add("defect", "%d %s", d.n, d.what)
		}
	}
	return jobqueue.Outcome{Result: res}, ctx.Err()
}

// benchTimed plays a game in real time at random, in virtual time.
func benchTimed(ctx context.Context, e *gamecache.Entry, seconds int, tell jobqueue.Report) (jobqueue.Outcome, error) {
	shared, err := e.Timed(ctx)
	if err != nil {
		return jobqueue.Outcome{}, err
	}
	g, err := shared.Fork()
	if err != nil {
		return jobqueue.Outcome{}, err
	}
	tell(0, "playing at random for %d seconds", seconds)
	limited, cancel := context.WithTimeout(ctx, time.Duration(seconds)*time.Second)
	defer cancel()
	began, plays, updates := time.Now(), 0, 0
	for limited.Err() == nil {
		m, err := timed.NewMatch(g, timed.MatchOptions{Seed: uint64(plays), MaxTime: 1000 * 1_000_000_000, MaxEvents: 100_000})
		if err != nil {
			return jobqueue.Outcome{}, err
		}
		policies := make([]timed.Policy, len(g.Roles()))
		for r := range policies {
			if game.Role(r) != g.Random() {
				policies[r] = timed.RandomPolicy(uint64(plays*len(policies)+r), timed.PerUnit)
			}
		}
		err = timed.Run(limited, m, timed.RunOptions{Policies: policies})
		if err != nil && limited.Err() == nil {
			return jobqueue.Outcome{}, err
		}
		updates += m.Events()
		if err == nil { // else the time was over before the play was
			plays++
		}
	}
	res := new(jobResult)
	t := time.Since(began).Seconds()
	if t > 0 {
		res.add("updates", "%.4g a second (%d in %.2f s)", float64(updates)/t, updates, t)
	}
	res.add("plays", "%d", plays)
	return jobqueue.Outcome{Result: res}, ctx.Err()
}

// deepCheck plays the game to see what only that shows.
func deepCheck(ctx context.Context, e *gamecache.Entry, _ jobRequest, tell jobqueue.Report) (jobqueue.Outcome, error) {
	tell(0, "looking at all states")
	list := &source.List{File: e.Rules.File}
	opt := gdlwellformed.Options{Limits: wellformed.Limits{States: 100_000}, Playouts: 500, Seed: 1, Developments: 200_000}
	res := new(jobResult)
	played, err := e.Rules.Playable(ctx)
	switch {
	case err != nil:
	case e.Rules.RBG != nil:
		var req *wellformed.Requirements
		var roles []string
		req, roles, err = rbgwellformed.Check(ctx, e.Rules.RBG, rbgwellformed.Options{Limits: opt.Limits, Playouts: opt.Playouts, Seed: 1}, list)
		res.requirements(req, roles)
	case e.Rules.IsTimed():
		var found *gdlwellformed.TimedReport
		if found, err = gdlwellformed.CheckTimed(ctx, played.GDL, opt, list); found != nil {
			res.add("played", "%d times, %d of them to the end, with %d updates", found.Plays, found.Ended, found.Events)
		}
	default:
		var found *gdlwellformed.Report
		if found, err = gdlwellformed.Check(ctx, played.GDL, opt, list); found != nil {
			res.requirements(found.Requirements, found.Roles)
			res.knowledge(found)
		}
	}
	res.Diagnostics = newFindings(list)
	return jobqueue.Outcome{Result: res}, err
}

func (r *jobResult) requirements(q *wellformed.Requirements, roles []string) {
	if q == nil {
		return
	}
	r.add("states", "%s", q.Extent())
	line := func(question string, f *wellformed.Finding) {
		if f == nil {
			return
		}
		text := f.Verdict.String()
		if f.Detail != "" {
			text += " (" + f.Detail + ")"
		}
		r.add(question, "%s", text)
	}
	line("always ends", &q.Terminates)
	line("always playable", &q.Playable)
	line("one goal value at the end", &q.Goals)
	for _, role := range roles {
		line("weakly winnable for "+role, q.WeaklyWinnable[role])
		line("strongly winnable for "+role, q.StronglyWon[role])
		line("forced win for "+role, q.ForcedWin[role])
	}
}

func (r *jobResult) knowledge(found *gdlwellformed.Report) {
	line := func(question string, f *knowledge.Finding) {
		if f != nil {
			r.add(question, "%s", f)
		}
	}
	if k := found.Knowledge; k != nil {
		line("roles know their legal moves", &k.LegalMoves)
		line("roles know the end and results", &k.Ends)
	}
	line("roles can tell all plays apart", found.Distinguishable)
}

// makeReport finds out what a game is like, and makes a page about it.
func makeReport(ctx context.Context, e *gamecache.Entry, _ jobRequest, tell jobqueue.Report) (jobqueue.Outcome, error) {
	subject, opt, err := reportSubject(ctx, e)
	if err != nil {
		return jobqueue.Outcome{}, err
	}
	opt.Progress = func(p report.Progress) {
		all := max(p.AllPlayouts+p.AllGames, 1)
		tell(float64(p.Playouts+p.Games)/float64(all), "%d of %d random plays, %d of %d games", p.Playouts, p.AllPlayouts, p.Games, p.AllGames)
	}
	data, err := report.Collect(ctx, subject, opt, report.Shard{Of: 1})
	if data == nil {
		return jobqueue.Outcome{}, err
	}
	measures := report.Measure(data)
	var page, text bytes.Buffer
	if pageErr := report.Page(&page, data, measures); pageErr != nil {
		return jobqueue.Outcome{}, errors.Join(err, pageErr)
	}
	res := new(jobResult)
	if report.WriteText(&text, data, measures) == nil {
		for line := range strings.Lines(text.String()) {
			name, rest, ok := strings.Cut(strings.TrimSpace(line), "  ")
			if ok {
				res.add(name, "%s", strings.TrimSpace(rest))
			}
		}
	}
	return jobqueue.Outcome{Result: res, Page: page.Bytes()}, err
}

func reportSubject(ctx context.Context, e *gamecache.Entry) (report.Subject, report.Options, error) {
	about := e.About()
	s := report.Subject{About: report.About{Name: about.Name, Title: about.Title, Hash: about.Hash}}
	s.About.Facts = []report.Fact{{Name: "language", Text: about.Language}}
	opt := report.Options{Player: "auto", Seed: 1, Threads: 1}
	if facts, err := e.Initial(ctx); err == nil {
		if svg, err := e.Draw(ctx, board.Position{Facts: facts}, board.Options{}); err == nil && len(svg) < 1<<20 {
			s.About.Picture = string(svg)
		}
	}
	if e.Rules.IsTimed() {
		shared, err := e.Timed(ctx)
		if err != nil {
			return s, opt, err
		}
		if s.Timed, err = shared.Fork(); err != nil {
			return s, opt, err
		}
		list, err := e.Roster(ctx)
		if err != nil {
			return s, opt, err
		}
		s.TurnClock = list.TurnClock()
		opt.NewTimed, err = list.Maker("auto")
		return s, opt, err
	}
	g, _, err := e.Game(ctx)
	if err != nil {
		return s, opt, err
	}
	s.Game = g
	opt.New, err = humanplay.PlayerNamed("auto")
	return s, opt, err
}

// reviewed is what a play was worth to the roles, position by position.
type reviewed struct {
	Roles  []string     `json:"roles"` // those that chance plays not counted
	Values [][]*float64 `json:"values"`
	Notes  []string     `json:"notes"` // by step: mistakes
}

// review has a player look at every position of a match.
func (api jobAPI) review(ctx context.Context, req jobRequest, tell jobqueue.Report) (jobqueue.Outcome, error) {
	p, err := api.server.replays.open(ctx, req.Match)
	if err != nil {
		return jobqueue.Outcome{}, err
	}
	if p.game == nil {
		return jobqueue.Outcome{}, errors.New("the positions of a match in real time cannot be valued so far")
	}
	nodes := req.Nodes
	if nodes == 0 {
		nodes = 1000
	}
	reviewer, err := newReviewer(p.game, nodes)
	if err != nil {
		return jobqueue.Outcome{}, err
	}
	found, err := reviewer.Play(ctx, p.states, p.joints, func(i int) {
		tell(float64(i)/float64(len(p.states)), "position %d of %d", i+1, len(p.states))
	})
	if found == nil {
		return jobqueue.Outcome{}, err
	}
	out := &reviewed{Roles: []string{}, Values: [][]*float64{}, Notes: []string{}}
	var seats []int
	for r, name := range p.game.Roles() {
		if game.Role(r) != p.game.Random() {
			out.Roles, seats = append(out.Roles, name), append(seats, r)
		}
	}
	row := func(at *review.Position) {
		if at == nil {
			return
		}
		var values []*float64
		for _, r := range seats {
			values = append(values, number(at.Values[r]))
		}
		out.Values = append(out.Values, values)
	}
	for _, step := range found.Steps {
		row(step.Before)
		note := ""
		for _, c := range step.Choices {
			if c.Grade != review.Good {
				note = fmt.Sprintf("%s: %s, %s gives away %.0f", p.game.Roles()[c.Role], c.Grade, p.entry.Rules.Show(p.game.MoveText(c.Role, c.Move)), c.Loss)
			}
		}
		out.Notes = append(out.Notes, note)
	}
	row(found.Final)
	return jobqueue.Outcome{Result: &jobResult{Review: out}}, err
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

// getJobEvents tells how far a job is until it is over. Who listens keeps it going.
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

// reportPolicy lets a page that needs nothing else show its own styles; nothing in
// it runs.
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
