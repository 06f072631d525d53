package tiers

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"ludex/game"
)

// Note says why a game does not run on the engine that it awaits, or is empty.
func Note(g game.Game) string {
	t, ok := game.CapabilitiesOf(g).Tiers.(*Game)
	if !ok || !t.awaiting {
		return ""
	}
	if t.pending() {
		return preparing(t.first)
	}
	if tier, _ := t.tier(t.awaited); tier.Refused != "" {
		return fmt.Sprintf("%s; using the %s engine, which is slower", tier.Refused, t.first.Engine())
	}
	return ""
}

func preparing(first game.Game) string {
	return fmt.Sprintf("a faster engine is being prepared; the %s engine is used until it is ready", first.Engine())
}

// Settle waits until an awaited engine is ready or has been refused. It returns the error
// of the context if that ends first.
func Settle(ctx context.Context, g game.Game) error {
	t, ok := game.CapabilitiesOf(g).Tiers.(*Game)
	if !ok || !t.awaiting {
		return nil
	}
	t.Prepare(ctx)
	if t.pending() {
		return ctx.Err()
	}
	return nil
}

// soon is how long engines are prepared before a note says that they are.
const soon = time.Second

// Notes shows when a faster engine of a game is being prepared, unless it is ready soon,
// and when none could be had, until it is stopped, or the context or the game ends. Each
// note is one line.
func Notes(ctx context.Context, g game.Game, show func(note string)) (stop func()) {
	t, ok := game.CapabilitiesOf(g).Tiers.(*Game)
	if !ok {
		return func() {}
	}
	wait := soon
	if t.awaiting {
		wait = 0
	}
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	p := t.preparation
	wg.Go(func() { p.notes(ctx, wait, show) })
	return func() {
		cancel()
		wg.Wait()
	}
}

// notes shows the notes of a preparation.
func (p *preparation) notes(ctx context.Context, wait time.Duration, show func(note string)) {
	ended := func(c <-chan struct{}) bool {
		select {
		case <-c:
			return false
		case <-ctx.Done():
		case <-p.ctx.Done():
		}
		return true
	}
	if ended(p.begun) {
		return
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-p.settled:
	case <-timer.C:
		show(preparing(p.first))
	case <-ctx.Done():
	case <-p.ctx.Done():
	}
	if ended(p.settled) {
		return
	}
	if reasons := p.refusals(); reasons != "" {
		show(fmt.Sprintf("no faster engine could be had, so the %s engine is used: %s", p.first.Engine(), reasons))
	}
}

// refusals returns why there is no engine besides the first. It is empty if there is one,
// or if engines were slower.
func (p *preparation) refusals() string {
	var list []string
	for _, t := range p.Tiers() {
		switch {
		case t.Engine == p.first.Engine():
		case t.Refused == "":
			return ""
		default:
			list = append(list, t.Engine+": "+firstLine(t.Refused))
		}
	}
	return strings.Join(list, "; ")
}

// firstLine returns the first line of a text, without the announcement of the others.
func firstLine(text string) string {
	line, _, more := strings.Cut(text, "\n")
	if at := strings.LastIndex(line, "; "); more && at >= 0 {
		line = line[:at]
	}
	return line
}
