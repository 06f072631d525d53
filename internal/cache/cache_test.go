package cache

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"ludex/internal/panics"
)

// constant makes a value without any effort.
func constant[V any](v V) func(context.Context) (V, error) {
	return func(context.Context) (V, error) { return v, nil }
}

func TestValueIsMadeOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var v Value[int]
		made, finish := 0, make(chan bool)
		for range 10 {
			go func() {
				got, err := v.Get(t.Context(), func(context.Context) (int, error) {
					made++
					<-finish
					return 7, nil
				})
				if got != 7 || err != nil {
					t.Errorf("%d, %v", got, err)
				}
			}()
		}
		synctest.Wait()
		close(finish)
		synctest.Wait()
		if made != 1 {
			t.Errorf("it was made %d times", made)
		}
	})
}

// An error is a result: it is not computed again.
func TestErrorsOfValuesAreKept(t *testing.T) {
	var v Value[int]
	wrong := errors.New("wrong")
	if _, err := v.Get(t.Context(), func(context.Context) (int, error) { return 0, wrong }); err != wrong {
		t.Error(err)
	}
	if _, err := v.Get(t.Context(), constant(1)); err != wrong {
		t.Errorf("the second time: %v", err)
	}
}

// All callers that wait for an attempt that panics get the error, and the next call
// starts another attempt.
func TestPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var v Value[int]
		finish := make(chan bool)
		for range 3 {
			go func() {
				_, err := v.Get(t.Context(), func(context.Context) (int, error) {
					<-finish
					panic("oh")
				})
				if p, ok := errors.AsType[*panics.Error](err); !ok || p.Error() != "panic: oh" {
					t.Error(err)
				}
			}()
		}
		synctest.Wait()
		close(finish)
		synctest.Wait()
		if got, err := v.Get(t.Context(), constant(7)); got != 7 || err != nil {
			t.Errorf("after a panic: %d, %v", got, err)
		}
	})
}

// The first caller may leave: the others get the value.
func TestFirstLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var v Value[int]
		first, leave := context.WithCancel(t.Context())
		finish, left := make(chan bool), make(chan error, 1)
		make := func(ctx context.Context) (int, error) {
			<-finish
			return 7, ctx.Err()
		}
		go func() {
			_, err := v.Get(first, make)
			left <- err
		}()
		synctest.Wait()
		go func() {
			if got, err := v.Get(t.Context(), make); got != 7 || err != nil {
				t.Errorf("who stays gets %d, %v", got, err)
			}
		}()
		synctest.Wait()
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("who leaves gets %v", err)
		}
		close(finish)
		synctest.Wait()
	})
}

// When all callers have left, the attempt is cancelled. If it still returns a value, the
// value is closed. The next call starts another attempt.
func TestAllLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		closed := []int{}
		c := Cache[int]{Most: 1, Close: func(v int) { closed = append(closed, v) }}
		ctx, leave := context.WithCancel(t.Context())
		var attempt context.Context
		finish := make(chan bool)
		go func() {
			_, _, err := c.Take(ctx, "a", func(ctx context.Context) (int, error) {
				attempt = ctx
				<-finish
				return 1, nil
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("who leaves gets %v", err)
			}
		}()
		synctest.Wait()
		leave()
		<-attempt.Done()
		if got, _, err := c.Take(t.Context(), "a", constant(2)); got != 2 || err != nil {
			t.Errorf("the next one gets %d, %v", got, err)
		}
		close(finish)
		synctest.Wait()
		if len(closed) != 1 || closed[0] != 1 {
			t.Errorf("closed were %v", closed)
		}
	})
}

func TestLeastRecentlyUsed(t *testing.T) {
	var closed []string
	c := Cache[string]{Most: 2}
	c.Close = func(v string) {
		c.Len() // the cache is not locked
		closed = append(closed, v)
	}
	get := func(key string) {
		t.Helper()
		if v, err := c.Get(t.Context(), key, constant(key)); v != key || err != nil {
			t.Fatalf("%s is %s, %v", key, v, err)
		}
	}
	get("a")
	_, give, err := c.Take(t.Context(), "b", constant("b"))
	if err != nil {
		t.Fatal(err)
	}
	get("a")
	get("c") // takes the place of b, which is in use
	if c.Len() != 2 || len(closed) != 0 {
		t.Errorf("%d are kept, closed are %q", c.Len(), closed)
	}
	give()
	give()
	if fmt.Sprint(closed) != "[b]" {
		t.Errorf("closed are %q", closed)
	}
	if _, _, err := c.Take(t.Context(), "c", constant("another c")); err != nil {
		t.Fatal(err)
	}
	c.Clear()
	if c.Len() != 0 || fmt.Sprint(closed) != "[b a]" {
		t.Errorf("%d are kept, closed are %q", c.Len(), closed)
	}
}

// No value is made with the lock held: making one may need another key.
func TestMadeWithoutTheLock(t *testing.T) {
	c := Cache[int]{Most: 2}
	got, err := c.Get(t.Context(), "a", func(ctx context.Context) (int, error) {
		b, err := c.Get(ctx, "b", constant(1))
		return b + 1, err
	})
	if got != 2 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
}

func TestErrorsOfCachesAreNotKept(t *testing.T) {
	var c Cache[int]
	wrong := errors.New("wrong")
	if _, _, err := c.Take(t.Context(), "a", func(context.Context) (int, error) { return 0, wrong }); err != wrong {
		t.Error(err)
	}
	if got, err := c.Get(t.Context(), "a", constant(7)); got != 7 || err != nil {
		t.Errorf("after an error: %d, %v", got, err)
	}
}
