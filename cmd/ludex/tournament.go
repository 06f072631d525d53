package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ludex/internal/cluster"
	"ludex/internal/cluster/workload"
	"ludex/internal/disguise"
	"ludex/internal/printable"
	"ludex/internal/protocols"
	"ludex/internal/store"
	"ludex/internal/tournament"
	"ludex/internal/wholefile"
	"ludex/match"
	"ludex/rules"
)

// tournamentFlags are the flags of the verb tournament.
type tournamentFlags struct {
	store, key, html      string
	status, asJSON, quiet bool
	threads               int
	pool                  clusterFlags
	workers               *workerPool // nil if the matches are played in this process
}

func newTournament() *cobra.Command {
	var f tournamentFlags
	cmd := &cobra.Command{
		Use:   "tournament FILE",
		Short: "Play a tournament, or go on with one",
		Long: `Tournament plays the matches that a file describes and shows the table. Results are kept
in the store as soon as they are there. If the tournament is stopped, with Ctrl-C or by
a crash, the same command goes on: no match is lost or counted twice.

The file is TOML: name, kind (round-robin, swiss, gauntlet, knockout), games and
players; and as far as they differ from what is usual: repeats, rounds, matches (of
those who meet, in each game), challengers, rotate, scramble, clocks.start, clocks.play,
clocks.full, nodes, seed, allowance, max-steps, workers, and timed.execution, .unit,
.max-time and .wall for games in real time. Players are those of "ludex match".

With --workers or --nats the matches are played by other processes, on this machine or
elsewhere; the table is the same if players think in nodes.`,
		Example: `  ludex tournament cup.toml --html cup.html
  ludex tournament cup.toml --status`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := tournament.ReadFile(args[0])
			if err != nil {
				return err
			}
			if f.status {
				return f.showStatus(cmd, c)
			}
			unlock, err := lockFile(args[0])
			if err != nil {
				return err
			}
			defer unlock()
			return f.play(cmd, c, filepath.Dir(args[0]))
		},
	}
	storeFlag(cmd, &f.store)
	cmd.Flags().StringVar(&f.key, "key", "", "sign the records with the key in `FILE`, which is made if there is none")
	cmd.Flags().StringVar(&f.html, "html", "", "write a page with the results to `FILE`, now and then and at the end")
	cmd.Flags().BoolVar(&f.status, "status", false, "show how far the tournament has come, and play nothing")
	cmd.Flags().IntVar(&f.threads, "threads", 0, "play this `number` of matches at a time; 0 is what the file says")
	f.pool.register(cmd)
	cmd.Flags().BoolVar(&f.quiet, "quiet", false, "show nothing while matches are played")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write JSON")
	return cmd
}

// showStatus shows the progress of a tournament.
func (f *tournamentFlags) showStatus(cmd *cobra.Command, c *tournament.Config) (err error) {
	s, err := openStore(cmd.Context(), f.store)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	p, err := tournament.Load(cmd.Context(), s, c.Name)
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("the tournament %q has not begun: there is nothing of it in %s", c.Name, store.Name(f.store))
	}
	if err != nil {
		return err
	}
	return f.show(cmd, p)
}

// play plays a tournament whose games are in a folder or the library.
func (f *tournamentFlags) play(cmd *cobra.Command, c *tournament.Config, folder string) (err error) {
	h := &tournament.Host{Config: c, Workers: f.threads}
	if f.key != "" {
		if h.Key, err = match.OpenKey(f.key); err != nil {
			return fmt.Errorf("--key: %w", err)
		}
	}
	stop := progress(cmd, "opening the games")
	h.Games, err = c.OpenGames(cmd.Context(), folder)
	stop()
	if err != nil {
		return err
	}
	if h.Store, err = keepStore(cmd, f.store); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Store.Close()) }()
	makers := newPlayerMaker(c)
	defer makers.close()
	h.Players = makers.players()
	view := newTournamentView(cmd, f)
	h.Watch = view.watch
	p, err := f.run(cmd, h)
	view.clear()
	if p == nil {
		return err
	}
	return errors.Join(f.show(cmd, p), f.verdict(cmd, p, err))
}

// run plays the matches, in this process or with workers.
func (f *tournamentFlags) run(cmd *cobra.Command, h *tournament.Host) (*tournament.Progress, error) {
	if !f.pool.wanted() {
		return h.Run(cmd.Context())
	}
	// The name is the same when the tournament is continued, and another one for the
	// same tournament in another store.
	t, err := h.Register(cmd.Context())
	if err != nil {
		return nil, err
	}
	f.pool.allow = programsOf(h.Config)
	if f.workers, err = f.pool.open(cmd); err != nil {
		return nil, err
	}
	defer f.workers.close()
	job := f.workers.Open(cluster.JobName("tournament", t.Name, t.Config, t.Made.Format(time.RFC3339Nano)))
	defer job.Close()
	h.PlayRemotely, h.Window = workload.PlayRemotely(job, f.workers.ended(workload.Match)), f.workers.Window
	ctx, cancel := f.workers.within(cmd.Context())
	defer cancel()
	return h.Run(ctx)
}

// verdict returns the exit status.
func (f *tournamentFlags) verdict(cmd *cobra.Command, p *tournament.Progress, err error) error {
	switch {
	case cmd.Context().Err() != nil:
		fmt.Fprintf(cmd.ErrOrStderr(), "stopped after %d of %d matches; the same command goes on\n", p.Done, p.Schedule.Total)
		return nil // the exit code says it
	case errors.Is(err, tournament.ErrUnplayed):
		for i, failed := range p.Failed {
			if i == 5 {
				fmt.Fprintf(cmd.ErrOrStderr(), "and %d more\n", len(p.Failed)-i)
				break
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", failed.Fixture.Key, printable.Lines(failed.Err.Error()))
		}
		return &exitError{code: exitNo, err: fmt.Errorf("%d matches could not be played; the same command tries them again", len(p.Failed))}
	}
	return err
}

// show writes the table and the page.
func (f *tournamentFlags) show(cmd *cobra.Command, p *tournament.Progress) error {
	if err := f.writePage(p); err != nil {
		return err
	}
	if f.asJSON {
		return json.NewEncoder(printable.JSONWriter(cmd.OutOrStdout())).Encode(newTournamentReport(p))
	}
	for _, line := range append([]string{headline(p)}, tableLines(p)...) {
		fmt.Fprintln(cmd.OutOrStdout(), line)
	}
	return nil
}

func (f *tournamentFlags) writePage(p *tournament.Progress) error {
	if f.html == "" {
		return nil
	}
	return wholefile.Write(f.html, 0o644, func(out io.Writer) error { return tournament.Page(out, p) })
}

type tournamentReport struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Played   int    `json:"played"`
	Total    int    `json:"total"` // in a knockout, an upper bound
	Finished bool   `json:"finished"`
	tournament.Table
}

func newTournamentReport(p *tournament.Progress) tournamentReport {
	return tournamentReport{p.Config.Name, string(p.Config.Kind), p.Done, p.Schedule.Total, p.Finished(),
		p.Config.Table(p.Schedule, p.Results)}
}

// A playerMaker makes the players of a tournament, local and remote.
type playerMaker struct {
	config *tournament.Config
	mu     sync.Mutex
	of     map[*tournament.OpenedGame]*protocols.Players
}

func newPlayerMaker(c *tournament.Config) *playerMaker {
	return &playerMaker{config: c, of: map[*tournament.OpenedGame]*protocols.Players{}}
}

// at returns what makes the players of a game.
func (g *playerMaker) at(ctx context.Context, f *tournament.OpenedGame) (*protocols.Players, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if p := g.of[f]; p != nil {
		return p, nil
	}
	list, err := match.NewRoster(ctx, f.Rules, players(), rules.Opening{})
	if err != nil {
		return nil, err
	}
	g.of[f] = &protocols.Players{Disguise: disguise.Plain(f.Rules), Roster: list, Programs: protocols.ProgramLimits{StartUp: protocols.DefaultStartUp}}
	return g.of[f], nil
}

func (g *playerMaker) close() {
	for _, p := range g.of {
		_ = p.Close() // the result is no longer needed
	}
}

func (g *playerMaker) players() tournament.Players {
	return tournament.Players{Single: singlePlayer, Maker: func(ctx context.Context, spec string, f *tournament.OpenedGame) (tournament.Maker, error) {
		switch remote := protocols.IsRemote(spec); {
		case remote && f.Rules.IsTimed():
			return nil, errors.New("a player elsewhere cannot take part in tournaments of games in real time")
		case remote && g.config.Clocks.Play == 0:
			return nil, errors.New("a player elsewhere needs a clock: set clocks.play")
		}
		at, err := g.at(ctx, f)
		if err != nil {
			return nil, err
		}
		maker, err := at.Maker(spec)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, to tournament.Invitation) (match.Player, error) {
			p := maker()
			protocols.Invite(p, to.Match, to.Disguise)
			return p, protocols.Ask(ctx, p)
		}, nil
	}}
}

// singlePlayer returns the address of a player of the GGP protocol, since most of them
// play one match at a time, and "" for others.
func singlePlayer(spec string) string {
	if !strings.HasPrefix(spec, "ggp:") {
		return ""
	}
	u, err := url.Parse(spec)
	if err != nil {
		return spec
	}
	return u.Host
}
