package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/movekeys"
	"ludex/internal/realtimematch"
	"ludex/internal/terminal"
	"ludex/internal/timedmatch"
	"ludex/player/realtime"
	"ludex/rules"
	"ludex/timed"
)

// A screenPerson is the player of the person's role on a full screen.
type screenPerson struct {
	game   *timed.Game
	role   game.Role
	screen *terminal.RealTime
	unit   time.Duration
	live   atomic.Pointer[realtime.Live]
	sent   atomic.Uint64
}

// Start keeps the connection to the match.
func (p *screenPerson) Start(_ context.Context, s realtime.Setup) error {
	p.live.Store(s.Live)
	return nil
}

// Next shows the state and the legal moves. The person's moves come through the inbox.
func (p *screenPerson) Next(v *timed.View) (timed.Plan, bool) {
	p.screen.Show(v)
	return timed.Plan{}, false
}

// Stop implements [realtime.Player].
func (p *screenPerson) Stop() {}

// send sends a move to the match.
func (p *screenPerson) send(move string) {
	if live := p.live.Load(); live != nil {
		live.Inbox.Put(p.role, move, p.sent.Add(1))
	}
}

// now returns the game time.
func (p *screenPerson) now() timed.Time {
	if live := p.live.Load(); live != nil {
		return live.Clock.Now()
	}
	return 0
}

// playTimedOnScreen lets a person play a real-time game on a full screen.
func (f *playerFlags) playTimedOnScreen(cmd *cobra.Command, d *rules.Rules, g *timed.Game, role game.Role, players []realtime.Player, opt timed.MatchOptions) error {
	b, err := board.Presented(cmd.Context(), d)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(cmd.Context())
	defer stop()
	p := &screenPerson{game: g, role: role}
	begun := make(chan time.Duration, 1)
	unit := opt.Unit
	if !cmd.Flags().Changed("unit") {
		unit = timedmatch.UnitForPeople(g)
	}
	out := cmd.OutOrStdout()
	p.screen = terminal.NewRealTime(ctx, terminal.RealTimeOptions{
		Options: terminal.Options{In: cmd.InOrStdin(), Out: out, Color: isTerminal(out)},
		Title:   fmt.Sprintf("%s: you are %s", d.Name(), g.Roles()[role]), Board: b, Initial: g.Initial(), Hidden: g.Hidden(), Unit: unit,
		Keys: b.Keys(movekeys.Inputs(ctx, g.Program(), g.Roles()[role]), nil),
		Show: board.Words, Send: p.send, Now: p.now,
		Start: func(unit time.Duration) { begun <- unit },
	})
	opt.Notify = func(n timed.Notice) {
		if n.To == role {
			if text := p.noticeText(n); text != "" {
				p.screen.Notice(text)
			}
		}
	}
	players[role] = p
	ended := make(chan error, 1)
	go func() {
		select {
		case opt.Unit = <-begun:
			p.unit = opt.Unit
			m := realtimematch.Match{Game: g, Options: opt, Players: players, Wall: true, Nodes: f.nodes, StartClock: f.startClock}
			res, err := m.Play(ctx)
			if err == nil {
				p.screen.End(timedGoalsText(g, res.Goals))
			} else {
				p.screen.End("the game cannot go on: " + err.Error())
			}
			ended <- err
		case <-ctx.Done():
			ended <- nil
		}
	}()
	err = p.screen.Run(ctx)
	stop()
	if played := <-ended; played != nil && !errors.Is(played, context.Canceled) {
		return played
	}
	if errors.Is(err, terminal.ErrInterrupted) {
		return &exitError{code: exitStopped}
	}
	return err
}

// timedGoalsText writes the goals of the roles.
func timedGoalsText(g *timed.Game, goals []int) string {
	parts := []string{"the end"}
	for r, name := range g.Roles() {
		if r < len(goals) && game.Role(r) != g.Random() {
			parts = append(parts, fmt.Sprintf("%s %d", name, goals[r]))
		}
	}
	return strings.Join(parts, ", ")
}

// noticeText writes what happened for people, with the time in seconds, or "" if the screen
// shows it anyway.
func (p *screenPerson) noticeText(n timed.Notice) string {
	var parts []string
	for _, m := range n.Moves {
		parts = append(parts, p.game.Roles()[m.Role]+": "+board.Words(m.Text))
	}
	if n.Moved && n.Moves == nil { // other moves are not seen
		parts = append(parts, "you: "+board.Words(n.Own))
	}
	for _, x := range n.Percepts {
		parts = append(parts, "you see: "+board.Words(x))
	}
	switch {
	case n.Kind == timed.Refused:
		parts = append(parts, "your move came to nothing: "+n.Reason)
	case n.Kind == timed.End:
		parts = append(parts, "the end")
	case len(parts) == 0 && !p.game.Hidden():
		return "" // the clocks show it
	case len(parts) == 0:
		parts = append(parts, "a time is over")
	}
	return fmt.Sprintf("%5.1f s  %s", n.Time.Duration(p.unit).Seconds(), strings.Join(parts, ", "))
}
