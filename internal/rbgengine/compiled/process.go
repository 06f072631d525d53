package compiled

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"ludex/internal/budget"
	"ludex/internal/rbgengine/compiled/gogen"
)

// patience is how long a process may take to stop a computation, or to end.
const patience = 700 * time.Millisecond

// A process is a running compiled program. It answers one request at a time.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	errors *messageHead
	number uint32
	buffer []byte // the last answer
	most   int64  // bytes of an answer
	broken bool
}

// start runs a program with a limit on the memory of the moves of a position, and
// waits for its first response.
func start(ctx context.Context, path string, memory budget.Memory) (*process, error) {
	alive := budget.Alive(memory.Moves())
	p := &process{cmd: exec.Command(path, strconv.FormatInt(alive, 10)), errors: new(messageHead), most: alive + 1<<20}
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReaderSize(out, 1<<16)
	p.cmd.Stderr = p.errors
	p.cmd.WaitDelay = time.Second
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("the compiled program cannot be started: %w", err)
	}
	answer, err := p.ask(ctx, gogen.OpHello, nil)
	if err == nil && string(answer) != "ludex" {
		err = errors.New("the compiled program does not answer as it should")
	}
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// close ends the process: it closes its input, and kills it if it does not end.
func (p *process) close() {
	p.in.Close()
	if p.broken {
		p.cmd.Process.Kill()
	}
	defer time.AfterFunc(patience, func() { p.cmd.Process.Kill() }).Stop()
	p.cmd.Wait()
}

// ask sends a request and returns the response, which is valid until the next one. If
// the context ends, the request is canceled, and the response is what was found so
// far. On a very busy machine the program may not even be able to answer that; the error is then
// that of the context, and no crash.
func (p *process) ask(ctx context.Context, op gogen.Op, data []byte) ([]byte, error) {
	p.number++
	id := p.number
	if err := p.send(id, op, data); err != nil {
		return nil, p.crashed(err)
	}
	if ctx.Done() == nil {
		return p.receive(id)
	}
	var killed *time.Timer
	canceled := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(canceled)
		if p.send(id, gogen.OpCancel, nil) == nil {
			killed = time.AfterFunc(patience, func() { p.cmd.Process.Kill() })
		}
	})
	answer, err := p.receive(id)
	if !stop() {
		<-canceled
		if killed != nil && !killed.Stop() {
			p.broken = true // it may have answered just before
			if err != nil {
				return nil, fmt.Errorf("the compiled program did not stop in time and was killed: %w", ctx.Err())
			}
		}
	}
	return answer, err
}

// send writes a request.
func (p *process) send(id uint32, op gogen.Op, data []byte) error {
	head := make([]byte, 9, 9+len(data))
	binary.LittleEndian.PutUint32(head, uint32(len(data))+5)
	binary.LittleEndian.PutUint32(head[4:], id)
	head[8] = uint8(op)
	_, err := p.in.Write(append(head, data...))
	return err
}

// receive reads the response to a request.
func (p *process) receive(id uint32) ([]byte, error) {
	var head [9]byte
	if _, err := io.ReadFull(p.out, head[:]); err != nil {
		return nil, p.crashed(err)
	}
	size := binary.LittleEndian.Uint32(head[:])
	if number := binary.LittleEndian.Uint32(head[4:]); size < 5 || int64(size) > p.most || number != id {
		return nil, p.crashed(errors.New("its answer makes no sense"))
	}
	if int(size-5) > cap(p.buffer) {
		p.buffer = make([]byte, size-5)
	}
	p.buffer = p.buffer[:size-5]
	if _, err := io.ReadFull(p.out, p.buffer); err != nil {
		return nil, p.crashed(err)
	}
	if head[8] != 0 {
		return nil, &answerError{string(p.buffer)}
	}
	return p.buffer, nil
}

// An answerError is an error that the program reports: a limit of the rules was
// passed, or a position is invalid.
type answerError struct{ text string }

func (e *answerError) Error() string { return e.text }

// crashed kills the process, marks it as broken, and returns an error with its
// messages.
func (p *process) crashed(err error) error {
	p.broken = true
	p.in.Close()
	p.cmd.Process.Kill()
	p.cmd.Wait() // its messages are complete then
	if text := p.errors.String(); text != "" {
		return fmt.Errorf("the compiled program has crashed: %w\n%s", err, text)
	}
	return fmt.Errorf("the compiled program has crashed: %w", err)
}

// A messageHead keeps the beginning of what is written: the message of a crash, without
// the traces that follow.
type messageHead struct{ text bytes.Buffer }

func (t *messageHead) Write(b []byte) (int, error) {
	if room := 2000 - t.text.Len(); room > 0 {
		t.text.Write(b[:min(room, len(b))])
	}
	return len(b), nil
}

func (t *messageHead) String() string { return strings.TrimSpace(t.text.String()) }
