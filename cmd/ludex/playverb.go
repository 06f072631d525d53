package main

import (
	"errors"
	"time"

	"github.com/spf13/cobra"
)

// playerFlags are the flags of the verb play.
type playerFlags struct {
	playFlags
	timed      timedFlags
	as         string
	against    []string
	clock      time.Duration
	startClock time.Duration
	nodes      int
	maxSteps   int
	seed       uint64
	plain      bool
	arena      atFlags
}

func newPlay() *cobra.Command {
	var f playerFlags
	cmd := &cobra.Command{
		Use:   "play [<game>]",
		Short: "Play a game in the terminal",
		Long: `Play lets you play one role of a game against players. On a terminal it shows the
board, the last moves and your legal moves: type a number or the beginning of a
move, and the enter key. Moves can be taken back, and there are hints and an
evaluation; F1 lists the keys. Otherwise, and with --plain, the game goes on in
lines of text: type a move or "help". With --against human, or black=human, people
share the keyboard and move in turn.

Games in real time are played by the wall clock. On a terminal the screen shows the
board, running clocks and a key for each move; before the start, the arrow keys make
time slower or faster. In lines of text the board is drawn after your moves, b shows it
again, and q ends the game. Players there are auto, realtime, random:rate=2 and idle,
and with --rate the others move at random.

With --at you play in an arena, at the same tables as browsers, in lines of text. The
URL is that of a table, or of an invitation to a seat; with the URL of the server
alone a table is opened for the game, and the links for friends are printed. Your
seat is kept when you leave: come back with the URL of the table. Where the input is
not typed, each move waits for your turn. With --player a program plays your seat: it
agrees to other games and to moves being taken back, and declines draws.`,
		Example: `  ludex play breakthrough
  ludex play chess --as black --against mcts --clock 2s
  ludex play connectfour --against human
  ludex play minority --against bob=random,cleo=mcts
  ludex play chicken --as white --unit 5s
  ludex play duel --against realtime
  ludex play chess --at http://localhost:8080 --name Anna
  ludex play --at 'http://localhost:8080/join/TABLE/KEY?role=black' --name Ben
  ludex play --at 'http://localhost:8080/join/TABLE/KEY?role=black' --player mcts --clock 2s`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.arena.at != "" {
				return f.playAt(cmd, args)
			}
			if f.arena.player != "" || f.arena.login != "" {
				return errors.New("--player and --login are for play in an arena: add --at; \"ludex match\" lets players play here")
			}
			if len(args) == 0 {
				return errors.New("which game? \"ludex info\" lists the library")
			}
			d, err := f.load(cmd, args[0])
			if err != nil {
				return err
			}
			if d.IsTimed() {
				return f.playTimed(cmd, d)
			}
			t, err := f.openToPlay(cmd, d, f.clock, f.nodes)
			if err != nil {
				return err
			}
			defer showNotes(cmd, t.game, f.onScreen(cmd))()
			return f.play(cmd, t)
		},
	}
	f.register(cmd)
	f.registerStart(cmd)
	cmd.Flags().StringVar(&f.as, "as", "", "play this `ROLE` (default the first one)")
	cmd.Flags().StringArrayVar(&f.against, "against", nil, "play against this `PLAYER`, or ROLE=PLAYER,...; human is a person at the same keyboard (default auto)")
	cmd.Flags().DurationVar(&f.clock, "clock", 5*time.Second, "the `time` limit for a move of a player and for a hint; 0 is none")
	cmd.Flags().DurationVar(&f.startClock, "start-clock", time.Second, "the `time` limit for preparing; 0 is none")
	cmd.Flags().IntVar(&f.nodes, "nodes", 0, "let players think for this `number` of nodes; 0 is as long as the clock allows")
	cmd.Flags().IntVar(&f.maxSteps, "max-steps", 0, maxStepsHelp)
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the seed of the random numbers")
	cmd.Flags().BoolVar(&f.plain, "plain", false, "play in lines of text, also on a terminal")
	cmd.Flags().DurationVar(&f.timed.unit, "unit", 0, "in real time: the `time` of one unit of game time (default what suits people)")
	f.arena.register(cmd)
	cmd.Flags().StringVar(&f.timed.rate, "rate", "", "in real time: the others move at random, this `number` of times per unit")
	return cmd
}
