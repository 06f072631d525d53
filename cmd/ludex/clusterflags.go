package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"ludex/internal/budget"
	"ludex/internal/cluster"
	"ludex/internal/cluster/supervisor"
	"ludex/internal/metrics"
)

// natsFlags are the flags for connecting to NATS.
type natsFlags struct {
	url, ca, credentials string
}

func (f *natsFlags) register(cmd *cobra.Command, what string) {
	cmd.Flags().StringVar(&f.url, "nats", "", what)
	cmd.Flags().StringVar(&f.ca, "tls-ca", "", "trust NATS servers whose certificates are signed by those in `FILE`")
	cmd.Flags().StringVar(&f.credentials, "credentials", "", "log in to the NATS servers with the credentials in `FILE`")
}

// Environment variables of workers, which other users cannot see: the NATS servers and a
// token for them, or the manager on this machine and its token.
const (
	natsEnv         = "LUDEX_NATS"
	tokenEnv        = "LUDEX_NATS_TOKEN"
	managerEnv      = "LUDEX_MANAGER"
	managerTokenEnv = "LUDEX_MANAGER_TOKEN"
)

func (f *natsFlags) dialing(name string) cluster.DialOptions {
	return cluster.DialOptions{URL: f.url, CA: f.ca, Credentials: f.credentials, Token: os.Getenv(tokenEnv), Name: name}
}

// clusterFlags are the flags of verbs whose work can be done by worker processes.
type clusterFlags struct {
	natsFlags
	workers int
	metrics string
	allow   []string // commands that workers on this machine run as players
}

func (f *clusterFlags) register(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.workers, "workers", 0, "spread the work over this `number` of processes on this machine")
	cmd.Flags().StringVar(&f.metrics, "metrics", "", "with workers: serve /metrics, /healthz and /readyz at this `ADDRESS`")
	f.natsFlags.register(cmd, "hand the work out to every \"ludex worker\" with the same `URL`")
}

// wanted reports whether workers are to do the work.
func (f *clusterFlags) wanted() bool { return f.workers != 0 || f.url != "" }

// A workerPool is a cluster manager with its local and remote workers.
type workerPool struct {
	*cluster.Manager
	tally      tally
	counts     *metrics.Metrics // nil if metrics are not served
	answers    *metrics.Server
	conn       *nats.Conn // nil if the workers are connected to this process
	supervisor *supervisor.Supervisor
	waiting    *time.Timer
}

// Time limits: for reaching NATS, before a warning that there are no workers, and for
// processes to end.
const (
	natsPatience   = 10 * time.Second
	workerPatience = 10 * time.Second
	workerGrace    = 5 * time.Second
)

// open starts the local workers and connects to NATS. The result must be closed.
func (f *clusterFlags) open(cmd *cobra.Command) (*workerPool, error) {
	if f.workers < 0 || f.workers > maxWorkers {
		return nil, fmt.Errorf("--workers: from 1 to %d processes", maxWorkers)
	}
	t := new(workerPool)
	if err := t.connect(cmd, f); err != nil {
		t.close()
		return nil, err
	}
	t.waiting = time.AfterFunc(workerPatience, func() { t.warnNoWorkers(cmd.ErrOrStderr()) })
	return t, nil
}

// connect connects to a NATS server, or listens for workers on this machine, and starts
// workers.
func (t *workerPool) connect(cmd *cobra.Command, f *clusterFlags) (err error) {
	var env []string // for the workers
	if f.url == "" {
		m, err := cluster.ListenLocally(cluster.ManagerOptions{})
		if err != nil {
			return err
		}
		t.Manager, env = m.Manager, []string{managerEnv + "=" + m.Address, managerTokenEnv + "=" + m.Token}
	} else {
		d := f.dialing("ludex " + cmd.Name())
		d.Patience = natsPatience
		if t.conn, err = cluster.Dial(cmd.Context(), d); err != nil {
			return err
		}
		if t.Manager, err = cluster.NewManager(t.conn, cluster.ManagerOptions{}); err != nil {
			return err
		}
		env = []string{natsEnv + "=" + d.URL, tokenEnv + "=" + d.Token}
	}
	if f.metrics != "" {
		t.counts = metrics.New()
		if t.answers, err = listenMetrics(cmd.Context(), f.metrics, t.counts, t.conn); err != nil {
			return err
		}
	}
	return t.startWorkers(f, env, budget.MemoryOf(cmd.Context()))
}

// ended returns the function that counts the finished items of a kind.
func (t *workerPool) ended(kind cluster.Kind) func(*cluster.Result) {
	return func(r *cluster.Result) {
		t.tally.add(r)
		t.counts.Worker(r.Worker, string(kind))
	}
}

// maxWorkers is the largest number of local workers.
const maxWorkers = 1024

// startWorkers starts the workers on this machine, which share the memory if it is given.
func (t *workerPool) startWorkers(f *clusterFlags, env []string, memory budget.Memory) error {
	if f.workers == 0 {
		return nil
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("starting workers: %w", err)
	}
	t.supervisor = supervisor.Start(supervisor.Options{Size: f.workers, Grace: workerGrace, Command: func(i int) *exec.Cmd {
		cmd := exec.Command(program, "worker", "--name", "local-"+strconv.Itoa(i+1))
		if memory > 0 {
			cmd.Args = append(cmd.Args, "--memory", strconv.FormatInt(max(memory.Total()>>20/int64(f.workers), 1), 10))
		}
		if f.ca != "" {
			cmd.Args = append(cmd.Args, "--tls-ca", f.ca)
		}
		if f.credentials != "" {
			cmd.Args = append(cmd.Args, "--credentials", f.credentials)
		}
		for _, command := range f.allow {
			cmd.Args = append(cmd.Args, "--allow", command)
		}
		cmd.Env = append(os.Environ(), env...)
		return cmd
	}})
	return nil
}

// warnNoWorkers prints a warning if there are no workers.
func (t *workerPool) warnNoWorkers(out io.Writer) {
	if t.Slots() == 0 {
		fmt.Fprintln(out, "ludex: no worker has come yet: start \"ludex worker --nats URL\" somewhere")
	}
}

// within returns a context that ends when the workers cannot be kept running.
func (t *workerPool) within(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	if t.supervisor != nil {
		go func() {
			select {
			case <-t.supervisor.Broken():
				cancel(t.supervisor.Err())
			case <-ctx.Done():
			}
		}()
	}
	return ctx, func() { cancel(nil) }
}

// failure returns why the workers could not be kept running, or nil.
func (t *workerPool) failure() error {
	if t.supervisor == nil {
		return nil
	}
	return t.supervisor.Err()
}

// close stops the local workers and closes the connection.
func (t *workerPool) close() {
	if t.waiting != nil {
		t.waiting.Stop()
	}
	if t.supervisor != nil {
		_ = t.supervisor.Close() // its error was reported before
	}
	if t.Manager != nil {
		t.Manager.Close()
	}
	if t.conn != nil {
		t.conn.Close()
	}
	if t.answers != nil {
		_ = t.answers.Close()
	}
}

var errNotWithWorkers = errors.New("leave --workers and --nats out")
