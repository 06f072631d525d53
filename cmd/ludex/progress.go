package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/spf13/cobra"
)

// progress shows on a terminal that a verb is working and for how long, after the first
// second. The returned function removes the line.
func progress(cmd *cobra.Command, what string) (stop func()) {
	return progressOf(cmd, func() string { return what })
}

// progressOf is progress for work that reports its progress.
func progressOf(cmd *cobra.Command, what func() string) (stop func()) {
	start := time.Now()
	return progressLine(cmd, func() string { return fmt.Sprintf("%s … %d s", what(), int(time.Since(start).Seconds())) })
}

// progressWithin is progressOf for work that ends after a time at the latest; 0 is no limit.
func progressWithin(cmd *cobra.Command, limit time.Duration, what func() string) (stop func()) {
	if limit <= 0 {
		return progressOf(cmd, what)
	}
	start := time.Now()
	return progressLine(cmd, func() string {
		return fmt.Sprintf("%s … %d of at most %.0f s", what(), int(time.Since(start).Seconds()), limit.Seconds())
	})
}

// progressCount is progressOf for a known amount of work: it says how much is done and how
// long the rest takes at this speed.
func progressCount(cmd *cobra.Command, what, unit string, total int, done func() int) (stop func()) {
	start := time.Now()
	return progressLine(cmd, func() string { return countText(what, unit, done(), total, time.Since(start)) })
}

// countText says how much of a known amount of work is done after a time.
func countText(what, unit string, done, total int, spent time.Duration) string {
	text := fmt.Sprintf("%s, %d of %d %s … %d s", what, done, total, unit, int(spent.Seconds()))
	return text + toGo(done, total, spent)
}

// toGo says how long the rest of some work takes, if it goes on at the same speed.
func toGo(done, total int, spent time.Duration) string {
	if done <= 0 || done >= total {
		return ""
	}
	left := time.Duration(float64(spent) * float64(total-done) / float64(done))
	return fmt.Sprintf(", about %s to go", left.Round(time.Second))
}

// progressLine shows a line on a terminal that is up to date every second.
func progressLine(cmd *cobra.Command, text func() string) (stop func()) {
	out := cmd.ErrOrStderr()
	if !isTerminal(out) {
		return func() {}
	}
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		shown := false
		for {
			select {
			case <-tick.C:
				fmt.Fprint(out, "\r\x1b[K"+text())
				shown = true
			case <-done:
				if shown {
					fmt.Fprint(out, "\r\x1b[K")
				}
				return
			}
		}
	})
	return sync.OnceFunc(func() {
		close(done)
		wg.Wait()
	})
}
