package board

import (
	"slices"
	"strings"
	"unicode"

	"ludex/internal/picture"
)

// letters are the letters of pieces in the notation of chess, by shape.
var letters = map[string]string{"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": ""}

// MoveName returns a move as people write it: Nf3 or exd5 where the presentation says
// which pieces of chess there are, e2e4 otherwise, and its words if it has no cells. The
// long form tells moves apart that have the same short form.
func (b *Board) MoveName(move string, m MoveCells, changes []Change, long bool) string {
	if name := b.pres.move(move, len(b.Target(move))).Name; name != "" {
		return name
	}
	path, effects := m.Touched()
	switch {
	case len(path) == 0:
		return Words(move)
	case m.Any:
		return b.anyName(move, m, changes)
	case m.HasSource() && len(path) > 1:
		return b.sourceName(path, effects, changes, long)
	}
	if !long {
		effects = nil
	}
	name := b.label(path[0])
	for _, c := range slices.Concat(path[1:], effects) {
		name += "/" + b.label(c)
	}
	return name
}

// anyName names a move that means one of several cells: by the cell that changes.
func (b *Board) anyName(move string, m MoveCells, changes []Change) string {
	var changed []string
	for _, c := range changes {
		if slices.Contains(m.Cells, c.Cell) {
			changed = append(changed, c.Cell)
		}
	}
	switch {
	case len(changed) == 1:
		return b.label(changed[0])
	case len(m.Cells) == 1:
		return b.label(m.Cells[0])
	}
	return Words(move)
}

// sourceName names a move that takes a piece from a cell to others.
func (b *Board) sourceName(path, effects []string, changes []Change, long bool) string {
	from, to := b.label(path[0]), b.label(path[1])
	piece, captures := moved(path, changes)
	name := ""
	if letter, ok := b.letter(piece); ok && letter == "K" && b.castles(effects, changes) {
		return castling(from, b.label(effects[0]))
	} else if ok {
		name = b.chessName(letter, from, to, captures, long)
		if put, isLetter := b.letter(gained(path[1], changes)); isLetter && put != letter && letter == "" {
			name += "=" + put
		}
	} else {
		name = from + separator(from, to, captures) + to
		if long {
			for _, c := range effects {
				name += "," + b.label(c)
			}
		}
	}
	for _, c := range path[2:] {
		name += "/" + b.label(c)
	}
	return name
}

// castles reports whether the effects of a move of the king are that a rook moves.
func (b *Board) castles(effects []string, changes []Change) bool {
	if len(effects) != 2 {
		return false
	}
	left, _ := moved(effects, changes)
	a, _ := b.letter(left)
	c, _ := b.letter(gained(effects[1], changes))
	return a == "R" && c == "R"
}

// castling writes castling by how far the rook was away from the king.
func castling(king, rook string) string {
	const near = 3
	if far := int(king[0]) - int(rook[0]); far < -near || far > near {
		return "O-O-O"
	}
	return "O-O"
}

// chessName writes a move in the notation of chess.
func (b *Board) chessName(letter, from, to string, captures, long bool) string {
	name := letter
	if long {
		name += from
	}
	if captures {
		if name == "" {
			name = from[:1]
		}
		name += "x"
	}
	return name + to
}

// separator returns what is written between the cells of a move.
func separator(from, to string, captures bool) string {
	switch {
	case captures:
		return "x"
	case isSquare(from) && isSquare(to):
		return ""
	}
	return "–"
}

// isSquare reports whether the label of a cell can be written without a separator: one or two
// letters, and one to three digits.
func isSquare(label string) bool {
	digits := strings.TrimLeft(label, "abcdefghijklmnopqrstuvwxyz")
	word := len(label) - len(digits)
	return word >= 1 && word <= 2 && len(digits) >= 1 && len(digits) <= 3 && strings.Trim(digits, "0123456789") == ""
}

// moved returns the piece that leaves the first cell of a path, and whether a piece is
// taken from another cell without coming back.
func moved(path []string, changes []Change) (piece string, captures bool) {
	lost, came := 0, 0
	for _, c := range changes {
		if c.Cell == path[0] && len(c.Lost) > 0 {
			piece = c.Lost[0]
		}
		lost += len(c.Lost)
		came += len(c.Gained)
	}
	return piece, lost > came
}

// gained returns the piece that a cell gains, or "".
func gained(cell string, changes []Change) string {
	for _, c := range changes {
		if c.Cell == cell && len(c.Gained) > 0 {
			return c.Gained[0]
		}
	}
	return ""
}

// letter returns the letter of a piece in the notation of chess, if the game has enough
// of its pieces.
func (b *Board) letter(piece string) (string, bool) {
	const enough = 3
	if b.pres == nil {
		return "", false
	}
	shapes := map[string]bool{}
	for _, p := range b.pres.Pieces {
		if _, ok := letters[p.Shape]; ok {
			shapes[p.Shape] = true
		}
	}
	letter, ok := letters[b.pres.Pieces[piece].Shape]
	return letter, ok && len(shapes) >= enough
}

// PieceOn says in words which piece is on a cell, such as "white king on e1".
func (b *Board) PieceOn(piece, cell string) string {
	return b.pieceName(piece) + " on " + b.label(cell)
}

// pieceName returns what people call a piece.
func (b *Board) pieceName(piece string) string {
	if b.pres != nil && b.pres.Pieces[piece].Label != "" {
		return b.pres.Pieces[piece].Label
	}
	return strings.ToLower(Words(piece))
}

// FactWords says in words what a fact says that is on no board. It reports false for facts that a
// board shows and for those that the presentation leaves out.
func (b *Board) FactWords(fact string) (words string, ok bool) {
	if b.IsOnBoard(fact) {
		return "", false
	}
	name, rest, _ := strings.Cut(strings.Trim(fact, "()"), " ")
	label := strings.ToLower(Words(name))
	rest = humanWords(rest)
	if b.pres != nil {
		if look := b.pres.Parts[name]; look.Kind == "none" {
			return "", false
		} else if look.Label != "" {
			label = look.Label
		}
		rest = b.pres.face(rest)
	}
	if rest != "" {
		label += ": " + rest
	}
	return label, true
}

// humanWords writes the words of terms without brackets, within a sentence.
func humanWords(terms string) string {
	return strings.Join(strings.FieldsFunc(terms, func(r rune) bool { return strings.ContainsRune("(), _", r) }), " ")
}

// label returns the label of a cell.
func (b *Board) label(cell string) string {
	if label, ok := b.labels()[cell]; ok {
		return label
	}
	return cell
}

// Words writes the words of a term for people: "(raiseBy 3)" becomes "Raise by 3".
func Words(text string) string {
	var out strings.Builder
	var last rune
	for _, r := range text {
		switch {
		case strings.ContainsRune("(),_ \t\n", r):
			if last != ' ' && last != 0 {
				out.WriteByte(' ')
				last = ' '
			}
			continue
		case unicode.IsUpper(r) && unicode.IsLower(last):
			out.WriteByte(' ')
			r = unicode.ToLower(r)
		case last == 0:
			r = unicode.ToUpper(r)
		}
		out.WriteRune(r)
		last = r
	}
	return strings.TrimSpace(out.String())
}

// spaced separates words that are written as one: lastBid, bet_open. Codes such as tD stay.
func spaced(text string) string {
	letters := []rune(text)
	var out strings.Builder
	for i, r := range letters {
		inside := i > 1 && i+1 < len(letters) && unicode.IsLetter(letters[i-2]) && unicode.IsLetter(letters[i-1])
		switch {
		case inside && r == '_' && unicode.IsLetter(letters[i+1]):
			out.WriteByte(' ')
		case inside && unicode.IsUpper(r) && unicode.IsLower(letters[i-1]) && unicode.IsLower(letters[i+1]):
			out.WriteByte(' ')
			out.WriteRune(unicode.ToLower(r))
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// spaceWords separates the words of a part that nobody has given a label.
func spaceWords(part *picture.Part) {
	part.Name = spaced(part.Name)
	for g := range part.Groups {
		group := &part.Groups[g]
		if group.Owner == picture.None {
			group.Name = spaced(group.Name)
		}
		for i := range group.Items {
			group.Items[i].Text = spaced(group.Items[i].Text)
		}
	}
}

// OtherWords returns the words of each move that are not the same in all of them, for
// people who have to choose.
func OtherWords(moves []string) []string {
	split := make([][]string, len(moves))
	for i, move := range moves {
		split[i] = strings.FieldsFunc(move, func(r rune) bool { return strings.ContainsRune("()=, ", r) })
	}
	out := make([]string, len(moves))
	for i, words := range split {
		var differ []string
		for k, w := range words {
			if slices.ContainsFunc(split, func(other []string) bool { return k >= len(other) || other[k] != w }) {
				differ = append(differ, w)
			}
		}
		out[i] = Words(strings.Join(differ, " "))
	}
	return out
}
