package picture

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Dimensions of parts.
const (
	partGap    = 26.0 // between parts
	partHead   = 20.0 // height of the name of a part
	itemGap    = 7.0
	cardWide   = 42.0
	cardHigh   = 58.0
	dieSize    = 40.0
	tokenSize  = 30.0
	wordHigh   = 26.0
	pipStep    = 15.0
	mostPips   = 12  // a larger scale is a bar
	barWide    = 150 // of a bar
	matrixWide = 78.0
	matrixHigh = 38.0
	pegGap     = 18.0
	discHigh   = 17.0
	mostItems  = 60 // of a group that are drawn
)

// A partPlan is a part laid out in an image.
type partPlan struct {
	*Part
	x, y, width, height float64
	names               float64 // width of the names of groups
	head                float64 // height of the name
	small               bool    // without names
}

// partPlans lays out parts from left to right and top to bottom, those that people play with first, and
// returns the size.
func (m *image) partPlans(width float64) (list []*partPlan, wide, high float64) {
	x, y, line := 0.0, 0.0, 0.0
	for _, part := range m.byWeight() {
		p := &partPlan{Part: part, head: partHead, small: m.view.Small}
		if p.small {
			p.head = 0
		}
		if !p.hasItems() || p.Minor && m.view.NoCaptions && len(m.Sheets) > 0 {
			continue
		}
		p.measure()
		if x > 0 && x+p.width > width {
			x, y, line = 0, y+line+14, 0
		}
		p.x, p.y = x, y
		list = append(list, p)
		wide, line = max(wide, x+p.width), max(line, p.height)
		x += p.width + partGap
	}
	return list, wide, y + line
}

// byWeight returns the parts, the minor ones last.
func (s *Scene) byWeight() []*Part {
	var list, minor []*Part
	for i := range s.Parts {
		if p := &s.Parts[i]; p.Minor {
			minor = append(minor, p)
		} else {
			list = append(list, p)
		}
	}
	return append(list, minor...)
}

func textWidth(text string) float64 { return charWidth * float64(utf8.RuneCountInString(text)) }

// measure computes the size of a part.
func (p *partPlan) measure() {
	for _, g := range p.Groups {
		if g.Name != "" {
			w := textWidth(g.Name) + 12
			if p.small && p.Kind != Matrix {
				w = 0
			}
			if g.Owner != None {
				w += 16
			}
			p.names = max(p.names, w)
		}
	}
	if p.Kind == Pegs {
		p.measurePegs()
		return
	}
	if !p.small {
		p.width = textWidth(p.Name)
	}
	if p.Kind == Matrix {
		p.height = p.head + matrixHigh*float64(len(p.Groups)+1)
		for _, g := range p.Groups {
			p.width = max(p.width, p.names+float64(len(g.Items))*p.cellWide())
		}
		return
	}
	p.height = p.head
	for i := range p.Groups {
		w, h := p.line(&p.Groups[i])
		p.width = max(p.width, p.names+w)
		p.height += h + itemGap
	}
}

// cellWide returns the width of the cells of a matrix.
func (p *Part) cellWide() float64 {
	wide := matrixWide
	for _, g := range p.Groups {
		for _, it := range g.Items {
			wide = max(wide, textWidth(it.Text)+14)
		}
	}
	return wide
}

// measurePegs computes the size of pegs.
func (p *partPlan) measurePegs() {
	n := 0
	for i := range p.Groups {
		n += len(p.Groups[i].Items)
	}
	p.width = float64(len(p.Groups))*(p.pegWide()+pegGap) - pegGap
	p.height = p.head + float64(min(n, mostItems))*discHigh + 34
	if !p.sized() {
		p.height = p.head + float64(n)*(wordHigh+4) + 30
	}
}

// sized reports whether the things on pegs have sizes.
func (p *Part) sized() bool {
	for _, g := range p.Groups {
		for _, it := range g.Items {
			if it.Value == 0 {
				return false
			}
		}
	}
	return true
}

// pegWide returns the width of the place of a peg.
func (p *partPlan) pegWide() float64 {
	w := 0.0
	for _, g := range p.Groups {
		w = max(w, textWidth(g.Name)+16)
		for _, it := range g.Items {
			if p.sized() {
				w = max(w, 34+it.Most*15)
			} else {
				w = max(w, textWidth(it.Text)+26)
			}
		}
	}
	return w
}

// line returns the size of a line of a part.
func (p *partPlan) line(g *Group) (wide, high float64) {
	switch p.Kind {
	case Scale:
		for i := range g.Items {
			wide = max(wide, g.Items[i].scaleWidth())
		}
		return wide, 20
	case Timeline:
		return barWide + 44, 20
	}
	for i := range min(len(g.Items), mostItems) {
		w, h := g.Items[i].size()
		step := w + itemGap
		if p.Kind == Switch {
			step = w
		}
		if g.Items[i].Kind == Card && len(g.Items) > 7 && i+1 < len(g.Items) {
			step = w * 0.6 // cards of a large hand overlap
		}
		wide, high = wide+step, max(high, h)
	}
	return wide, max(high, wordHigh)
}

// size returns the size of an item.
func (it *Item) size() (wide, high float64) {
	switch it.Kind {
	case Card:
		return max(cardWide, min(110, textWidth(it.longest())+12)), cardHigh
	case Die, Coin:
		return dieSize, dieSize
	case Token:
		return max(tokenSize, textWidth(it.Text)+18), tokenSize
	case Person:
		return 40 + textWidth(it.Text), wordHigh
	}
	return textWidth(it.Text) + 18, wordHigh
}

// longest returns the longest word on an item.
func (it *Item) longest() string {
	longest := ""
	for _, w := range strings.Fields(it.Text) {
		if utf8.RuneCountInString(w) > utf8.RuneCountInString(longest) {
			longest = w
		}
	}
	return longest
}

// scaleWidth returns the width of a scale with its number.
func (it *Item) scaleWidth() float64 {
	switch {
	case it.Most > 0 && it.Most <= mostPips:
		return it.Most*pipStep + 30
	case it.Most > 0:
		return barWide + 44
	}
	return 44
}

// part draws a part.
func (m *image) part(p *partPlan) {
	class := "part"
	if p.Minor {
		class = "minor"
	}
	m.printf("<g class=%q>", class)
	if p.Name != "" && !p.small {
		m.text("wh", p.x, p.y+13, p.Name)
	}
	switch p.Kind {
	case Pegs:
		m.pegs(p)
	case Matrix:
		m.matrix(p)
	default:
		y := p.y + p.head
		for i := range p.Groups {
			_, h := p.line(&p.Groups[i])
			m.groupName(p, &p.Groups[i], y+h/2)
			m.group(p, &p.Groups[i], p.x+p.names, y, h)
			y += h + itemGap
		}
	}
	m.printf("</g>\n")
}

// groupName writes the name of a group, with the colour of its owner.
func (m *image) groupName(p *partPlan, g *Group, y float64) {
	if g.Name == "" {
		return
	}
	x := p.x
	if g.Owner != None {
		m.dot(g.Owner, x+6, y)
		x += 16
	}
	if p.small && p.Kind != Matrix {
		return
	}
	m.text("key", x, y+4.5, g.Name)
}

// dot draws a small disc in the colour of a player.
func (m *image) dot(owner int, x, y float64) {
	look := Look{Owner: owner}
	m.printf("<g class=\"pc %s\"%s><path d=%q transform=\"translate(%s %s)\"/></g>", look.class(), look.color(m.Players), disc(5.5), Px(x), Px(y))
}

// group draws the items of a line.
func (m *image) group(p *partPlan, g *Group, x, y, high float64) {
	for i := range min(len(g.Items), mostItems) {
		it := &g.Items[i]
		switch p.Kind {
		case Scale:
			m.scale(it, g.Owner, x, y+high/2)
			continue
		case Timeline:
			m.clock(it, x, y+high/2)
			continue
		}
		w, h := it.size()
		m.item(it, p.Kind == Switch, x+w/2, y+high/2, w, h)
		switch {
		case p.Kind == Switch:
			x += w
		case it.Kind == Card && len(g.Items) > 7:
			x += w * 0.6
		default:
			x += w + itemGap
		}
	}
}

// item draws an item around a point.
func (m *image) item(it *Item, inSwitch bool, x, y, w, h float64) {
	class := "it"
	if it.Changed {
		class += " new2"
	}
	cell := ""
	if it.ID != "" {
		class, cell = class+" c", ` data-cell="`+Escape(it.ID)+`"`
	}
	m.printf("<g class=%q%s transform=\"translate(%s %s)\"><title>%s</title>", class, cell, Px(x), Px(y), Escape(it.words()))
	switch it.Kind {
	case Card:
		m.card(it, w, h)
	case Die:
		m.die(it)
	case Coin:
		m.printf("<circle class=\"g coin\" r=\"19\"/><circle class=\"rim\" r=\"15\"/>")
		m.face(it, min(16, 56/float64(max(1, utf8.RuneCountInString(it.Text)))))
	case Token:
		m.printf("<rect class=\"g chip\" x=%q y=\"-15\" width=%q height=\"30\" rx=\"15\"/>", Px(-w/2), Px(w))
		m.face(it, 13)
	case Person:
		m.person(it, inSwitch, w)
	default:
		back := "ch"
		if it.Current || !inSwitch && it.Changed {
			back = "ch cn"
		}
		m.printf("<rect class=\"g %s\" x=%q y=\"-12\" width=%q height=\"24\" rx=%q/>", back, Px(-w/2), Px(w), map[bool]string{true: "2", false: "6"}[inSwitch])
		m.face(it, 13)
	}
	m.printf("</g>")
}

// face writes the text on an item, or a question mark.
func (m *image) face(it *Item, size float64) {
	text := it.Text
	if it.Unknown {
		text = "?"
	}
	m.printf("<text class=\"fc\" font-size=%q y=%q>%s</text>", Px(size), Px(size*0.36), Escape(text))
}

// person draws a player: a figure and a name.
func (m *image) person(it *Item, inSwitch bool, w float64) {
	if it.Current || !inSwitch {
		m.printf("<rect class=\"g ch cn\" x=%q y=\"-12\" width=%q height=\"24\" rx=\"12\"/>", Px(-w/2+1), Px(w-2))
	} else {
		m.printf("<rect class=\"g ch off\" x=%q y=\"-12\" width=%q height=\"24\" rx=\"12\"/>", Px(-w/2+1), Px(w-2))
	}
	m.dot(it.Owner, -w/2+14, 0)
	m.printf("<text class=\"ps\" x=%q y=\"4.5\">%s</text>", Px(-w/2+24), Escape(it.Text))
}

// redSuits are the suits that are red.
const redSuits = "♥♦"

// card draws a card with the words of its text below each other, or its back.
func (m *image) card(it *Item, w, h float64) {
	if it.Unknown {
		m.printf("<rect class=\"g back\" x=%q y=%q width=%q height=%q rx=\"5\"/><path class=\"bk\" d=\"M%s %sh%sv%sh%sz\"/><text class=\"bq\" y=\"7\">?</text>",
			Px(-w/2), Px(-h/2), Px(w), Px(h), Px(-w/2+4), Px(-h/2+4), Px(w-8), Px(h-8), Px(8-w))
		return
	}
	m.printf("<rect class=\"g front\" x=%q y=%q width=%q height=%q rx=\"5\"/>", Px(-w/2), Px(-h/2), Px(w), Px(h))
	class := "cf"
	if strings.ContainsAny(it.Text, redSuits) {
		class = "cf red"
	}
	words := strings.Fields(it.Text)
	for i, word := range words {
		size := min(23, 1.55*(w-6)/float64(max(1, utf8.RuneCountInString(word))))
		m.printf("<text class=%q font-size=%q y=%q>%s</text>", class, Px(size), Px((float64(i)-float64(len(words)-1)/2)*22+size*0.36), Escape(word))
	}
}

// eyes are the places of the eyes of a die, by their number.
var eyes = [...]string{1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568", 7: "0234568", 8: "01235678", 9: "012345678"}

// die draws a die with its eyes, or a question mark.
func (m *image) die(it *Item) {
	m.printf("<rect class=\"g front\" x=\"-19\" y=\"-19\" width=\"38\" height=\"38\" rx=\"8\"/>")
	n, err := strconv.Atoi(it.Text)
	if it.Unknown || err != nil || n < 1 || n >= len(eyes) {
		size := min(20, 56/float64(max(1, utf8.RuneCountInString(it.Text))))
		m.printf("<text class=\"cf\" font-size=%q y=%q>%s</text>", Px(size), Px(size*0.36), map[bool]string{true: "?", false: Escape(it.Text)}[it.Unknown])
		return
	}
	path := ""
	for _, place := range eyes[n] {
		at := int(place - '0')
		path += discAt(float64(at%3-1)*10.5, float64(at/3-1)*10.5, 3.6)
	}
	m.printf("<path class=\"eye\" d=%q/>", path)
}

// scale draws how much there is: dots, a bar or a number.
func (m *image) scale(it *Item, owner int, x, y float64) {
	color := Look{Owner: owner, Color: 6}
	end := x
	m.printf("<g class=\"sc %s\"%s><title>%s</title>", color.class(), color.color(m.Players), Escape(it.words()))
	switch {
	case it.Unknown:
	case it.Most > 0 && it.Most <= mostPips:
		full, rest := "", ""
		for i := range int(it.Most) {
			d := discAt(x+7+float64(i)*pipStep, y, 5.6)
			if float64(i) < it.Value {
				full += d
			} else {
				rest += d
			}
		}
		m.printf("<path class=\"of\" d=%q/><path class=\"on\" d=%q/>", rest, full)
		end += it.Most * pipStep
	case it.Most > 0:
		m.bar(it, x, y)
		end += barWide
	}
	m.printf("</g>")
	class := "key"
	if it.Changed {
		class = "key nw"
	}
	text := it.Text
	if it.Unknown {
		text = "?"
	}
	m.text(class, end+8, y+4.5, text)
}

// bar draws a part of a whole.
func (m *image) bar(it *Item, x, y float64) {
	part := 1.0
	if it.Most > 0 {
		part = math.Max(0, math.Min(1, it.Value/it.Most))
	}
	m.printf("<rect class=\"of\" x=%q y=%q width=\"%d\" height=\"9\" rx=\"4.5\"/><rect class=\"on\" x=%q y=%q width=%q height=\"9\" rx=\"4.5\"/>", Px(x), Px(y-4.5), barWide, Px(x), Px(y-4.5), Px(part*barWide))
}

// clock draws how long something lasts.
func (m *image) clock(it *Item, x, y float64) {
	m.printf("<g class=\"sc n7\"><title>%s</title>", Escape(it.words()))
	m.bar(it, x, y)
	m.printf("</g>")
	m.text("key", x+barWide+8, y+4.5, it.Text)
}

// matrix draws a table in which both players chose a row or a column.
func (m *image) matrix(p *partPlan) {
	top, wide := p.y+p.head, p.cellWide()
	for i, c := range p.Columns {
		m.printf("<text class=\"key mid\" x=%q y=%q>%s</text>", Px(p.x+p.names+(float64(i)+.5)*wide), Px(top+matrixHigh-10), Escape(c))
	}
	for r := range p.Groups {
		g := &p.Groups[r]
		y := top + float64(r+1)*matrixHigh
		m.groupName(p, g, y+matrixHigh/2)
		for c := range g.Items {
			it := &g.Items[c]
			class := "ch"
			if it.Current {
				class = "ch cn"
			}
			x := p.x + p.names + float64(c)*wide
			m.printf("<rect class=%q x=%q y=%q width=%q height=%q rx=\"3\"/><text class=\"key mid\" x=%q y=%q>%s</text>",
				class, Px(x+1), Px(y+1), Px(wide-2), Px(matrixHigh-2), Px(x+wide/2), Px(y+matrixHigh/2+4.5), Escape(it.Text))
		}
	}
}

// pegs draws places side by side with what is there: discs if things have sizes.
func (m *image) pegs(p *partPlan) {
	wide := p.pegWide()
	bottom := p.y + p.height - 22
	sized := p.sized()
	for i := range p.Groups {
		g := &p.Groups[i]
		x := p.x + float64(i)*(wide+pegGap) + wide/2
		if sized {
			m.printf("<rect class=\"rod\" x=%q y=%q width=\"8\" height=%q rx=\"4\"/>", Px(x-4), Px(p.y+p.head), Px(bottom-p.y-p.head))
		}
		m.printf("<rect class=\"rod\" x=%q y=%q width=%q height=\"7\" rx=\"3\"/>", Px(x-wide/2), Px(bottom), Px(wide))
		m.printf("<text class=\"key mid\" x=%q y=%q>%s</text>", Px(x), Px(bottom+20), Escape(g.Name))
		for n := range min(len(g.Items), mostItems) {
			it := &g.Items[n]
			if sized {
				m.disc(it, x, bottom-float64(n)*discHigh-discHigh/2)
				continue
			}
			w, h := textWidth(it.Text)+18, wordHigh
			m.item(it, false, x, bottom-float64(n)*(h+4)-h/2-2, w, h)
		}
	}
}

// disc draws a disc on a peg.
func (m *image) disc(it *Item, x, y float64) {
	w := 24 + it.Value*15
	class := "it"
	if it.Changed {
		class = "it new2"
	}
	look := Look{Owner: None, Color: int(it.Value) + 1}
	cell := ""
	if it.ID != "" {
		class, cell = class+" c", ` data-cell="`+Escape(it.ID)+`"`
	}
	m.printf("<g class=%q%s transform=\"translate(%s %s)\"><title>%s</title><g class=\"pc %s\"><path class=\"g\" d=%q/><text font-size=\"11\" y=\"4\">%s</text></g></g>",
		class, cell, Px(x), Px(y), Escape(it.words()), look.class(), block(w/2, discHigh/2-1, 6), Escape(it.Text))
}

// partStyles are the rules of the style sheet for parts.
var partStyles = []string{
	".it text,.fc,.cf{text-anchor:middle;font-weight:600}",
	".it>.ps{text-anchor:start;font-weight:400;font-size:13px}",
	".it>.front{fill:#fffdf6;stroke:#5b4a2c;stroke-width:1.2}",
	".cf{fill:#24242a}",
	".red{fill:#b3261e}",
	".it>.back{fill:#3f6fa5;stroke:#24344a;stroke-width:1.2}",
	".bk{fill:none;stroke:#cfe0f1;stroke-opacity:.7}",
	".bq{fill:#fff;font-size:20px}",
	".eye{fill:#24242a}",
	".it>.coin{fill:#e9b949;stroke:#7d5d12;stroke-width:1.5}",
	".rim{fill:none;stroke:#7d5d12;stroke-opacity:.5}",
	".coin~.fc{fill:#3b2c07}",
	".it>.chip{fill:#d8e6d4;stroke:#4d6b45;stroke-width:1.2;stroke-dasharray:5 3}",
	".chip~.fc{fill:#22331d}",
	".c>.ch{" + toneChip.css("fill") + ";" + toneEdge.css("stroke") + ";stroke-width:.8}",
	".c>.cn{" + toneChanged.css("fill") + "}",
	".cn~.fc,.cn~.ps,.cn+.mid{fill:#222}",
	".new2>.front,.new2>.back,.new2>.chip,.new2>.coin{" + toneMove.css("stroke") + ";stroke-width:2.5}",
	".new2>.pc path{" + toneMove.css("stroke") + "}",
	".sc .on{fill:currentColor;stroke:#222;stroke-opacity:.55}",
	".sc .of{fill:none;" + toneEdge.css("stroke") + "}",
	".nw{font-weight:700}",
	".mid{text-anchor:middle}",
	".tint{fill:currentColor;fill-opacity:.45}",
	".wl{fill:none;" + toneText.css("stroke") + ";stroke-width:5;stroke-linecap:round}",
	".rod{" + toneLine.css("fill") + "}",
}
