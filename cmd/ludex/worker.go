package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"ludex/internal/budget"
	"ludex/internal/cluster"
	"ludex/internal/cluster/supervisor"
	"ludex/internal/cluster/workload"
	"ludex/internal/metrics"
	"ludex/internal/tournament"
)

// workerFlags are the flags of the verb worker.
type workerFlags struct {
	natsFlags
	name                string
	threads             int
	drain               time.Duration
	allow               []string
	metrics             string
	logFormat, logLevel string
}

func newWorker() *cobra.Command {
	var f workerFlags
	cmd := &cobra.Command{
		Use:   "worker --nats URL",
		Short: "Do the work of managers on this or other machines",
		Long: `Worker waits for work that "ludex tournament", "bench", "perft", "report", "train", "vary"
and "evolve" hand out with --nats, does it, and sends the results back. It can join and leave at any
time. What it was at when it died is given to another one; when it is told to stop, with
Ctrl-C or SIGTERM, it hands that back at once, or goes on with it for as long as --drain
says. A connection that is lost is made again.

Players of tournaments may be programs, as in exec:./bot. A worker runs none but those
that --allow names, with the same arguments: otherwise whoever can reach the queue could
run anything here.

URL is that of a NATS server with JetStream, or those of a cluster with commas between
them. The variables LUDEX_NATS and LUDEX_NATS_TOKEN may have it and a token for it. All
need the same version of ludex.`,
		Example: `  ludex worker --nats nats://10.0.0.2:4222
  ludex worker --nats tls://nats1:4222,tls://nats2:4222 --tls-ca ca.pem --credentials worker.creds --threads 8
  ludex worker --nats nats://10.0.0.2:4222 --allow '/opt/bots/bot --depth 3'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.register(cmd, "the NATS server or cluster at this `URL` has the work")
	cmd.Flags().StringVar(&f.name, "name", "", "the `NAME` that managers show (default that of the machine)")
	cmd.Flags().IntVar(&f.threads, "threads", 1, "do this `number` of items at a time; 0 is one for each processor")
	cmd.Flags().DurationVar(&f.drain, "drain", 0, "when told to stop, go on with what was begun for this `time`")
	cmd.Flags().StringArrayVar(&f.allow, "allow", nil, "run this `COMMAND` for players that are programs, as in exec:COMMAND (default none)")
	cmd.Flags().StringVar(&f.metrics, "metrics", "", "serve /metrics, /healthz and /readyz at this `ADDRESS`, such as :9100")
	cmd.Flags().StringVar(&f.logFormat, "log-format", "text", "write the log as `"+metrics.LogFormats+"`")
	cmd.Flags().StringVar(&f.logLevel, "log-level", "info", "log from this level on: `"+metrics.LogLevels+"`")
	return cmd
}

func (f *workerFlags) run(cmd *cobra.Command) error {
	manager := ""
	if f.url == "" {
		f.url, manager = os.Getenv(natsEnv), os.Getenv(managerEnv)
	}
	if f.url == "" && manager == "" {
		return errors.New("--nats: which server has the work?")
	}
	if f.threads < 0 || f.drain < 0 {
		return errors.New("--threads and --drain cannot be negative")
	}
	allowed, err := newAllowList(f.allow)
	if err != nil {
		return err
	}
	if f.threads == 0 {
		f.threads = runtime.NumCPU()
	}
	if f.name == "" {
		host, err := os.Hostname()
		if err != nil {
			return fmt.Errorf("--name is needed: %w", err)
		}
		f.name = host
	}
	ctx, cancel := supervisor.Orphaned(cmd.Context())
	defer cancel()
	log, err := metrics.NewLogger(cmd.ErrOrStderr(), f.logFormat, f.logLevel)
	if err != nil {
		return err
	}
	log = log.With("worker", f.name)
	runner := workload.NewRunner(func() (tournament.Players, func()) { return workerPlayers(allowed) })
	defer runner.Close()
	w := &cluster.Worker{Name: f.name, Version: version(), Threads: f.threads, Drain: f.drain, Memory: uint64(budget.MemoryOf(ctx).Total()), Do: runner.Handlers(), Log: log}
	if manager != "" && f.url == "" {
		if w.Local, err = cluster.DialLocally(ctx, manager, os.Getenv(managerTokenEnv)); err != nil {
			return err
		}
		defer w.Local.Close()
	} else {
		d := f.dialing("ludex worker " + f.name)
		d.Log, d.Patience = log, -1
		if w.Conn, err = cluster.Dial(ctx, d); err != nil {
			return err
		}
		defer w.Conn.Close()
		log.Info("waiting for work", "server", w.Conn.ConnectedUrlRedacted(), "threads", f.threads)
	}
	if f.metrics != "" {
		m := metrics.New()
		w.Ended = func(e cluster.Ending) { countItem(m, e) }
		server, err := listenMetrics(ctx, f.metrics, m, w.Conn)
		if err != nil {
			return err
		}
		defer server.Close()
		log.Info("answering about metrics and health", "address", server.Address())
	}
	return w.Run(ctx)
}

// listenMetrics serves metrics, and the health of a connection unless it is nil. When the
// context ends, it reports that it is not ready.
func listenMetrics(ctx context.Context, address string, m *metrics.Metrics, conn *nats.Conn) (*metrics.Server, error) {
	health := new(metrics.Health)
	if conn != nil {
		health.Add("nats", func(context.Context) error {
			if !conn.IsConnected() {
				return fmt.Errorf("the connection is %s", strings.ToLower(conn.Status().String()))
			}
			return nil
		})
	}
	context.AfterFunc(ctx, health.Drain)
	server, err := metrics.Listen(ctx, address, m, health)
	if err != nil {
		return nil, fmt.Errorf("--metrics: %w", err)
	}
	return server, nil
}

// countItem counts an item that a worker has finished.
func countItem(m *metrics.Metrics, e cluster.Ending) {
	kind := string(e.Kind)
	m.Work(kind, metrics.Taken)
	if e.Attempt > 1 {
		m.Work(kind, metrics.Redelivered)
	}
	switch e.Outcome {
	case cluster.Done:
		m.Work(kind, metrics.Done)
	case cluster.Failed:
		m.Work(kind, metrics.Failed)
	}
	m.Worked(kind, e.Took)
}

// workerPlayers makes the players of one game on a worker. The manager checks whether
// remote players have a clock.
func workerPlayers(allowed allowList) (tournament.Players, func()) {
	g := newPlayerMaker(&tournament.Config{Clocks: tournament.Clocks{Play: tournament.Duration(time.Second)}})
	return allowed.guard(g.players()), g.close
}
