package board

import (
	"fmt"
	"slices"
	"strings"

	"ludex/internal/picture"
)

// A Presentation says what the board of one game looks like. It is read from a
// file, see [ReadPresentation]; nil leaves everything to the structure of the
// rules.
type Presentation struct {
	Ground      string            `toml:"ground"`      // what the board is made of
	Light       string            `toml:"light"`       // colours of the board
	Dark        string            `toml:"dark"`        //
	Line        string            `toml:"line"`        //
	Coordinates *bool             `toml:"coordinates"` // whether they are shown, which they are
	Turned      bool              `toml:"turned"`      // by half a turn
	Mirrored    bool              `toml:"mirrored"`    // with the first row above
	Current     bool              `toml:"current"`     // marks the cell where the next move of a regular boardgame begins
	Stars       []string          `toml:"stars"`       // cells with a dot on them
	Empty       string            `toml:"empty"`       // what free cells are called
	Players     map[string]Colors `toml:"players"`
	Pieces      map[string]Piece  `toml:"pieces"`
	Places      map[string]Place  `toml:"places"` // a board of its own, by what rules call its places
	Dots        [][2]float64      `toml:"dots"`   // decoration of such a board

	name string // of the file
	text string // of the file, to tell lines
}

// Colors are the colours of a player.
type Colors struct {
	Color string `toml:"color"`
}

// A Piece says what one piece looks like, by what the rules call it.
type Piece struct {
	Shape  string `toml:"shape"`  // one of [picture.Shapes]
	Color  string `toml:"color"`  // if not that of its player
	Label  string `toml:"label"`  // what the legend calls it
	Symbol string `toml:"symbol"` // what stands on it
	Player string `toml:"player"` // whose it is
}

// A Place is where facts are drawn that name it: from the left and from above,
// in cells.
type Place struct {
	X     float64 `toml:"x"`
	Y     float64 `toml:"y"`
	Shape string  `toml:"shape"` // of whatever lies there
	Label string  `toml:"label"`
}

// grounds are what boards can be made of.
var grounds = map[string]picture.Ground{
	"checkered": picture.Checkered, "plain": picture.Uniform, "points": picture.Points,
	"slots": picture.Slots, "tray": picture.Tray, "bare": picture.Bare,
}

// theme returns the colours of the board.
func (p *Presentation) theme() picture.Theme {
	if p == nil {
		return picture.Theme{}
	}
	return picture.Theme{Light: p.Light, Dark: p.Dark, Line: p.Line}
}

func (p *Presentation) hidesCoordinates() bool {
	return p != nil && p.Coordinates != nil && !*p.Coordinates
}

// fit returns an error if a presentation speaks of what a game does not have.
func (p *Presentation) fit(d drawer) error {
	for _, name := range sortedKeys(p.Players) {
		if !slices.Contains(d.roles(), name) {
			return p.errorf("players."+name, "the game has no role %q; it has %s", name, strings.Join(d.roles(), ", "))
		}
	}
	known := d.pieces()
	for _, name := range sortedKeys(p.Pieces) {
		if !slices.Contains(known, name) {
			return p.errorf("pieces."+name, "the board has no piece %q; it has %s", name, strings.Join(quoted(known), ", "))
		}
		if role := p.Pieces[name].Player; role != "" && !slices.Contains(d.roles(), role) {
			return p.errorf("pieces."+name+".player", "the game has no role %q", role)
		}
	}
	for _, star := range p.Stars {
		if !slices.ContainsFunc(d.cells(), func(c Cell) bool { return c.Label == star }) {
			return p.errorf("stars", "the board has no cell %s", star)
		}
	}
	return nil
}

func quoted(list []string) []string {
	const most = 30
	var out []string
	for i, s := range list {
		if i == most {
			return append(out, "…")
		}
		out = append(out, fmt.Sprintf("%q", s))
	}
	return out
}

// dress gives a scene the looks that a presentation chooses.
func (p *Presentation) dress(s *picture.Scene, roles []string) {
	if p == nil {
		return
	}
	for i, role := range roles {
		if i < len(s.Players) {
			s.Players[i].Color = p.Players[role].Color
		}
	}
	for _, sh := range s.Sheets {
		p.dressSheet(sh, roles)
	}
}

// dressSheet gives a board the looks that a presentation chooses.
func (p *Presentation) dressSheet(sh *picture.Sheet, roles []string) {
	if p.Ground != "" && len(sh.Cells) > 0 {
		sh.Ground = grounds[p.Ground]
	}
	sh.Stars = p.Stars
	if p.Empty != "" {
		sh.Empty = p.Empty
	}
	for i := range sh.Kinds {
		k := &sh.Kinds[i]
		if piece, ok := p.Pieces[k.ID]; ok {
			piece.dress(k, roles)
		}
	}
	if p.Mirrored {
		mirror(sh, false)
	}
	if p.Turned {
		mirror(sh, false)
		mirror(sh, true)
	}
}

// dress gives a kind of piece the look that a presentation chooses.
func (p Piece) dress(k *picture.Kind, roles []string) {
	if p.Player != "" {
		k.Look.Owner = slices.Index(roles, p.Player)
	}
	if p.Shape != "" {
		k.Look.Shape = p.Shape
		k.Plain = p.Shape == "none"
	}
	if p.Color != "" {
		k.Look.Paint = p.Color
	}
	if p.Symbol != "" {
		k.Look.Symbol = p.Symbol
	}
	if p.Label != "" {
		k.Name, k.Plain = p.Label, false
	}
}

// mirror turns a board upside down, or exchanges left and right. Labels stay
// beside their rows and columns.
func mirror(sh *picture.Sheet, across bool) {
	if len(sh.Cells) == 0 {
		return
	}
	at := func(x, y *float64) *float64 {
		if across {
			return x
		}
		return y
	}
	low, high := *at(&sh.Cells[0].X, &sh.Cells[0].Y), *at(&sh.Cells[0].X, &sh.Cells[0].Y)
	rows := 0
	for i := range sh.Cells {
		c := &sh.Cells[i]
		low, high = min(low, *at(&c.X, &c.Y)), max(high, *at(&c.X, &c.Y))
		if across {
			rows = max(rows, c.Column)
		} else {
			rows = max(rows, c.Row)
		}
	}
	for i := range sh.Cells {
		c := &sh.Cells[i]
		v := at(&c.X, &c.Y)
		*v = low + high - *v
		if across {
			c.Column = rows - c.Column
		} else {
			c.Row = rows - c.Row
		}
	}
	for i := range sh.Labels {
		l := &sh.Labels[i]
		if v := at(&l.X, &l.Y); *v >= low && *v <= high {
			*v = low + high - *v
		}
	}
}
