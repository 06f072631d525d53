package picture

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Measures of images, in pixels.
const (
	Unit       = 48 // from a cell to the next
	Border     = 16 // around everything
	LineHeight = 22 // from a line of text to the next
	mostShown  = 1600
)

// An Image is an SVG image being written. It keeps the first error, which Flush
// returns.
type Image struct{ out *bufio.Writer }

// NewImage returns an image that is written to w.
func NewImage(w io.Writer) *Image { return &Image{bufio.NewWriter(w)} }

// A Frame is what an image begins with.
type Frame struct {
	Width, Height float64
	Title         string   // may be empty
	Description   string   // for those who cannot see the image
	Keys          []string // of the players, see [Keys]
	Style         string   // what the style sheet has besides
}

// Begin writes the beginning of an image, and its page. Very large ones are
// shown smaller than they are.
func (m *Image) Begin(f Frame) {
	shown := min(f.Width, mostShown)
	m.Printf(`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title description" `)
	m.Printf("width=%q height=%q viewBox=\"0 0 %s %s\">\n", Px(shown), Px(f.Height*shown/f.Width), Px(f.Width), Px(f.Height))
	title := f.Title
	if title == "" {
		title = "Board"
	}
	m.Printf("<title id=\"title\">%s</title>\n", Escape(title))
	m.Printf("<desc id=\"description\">%s</desc>\n", Escape(f.Description))
	m.style(f.Keys, f.Style)
	m.Printf("<rect class=\"page\" width=%q height=%q/>\n", Px(f.Width), Px(f.Height))
}

// End writes the end of an image and returns the first error.
func (m *Image) End() error {
	m.Printf("</svg>\n")
	if err := m.out.Flush(); err != nil {
		return fmt.Errorf("writing the image: %w", err)
	}
	return nil
}

// Printf writes anything.
func (m *Image) Printf(format string, args ...any) { fmt.Fprintf(m.out, format, args...) }

// Text writes a text of a class of the style sheet.
func (m *Image) Text(class string, x, y float64, text string) {
	m.Printf("<text class=%q x=%q y=%q>%s</text>\n", class, Px(x), Px(y), Escape(text))
}

// A Look is what a piece looks like.
type Look struct {
	Symbol string
	Owner  int    // a player, or None
	Color  int    // among those of pieces that belong to nobody
	Word   string // if it is the name of a colour, a piece of nobody has that colour
	Tile   bool   // a piece of nobody is a light tile with a dark symbol
}

// class returns the class of a piece's elements.
func (l Look) class() string {
	if l.Owner != None {
		return "piece p" + strconv.Itoa(l.Owner)
	}
	if l.Tile {
		return "piece tile"
	}
	return "piece n" + strconv.Itoa(l.Color%len(pieceColors))
}

// fill returns an attribute with the colour that a piece's word names. A viewer
// that knows no such colour ignores it.
func (l Look) fill() string {
	if l.Tile || !isWord(l.Word) {
		return ""
	}
	return ` style="fill:` + l.Word + `"`
}

// Piece writes a piece: a disc if it belongs to a player, else a block. The title
// is an element, or empty.
func (m *Image) Piece(l Look, x, y float64, title string) {
	m.Printf("<g class=%q>%s", l.class(), title)
	if l.Owner != None {
		m.Printf("<circle cx=%q cy=%q r=%q/>", Px(x), Px(y), Px(0.36*Unit))
	} else {
		const half = 0.31 * Unit
		m.Printf("<rect x=%q y=%q width=%q height=%q rx=\"6\"%s/>", Px(x-half), Px(y-half), Px(2*half), Px(2*half), l.fill())
	}
	size := min(22, 34/float64(max(1, len(l.Symbol))))
	m.Printf("<text font-size=%q x=%q y=%q>%s</text></g>\n", Px(size), Px(x), Px(y+0.35*size), Escape(l.Symbol))
}

// Px returns a number with at most one decimal.
func Px(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64)
}

// Escape makes a text safe in XML.
func Escape(text string) string {
	var b strings.Builder
	if xml.EscapeText(&b, []byte(text)) != nil {
		return ""
	}
	return b.String()
}
