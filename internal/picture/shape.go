package picture

import (
	"slices"
	"strconv"
	"strings"
)

// A shape is the drawing of a piece around the origin, in a cell of [Unit] by [Unit]
// pixels.
type shape struct {
	body   string  // a path in the colour of the piece, with an outline
	detail string  // a path of lines on the body
	line   string  // a path of broad lines in the colour of the piece, without a body
	letter bool    // with the symbol of the piece
	size   float64 // of the letter
	plain  bool    // not explained in legends
	scale  float64 // factor of the paths, or 0
}

// disc returns the path of a circle around the origin.
func disc(r float64) string { return discAt(0, 0, r) }

// discAt returns the path of a circle.
func discAt(x, y, r float64) string {
	return "M" + Px(x-r) + " " + Px(y) + "a" + Px(r) + " " + Px(r) + " 0 1 0 " + Px(2*r) + " 0 " + Px(r) + " " + Px(r) + " 0 1 0 " + Px(-2*r) + " 0z"
}

// block returns the path of a rounded rectangle around the origin.
func block(w, h, r float64) string {
	var b strings.Builder
	b.WriteString("M" + Px(r-w) + " " + Px(-h))
	b.WriteString("H" + Px(w-r) + "a" + Px(r) + " " + Px(r) + " 0 0 1 " + Px(r) + " " + Px(r))
	b.WriteString("V" + Px(h-r) + "a" + Px(r) + " " + Px(r) + " 0 0 1 " + Px(-r) + " " + Px(r))
	b.WriteString("H" + Px(r-w) + "a" + Px(r) + " " + Px(r) + " 0 0 1 " + Px(-r) + " " + Px(-r))
	b.WriteString("V" + Px(r-h) + "a" + Px(r) + " " + Px(r) + " 0 0 1 " + Px(r) + " " + Px(-r) + "z")
	return b.String()
}

const (
	// letterDisc and letterBlock are the default shapes of pieces with and without an
	// owner.
	letterDisc  = "letter"
	letterBlock = "block"
)

// shapes are all shapes by their names.
var shapes = map[string]shape{
	letterDisc:  {body: disc(17.3), letter: true, size: 22},
	letterBlock: {body: block(15, 15, 5), letter: true, size: 20},
	"tile":      {body: block(21.5, 21.5, 5), letter: true, size: 24},
	"card":      {body: block(13, 18, 3.5), letter: true, size: 20},
	"text":      {letter: true, size: 26},

	"disc":   {body: disc(18), detail: disc(12.5)},
	"stone":  {body: disc(21), detail: "M-14 -8A16.1 16.1 0 0 1 -4 -15.6"},
	"none":   {plain: true},
	"edge-h": {line: "M-41 0H41", plain: true},
	"edge-v": {line: "M0 -41V41", plain: true},
	"mark":   {body: block(5, 5, 1)},
	"dot":    {body: disc(6)},
	"peg":    {body: disc(13), detail: "M-8 -4A9 9 0 0 1 -2 -8.8"},
	"man":    {body: disc(17.5), detail: disc(13) + disc(8)},
	"crowned": {
		body:   disc(17.5),
		detail: disc(14.2) + "M-7.5 6.5L-9 -5 -3.8 -.8 0 -8 3.8 -.8 9 -5 7.5 6.5z",
	},
	"ring":   {line: disc(12.5)},
	"nought": {line: disc(12)},
	"cross":  {line: "M-11.5 -11.5L11.5 11.5M11.5 -11.5L-11.5 11.5"},
	"square": {body: block(17, 17, 2)},
	"blocked": {
		body:   block(18, 18, 4),
		detail: "M-8 -8L8 8M8 -8L-8 8",
	},
	"arrow":    {body: "M-2.5 18V-6H-10L0 -19 10 -6H2.5V18z"},
	"star":     {body: "M0 -18L5.3 -6.6 17.6 -5.2 8.5 3.2 10.9 15.4 0 9.4 -10.9 15.4 -8.5 3.2 -17.6 -5.2 -5.3 -6.6z"},
	"diamond":  {body: "M0 -18L14 0 0 18 -14 0z"},
	"triangle": {body: "M0 -16L16 13H-16z"},
	"ship":     {body: "M-19 5H19L14 14H-14zM-2 -16V2H-14zM2 -12L13 2H2z"},
	"flag":     {body: "M-9 -17V17H-6.5V2L13 -6 -6.5 -14V-17z"},
	"person":   {body: discAt(0, -9.5, 6.5) + "M-12 16C-12 2 -6 -1 0 -1S12 2 12 16z"},
	"house":    {body: "M-14 15V-2L0 -15 14 -2V15H4V5H-4V15z"},

	"pawn": {scale: 1.18, body: "M0 -15A6 6 0 0 1 4 -4.5 8 8 0 0 1 7.5 2H4.5C5 7 10 9 10 15.5H-10C-10 9 -5 7 -4.5 2H-7.5A8 8 0 0 1 -4 -4.5 6 6 0 0 1 0 -15z"},
	"rook": {
		scale:  1.18,
		body:   "M-12 -14.5V-7.5L-8.5 -4.5V6L-12 10.5V15.5H12V10.5L8.5 6V-4.5L12 -7.5V-14.5H7V-11H3V-14.5H-3V-11H-7V-14.5z",
		detail: "M-8.5 -4.5H8.5M-8.5 6H8.5",
	},
	"bishop": {
		scale: 1.18,
		body: "M0 -18A2.7 2.7 0 0 1 2 -13.4C6 -10 9 -5.5 9 -1.5 9 1.5 7.5 4 5.5 5.5L6.5 9.5H10.5C11.5 11.5 12 13 12 15.5H-12C-12 13 -11.5 11.5 -10.5 9.5H-6.5L-5.5 5.5" +
			"C-7.5 4 -9 1.5 -9 -1.5 -9 -5.5 -6 -10 -2 -13.4A2.7 2.7 0 0 1 0 -18z",
		detail: "M0 -8V0M-4 -4H4M-5.5 5.5H5.5M-6.5 9.5H6.5",
	},
	"knight": {
		scale: 1.18,
		body: "M-8.5 15.5C-9 7.5 .5 5 -.5 -1.5 -3 1 -6 2 -8 4.5 -9.5 6.5 -12.5 6.5 -13.5 4 -14.2 2.2 -13 .5 -12 -1.5 -10.5 -4 -10 -6 -8.5 -8.5" +
			" -8.7 -11 -7.5 -12.5 -6.2 -13L-5.5 -17C-3.5 -16.5 -2 -15.5 -1 -14 9.5 -13.5 13.5 -3 12.5 15.5z",
		detail: "M-6.4 -7.6L-5.8 -8M2 -10C7.5 -6.5 8.5 4 8 12M-11.3 2.6L-10.9 2.2",
	},
	"queen": {
		scale: 1.18,
		body: "M-10 8C-12 2 -13.5 -3 -15 -9L-8.5 -2 -8 -13 -2.7 -3.5 0 -15 2.7 -3.5 8 -13 8.5 -2 15 -9C13.5 -3 12 2 10 8L11 11V15.5H-11V11z" +
			discAt(-15, -10, 1.9) + discAt(-8, -14.5, 1.9) + discAt(0, -16.3, 1.9) + discAt(8, -14.5, 1.9) + discAt(15, -10, 1.9),
		detail: "M-10 8C-4 6 4 6 10 8M-11 11.5C-4 10 4 10 11 11.5",
	},
	"king": {
		scale:  1.18,
		body:   "M-1.5 -19H1.5V-16H4.5V-13H1.5V-9.6C5 -11.5 12.5 -11.5 14 -5 15.2 0 11 4 10 8L11 11V15.5H-11V11L-10 8C-11 4 -15.2 0 -14 -5 -12.5 -11.5 -5 -11.5 -1.5 -9.6V-13H-4.5V-16H-1.5z",
		detail: "M0 6.5C-.5 -3 3 -7.5 7.5 -7 12.5 -6.5 11 .5 8.5 5M0 6.5C.5 -3 -3 -7.5 -7.5 -7 -12.5 -6.5 -11 .5 -8.5 5M-10 8C-4 6.3 4 6.3 10 8M-11 11.5C-4 10 4 10 11 11.5",
	},
}

// Shapes returns the sorted names of all shapes.
func Shapes() []string {
	var list []string
	for name := range shapes {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// IsShape reports whether a name is the name of a shape.
func IsShape(name string) bool { _, ok := shapes[name]; return ok }

// shape returns the shape of a look.
func (l Look) shape() shape {
	name := l.Shape
	switch {
	case name != "":
	case l.Tile:
		name = "tile"
	case l.Owner == None:
		name = letterBlock
	default:
		name = letterDisc
	}
	return shapes[name]
}

// class returns the class of the elements of a piece.
func (l Look) class() string {
	switch {
	case l.Owner != None:
		return "p" + strconv.Itoa(l.Owner%len(playerColors))
	case l.Tile:
		return "nt"
	}
	return "n" + strconv.Itoa(l.Color%len(pieceColors))
}

// color returns an attribute with the colour from the presentation, from a word of the
// piece or from the name of its player, or "". A viewer that does not know the colour
// ignores it.
func (l Look) color(players []Player) string {
	switch {
	case l.Paint != "":
		return ` style="color:` + Escape(l.Paint) + `"`
	case l.Owner != None && l.Owner < len(players):
		if p := players[l.Owner]; p.Color == "" && isWord(p.Key) {
			return mixed(p.Key)
		}
	case l.Owner == None && !l.Tile && isWord(l.Word):
		return mixed(l.Word)
	}
	return ""
}

// mixed returns an attribute with a named colour, slightly softened.
func mixed(name string) string {
	return ` style="color:color-mix(in oklab,` + name + ` 82%,#776)"`
}
