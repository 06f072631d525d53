package store_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"ludex/internal/server/tablelog"
	"ludex/internal/store"
)

func event(table string, number int, body string) tablelog.Event {
	return tablelog.Event{Table: table, Number: number, At: time.UnixMilli(int64(1000 + number)), Body: []byte(body)}
}

// The log of a table has each number once, whoever writes it, and what was acknowledged is
// there after the store is opened again.
func TestTableLog(t *testing.T) {
	onBoth(t, func(t *testing.T, where place) {
		at := where(t)
		a, b := open(t, at), open(t, at)
		first := event("t", 1, `{"a":1}`)
		first.Holder = "anna"
		if err := a.CreateTable(t.Context(), tablelog.Summary{Table: "t", Changed: time.UnixMilli(5), Body: []byte(`{}`)}, first); err != nil {
			t.Fatal(err)
		}
		one, two := a.NewTableWriter(), b.NewTableWriter()
		var group sync.WaitGroup
		const writers, events = 4, 10
		for w := range writers {
			writer := one
			if w%2 == 1 {
				writer = two
			}
			group.Go(func() {
				for n := 2; n < 2+events; {
					err := writer.Append(t.Context(), event("t", n, fmt.Sprintf(`{"by":%d,"n":%d}`, w, n)))
					switch {
					case err == nil, errors.Is(err, tablelog.ErrConflict):
						n++
					default:
						t.Error(err)
						return
					}
				}
			})
		}
		group.Wait()
		if err := one.Append(t.Context(), event("t", 1, `{"a":1}`)); err != nil {
			t.Errorf("an event whose answer was lost: %v", err)
		}
		joined := event("t", 2+events, `{"joined":true}`)
		joined.Holder = "ben"
		if err := two.Append(t.Context(), joined); err != nil {
			t.Fatal(err)
		}
		one.Summarise(tablelog.Summary{Table: "t", Changed: time.UnixMilli(9), Body: []byte(`{"turn":1}`)})
		one.Close()
		two.Close()
		if err := one.Append(t.Context(), joined); !errors.Is(err, store.ErrWriterClosed) {
			t.Errorf("a closed writer: %v", err)
		}
		c := open(t, at)
		list, err := c.TableEvents(t.Context(), "t", 0)
		if err != nil || len(list) != 2+events {
			t.Fatalf("%d events, %v", len(list), err)
		}
		for i, e := range list {
			if e.Number != i+1 || e.At != time.UnixMilli(int64(1001+i)) {
				t.Errorf("event %d is %+v", i, e)
			}
		}
		if rest, err := c.TableEvents(t.Context(), "t", events); err != nil || len(rest) != 2 {
			t.Errorf("the rest is %v, %v", rest, err)
		}
		for _, holder := range []string{"anna", "ben"} {
			held, err := c.HeldTables(t.Context(), holder, 5)
			if err != nil || len(held) != 1 || held[0].Table != "t" || string(held[0].Body) != `{"turn":1}` {
				t.Errorf("%s has %v, %v", holder, held, err)
			}
		}
		if err := c.DropTables(t.Context(), time.UnixMilli(10), time.Time{}); err != nil {
			t.Fatal(err)
		}
		if list, err := c.TableEvents(t.Context(), "t", 0); err != nil || list != nil {
			t.Errorf("a table that was dropped has %v, %v", list, err)
		}
	})
}

// A server leads a table until it ends, or has not been heard of for too long.
func TestTableLease(t *testing.T) {
	onBoth(t, func(t *testing.T, where place) {
		s := open(t, where(t))
		now := time.UnixMilli(1_000_000)
		lease := func(server string, at time.Time, want bool) tablelog.Lease {
			t.Helper()
			l, err := s.LeaseTable(t.Context(), "t", server, at)
			if err != nil || l.Mine != want {
				t.Fatalf("%s: %+v, %v", server, l, err)
			}
			return l
		}
		for _, server := range []string{"a", "b"} {
			if err := s.Beat(t.Context(), server, now, now.Add(time.Second)); err != nil {
				t.Fatal(err)
			}
		}
		lease("a", now, true)
		lease("a", now, true)
		lease("b", now, false)
		if l := lease("b", now.Add(2*time.Second), true); !l.Before.Equal(now.Add(time.Second)) {
			t.Errorf("it was led until %v", l.Before)
		}
		lease("a", now, false)
		if err := s.Retire(t.Context(), "b", now); err != nil {
			t.Fatal(err)
		}
		lease("a", now.Add(time.Millisecond), true)
	})
}
