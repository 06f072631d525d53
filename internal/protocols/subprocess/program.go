// Package subprocess runs programs as players: executables that speak the protocol
// of package playerprotocol on their standard input and output.
package subprocess

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"ludex/internal/protocols/playerprotocol"
)

// DefaultMemory is the default memory limit of a program.
const DefaultMemory = 2 << 30

// A Program is an executable that plays.
type Program struct {
	Path   string
	Args   []string
	Memory int64 // in bytes; 0 is DefaultMemory, and less than 0 no limit
}

// Parse reads a command: the path of an executable and its arguments, separated
// by blanks.
func Parse(command string) (Program, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return Program{}, errors.New("name a program, as in exec:./bot.py")
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		return Program{}, fmt.Errorf("the program %s cannot be run: %w", words[0], err)
	}
	return Program{Path: path, Args: words[1:]}, nil
}

// closeTime is how long a program may take to end by itself.
const closeTime = 500 * time.Millisecond

// Start starts the program. The context is for starting it; it ends when the
// connection is closed.
func (p Program) Start(ctx context.Context) (playerprotocol.Conn, error) {
	c, err := p.start(ctx)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func (p Program) start(ctx context.Context) (*conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	cmd := exec.Command(p.Path, p.Args...)
	mark := own(cmd)
	said := &tail{limit: 4 << 10}
	cmd.Stderr = said
	cmd.WaitDelay = closeTime // for pipes that its children hold open
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout = childOut
	err = cmd.Start()
	childOut.Close()
	if err != nil {
		out.Close()
		return nil, fmt.Errorf("starting %s: %w", p.Path, err)
	}
	c := &conn{Lines: playerprotocol.NewLines(out, in), cmd: cmd, mark: mark, said: said, ended: make(chan struct{})}
	go c.wait()
	if err := limit(cmd, p.memory()); err != nil {
		return nil, errors.Join(fmt.Errorf("limiting the memory of %s: %w", p.Path, err), c.Close())
	}
	return c, nil
}

func (p Program) memory() int64 {
	if p.Memory == 0 {
		return DefaultMemory
	}
	return p.Memory
}

// A conn is a connection to a running program.
type conn struct {
	*playerprotocol.Lines
	cmd   *exec.Cmd
	mark  string // of the program and all that it starts
	said  *tail
	ended chan struct{}
	err   error // of the program; may be read once ended is closed
}

func (c *conn) wait() {
	c.err = c.cmd.Wait()
	close(c.ended)
}

// running reports whether the program runs.
func (c *conn) running() bool {
	select {
	case <-c.ended:
		return false
	default:
		return true
	}
}

// Said implements [playerprotocol.Speaker]: the last lines of its standard error.
func (c *conn) Said() string { return c.said.String() }

// Receive implements [playerprotocol.Conn]. If the program has ended, the error
// has the end of its output.
func (c *conn) Receive(ctx context.Context) (playerprotocol.Message, error) {
	m, err := c.Lines.Receive(ctx)
	if err == nil || errors.Is(err, playerprotocol.ErrNoMessage) || ctx.Err() != nil {
		return m, err
	}
	return m, c.explain(err)
}

// Send implements [playerprotocol.Conn]. If the program has ended, the error has the
// end of its output.
func (c *conn) Send(ctx context.Context, m playerprotocol.Message) error {
	err := c.Lines.Send(ctx, m)
	if err == nil || ctx.Err() != nil {
		return err
	}
	return c.explain(err)
}

// An endedError says how a program ended. The error of the connection that showed it says
// no more, and is not part of the text.
type endedError struct {
	text string
	err  error
}

func (e *endedError) Error() string { return e.text }

func (e *endedError) Unwrap() error { return e.err }

// explain replaces an error of the connection by how the program has ended, if it has.
func (c *conn) explain(err error) error {
	select {
	case <-c.ended:
	case <-time.After(closeTime):
		return err
	}
	text := ""
	if said := c.said.String(); said != "" {
		text = ": " + said
	}
	return &endedError{fmt.Sprintf("the program ended (%s)%s", c.cmd.ProcessState, text), err}
}

// Close implements [playerprotocol.Conn]: it closes the program's input, and kills it
// and its descendants if it does not end by itself.
func (c *conn) Close() error {
	err := c.Lines.Close()
	ended := true
	select {
	case <-c.ended:
	case <-time.After(closeTime):
		ended = false
	}
	kill(c.cmd, c.mark, ended) // also what it left behind
	<-c.ended
	return err
}

// A tail keeps the end of what is written to it.
type tail struct {
	limit int
	mu    sync.Mutex
	text  []byte
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - t.limit; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// lastLines is how many lines of a program are shown.
const lastLines = 5

// String returns the last lines, or "".
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return strings.Join(lines[max(0, len(lines)-lastLines):], "\n")
}
