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

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/timed"
)

func newPlay() *cobra.Command {
	var p playFlags
	var f timedFlags
	var as string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "play <game>",
		Short: "Play a game in real time in the terminal",
		Long: `Play lets you play one role of a game in real time. The other roles move at random,
--rate times a unit of time. What happens is shown as it happens, and your legal
moves have numbers: type a number, or the move, and the enter key; q ends the
game.`,
		Example: `  ludex play chicken --as white
  ludex play hotpotato --unit 2s`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := p.load(cmd, args[0])
			if err != nil {
				return err
			}
			if !d.isTimed() {
				return fmt.Errorf("%s is no game in real time; only those can be played so far", d.file.Name())
			}
			g, err := p.openTimed(d)
			if err != nil {
				return err
			}
			return (&person{cmd: cmd, game: g, flags: &f}).play(as, seed)
		},
	}
	p.gameFlags.register(cmd)
	cmd.Flags().StringVar(&as, "as", "", "play this `ROLE` (default the first one)")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "choose the others' moves")
	cmd.Flags().DurationVar(&f.unit, "unit", timed.DefaultUnit, "the `time` of one unit of game time")
	cmd.Flags().StringVar(&f.rate, "rate", "1", "the others move this `number` of times a unit")
	return cmd
}

// A person plays one role of a match.
type person struct {
	cmd   *cobra.Command
	game  *timed.Game
	flags *timedFlags
	role  game.Role

	mu    sync.Mutex // guards legal, which the keyboard reads while the match goes on
	legal []string
	asked chan struct{} // closed when the legal moves have been shown first
}

func (p *person) play(as string, seed uint64) (err error) {
	if as != "" {
		if p.role, err = p.game.Role(as); err != nil {
			return fmt.Errorf("--as: %w", err)
		}
	}
	p.asked = make(chan struct{})
	clock := timed.NewWallClock(p.flags.unit)
	inbox := timed.NewInbox(clock)
	policies, err := p.flags.policies(p.game, seed, false, p.role)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(p.cmd.Context())
	defer stop()
	go func() {
		defer stop()
		p.read(ctx, inbox)
	}()
	policies[p.role] = timed.PolicyFunc(func(v *timed.View) (timed.Plan, bool) {
		p.offer(v)
		return timed.Plan{}, false
	})
	show := &timeline{cmd: p.cmd, game: p.game, syntax: p.game.Program().Syntax}
	opt := timed.MatchOptions{Seed: seed, Unit: p.flags.unit}
	opt.Notify = func(n timed.Notice) {
		if n.To == p.role {
			show.notice(n)
		}
	}
	m, err := timed.NewMatch(p.game, opt)
	if err != nil {
		return err
	}
	err = timed.Run(ctx, m, timed.RunOptions{Policies: policies, Clock: clock, Inbox: inbox})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// offer shows the legal moves if they have changed.
func (p *person) offer(v *timed.View) {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.asked:
		if slices.Equal(p.legal, v.Legal) && !v.Moved && !v.Refused {
			return
		}
	default:
		defer close(p.asked)
	}
	p.legal = slices.Clone(v.Legal)
	var b strings.Builder
	for i, m := range p.legal {
		fmt.Fprintf(&b, "  %d: %s", i+1, m)
	}
	if len(p.legal) == 0 {
		b.WriteString("  you cannot move now")
	}
	fmt.Fprintf(p.cmd.OutOrStdout(), "%s %s\n", p.game.Roles()[p.role], b.String())
}

// read takes what is typed; q ends the game.
func (p *person) read(ctx context.Context, inbox *timed.Inbox) {
	select {
	case <-p.asked: // numbers mean nothing before
	case <-ctx.Done():
	}
	lines := bufio.NewScanner(interruptible{ctx, p.cmd.InOrStdin()})
	for id := uint64(1); lines.Scan(); id++ {
		text := strings.TrimSpace(lines.Text())
		switch text {
		case "":
			continue
		case "q":
			return
		}
		inbox.Put(p.role, p.move(text), id)
	}
	<-ctx.Done() // without more input the game goes on by itself
}

// move returns the move that a number stands for, or the text itself.
func (p *person) move(text string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(p.legal) {
		return p.legal[n-1]
	}
	return text
}
