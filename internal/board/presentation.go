package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludex/internal/gdldraw"
	"ludex/internal/picture"
)

// A Presentation chooses the look of the board of one game. It is read from a file, see
// [ReadPresentation]; nil leaves everything to the structure of the rules.
type Presentation struct {
	Ground      string              `toml:"ground"`      // material of the board
	Light       string              `toml:"light"`       // colours of the board
	Dark        string              `toml:"dark"`        //
	Line        string              `toml:"line"`        //
	Coordinates *bool               `toml:"coordinates"` // shown unless false
	Columns     []string            `toml:"columns"`     // names of the columns from the left, as players know them
	Rows        []string            `toml:"rows"`        // names of the rows from the top
	Numbered    bool                `toml:"numbered"`    // dark cells have numbers instead, from the top left
	Turned      bool                `toml:"turned"`      // rotated by 180 degrees
	Mirrored    bool                `toml:"mirrored"`    // with the first row at the top
	Rotated     int                 `toml:"rotated"`     // by an angle in degrees, on a board of hexagons
	Current     bool                `toml:"current"`     // mark the cell where the next move of a regular boardgame begins
	Stars       []string            `toml:"stars"`       // cells with a dot on them, or that are darker
	Panels      int                 `toml:"panels"`      // how many panels of a board are shown, if not all
	Empty       string              `toml:"empty"`       // name of empty cells
	Players     map[string]Colors   `toml:"players"`
	Pieces      map[string]Piece    `toml:"pieces"`
	Places      map[string]Place    `toml:"places"` // a custom board, by the names of its places in the rules
	Dots        [][2]float64        `toml:"dots"`   // decoration of a custom board
	Field       *Field              `toml:"field"`  // a board of rows and columns for facts that have coordinates
	Edges       map[string][]string `toml:"edges"`  // by role: the sides of a board that have its colour
	Loops       []int               `toml:"loops"`  // on points: lines, counted from the sides, that go on around the corners
	Moves       map[string]Move     `toml:"moves"`  // by the name of moves, or in a regular boardgame by the number of their cells

	Roads  string              `toml:"roads"`  // the relation that lists which places of a custom board are connected
	Placed []string            `toml:"placed"` // the relations whose facts lie on places; all if there are none
	Links  string              `toml:"links"`  // the relation of facts that name two cells and connect them
	Parts  map[string]PartLook `toml:"parts"`  // by relation: what is on no board
	Faces  map[string]string   `toml:"faces"`  // by word: what is written on cards, dice and other things

	name string // of the file
	text string // of the file, for line numbers
}

// Colors are the colours of a player.
type Colors struct {
	Color string `toml:"color"`
}

// A Piece chooses the look of one piece, by its name in the rules.
type Piece struct {
	Shape  string `toml:"shape"`  // one of [picture.Shapes]
	Color  string `toml:"color"`  // instead of the colour of its player
	Label  string `toml:"label"`  // in the legend
	Symbol string `toml:"symbol"` // the text on it
	Alone  string `toml:"alone"`  // its shape where nothing else lies on its cell
	Player string `toml:"player"` // its owner
}

// A Place is a place of a custom board: its coordinates from the left and the top, in
// cells. Facts that name it are drawn there.
type Place struct {
	X     float64 `toml:"x"`
	Y     float64 `toml:"y"`
	Shape string  `toml:"shape"` // of whatever is there
	Label string  `toml:"label"`
	Color string  `toml:"color"` // of its ground
}

// A PartLook says what the facts of a relation are.
type PartLook struct {
	Kind  string `toml:"kind"`  // one of [gdldraw.PartNames], or as the structure of the rules says
	Label string `toml:"label"` // instead of the name of the relation
	Shows []int  `toml:"shows"` // the arguments that are written on a thing, from 1
}

// partLabels returns what parts are called, by relation; those that are not shown have no
// name.
func (p *Presentation) partLabels() map[string]string {
	labels := map[string]string{}
	for name, look := range p.Parts {
		if look.Kind == "none" {
			labels[name] = ""
		} else if look.Label != "" {
			labels[name] = look.Label
		}
	}
	return labels
}

// partChoices returns what is said about parts, by relation.
func (p *Presentation) partChoices() map[string]gdldraw.PartChoice {
	choices := map[string]gdldraw.PartChoice{}
	if p != nil {
		for name, look := range p.Parts {
			if look.Kind != "" || len(look.Shows) > 0 {
				choices[name] = gdldraw.PartChoice{Kind: look.Kind, Shows: look.Shows}
			}
		}
	}
	return choices
}

// applyPart applies a presentation to a part: its name, and the words on its items.
func (p *Presentation) applyPart(part *picture.Part) {
	look := p.Parts[part.ID]
	if look.Label != "" {
		part.Name = look.Label
	}
	part.Minor = part.Minor && look.Kind == ""
	for i := range part.Columns {
		part.Columns[i] = p.face(part.Columns[i])
	}
	for g := range part.Groups {
		if part.Groups[g].Owner == picture.None {
			part.Groups[g].Name = p.face(part.Groups[g].Name)
		}
		for i := range part.Groups[g].Items {
			it := &part.Groups[g].Items[i]
			it.Text = p.face(it.Text)
		}
	}
}

// face returns a text with what is written instead of its words.
func (p *Presentation) face(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		if f, ok := p.Faces[w]; ok {
			words[i] = f
		}
	}
	return strings.Join(words, " ")
}

// A Move says what the cells of some moves mean.
type Move struct {
	Cells []string `toml:"cells"` // by cell: source, target or effect
	Name  string   `toml:"name"`  // instead of the name of the cells
	Key   string   `toml:"key"`   // on the keyboard, in a real-time game
}

// move returns what the presentation says about a move with a number of cells.
func (p *Presentation) move(move string, cells int) Move {
	if p == nil || p.Moves == nil {
		return Move{}
	}
	name, ok := moveWord(move)
	if !ok {
		if name = strconv.Itoa(cells); cells == 0 {
			name = move
		}
	}
	return p.Moves[name]
}

// parts returns what the cells of a move are to it, or nil if the presentation does not
// tell.
func (p *Presentation) parts(move string, cells int) []Part {
	words := p.move(move, cells).Cells
	if len(words) == 0 || len(words) != cells {
		return nil
	}
	parts := make([]Part, cells)
	for i, w := range words {
		parts[i] = partNames[w]
	}
	return parts
}

// grounds are the materials of boards, by name.
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

// fit returns an error if a presentation names what a game does not have.
func (p *Presentation) fit(d drawer) error {
	for _, name := range sortedKeys(p.Players) {
		if !slices.Contains(d.roles(), name) {
			return p.errorf("players."+name, "the game has no role %q; it has %s", name, strings.Join(d.roles(), ", "))
		}
	}
	for _, name := range sortedKeys(p.Edges) {
		if !slices.Contains(d.roles(), name) {
			return p.errorf("edges."+name, "the game has no role %q; it has %s", name, strings.Join(d.roles(), ", "))
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
	for _, name := range sortedKeys(p.Parts) {
		if !slices.Contains(d.relations(), name) {
			return p.errorf("parts."+name, "no fact has the name %q; there are %s", name, strings.Join(d.relations(), ", "))
		}
	}
	for _, word := range sortedKeys(p.Faces) {
		if !d.knows(word) {
			return p.errorf("faces."+word, "the rules have no word %q", word)
		}
	}
	if p.Links != "" && !slices.Contains(d.relations(), p.Links) {
		return p.errorf("links", "no fact has the name %q; there are %s", p.Links, strings.Join(d.relations(), ", "))
	}
	for _, name := range p.Placed {
		if !slices.Contains(d.relations(), name) {
			return p.errorf("placed", "no fact has the name %q; there are %s", name, strings.Join(d.relations(), ", "))
		}
	}
	if p.Roads != "" && !d.knows(p.Roads) {
		return p.errorf("roads", "the rules have no relation %q", p.Roads)
	}
	if err := p.fitCoordinates(d.cells()); err != nil {
		return err
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

// apply applies a presentation to a scene.
func (p *Presentation) apply(s *picture.Scene, roles []string) {
	if p == nil {
		return
	}
	for i, role := range roles {
		if i < len(s.Players) {
			s.Players[i].Color = p.Players[role].Color
		}
	}
	for _, sh := range s.Sheets {
		p.applySheet(sh, roles)
	}
	s.Parts = slices.DeleteFunc(s.Parts, func(part picture.Part) bool { return p.Parts[part.ID].Kind == "none" })
	for i := range s.Parts {
		p.applyPart(&s.Parts[i])
	}
}

// applySheet applies a presentation to a board.
func (p *Presentation) applySheet(sh *picture.Sheet, roles []string) {
	if p.Ground != "" && len(sh.Cells) > 0 {
		sh.Ground = grounds[p.Ground]
	}
	if p.Panels > 0 {
		keepPanels(sh, p.Panels)
	}
	rotate(sh, p.Rotated)
	for _, role := range sortedKeys(p.Edges) {
		for _, side := range p.Edges[role] {
			sh.Edges = append(sh.Edges, picture.Edge{Side: sides[side], Owner: slices.Index(roles, role)})
		}
	}
	sh.Stars, sh.Loops = slices.Clone(p.Stars), p.Loops
	p.coordinates(sh)
	p.darken(sh)
	if p.Empty != "" {
		sh.Empty = p.Empty
	}
	for i := range sh.Kinds {
		k := &sh.Kinds[i]
		if piece, ok := p.Pieces[k.ID]; ok {
			piece.apply(k, roles)
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

// darken gives cells with stars another ground, on boards where these are no dots.
func (p *Presentation) darken(sh *picture.Sheet) {
	if sh.Ground == picture.Points {
		return
	}
	for i := range sh.Cells {
		if c := &sh.Cells[i]; slices.Contains(sh.Stars, c.Name) || slices.Contains(sh.Stars, c.ID) {
			c.Tint, c.Ground = 1, p.Line
		}
	}
}

// apply applies the look of a piece to its kind.
func (p Piece) apply(k *picture.Kind, roles []string) {
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
	k.Alone = p.Alone
	if p.Label != "" {
		k.Name, k.Plain = p.Label, false
	}
}

// mirror mirrors a board vertically or horizontally. Labels stay beside their rows and
// columns.
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
