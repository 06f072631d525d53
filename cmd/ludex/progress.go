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
	return func() {
		close(done)
		wg.Wait()
	}
}
