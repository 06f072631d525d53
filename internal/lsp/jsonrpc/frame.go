// Package jsonrpc reads and writes JSON-RPC 2.0 messages in the framing of language
// servers: a few header lines, a blank line, and as many bytes as the header
// Content-Length says.
package jsonrpc

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

const (
	// MaxHeader is how many bytes the header of a message may have.
	MaxHeader = 4 << 10
	// maxSkip is the claimed size up to which a message is skipped. A larger number
	// is treated as an invalid header.
	maxSkip = 4 << 30
)

// ErrHeader is reported for a header that cannot be understood. Where the next
// message begins is not known after it, so nothing more can be read.
var ErrHeader = errors.New("malformed message header")

// A TooLargeError is reported for a message that is larger than allowed. It has
// been skipped, and reading can continue.
type TooLargeError struct{ Size, Most int64 }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("a message of %d bytes was left out; at most %d are read", e.Size, e.Most)
}

// A Reader reads framed messages.
type Reader struct {
	in   *bufio.Reader
	most int64
}

// NewReader returns a reader of messages of at most the given size.
func NewReader(in io.Reader, most int) *Reader {
	return &Reader{in: bufio.NewReaderSize(in, 64<<10), most: int64(most)}
}

// Read returns the content of the next message. The error is io.EOF if the
// input ends between two messages.
func (r *Reader) Read() ([]byte, error) {
	size, err := r.header()
	if err != nil {
		return nil, err
	}
	if size > r.most {
		if _, err := io.CopyN(io.Discard, r.in, size); err != nil {
			return nil, cutShort(err)
		}
		return nil, &TooLargeError{size, r.most}
	}
	// The buffer grows with the data received, not with the announced length.
	var content bytes.Buffer
	if _, err := io.CopyN(&content, r.in, size); err != nil {
		return nil, cutShort(err)
	}
	return content.Bytes(), nil
}

// cutShort returns the error for an input that ends within a message.
func cutShort(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// header reads the header lines and returns the length of the content.
func (r *Reader) header() (int64, error) {
	size, left := int64(-1), MaxHeader
	for {
		line, err := r.line(&left)
		switch {
		case err == io.EOF && line == "" && left == MaxHeader:
			return 0, io.EOF
		case err != nil:
			return 0, cutShort(err)
		case line != "":
			if err := field(line, &size); err != nil {
				return 0, err
			}
			continue
		case size < 0:
			return 0, fmt.Errorf("%w: no Content-Length", ErrHeader)
		}
		return size, nil
	}
}

// line reads a header line without its line break.
func (r *Reader) line(left *int) (string, error) {
	var line strings.Builder
	for {
		c, err := r.in.ReadByte()
		if err != nil {
			return line.String(), err
		}
		if *left--; *left < 0 {
			return "", fmt.Errorf("%w: more than %d bytes", ErrHeader, MaxHeader)
		}
		if c == '\n' {
			return strings.TrimSuffix(line.String(), "\r"), nil
		}
		line.WriteByte(c)
	}
}

// field reads one header field. Unknown fields are ignored.
func field(line string, size *int64) error {
	name, value, ok := strings.Cut(line, ":")
	if !ok {
		return fmt.Errorf("%w: %.60q has no colon", ErrHeader, line)
	}
	if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
		return nil
	}
	n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 63)
	if err != nil || n > maxSkip {
		return fmt.Errorf("%w: %.60q is no length", ErrHeader, value)
	}
	*size = int64(n)
	return nil
}

// A Writer writes framed messages. It is safe for concurrent use.
type Writer struct {
	mu  sync.Mutex
	out io.Writer
	err error // the first error; what comes after it is not written
}

// NewWriter returns a writer.
func NewWriter(out io.Writer) *Writer { return &Writer{out: out} }

// Write writes one message.
func (w *Writer) Write(content []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return w.err
	}
	frame := make([]byte, 0, len(content)+32)
	frame = fmt.Appendf(frame, "Content-Length: %d\r\n\r\n", len(content))
	_, w.err = w.out.Write(append(frame, content...))
	return w.err
}
