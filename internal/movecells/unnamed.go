package movecells

import (
	"slices"
	"strings"

	"ludex/internal/board"
)

// findUnnamed finds the cells of moves that name none, such as "(castle short)" or "(step
// north)", by what they do and other moves do not: a piece goes from one cell to another, or is
// put on a cell. Where several pieces move, the person moves the one that no other move takes
// there: the king of a castling, since the rook can go there alone.
func (f *Finder) findUnnamed(texts []string, played []bool, found []Found) {
	var common map[string]bool
	var several []int // moves of several pieces
	for i, text := range texts {
		if played != nil && !played[i] || !found[i].unnamed {
			continue
		}
		if common == nil {
			common = commonChanges(played, found)
		}
		own := slices.DeleteFunc(slices.Clone(found[i].Changes), func(c board.Change) bool { return common[changeKey(c)] })
		if found[i].setCells(f.board.MoveCells(text, own)); len(found[i].Cells) == 0 && len(f.board.Moved(own)) > 0 {
			several = append(several, i)
		}
	}
	if several == nil {
		return
	}
	others := map[string]bool{}
	for i := range found {
		others[touched(&found[i])] = true
	}
	for _, i := range several {
		own := slices.DeleteFunc(slices.Clone(found[i].Changes), func(c board.Change) bool { return common[changeKey(c)] })
		found[i].setCells(onePiece(f.board.Moved(own), own, others))
	}
}

// onePiece returns the cells of a move of several pieces: those of the first piece that no other
// move takes there, or of the first.
func onePiece(pairs [][2]string, changes []board.Change, others map[string]bool) board.MoveCells {
	main := pairs[0]
	for _, p := range pairs {
		if !others[strings.Join(p[:], "\n")] {
			main = p
			break
		}
	}
	m := board.MoveCells{Cells: main[:], Parts: []board.Part{board.Source, board.Target}}
	for _, c := range changes {
		if !slices.Contains(main[:], c.Cell) {
			m.Cells, m.Parts = append(m.Cells, c.Cell), append(m.Parts, board.Effect)
		}
	}
	return m
}

// commonChanges returns the changes that all moves make which were played out, all if
// played is nil, if there are several: they happen whatever the person does.
func commonChanges(played []bool, found []Found) map[string]bool {
	count, moves := map[string]int{}, 0
	for i := range found {
		if played != nil && !played[i] {
			continue
		}
		moves++
		for _, c := range found[i].Changes {
			count[changeKey(c)]++
		}
	}
	common := map[string]bool{}
	for key, n := range count {
		if n == moves && moves > 1 {
			common[key] = true
		}
	}
	return common
}

func changeKey(c board.Change) string {
	return c.Cell + "\n" + strings.Join(c.Lost, " ") + "\n" + strings.Join(c.Gained, " ")
}
