package ratelimit

import (
	"strconv"
	"testing"
	"time"
)

func TestAllow(t *testing.T) {
	now := time.Unix(0, 0)
	l := New(Rate{PerSecond: 2, Burst: 3}, func() time.Time { return now })
	for i, want := range []bool{true, true, true, false} {
		if ok, _ := l.Allow("a"); ok != want {
			t.Errorf("request %d: %v", i, ok)
		}
	}
	if ok, _ := l.Allow("b"); !ok {
		t.Error("another client has to wait")
	}
	if _, wait := l.Allow("a"); wait != 500*time.Millisecond {
		t.Errorf("the wait is %v", wait)
	}
	now = now.Add(500 * time.Millisecond)
	if ok, _ := l.Allow("a"); !ok {
		t.Error("there is no token after half a second")
	}
	now = now.Add(time.Hour)
	for i, want := range []bool{true, true, true, false} {
		if ok, _ := l.Allow("a"); ok != want {
			t.Errorf("request %d an hour later: %v", i, ok)
		}
	}
}

// However many clients there are, the memory is bounded.
func TestManyClients(t *testing.T) {
	now := time.Unix(0, 0)
	l := New(Rate{PerSecond: 1, Burst: 1}, func() time.Time { return now })
	for i := range 3 * maxClients {
		l.Allow(strconv.Itoa(i))
		if len(l.clients) > maxClients {
			t.Fatalf("%d clients are kept", len(l.clients))
		}
	}
}
