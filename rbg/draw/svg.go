package draw

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"ludex/rbg"
	"ludex/rbg/play"
)

const (
	unit       = 48  // pixels from a cell to the next
	border     = 16  // pixels around everything
	lineHeight = 22  // pixels from a line of text to the next
	least      = 300 // pixels of width for texts
	mostShown  = 1600
	maxTitles  = 1 << 12 // cells that are described one by one
)

// SVG writes a position as an image that needs nothing else: the board with its
// coordinates, pieces as discs with their symbols, arrows and colours for the
// last move, and below it what the symbols mean, who is to move, and the
// variables. Cells and pieces have titles, and colours follow the reader's
// choice of a light or a dark page.
func SVG(w io.Writer, g *rbg.Game, p *play.Position, opt Options) error {
	s, err := newScene(g, p, opt)
	if err != nil {
		return err
	}
	out := &svg{scene: s, out: bufio.NewWriter(w), plan: s.plan()}
	out.document()
	if err := out.out.Flush(); err != nil {
		return fmt.Errorf("writing the image: %w", err)
	}
	return nil
}

// An svg is an image being written. The writer keeps the first error.
type svg struct {
	*scene
	out    *bufio.Writer
	plan   *plan
	origin point // of the board, in pixels
}

// document writes the image from above to below.
func (v *svg) document() {
	texts := v.captions()
	board := v.plan.size.times(unit)
	width := math.Ceil(max(board.x, least) + 2*border)
	top := float64(border)
	if v.options.Title != "" {
		top += lineHeight + 8
	}
	v.origin = point{(width - board.x) / 2, top}.minus(v.plan.low.times(unit))
	height := top + board.y + float64(texts.height(width)) + border
	v.head(width, height)
	if v.options.Title != "" {
		v.text("head", point{border, border + 16}, v.options.Title)
	}
	v.drawBoard()
	texts.write(v, top+board.y, width)
	v.printf("</svg>\n")
}

func (v *svg) printf(format string, args ...any) { fmt.Fprintf(v.out, format, args...) }

// head begins the image. Very large ones are shown smaller than they are.
func (v *svg) head(width, height float64) {
	shown := min(width, mostShown)
	v.printf(`<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title description" `)
	v.printf("width=%q height=%q viewBox=\"0 0 %s %s\">\n", px(shown), px(height*shown/width), px(width), px(height))
	title := v.options.Title
	if title == "" {
		title = "Board"
	}
	v.printf("<title id=\"title\">%s</title>\n", escape(title))
	v.printf("<desc id=\"description\">%s</desc>\n", escape(strings.Join(v.status(), "; ")))
	v.style()
	v.printf("<rect class=\"page\" width=%q height=%q/>\n", px(width), px(height))
}

// at returns a place of the board in pixels.
func (v *svg) at(p point) point { return p.times(unit).plus(v.origin) }

func (v *svg) text(class string, at point, text string) {
	v.printf("<text class=%q x=%q y=%q>%s</text>\n", class, px(at.x), px(at.y), escape(text))
}

// title returns a title element, unless the board has too many cells for that.
func (v *svg) title(format string, args ...any) string {
	if len(v.scene.board.Cells) > maxTitles {
		return ""
	}
	return "<title>" + escape(fmt.Sprintf(format, args...)) + "</title>"
}

// px returns a number with at most one decimal.
func px(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64)
}

// escape makes a text safe in XML.
func escape(text string) string {
	var b strings.Builder
	if xml.EscapeText(&b, []byte(text)) != nil {
		return ""
	}
	return b.String()
}
