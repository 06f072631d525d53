package draw

import (
	"fmt"
	"io"
	"math"
	"strings"

	"ludex/picture"
	"ludex/rbg"
	"ludex/rbg/play"
)

const (
	least     = 300     // pixels of width for texts
	maxTitles = 1 << 12 // cells that are described one by one
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
	out := &svg{scene: s, Image: picture.NewImage(w), plan: s.plan()}
	out.document()
	return out.End()
}

// An svg is an image being written.
type svg struct {
	*scene
	*picture.Image
	plan   *plan
	origin point // of the board, in pixels
}

// document writes the image from above to below.
func (v *svg) document() {
	texts := v.captions()
	board := v.plan.size.times(picture.Unit)
	width := math.Ceil(max(board.x, least) + 2*picture.Border)
	top := float64(picture.Border)
	if v.options.Title != "" {
		top += picture.LineHeight + 8
	}
	v.origin = point{(width - board.x) / 2, top}.minus(v.plan.low.times(picture.Unit))
	v.Begin(picture.Frame{
		Width:       width,
		Height:      top + board.y + texts.Height(width) + picture.Border,
		Title:       v.options.Title,
		Description: strings.Join(v.status(), "; "),
		Keys:        playerKeys(v.game),
	})
	if v.options.Title != "" {
		v.text("head", point{picture.Border, picture.Border + 16}, v.options.Title)
	}
	v.drawBoard()
	texts.Write(v.Image, top+board.y, width)
}

// at returns a place of the board in pixels.
func (v *svg) at(p point) point { return p.times(picture.Unit).plus(v.origin) }

func (v *svg) text(class string, at point, text string) { v.Text(class, at.x, at.y, text) }

// title returns a title element, unless the board has too many cells for that.
func (v *svg) title(format string, args ...any) string {
	if len(v.scene.board.Cells) > maxTitles {
		return ""
	}
	return "<title>" + picture.Escape(fmt.Sprintf(format, args...)) + "</title>"
}
