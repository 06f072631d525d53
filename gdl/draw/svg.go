package draw

import (
	"fmt"
	"io"
	"math"
	"strings"

	"ludex/picture"
)

const (
	leastWidth = 300     // pixels for texts
	tableWidth = 560     // pixels that a table may take if boards are narrower
	maxTitles  = 1 << 12 // cells that are described one by one
)

// style is what the style sheet has besides that of all boards.
const style = `.mono{font-family:ui-monospace,monospace;font-size:13px}
.what{fill:#777}
.new{fill:#f3d665}
.side{text-anchor:end;fill:#777}
.slant{text-anchor:end;fill:#777}
.tile rect{fill:#fffaf0;stroke:#b3a27c}
.tile text{fill:#333;stroke:none}
.mark rect{fill:#fff;fill-opacity:.85;stroke:#777;stroke-width:.8}
.mark text{text-anchor:middle;font-size:10px;font-weight:600;fill:#444}
.life{text-anchor:middle;font-size:9px;fill:#333;stroke:#fff;stroke-width:2.5px;paint-order:stroke}
@media (prefers-color-scheme:dark){
.what,.side,.slant{fill:#999}
.new{fill:#8a7426}
}
`

// SVG writes a position as an image that needs nothing else: its boards with
// their coordinates, pieces as discs in the colours of their players or as
// blocks, what the last move has changed, and below it what the symbols mean and
// the facts that lie on no board. Cells have titles, and colours follow the
// reader's choice of a light or a dark page. The facts are as for [Board.Text].
func (b *Board) SVG(w io.Writer, facts []string, opt Options) error {
	s := b.newScene(facts, opt)
	v := &svg{scene: s, Image: picture.NewImage(w)}
	v.document()
	return v.End()
}

// An svg is an image being written.
type svg struct {
	*scene
	*picture.Image
}

// document writes the image from above to below.
func (v *svg) document() {
	plans, boards, high := v.plans()
	texts := v.captions()
	table := v.newTable(max(boards, tableWidth))
	width := math.Ceil(max(boards, leastWidth, table.width) + 2*picture.Border)
	top := float64(picture.Border)
	if v.options.Title != "" {
		top += picture.LineHeight + 8
	}
	legend := 0.0
	if len(texts.Looks) > 0 {
		legend = texts.Height(width)
	}
	v.Begin(picture.Frame{
		Width:       width,
		Height:      math.Ceil(top + high + legend + table.height() + picture.Border),
		Title:       v.options.Title,
		Description: table.description(),
		Keys:        v.roleKeys,
		Style:       style,
	})
	if v.options.Title != "" {
		v.Text("head", picture.Border, picture.Border+16, v.options.Title)
	}
	left := math.Round((width - boards) / 2)
	for _, p := range plans {
		p.x += left
		p.y += top
		v.board(p)
	}
	if legend > 0 {
		texts.Write(v.Image, top+high, width)
	}
	table.write(v.Image, top+high+legend)
}

// captions returns the legend of all boards: the pieces that lie on them, each
// once.
func (v *svg) captions() *picture.Captions {
	t := &picture.Captions{}
	found := map[string]bool{}
	for _, sh := range v.boards {
		for i, is := range sh.shown() {
			name := sh.pieces.names[i]
			look := sh.pieces.looks[i]
			if id := fmt.Sprint(name, look); is && !found[id] && (look.Symbol != name || look.Owner != picture.None) {
				found[id] = true
				look.Tile = look.Tile || sh.isMark(stone{piece: i})
				t.Looks = append(t.Looks, look)
				t.Names = append(t.Names, v.legendName(name, look))
			}
		}
	}
	return t
}

// legendName returns the name of a piece, with its owner if that does not show.
func (v *svg) legendName(name string, look picture.Look) string {
	if look.Owner == picture.None {
		return name
	}
	owner := picture.Clean(v.shown(v.roles[look.Owner]))
	if strings.Contains(strings.ToLower(name), strings.ToLower(owner)) {
		return name
	}
	return name + " (" + owner + ")"
}
