package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"ludex/internal/protocols"
)

// A listenFlag is the address at which players connect.
type listenFlag struct{ address string }

func (f *listenFlag) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.address, "listen", "", "let players that are named live:NAME connect at this `ADDRESS`, as in :8080")
}

// open starts listening, and prints the address.
func (f *listenFlag) open(cmd *cobra.Command, p *protocols.Players) error {
	if f.address == "" {
		return nil
	}
	url, err := p.Listen(cmd.Context(), f.address)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "players connect to %s\n", url)
	return nil
}
