package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ludex/internal/disguise"
	"ludex/internal/protocols/ggp"
	"ludex/internal/protocols/live"
	"ludex/internal/protocols/playerprotocol"
	"ludex/internal/protocols/rbgmanager"
	"ludex/internal/protocols/seat"
	"ludex/internal/protocols/subprocess"
	"ludex/match"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/rules"
)

// serveFlags are the flags of the verb player.
type serveFlags struct {
	protocol, listen, connect, player, name string
	seed                                    uint64
	margin                                  time.Duration
	verbose                                 bool
	programs                                programFlags
	program                                 *subprocess.Pool // nil unless the player is one
}

func newPlayer() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "player",
		Short: "Be a player for a game manager elsewhere",
		Long: `Player lets one of Ludex's players take part in matches that another program manages.
It gets the rules when a match starts. Protocols:

  ggp    GGP over HTTP: waits for managers at --listen, one match at a time
  rbg    that of the public manager for regular boardgames: connects to --connect
  live   our own by WebSocket, also for games in real time (docs/protocol.md):
         connects to --connect under a --name, again whenever the connection breaks
  lines  the same as JSON lines on standard input and output

The PLAYER may be a program, exec:PROGRAM, which then plays over any of these: it
stays alive between matches. Where a PLAYER is for games of another kind, auto plays. Answers come in time whatever
the description: if the start clock is too short to prepare a fast engine, the
interpreter plays meanwhile; and if nothing else is known, a legal move of the last
state known is the answer, or a guess. Standard error says so.

Answers are sent --margin before the clock ends, but never more than a third of it.`,
		Example: `  ludex player --protocol ggp --listen :9147 --player mcts
  ludex player --protocol rbg --connect localhost:8181
  ludex player --protocol live --connect ws://localhost:8080/ --name bob --player mcts
  ludex player --protocol ggp --player 'exec:python3 mybot.py'
  ludex match tictactoe 'exec:ludex player --protocol lines' random`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			opt, err := f.options(cmd)
			if err != nil {
				return err
			}
			if f.program != nil {
				defer f.program.Close()
			}
			if f.margin < 0 || f.margin > maxMargin {
				return fmt.Errorf("--margin: from 0s to %v", maxMargin)
			}
			switch f.protocol {
			case "ggp":
				return f.ggp(cmd, opt)
			case "rbg":
				return f.rbg(cmd.Context(), opt)
			case "live":
				return f.live(cmd, opt)
			case "lines":
				if !cmd.Flags().Changed("margin") {
					opt.Margin = 0 // there is no network
				}
				return f.server(opt).Serve(cmd.Context(), playerprotocol.NewLines(os.Stdin, os.Stdout))
			}
			return fmt.Errorf("--protocol: there is no protocol %q; use ggp, rbg, live or lines", f.protocol)
		},
	}
	cmd.Flags().StringVar(&f.protocol, "protocol", "ggp", "speak `ggp|rbg|live|lines`")
	cmd.Flags().StringVar(&f.listen, "listen", "127.0.0.1:9147", "wait for managers at this `ADDRESS`, as in :9147 for all of the machine's; if the port is taken, at one of the next")
	cmd.Flags().StringVar(&f.connect, "connect", "", "connect to the manager at this `ADDRESS`")
	cmd.Flags().StringVar(&f.player, "player", "auto", "the `PLAYER`, as in \"ludex match\", or exec:PROGRAM")
	f.programs.register(cmd)
	cmd.Flags().StringVar(&f.name, "name", "Ludex", "the `NAME` that managers are told")
	cmd.Flags().DurationVar(&f.margin, "margin", defaultMargin, "send answers this `time` before the clock ends; 0s where there is no network")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the seed of the random numbers")
	cmd.Flags().BoolVar(&f.verbose, "verbose", false, "log every message to standard error")
	return cmd
}

// Margins: replies are sent this long before the clock ends, so that they arrive in
// time on a slow network.
const (
	defaultMargin = 500 * time.Millisecond
	maxMargin     = time.Minute
)

// options returns who plays, and how.
func (f *serveFlags) options(cmd *cobra.Command) (seat.Options, error) {
	opt := seat.Options{Margin: f.margin, Log: f.log(cmd)}
	command, program := strings.CutPrefix(f.player, programScheme)
	if !program {
		make, err := f.maker()
		if err != nil {
			return opt, fmt.Errorf("--player: %w", err)
		}
		opt.NewPlayer = make
		return opt, nil
	}
	limits, err := f.programs.limits()
	if err != nil {
		return opt, err
	}
	p, err := subprocess.Parse(command)
	if err != nil {
		return opt, fmt.Errorf("--player: %w", err)
	}
	p.Memory = limits.Memory
	f.program = &subprocess.Pool{Program: p, StartUp: limits.StartUp}
	opt.NewFor = func(r *rules.Rules) player.Player {
		return &playerprotocol.Player{Endpoint: playerprotocol.Endpoint{
			Disguise: disguise.Plain(r), Connect: f.program.Connect, StartUp: f.program.StartUpTime,
		}}
	}
	return opt, nil
}

// maker returns the maker of players for turn-based games.
func (f *serveFlags) maker() (player.Maker, error) {
	make, err := players().Maker(f.player)
	if err == nil {
		return make, nil
	}
	if _, timedErr := new(realtime.Roster).Maker(f.player); timedErr != nil {
		return nil, err
	}
	return players().Maker("auto")
}

// server returns the server of our own protocol.
func (f *serveFlags) server(opt seat.Options) *playerprotocol.Server {
	return &playerprotocol.Server{Options: opt, NewTimed: f.timed}
}

// timed makes the player of a real-time game.
func (f *serveFlags) timed(ctx context.Context, r *rules.Rules) (realtime.Player, error) {
	if f.program != nil {
		return nil, errors.New("the program plays in turns here; in real time a manager runs it itself, as exec:PROGRAM")
	}
	all, err := match.NewRoster(ctx, r, players(), rules.Opening{})
	if err != nil {
		return nil, err
	}
	list := all.Timed()
	make, err := list.Maker(f.player)
	if err != nil {
		make, err = list.Maker("auto")
	}
	if err != nil {
		return nil, err
	}
	p := make()
	if realtime.PlaysTurns(p) && r.GDL.Dialect.Percepts() {
		return realtime.NewSearch(), nil // it does not need the state
	}
	return p, nil
}

func (f *serveFlags) log(cmd *cobra.Command) *slog.Logger {
	level := slog.LevelInfo
	if f.verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: level}))
}

// ggp serves the GGP protocol.
func (f *serveFlags) ggp(cmd *cobra.Command, opt seat.Options) error {
	s := &ggp.Server{Name: f.name, Species: "program", Options: opt}
	return s.ListenAndServe(cmd.Context(), f.listen, func(address string) {
		fmt.Fprintf(cmd.OutOrStdout(), "waiting for managers at %s\n", address)
	})
}

// rbg connects to a manager and plays until there is nothing more to play.
func (f *serveFlags) rbg(ctx context.Context, opt seat.Options) error {
	if f.connect == "" {
		return errors.New("--connect: give the address of the manager, as in localhost:8181")
	}
	return rbgmanager.Play(ctx, f.connect, f.seed, opt)
}

// live plays matches for a manager, and reconnects when the connection is lost, until
// Ctrl-C.
func (f *serveFlags) live(cmd *cobra.Command, opt seat.Options) error {
	if f.connect == "" {
		return errors.New("--connect: give the address of the manager, as in ws://localhost:8080/")
	}
	url := f.connect
	if !strings.Contains(url, "://") {
		url = "ws://" + url + "/"
	}
	l := &live.Player{URL: url, Name: f.name, Server: f.server(opt), Log: opt.Log}
	return l.Run(cmd.Context())
}
