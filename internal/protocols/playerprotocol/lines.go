package playerprotocol

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// Lines is a connection over two streams of lines, such as the standard input and
// output of a program.
type Lines struct {
	out      io.WriteCloser
	in       io.Closer
	received chan received
	done     chan struct{}
	once     sync.Once
	sending  sync.Mutex
}

type received struct {
	message Message
	err     error
}

// NewLines returns a connection that reads lines from one stream and writes lines
// to another. Closing it closes both, which must end pending reads.
func NewLines(in io.ReadCloser, out io.WriteCloser) *Lines {
	l := &Lines{out: out, in: in, received: make(chan received), done: make(chan struct{})}
	go l.read(in)
	return l
}

// read hands over one line after the other. It does not read ahead, so that a fast
// sender has to wait.
func (l *Lines) read(in io.Reader) {
	defer close(l.received)
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 4096), MaxMessage)
	for lines.Scan() {
		if len(lines.Bytes()) == 0 {
			continue
		}
		m, err := Decode(lines.Bytes())
		if !l.give(received{m, err}) {
			return
		}
	}
	err := lines.Err()
	switch {
	case errors.Is(err, bufio.ErrTooLong):
		err = ErrTooLong
	case err == nil:
		err = io.EOF
	}
	l.give(received{err: err})
}

func (l *Lines) give(r received) bool {
	select {
	case l.received <- r:
		return true
	case <-l.done:
		return false
	}
}

// Receive implements [Conn].
func (l *Lines) Receive(ctx context.Context) (Message, error) {
	select {
	case r, ok := <-l.received:
		if !ok {
			return Message{}, io.EOF
		}
		return r.message, r.err
	case <-ctx.Done():
		return Message{}, ctx.Err()
	}
}

// writeTime is how long a message that is being written may still take when its context
// ends.
const writeTime = 100 * time.Millisecond

// Send implements [Conn]. If the context has ended, nothing is sent. If it ends while the
// other end does not read, the connection is closed, since half a message may have been
// sent.
func (l *Lines) Send(ctx context.Context, m Message) error {
	line, err := Encode(m)
	if err != nil {
		return err
	}
	l.sending.Lock()
	defer l.sending.Unlock()
	if err := ctx.Err(); err != nil {
		return &NotSentError{err}
	}
	written := make(chan struct{})
	defer close(written)
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-written:
		case <-time.After(writeTime):
			_ = l.Close()
		}
	})
	defer stop()
	if _, err := l.out.Write(append(line, '\n')); err != nil {
		return errors.Join(ctx.Err(), err)
	}
	return nil
}

// A NotSentError says that nothing of a message was sent, since its context had ended. The
// connection can still be used.
type NotSentError struct{ err error }

func (e *NotSentError) Error() string { return e.err.Error() }

// Unwrap returns the error of the context.
func (e *NotSentError) Unwrap() error { return e.err }

// Close implements [Conn].
func (l *Lines) Close() error {
	var err error
	l.once.Do(func() {
		close(l.done)
		err = errors.Join(l.out.Close(), l.in.Close())
	})
	return err
}
