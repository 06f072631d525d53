package environment

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"unsafe"
)

// A mailClient asks a server through its pipes and through a mailbox.
type mailClient struct {
	*testing.T
	to     io.WriteCloser
	from   io.Reader
	memory []byte
}

func (c *mailClient) send(kind byte, body []byte) {
	c.Helper()
	var s script
	s.add(kind, body)
	if _, err := c.to.Write(s.Bytes()); err != nil {
		c.Fatal(err)
	}
}

// ask asks through the pipes.
func (c *mailClient) ask(kind byte, body []byte) []byte {
	c.Helper()
	c.send(kind, body)
	length := make([]byte, 4)
	if _, err := io.ReadFull(c.from, length); err != nil {
		c.Fatal(err)
	}
	answer := make([]byte, binary.LittleEndian.Uint32(length))
	if _, err := io.ReadFull(c.from, answer); err != nil {
		c.Fatal(err)
	}
	return answer
}

// askJSON asks a question in JSON.
func (c *mailClient) askJSON(fields map[string]any) {
	c.Helper()
	body, err := json.Marshal(fields)
	if err != nil {
		c.Fatal(err)
	}
	if a := c.ask(askJSON, body); a[0] != sayJSON {
		c.Fatalf("%q", a)
	}
}

func (c *mailClient) counter(at int) *atomic.Uint32 {
	return (*atomic.Uint32)(unsafe.Pointer(&c.memory[at]))
}

// post asks through the mailbox.
func (c *mailClient) post(kind byte, body []byte) []byte {
	c.Helper()
	binary.LittleEndian.PutUint32(c.memory[requestAt:], uint32(1+len(body)))
	c.memory[requestAt+4] = kind
	copy(c.memory[requestAt+5:], body)
	n := c.counter(askedAt).Add(1)
	for c.counter(answeredAt).Load() != n {
		if c.counter(asleepAt).Load() == 1 {
			c.send(askMail, nil)
		}
		runtime.Gosched()
	}
	size := binary.LittleEndian.Uint32(c.memory[answerAt:])
	return bytes.Clone(c.memory[answerAt+4 : answerAt+4+size])
}

// TestMailbox checks that the answers in a mailbox are those of the pipe, whether the program
// looks for a request or sleeps.
func TestMailbox(t *testing.T) {
	if !mailboxes() {
		t.Skip("mailboxes need two processors that keep the order of writes")
	}
	requests, to := io.Pipe()
	from, answers := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Serve(context.Background(), requests, answers) }()
	c := &mailClient{T: t, to: to, from: from}
	c.askJSON(map[string]any{"op": "load", "name": "tictactoe", "fixed": true})
	path := filepath.Join(t.TempDir(), "mail")
	c.askJSON(map[string]any{"op": "mailbox", "path": path})
	var unmap func() error
	var err error
	if c.memory, unmap, err = mapFile(path, mailBytes); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unmap() }()
	if err := os.Remove(path); err != nil && runtime.GOOS != "windows" {
		t.Error(err)
	}
	look := []byte{0, 1, 0, 0, 0, 0, 0}
	want := c.ask(askLook, look)
	for i := range 200 {
		c.counter(unusedAt).Store(uint32(i / 100))
		if got := c.post(askLook, look); !bytes.Equal(got, want) {
			t.Fatalf("the answer %d is %q, want %q", i, got, want)
		}
	}
	if a := c.post(askVector, nil); a[0] != sayError {
		t.Errorf("%q", a)
	}
	if a := c.post(askStep, nil); a[0] != sayError {
		t.Errorf("%q", a)
	}
	if got := c.ask(askLook, look); !bytes.Equal(got, want) {
		t.Errorf("through the pipe: %q", got)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
