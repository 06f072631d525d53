package picture

// A Part is something in a position that is on no board: hands of cards, dice, a score, a
// clock. Its groups are drawn below each other, or side by side on pegs.
type Part struct {
	Kind    PartKind
	ID      string // its relation in the rules
	Name    string
	Minor   bool     // it tells how the play stands and is no thing that people play with
	Columns []string // headings of a matrix
	Groups  []Group
}

// A PartKind is a layout of a part.
type PartKind uint8

// The kinds of parts.
const (
	Things   PartKind = iota // side by side
	Scale                    // how much of something there is
	Switch                   // one of several values holds
	Pegs                     // things on top of each other in each of several places
	Matrix                   // a row for each group
	Timeline                 // how long something lasts
)

// A Group is a line of a part: what belongs to one player or to one name.
type Group struct {
	Name  string
	Owner int // a player, or None
	Items []Item
}

// An Item is one thing of a part.
type Item struct {
	Kind    ItemKind
	ID      string // of the cell that it is for scripts, or empty
	Text    string // on it
	Name    string // for people
	Owner   int    // a player, or None
	Value   float64
	Most    float64 // of which Value is a part; 0 if there is no limit
	Unknown bool    // what it is is not known
	Changed bool    // by the last move
	Current bool    // it is the value of a switch, or the chosen cell of a matrix
}

// An ItemKind is what an item looks like.
type ItemKind uint8

// The kinds of items.
const (
	Word   ItemKind = iota
	Card            // face down if it is unknown
	Die             // with as many eyes as its value
	Coin            //
	Token           // a chip
	Person          // a player
)

// hasItems reports whether a part has anything to show.
func (p *Part) hasItems() bool {
	for _, g := range p.Groups {
		if len(g.Items) > 0 {
			return true
		}
	}
	return false
}

// describe returns a part as a text.
func (p *Part) describe() string {
	text := ""
	for _, g := range p.Groups {
		line := ""
		for _, it := range g.Items {
			if p.Kind == Switch && !it.Current {
				continue
			}
			if line != "" {
				line += ","
			}
			line += " " + it.words()
		}
		if line == "" {
			continue
		}
		if text != "" {
			text += "; "
		}
		name := p.Name
		if g.Name != "" {
			name += " " + g.Name
		}
		text += name + line
	}
	return text
}

// words returns an item as people read it.
func (it *Item) words() string {
	switch {
	case it.Unknown:
		return "unknown"
	case it.Name != "":
		return it.Name
	}
	return it.Text
}

// Description describes a scene without its boards, for screen readers.
func (s *Scene) Description() string { return join(s.Describe, s.describeParts(true)) }

// describeParts describes the parts of a scene that people play with, or all.
func (s *Scene) describeParts(all bool) string {
	text := ""
	for i := range s.Parts {
		if p := &s.Parts[i]; all || !p.Minor {
			text = join(text, p.describe())
		}
	}
	return text
}

// join puts a semicolon between two texts, unless one is empty.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}
