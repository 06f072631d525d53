package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/player"
	"ludex/player/roster"
)

func newMatch() *cobra.Command {
	var play playFlags
	var series player.Series
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "match <game> [ROLE=]PLAYER...",
		Short: "Let players play against each other",
		Long: `Match plays a number of games between players, who take turns at the seats, and shows
how they did: the mean score (a win 1, a draw ½) with an interval that holds the
true one with 95 % confidence, and faults. Players: ` + strings.Join(roster.All(roster.Options{}).Names(), ", ") + `; options
follow a colon, as in mcts:threads=2. With ROLE= the seats stay as they are.`,
		Example: `  ludex match connectfour mcts random --games 20 --nodes 200
  ludex match chess white=mcts black=greedy --games 2 --clock 1s`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := play.open(cmd, args[0])
			if err != nil {
				return err
			}
			if err := t.enter(&series, args[1:]); err != nil {
				return err
			}
			series.Match.Game = t.game
			if play.moves != "" || play.state != "" {
				series.Match.From = t.start
			}
			stop := progress(cmd, "playing "+t.game.Name())
			standings, err := series.Run(cmd.Context())
			stop()
			if err != nil && cmd.Context().Err() == nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(newMatchReport(t.game.Name(), standings))
			}
			return writeStandings(cmd.OutOrStdout(), standings)
		},
	}
	play.register(cmd)
	play.registerStart(cmd)
	cmd.Flags().IntVar(&series.Games, "games", 10, "play this `number` of games")
	cmd.Flags().IntVar(&series.Workers, "threads", 1, "play this `number` of games at a time")
	cmd.Flags().DurationVar(&series.Match.PlayClock, "clock", time.Second, "the `time` for a move; 0 is none")
	cmd.Flags().DurationVar(&series.Match.StartClock, "start-clock", time.Second, "the `time` for preparing; 0 is none")
	cmd.Flags().IntVar(&series.Match.Nodes, "nodes", 0, "let players think for this `number` of nodes; 0 is as long as the clock allows")
	cmd.Flags().IntVar(&series.Match.MaxSteps, "max-steps", 0, maxStepsHelp)
	cmd.Flags().Uint64Var(&series.Match.Seed, "seed", 1, "choose what is random")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// enter seats the players that the arguments name: in the order of the roles, or
// each at its role.
func (t *table) enter(s *player.Series, args []string) error {
	var seats []string
	for r, name := range t.game.Roles() {
		if game.Role(r) != t.game.Random() {
			seats = append(seats, name)
		}
	}
	if len(args) != len(seats) {
		return fmt.Errorf("%d players are needed, for %s; here are %d", len(seats), strings.Join(seats, ", "), len(args))
	}
	all := roster.All(roster.Options{})
	s.Entrants = make([]player.Entrant, len(seats))
	for i, arg := range args {
		if role, spec, named := strings.Cut(arg, "="); named && !strings.Contains(role, ":") {
			if i = slices.Index(seats, role); i < 0 {
				return fmt.Errorf("there is no role %q to play: the roles are %s", role, strings.Join(seats, ", "))
			}
			arg, s.Fixed = spec, true
		}
		if s.Entrants[i].New != nil {
			return fmt.Errorf("there are two players for %s", seats[i])
		}
		maker, err := all.Maker(arg)
		if err != nil {
			return err
		}
		s.Entrants[i] = player.Entrant{Name: arg, New: maker}
	}
	return nil
}

type matchReport struct {
	Game    string           `json:"game"`
	Players []standingReport `json:"players"`
}

type standingReport struct {
	Player   string     `json:"player"`
	Games    int        `json:"games"`
	Wins     int        `json:"wins"`
	Draws    int        `json:"draws"`
	Losses   int        `json:"losses"`
	Score    float64    `json:"score"`
	Interval [2]float64 `json:"interval"`
	Goal     float64    `json:"mean_goal"`
	Faults   int        `json:"faults"`
}

func newMatchReport(name string, standings []player.Standing) matchReport {
	r := matchReport{Game: name, Players: []standingReport{}}
	for _, s := range standings {
		r.Players = append(r.Players, standingReport{s.Name, s.Games, s.Wins, s.Draws, s.Losses, s.Score,
			[2]float64{s.Interval.Low, s.Interval.High}, s.Goal, faults(s)})
	}
	return r
}

// faults counts moves that were late or not legal.
func faults(s player.Standing) int {
	n := 0
	for _, k := range s.Faults {
		n += k
	}
	return n
}

func writeStandings(out io.Writer, standings []player.Standing) error {
	for _, s := range standings {
		fmt.Fprintf(out, "%-20s %d games: %d won, %d drawn, %d lost; score %.3f (%.3f to %.3f), mean goal %.1f\n",
			s.Name, s.Games, s.Wins, s.Draws, s.Losses, s.Score, s.Interval.Low, s.Interval.High, s.Goal)
		if n := faults(s); n > 0 {
			fmt.Fprintf(out, "%-20s %d faults\n", "", n)
		}
	}
	return nil
}
