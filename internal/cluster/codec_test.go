package cluster

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestCodec checks that what is written is read again.
func TestCodec(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		payload, err := json.Marshal(rapid.SliceOf(rapid.String()).Draw(t, "payload"))
		if err != nil {
			t.Fatal(err)
		}
		item := Item{Kind: Kind(rapid.String().Draw(t, "kind")), Key: rapid.String().Draw(t, "key"), Payload: payload,
			Limit: time.Duration(rapid.Int64().Draw(t, "limit"))}
		body, encoding, err := encode(item)
		if err != nil {
			t.Fatal(err)
		}
		var got Item
		if err := decode(body, encoding, &got); err != nil || !reflect.DeepEqual(got, item) {
			t.Fatalf("%v: %+v became %+v", err, item, got)
		}
	})
}

// FuzzDecode reads arbitrary bodies of items and results.
func FuzzDecode(f *testing.F) {
	for _, item := range []Item{{Kind: "a", Key: "b", Payload: json.RawMessage("1")}, {Key: string(make([]byte, 5000)), Payload: json.RawMessage(`"x"`)}} {
		body, encoding, err := encode(item)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body, encoding)
	}
	f.Add([]byte("{"), "strange")
	f.Fuzz(func(t *testing.T, body []byte, encoding string) {
		var item Item
		if decode(body, encoding, &item) == nil && len(item.Payload) > 0 && !json.Valid(item.Payload) {
			t.Errorf("the payload %q is no JSON", item.Payload)
		}
		var result Result
		if decode(body, encoding, &result) == nil {
			_ = result.err()
		}
		new(registry).update(body, time.Now())
	})
}

func TestRedact(t *testing.T) {
	for in, want := range map[string]string{
		"nats://a:4222":                      "nats://a:4222",
		"tls://user:secret@a:4222, nats://b": "tls://…@a:4222,nats://b",
		"nats://token@a":                     "nats://…@a",
	} {
		if got := redact(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

// TestPause checks that pauses grow, but not forever.
func TestPause(t *testing.T) {
	for try := range 100 {
		most := min(50*time.Millisecond<<min(try, 10), maxBackoff)
		if p := backoff(try); p < most/2 || p > most {
			t.Errorf("pause %d is %v", try, p)
		}
	}
}

// TestRegistry checks that workers are removed that leave or stop sending messages.
func TestRegistry(t *testing.T) {
	r, now := new(registry), time.Now()
	say := func(p Presence, at time.Time) {
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		r.update(data, at)
	}
	say(Presence{ID: "1", Name: "b", Threads: 2}, now)
	say(Presence{ID: "2", Name: "a", Threads: 1}, now)
	say(Presence{ID: "3", Name: "c", Threads: 1}, now.Add(-time.Minute))
	r.update([]byte("nonsense"), now)
	if list := r.present(now); len(list) != 2 || list[0].Name != "a" || list[1].Threads != 2 {
		t.Errorf("%+v", list)
	}
	say(Presence{ID: "1", Leaving: true}, now)
	if list := r.present(now.Add(time.Second)); len(list) != 1 || list[0].ID != "2" {
		t.Errorf("%+v", list)
	}
}
