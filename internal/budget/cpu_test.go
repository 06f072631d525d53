package budget

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestWithSetup(t *testing.T) {
	ctx, cancel := WithSetup(t.Context(), "counting", 5*time.Millisecond)
	defer cancel()
	for ctx.Err() == nil { // uses the time up
	}
	err := ctx.Err()
	var limit *TimeError
	if !errors.As(err, &limit) || !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if want := "counting takes more than 5ms of CPU time (--setup-time allows more)"; err.Error() != want {
		t.Errorf("the error is %q, want %q", err, want)
	}
	if context.Cause(ctx) != err {
		t.Errorf("the cause is %v", context.Cause(ctx))
	}
	if used := Used(ctx); used < 5*time.Millisecond {
		t.Errorf("%v are used", used)
	}
}

func TestWithSetupEndsWithItsParent(t *testing.T) {
	stopped := errors.New("stopped")
	parent, stop := context.WithCancelCause(t.Context())
	ctx, cancel := WithSetup(parent, "counting", time.Hour)
	defer cancel()
	if ctx.Err() != nil {
		t.Error(ctx.Err())
	}
	stop(stopped)
	<-ctx.Done()
	if ctx.Err() != context.Canceled || context.Cause(ctx) != stopped {
		t.Errorf("the error is %v, the cause %v", ctx.Err(), context.Cause(ctx))
	}
}

func TestWithoutLimit(t *testing.T) {
	ctx, cancel := WithSetup(t.Context(), "counting", -1)
	if ctx.Err() != nil {
		t.Error(ctx.Err())
	}
	if used := Used(ctx); used != 0 {
		t.Errorf("%v are used", used)
	}
	cancel()
	cancel()
	if ctx.Err() != context.Canceled {
		t.Error(ctx.Err())
	}
}

func TestMemoryError(t *testing.T) {
	err := &MemoryError{Doing: "listing the moves of a position", Limit: 512 << 20}
	if !strings.Contains(err.Error(), "takes more than 512 MB (--memory allows more)") {
		t.Error(err)
	}
}
