// Package printsheet makes sheets of paper of a game, to be printed, cut out and played: its
// board, its pieces, and its rules in words, each as an SVG image of the size of a page.
package printsheet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/rulestext"
)

// A Paper is a size of paper, in millimetres.
type Paper struct {
	Name          string
	Width, Height float64
}

// The papers.
var (
	A4     = Paper{"A4", 210, 297}
	Letter = Paper{"letter", 215.9, 279.4}
)

// margin is the part of a page at each side that printers cannot reach, in millimetres.
const margin = 12

// A Sheet is a page.
type Sheet struct {
	Name string // of a file, without its extension
	SVG  []byte
}

// A Game is what is printed.
type Game struct {
	Title  string
	Board  *board.Board
	Facts  []string      // of the initial position
	Pieces []board.Stone // with how many are needed
	Words  *rulestext.Text
}

// ErrNoBoard says that a game has no board that could be printed.
var ErrNoBoard = errors.New("the game has no board that could be printed")

// Sheets returns the pages of a game: the board, the pieces and the rules, with a picture of the
// initial position if something lies on the board then.
func Sheets(g Game, paper Paper) ([]Sheet, error) {
	if !g.Board.HasGrid() {
		return nil, ErrNoBoard
	}
	p := &printer{paper: paper, game: g}
	scale, err := p.board()
	if err != nil {
		return nil, err
	}
	p.pieces(scale)
	begin, err := p.beginning()
	if err != nil {
		return nil, err
	}
	p.rules(begin)
	return p.sheets, nil
}

// A printer makes sheets.
type printer struct {
	paper  Paper
	game   Game
	sheets []Sheet
}

// add adds a page with some content.
func (p *printer) add(name, content string) {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%smm" height="%smm" viewBox="0 0 %s %s">`+"\n",
		mm(p.paper.Width), mm(p.paper.Height), mm(p.paper.Width), mm(p.paper.Height))
	fmt.Fprintf(&b, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n%s</svg>\n", html.EscapeString(p.game.Title), content)
	p.sheets = append(p.sheets, Sheet{name, []byte(b.String())})
}

// mm writes a length.
func mm(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }

// text returns a line of text.
func text(x, y, size float64, weight, words string) string {
	return fmt.Sprintf(`<text x="%s" y="%s" font-family="Georgia, serif" font-size="%s" font-weight="%s" fill="#111">%s</text>`+"\n", mm(x), mm(y), mm(size), weight, html.EscapeString(words))
}

var (
	root   = regexp.MustCompile(`^<svg [^>]*viewBox="0 0 ([0-9.]+) ([0-9.]+)"[^>]*>`)
	length = regexp.MustCompile(` (width|height)="[^"]*"`)
)

// titleSize is the height of the title of a page.
const titleSize = 6.0

// board adds the page of the board. It returns how many millimetres a unit of the drawing is.
func (p *printer) board() (scale float64, err error) {
	var out bytes.Buffer
	if err := p.game.Board.Blank(&out, board.Position{Facts: p.game.Facts}); err != nil {
		return 0, err
	}
	d, err := readDrawing(out.String())
	if err != nil {
		return 0, err
	}
	room := p.paper.Height - 2*margin - 2*titleSize
	scale = min((p.paper.Width-2*margin)/d.wide, room/d.high, largestScale)
	p.add("board", text(margin, margin+titleSize, titleSize, "bold", p.game.Title)+d.placed((p.paper.Width-d.wide*scale)/2, margin+2*titleSize, scale))
	return scale, nil
}

// A drawing is an image with its size.
type drawing struct {
	head, body string // the first tag, without lengths, and the rest
	wide, high float64
}

// readDrawing reads the size of an image.
func readDrawing(image string) (drawing, error) {
	m := root.FindStringSubmatch(image)
	if m == nil {
		return drawing{}, errors.New("the drawing of the board has no size")
	}
	d := drawing{head: length.ReplaceAllString(m[0], ""), body: image[len(m[0]):]}
	d.wide, _ = strconv.ParseFloat(m[1], 64)
	d.high, _ = strconv.ParseFloat(m[2], 64)
	return d, nil
}

// placed returns the drawing at a place of a page.
func (d drawing) placed(x, y, scale float64) string {
	return fmt.Sprintf(`<svg x="%s" y="%s" width="%s" height="%s"`, mm(x), mm(y), mm(d.wide*scale), mm(d.high*scale)) + strings.TrimPrefix(d.head, "<svg") + d.body
}

// beginning draws the initial position; nil if nothing lies on the board.
func (p *printer) beginning() (*drawing, error) {
	at := board.Position{Facts: p.game.Facts}
	stones, err := p.game.Board.Stones(at)
	if err != nil || !slices.ContainsFunc(stones, func(s board.Stone) bool { return s.Count > 0 }) {
		return nil, err
	}
	var out bytes.Buffer
	if err := p.game.Board.SVG(&out, at, board.Options{NoCaptions: true}); err != nil {
		return nil, err
	}
	d, err := readDrawing(out.String())
	return &d, err
}

const (
	// cellUnits is the width of the drawing of a piece.
	cellUnits = 48
	// largestScale keeps cells from being larger than 40 millimetres.
	largestScale = 40.0 / cellUnits
	gap          = 3.0 // between pieces, where one cuts
)

// pieces adds the pages of the pieces, in the size of the cells.
func (p *printer) pieces(scale float64) {
	size := 0.85 * cellUnits * scale
	x, y := float64(margin), margin+2*titleSize
	var page strings.Builder
	begin := func() {
		page.Reset()
		page.WriteString("<style>" + board.StyleSheet() + "</style>\n" + text(margin, margin+titleSize, titleSize, "bold", p.game.Title+": pieces"))
		x, y = margin, margin+2*titleSize
	}
	begin()
	number, drawn := 1, false
	for _, stone := range p.game.Pieces {
		image := p.game.Board.PieceSVG(stone.ID)
		if image == "" {
			continue
		}
		for range stone.Count {
			if x+size > p.paper.Width-margin {
				x, y = margin, y+size+gap
			}
			if y+size > p.paper.Height-margin {
				p.add(fmt.Sprintf("pieces-%d", number), page.String())
				number++
				begin()
			}
			fmt.Fprintf(&page, `<rect x="%s" y="%s" width="%s" height="%s" fill="none" stroke="#bbb" stroke-width="0.2" stroke-dasharray="1 1"/>`+"\n", mm(x-gap/2), mm(y-gap/2), mm(size+gap), mm(size+gap))
			fmt.Fprintf(&page, `<svg x="%s" y="%s" width="%s" height="%s"%s`+"\n", mm(x), mm(y), mm(size), mm(size), strings.TrimPrefix(image, "<svg"))
			x += size + gap
			drawn = true
		}
	}
	if drawn {
		p.add(fmt.Sprintf("pieces-%d", number), page.String())
	}
}

const (
	wordSize = 4.2  // the size of letters
	lineSize = 6.0  // from line to line
	perWidth = 0.52 // the mean width of a letter, in its size
)

// rules adds the pages of the rules in words. The last one has the initial position below them.
func (p *printer) rules(begin *drawing) {
	type row struct {
		words  string
		weight string
	}
	letters := int((p.paper.Width - 2*margin) / (wordSize * perWidth))
	rows := []row{}
	for _, s := range p.game.Words.Sections {
		rows = append(rows, row{}, row{s.Heading, "bold"})
		for paragraph := range strings.SplitSeq(s.Text, "\n") {
			for _, line := range wrap(paragraph, letters) {
				rows = append(rows, row{line, "normal"})
			}
		}
	}
	perPage := int((p.paper.Height - 2*margin - 2*titleSize) / lineSize)
	for number := 1; len(rows) > 0; number++ {
		n := min(perPage, len(rows))
		content := text(margin, margin+titleSize, titleSize, "bold", p.game.Title+": rules")
		for i, r := range rows[:n] {
			if r.words != "" {
				content += text(margin, margin+2*titleSize+float64(i+1)*lineSize, wordSize, r.weight, r.words)
			}
		}
		if rows = rows[n:]; len(rows) == 0 && begin != nil {
			below := margin + 2*titleSize + float64(n+2)*lineSize
			picture, fits := p.pictured(begin, below)
			if content += picture; !fits {
				p.add(fmt.Sprintf("rules-%d", number), content)
				number++
				content = text(margin, margin+titleSize, titleSize, "bold", p.game.Title+": rules")
				picture, _ = p.pictured(begin, margin+3*titleSize)
				content += picture
			}
		}
		p.add(fmt.Sprintf("rules-%d", number), content)
	}
}

// leastPicture is the least height of a picture of the initial position, and largestPicture its
// largest width and height.
const leastPicture, largestPicture = 60.0, 120.0

// pictured returns the initial position with its heading, or "" if there is no room for it below a
// line of the page.
func (p *printer) pictured(d *drawing, y float64) (string, bool) {
	room := p.paper.Height - margin - y - lineSize
	if room < leastPicture {
		return "", false
	}
	scale := min(largestPicture/d.wide, min(room, largestPicture)/d.high)
	return text(margin, y, wordSize, "bold", "At the beginning") + d.placed(margin, y+lineSize/2, scale), true
}

// wrap divides a text into lines of at most so many letters.
func wrap(text string, letters int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len([]rune(line))+1+len([]rune(word)) > letters {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// WritePage writes a page of HTML that has all sheets, each on a page when it is printed.
func WritePage(w io.Writer, title string, paper Paper, sheets []Sheet) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>%s</title>\n", html.EscapeString(title))
	fmt.Fprintf(&b, "<style>@page{size:%s;margin:0}body{margin:0}svg{display:block}.sheet{break-after:page}</style>\n</head>\n<body>\n", paper.Name)
	for _, s := range sheets {
		fmt.Fprintf(&b, "<div class=\"sheet\">\n%s</div>\n", s.SVG)
	}
	b.WriteString("</body>\n</html>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// How much is played to find out how many pieces a game needs.
const (
	samplePlays = 8
	sampleSteps = 400
	sampleEvery = 4 // steps
	// MaxPieces is the largest number of pieces of a kind that is printed.
	MaxPieces = 200
)

// Needed returns how many pieces of each kind lie on the board at most, at the beginning and
// in some random plays.
func Needed(ctx context.Context, g game.Game, b *board.Board, seed uint64) ([]board.Stone, error) {
	var most []board.Stone
	m := g.NewMachine()
	m.Bind(ctx)
	for k := range samplePlays {
		p := game.NewPlayout(g, m)
		for p.Reset(nil, seed+uint64(k)); ; {
			if p.Steps%sampleEvery == 0 || p.Over() {
				if err := m.Err(); err != nil {
					return nil, err
				}
				list, err := b.Stones(board.Position{Facts: g.Facts(p.State)})
				if err != nil {
					return nil, err
				}
				most = larger(most, list)
			}
			if p.Over() || p.Steps >= sampleSteps {
				break
			}
			if err := p.Step(); err != nil {
				return nil, err
			}
		}
	}
	for i := range most {
		most[i].Count = min(most[i].Count, MaxPieces)
	}
	return most, nil
}

// larger returns the larger counts of two lists.
func larger(a, b []board.Stone) []board.Stone {
	for _, s := range b {
		found := false
		for i := range a {
			if a[i].ID == s.ID {
				a[i].Count, found = max(a[i].Count, s.Count), true
			}
		}
		if !found {
			a = append(a, s)
		}
	}
	return a
}
