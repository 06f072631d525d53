package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ludex/internal/protocols"
	"ludex/internal/protocols/subprocess"
	"ludex/internal/server/tableclient"
	"ludex/internal/server/tableplayer"
	"ludex/internal/terminal/tablelines"
)

// atFlags are the flags of play at a table of an arena.
type atFlags struct {
	at, name, token, login, player string
	games                          int
}

func (a *atFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.at, "at", "", "play in the arena at this `URL`: of a table, of an invitation, or of the server")
	cmd.Flags().StringVar(&a.name, "name", "", "in an arena: the `NAME` that others see")
	cmd.Flags().StringVar(&a.token, "token", "", "in an arena: its `TOKEN`, if it asks for one before a table is opened")
	cmd.Flags().StringVar(&a.login, "login", "", "in an arena with accounts: sign in under this `NAME`; the password is asked for, or that of LUDEX_PASSWORD")
	cmd.Flags().StringVar(&a.player, "player", "", "in an arena: this `PLAYER` plays your seat, as in \"ludex match\", or exec:PROGRAM")
	cmd.Flags().IntVar(&a.games, "games", 1, "in an arena: leave after so many games of the PLAYER; 0 stays as long as others like")
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
	if err := f.arena.signIn(cmd, c); err != nil {
		return fmt.Errorf("--login: %w", err)
	}
	play, stop, err := f.program(cmd)
	if err != nil {
		return err
	}
	defer stop()
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
	opt := tablelines.Options{Client: c, Table: table, In: interruptible{cmd.Context(), in}, Out: out, Piped: !isTTY(in), Games: f.arena.games}
	if play != nil {
		play.Client, play.Table = c, table
		defer play.Stop()
		opt.Program = play
	}
	err = tablelines.Run(cmd.Context(), opt)
	switch {
	case errors.Is(err, tableclient.ErrOver):
		fmt.Fprintln(out, err)
	case err != nil:
		return fmt.Errorf("--at: %w", err)
	}
	return nil
}

// signIn signs in, if that is wanted.
func (a *atFlags) signIn(cmd *cobra.Command, c *tableclient.Client) error {
	if a.login == "" {
		return nil
	}
	password := os.Getenv("LUDEX_PASSWORD")
	if password == "" {
		in, ok := cmd.InOrStdin().(*os.File)
		if !ok || !term.IsTerminal(int(in.Fd())) {
			return errors.New("the password is typed at a terminal, or is in LUDEX_PASSWORD")
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "password of %s: ", a.login)
		typed, err := term.ReadPassword(int(in.Fd()))
		fmt.Fprintln(cmd.ErrOrStderr())
		if err != nil {
			return err
		}
		password = string(typed)
	}
	return c.SignIn(cmd.Context(), a.login, password)
}

// program returns the player that plays in place of a person, or nil.
func (f *playerFlags) program(cmd *cobra.Command) (p *tableplayer.Player, stop func(), err error) {
	if f.arena.player == "" {
		return nil, func() {}, nil
	}
	if f.arena.games < 0 {
		return nil, nil, errors.New("--games: a number, or 0 for as many as others like")
	}
	s := serveFlags{player: f.arena.player, margin: arenaMargin, programs: programFlags{memory: subprocess.DefaultMemory >> 20, startUp: protocols.DefaultStartUp}}
	opt, err := s.options(cmd)
	if err != nil {
		return nil, nil, err
	}
	opt.Log = slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	stop = func() {}
	if s.program != nil {
		stop = func() { s.program.Close() }
	}
	return &tableplayer.Player{Options: opt, Clock: f.clock, Nodes: f.nodes, Seed: f.seed}, stop, nil
}

// arenaMargin is how long before the end of its time for a move a player answers.
const arenaMargin = 100 * time.Millisecond

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
