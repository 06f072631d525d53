package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/cluster"
	"ludex/internal/cluster/workload"
	"ludex/internal/report"
)

// rules returns a description for workers.
func (p *playFlags) rules(d *description) workload.Rules {
	return workload.NewRules(d.file, d.how, p.engine)
}

// A shift is one job of a team.
type shift struct {
	*team
	workload.Split
	cmd   *cobra.Command
	begun time.Time
	ctx   context.Context // ends when the workers cannot be kept running
	end   context.CancelFunc
}

// begin gets a team together for a job, and waits until it can begin to work.
func (f *crewFlags) begin(cmd *cobra.Command, kind cluster.Kind) (*shift, error) {
	t, err := f.open(cmd)
	if err != nil {
		return nil, err
	}
	s := &shift{team: t, cmd: cmd, begun: time.Now()}
	s.ctx, s.end = t.within(cmd.Context())
	stop := progress(cmd, "waiting for workers")
	err = t.Await(s.ctx, max(f.workers, 1))
	stop()
	if err != nil {
		s.end()
		t.close()
		return nil, errors.Join(t.failure(), err)
	}
	s.Split = workload.Split{Job: t.Open(cluster.JobName(cmd.Name(), rand.Text())), Parts: max(partsEach*t.Slots(), minParts), Ended: t.ended(kind)}
	return s, nil
}

// Into how many parts work is split for each thread of a worker, so that nobody waits
// for long at the end, and at least.
const (
	partsEach = 8
	minParts  = 32
)

// watch shows how far the work is, until it is told to stop.
func (s *shift) watch(what string) (stop func()) {
	return progressOf(s.cmd, func() string {
		if done := s.tally.text(); done != "" {
			return what + ", parts done by " + done
		}
		return what
	})
}

func (s *shift) close() {
	s.Job.Close()
	s.end()
	s.team.close()
}

// perft counts positions elsewhere.
func (f *crewFlags) perft(cmd *cobra.Command, r workload.Rules, t *table, depth int, asJSON bool) error {
	s, err := f.begin(cmd, workload.Perft)
	if err != nil {
		return err
	}
	defer s.close()
	c := workload.PerftCounter{Split: s.Split, Rules: r, Game: t.game, From: t.start}
	err = runPerft(cmd, t, depth, asJSON, func(d int) (game.PerftCount, error) {
		defer s.watch(fmt.Sprintf("counting depth %d", d))()
		return c.At(s.ctx, d, depth)
	})
	return errors.Join(err, s.failure())
}

// bench runs playouts elsewhere.
func (f *crewFlags) bench(cmd *cobra.Command, r workload.Rules, t *table, opt game.PlayoutOptions, deterministic, asJSON bool, setup time.Duration) error {
	s, err := f.begin(cmd, workload.Playouts)
	if err != nil {
		return err
	}
	defer s.close()
	batch := workload.PlayoutBatch{Rules: r, Seed: opt.Seed, Count: opt.Count, Time: opt.Time, MaxSteps: opt.MaxSteps, Deterministic: deterministic}
	if opt.From != nil {
		batch.From = t.game.Facts(opt.From)
	}
	stop := s.watch("playing " + t.game.Name())
	if err = s.warmUp(batch); err == nil {
		var res game.PlayoutResult
		var took time.Duration
		res, took, err = s.Playouts(s.ctx, batch)
		stop()
		if err == nil || cmd.Context().Err() != nil {
			report := newBenchReport(t.game, opt, setup, &res)
			report.Workers, report.WorkerSeconds = s.Slots(), took.Seconds()
			return writeBench(cmd.OutOrStdout(), report, t.game, asJSON)
		}
	}
	stop()
	return errors.Join(err, s.failure())
}

// warmUp has the workers open the game before time is measured.
func (s *shift) warmUp(b workload.PlayoutBatch) error {
	b.Count, b.Time = 4*s.Slots(), 0
	first := workload.Split{Job: s.Open(cluster.JobName("warm-up", rand.Text())), Parts: b.Count, Ended: func(*cluster.Result) {}}
	defer first.Job.Close()
	_, _, err := first.Playouts(s.ctx, b)
	return err
}

// collectElsewhere has a report's plays played elsewhere.
func (f *reportFlags) collectElsewhere(cmd *cobra.Command, r workload.Rules, subject report.Subject) (*report.Data, error) {
	s, err := f.crew.begin(cmd, workload.Report)
	if err != nil {
		return nil, err
	}
	defer s.close()
	ctx := s.ctx
	if f.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.time)
		defer cancel()
	}
	stop := s.watch(fmt.Sprintf("playing %s in %d parts", subject.About.Name, s.Parts))
	data, err := s.Report(ctx, workload.NewReportShard(r, subject.About, f.Options, report.Shard{}))
	stop()
	if data == nil && ctx.Err() != nil {
		// Nothing was done in time. That is what the report says.
		ended, cancel := context.WithCancel(ctx)
		cancel()
		data, err = report.Collect(ended, subject, f.Options, report.Shard{Of: s.Parts})
	}
	return data, errors.Join(err, s.failure())
}
