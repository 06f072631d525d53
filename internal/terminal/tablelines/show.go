package tablelines

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ludex/internal/printable"
	"ludex/internal/server/humanplay"
	"ludex/internal/terminal/lines"
)

// show prints what is new in a view.
func (f *front) show(ctx context.Context, v humanplay.View) {
	before := f.view
	if before != nil && v.Version < before.Version {
		return // it was overtaken on its way
	}
	if f.view = &v; before == nil {
		f.begin()
		before = &humanplay.View{Number: v.Number, Seats: v.Seats, Phase: "", Position: v.Position + 1}
	}
	if v.Number != before.Number {
		f.printf("another game begins: %s\n", f.players())
		before.History = nil
	}
	f.showSeats(before)
	f.showChat(before)
	if len(v.History) < len(before.History) {
		f.printf("a move was taken back\n")
	}
	for i := len(before.History); i < len(v.History); i++ {
		f.printf("%d. %s\n", i+1, printable.Line(v.History[i]))
	}
	f.showOffer(before)
	if v.Position != before.Position || v.Phase != before.Phase || v.Number != before.Number {
		f.showPosition(ctx)
	}
}

// begin prints what is played, and by whom.
func (f *front) begin() {
	f.printf("%s: %s\n", printable.Line(f.view.Game.Title), f.players())
	f.printf("the table is %s/table/%s\n", f.opt.Client.Server, f.opt.Table)
	f.showLinks()
}

// players says who plays.
func (f *front) players() string {
	var list []string
	for _, s := range f.view.Seats {
		if !s.Chance {
			list = append(list, seatText(s))
		}
	}
	return strings.Join(list, ", ")
}

func seatText(s humanplay.Seat) string {
	who := printable.Line(s.Player)
	switch {
	case s.You && who != "":
		who += " (you)"
	case s.You:
		who = "you"
	case s.Open:
		who = "nobody yet"
	case who == "":
		who = "somebody"
	}
	return printable.Line(s.Role) + " is " + who
}

// links prints the links for friends, since the person asked for it.
func (f *front) links(context.Context, string) error {
	if !f.showLinks() {
		return errors.New("no seat is free")
	}
	return nil
}

// showLinks prints the links for friends, and reports whether there are any.
func (f *front) showLinks() bool {
	found := false
	for _, s := range f.view.Seats {
		if s.Invitation != "" {
			found = true
			f.printf("a friend plays %s by this link: %s%s\n", printable.Line(s.Role), f.opt.Client.Server, printable.Line(s.Invitation))
		}
	}
	return found
}

// showSeats prints who came and went.
func (f *front) showSeats(before *humanplay.View) {
	for i, s := range f.view.Seats {
		if i >= len(before.Seats) || !s.Person || s.You {
			continue
		}
		switch was := before.Seats[i]; {
		case was.Open && !s.Open:
			f.printf("%s\n", seatText(s))
		case !was.Open && s.Open:
			f.printf("%s has left\n", printable.Line(s.Role))
			f.showLinks()
		case was.Here && !s.Here:
			f.printf("%s is away\n", printable.Line(s.Role))
		case !was.Here && s.Here:
			f.printf("%s is here\n", printable.Line(s.Role))
		}
	}
}

// showChat prints what was said since. Of a long chat the server has the newest lines.
func (f *front) showChat(before *humanplay.View) {
	since := 0
	if n := len(before.Chat); n > 0 {
		last := before.Chat[n-1]
		for i, l := range f.view.Chat {
			if l == last {
				since = i + 1
			}
		}
	}
	for _, l := range f.view.Chat[since:] {
		who := l.Name
		if who == "" {
			who = l.Role
		}
		f.printf("%s: %s\n", printable.Line(who), printable.Line(l.Text))
	}
}

// showOffer prints an offer that is new, or over.
func (f *front) showOffer(before *humanplay.View) {
	now, was := f.view.Offer, before.Offer
	if now == nil {
		if was != nil && f.view.Step == before.Step && f.view.Phase == before.Phase && f.view.Number == before.Number {
			f.printf("the offer was declined\n")
		}
		return
	}
	if was != nil && *was == *now {
		return
	}
	what := map[string]string{"draw": "a draw", "undo": "to take back", "rematch": "another game"}[now.Kind]
	if now.Swap {
		what += " with changed sides"
	}
	switch {
	case now.Mine:
		f.printf("you offer %s\n", what)
	case now.Agreed, f.view.Watching, f.opt.Program != nil:
		f.printf("%s offers %s\n", printable.Line(now.Role), what)
	default:
		f.printf("%s offers %s: accept or decline\n", printable.Line(now.Role), what)
	}
}

// showPosition prints the board, the clocks, whose turn it is and the legal moves.
func (f *front) showPosition(ctx context.Context) {
	f.printf("\n")
	if err := f.board(ctx); err != nil {
		f.printf("%s\n", printable.Line(err.Error()))
	}
	if clocks := clocks(f.view); clocks != "" {
		f.printf("%s\n", clocks)
	}
	for _, n := range f.view.Notices {
		f.printf("%s\n", printable.Line(n))
	}
	turn := f.view.Turn
	if f.view.Result != nil {
		turn = f.view.Result.Text
	}
	f.printf("%s\n", printable.Line(turn))
	f.moves()
}

func (f *front) board(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, actTime)
	defer cancel()
	text, err := f.opt.Client.Board(ctx, f.opt.Table)
	if err == nil && text != "" {
		f.printf("%s\n", strings.TrimRight(printable.Lines(text), "\n"))
	}
	return err
}

// clocks writes the clocks of people at the time of a view.
func clocks(v *humanplay.View) string {
	var list []string
	for _, s := range v.Seats {
		if s.Clock == nil {
			continue
		}
		left := time.Duration(s.Clock.LeftMs) * time.Millisecond
		note := ""
		if s.Clock.Running && v.Timing != nil && v.Timing.Since > 0 {
			left = max(0, left-time.Duration(v.Now-v.Timing.Since)*time.Millisecond)
			note = " (runs)"
		}
		list = append(list, fmt.Sprintf("%s %s%s", printable.Line(s.Role), left.Round(time.Second), note))
	}
	if list == nil {
		return ""
	}
	return "clocks: " + strings.Join(list, ", ")
}

// mostMoves is the number of moves that are listed unasked.
const mostMoves = 60

// moves lists the legal moves, unless there are many.
func (f *front) moves() {
	if f.opt.Program != nil {
		return
	}
	all := f.choices(moveName)
	if len(all) > mostMoves {
		f.printf("%d legal moves; \"moves\" and a beginning lists some\n", len(all))
		return
	}
	lines.List(f.out, all, f.opt.Width)
}

// list lists the moves that match, since the person asked for it.
func (f *front) list(_ context.Context, beginning string) error {
	matching := f.choices(moveName).Matching(beginning)
	if len(matching) == 0 {
		return errors.New("no legal move is like that")
	}
	for _, c := range matching {
		f.printf("%d: %s\n", c.Number, c.Text)
	}
	return nil
}
