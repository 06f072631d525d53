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

// natsFlags say how to connect to NATS.
type natsFlags struct {
	url, ca, credentials string
}

func (f *natsFlags) register(cmd *cobra.Command, what string) {
	cmd.Flags().StringVar(&f.url, "nats", "", what)
	cmd.Flags().StringVar(&f.ca, "tls-ca", "", "trust NATS servers that the certificates in `FILE` vouch for")
	cmd.Flags().StringVar(&f.credentials, "credentials", "", "show the NATS servers the credentials in `FILE`")
}

// What a worker may be told by its environment, where other users do not see it.
const (
	natsEnv  = "LUDEX_NATS"
	tokenEnv = "LUDEX_NATS_TOKEN"
)

func (f *natsFlags) dialing(name string) cluster.DialOptions {
	return cluster.DialOptions{URL: f.url, CA: f.ca, Credentials: f.credentials, Token: os.Getenv(tokenEnv), Name: name}
}

// crewFlags are the flags of verbs whose work can be done by other processes.
type crewFlags struct {
	natsFlags
	workers int
	metrics string
	allow   []string // commands that workers on this machine run as players
}

func (f *crewFlags) register(cmd *cobra.Command) {
	cmd.Flags().IntVar(&f.workers, "workers", 0, "have the work done by this `number` of processes on this machine")
	cmd.Flags().StringVar(&f.metrics, "metrics", "", "with workers: answer at this `ADDRESS` about /metrics, /healthz and /readyz")
	f.natsFlags.register(cmd, "have the work done by those who run \"ludex worker\" with the same `URL`")
}

// wanted reports whether the work is to be done by others.
func (f *crewFlags) wanted() bool { return f.workers != 0 || f.url != "" }

// A team is a manager with its workers, wherever they are.
type team struct {
	*cluster.Manager
	tally   tally
	counts  *metrics.Metrics // nil if nobody wants to know
	answers *metrics.Server
	conn    *nats.Conn
	server  *cluster.Server
	crew    *supervisor.Supervisor
	waiting *time.Timer
}

// How long a manager tries to reach NATS, how long it waits for workers before it
// says so, and how long processes may take to end.
const (
	natsPatience   = 10 * time.Second
	workerPatience = 10 * time.Second
	crewGrace      = 5 * time.Second
)

// open starts the workers on this machine and connects to all. What it returns has
// to be closed.
func (f *crewFlags) open(cmd *cobra.Command) (*team, error) {
	if f.workers < 0 || f.workers > maxCrew {
		return nil, fmt.Errorf("--workers: from 1 to %d processes", maxCrew)
	}
	t := new(team)
	if err := t.gather(cmd, f); err != nil {
		t.close()
		return nil, err
	}
	t.waiting = time.AfterFunc(workerPatience, func() { t.complain(cmd.ErrOrStderr()) })
	return t, nil
}

// gather connects to a server, which is started if there is none, and starts workers.
func (t *team) gather(cmd *cobra.Command, f *crewFlags) (err error) {
	d := f.dialing("ludex " + cmd.Name())
	if f.url == "" {
		if t.server, err = cluster.Embed(); err != nil {
			return err
		}
		d.URL, d.Token = t.server.URL, t.server.Token
		t.conn, err = t.server.Connect(d.Name)
	} else {
		d.Patience = natsPatience
		t.conn, err = cluster.Dial(cmd.Context(), d)
	}
	if err != nil {
		return err
	}
	if t.Manager, err = cluster.NewManager(t.conn, cluster.ManagerOptions{Memory: t.server != nil}); err != nil {
		return err
	}
	if f.metrics != "" {
		t.counts = metrics.New()
		if t.answers, err = listenMetrics(cmd.Context(), f.metrics, t.counts, t.conn); err != nil {
			return err
		}
	}
	return t.hire(f, d, budget.MemoryOf(cmd.Context()))
}

// ended returns what counts the items of a kind that workers have done.
func (t *team) ended(kind cluster.Kind) func(*cluster.Result) {
	return func(r *cluster.Result) {
		t.tally.add(r)
		t.counts.Worker(r.Worker, string(kind))
	}
}

// maxCrew bounds the processes on one machine.
const maxCrew = 1024

// hire starts the workers on this machine, which share the memory if it is given.
func (t *team) hire(f *crewFlags, d cluster.DialOptions, memory budget.Memory) error {
	if f.workers == 0 {
		return nil
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("starting workers: %w", err)
	}
	t.crew = supervisor.Start(supervisor.Options{Size: f.workers, Grace: crewGrace, Command: func(i int) *exec.Cmd {
		cmd := exec.Command(program, "worker", "--name", "local-"+strconv.Itoa(i+1))
		if memory > 0 {
			cmd.Args = append(cmd.Args, "--memory", strconv.FormatInt(max(memory.Total()>>20/int64(f.workers), 1), 10))
		}
		if d.CA != "" {
			cmd.Args = append(cmd.Args, "--tls-ca", d.CA)
		}
		if d.Credentials != "" {
			cmd.Args = append(cmd.Args, "--credentials", d.Credentials)
		}
		for _, command := range f.allow {
			cmd.Args = append(cmd.Args, "--allow", command)
		}
		cmd.Env = append(os.Environ(), natsEnv+"="+d.URL, tokenEnv+"="+d.Token)
		return cmd
	}})
	return nil
}

// complain says that nobody is there to do the work.
func (t *team) complain(out io.Writer) {
	if t.Slots() == 0 {
		fmt.Fprintln(out, "ludex: no worker has come yet: start \"ludex worker --nats URL\" somewhere")
	}
}

// within returns a context that ends when the workers cannot be kept running.
func (t *team) within(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	if t.crew != nil {
		go func() {
			select {
			case <-t.crew.Broken():
				cancel(t.crew.Err())
			case <-ctx.Done():
			}
		}()
	}
	return ctx, func() { cancel(nil) }
}

// failure returns why the workers could not be kept running, or nil.
func (t *team) failure() error {
	if t.crew == nil {
		return nil
	}
	return t.crew.Err()
}

// close ends the workers on this machine and the connection.
func (t *team) close() {
	if t.waiting != nil {
		t.waiting.Stop()
	}
	if t.crew != nil {
		_ = t.crew.Close() // who waited for it knows its error
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
	if t.server != nil {
		_ = t.server.Close() // what is left is in the folder for temporary files
	}
}

var errNotWithWorkers = errors.New("leave --workers and --nats out")
