package task

import (
	"context"
	"errors"
	"testing"
	"time"
)

func newPool(t *testing.T, l Limits) *Pool {
	if l.Time == 0 {
		l.Time = time.Hour
	}
	p := NewPool(l)
	t.Cleanup(p.Close)
	return p
}

// finish waits until a task is over.
func finish(t *testing.T, p *Pool, id string) State {
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

// turn waits until a task has its turn.
func turn(p *Pool, id string) {
	for {
		s, changed, ok := p.Watch(id)
		if !ok || s.Status != Waiting {
			return
		}
		<-changed
	}
}

func start(t *testing.T, p *Pool, w Work) State {
	t.Helper()
	s, err := p.Start("kind", "title", func(id string) string { return "/" + id }, w)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTasks(t *testing.T) {
	p := newPool(t, Limits{AtOnce: 2, Queue: 10, Keep: 10})
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

func TestLimits(t *testing.T) {
	p := newPool(t, Limits{AtOnce: 1, Queue: 2, Keep: 1})
	block := func(ctx context.Context, _ Report) (Outcome, error) {
		<-ctx.Done()
		return Outcome{}, ctx.Err()
	}
	first := start(t, p, block)
	turn(p, first.ID)
	second, third := start(t, p, block), start(t, p, block)
	if _, err := p.Start("kind", "title", nil, block); !errors.Is(err, ErrBusy) {
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
	short := newPool(t, Limits{AtOnce: 1, Queue: 1, Keep: 1, Time: time.Nanosecond})
	if s := finish(t, short, start(t, short, block).ID); s.Status != Cancelled || s.Error == "" {
		t.Errorf("a task that takes too long: %+v", s)
	}
}
