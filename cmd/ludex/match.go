package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/internal/printable"
	"ludex/internal/protocols"
	"ludex/internal/roster"
	"ludex/internal/spelling"
	"ludex/match"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/rules"
)

// players returns the built-in players.
func players() player.Roster { return roster.All() }

func newMatch() *cobra.Command {
	var play playFlags
	var series match.Series
	var real timedFlags
	var records recordFlags
	var listen listenFlag
	var programs programFlags
	var stop stopFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "match <game> [ROLE=]PLAYER...",
		Short: "Let players play against each other",
		Long: `Match plays a number of games between players, who take turns at the seats, and shows
how they did: the mean score (a win 1, a draw ½) and the mean goal, each with a 95 %
confidence interval, and faults. With --until the series ends when the interval of the
first player's score is narrow enough, with --sprt when a sequential test has decided
whether that score is the lower or the higher one of two; --games is then the most
that are played. Players: ` + strings.Join(players().Names(), ", ") + `; options
follow a colon, as in mcts:threads=2. With ROLE= the seats stay as they are.
Players elsewhere: ` + protocols.Forms + `.

Games in real time are played in virtual time, in which thinking takes no time, or
with --wall by the wall clock. Players: auto, realtime, random:rate=2 (moves a
unit), idle; and all of the above if the game is a translation of a turn-based one.
By the wall clock also exec:PROGRAM and live:NAME.`,
		Example: `  ludex match connectfour mcts random --games 20 --nodes 200
  ludex match chess white=mcts black=greedy --games 2 --clock 1s
  ludex match nim mcts random --games 1000 --sprt 0.5,0.6 --nodes 50
  ludex match duel realtime random:rate=2 --games 200 --threads 2
  ludex match chicken white=live:bob black=realtime --wall --unit 5s --listen :8080`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkClocks(&series.Config); err != nil {
				return err
			}
			d, err := play.load(cmd, args[0])
			if err != nil {
				return err
			}
			if err := play.setUp(cmd, d, &real, &series.Config); err != nil {
				return err
			}
			if g, ok := series.Config.Game.(game.Game); ok {
				defer showNotes(cmd, g, false)()
			}
			if err := stop.setUp(&series); err != nil {
				return err
			}
			limits, err := programs.limits()
			if err != nil {
				return err
			}
			records.aside = asJSON
			failures := make(failures, len(args)-1)
			standings, err := playSeries(cmd, &play, &series, &records, &listen, limits, failures, args[1:])
			if err != nil && cmd.Context().Err() == nil {
				return err
			}
			if err := showStandings(cmd, series.Config.Game.Name(), standings, asJSON); err != nil {
				return err
			}
			if err := failures.mute(&series); err != nil {
				return err
			}
			return stop.show(cmd)
		},
	}
	play.register(cmd)
	play.registerStart(cmd)
	real.registerMatch(cmd)
	records.register(cmd)
	listen.register(cmd)
	programs.register(cmd)
	stop.register(cmd)
	cmd.Flags().IntVar(&series.Games, "games", 10, "play this `number` of games")
	cmd.Flags().IntVar(&series.Workers, "threads", 1, "play this `number` of games at a time")
	cmd.Flags().DurationVar(&series.Config.PlayClock, "clock", time.Second, "the `time` limit for a move; 0 is none")
	cmd.Flags().DurationVar(&series.Config.StartClock, "start-clock", time.Second, "the `time` limit for preparing; 0 is none")
	cmd.Flags().BoolVar(&series.Config.FullClock, "full-clock", false, "let every step last the clock and the grace of a second, so that times tell nothing")
	cmd.Flags().IntVar(&series.Config.Nodes, "nodes", 0, "let players think for this `number` of nodes; 0 is as long as the clock allows")
	cmd.Flags().IntVar(&series.Config.Allowance, "allowance", match.DefaultAllowance, "take over the role of a player after this `number` of faults; 0 is never")
	cmd.Flags().IntVar(&series.Config.MaxSteps, "max-steps", 0, maxStepsHelp)
	cmd.Flags().Uint64Var(&series.Config.Seed, "seed", 1, "the seed of the random numbers")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// maxClock is the limit of clocks.
const maxClock = 24 * time.Hour

// checkClocks returns an error if the clocks of a match are invalid.
func checkClocks(m *match.Config) error {
	for _, c := range []struct {
		flag  string
		clock time.Duration
	}{{"--clock", m.PlayClock}, {"--start-clock", m.StartClock}} {
		if c.clock < 0 || c.clock > maxClock {
			return fmt.Errorf("%s: from 0, which is none, to %v", c.flag, maxClock)
		}
	}
	if m.FullClock && m.PlayClock == 0 {
		return errors.New("--full-clock: there is no --clock to use to its end")
	}
	return nil
}

// setUp opens the game of a series, and returns how it is played.
func (p *playFlags) setUp(cmd *cobra.Command, d *rules.Rules, real *timedFlags, c *match.Config) (err error) {
	if d.IsTimed() {
		return real.setUp(cmd, p, d, c)
	}
	t, err := p.openToPlay(cmd, d, c.PlayClock, c.Nodes)
	if err != nil {
		return err
	}
	c.Rules, c.Game = t.Rules, t.game
	if p.moves != "" || p.state != "" {
		c.From = t.start
	}
	return nil
}

// playSeries plays a series between the players that the arguments name.
func playSeries(cmd *cobra.Command, p *playFlags, s *match.Series, f *recordFlags, listen *listenFlag, limits protocols.ProgramLimits, failures failures, args []string) (standings []player.Standing, err error) {
	list, err := match.NewRoster(cmd.Context(), s.Config.Rules, players(), p.opening)
	if err != nil {
		return nil, err
	}
	players := &protocols.Players{Disguise: disguise.Plain(s.Config.Rules), Roster: list, Programs: limits}
	defer players.Close()
	if err := listen.open(cmd, players); err != nil {
		return nil, err
	}
	if err := enter(s, players, args); err != nil {
		return nil, err
	}
	for _, at := range players.Hosts() {
		fmt.Fprintf(cmd.ErrOrStderr(), "players connect to %s\n", at)
	}
	keeping, err := f.newRecorder(cmd, s.Config.Rules, players)
	if err != nil {
		return nil, err
	}
	s.Play = keeping.play
	var played atomic.Int64
	var defects defects
	s.Done = func(p player.SeriesMatch) {
		played.Add(1)
		defects.add(p.Result.Defects)
		failures.add(&p)
	}
	stop := progressCount(cmd, "playing "+s.Config.Game.Name(), "games", s.Games, func() int { return int(played.Load()) })
	standings, err = s.Run(cmd.Context())
	stop()
	defects.write(cmd.ErrOrStderr())
	failures.write(cmd.ErrOrStderr(), s)
	return standings, errors.Join(err, keeping.close())
}

// defects counts the problems of the goals of finished matches.
type defects map[string]int

func (d *defects) add(list []string) {
	if *d == nil {
		*d = defects{}
	}
	for _, text := range list {
		(*d)[text]++
	}
}

func (d defects) write(out io.Writer) {
	for _, text := range slices.Sorted(maps.Keys(d)) {
		fmt.Fprintf(out, "ludex: the rules are at fault: at the end of %s %s, which counts as 0\n", spelling.Count(d[text], "game"), text)
	}
}

// enter seats the players that the arguments name: in the order of the roles, or
// each at its role.
func enter(s *match.Series, players *protocols.Players, args []string) error {
	g := s.Config.Game
	var seats []string
	for _, r := range match.Seats(g) {
		seats = append(seats, g.Roles()[r])
	}
	specs, fixed, err := specsOf(seats, args)
	if err != nil {
		return err
	}
	s.Fixed = fixed
	for _, spec := range specs {
		if protocols.IsRemote(spec) && s.Config.Rules.IsTimed() && !s.Config.RealTime.Wall {
			return fmt.Errorf("player %q: players elsewhere play by the wall clock; add --wall", spec)
		}
		maker, err := players.Maker(spec)
		if err != nil {
			return err
		}
		s.Entrants = append(s.Entrants, match.Entrant{Name: spec, New: maker})
	}
	return nil
}

// specsOf returns the specifications of players by seat, and whether some of them name
// their roles.
func specsOf(seats, args []string) (specs []string, fixed bool, err error) {
	if len(args) != len(seats) {
		return nil, false, fmt.Errorf("%d players are needed, for %s; here are %d", len(seats), strings.Join(seats, ", "), len(args))
	}
	specs = make([]string, len(seats))
	for i, arg := range args {
		if role, spec, named := strings.Cut(arg, "="); named && !strings.Contains(role, ":") {
			if i = slices.Index(seats, role); i < 0 {
				return nil, false, noRole(role, seats)
			}
			arg, fixed = spec, true
		}
		if specs[i] != "" {
			return nil, false, fmt.Errorf("there are two players for %s", seats[i])
		}
		specs[i] = arg
	}
	return specs, fixed, nil
}

type matchReport struct {
	Game    string           `json:"game"`
	Players []standingReport `json:"players"`
}

// A standingReport is the result of a player. Without a finished match there is no
// score.
type standingReport struct {
	Player   string      `json:"player"`
	Games    int         `json:"games"`
	Wins     int         `json:"wins"`
	Draws    int         `json:"draws"`
	Losses   int         `json:"losses"`
	CutOff   int         `json:"cut_off"`
	Score    *float64    `json:"score"`
	Interval *[2]float64 `json:"interval"`
	Goal     *float64    `json:"mean_goal"`
	Goals    *[2]float64 `json:"mean_goal_interval"`
	Faults   int         `json:"faults"`
}

func newMatchReport(name string, standings []player.Standing) matchReport {
	r := matchReport{Game: name, Players: []standingReport{}}
	for _, s := range standings {
		one := standingReport{Player: s.Name, Games: s.Games, Wins: s.Wins, Draws: s.Draws, Losses: s.Losses, CutOff: s.CutOff, Faults: faults(s)}
		if s.Games > s.CutOff {
			one.Score, one.Interval, one.Goal = &s.Score, &[2]float64{s.Interval.Low, s.Interval.High}, &s.Goal
			one.Goals = &[2]float64{s.GoalInterval.Low, s.GoalInterval.High}
		}
		r.Players = append(r.Players, one)
	}
	return r
}

// faults counts moves that were late or illegal.
func faults(s player.Standing) int {
	n := 0
	for _, k := range s.Faults {
		n += k
	}
	return n
}

// showStandings writes the standings of a series.
func showStandings(cmd *cobra.Command, name string, standings []player.Standing, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(printable.JSONWriter(cmd.OutOrStdout())).Encode(newMatchReport(name, standings))
	}
	return writeStandings(cmd.OutOrStdout(), standings)
}

func writeStandings(out io.Writer, standings []player.Standing) error {
	for _, s := range standings {
		fmt.Fprintf(out, "%-20s %s: %d won, %d drawn, %d lost", printable.Line(s.Name), spelling.Count(s.Games, "game"), s.Wins, s.Draws, s.Losses)
		if s.CutOff > 0 {
			fmt.Fprintf(out, ", %d cut off", s.CutOff)
		}
		if s.Games > s.CutOff {
			fmt.Fprintf(out, "; score %.3f (%.3f to %.3f), mean goal %.1f (%.1f to %.1f)", s.Score, s.Interval.Low, s.Interval.High, s.Goal, s.GoalInterval.Low, s.GoalInterval.High)
		}
		fmt.Fprintln(out)
		if n := faults(s); n > 0 {
			fmt.Fprintf(out, "%-20s %s\n", "", spelling.Count(n, "fault"))
		}
	}
	return nil
}

// registerMatch adds the flags of real-time matches.
func (f *timedFlags) registerMatch(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.execution, "execution", "immediate", "in real time: let moves take effect by `immediate|interval:50ms|stop-clock`")
	cmd.Flags().DurationVar(&f.unit, "unit", time.Second, "in real time: the `time` of one unit of game time")
	cmd.Flags().BoolVar(&f.wall, "wall", false, "in real time: play by the wall clock instead of virtual time")
	cmd.Flags().StringVar(&f.maxTime, "max-time", "1000", "in real time: end the play at this `time`, in units")
	cmd.Flags().IntVar(&f.maxEvents, "max-events", 100_000, "in real time: end the play after this many `updates`")
}

// setUp opens a game in real time, and returns how its matches are played.
func (f *timedFlags) setUp(cmd *cobra.Command, p *playFlags, d *rules.Rules, c *match.Config) (err error) {
	if p.moves != "" {
		return errors.New("--moves: a play in real time begins with its initial state")
	}
	if c.FullClock {
		return errors.New("--full-clock: in real time nobody waits for anybody")
	}
	g, err := p.openTimed(cmd, d)
	if err != nil {
		return err
	}
	c.Rules, c.Game, c.RealTime.Wall = d, g, f.wall
	c.RealTime.Options, err = f.options(c.Seed)
	return err
}

// roster returns the players of a game in real time.
func (p *playFlags) roster(ctx context.Context, d *rules.Rules) (*realtime.Roster, error) {
	list, err := match.NewRoster(ctx, d, players(), p.opening)
	if err != nil {
		return nil, err
	}
	return list.Timed(), nil
}
