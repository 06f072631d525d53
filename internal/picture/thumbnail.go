package picture

import (
	"fmt"
	"slices"
	"strings"
)

// smallStyle is the part of the style sheet for thumbnails. Its rules are the same, so
// that thumbnails and boards can be on one page.
var smallStyle = styleWith(".ludex-board{", ":root{", ".pc ", ".p0{", ".p1{", ".bo{", ".wall{", ".wood{", ".ln{", ".sd{", ".tl{", ".td{", ".ln2{", ".nt{",
	".n0{", ".n1{", ".n2{", ".n3{", ".wl{", ".tint{", ".eg{")

// smallPartStyle is the part of the style sheet for thumbnails of parts.
var smallPartStyle = styleWith(".p2{", ".p3{", ".n4{", ".n5{", ".n6{", ".n7{", ".it", ".cf{", ".red{", ".bk{", ".bq{", ".eye{", ".rim{", ".coin~", ".chip~",
	".ch{", ".cn", ".c>", ".sc ", ".mid{", ".rod{")

// styleWith returns the rules of the style sheet that have one of some texts.
func styleWith(texts ...string) string {
	var list []string
	for line := range strings.Lines(styleSheet) {
		if slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(line, t) }) {
			list = append(list, line)
		}
	}
	return strings.Join(list, "")
}

// smallStyle writes the style of a thumbnail.
func (m *image) smallStyle() {
	if !m.view.NoStyle {
		m.printf("<style>%s</style>\n", smallStyle)
	}
}

// thumbnail draws the first board as a small image. Cells are not elements of their
// own: there is one path per shade.
func (m *image) thumbnail() {
	if len(m.Sheets) == 0 || len(m.Sheets[0].Cells) == 0 {
		if !m.smallParts() {
			m.emblem()
		}
		return
	}
	p := m.newPlan(m.Sheets[0])
	if p.width > 5*p.height { // a strip that nobody recognises
		m.emblem()
		return
	}
	m.begin(p.width+4, p.height+4)
	p.x, p.y = 2, 2
	m.smallStyle()
	m.ground(p)
	m.lines(p)
	m.shades(p)
	m.smallTints(p)
	m.frame(p)
	m.walls(p)
	m.links(p)
	m.smallStones(p)
}

// shades draws the cells, one path per shade.
func (m *image) shades(p *plan) {
	if p.Ground == Points || p.Ground == Bare {
		return
	}
	var paths [2]strings.Builder
	for i := range p.Cells {
		at := p.center(i)
		shade := &paths[0]
		if p.Cells[i].Dark && p.Ground == Checkered && p.Tile == Square {
			shade = &paths[1]
		}
		switch {
		case p.Tile == Hexagon:
			fmt.Fprintf(shade, "M%s %s%s", Px(at.x), Px(at.y-27.7), "l24 13.9v27.7l-24 13.9-24-13.9v-27.7z")
		case p.Tile == Circle:
			shade.WriteString(discAt(at.x, at.y, 8))
		case p.Ground == Slots:
			shade.WriteString(discAt(at.x, at.y, 20))
		default:
			fmt.Fprintf(shade, "M%s %sh48v48h-48z", Px(at.x-24), Px(at.y-24))
		}
	}
	class := "tl"
	if p.Tile != Square || p.Ground == Uniform || p.Ground == Tray {
		class = "tl ln2"
	}
	for i, d := range paths {
		if d.Len() > 0 {
			m.printf("<path class=%q d=%q/>\n", []string{class, "td"}[i], d.String())
		}
	}
}

// smallTints draws the kinds of ground of cells.
func (m *image) smallTints(p *plan) {
	for i := range p.Cells {
		if c := &p.Cells[i]; c.Tint > 0 && p.Tile == Square {
			at, look := p.center(i), c.tint()
			m.printf("<rect class=\"tint %s\"%s x=%q y=%q width=\"48\" height=\"48\"/>", look.class(), look.color(nil), Px(at.x-24), Px(at.y-24))
		}
	}
}

// smallStones draws the pieces on all cells.
func (m *image) smallStones(p *plan) {
	most := 400
	for i := range p.Cells {
		at := p.center(i)
		stones := slices.DeleteFunc(slices.Clone(p.Cells[i].Stones), func(st Stone) bool {
			k := &p.Kinds[st.Kind]
			return k.Mark && k.Look.Owner == None && k.Look.Shape == ""
		})
		below, over := overlays(p.Sheet, stones)
		for n, st := range slices.Concat(below, over) {
			if most--; most < 0 {
				return
			}
			to := "translate(" + Px(at.x) + " " + Px(at.y) + ")"
			if how := stacked(p.Sheet, n, max(1, len(below))); how != "" {
				to += " " + how
			}
			m.piece(p.Kinds[st.Kind].Look, "", to)
		}
	}
}

// isTangible reports whether a part is something that people would have on a table.
func (p *Part) isTangible() bool {
	switch p.Kind {
	case Scale:
		return p.Groups[0].Owner == None
	case Things:
		return p.Groups[0].Items[0].Kind != Word
	}
	return true
}

// smallParts draws the parts of a game without a board, without their names. It reports
// whether there are any.
func (m *image) smallParts() bool {
	const size, most, margin = 240.0, 300.0, 14.0
	all := m.Parts
	m.Parts = slices.DeleteFunc(slices.Clone(all), func(p Part) bool { return p.Minor || p.Kind == Timeline || !p.hasItems() })
	plans, wide, high := m.partPlans(most)
	for len(m.Parts) > 1 && high > most {
		m.Parts = m.Parts[:len(m.Parts)-1]
		plans, wide, high = m.partPlans(most)
	}
	if !slices.ContainsFunc(m.Parts, func(p Part) bool { return p.isTangible() }) {
		m.Parts = all
		return false
	}
	m.begin(size, size)
	m.smallStyle()
	if !m.view.NoStyle {
		m.printf("<style>%s</style>\n", smallPartStyle)
	}
	m.printf("<rect class=\"wood\" x=\"2\" y=\"2\" width=\"236\" height=\"236\" rx=\"12\"/>\n")
	factor := min(2, (size-2*margin)/max(wide, high))
	m.printf("<g transform=\"translate(%s %s) scale(%.3f)\">", Px((size-factor*wide)/2), Px((size-factor*high)/2), factor)
	for _, p := range plans {
		m.part(p)
	}
	m.printf("</g>\n")
	m.Parts = all
	return true
}
