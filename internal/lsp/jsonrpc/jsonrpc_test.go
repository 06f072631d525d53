package jsonrpc

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestReader(t *testing.T) {
	const most = 20
	tests := []struct {
		name, in string
		want     []string // messages, and then the error
	}{
		{"two", "Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnull", []string{"{}", "null", "EOF"}},
		{"other fields", "content-length:2\nContent-Type: x; charset=utf-8\n\n{}", []string{"{}", "EOF"}},
		{"empty", "", []string{"EOF"}},
		{"cut off in the header", "Content-Len", []string{"unexpected EOF"}},
		{"cut off before the content", "Content-Length: 2\r\n\r\n", []string{"unexpected EOF"}},
		{"cut off in the content", "Content-Length: 5\r\n\r\n{}", []string{"unexpected EOF"}},
		{"no length", "X: 1\r\n\r\n", []string{"malformed message header: no Content-Length"}},
		{"no field", "hello\r\n", []string{`malformed message header: "hello" has no colon`}},
		{"negative", "Content-Length: -1\r\n\r\n", []string{`malformed message header: " -1" is no length`}},
		{"nonsense", "Content-Length: 99999999999999\r\n\r\n", []string{`malformed message header: " 99999999999999" is no length`}},
		{"endless header", strings.Repeat("X: 1\r\n", 2000), []string{"malformed message header: more than 4096 bytes"}},
		{"too large", "Content-Length: 21\r\n\r\n" + strings.Repeat("x", 21) + "Content-Length: 2\r\n\r\n{}",
			[]string{"a message of 21 bytes was left out; at most 20 are read", "{}", "EOF"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := NewReader(strings.NewReader(tt.in), most)
			for _, want := range tt.want {
				content, err := r.Read()
				got := string(content)
				if err != nil {
					got = err.Error()
				}
				if got != want {
					t.Fatalf("read %q, want %q", got, want)
				}
			}
		})
	}
}

func TestDecode(t *testing.T) {
	tests := []struct {
		in   string
		id   ID
		code int // 0 if it is a message
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"m"}`, "1", 0},
		{`{"jsonrpc":"2.0","id":"a","method":"m","params":[1]}`, `"a"`, 0},
		{`{"jsonrpc":"2.0","method":"m"}`, "", 0},
		{`{"jsonrpc":"2.0","id":3,"result":null}`, "3", 0},
		{`{"jsonrpc":"2.0","id":{},"method":"m"}`, "", InvalidRequest},
		{`{"jsonrpc":"1.0","id":7,"method":"m"}`, "7", InvalidRequest},
		{`[]`, "", InvalidRequest},
		{`{`, "", ParseError},
		{``, "", ParseError},
	}
	for _, tt := range tests {
		m, err := Decode([]byte(tt.in))
		var e *Error
		code := 0
		if errors.As(err, &e) {
			code = e.Code
		}
		if code != tt.code {
			t.Errorf("%s: %v, want code %d", tt.in, err, tt.code)
		}
		if m != nil && m.ID != tt.id {
			t.Errorf("%s has the identifier %q, want %q", tt.in, m.ID, tt.id)
		}
	}
}

func TestEncodeAnswersWithoutIdentifier(t *testing.T) {
	content, err := (&Message{Error: Errorf(ParseError, "no")}).Encode()
	if want := `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}`; err != nil || string(content) != want {
		t.Errorf("%s %v, want %s", content, err, want)
	}
}

type broken struct{ writes int }

func (b *broken) Write([]byte) (int, error) { b.writes++; return 0, io.ErrClosedPipe }

func TestWriterGivesUp(t *testing.T) {
	b := &broken{}
	w := NewWriter(b)
	for range 3 {
		if err := w.Write([]byte("{}")); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("writing gives %v", err)
		}
	}
	if b.writes != 1 {
		t.Errorf("%d attempts to write, want 1", b.writes)
	}
}

// FuzzFrames reads any bytes, and reads back what was written of them.
func FuzzFrames(f *testing.F) {
	f.Add([]byte("Content-Length: 2\r\n\r\n{}"))
	f.Add([]byte("Content-Length: 38\r\n\r\n" + `{"jsonrpc":"2.0","id":1,"method":"m"}` + "\n"))
	f.Add([]byte("Content-Length: 5000\r\n\r\n{"))
	f.Fuzz(func(t *testing.T, in []byte) {
		r := NewReader(bytes.NewReader(in), 1000)
		var out bytes.Buffer
		w := NewWriter(&out)
		var sent [][]byte
		for {
			content, err := r.Read()
			var large *TooLargeError
			if errors.As(err, &large) {
				continue
			}
			if err != nil {
				break
			}
			if m, err := Decode(content); err == nil {
				if content, err = m.Encode(); err != nil || !json.Valid(content) {
					t.Fatalf("a message was read but not written: %s %v", content, err)
				}
			}
			sent = append(sent, content)
			if err := w.Write(content); err != nil {
				t.Fatal(err)
			}
		}
		back := NewReader(&out, out.Len())
		for _, want := range sent {
			if got, err := back.Read(); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("read back %q %v, want %q", got, err, want)
			}
		}
	})
}
