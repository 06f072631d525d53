// Package sleep waits for a length of time, unless something happens before.
package sleep

import (
	"context"
	"time"
)

// For waits for a length of time. It returns the error of the context if that ends before.
func For(ctx context.Context, d time.Duration) error {
	_, err := UnlessWoken(ctx, d, nil)
	return err
}

// UnlessWoken waits for a length of time, or until wake is closed or sends something. It
// returns the error of the context if that ends before.
func UnlessWoken(ctx context.Context, d time.Duration, wake <-chan struct{}) (woken bool, err error) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return false, nil
	case <-wake:
		return true, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}
