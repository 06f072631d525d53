package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ludex/internal/report"
	"ludex/internal/roster"
	"ludex/match"
	"ludex/rules"
)

// reportFlags are the flags of the verb report.
type reportFlags struct {
	playFlags
	report.Options
	out    string
	time   time.Duration
	asJSON bool
	until  string // the measure of a comparison that is to be settled
	pool   clusterFlags
}

func newReport() *cobra.Command {
	var f reportFlags
	cmd := &cobra.Command{
		Use:   "report <game>…",
		Short: "Find out what a game is like by playing it, and write a page about it",
		Long: `Report plays a game at random and by a player against itself, and writes a page of
HTML. It begins with a verdict: whom the game favours and by how much, whether it is
drawish, and how both change with stronger play, whether it is long, dramatic, deep,
what openings are worth, which moves dominate, and which rules and pieces are never used. Each sentence has a figure with its interval,
a rank among the games of the library, and games that show it. Charts follow: length,
branching, balance between the roles, draws, drama, decisiveness, lead changes, room
for skill; which cells and pieces are used; sizes of information sets where
information is hidden, and the time between events in real time. The page defines
each measure and says how many plays it rests on, and a summary goes to standard
output.

With a budget of nodes, which is the default, the same seed gives the same report.
Ctrl-C, or the end of --time, writes the page with what there is so far. With --workers
or --nats other processes play; the report is the same.

Several games are compared: what differs in the rules and in play, with intervals and
how sure one can be. A game may be a version in git, such as HEAD~1:game.kif, or the
same rules with other parameters, such as game.rbg@columns=6 (docs/design.md says which
there are). --until goes on until the difference of a measure is settled, for at most
16 times as many plays; if it is not, the exit code is 3. A page is written with -o.`,
		Example: `  ludex report breakthrough
  ludex report chess -o chess.html --games 20 --time 10m --threads 2
  ludex report kuhnpoker --playouts 500 --json
  ludex report HEAD:game.rbg game.rbg --until length`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.register(cmd)
	f.pool.register(cmd)
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write the page to `FILE`, or - for standard output (default GAME-report.html)")
	cmd.Flags().IntVar(&f.Playouts, "playouts", 0, extentHelp("play this `number` of plays at random", report.Least.Playouts, report.Most.Playouts))
	cmd.Flags().IntVar(&f.Games, "games", 0, extentHelp("let the player play this `number` of games against itself", report.Least.Games, report.Most.Games))
	cmd.Flags().StringVar(&f.Player, "player", "auto", "the `PLAYER`, with options after a colon")
	cmd.Flags().IntVar(&f.Nodes, "nodes", 0, extentHelp("let the player think for this `number` of nodes per move", report.Least.Nodes, report.Most.Nodes))
	cmd.Flags().DurationVar(&f.Clock, "clock", 0, "let the player think for this `time` per move, instead of --nodes")
	cmd.Flags().IntVar(&f.Threads, "threads", 1, "play this `number` of games at a time")
	cmd.Flags().Uint64Var(&f.Seed, "seed", 1, "the seed of the random numbers")
	cmd.Flags().DurationVar(&f.time, "time", 5*time.Minute, "write the page after this `time` with what there is; 0 is no limit")
	cmd.Flags().StringVar(&f.until, "until", "", "compare: play until the difference of this `MEASURE` is settled, such as length or advantage")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write data and measures as JSON to standard output, and a page only with -o")
	return cmd
}

// extentHelp is the help of a flag whose default depends on the game.
func extentHelp(text string, least, most int) string {
	return fmt.Sprintf("%s (default %d to %d, the more the shorter plays are)", text, least, most)
}

func (f *reportFlags) run(cmd *cobra.Command, args []string) error {
	if err := f.check(cmd); err != nil {
		return err
	}
	if len(args) > 1 {
		return f.compare(cmd, args)
	}
	if f.until != "" {
		return errors.New("--until is for a comparison of several games")
	}
	d, err := f.loadVersion(cmd, args[0])
	if err != nil {
		return err
	}
	subject, err := f.subject(cmd, d)
	if err != nil {
		return err
	}
	ctx, cancel := f.limited(cmd.Context())
	defer cancel()
	collect := func(ctx context.Context) (*report.Data, error) { return f.collect(ctx, cmd, subject) }
	if f.pool.wanted() {
		collect = func(context.Context) (*report.Data, error) {
			return f.collectElsewhere(cmd, f.workloadRules(d), subject)
		}
	}
	share, played := report.ShareTime(ctx, 1)
	data, err := collect(share)
	played()
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	// What the games show is left out as far as there is no time left for it.
	if err := report.Follow(ctx, d, subject, data); err != nil && ctx.Err() == nil {
		return err
	}
	return f.write(cmd, data)
}

// check refuses flags that make no sense. It replaces an explicit 0 by -1, which means
// none.
func (f *reportFlags) check(cmd *cobra.Command) error {
	if f.Playouts < 0 || f.Games < 0 || f.Nodes < 0 || f.Clock < 0 || f.Threads < 0 || f.time < 0 {
		return errors.New("--playouts, --games, --nodes, --clock, --threads and --time cannot be negative")
	}
	if f.asJSON && f.out == "-" {
		return errors.New("-o: standard output has the JSON already")
	}
	if f.Clock > 0 && cmd.Flags().Changed("nodes") {
		return errors.New("--nodes and --clock: use one of them")
	}
	if f.Nodes == 0 && cmd.Flags().Changed("nodes") {
		return errors.New("--nodes: a player has to think for at least one node")
	}
	for name, n := range map[string]*int{"playouts": &f.Playouts, "games": &f.Games} {
		if *n == 0 && cmd.Flags().Changed(name) {
			*n = -1
		}
	}
	return nil
}

// subject opens the game and the player.
func (f *reportFlags) subject(cmd *cobra.Command, d *rules.Rules) (report.Subject, error) {
	list, err := match.NewRoster(cmd.Context(), d, roster.All(), f.opening)
	if err != nil {
		return report.Subject{}, err
	}
	if err := f.SetPlayer(list, f.Player); err != nil {
		return report.Subject{}, fmt.Errorf("--player: %w", err)
	}
	g, err := f.openAny(cmd, d)
	if err != nil {
		return report.Subject{}, err
	}
	return report.NewSubject(cmd.Context(), d, g), nil
}

// openAny opens a game of either kind.
func (f *reportFlags) openAny(cmd *cobra.Command, d *rules.Rules) (match.Game, error) {
	if d.IsTimed() {
		g, err := f.openTimed(cmd, d)
		if err != nil {
			return nil, err
		}
		return g, nil
	}
	t, err := f.openRules(cmd, d)
	if err != nil {
		return nil, err
	}
	return t.game, nil
}

// limited returns a context that ends when the time for the report is over.
func (f *reportFlags) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if f.time > 0 {
		return context.WithTimeout(ctx, f.time)
	}
	return context.WithCancel(ctx)
}

// collect runs the plays of the report.
func (f *reportFlags) collect(ctx context.Context, cmd *cobra.Command, s report.Subject) (*report.Data, error) {
	var last atomic.Pointer[report.Progress]
	f.Progress = func(p report.Progress) { last.Store(&p) }
	start := time.Now()
	stop := progressWithin(cmd, f.time, func() string {
		p := last.Load()
		if p == nil {
			return "playing " + s.About.Name
		}
		text := fmt.Sprintf("playing %s, %d of %d random plays, %d of %d games", s.About.Name, p.Playouts, p.AllPlayouts, p.Games, p.AllGames)
		if p.Games > 0 {
			text += toGo(int(p.Games), int(p.AllGames), time.Since(start))
		}
		return text
	})
	defer stop()
	return report.Collect(ctx, s, f.Options, report.Shard{Of: 1})
}

// reportJSON is the JSON output of the verb.
type reportJSON struct {
	Measures *report.Measures `json:"measures"`
	Data     *report.Data     `json:"data"`
}

// write writes the page and the summary.
func (f *reportFlags) write(cmd *cobra.Command, d *report.Data) error {
	out, measures := cmd.OutOrStdout(), report.Measure(d)
	if f.asJSON {
		if err := json.NewEncoder(out).Encode(reportJSON{measures, d}); err != nil {
			return err
		}
	}
	name := f.out
	switch {
	case name == "-":
		return report.Page(out, d, measures)
	case name == "" && f.asJSON:
		return nil
	case name == "":
		name = d.About.Name + "-report.html"
	}
	var page bytes.Buffer
	if err := report.Page(&page, d, measures); err != nil {
		return err
	}
	if err := os.WriteFile(name, page.Bytes(), 0o644); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	if f.asJSON {
		return nil
	}
	if err := report.WriteText(out, d, measures); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "  %-15s %s\n", "page", name)
	return err
}
