package main

import (
	"time"

	"github.com/spf13/cobra"
)

// patience is how long a verb may take to stop that is told to.
const patience = 700 * time.Millisecond

// leavable has a verb return soon after its context has ended, though parts of it do
// not listen: reading and checking huge texts take a few seconds. What is left
// behind ends with the program.
func leavable(verbs ...*cobra.Command) {
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
