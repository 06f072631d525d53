package picture

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Dimensions of images, in pixels.
const (
	Unit       = 48 // from a cell to the next
	border     = 12 // around everything
	lineHeight = 22 // from a line of text to the next
	boardGap   = 28 // between boards
	pageWidth  = 920
	leastWidth = 280 // for texts
	mostShown  = 1600
	maxTitles  = 1 << 12 // cells with a description each
	maxImage   = 1 << 16 // cells that are drawn
)

// A View says how a scene is drawn.
type View struct {
	Theme         Theme
	NoCaptions    bool // without legend, notes, tables, and minor parts beside boards
	NoCoordinates bool
	Flip          bool  // show the boards from the other side
	Interactive   bool  // cells can be focused and clicked
	NoStyle       bool  // without the style sheet, which the page has, see [StyleSheet]
	Small         bool  // a thumbnail of the first board, or an emblem
	Motif         Motif // of the emblem of a game without a board
	Figures       int   // of the emblem: one per player
}

// An image is an SVG image being written. It keeps the first error, which end returns.
type image struct {
	*Scene
	view View
	out  *bufio.Writer
}

// SVG writes a scene as a self-contained SVG image. It has no IDs, so that a page can
// have many images, and custom properties choose its colours.
func (s *Scene) SVG(w io.Writer, v View) error {
	for _, sh := range s.Sheets {
		if len(sh.Cells) > maxImage {
			return fmt.Errorf("the board has %d cells, and an image at most %d", len(sh.Cells), maxImage)
		}
	}
	m := &image{Scene: s, view: v, out: bufio.NewWriter(w)}
	if v.Small {
		m.thumbnail()
	} else {
		m.document()
	}
	m.printf("</svg>\n")
	if err := m.out.Flush(); err != nil {
		return fmt.Errorf("writing the image: %w", err)
	}
	return nil
}

// document writes the image from top to bottom.
func (m *image) document() {
	plans, boards, high := m.plans()
	texts, table := &captions{}, &table{}
	if !m.view.NoCaptions {
		texts = m.captions()
		table = m.newTable(max(boards, 560))
	}
	parts, partsWide, partsHigh := m.partPlans(max(boards, 560))
	gap := 0.0
	if partsHigh > 0 && high > 0 {
		gap = 16
	}
	width := math.Ceil(max(boards, table.width, partsWide) + 2*border)
	if !m.view.NoCaptions {
		width = max(width, leastWidth)
	}
	top := float64(border)
	if m.Title != "" {
		top += lineHeight + 6
	}
	height := math.Ceil(top + high + gap + partsHigh + texts.height(width) + table.height() + border)
	m.begin(width, height)
	if !m.view.NoStyle {
		m.printf("<style>\n%s</style>\n", styleSheet)
	}
	m.printf("<rect class=\"page\" width=%q height=%q/>\n", Px(width), Px(height))
	if m.Title != "" {
		m.text("head", border, border+16, m.Title)
	}
	left := math.Round((width - boards) / 2)
	for _, p := range plans {
		p.x, p.y = p.x+left, p.y+top
		m.board(p)
	}
	top += high + gap
	for _, p := range parts {
		p.x, p.y = p.x+border, p.y+top
		m.part(p)
	}
	top += partsHigh
	texts.write(m, top, width)
	table.write(m, top+texts.height(width))
}

// begin writes the root element. Very large images are scaled down.
func (m *image) begin(width, height float64) {
	shown := min(width, mostShown)
	role := "img"
	if m.view.Interactive {
		role = "group"
	}
	name := m.Title
	if name == "" {
		name = "Board"
	}
	d := m.Description()
	if m.view.Interactive { // people who play want to know what they see, not the facts behind it
		d = m.describeParts(false)
	}
	if d != "" {
		name += ": " + d
	}
	m.printf("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ludex-board\" role=%q aria-label=\"%s\" width=%q height=%q viewBox=\"0 0 %s %s\"%s>\n",
		role, Escape(name), Px(shown), Px(height*shown/width), Px(width), Px(height), m.view.Theme.variables(m.Players))
}

// printf writes formatted text.
func (m *image) printf(format string, args ...any) { fmt.Fprintf(m.out, format, args...) }

// text writes a text with a class of the style sheet.
func (m *image) text(class string, x, y float64, text string) {
	m.printf("<text class=%q x=%q y=%q>%s</text>\n", class, Px(x), Px(y), Escape(text))
}

// piece draws a piece at the origin, or with a transformation. The name is the name of
// its kind.
func (m *image) piece(l Look, id, transform string) {
	sh := l.shape()
	m.printf("<g class=\"pc %s\"%s", l.class(), l.color(m.Players))
	if id != "" {
		m.printf(" data-piece=\"%s\"", Escape(id))
	}
	if sh.scale != 0 {
		transform = strings.TrimSpace(transform + " scale(" + strconv.FormatFloat(sh.scale, 'f', -1, 64) + ")")
	}
	if transform != "" {
		m.printf(" transform=%q", transform)
	}
	m.printf(">")
	if sh.body != "" {
		m.printf("<path d=%q/>", sh.body)
	}
	if sh.detail != "" && (!m.view.Small || sh.scale == 0) {
		m.printf("<path class=\"d\" d=%q/>", sh.detail)
	}
	if sh.line != "" {
		m.printf("<path class=\"l\" d=%q/>", sh.line)
	}
	if sh.letter && l.Symbol != "" {
		size := min(sh.size, 34/float64(utf8.RuneCountInString(l.Symbol)))
		class := ""
		if sh.body == "" {
			class = ` class="t"`
		}
		m.printf("<text%s font-size=%q y=%q>%s</text>", class, Px(size), Px(0.35*size), Escape(l.Symbol))
	}
	m.printf("</g>")
}

// PieceSVG returns a small image of a kind of piece, without a style sheet, or "" if no
// board has it.
func (s *Scene) PieceSVG(id string, theme Theme) string {
	for _, sh := range s.Sheets {
		for i := range sh.Kinds {
			if k := &sh.Kinds[i]; k.ID == id {
				var out strings.Builder
				m := &image{Scene: s, out: bufio.NewWriter(&out)}
				m.printf("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ludex-board\" viewBox=\"-24 -24 48 48\"%s>", theme.variables(s.Players))
				m.piece(k.Look, k.ID, "")
				m.printf("</svg>")
				if m.out.Flush() != nil {
					return ""
				}
				return out.String()
			}
		}
	}
	return ""
}

// Px returns a number with at most one decimal.
func Px(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64)
}

// escapes are the characters that have a meaning in XML, or that readers would change.
var escapes = strings.NewReplacer(`"`, "&#34;", "'", "&#39;", "&", "&amp;", "<", "&lt;", ">", "&gt;", "\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;")

// Escape makes a text safe in XML. What may not occur there at all becomes U+FFFD.
func Escape(text string) string {
	return escapes.Replace(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return utf8.RuneError
		}
		return r // a byte that is no UTF-8 is one already
	}, text))
}
