package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/realtimematch"
	"ludex/internal/timedmatch"
	"ludex/internal/timedscript"
	"ludex/player/realtime"
	"ludex/rules"
	"ludex/timed"
)

// A person is the player of the person's role in a real-time match.
type person struct {
	cmd        *cobra.Command
	game       *timed.Game
	role       game.Role
	nodes      int // of the other players
	startClock time.Duration
	board      *board.Board // nil if there is none to draw

	mu    sync.Mutex // guards legal and state, which the keyboard reads during the match
	legal []string
	state timed.State
	asked chan struct{} // closed when the legal moves have been shown first
	inbox realtime.Sender
}

// Start keeps the inbox of the match.
func (p *person) Start(_ context.Context, s realtime.Setup) error {
	p.inbox = s.Live.Inbox
	return nil
}

// Next shows the legal moves. The person's moves come through the inbox.
func (p *person) Next(v *timed.View) (timed.Plan, bool) {
	p.offer(v)
	return timed.Plan{}, false
}

// Stop implements [realtime.Player].
func (p *person) Stop() {}

// play plays a match against the players of the other roles.
func (p *person) play(players []realtime.Player, opt timed.MatchOptions) error {
	p.asked = make(chan struct{})
	ctx, stop := context.WithCancel(p.cmd.Context())
	defer stop()
	go func() {
		defer stop()
		p.read(ctx)
	}()
	show := &timeline{cmd: p.cmd, game: p.game, syntax: p.game.Program().Syntax, rounded: true}
	opt.Notify = func(n timed.Notice) {
		if n.To == p.role {
			show.notice(n)
		}
	}
	players[p.role] = p
	m := realtimematch.Match{Game: p.game, Options: opt, Players: players, Wall: true,
		Nodes: p.nodes, StartClock: p.startClock}
	_, err := m.Play(ctx)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// offer shows the legal moves if they have changed.
func (p *person) offer(v *timed.View) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = v.State
	select {
	case <-p.asked:
		if slices.Equal(p.legal, v.Legal) && !v.Moved && !v.Refused {
			return
		}
	default:
		defer close(p.asked)
	}
	p.legal = slices.Clone(v.Legal)
	p.draw()
	var b strings.Builder
	for i, m := range p.legal {
		fmt.Fprintf(&b, "  %d: %s", i+1, m)
	}
	if len(p.legal) == 0 {
		b.WriteString("  you cannot move now")
	}
	fmt.Fprintf(p.cmd.OutOrStdout(), "%s %s\n", p.game.Roles()[p.role], b.String())
}

// draw draws the board, unless the state is hidden from the person.
func (p *person) draw() {
	if p.board == nil || p.game.Hidden() {
		return
	}
	facts, _ := p.board.SplitTimed(p.state.Facts())
	var b strings.Builder
	if p.board.Text(&b, board.Position{Facts: facts}, isTerminal(p.cmd.OutOrStdout())) == nil {
		fmt.Fprint(p.cmd.OutOrStdout(), b.String())
	}
}

// drawAgain draws the board of the last state that was shown.
func (p *person) drawAgain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.draw()
}

// read handles typed lines; b shows the board, and q ends the game.
func (p *person) read(ctx context.Context) {
	select {
	case <-p.asked: // before, numbers have no meaning
	case <-ctx.Done():
		return
	}
	lines := bufio.NewScanner(interruptible{ctx, p.cmd.InOrStdin()})
	for id := uint64(1); lines.Scan(); id++ {
		text := strings.TrimSpace(lines.Text())
		switch text {
		case "":
			continue
		case "b":
			p.drawAgain()
			continue
		case "q":
			return
		}
		p.inbox.Put(p.role, p.move(text), id)
	}
	<-ctx.Done() // at the end of the input, the match goes on
}

// move returns the move with a number, or the text itself.
func (p *person) move(text string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(p.legal) {
		return p.legal[n-1]
	}
	return text
}

// playTimed lets a person play a real-time game.
func (f *playerFlags) playTimed(cmd *cobra.Command, d *rules.Rules) error {
	if f.moves != "" {
		return errors.New("--moves: a play in real time begins with its initial state")
	}
	g, err := f.openTimed(cmd, d)
	if err != nil {
		return err
	}
	p := &person{cmd: cmd, game: g, nodes: f.nodes, startClock: f.startClock}
	if f.as != "" {
		if p.role, err = g.Role(f.as); err != nil {
			return fmt.Errorf("--as: %w", err)
		}
	}
	list, err := f.roster(cmd.Context(), d)
	if err != nil {
		return err
	}
	players, err := f.opponents(g, list)
	if err != nil {
		return err
	}
	opt := timed.MatchOptions{Seed: f.seed, Unit: f.timed.unit, TurnClock: list.TurnClock()}
	if f.onScreen(cmd) {
		return f.playTimedOnScreen(cmd, d, g, p.role, players, opt)
	}
	if p.board, err = board.Presented(cmd.Context(), d); err != nil {
		return err
	}
	if !cmd.Flags().Changed("unit") {
		opt.Unit = timedmatch.UnitForPeople(g)
	}
	return p.play(players, opt)
}

// opponents returns the players of a real-time game, by role. With --rate they move at
// random.
func (f *playerFlags) opponents(g *timed.Game, list *realtime.Roster) ([]realtime.Player, error) {
	usual := "auto"
	if f.timed.rate != "" {
		if _, err := timedscript.ParseRate(f.timed.rate); err != nil {
			return nil, fmt.Errorf("--rate: %w", err)
		}
		usual = "random:rate=" + f.timed.rate
	}
	players := make([]realtime.Player, len(g.Roles()))
	for _, text := range append([]string{usual}, f.against...) {
		at, spec := game.NoRole, text
		if name, rest, named := strings.Cut(text, "="); named && !strings.Contains(name, ":") {
			var err error
			if at, err = g.Role(name); err != nil {
				return nil, fmt.Errorf("--against: %w", err)
			}
			spec = rest
		}
		maker, err := list.Maker(spec)
		if err != nil {
			return nil, fmt.Errorf("--against: %w", err)
		}
		for r := range players {
			if at == game.NoRole || at == game.Role(r) {
				players[r] = maker()
			}
		}
	}
	return players, nil
}
