package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine"
	"ludex/internal/protocols"
	"ludex/internal/roster"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/rules"
	"ludex/timed"
)

// registerMatch adds the flags of real-time matches.
func (f *timedFlags) registerMatch(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.execution, "execution", "immediate", "in real time: let moves take effect by `immediate|interval:50ms|stop-clock`")
	cmd.Flags().DurationVar(&f.unit, "unit", time.Second, "in real time: the `time` of one unit of game time")
	cmd.Flags().BoolVar(&f.wall, "wall", false, "in real time: play by the wall clock instead of virtual time")
	cmd.Flags().StringVar(&f.maxTime, "max-time", "1000", "in real time: end the play at this `time`, in units")
	cmd.Flags().IntVar(&f.maxEvents, "max-events", 100_000, "in real time: end the play after this many `updates`")
}

// A timedMatch plays a series of a real-time game.
type timedMatch struct {
	cmd     *cobra.Command
	play    *playFlags
	flags   *timedFlags
	series  *player.Series // options that all games share
	records *recordFlags
	listen  *listenFlag
	asJSON  bool
}

func (m *timedMatch) run(d *rules.Rules, args []string) error {
	if m.play.moves != "" {
		return errors.New("--moves: a play in real time begins with its initial state")
	}
	if m.series.Match.FullClock {
		return errors.New("--full-clock: in real time nobody waits for anybody")
	}
	g, err := m.play.openTimed(m.cmd.Context(), d)
	if err != nil {
		return err
	}
	list, err := m.play.roster(m.cmd.Context(), d)
	if err != nil {
		return err
	}
	s := realtime.Series{
		Program: d.GDL, Options: timed.Options{ForceHidden: m.play.dialect == gdl.GDLII.String()},
		Games: m.series.Games, Workers: m.series.Workers, Wall: m.flags.wall,
		Nodes: m.series.Match.Nodes, Clock: m.series.Match.PlayClock, StartClock: m.series.Match.StartClock,
	}
	if s.Match, err = m.flags.options(m.series.Match.Seed); err != nil {
		return err
	}
	s.Match.TurnClock = list.TurnClock()
	players := &protocols.Players{Disguise: rules.Plain(d), Timed: list}
	defer players.Close()
	if err := m.listen.open(m.cmd, players); err != nil {
		return err
	}
	if err := enterTimed(&s, g, players, args); err != nil {
		return err
	}
	var names []string
	for _, e := range s.Entrants {
		names = append(names, e.Name)
	}
	keeping, err := m.records.newRecorder(m.cmd, d, players, names)
	if err != nil {
		return err
	}
	s.Play = keeping.playTimed
	stop := progress(m.cmd, "playing "+g.Name())
	standings, err := s.Run(m.cmd.Context())
	stop()
	err = errors.Join(err, keeping.close())
	if err != nil && m.cmd.Context().Err() == nil {
		return err
	}
	return showStandings(m.cmd, g.Name(), standings, m.asJSON)
}

// enterTimed adds the entrants that the arguments name to a series.
func enterTimed(s *realtime.Series, g *timed.Game, players *protocols.Players, args []string) error {
	var seats []string
	for r, name := range g.Roles() {
		if game.Role(r) != g.Random() {
			seats = append(seats, name)
		}
	}
	specs, fixed, err := specsOf(seats, args)
	if err != nil {
		return err
	}
	s.Fixed = fixed
	for _, spec := range specs {
		if protocols.IsRemote(spec) && !s.Wall {
			return fmt.Errorf("player %q: players elsewhere play by the wall clock; add --wall", spec)
		}
		maker, err := players.TimedMaker(spec)
		if err != nil {
			return err
		}
		s.Entrants = append(s.Entrants, realtime.Entrant{Name: spec, New: maker})
	}
	return nil
}

// roster returns the players of a real-time game.
func (p *playFlags) roster(ctx context.Context, d *rules.Rules) (*realtime.Roster, error) {
	return realtime.NewRoster(ctx, d.GDL, roster.All(), func(ctx context.Context, original *gdl.Program) (game.Game, error) {
		o, err := gdlengine.Open(ctx, original, gdlengine.Options{Engine: p.opening.Engine, Time: p.opening.Time, ForceHidden: p.dialect == gdl.GDLII.String()})
		if err != nil {
			return nil, err
		}
		return o.Game, nil
	})
}
