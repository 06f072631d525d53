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

// patience is how long a process may take to stop what it does, or to end.
const patience = 700 * time.Millisecond

// A process is a compiled program that runs. It answers one question at a time.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	errors *tail
	number uint32
	buffer []byte // the last answer
	most   int64  // bytes of an answer
	broken bool
}

// start runs a program, whose moves of a position may take some memory, and sees
// that it answers.
func start(ctx context.Context, path string, memory budget.Memory) (*process, error) {
	alive := budget.Alive(memory.Moves())
	p := &process{cmd: exec.Command(path, strconv.FormatInt(alive, 10)), errors: new(tail), most: alive + 1<<20}
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

// close ends the process: it is asked to, and killed if it does not.
func (p *process) close() {
	p.in.Close()
	if p.broken {
		p.cmd.Process.Kill()
	}
	defer time.AfterFunc(patience, func() { p.cmd.Process.Kill() }).Stop()
	p.cmd.Wait()
}

// ask asks a question and returns the answer, which is valid until the next one.
// If the context ends, the process is told to stop, and what it has found so far
// is the answer.
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
		if killed != nil {
			killed.Stop()
		}
	}
	return answer, err
}

// send writes a question.
func (p *process) send(id uint32, op gogen.Op, data []byte) error {
	head := make([]byte, 9, 9+len(data))
	binary.LittleEndian.PutUint32(head, uint32(len(data))+5)
	binary.LittleEndian.PutUint32(head[4:], id)
	head[8] = uint8(op)
	_, err := p.in.Write(append(head, data...))
	return err
}

// receive reads the answer to a question.
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

// An answerError is an error that the program has found: a rule that asks for too
// much, or a position that is none.
type answerError struct{ text string }

func (e *answerError) Error() string { return e.text }

// crashed says that the process is of no use any more.
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

// A tail keeps the beginning of what is written: the message of a crash, and not
// all that follows it.
type tail struct{ text bytes.Buffer }

func (t *tail) Write(b []byte) (int, error) {
	if room := 2000 - t.text.Len(); room > 0 {
		t.text.Write(b[:min(room, len(b))])
	}
	return len(b), nil
}

func (t *tail) String() string { return strings.TrimSpace(t.text.String()) }
