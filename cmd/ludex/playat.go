package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ludex/internal/server/tableclient"
	"ludex/internal/terminal/tablelines"
)

// atFlags are the flags of play at a table of an arena.
type atFlags struct{ at, name, token string }

func (a *atFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.at, "at", "", "play in the arena at this `URL`: of a table, of an invitation, or of the server")
	cmd.Flags().StringVar(&a.name, "name", "", "in an arena: the `NAME` that others see")
	cmd.Flags().StringVar(&a.token, "token", "", "in an arena: its `TOKEN`, if it asks for one before a table is opened")
}

// playAt plays at a table of an arena: one that exists, or a new one for a game.
func (f *playerFlags) playAt(cmd *cobra.Command, args []string) (err error) {
	a, err := tableclient.ParseAddress(f.arena.at)
	if err != nil {
		return fmt.Errorf("--at: %w", err)
	}
	secrets, err := tableclient.LoadSecrets()
	if err != nil {
		return err
	}
	c := &tableclient.Client{Server: a.Server, Secret: secrets.Of(a.Server), Token: f.arena.token}
	table := a.Table
	switch {
	case table == "" && len(args) == 0:
		return errors.New("which game? Name one, or give --at the address of a table")
	case table != "" && len(args) > 0:
		return errors.New("the table has its game: leave the game out")
	case table == "":
		table, err = f.openAt(cmd, c, args[0])
	case a.Key != "":
		err = c.Join(cmd.Context(), a, f.arena.name)
	}
	if err != nil {
		return fmt.Errorf("--at: %w", err)
	}
	if err := secrets.Keep(a.Server, c.Secret); err != nil {
		return err
	}
	in, out := cmd.InOrStdin(), cmd.OutOrStdout()
	err = tablelines.Run(cmd.Context(), tablelines.Options{Client: c, Table: table, In: interruptible{cmd.Context(), in}, Out: out, Piped: !isTTY(in)})
	switch {
	case errors.Is(err, tableclient.ErrOver):
		fmt.Fprintln(out, err)
	case err != nil:
		return fmt.Errorf("--at: %w", err)
	}
	return nil
}

// openAt opens a table for a game: the rules of a file, or a game that the server has.
// Without --against, the others are friends.
func (f *playerFlags) openAt(cmd *cobra.Command, c *tableclient.Client, name string) (table string, err error) {
	o := tableclient.Opening{Game: name, Role: f.as, Name: f.arena.name, Nodes: f.nodes, Opponents: opponents(f.against)}
	if cmd.Flags().Changed("clock") {
		o.ClockMs = f.clock.Milliseconds()
	}
	if at, err := os.Stat(name); err == nil && at.Mode().IsRegular() {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		o.Game, o.Text = "", string(text)
	}
	v, err := c.Open(cmd.Context(), o)
	if err == nil && v.Time != nil {
		err = errors.New("a game in real time is played in the browser, or without --at")
	}
	return v.ID, err
}

// opponents reads players by role, and under "" for all. The roles are known to the server
// only, so that each player with options is given alone.
func opponents(texts []string) map[string]string {
	by := map[string]string{"": "friend"}
	for _, text := range texts {
		parts := strings.Split(text, ",")
		if !strings.Contains(parts[0], "=") || strings.Contains(parts[0], ":") {
			parts = []string{text}
		}
		for _, part := range parts {
			role, who, named := strings.Cut(part, "=")
			if !named || strings.Contains(role, ":") {
				role, who = "", part
			}
			by[role] = who
		}
	}
	return by
}
