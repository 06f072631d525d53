package browsertest

import (
	"context"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Touchable gives the page a touch screen.
func (p *Page) Touchable() {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 1}); err != nil {
		p.t.Fatal(err)
	}
}

// TouchDrag drags a finger from one cell of the board to another. It calls halfway with
// where the finger is before it goes on.
func (p *Page) TouchDrag(from, to string, halfway func(x, y float64)) {
	p.t.Helper()
	x, y := p.cell(from)
	toX, toY := p.cell(to)
	p.finger(input.DispatchTouchEventTypeTouchStart, x, y)
	const steps = 6
	for i := 1; i <= steps; i++ {
		part := float64(i) / steps
		atX, atY := x+part*(toX-x), y+part*(toY-y)
		p.finger(input.DispatchTouchEventTypeTouchMove, atX, atY)
		if i == steps/2 && halfway != nil {
			halfway(atX, atY)
		}
	}
	p.finger(input.DispatchTouchEventTypeTouchEnd, toX, toY)
}

// Tap taps on a cell of the board.
func (p *Page) Tap(cell string) {
	p.t.Helper()
	x, y := p.cell(cell)
	p.finger(input.DispatchTouchEventTypeTouchStart, x, y)
	p.finger(input.DispatchTouchEventTypeTouchEnd, x, y)
}

// finger sends an event of a touch screen.
func (p *Page) finger(kind input.DispatchTouchEventType, x, y float64) {
	p.t.Helper()
	event := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}}
	if kind == input.DispatchTouchEventTypeTouchEnd {
		event.TouchPoints = []*input.TouchPoint{}
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, input.DispatchTouchEvent, event); err != nil {
		p.t.Fatal(err)
	}
}

// RightDrag drags with the right button from one cell of the board to another.
func (p *Page) RightDrag(from, to string) {
	p.t.Helper()
	x, y := p.cell(from)
	toX, toY := p.cell(to)
	for _, e := range []input.DispatchMouseEventParams{
		{Type: input.DispatchMouseEventTypeMousePressed, X: x, Y: y},
		{Type: input.DispatchMouseEventTypeMouseMoved, X: toX, Y: toY},
		{Type: input.DispatchMouseEventTypeMouseReleased, X: toX, Y: toY},
	} {
		e.Button, e.Buttons, e.ClickCount = input.MouseButtonRight, 2, 1
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		_, err := chromedp.Call(ctx, input.DispatchMouseEvent, e)
		cancel()
		if err != nil {
			p.t.Fatal(err)
		}
	}
}
