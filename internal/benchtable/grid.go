package benchtable

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A grid is a table of texts: a head of two lines, the upper one with titles over
// several columns, and rows. The first column is aligned to the left, all others to
// the right, and texts over several columns are centred.
type grid struct {
	groups []group
	heads  []string
	rows   [][]text
}

// A group is a title over a number of columns.
type group struct {
	title string
	width int
}

// A text fills one column of a row, or several.
type text struct {
	text string
	span int // 0 is 1
}

func (t text) columns() int { return max(t.span, 1) }

// between separates two columns.
const between = "  "

// write writes the grid for a terminal.
func (g *grid) write(w io.Writer) error {
	widths := g.widths()
	var b strings.Builder
	var titles, heads []text
	for _, gr := range g.groups {
		titles = append(titles, text{gr.title, gr.width})
	}
	for _, h := range g.heads {
		heads = append(heads, text{h, 1})
	}
	if g.titled() {
		line(&b, titles, widths)
	}
	line(&b, heads, widths)
	for _, row := range g.rows {
		line(&b, row, widths)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// titled reports whether some group has a title.
func (g *grid) titled() bool {
	for _, gr := range g.groups {
		if gr.title != "" {
			return true
		}
	}
	return false
}

// widths returns the widths of the columns.
func (g *grid) widths() []int {
	widths := make([]int, len(g.heads))
	for i, h := range g.heads {
		widths[i] = utf8.RuneCountInString(h)
	}
	for _, row := range g.rows {
		at := 0
		for _, t := range row {
			if t.columns() == 1 {
				widths[at] = max(widths[at], utf8.RuneCountInString(t.text))
			}
			at += t.columns()
		}
	}
	// A text over several columns may need more space, which the last one gets.
	stretch := func(at int, t text) {
		if t.columns() > 1 {
			last := at + t.columns() - 1
			widths[last] += max(0, utf8.RuneCountInString(t.text)-room(widths[at:last+1]))
		}
	}
	at := 0
	for _, gr := range g.groups {
		stretch(at, text{gr.title, gr.width})
		at += gr.width
	}
	for _, row := range g.rows {
		at := 0
		for _, t := range row {
			stretch(at, t)
			at += t.columns()
		}
	}
	return widths
}

// room returns the total width of several columns.
func room(widths []int) int {
	sum := len(between) * (len(widths) - 1)
	for _, w := range widths {
		sum += w
	}
	return sum
}

// line writes a row.
func line(b *strings.Builder, row []text, widths []int) {
	var out strings.Builder
	at := 0
	for _, t := range row {
		width := room(widths[at : at+t.columns()])
		blanks := strings.Repeat(" ", max(0, width-utf8.RuneCountInString(t.text)))
		if at > 0 {
			out.WriteString(between)
		}
		left := len(blanks)
		switch {
		case at == 0:
			left = 0
		case t.columns() > 1:
			left /= 2
		}
		out.WriteString(blanks[:left] + t.text + blanks[left:])
		at += t.columns()
	}
	b.WriteString(strings.TrimRight(out.String(), " "))
	b.WriteByte('\n')
}

// writeMarkdown writes the grid as Markdown, which has one heading line and no texts
// over several columns.
func (g *grid) writeMarkdown(w io.Writer) error {
	var b strings.Builder
	at := 0
	var heads, rule []string
	for _, gr := range g.groups {
		for range gr.width {
			heads = append(heads, escapeMarkdown(strings.TrimSpace(gr.title+" "+g.heads[at])))
			rule = append(rule, "---:")
			at++
		}
	}
	rule[0] = "---"
	fmt.Fprintf(&b, "| %s |\n| %s |\n", strings.Join(heads, " | "), strings.Join(rule, " | "))
	for _, row := range g.rows {
		b.WriteByte('|')
		for _, t := range row {
			if t.text != "" {
				b.WriteString(" " + escapeMarkdown(t.text))
			}
			b.WriteString(strings.Repeat(" |", t.columns()))
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// escapeMarkdown escapes a text for a table.
func escapeMarkdown(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "<", "&lt;", "\n", " ").Replace(s)
}
