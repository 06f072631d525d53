// Package supervisor keeps worker processes running on this machine: it starts
// them, restarts those that die, and stops them together.
package supervisor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// ParentEnv is set for supervised processes. Such a process has to end when its
// standard input is closed, which happens when its parent ends for any reason.
const ParentEnv = "LUDEX_WORKER_PARENT"

// A Supervisor runs a number of processes and restarts each one that dies.
type Supervisor struct {
	options Options
	ctx     context.Context
	cancel  context.CancelCauseFunc
	group   sync.WaitGroup
}

// Options say what the processes are.
type Options struct {
	Size    int
	Command func(number int) *exec.Cmd // makes process number 0, 1, …; called for each start
	// Grace is how long processes may take to end when they are told to.
	Grace time.Duration
	Log   *slog.Logger // nil is none
}

// A process that dies soon after its start this many times in a row is not started
// again; soon is within the time soonAfter.
const (
	maxDeaths = 5
	soonAfter = 2 * time.Second
)

// Start starts the processes. The supervisor has to be closed.
func Start(o Options) *Supervisor {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	c := &Supervisor{options: o}
	c.ctx, c.cancel = context.WithCancelCause(context.Background())
	for i := range o.Size {
		c.group.Go(func() {
			if err := c.keep(i); err != nil {
				c.cancel(err)
			}
		})
	}
	return c
}

// Broken returns a channel that is closed when the workers cannot be kept running.
func (c *Supervisor) Broken() <-chan struct{} { return c.ctx.Done() }

// Err says why the workers could not be kept running, or nil.
func (c *Supervisor) Err() error {
	if err := context.Cause(c.ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// Close ends all processes, and waits for their end.
func (c *Supervisor) Close() error {
	err := c.Err()
	c.cancel(nil)
	c.group.Wait()
	return err
}

// keep runs a process and restarts it when it ends.
func (c *Supervisor) keep(number int) error {
	for deaths := 0; c.ctx.Err() == nil; {
		began := time.Now()
		words, err := c.once(c.options.Command(number))
		if c.ctx.Err() != nil {
			return nil
		}
		if deaths++; time.Since(began) > soonAfter {
			deaths = 1
		}
		c.options.Log.Warn("a worker process has ended", "number", number, "error", err, "said", words)
		if deaths == maxDeaths {
			return fmt.Errorf("a worker process ends again and again: %w\n%s", err, words)
		}
	}
	return nil
}

// once runs a process to its end and returns the end of its output.
func (c *Supervisor) once(cmd *exec.Cmd) (words string, err error) {
	last := new(tail)
	cmd.Stderr = last
	cmd.Env = append(cmd.Environ(), ParentEnv+"=stdin")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	over := make(chan struct{})
	go c.end(cmd.Process, stdin, over)
	err = cmd.Wait()
	close(over)
	if err == nil {
		err = errors.New("it ended by itself")
	}
	return last.String(), err
}

// end ends a process when the supervisor ends.
func (c *Supervisor) end(p *os.Process, stdin io.Closer, over <-chan struct{}) {
	select {
	case <-over:
		return
	case <-c.ctx.Done():
	}
	_ = stdin.Close()
	_ = p.Signal(syscall.SIGTERM)
	timer := time.NewTimer(c.options.Grace)
	defer timer.Stop()
	select {
	case <-over:
	case <-timer.C:
		_ = p.Kill()
	}
}

// A tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 2 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - tailSize; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}

// Orphaned returns a context that ends when the process that started this one ends,
// if it has a supervisor. It reads the standard input.
func Orphaned(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if os.Getenv(ParentEnv) == "stdin" {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			cancel()
		}()
	}
	return ctx, cancel
}
