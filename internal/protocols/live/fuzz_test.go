package live

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"ludex/internal/protocols/playerprotocol"
)

// FuzzFrames sends arbitrary frames to a connection. What is kept for the other
// end, and what is still to be written, stays in order.
func FuzzFrames(f *testing.F) {
	f.Add([]byte(`{"type":"ready","number":1,"seen":1}` + "\n" + `{"type":"move","number":2,"seen":9}`))
	f.Add([]byte(`{"type":"move","number":1}` + "\n" + `{"type":"seen","seen":3}` + "\n" + `{"type":"ping","id":18446744073709551615}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		lines := bytes.Split(data, []byte("\n"))
		l := newResumableConn(len(lines))
		l.link = newAttachment(nil, 1)
		defer l.link.cancel()
		for i, text := range lines[:min(len(lines), 50)] {
			if err := l.Send(context.Background(), playerprotocol.Message{Type: playerprotocol.Event, Step: i}); err != nil {
				t.Fatal(err)
			}
			var f frame
			if json.Unmarshal(text, &f) != nil || l.forget(f.Seen) != nil {
				break
			}
			if !f.keeps() {
				if err := l.deliver(l.link, &f); err != nil {
					t.Fatal(err)
				}
			}
			if n := len(l.out); n > 0 && l.out[n-1].number != l.sent || l.bytes < 0 || l.seen > uint64(i)+1 {
				t.Fatalf("%d kept up to %d, %d bytes, seen %d", n, l.sent, l.bytes, l.seen)
			}
			if i%3 == 0 {
				if _, _, err := l.toWrite(l.link); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
