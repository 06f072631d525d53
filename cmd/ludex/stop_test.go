package main

import (
	"context"
	"errors"
	"testing"

	"github.com/spf13/cobra"
)

// TestStopWithContext runs a verb that ignores its context, and one that finishes.
func TestStopWithContext(t *testing.T) {
	forever := make(chan struct{})
	t.Cleanup(func() { close(forever) })
	ctx, cancel := context.WithCancel(t.Context())
	deaf := &cobra.Command{RunE: func(*cobra.Command, []string) error {
		cancel()
		<-forever
		return nil
	}}
	done := errors.New("done")
	fine := &cobra.Command{RunE: func(cmd *cobra.Command, _ []string) error {
		<-cmd.Context().Done()
		return done
	}}
	stopWithContext(deaf, fine)
	deaf.SetContext(ctx)
	fine.SetContext(ctx)
	if err := deaf.RunE(deaf, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the deaf verb ends with %v", err)
	}
	if err := fine.RunE(fine, nil); err != done {
		t.Errorf("the other one ends with %v", err)
	}
}
