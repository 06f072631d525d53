package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ludex/game"
	"ludex/internal/benchmark"
	"ludex/internal/deepcheck"
	"ludex/internal/gdlwellformed"
	"ludex/internal/movecells"
	"ludex/internal/report"
	"ludex/internal/review"
	"ludex/internal/server/authoring"
	"ludex/internal/server/gamecache"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/jobqueue"
	"ludex/internal/wellformed"
	"ludex/source"
)

// perft counts the positions at each depth.
func perft(ctx context.Context, e *gamecache.Entry, req jobRequest, tell jobqueue.Report) (jobqueue.Outcome, error) {
	g, _, err := e.Game(ctx)
	if err != nil {
		return jobqueue.Outcome{}, err
	}
	depth := req.Depth
	if depth == 0 {
		depth = 4
	}
	res := &jobResult{Columns: benchmark.DepthColumns()}
	count := benchmark.CountFrom(ctx, g, nil, false)
	err = benchmark.Perft(depth, false, func(d int) (game.PerftCount, uint64, error) {
		tell(float64(d)/float64(depth+1), "counting depth %d of %d", d, depth)
		return count(d)
	}, func(d benchmark.Depth) {
		row := d.Row()
		row[len(row)-1] = number(d.Seconds)
		res.Table = append(res.Table, row)
	})
	return jobqueue.Outcome{Result: res}, err
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
	limit := time.Duration(seconds) * time.Second
	benchmark.Wait(ctx, g, limit)
	runs, err := benchmark.Playouts(ctx, g, game.PlayoutOptions{Time: limit, Seed: 1})
	if err != nil && ctx.Err() == nil {
		return jobqueue.Outcome{}, err
	}
	last := &runs[len(runs)-1]
	report := benchmark.NewReport(last.Game, 1, 0, &last.Result)
	report.AddBefore(runs[:len(runs)-1])
	res := new(jobResult)
	res.add("engine", last.Game.Engine())
	if note != "" {
		res.add("note", note)
	}
	res.Rows = append(res.Rows, report.Rows()...)
	for _, line := range report.Defects("the limit of steps") {
		res.add("defect", line)
	}
	return jobqueue.Outcome{Result: res}, ctx.Err()
}

// benchTimed plays a real-time game at random, in virtual time.
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
	limit := time.Duration(seconds) * time.Second
	limited, cancel := context.WithTimeout(ctx, limit) // ends a match that takes longer
	defer cancel()
	report, err := benchmark.Timed(limited, g, benchmark.TimedOptions{Time: limit})
	if err != nil {
		return jobqueue.Outcome{}, err
	}
	return jobqueue.Outcome{Result: &jobResult{Rows: report.Rows()}}, ctx.Err()
}

// jobProofTime is how much processor time a deep check spends on a proof.
const jobProofTime = 5 * time.Second

// deepCheck plays the game to check what its text does not show, and tries to prove what playing
// does not decide.
func deepCheck(ctx context.Context, e *gamecache.Entry, _ jobRequest, tell jobqueue.Report) (jobqueue.Outcome, error) {
	tell(0, "looking at all states")
	list := &source.List{File: e.Rules.File}
	opt := gdlwellformed.Options{Limits: wellformed.Limits{States: 100_000}, Playouts: 500, Seed: 1, Developments: 200_000, ProofTime: jobProofTime}
	found, err := deepcheck.Run(ctx, e.Rules, opt, list)
	res := &jobResult{Diagnostics: authoring.Findings(list)}
	if found.Requirements != nil {
		res.add("states", found.Requirements.Extent())
	}
	for _, a := range slices.Concat(found.Answers(), found.KnowledgeAnswers()) {
		res.add(a.Question, a.Text)
	}
	if text := found.TimedText(); text != "" {
		res.add("played", text)
	}
	return jobqueue.Outcome{Result: res}, err
}

// makeReport analyses a game by playing it, and makes a page about it.
func makeReport(ctx context.Context, e *gamecache.Entry, _ jobRequest, tell jobqueue.Report) (jobqueue.Outcome, error) {
	subject, opt, err := reportSubject(ctx, e)
	if err != nil {
		return jobqueue.Outcome{}, err
	}
	opt.Progress = func(p report.Progress) {
		all := max(p.AllPlayouts+p.AllGames, 1)
		tell(float64(p.Playouts+p.Games)/float64(all), "%d of %d random plays, %d of %d games", p.Playouts, p.AllPlayouts, p.Games, p.AllGames)
	}
	share, played := report.ShareTime(ctx, 1)
	data, err := report.Collect(share, subject, opt, report.Shard{Of: 1})
	played()
	if data == nil {
		return jobqueue.Outcome{}, err
	}
	if ctx.Err() == nil {
		if errors.Is(err, context.DeadlineExceeded) {
			err = nil // the report says what is missing
		}
		err = errors.Join(err, report.Follow(ctx, e.Rules, subject, data))
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
				res.add(name, strings.TrimSpace(rest))
			}
		}
	}
	return jobqueue.Outcome{Result: res, Page: page.Bytes()}, err
}

// reportSubject opens the game of a report and its player.
func reportSubject(ctx context.Context, e *gamecache.Entry) (report.Subject, report.Options, error) {
	opt := report.Options{Player: "auto", Seed: 1, Threads: 1}
	p, err := humanplay.Prepare(ctx, e, false)
	if err != nil {
		return report.Subject{}, opt, err
	}
	text, err := p.PlayerText(opt.Player)
	if err != nil {
		return report.Subject{}, opt, err
	}
	if err := opt.SetPlayer(p.Players, text); err != nil {
		return report.Subject{}, opt, err
	}
	return report.NewSubject(ctx, e.Rules, p.Game), opt, nil
}

// reviewed has the values of the positions of a match.
type reviewed struct {
	Roles  []string     `json:"roles"` // without chance
	Values [][]*float64 `json:"values"`
	Notes  []string     `json:"notes"` // by step: mistakes, or ""
}

// reviewedPlay returns the play of a review: a match, or moves from its beginning or from
// that of a game.
func (api jobAPI) reviewedPlay(ctx context.Context, req jobRequest) (*replay, error) {
	if req.Match != "" && req.Moves == "" {
		p, err := api.server.replays.open(ctx, req.Match)
		if err == nil && p.game == nil {
			err = errors.New("the positions of a match in real time cannot be valued so far")
		}
		return p, err
	}
	at, err := positionAPI(api).find(ctx, placeRequest{Ref: req.Ref, Match: req.Match, Moves: req.Moves})
	if err != nil {
		return nil, err
	}
	p := at.replay()
	p.cells, err = p.entry.MoveCells(ctx)
	return p, err
}

// review evaluates every position of a play.
func (api jobAPI) review(ctx context.Context, req jobRequest, tell jobqueue.Report) (jobqueue.Outcome, error) {
	p, err := api.reviewedPlay(ctx, req)
	if err != nil {
		return jobqueue.Outcome{}, err
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
	machine := p.game.NewMachine()
	machine.Bind(ctx)
	for i, step := range found.Steps {
		row(step.Before)
		note := ""
		for _, c := range step.Choices {
			if c.Grade != review.Good {
				at := movecells.Position{Machine: machine, State: p.states[i], Role: c.Role, Joint: p.joints[i]}
				note = fmt.Sprintf("%s: %s, %s gives away %.0f", p.game.Roles()[c.Role], c.Grade, p.cells.MoveName(at, c.Move), c.Loss)
			}
		}
		out.Notes = append(out.Notes, note)
	}
	row(found.Final)
	return jobqueue.Outcome{Result: &jobResult{Review: out}}, err
}
