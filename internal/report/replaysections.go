package report

import (
	"fmt"
	"html"
	"html/template"
	"slices"
	"strings"

	"ludex/internal/chart"
)

// shownOpenings is the number of openings listed from either end.
const shownOpenings = 8

// openingSection lists the first moves.
func openingSection(d *Data) section {
	s := section{ID: "openings", Title: "Openings"}
	if d.Replay == nil || len(d.Replay.Openings) == 0 {
		return s
	}
	if n := d.Replay.OpeningsOf; n > 0 {
		s.say("Of the %d first moves, %d were drawn at random and valued.", n, len(d.Replay.Openings))
	}
	s.Table = &table{Head: []string{"first move of " + d.Replay.Role, "points at random", "games of the player", "score in them"}}
	all := d.Replay.Openings
	for i, o := range all {
		if len(all) > 2*shownOpenings && i >= shownOpenings && i < len(all)-shownOpenings && o.Games == 0 {
			continue
		}
		score := ""
		if o.Games > 0 {
			score = o.Score.text(num)
		}
		s.Table.Rows = append(s.Table.Rows, []string{o.Move, hundredths(o.Random), whole(o.Games), score})
	}
	if n := len(all) - len(s.Table.Rows); n > 0 {
		s.say("The table leaves out %s between the best and the worst, with which no game of the player began.", plural(n, "move"))
	}
	return s
}

// shownMoves is the number of moves listed.
const shownMoves = 10

// moveSection lists dominant moves.
func moveSection(d *Data) section {
	s := section{ID: "moves", Title: "Moves"}
	if d.Replay == nil || len(d.Replay.Moves) == 0 {
		return s
	}
	list, never, often := dominantMoves(d.Replay)
	s.say("%s were legal in the games of the player; %d of them at least %d times and in %d different positions, of which %d were never made.", plural(len(d.Replay.Moves), "move"), often, leastUses, leastPositions, never)
	if len(list) == 0 {
		return s
	}
	s.Table = &table{Head: []string{"dominant move", "role", "legal", "made", "at random it would be made"}}
	for _, u := range list[:min(len(list), shownMoves)] {
		s.Table.Rows = append(s.Table.Rows, []string{u.Move, u.Role, whole(u.Legal), share(u.Chosen, u.Legal).text(percent), num(float64(u.Expected) / 1000)})
	}
	return s
}

// boardSection shows which cells and pieces are used.
func boardSection(d *Data) section {
	s := section{ID: "board", Title: "Board and pieces"}
	r := d.Replay
	if r == nil {
		return s
	}
	boards := 0
	for _, c := range r.Cells {
		boards = max(boards, c.Board+1)
	}
	for b := range boards {
		if f, ok := heatMap(r.Cells, b); ok {
			s.Figures = append(s.Figures, f)
		}
	}
	if len(r.Pieces) > 0 && r.Pieces[0].Count[0].N > 0 {
		s.Figures = append(s.Figures, pieceChart(r.Pieces))
		s.Table = &table{Head: []string{"piece", "at the beginning", "at the end", "survive"}}
		for _, p := range r.Pieces {
			first, last := p.Count[0], p.Count[Progressions]
			survive := "appears later"
			if first.Sum > 0 {
				survive = percent(last.Mean() / first.Mean())
			}
			s.Table.Rows = append(s.Table.Rows, []string{p.Piece, num(first.Mean()), last.level(1).text(num), survive})
		}
	}
	return s
}

// shownPieces is the number of pieces with a line in the chart.
const shownPieces = 8

// pieceChart shows how many pieces are left as games go on.
func pieceChart(pieces []PieceUse) figure {
	f := frame("Pieces as games go on", "% of the game", "on the board")
	f.X.Fixed, f.X.Max = true, 100
	var lines []chart.Line
	for _, p := range pieces[:min(len(pieces), shownPieces)] {
		line := chart.Line{Name: p.Piece}
		for k, s := range p.Count {
			x := 100 * float64(k) / Progressions
			line.Points = append(line.Points, chart.Point{X: x, Y: s.Mean(), Title: fmt.Sprintf("%s after %s %%: %s", p.Piece, num(x), num(s.Mean()))})
		}
		lines = append(lines, line)
	}
	return draw(chart.Lines{Frame: f, Series: lines}, "Means over the games of the player.")
}

// The size of a heat map: its longer side, the least side of a cell, and the least one that has
// room for its name and number, in pixels.
const heatSide, leastHeat, labelledHeat = 420, 8, 34

// heatMap shows how often pieces come to the cells of a board.
func heatMap(cells []CellUse, number int) (figure, bool) {
	rows, columns, most := 0, 0, uint64(0)
	for _, c := range cells {
		if c.Board == number {
			rows, columns, most = max(rows, c.Row+1), max(columns, c.Column+1), max(most, c.Arrivals)
		}
	}
	if most == 0 || max(rows, columns) > heatSide/leastHeat {
		return figure{}, false
	}
	side := heatSide / max(rows, columns)
	labelled := side >= labelledHeat
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img" aria-label="How often pieces come to each cell">`, side*columns, side*rows)
	for _, c := range cells {
		if c.Board != number {
			continue
		}
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%[3]d" fill="#d55e00" fill-opacity="%.3f" stroke="currentColor" stroke-opacity="0.25"><title>%s: %s</title></rect>`,
			side*c.Column, side*c.Row, side, float64(c.Arrivals)/float64(most), html.EscapeString(c.Label), whole(c.Arrivals))
		if labelled {
			fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="10" fill="currentColor" opacity="0.7">%s</text><text x="%d" y="%d" font-size="12" text-anchor="middle" fill="currentColor">%s</text>`,
				side*c.Column+3, side*c.Row+11, html.EscapeString(c.Label), side*c.Column+side/2, side*c.Row+side/2+8, whole(c.Arrivals))
		}
	}
	b.WriteString("</svg>")
	return figure{template.HTML(b.String()), fmt.Sprintf("How often a piece comes to a cell in the games of the player; the darkest has %s.", whole(most))}, true
}

// shownRules is the number of unused rules listed.
const shownRules = 40

// unusedSection lists what no play needed.
func unusedSection(d *Data) section {
	s := section{ID: "unused", Title: "What is never used"}
	if d.Replay == nil || d.Replay.Unused == nil {
		return s
	}
	u := d.Replay.Unused
	if u.Note != "" {
		s.say("%s.", capital(u.Note))
		return s
	}
	s.say("%s were looked at, random ones and games of the player, and %s watched. What did not occur in them may still occur in others.", plural(u.Plays, "play"), plural(u.Of, "rule"))
	if len(u.Pieces) > 0 {
		s.say("Pieces that never lay on the board: %s.", list(u.Pieces))
	}
	if len(u.Rules) == 0 {
		return s
	}
	s.Table = &table{Head: []string{"line", "rule whose condition never held"}}
	for _, r := range u.Rules[:min(len(u.Rules), shownRules)] {
		s.Table.Rows = append(s.Table.Rows, []string{fmt.Sprint(r.Line), r.Text})
	}
	if n := len(u.Rules) - shownRules; n > 0 {
		s.say("%s more are left out.", plural(n, "rule"))
	}
	return s
}

// A shownPlay is a game on the page, with its moves.
type shownPlay struct {
	ID            string // of its place on the page
	Title, Result string
	Pictures      []Shot
	Moves         []string
}

// shownPlays returns the games that the verdict names, and those with pictures, which come
// first.
func shownPlays(d *Data, m *Measures) []shownPlay {
	var list []shownPlay
	seen := map[int]bool{}
	add := func(number int, title string, pictures []Shot) {
		i := indexOf(d.Self, number)
		if seen[number] || i < 0 {
			return
		}
		seen[number] = true
		p := &d.Self[i]
		list = append(list, shownPlay{ID: fmt.Sprintf("game-%d", number), Title: fmt.Sprintf("%s: game %d", title, number+1),
			Result: resultOfPlay(d, p), Pictures: pictures, Moves: moveLines(p.Moves)})
	}
	if d.Replay != nil {
		for _, g := range d.Replay.Gallery {
			add(g.Number, g.Title, g.Pictures)
		}
	}
	for _, s := range m.Verdict {
		for _, number := range s.Plays {
			add(number, "Shows the "+strings.ReplaceAll(s.Measure, "-", " "), nil)
		}
	}
	for _, s := range m.Verdict {
		list = append(list, shownBouts(d, s)...)
	}
	if d.Replay != nil && d.Replay.Solved != nil && len(d.Replay.Solved.Line) > 0 {
		list = append(list, bestLine(d))
	}
	return list
}

// bestLine returns the line of best play of a game that is solved.
func bestLine(d *Data) shownPlay {
	s := d.Replay.Solved
	var parts []string
	for _, seat := range d.About.Seats() {
		parts = append(parts, d.About.Roles[seat]+" "+s.Goals[seat])
	}
	return shownPlay{ID: "best-play", Title: "Best play, one line of it", Result: strings.Join(parts, ", ") + ".", Pictures: s.pictures, Moves: moveLines(s.Line)}
}

// shownBouts returns the games against others that a sentence names.
func shownBouts(d *Data, s Sentence) (list []shownPlay) {
	for _, name := range s.Bouts {
		i := slices.IndexFunc(d.Bouts, func(b Bout) bool { return b.Rival == name.Rival && b.Number == name.Number })
		b, rival := &d.Bouts[i], &d.Method.Rivals[name.Rival]
		between := fmt.Sprintf("%s against %s", d.Method.budget(), rival.Name)
		if rival.Strong > 0 {
			between = rival.Name
		}
		list = append(list, shownPlay{ID: name.ID(), Title: fmt.Sprintf("Shows the %s: %s, the stronger player is %s", s.Measure, between, d.About.Roles[b.Seat]),
			Result: resultOf(d, b.Goals), Moves: moveLines(b.Moves)})
	}
	return list
}

// ID is that of its place on the page.
func (n BoutName) ID() string { return fmt.Sprintf("bout-%d-%d", n.Rival, n.Number) }

// moveLines writes the moves of each step.
func moveLines(moves [][]string) []string {
	lines := make([]string, len(moves))
	for i, chosen := range moves {
		lines[i] = strings.Join(chosen, ", ")
	}
	return lines
}

// indexOf returns where the play with a number is, or -1.
func indexOf(plays []Play, number int) int {
	for i := range plays {
		if plays[i].Number == number {
			return i
		}
	}
	return -1
}

// resultOfPlay writes the result of a play of the player.
func resultOfPlay(d *Data, p *Play) string {
	if !p.Over {
		return "It did not end."
	}
	return resultOf(d, p.Goals)
}

// resultOf writes the result of a play.
func resultOf(d *Data, goals []int) string {
	var parts []string
	for _, seat := range d.About.Seats() {
		parts = append(parts, fmt.Sprintf("%s %d", d.About.Roles[seat], goals[seat]))
	}
	return strings.Join(parts, ", ") + "."
}
