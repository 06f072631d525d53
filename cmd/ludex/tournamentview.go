package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ludex/internal/printable"
	"ludex/internal/tournament"
)

// A tournamentView shows a running tournament: a bar and the table on a terminal, or
// else a line for each match.
type tournamentView struct {
	flags  *tournamentFlags
	out    io.Writer
	live   bool
	shown  int // number of lines on the terminal
	began  time.Time
	first  int // number of matches played before
	draws  throttle
	pages  throttle
	failed int // number of failures that were reported
}

func newTournamentView(cmd *cobra.Command, f *tournamentFlags) *tournamentView {
	out := cmd.ErrOrStderr()
	return &tournamentView{flags: f, out: out, live: isTerminal(out)}
}

// Intervals for drawing the terminal and writing the page.
const (
	drawEvery = 100 * time.Millisecond
	pageEvery = 2 * time.Second
)

// A throttle limits how often something is repeated, so that it takes at most a twentieth
// of the time even for a large tournament.
type throttle struct{ next time.Time }

func (p *throttle) do(every time.Duration, f func()) {
	began := time.Now()
	if began.Before(p.next) {
		return
	}
	f()
	end := time.Now()
	p.next = end.Add(max(every, 20*end.Sub(began)))
}

// watch shows the progress.
func (v *tournamentView) watch(p *tournament.Progress) {
	now := time.Now()
	if v.began.IsZero() {
		v.began, v.first = now, p.Done
		if p.Done > 0 && !v.live && !v.flags.quiet {
			fmt.Fprintf(v.out, "going on after %d of %d matches\n", p.Done, p.Schedule.Total)
		}
	}
	v.pages.do(pageEvery, func() { _ = v.flags.writePage(p) }) // the last call reports errors
	switch {
	case v.flags.quiet:
	case v.live:
		v.draws.do(drawEvery, func() { v.draw(p, now) })
	default:
		v.tell(p)
	}
}

// tell writes a line about the match that has ended.
func (v *tournamentView) tell(p *tournament.Progress) {
	for ; v.failed < len(p.Failed); v.failed++ {
		f := p.Failed[v.failed]
		fmt.Fprintf(v.out, "%s could not be played: %s\n", f.Fixture.Key, printable.Lines(f.Err.Error()))
	}
	if p.Last == nil {
		return
	}
	var parts []string
	for i, name := range p.Last.Players {
		if name == "" {
			continue // chance
		}
		text := name + " " + tournament.Points(p.Last.Points[i])
		if i < len(p.Last.Faults) && p.Last.Faults[i] > 0 {
			text += fmt.Sprintf(" (faults: %d)", p.Last.Faults[i])
		}
		parts = append(parts, text)
	}
	fmt.Fprintf(v.out, "[%d/%d] %s\n", p.Done, p.Schedule.Total, printable.Line(p.Last.Key+": "+strings.Join(parts, ", ")))
}

// draw redraws the bar and the table in place.
func (v *tournamentView) draw(p *tournament.Progress, now time.Time) {
	width, height := 80, 24
	if f, ok := v.out.(*os.File); ok {
		if w, h, err := term.GetSize(int(f.Fd())); err == nil && w > 0 && h > 0 {
			width, height = w, h
		}
	}
	lines := append([]string{headline(p), v.bar(p, now, width)}, tableLines(p)...)
	if v.flags.workers != nil {
		lines = append(lines, v.flags.workers.tally.lines(8)...)
	}
	for _, f := range p.Running {
		lines = append(lines, "playing "+f.Key)
	}
	if n := len(p.Failed); n > 0 {
		lines = append(lines, fmt.Sprintf("%d matches could not be played", n))
	}
	if room := max(height-1, 3); len(lines) > room {
		lines = append(lines[:room-1], fmt.Sprintf("… %d more lines", len(lines)-room+1))
	}
	var b strings.Builder
	v.home(&b)
	for _, line := range lines {
		b.WriteString(cut(printable.Line(line), width-1) + "\n")
	}
	v.shown = len(lines)
	_, _ = io.WriteString(v.out, b.String())
}

// home moves the cursor back and clears what was drawn.
func (v *tournamentView) home(b *strings.Builder) {
	if v.shown > 0 {
		fmt.Fprintf(b, "\x1b[%dA\r\x1b[J", v.shown)
	}
}

// clear removes what was drawn.
func (v *tournamentView) clear() {
	var b strings.Builder
	v.home(&b)
	v.shown = 0
	_, _ = io.WriteString(v.out, b.String())
}

// cut cuts a line to the width of the terminal.
func cut(line string, width int) string {
	if utf8.RuneCountInString(line) <= width {
		return line
	}
	return string([]rune(line)[:max(width-1, 0)]) + "…"
}

// bar draws a progress bar with the estimated remaining time.
func (v *tournamentView) bar(p *tournament.Progress, now time.Time, width int) string {
	total := max(p.Schedule.Total, 1)
	size := min(max(width-40, 10), 40)
	full := size * p.Done / total
	text := fmt.Sprintf("%s%s %3d %%", strings.Repeat("█", full), strings.Repeat("░", size-full), 100*p.Done/total)
	elapsed := now.Sub(v.began)
	text += ", " + elapsed.Round(time.Second).String()
	if played := p.Done - v.first; played > 0 && !p.Finished() {
		left := time.Duration(float64(elapsed) / float64(played) * float64(total-p.Done))
		text += ", about " + left.Round(time.Second).String() + " left"
	}
	return text
}

// headline returns the name and the progress of a tournament.
func headline(p *tournament.Progress) string {
	of := fmt.Sprintf("%d of %s", p.Done, matches(p.Schedule.Total))
	switch {
	case p.Finished():
		of = matches(p.Done) + ", finished"
	case p.Config.Kind == tournament.Knockout:
		of = fmt.Sprintf("%d of at most %s", p.Done, matches(p.Schedule.Total))
	}
	return fmt.Sprintf("%s: %s, %s", printable.Line(p.Config.Name), p.Config.Kind, of)
}

// matches returns a number of matches as text.
func matches(n int) string {
	if n == 1 {
		return "1 match"
	}
	return fmt.Sprintf("%d matches", n)
}

// tableLines writes the table of a tournament.
func tableLines(p *tournament.Progress) []string {
	table := p.Config.Table(p.Schedule, p.Results)
	head := []string{"#", "player", "points", "played", "won", "drawn", "lost", "cut off", "score", "95 %", "faults"}
	knockout := p.Config.Kind == tournament.Knockout
	if knockout {
		head = append(head, "round")
	}
	rows := [][]string{head}
	for _, r := range table.Rows {
		row := []string{
			fmt.Sprint(r.Rank), printable.Line(r.Name), tournament.Points(r.Points), fmt.Sprint(r.Played), fmt.Sprint(r.Wins), fmt.Sprint(r.Draws), fmt.Sprint(r.Losses), fmt.Sprint(r.CutOff),
			fmt.Sprintf("%.3f", r.Score), fmt.Sprintf("%.3f–%.3f", r.Interval[0], r.Interval[1]), fmt.Sprint(r.Faults),
		}
		switch {
		case !knockout:
		case p.Finished() && r.Rank == 1:
			row = append(row, "won")
		default:
			row = append(row, fmt.Sprint(r.Reached))
		}
		rows = append(rows, row)
	}
	return align(rows, 1)
}

// align writes rows in columns, right-aligned except for one column.
func align(rows [][]string, left int) []string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var lines []string
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i > 0 {
				b.WriteString("  ")
			}
			if i == left {
				b.WriteString(cell + pad)
			} else {
				b.WriteString(pad + cell)
			}
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	return slices.Clip(lines)
}
