package sleep_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"ludex/internal/sleep"
)

func TestFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if err := sleep.For(t.Context(), time.Minute); err != nil || time.Since(start) != time.Minute {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := sleep.For(ctx, time.Minute); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v at the end of the context", err)
		}
	})
}

func TestUnlessWoken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wake := make(chan struct{})
		if woken, err := sleep.UnlessWoken(t.Context(), time.Minute, wake); woken || err != nil {
			t.Errorf("%v, %v though nobody wakes it", woken, err)
		}
		start := time.Now()
		time.AfterFunc(time.Second, func() { close(wake) })
		if woken, err := sleep.UnlessWoken(t.Context(), time.Minute, wake); !woken || err != nil || time.Since(start) != time.Second {
			t.Errorf("%v, %v after %v", woken, err, time.Since(start))
		}
	})
}
