package main

import (
	"time"

	"github.com/spf13/cobra"
)

// patience is the time limit for a verb to stop.
const patience = 700 * time.Millisecond

// stopWithContext makes verbs return soon after their context has ended, even if parts of it
// ignore the context: reading and checking huge texts takes a few seconds. What still
// runs ends with the process.
func stopWithContext(verbs ...*cobra.Command) {
	for _, v := range verbs {
		run := v.RunE
		v.RunE = func(cmd *cobra.Command, args []string) error {
			done := make(chan error, 1)
			go func() { done <- run(cmd, args) }()
			select {
			case err := <-done:
				return err
			case <-cmd.Context().Done():
			}
			select {
			case err := <-done:
				return err
			case <-time.After(patience):
				return cmd.Context().Err()
			}
		}
	}
}
