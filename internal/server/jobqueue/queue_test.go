package jobqueue

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ludex/internal/server/ratelimit"
)

func newPool(t *testing.T, l Limits) *Queue {
	if l.Time == 0 {
		l.Time = time.Hour
	}
	l.RunningPerClient, l.WaitingPerClient = cmp.Or(l.RunningPerClient, l.Running), cmp.Or(l.WaitingPerClient, l.Waiting)
	p := NewQueue(t.Context(), l, nil)
	t.Cleanup(p.Close)
	return p
}

// finish waits until a job is over.
func finish(t *testing.T, p *Queue, id string) State {
	t.Helper()
	for {
		s, changed, ok := p.Watch(id)
		if !ok {
			t.Fatal("the task is gone")
		}
		if s.Over() {
			return s
		}
		<-changed
	}
}

// turn waits until a job is running.
func turn(p *Queue, id string) {
	for {
		s, changed, ok := p.Watch(id)
		if !ok || s.Status != Waiting {
			return
		}
		<-changed
	}
}

func start(t *testing.T, p *Queue, w Work) State {
	t.Helper()
	return startOf(t, p, "a", w)
}

// startOf starts a job of a client.
func startOf(t *testing.T, p *Queue, client string, w Work) State {
	t.Helper()
	s, err := p.Start(client, "kind", "title", func(id string) string { return "/" + id }, w)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTasks(t *testing.T) {
	p := newPool(t, Limits{Running: 2, Waiting: 10, Keep: 10})
	good := start(t, p, func(_ context.Context, tell Report) (Outcome, error) {
		tell(0.5, "half of %d", 2)
		return Outcome{Result: 42, Page: []byte("<p>")}, nil
	})
	if s := finish(t, p, good.ID); s.Status != Done || s.Result != 42 || s.Document != "/"+good.ID || s.Part != 1 {
		t.Errorf("a good task: %+v", s)
	}
	if page, ok := p.Page(good.ID); !ok || string(page) != "<p>" {
		t.Errorf("its page: %q", page)
	}
	bad := start(t, p, func(context.Context, Report) (Outcome, error) { return Outcome{}, errors.New("no") })
	if s := finish(t, p, bad.ID); s.Status != Failed || s.Error != "no" {
		t.Errorf("a bad task: %+v", s)
	}
	defect := start(t, p, func(context.Context, Report) (Outcome, error) { panic("oh") })
	if s := finish(t, p, defect.ID); s.Status != Failed {
		t.Errorf("a task with a defect: %+v", s)
	}
	working := make(chan struct{})
	long := start(t, p, func(ctx context.Context, _ Report) (Outcome, error) {
		close(working)
		<-ctx.Done()
		return Outcome{Result: "so far"}, ctx.Err()
	})
	<-working
	if !p.Cancel(long.ID) || p.Cancel("none") {
		t.Error("cancelling the wrong tasks")
	}
	if s := finish(t, p, long.ID); s.Status != Cancelled || s.Result != "so far" {
		t.Errorf("a cancelled task: %+v", s)
	}
	if p.Active() != 0 {
		t.Errorf("%d tasks are active", p.Active())
	}
}

// block works until it is cancelled.
func block(ctx context.Context, _ Report) (Outcome, error) {
	<-ctx.Done()
	return Outcome{}, ctx.Err()
}

func isFull(err error, own bool) bool {
	full, ok := errors.AsType[*ratelimit.FullError](err)
	return ok && full.Own == own
}

// One client does not take all slots, nor the whole queue.
func TestShares(t *testing.T) {
	p := newPool(t, Limits{Running: 2, RunningPerClient: 1, Waiting: 3, WaitingPerClient: 2, Keep: 1})
	turn(p, startOf(t, p, "a", block).ID)
	second := startOf(t, p, "a", block)
	startOf(t, p, "a", block)
	if _, err := p.Start("a", "kind", "title", nil, block); !isFull(err, true) {
		t.Errorf("a third task of one client in the queue: %v", err)
	}
	turn(p, startOf(t, p, "b", block).ID) // it does not wait for those of a
	if s, ok := p.State(second.ID); !ok || s.Status != Waiting {
		t.Errorf("the second task of a is %s", s.Status)
	}
}

// A job without watchers is cancelled; one that is watched or asked about is not.
func TestUnwatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(t, Limits{Running: 1, Waiting: 1, Keep: 1, Unwatched: time.Minute})
		s := start(t, p, block)
		leave, ok := p.Attend(s.ID)
		if !ok {
			t.Fatal("the task is gone")
		}
		time.Sleep(10 * time.Minute)
		leave()
		for range 3 {
			time.Sleep(59 * time.Second)
			if now, _ := p.State(s.ID); now.Status != Running {
				t.Fatalf("a task that somebody asks about is %s", now.Status)
			}
		}
		time.Sleep(59 * time.Second)
		if now, _, _ := p.Watch(s.ID); now.Status != Running {
			t.Errorf("the task is %s too early", now.Status)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if now, _ := p.State(s.ID); now.Status != Cancelled || now.Error != "given up, since nobody has asked about it for 1m0s" {
			t.Errorf("the task is %+v", now)
		}
		p.Close()
	})
}

// A panic is logged; the client is not told where it was; and its slot is free again.
func TestDefect(t *testing.T) {
	var said bytes.Buffer
	p := NewQueue(t.Context(), Limits{Running: 1, RunningPerClient: 1, Waiting: 1, WaitingPerClient: 1, Time: time.Hour, Keep: 5}, slog.New(slog.NewTextHandler(&said, nil)))
	t.Cleanup(p.Close)
	for range 3 {
		s := finish(t, p, start(t, p, func(context.Context, Report) (Outcome, error) { panic("oh") }).ID)
		if s.Status != Failed || s.Error != "a defect of the program; the server's log says more" {
			t.Errorf("a task with a defect: %+v", s)
		}
	}
	p.Close()
	if !strings.Contains(said.String(), "panic: oh") || !strings.Contains(said.String(), "queue_test.go") {
		t.Errorf("the log says %s", said.String())
	}
}

func TestLimits(t *testing.T) {
	p := newPool(t, Limits{Running: 1, Waiting: 2, Keep: 1})
	first := start(t, p, block)
	turn(p, first.ID)
	second, third := start(t, p, block), start(t, p, block)
	if _, err := p.Start("b", "kind", "title", nil, block); !isFull(err, false) {
		t.Errorf("a fourth task: %v", err)
	}
	for _, s := range []State{third, second, first} {
		p.Cancel(s.ID)
		finish(t, p, s.ID)
	}
	last := start(t, p, func(context.Context, Report) (Outcome, error) { return Outcome{}, nil })
	finish(t, p, last.ID)
	if _, ok := p.State(first.ID); ok {
		t.Error("old tasks are kept")
	}
	short := newPool(t, Limits{Running: 1, Waiting: 1, Keep: 1, Time: time.Nanosecond})
	if s := finish(t, short, start(t, short, block).ID); s.Status != Cancelled || s.Error == "" {
		t.Errorf("a task that takes too long: %+v", s)
	}
}
