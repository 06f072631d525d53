package picture

import (
	"fmt"
	"slices"
	"strings"
)

// smallStyle is the part of the style sheet for thumbnails. Its rules are the same, so
// that thumbnails and boards can be on one page.
var smallStyle = func() string {
	var list []string
	for line := range strings.Lines(styleSheet) {
		for _, part := range []string{".ludex-board{", ":root{", ".pc ", ".p0{", ".p1{", ".bo{", ".wall{", ".wood{", ".ln{", ".sd{", ".tl{", ".td{", ".ln2{", ".nt{", ".n0{", ".n1{", ".n2{", ".n3{"} {
			if strings.Contains(line, part) {
				list = append(list, line)
				break
			}
		}
	}
	return strings.Join(list, "")
}()

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
		m.emblem()
		return
	}
	p := m.newPlan(m.Sheets[0])
	m.begin(p.width+4, p.height+4)
	p.x, p.y = 2, 2
	m.smallStyle()
	m.ground(p)
	m.lines(p)
	m.shades(p)
	m.frame(p)
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
