package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/benchmark"
	"ludex/internal/cluster"
	"ludex/internal/cluster/workload"
	"ludex/internal/report"
	"ludex/rules"
)

// workloadRules returns the rules as workers get them.
func (p *playFlags) workloadRules(d *rules.Rules) workload.Rules {
	return workload.NewRules(d.File, d.Options(), p.opening.Engine)
}

// A clusterJob is one job for a pool of workers.
type clusterJob struct {
	*workerPool
	workload.Split
	cmd   *cobra.Command
	begun time.Time
	ctx   context.Context // ends when the workers cannot be kept running
	end   context.CancelFunc
}

// begin opens a pool for a job, and waits until it has workers.
func (f *clusterFlags) begin(cmd *cobra.Command, kind cluster.Kind) (*clusterJob, error) {
	t, err := f.open(cmd)
	if err != nil {
		return nil, err
	}
	s := &clusterJob{workerPool: t, cmd: cmd, begun: time.Now()}
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

// Work is split into so many parts per thread of the workers, so that all finish at
// about the same time, and into at least minParts.
const (
	partsEach = 8
	minParts  = 32
)

// watch shows the progress of the work until stop is called.
func (s *clusterJob) watch(what string) (stop func()) {
	return progressOf(s.cmd, func() string {
		if done := s.tally.text(); done != "" {
			return what + ", parts done by " + done
		}
		return what
	})
}

func (s *clusterJob) close() {
	s.Job.Close()
	s.end()
	s.workerPool.close()
}

// perft counts positions with workers.
func (f *clusterFlags) perft(cmd *cobra.Command, r workload.Rules, t *openGame, depth int, terminal, asJSON bool) error {
	s, err := f.begin(cmd, workload.Perft)
	if err != nil {
		return err
	}
	defer s.close()
	c := workload.PerftCounter{Split: s.Split, Rules: r, Game: t.game, From: t.start, Terminal: terminal}
	err = runPerft(cmd, t, depth, terminal, asJSON, func(d int) (game.PerftCount, uint64, error) {
		defer s.watch(fmt.Sprintf("counting depth %d", d))()
		return c.At(s.ctx, d, depth)
	})
	return errors.Join(err, s.failure())
}

// bench runs playouts with workers.
func (f *clusterFlags) bench(cmd *cobra.Command, r workload.Rules, t *openGame, opt game.PlayoutOptions, deterministic, asJSON bool, setup time.Duration) error {
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
			report := benchmark.NewReport(t.game, opt.Threads, setup, &res)
			report.Workers, report.WorkerSeconds = s.Slots(), took.Seconds()
			return writeBench(cmd.OutOrStdout(), report, asJSON)
		}
	}
	stop()
	return errors.Join(err, s.failure())
}

// warmUp makes the workers open the game before time is measured.
func (s *clusterJob) warmUp(b workload.PlayoutBatch) error {
	b.Count, b.Time = 4*s.Slots(), 0
	first := workload.Split{Job: s.Open(cluster.JobName("warm-up", rand.Text())), Parts: b.Count, Ended: func(*cluster.Result) {}}
	defer first.Job.Close()
	_, _, err := first.Playouts(s.ctx, b)
	return err
}

// collectElsewhere runs the plays of a report with workers.
func (f *reportFlags) collectElsewhere(cmd *cobra.Command, r workload.Rules, subject report.Subject) (*report.Data, error) {
	s, err := f.pool.begin(cmd, workload.Report)
	if err != nil {
		return nil, err
	}
	defer s.close()
	limited, cancel := f.limited(s.ctx)
	defer cancel()
	ctx, played := report.ShareTime(limited, 1)
	defer played()
	stop := s.watch(fmt.Sprintf("playing %s in %d parts", subject.About.Name, s.Parts))
	data, err := s.Report(ctx, workload.NewReportShard(r, subject.About, f.Options, report.Shard{}))
	stop()
	if data == nil && ctx.Err() != nil {
		// Nothing was done in time, and the report says so.
		ended, end := context.WithCancel(ctx)
		end()
		data, err = report.Collect(ended, subject, f.Options, report.Shard{Of: s.Parts})
	}
	return data, errors.Join(err, s.failure())
}
