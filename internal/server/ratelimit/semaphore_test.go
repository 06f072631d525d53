package ratelimit

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

// full reports whether an error says that there is no slot, and whether for this client
// only.
func full(err error) (is, own bool) {
	e, ok := errors.AsType[*FullError](err)
	return ok, ok && e.Own
}

func TestGate(t *testing.T) {
	g := NewSemaphore("seats", 3, 2)
	enter := func(client string) func() {
		t.Helper()
		leave, err := g.TryAcquire(client)
		if err != nil {
			t.Fatalf("%s: %v", client, err)
		}
		return leave
	}
	a := enter("a")
	enter("a")
	if _, err := g.TryAcquire("a"); err == nil || err.Error() != "you have 2 of 3 seats; one client can have no more" {
		t.Errorf("a third place of one client: %v", err)
	}
	enter("b")
	if _, err := g.TryAcquire("c"); err == nil || err.Error() != "3 of 3 seats are taken; try again later" {
		t.Errorf("a fourth place: %v", err)
	}
	a()
	a() // releasing twice is releasing once
	enter("c")
	if is, own := full(func() error { _, err := g.TryAcquire("d"); return err }()); !is || own {
		t.Error("leaving twice made two places")
	}
	if g.InUse() != 3 {
		t.Errorf("%d are inside", g.InUse())
	}
}

// Waiters get slots in their order, but no client more than its share.
func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewSemaphore("seats", 2, 1)
		first, err := g.TryAcquire("a")
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		leaves := map[string]func(){}
		wait := func(ctx context.Context, client, name string) {
			go func() {
				leave, err := g.Acquire(ctx, client)
				if err != nil {
					order = append(order, name+" gives up")
					return
				}
				order, leaves[name] = append(order, name), leave
			}()
			synctest.Wait()
		}
		gone, leave := context.WithCancel(t.Context())
		wait(gone, "a", "a2")
		wait(t.Context(), "a", "a3")
		wait(t.Context(), "b", "b1") // there is a place, and a has its share
		leave()
		synctest.Wait()
		first()
		synctest.Wait()
		want := []string{"b1", "a2 gives up", "a3"}
		if len(order) != 3 || order[0] != want[0] || order[1] != want[1] || order[2] != want[2] {
			t.Errorf("the order is %q", order)
		}
		leaves["a3"]()
		leaves["b1"]()
		if g.InUse() != 0 || len(g.waiting) != 0 {
			t.Errorf("%d are inside, %d wait", g.InUse(), len(g.waiting))
		}
	})
}

// A slot that is granted at the moment of giving up is not lost.
func TestGiveUpLate(t *testing.T) {
	g := NewSemaphore("seats", 1, 1)
	leave, err := g.TryAcquire("a")
	if err != nil {
		t.Fatal(err)
	}
	w, err := g.queue("b")
	if is, own := full(err); !is || own {
		t.Fatal(err)
	}
	leave()
	<-w.granted
	g.giveUp(w)
	if g.InUse() != 0 {
		t.Error("the place is lost")
	}
}

// A slot is released by the work that has begun, or at once if none has.
func TestBegin(t *testing.T) {
	g := NewSemaphore("seats", 1, 1)
	no := errors.New("no")
	if err := g.Begin("a", func(func()) error { return no }); err != no || g.InUse() != 0 {
		t.Errorf("%v, %d are inside", err, g.InUse())
	}
	func() {
		defer func() { _ = recover() }()
		_ = g.Begin("a", func(func()) error { panic("oh") })
	}()
	if g.InUse() != 0 {
		t.Error("a panic keeps its place")
	}
	var leave func()
	err := g.Begin("a", func(l func()) error {
		leave = l
		return nil
	})
	if err != nil || g.InUse() != 1 {
		t.Errorf("%v, %d are inside", err, g.InUse())
	}
	if is, _ := full(g.Begin("b", func(func()) error { return nil })); !is {
		t.Error("there is a second place")
	}
	if leave(); g.InUse() != 0 {
		t.Error("the place is not left")
	}
}
